package circuit

import (
	"bytes"
	"encoding/json"
)

// Arguments are the options given to a factory call, in the order given. Values are JSON-like:
// float64, string, bool, []any, Arguments (an object), or Value (a bigint).
type Arguments struct {
	Keys   []string
	Values map[string]any
}

// Get returns the value of an option, and whether it was given.
func (a Arguments) Get(name string) (any, bool) {
	v, ok := a.Values[name]
	return v, ok
}

// Set adds or replaces an option.
func (a *Arguments) Set(name string, v any) {
	if a.Values == nil {
		a.Values = map[string]any{}
	}
	if _, ok := a.Values[name]; !ok {
		a.Keys = append(a.Keys, name)
	}
	a.Values[name] = v
}

// Clone copies the option list; nested values are shared and must not be changed.
func (a Arguments) Clone() Arguments {
	c := Arguments{Keys: append([]string(nil), a.Keys...), Values: make(map[string]any, len(a.Values))}
	for k, v := range a.Values {
		c.Values[k] = v
	}
	return c
}

// MarshalJSON writes an object in the order given, {} when there is none.
func (a Arguments) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, k := range a.Keys {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(k)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		val, err := json.Marshal(a.Values[k])
		if err != nil {
			return nil, err
		}
		b.Write(val)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
