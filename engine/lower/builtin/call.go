package builtin

import (
	"math"
	"slices"
	"strings"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/scalar"
	"simten.dev/engine/word"
)

// apply calls a function with arguments.
func (l *Lowering) apply(callee domain.Value, args []domain.Value, s *domain.State) domain.Value {
	switch f := callee.(type) {
	case domain.FuncValue:
		return l.Invoke(f.F, args, s)
	case domain.BuiltinValue:
		return l.Builtin(f, args, s)
	case domain.ChoiceValue:
		return l.Alternatives(f.Cond, s,
			func(s *domain.State) domain.Value { return l.Apply(f.A, args, s) },
			func(s *domain.State) domain.Value { return l.Apply(f.B, args, s) })
	case domain.RefusedValue:
		panic(domain.Refused{Reason: f.Reason})
	case *domain.ClassValue:
		panic(domain.Refused{Reason: f.Reason})
	}
	panic(domain.Refuse("a call of something that is no function (that throws)"))
}

// Builtin calls a function of the language.
func (l *Lowering) Builtin(f domain.BuiltinValue, args []domain.Value, s *domain.State) domain.Value {
	if slices.ContainsFunc(args, scalar.IsLog2) {
		return l.WholeLog2(f.Name, args)
	}
	arg := func(i int) domain.Value {
		if i < len(args) {
			return args[i]
		}
		return domain.UndefinedValue{}
	}
	if f.This != nil {
		return l.method(f, args, s)
	}
	number1 := func(g func(domain.Value) domain.Value) domain.Value {
		return l.Each(arg(0), func(v domain.Value) domain.Value {
			n := l.ToNumber(v)
			if _, ok := n.(domain.BigValue); ok {
				panic(domain.Refuse("a bigint is given to %s (that throws)", f.Name))
			}
			return g(n)
		})
	}
	class, made, _ := strings.Cut(f.Name, ".")
	if e, typed := domain.TypedArrays[class]; typed && (made == "from" || made == "of") {
		list := l.Builtin(domain.BuiltinValue{Name: "Array." + made, This: nil}, args, s)
		return l.NewTyped(e, []domain.Value{list}, s)
	}
	switch f.Name {
	case "structuredClone":
		return l.structuredClone(arg(0), s)
	case "Math.imul":
		return l.Each2(arg(0), arg(1), func(a, b domain.Value) domain.Value {
			x, y := l.ToInt32(a), l.ToInt32(b)
			return l.Number(l.B.Binary(word.Mul, x.ID, y.ID), math.MinInt32, math.MaxInt32)
		})
	case "Math.clz32":
		return number1(func(v domain.Value) domain.Value {
			return l.Number(l.B.Emit(word.Op{Kind: word.Clz, Width: 32, A: l.ToUint32(v).ID, B: word.None, C: word.None}), 0, 32)
		})
	case "Math.floor", "Math.ceil", "Math.trunc", "Math.round":
		return number1(func(v domain.Value) domain.Value { return l.Whole(f.Name, v) })
	case "Math.abs":
		return number1(l.Abs)
	case "Math.sign":
		return number1(l.Sign)
	case "Math.min", "Math.max":
		return l.Extreme(f.Name == "Math.max", args)
	case "Math.sqrt":
		return number1(func(v domain.Value) domain.Value {
			x := l.Float(v)
			r := domain.FloatValue{ID: l.B.Float1(word.FSqrt, x.ID), Lo: 0, Hi: math.Inf(1), NaN: x.NaN || !(x.Lo >= 0), ZeroSign: x.ZeroSign}
			if !r.NaN {
				r.Lo, r.Hi = math.Sqrt(x.Lo), math.Sqrt(x.Hi)
			}
			return r
		})
	case "Math.fround":
		return number1(l.Fround)
	case "Math.pow":
		return l.Binary(domain.Power, arg(0), arg(1))
	case "Math.log2":
		return number1(l.Log2)
	case "BigInt":
		return l.Each(arg(0), func(v domain.Value) domain.Value { return l.ToBig(v) })
	case "BigInt.asUintN", "BigInt.asIntN":
		n, ok := domain.ToInteger(arg(0))
		if !ok {
			panic(domain.Refuse("%s with a width that is not known", f.Name))
		}
		return l.Each(arg(1), func(v domain.Value) domain.Value {
			b, ok := v.(domain.BigValue)
			if !ok {
				b = l.ToBig(v)
				if domain.TypeOf(v) == "number" {
					panic(domain.Refuse("%s of a number (that throws)", f.Name))
				}
			}
			return l.BigTruncate(f.Name == "BigInt.asIntN", n, b)
		})
	case "Number":
		if len(args) == 0 {
			return l.Integer(0)
		}
		return l.Each(arg(0), func(v domain.Value) domain.Value {
			if b, ok := v.(domain.BigValue); ok {
				return l.BigToNumber(b)
			}
			if c, ok := v.(domain.CharValue); ok {
				return l.CharToNumber(c)
			}
			if x, ok := v.(*domain.StringValue); ok {
				return l.parseDigits(x, 10, l.Integer(0))
			}
			return l.ToNumber(v)
		})
	case "String":
		if len(args) == 0 {
			return domain.ConstString{S: ""}
		}
		return l.AsText(arg(0))
	case "Boolean":
		return domain.BoolValue{ID: l.Truthy(arg(0))}
	case "Number.isInteger", "Number.isSafeInteger":
		return l.Each(arg(0), func(v domain.Value) domain.Value {
			switch x := v.(type) {
			case domain.IntValue:
				return l.Truth(true)
			case domain.FloatValue:
				largest := math.MaxFloat64
				if f.Name == "Number.isSafeInteger" {
					largest = domain.MaxInt
				}
				whole := l.B.Compare(word.FEq, l.B.Float1(word.FTrunc, x.ID), x.ID) // NaN is not
				return domain.BoolValue{ID: l.B.And(whole, l.B.Compare(word.FLe, l.B.Float1(word.FAbs, x.ID), l.B.Float(largest)))}
			}
			return l.Truth(false)
		})
	case "Number.isNaN", "Number.isFinite":
		return l.Each(arg(0), func(v domain.Value) domain.Value {
			x, ok := v.(domain.FloatValue)
			if !ok {
				_, isInt := v.(domain.IntValue)
				return l.Truth(isInt && f.Name == "Number.isFinite")
			}
			if f.Name == "Number.isNaN" {
				return domain.BoolValue{ID: l.B.Compare(word.FNe, x.ID, x.ID)}
			}
			return domain.BoolValue{ID: l.B.Compare(word.FLt, l.B.Float1(word.FAbs, x.ID), l.B.Float(math.Inf(1)))}
		})
	case "String.fromCharCode":
		if len(args) != 1 {
			panic(domain.Refuse("String.fromCharCode of other than one number"))
		}
		return l.Each(arg(0), func(v domain.Value) domain.Value { return domain.CharValue{Unit: l.B.Slice(l.ToInt32(v).ID, 0, 16)} })
	case "Array.isArray":
		return l.Each(arg(0), func(v domain.Value) domain.Value {
			switch x := v.(type) {
			case domain.RefValue:
				return l.Truth(l.isArray(x, s))
			case domain.ConstantValue:
				return l.Truth(l.isArray(x, s))
			}
			return l.Truth(false)
		})
	case "parseInt", "Number.parseInt":
		radix, known := int64(10), true
		if arg(1) != domain.Value(domain.UndefinedValue{}) {
			radix, known = domain.ConstInt(arg(1))
		}
		if !known || radix < 2 || radix > 36 {
			panic(domain.Refuse("parseInt with a base that is none from 2 to 36, or depends on values"))
		}
		return l.Each(arg(0), func(v domain.Value) domain.Value { return l.parseInt(v, int(radix)) })
	case "isNaN", "isFinite":
		return l.Builtin(domain.BuiltinValue{Name: "Number." + f.Name, This: nil}, []domain.Value{l.Each(arg(0), func(v domain.Value) domain.Value {
			n := l.ToNumber(v)
			if _, ok := n.(domain.BigValue); ok {
				panic(domain.Refuse("a bigint is given to %s (that throws)", f.Name))
			}
			return n
		})}, s)
	case "Object.freeze":
		return l.freeze(arg(0))
	case "Object.fromEntries":
		return l.fromEntries(arg(0), s)
	case "Object.is":
		return l.Each2(arg(0), arg(1), l.SameNumberOr)
	case "Math.hypot":
		return l.Hypot(args)
	case "Object.hasOwn":
		return l.HasProperty(arg(0), arg(1), true, s)
	case "Object.keys", "Object.values", "Object.entries", "Object.assign":
		return l.ObjectMethod(f.Name, args, s)
	case "Array.of":
		return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: slices.Clone(args)})}
	case "Array":
		return l.newArray(args, s)
	case "Array.from":
		return l.arrayFrom(args, s)
	}
	if transcendental[f.Name] != nil {
		return number1(func(v domain.Value) domain.Value { return l.transcendentalOf(f.Name, v) })
	}
	panic(domain.Refuse("it calls %s", f.Name))
}
