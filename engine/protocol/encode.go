package protocol

import (
	"encoding/json"
	"reflect"
)

// Encode writes a reply or an event as JSON text. Lists and maps without content are written as
// [] and {}, never null, so that readers need not tell the two apart.
func Encode(message any) ([]byte, error) {
	if message != nil {
		fillLists(reflect.ValueOf(message), 0)
	}
	return json.Marshal(message)
}

// fillDepth bounds the walk; messages are at most this deep (reply, compile, library, circuit,
// node, pin, type, with a pointer or list between each).
const fillDepth = 24

var marshaler = reflect.TypeFor[json.Marshaler]()

// fillLists replaces nil lists and maps that would be written as null, in place. It leaves alone
// what writes itself (values, options) and interfaces: user data keeps its null.
func fillLists(v reflect.Value, depth int) {
	if depth > fillDepth || v.Type().Implements(marshaler) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fillLists(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && field.Tag.Get("json") != "-" {
				fillLists(v.Field(i), depth+1)
			}
		}
	case reflect.Slice:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		if kind := v.Type().Elem().Kind(); kind == reflect.Struct || kind == reflect.Pointer {
			for i := range v.Len() {
				fillLists(v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		if v.Type().Elem().Kind() == reflect.Pointer {
			for iter := v.MapRange(); iter.Next(); {
				fillLists(iter.Value(), depth+1)
			}
		}
	}
}
