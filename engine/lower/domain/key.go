package domain

import (
	"math"
	"strconv"
)

// ConstantKey is ToString of a value that is known.
func ConstantKey(v Value) (string, bool) {
	switch x := v.(type) {
	case ConstString:
		return x.S, true
	case IntValue:
		if x.Lo == x.Hi && !x.NegZero {
			return strconv.FormatInt(x.Lo, 10), true
		}
	case UndefinedValue:
		return "undefined", true
	case NullValue:
		return "null", true
	case BigValue:
		if x.Lo.Cmp(x.Hi) == 0 {
			return x.Lo.String(), true
		}
	}
	return "", false
}

// ToInteger is ToIntegerOrInfinity of a constant argument.
func ToInteger(v Value) (int64, bool) {
	switch x := v.(type) {
	case IntValue:
		return x.Lo, x.Lo == x.Hi
	case UndefinedValue:
		return 0, true
	case FloatValue:
		if x.Lo == x.Hi && !x.NaN && math.Abs(x.Lo) < 1<<53 {
			return int64(math.Trunc(x.Lo)), true
		}
	}
	return 0, false
}

// NoName stands for all texts that are none of some names.
var NoName Value = ConstString{"\x00 none of them"}
