package builtin

import (
	"simten.dev/engine/lower/domain"
)

// CollectionProperty reads a property of a Map or Set from outside.
func (l *Lowering) CollectionProperty(o domain.CollectionValue, key domain.Value, s *domain.State) domain.Value {
	name, _ := key.(domain.ConstString)
	switch {
	case name.S == "size":
		return l.Integer(int64(len(o.C.Keys)))
	case name.S == "has", name.S == "get" && !o.Set:
		return domain.BuiltinValue{Name: "Map." + name.S, This: o}
	case name.S == "forEach", name.S == "keys", name.S == "values", name.S == "entries":
		return domain.BuiltinValue{Name: "Set." + name.S, This: l.NewSet(!o.Set, []domain.Value{o}, s)}
	}
	panic(domain.Refuse("the property '%s' of a Map or Set from outside the lambda; only what reads it is compiled", name.S))
}

func (l *Lowering) collectionMethod(name string, o domain.CollectionValue, args []domain.Value) domain.Value {
	if len(args) == 0 {
		args = []domain.Value{domain.UndefinedValue{}}
	}
	return l.Each(args[0], func(key domain.Value) domain.Value {
		if o.Numbers && domain.TypeOf(key) == "string" {
			key = domain.UndefinedValue{} // a text is no number
		} else if key, ok := l.AsKey(key, o.C.Keys); ok {
			return l.collectionMethod(name, o, []domain.Value{key})
		}
		there := l.IsKey(o, key)
		switch {
		case name == "has" && there:
			return l.hasKey(o.C.Keys, l.always, key, true)
		case name == "has":
			return l.Truth(false)
		case there:
			return l.ConstantProperty(domain.ConstantValue{C: o.C}, key)
		}
		return domain.UndefinedValue{}
	})
}
