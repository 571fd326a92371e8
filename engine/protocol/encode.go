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

// Piece is what travels in one go: a message or a chunk of one as JSON text, and the bytes that belong to it:
// CompileResult.Tables of a reply, Patch.Bytes of the only patch of a chunk. They stand beside the text, because JSON
// has no bytes; nil is none.
type Piece struct{ Text, Bytes []byte }

// EncodeReply writes a reply: the message, and its chunks when it is too large for one. A reply that is larger than the
// limit, or that holds what JSON cannot say, is replaced by an error with the same id.
func EncodeReply(reply *Reply, limits Limits) ([]Piece, error) {
	var tables []byte
	if reply.Compile != nil && len(reply.Compile.Tables) > 0 {
		tables = reply.Compile.Tables
		compile := *reply.Compile
		compile.Tables = nil
		whole := *reply
		whole.Compile = &compile
		reply = &whole
	}
	text, err := Encode(reply)
	size := len(text) + len(tables)
	switch {
	case err != nil:
		return refused(reply, Unsendable(err))
	case size > limits.MessageBytes:
		return refused(reply, NewError(ErrOutputTooLarge,
			fmt.Sprintf("The result has %v bytes; the limit is %v.", count(size), count(limits.MessageBytes))))
	case size <= limits.ResultBytes:
		return []Piece{{text, tables}}, nil
	}
	pieces, failure := Divide[Reply](text, tables, limits)
	if failure != nil {
		return refused(reply, failure)
	}
	return pieces, nil
}

// Unsendable is the failure of a reply that holds what JSON cannot say.
func Unsendable(err error) *Error {
	failure := NewError(ErrRuntime, "The result cannot be sent: "+err.Error()+".")
	failure.Advice = "Give nodes only options that are plain data: texts, finite numbers, lists and objects."
	return failure
}

func refused(reply *Reply, failure *Error) ([]Piece, error) {
	text, err := json.Marshal(failed(reply, failure))
	return []Piece{{Text: text}}, err
}

func failed(reply *Reply, failure *Error) *Reply {
	return &Reply{ID: reply.ID, Slot: reply.Slot, Type: reply.Type, Error: failure, Status: reply.Status, At: reply.At}
}
