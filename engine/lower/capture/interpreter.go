package capture

import (
	"math"
	"unicode/utf16"

	"github.com/dop251/goja"

	"simten.dev/engine/lower/domain"
)

// precise are functions of the interpreter; nil: it is the published one, which has Go's own.
var precise, _ = any((*goja.Runtime)(nil)).(interface {
	Power(x, y float64) float64
	Log2(x float64) float64
})

// interpreter is what constants are computed with.
func interpreter() domain.Interpreter {
	in := domain.Interpreter{NumberOf: numberOf, Power: math.Pow, Log2: math.Log2}
	if precise != nil {
		in.Power, in.Log2 = precise.Power, precise.Log2
	}
	return in
}

func numberOf(text string) float64 {
	return goja.StringFromUTF16(utf16.Encode([]rune(text))).ToNumber().ToFloat()
}
