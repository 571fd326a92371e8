package builtin

import (
	"slices"
	"strings"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
)

// ClassProperty reads a constant of a class, or a static method, its own or an inherited one.
func (l *Lowering) ClassProperty(x *domain.ClassValue, key domain.Value, s *domain.State) domain.Value {
	name, known := domain.ConstantKey(key)
	for c := x; c != nil && known && (c == x || !capture.OfFunctions[name]); c = c.Base {
		if m, ok := c.Statics[name]; ok {
			return l.MethodOf(m, x, s)
		}
		if v, own := c.C.Props[name]; own {
			return l.Use(l.FromData(v))
		}
	}
	panic(domain.Refuse("'%s' of a class is used; only static fields and methods are compiled", name))
}

// MethodOf is a method as a value, which call gives its this; of what computes a property, the property.
func (l *Lowering) MethodOf(m domain.ClassMethod, this domain.Value, s *domain.State) domain.Value {
	if m.Getter {
		return l.Invoke(m.With(this), nil, s)
	}
	return domain.FuncValue{F: m.Closure}
}

// Method calls a method of the language: of an array, a memory or a text.
func (l *Lowering) method(f domain.BuiltinValue, args []domain.Value, s *domain.State) domain.Value {
	if f.Name == "Object.hasOwnProperty" && len(args) > 0 {
		return l.HasProperty(f.This, args[0], true, s)
	}
	switch o := f.This.(type) {
	case domain.FuncValue, domain.BuiltinValue:
		return l.functionMethod(strings.TrimPrefix(f.Name, "Function."), o, args, s)
	case domain.CollectionValue:
		return l.collectionMethod(strings.TrimPrefix(f.Name, "Map."), o, args)
	case domain.SetValue:
		return l.setMethod(strings.TrimPrefix(f.Name, "Set."), o, args, s)
	case domain.MemoryValue:
		return l.memoryMethod(strings.TrimPrefix(f.Name, "Memory."), o, args, s)
	case domain.TextValue:
		return l.textMethod(strings.TrimPrefix(f.Name, "String."), o, args)
	case domain.RefValue:
		name := strings.TrimPrefix(f.Name, "Array.")
		_, sparse := l.Masked(o, s)
		if sparse || name == "concat" && slices.ContainsFunc(args, func(a domain.Value) bool { _, sparse := l.Masked(a, s); return sparse }) {
			return l.maskedMethod(name, o, args, s)
		}
		return l.arrayMethod(name, o, args, s)
	case domain.ConstantValue:
		if f.Name == "Array.subarray" { // it shows the same elements, which nobody changes
			return l.freeze(l.arrayMethod("slice", o, args, s))
		}
		return l.arrayMethod(strings.TrimPrefix(f.Name, "Array."), o, args, s)
	case domain.ConstString:
		return l.stringMethod(strings.TrimPrefix(f.Name, "String."), o, args, s)
	case domain.CharValue:
		return l.CharMethod(strings.TrimPrefix(f.Name, "String."), o, args)
	case *domain.StringValue:
		return l.lettersMethod(strings.TrimPrefix(f.Name, "String."), o, args, s)
	case domain.IntValue, domain.FloatValue, domain.BoolValue, domain.BigValue, *domain.MessageValue:
		n, integer := o.(domain.IntValue)
		big, bigint := o.(domain.BigValue)
		if (integer || bigint) && !l.InMessage {
			radix := int64(10)
			if len(args) > 0 && args[0] != domain.Value(domain.UndefinedValue{}) {
				var known bool
				if radix, known = domain.ConstInt(args[0]); !known || radix < 2 || radix > 36 {
					panic(domain.Refuse("toString of a number, with a base that is no known number from 2 to 36"))
				}
			}
			if bigint {
				return l.BigText(big, int(radix))
			}
			return l.NumberText(n, int(radix))
		}
		_, name, _ := strings.Cut(f.Name, ".")
		return l.MessageMethod(name, o, args)
	}
	panic(domain.Refuse("the method %s", f.Name))
}
