package domain

// KindOf is what values can be joined by.
func KindOf(v Value) string {
	if v == Value(NullValue{}) {
		return "null" // its type is that of objects
	}
	return TypeOf(v)
}

// SameValue reports that two values are certainly the same.
func SameValue(a, b Value) bool {
	switch x := a.(type) {
	case UndefinedValue, NullValue, ConstString, CharValue, RefValue, MemoryValue, CellsValue, SetValue, TextValue, BoolValue:
		return a == b
	case IntValue:
		y, ok := b.(IntValue)
		return ok && x == y
	case FloatValue:
		y, ok := b.(FloatValue)
		return ok && x.ID == y.ID && x.ZeroSign == y.ZeroSign
	case BigValue:
		y, ok := b.(BigValue)
		return ok && x.ID == y.ID && x.Lo.Cmp(y.Lo) == 0 && x.Hi.Cmp(y.Hi) == 0
	case ConstantValue:
		y, ok := b.(ConstantValue)
		return ok && x.C == y.C
	case CollectionValue:
		y, ok := b.(CollectionValue)
		return ok && x.C == y.C
	case FuncValue:
		y, ok := b.(FuncValue)
		return ok && x.F == y.F
	case *ClassValue, *StringValue, *MessageValue:
		return a == b
	case Log2Value:
		y, ok := b.(Log2Value)
		return ok && x.Of == y.Of
	case BuiltinValue:
		y, ok := b.(BuiltinValue)
		return ok && x.Name == y.Name && x.This == nil && y.This == nil
	case RefusedValue:
		_, ok := b.(RefusedValue)
		return ok
	case ChoiceValue:
		y, ok := b.(ChoiceValue)
		return ok && x.Cond == y.Cond && SameValue(x.A, y.A) && SameValue(x.B, y.B)
	}
	return false
}

// TypeOf is what typeof gives.
func TypeOf(v Value) string {
	switch x := v.(type) {
	case UndefinedValue:
		return "undefined"
	case BoolValue:
		return "boolean"
	case IntValue, FloatValue, Log2Value:
		return "number"
	case BigValue:
		return "bigint"
	case ConstString, TextValue, CharValue, *MessageValue, *StringValue:
		return "string"
	case FuncValue, *ClassValue:
		return "function"
	case BuiltinValue:
		if x.Name == "Math" || x.Name == "JSON" {
			return "object"
		}
		return "function"
	case RefusedValue:
		panic(Refused{Reason: x.Reason})
	}
	return "object"
}

// IsStatic tells values that no operation computes, of which two are known to be the same or not.
func IsStatic(v Value) bool {
	switch x := v.(type) {
	case UndefinedValue, NullValue, ConstString, ConstantValue, RefValue, FuncValue, RefusedValue:
		return true
	case IntValue:
		return x.Lo == x.Hi && !x.NegZero
	}
	return false
}

// GroupKey is the same for values that are the same.
func GroupKey(v Value) any {
	switch x := v.(type) {
	case ConstString, RefValue:
		return x
	case ConstantValue:
		return x.C
	case IntValue:
		return x.Lo
	}
	return nil
}

func IsAll(values []Value, is func(Value) bool) bool {
	for _, v := range values {
		if !is(v) {
			return false
		}
	}
	return true
}
