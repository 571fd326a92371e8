package domain

import (
	"simten.dev/engine/word"
)

func Choices(v Value) int {
	if c, ok := v.(ChoiceValue); ok {
		return c.Size
	}
	return 1
}

// Mapped is a list with f done to each value.
func Mapped(list []Value, f func(Value) Value) []Value {
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// maxChoices bounds the alternatives of one value: every use of it is repeated for each.
const maxChoices = 1024

// TooManyChoices begins the reason why a lambda is refused with more of them.
const TooManyChoices = "a value may be more than"

// Alternative is a when cond is 1, else b, kept apart.
func Alternative(cond word.ID, a, b Value) ChoiceValue {
	size := Choices(a) + Choices(b)
	if size > maxChoices {
		panic(Refuse(TooManyChoices+" %d different things; a number that tells which it is would be one", maxChoices))
	}
	return ChoiceValue{Cond: cond, A: a, B: b, Size: size}
}

// AlternativesOf lists what a value can be.
func (l *Lowering) AlternativesOf(v Value, f func(Value)) {
	if c, ok := v.(ChoiceValue); ok {
		l.AlternativesOf(c.A, f)
		l.AlternativesOf(c.B, f)
		return
	}
	l.Spend(1)
	f(v)
}

// Use refuses values that must not be touched.
func (l *Lowering) Use(v Value) Value {
	if r, ok := v.(RefusedValue); ok {
		panic(Refused{Reason: r.Reason})
	}
	return v
}
