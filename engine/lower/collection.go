package lower

import (
	"math"

	"github.com/dop251/goja"
)

// collectionValue is a Map or Set from outside the lambda, which nobody changes. Its keys are whole numbers or texts;
// they are the names of the constant's properties.
type collectionValue struct {
	c       *constant
	set     bool
	numbers bool // the keys are numbers, not texts
}

func (collectionValue) isValue() {}

// collection reads a Map or Set; false for anything else.
func (l *lowering) collection(o *goja.Object) (value, bool) {
	if v, known := l.collections[o]; known {
		return v, true
	}
	keys, values, ok := l.program.Entries(o)
	if !ok || len(o.GetOwnPropertyNames()) > 0 {
		return nil, false
	}
	l.collections[o] = collectionOf(keys, values)
	return l.collections[o], true
}

func collectionOf(keys, values []goja.Value) value {
	v := collectionValue{c: &constant{props: map[string]any{}, cache: map[int]value{}}, set: len(values) < len(keys)}
	for i, k := range keys {
		name, number, ok := collectionKey(k)
		if !ok || i > 0 && number != v.numbers {
			return refusedValue{reason: "a Map or Set whose keys are neither all whole numbers nor all texts"}
		}
		v.numbers = number
		v.c.keys = append(v.c.keys, name)
		v.c.props[name] = true
		if !v.set {
			v.c.props[name] = values[i]
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
		return v.String(), true, x == math.Trunc(x) && math.Abs(x) <= maxInt
	}
	return "", false, false
}

func (l *lowering) collectionProperty(o collectionValue, key value, s *state) value {
	name, _ := key.(constString)
	switch {
	case name.s == "size":
		return l.integer(int64(len(o.c.keys)))
	case name.s == "has", name.s == "get" && !o.set:
		return builtinValue{"Map." + name.s, o}
	case name.s == "forEach", name.s == "keys", name.s == "values", name.s == "entries":
		return builtinValue{"Set." + name.s, l.newSet(!o.set, []value{o}, s)}
	}
	panic(refuse("the property '%s' of a Map or Set from outside the lambda; only what reads it is compiled", name.s))
}

func (l *lowering) collectionMethod(name string, o collectionValue, args []value) value {
	if len(args) == 0 {
		args = []value{undefinedValue{}}
	}
	return l.each(args[0], func(key value) value {
		if o.numbers && typeOf(key) == "string" {
			key = undefinedValue{} // a text is no number
		} else if key, ok := l.asKey(key, o.c.keys); ok {
			return l.collectionMethod(name, o, []value{key})
		}
		there := l.isKey(o, key)
		switch {
		case name == "has" && there:
			return l.hasKey(o.c.keys, l.always, key, true)
		case name == "has":
			return l.truth(false)
		case there:
			return l.constantProperty(constantValue{o.c}, key)
		}
		return undefinedValue{}
	})
}

// isKey tells whether a value is of the kind of the keys.
func (l *lowering) isKey(o collectionValue, key value) bool {
	switch x := key.(type) {
	case intValue:
		return o.numbers
	case constString:
		_, there := o.c.props[x.s]
		return !o.numbers && there
	case floatValue:
		if o.numbers {
			panic(refuse("a key that may not be a whole number; use Math.floor or | 0"))
		}
	case textValue:
		panic(readsText(x))
	case *messageValue:
		panic(refuse("a key that is a text which depends on values"))
	}
	return false
}
