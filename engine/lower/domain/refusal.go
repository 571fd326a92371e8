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
