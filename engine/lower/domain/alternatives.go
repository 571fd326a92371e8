package domain

import (
	"simten.dev/engine/word"
)

// ChoiceValue is a when the bit cond is 1, else b: two values of different types.
type ChoiceValue struct {
	Cond word.ID
	A, B Value
	Size int        // alternatives in it; counted here since the two may share parts
	Sel  *Selection // nil, or the same as a table
}

func (ChoiceValue) isValue() {}

func Choices(v Value) int {
	if c, ok := v.(ChoiceValue); ok {
		return c.Size
	}
	return 1
}

// A selection is a choice that one number decides: an item of a list of texts, rows or functions, read at an index. An
// operation on it is done on each different item, and the results are selected by the same number, through a table. So
// a row of a table of instructions, its first column and whether that is a certain text are one table each, not a
// choice for each row.

// Selection says which of some values a choice is. A ChoiceValue with a selection is the same choice once more, as
// conditions.
type Selection struct {
	Index   word.ID // an unsigned number
	Of      []int   // by its value, up to the last that matters: the entry; all others have entry 0
	Class   word.ID // the number of the entry
	Entries []Value

	Numbered bool // the entries are records that the lambda has made (choice/reference.go)
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
