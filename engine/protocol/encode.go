package protocol

import (
	"encoding/json"
	"fmt"
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

// EncodeReply writes a reply: the message, and its parts when it is too large for one. A reply that is larger than the
// limit, or that holds what JSON cannot say, is replaced by an error with the same id.
func EncodeReply(reply *Reply, limits Limits) ([][]byte, error) {
	text, err := Encode(reply)
	switch {
	case err != nil:
		failure := NewError(ErrRuntime, "The result cannot be sent: "+err.Error()+".")
		failure.Advice = "Give nodes only options that are plain data: texts, finite numbers, lists and objects."
		return refused(reply, failure)
	case len(text) > limits.MessageBytes:
		return refused(reply, NewError(ErrOutputTooLarge,
			fmt.Sprintf("The result has %d bytes; the limit is %d.", len(text), limits.MessageBytes)))
	}
	parts, failure := Divide[Reply](text, limits)
	if failure != nil {
		return refused(reply, failure)
	}
	return parts, nil
}

func refused(reply *Reply, failure *Error) ([][]byte, error) {
	text, err := json.Marshal(failed(reply, failure))
	return [][]byte{text}, err
}

func failed(reply *Reply, failure *Error) *Reply {
	return &Reply{ID: reply.ID, Slot: reply.Slot, Type: reply.Type, Error: failure, Status: reply.Status, At: reply.At}
}
