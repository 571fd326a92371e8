package capture

import (
	"math"

	"github.com/dop251/goja"

	"simten.dev/engine/lower/domain"
)

// collection reads a Map or Set; false for anything else.
func (l *Lowering) collection(o *goja.Object) (domain.Value, bool) {
	if v, known := l.Collections[o]; known {
		return v, true
	}
	keys, values, ok := l.Program.Entries(o)
	if !ok || len(o.GetOwnPropertyNames()) > 0 {
		return nil, false
	}
	l.Collections[o] = collectionOf(keys, values)
	return l.Collections[o], true
}

func collectionOf(keys, values []goja.Value) domain.Value {
	v := domain.CollectionValue{C: &domain.Constant{Props: map[string]any{}, Cache: map[int]domain.Value{}}, Set: len(values) < len(keys)}
	for i, k := range keys {
		name, number, ok := collectionKey(k)
		if !ok || i > 0 && number != v.Numbers {
			return domain.RefusedValue{Reason: "a Map or Set whose keys are neither all whole numbers nor all texts"}
		}
		v.Numbers = number
		v.C.Keys = append(v.C.Keys, name)
		v.C.Props[name] = true
		if !v.Set {
			v.C.Props[name] = values[i]
		}
	}
	return v
}

// collectionKey is a key as the name of a property.
func collectionKey(v goja.Value) (name string, number, ok bool) {
	if _, isObject := v.(*goja.Object); isObject || v == nil {
		return "", false, false
	}
	if _, isSymbol := v.(*goja.Symbol); isSymbol {
		return "", false, false
	}
	switch x := v.Export().(type) {
	case string:
		return x, false, true
	case int64:
		return v.String(), true, true
	case float64:
		return v.String(), true, x == math.Trunc(x) && math.Abs(x) <= domain.MaxInt
	}
	return "", false, false
}

// IsKey tells whether a value is of the kind of the keys.
func (l *Lowering) IsKey(o domain.CollectionValue, key domain.Value) bool {
	switch x := key.(type) {
	case domain.IntValue:
		return o.Numbers
	case domain.ConstString:
		_, there := o.C.Props[x.S]
		return !o.Numbers && there
	case domain.FloatValue:
		if o.Numbers {
			panic(domain.Refuse("a key that may not be a whole number; use Math.floor or | 0"))
		}
	case domain.TextValue:
		panic(domain.ReadsText(x))
	case *domain.MessageValue:
		panic(domain.Refuse("a key that is a text which depends on values"))
	}
	return false
}
