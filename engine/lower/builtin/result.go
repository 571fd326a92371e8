package builtin

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// The results of a lambda, as they are stored: the outputs of eval and the next state of onTick.

// Result converts a returned value to width bits.
func (l *Lowering) Result(v domain.Value, width int) Result {
	r := Result{Given: l.B.Not(l.Undefined(v))}
	if given, known := l.ConstBool(r.Given); known && !given {
		r.Value, r.Misfit = l.B.Uint(0, width), l.B.Uint(0, 1)
		return r
	}
	v = l.NotUndefined(v)
	r.Value, _ = l.Store(v, width)
	r.Misfit = l.B.And(r.Given, l.Overflow(v, width))
	return r
}

// Result is one output: Value when Given is 1, else what it was before. Given is a constant 1 when
// the lambda always gives the output.
//
// Overflow is one bit: what was given did not fit and has been cut off; a constant 0 when all values fit.
type Result struct {
	Value, Given, Misfit word.ID
}
