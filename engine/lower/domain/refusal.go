package domain

import (
	"fmt"
)

const MaxSteps = 400_000 // expressions and statements run abstractly

const maxOps = 200_000 // operations made

// Refused travels as a panic inside this package.
type Refused struct {
	Reason string
	Field  int
	Texts  []string
}

// Refuse is the reason why a lambda is not lowered, for panic: one function of package lower catches it.
func Refuse(format string, args ...any) Refused {
	if len(args) == 0 {
		return Refused{Reason: format}
	}
	return Refused{Reason: fmt.Sprintf(format, args...)}
}

// ReasonTooLong begins the reason of a lambda that takes too many steps.
const ReasonTooLong = "the lambda is too long"

// Spend counts work and refuses when there is too much of it.
func (l *Lowering) Spend(n int) {
	l.Steps += n
	if l.Doubts != nil && (l.Steps > *l.Doubts.Left || len(l.B.Ops) > maxDoubtedOps) {
		panic(Refuse(ReasonTooLong))
	}
	if l.Loops.Brief && l.Loops.Seen && (l.Steps > briefSteps || len(l.B.Ops) > BriefTotal) {
		l.Loops.Cut = true
		panic(Refuse(OpenLoop + BoundHelps))
	}
	if l.Steps > l.Max || len(l.B.Ops) > maxOps {
		if l.numberOrNot > 0 {
			panic(Refuse(ReasonTooLong+": a value in it may be a number or none (NaN, undefined) in so many ways that what is done with it is repeated %d times; give it a number first, as in x ?? 0", l.numberOrNot))
		}
		panic(Refuse(ReasonTooLong+": its loops and calls take more than %d steps; do a part of it in each cycle", MaxSteps))
	}
}
