package capture

import (
	"math"
	"strings"

	"simten.dev/engine/lower/domain"
)

// BuiltinProperty reads Math.floor, Number.MAX_SAFE_INTEGER and the like.
func (l *Lowering) BuiltinProperty(o domain.BuiltinValue, name string) domain.Value {
	full := o.Name + "." + name
	switch full {
	case "Math.PI":
		return l.ConstantNumber(math.Pi)
	case "Math.E":
		return l.ConstantNumber(math.E)
	case "Math.LN2":
		return l.ConstantNumber(math.Ln2)
	case "Math.SQRT2":
		return l.ConstantNumber(math.Sqrt2)
	case "Number.MAX_SAFE_INTEGER":
		return l.Integer(domain.MaxInt)
	case "Number.MIN_SAFE_INTEGER":
		return l.Integer(-domain.MaxInt)
	case "Number.POSITIVE_INFINITY":
		return l.ConstantNumber(math.Inf(1))
	case "Number.NEGATIVE_INFINITY":
		return l.ConstantNumber(math.Inf(-1))
	case "Number.NaN":
		return l.ConstantNumber(math.NaN())
	case "Number.EPSILON":
		return l.ConstantNumber(0x1p-52)
	}
	if o.This != nil {
		panic(domain.Refuse("a property of a function"))
	}
	if strings.HasPrefix(o.Name, "Math.") && (name == "call" || name == "apply") {
		return domain.BuiltinValue{Name: "Function." + name, This: o}
	}
	return domain.BuiltinValue{Name: full, This: nil}
}
