package main

import (
	"fmt"
	"reflect"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// model is the protocol as both outputs need it.
type model struct {
	notes   *notes
	structs []structure // roots first, then what they refer to, in order of first use
	enums   []enum
	limits  protocol.Limits
}

type structure struct {
	name   string // in TypeScript
	note   string
	fields []field
}

type field struct {
	name     string // in JSON
	ts       string // TypeScript type
	schema   string // see embed/client/src/validate.ts
	optional bool
	note     string
}

type enum struct {
	name      string
	note      string
	constants []constant
}

// roots are the types that travel on their own.
var roots = []reflect.Type{
	reflect.TypeFor[protocol.Request](),
	reflect.TypeFor[protocol.Reply](),
	reflect.TypeFor[protocol.Chunk](),
	reflect.TypeFor[protocol.Event](),
	reflect.TypeFor[protocol.Hello](),
	reflect.TypeFor[protocol.Welcome](),
	reflect.TypeFor[protocol.Config](),
	reflect.TypeFor[protocol.Tables](),
	reflect.TypeFor[protocol.Precompiled](),
}

// renamed are the types whose Go name would be mistaken for a global of the browser.
var renamed = map[string]string{
	"protocol.Error": "ProtocolError",
	"protocol.Event": "ProtocolEvent",
	"circuit.Node":   "CircuitNode",
	"circuit.Kind":   "PortKind",
}

// special are the types that write their own JSON.
var special = map[reflect.Type]field{
	reflect.TypeFor[circuit.Value]():        {ts: "Value", schema: "value"},
	reflect.TypeFor[circuit.Number]():       {ts: "Value", schema: "given"},
	reflect.TypeFor[circuit.Arguments]():    {ts: "Record<string, Json>", schema: "{}json"},
	reflect.TypeFor[circuit.InitialValue](): {ts: "InitialValue", schema: "json"},
	reflect.TypeFor[protocol.Fragment]():    {ts: "Json", schema: "fragment"},
	reflect.TypeFor[[]uint32]():             {ts: "Uint32Array", schema: "u32"},
	reflect.TypeFor[[]byte]():               {ts: "Uint8Array", schema: "u8"},
}

// newModel walks the types from the roots.
func newModel(n *notes) (*model, error) {
	m := &model{notes: n, limits: protocol.DefaultLimits}
	seen := map[reflect.Type]bool{}
	queue := append([]reflect.Type(nil), roots...)
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if seen[t] {
			continue
		}
		seen[t] = true
		if t.Kind() == reflect.String {
			m.enums = append(m.enums, enum{name: typeName(t), note: n.types[t.String()], constants: n.enums[t.String()]})
			continue
		}
		s := structure{name: typeName(t), note: n.types[t.String()]}
		for i := range t.NumField() {
			f, uses, err := m.field(t, t.Field(i))
			if err != nil {
				return nil, err
			}
			if f.name != "" {
				s.fields = append(s.fields, f)
				queue = append(queue, uses...)
			}
		}
		m.structs = append(m.structs, s)
	}
	return m, nil
}

// field describes one struct field; its name is empty when it does not travel.
func (m *model) field(owner reflect.Type, sf reflect.StructField) (field, []reflect.Type, error) {
	name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
	if name == "-" {
		return field{}, nil, nil
	}
	if name == "" || sf.Anonymous {
		return field{}, nil, fmt.Errorf("%s.%s has no json name", owner, sf.Name)
	}
	f, uses, err := m.shape(sf.Type)
	if err != nil {
		return field{}, nil, fmt.Errorf("%s.%s: %w", owner, sf.Name, err)
	}
	if bounds := sf.Tag.Get("bounds"); bounds != "" {
		f.schema += "(" + bounds + ")"
	}
	f.name = name
	f.optional = strings.Contains(options, "omitempty")
	f.note = m.notes.fields[owner.String()+"."+sf.Name]
	return f, uses, nil
}

// shape gives the TypeScript type and schema of a Go type, and the named types it refers to.
func (m *model) shape(t reflect.Type) (field, []reflect.Type, error) {
	if f, ok := special[t]; ok {
		return f, nil, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return field{ts: "boolean", schema: "bool"}, nil, nil
	case reflect.Int:
		return field{ts: "number", schema: "int"}, nil, nil
	case reflect.Uint64:
		return field{ts: "number", schema: "uint"}, nil, nil
	case reflect.Float64:
		return field{ts: "number", schema: "number"}, nil, nil
	case reflect.String:
		if t.PkgPath() == "" || len(m.notes.enums[t.String()]) == 0 || openEnum[t] {
			return field{ts: "string", schema: "string"}, nil, nil
		}
		return field{ts: typeName(t), schema: "=" + typeName(t)}, []reflect.Type{t}, nil
	case reflect.Pointer:
		return m.shape(t.Elem())
	case reflect.Struct:
		return field{ts: typeName(t), schema: "#" + typeName(t)}, []reflect.Type{t}, nil
	case reflect.Slice:
		f, uses, err := m.shape(t.Elem())
		return field{ts: f.ts + "[]", schema: "[]" + f.schema}, uses, err
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return field{}, nil, fmt.Errorf("a map with %s keys", t.Key())
		}
		f, uses, err := m.shape(t.Elem())
		return field{ts: "Record<string, " + f.ts + ">", schema: "{}" + f.schema}, uses, err
	}
	return field{}, nil, fmt.Errorf("a %s cannot travel", t)
}

// openEnum are named strings whose constants grow with the engine; the browser shows them as they come.
var openEnum = map[reflect.Type]bool{reflect.TypeFor[circuit.Code](): true}

func typeName(t reflect.Type) string {
	if name, ok := renamed[t.String()]; ok {
		return name
	}
	return t.Name()
}
