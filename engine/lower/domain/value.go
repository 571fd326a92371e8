package domain

import (
	"math/big"

	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// A value is what an expression of the language can be, abstractly: its type is known, of numbers
// also a range, and the concrete value is an operation of the graph.
type Value interface{ isValue() }

type (
	// UndefinedValue is undefined.
	UndefinedValue struct{}
	// NullValue is null.
	NullValue struct{}
	// BoolValue is a truth value, one bit.
	BoolValue struct{ ID word.ID }
	// IntValue is a number that is an integer in lo … hi, within ±(2^53 - 1). The operation holds it
	// modulo 2^width in 32 or 64 bits, wide enough to be read without loss: as two's complement when
	// lo < 0, else unsigned.
	IntValue struct {
		ID     word.ID
		Lo, Hi int64
		// NegZero: where the integer is 0, the number may be -0. Only a division tells.
		NegZero bool
		// none of the numbers between these two is possible; 0 and 0 when nothing is known. So an index that is 7 where
		// nothing was found is known to be in the list where it is not 7.
		Below, Above int64
		// Was is 1 + the operation that the number was before a path narrowed it down to one: where paths meet again,
		// it is that, and not a choice.
		Was word.ID
	}
	// FloatValue is any number, as a double. It lies in lo … hi unless nan allows NaN.
	FloatValue struct {
		ID     word.ID
		Lo, Hi float64
		NaN    bool
		// ZeroSign: where the double is a zero, its sign may be wrong.
		ZeroSign bool
		// Quotient remembers that this is dividend / divisor of two integers, so that a following
		// truncation can divide integers instead.
		Quotient *Quotient
	}
	// Quotient is two integers that are divided.
	Quotient struct{ Dividend, Divisor IntValue }
	// BigValue is a bigint in lo … hi. The operation holds it in two's complement when lo < 0, else
	// unsigned; it is as wide as BigWidth(lo, hi) says.
	BigValue struct {
		ID     word.ID
		Lo, Hi *big.Int
	}
	// ConstString is a text that is known.
	ConstString struct{ S string }
	// RefValue is an object or array that the lambda made, by its number in the heap.
	RefValue struct{ Object int }
	// BuiltinValue is a function or namespace of the language: "Math", "Math.imul", "BigInt", …
	BuiltinValue struct {
		Name string
		This Value
	}
	// MemoryValue is a memory state field; log is the heap number of its writes. Or it is a Map that is a copy of one.
	MemoryValue struct {
		Field, Log int
		Copy       bool
	}
	// CellsValue is what entries, keys or values of a memory give: it lists what is there when it is gone through.
	CellsValue struct {
		Of   MemoryValue
		Kind string
		ID   int // another one for each call
	}
	// BitsValue is a part of a memory that a loop changes; no program has one.
	BitsValue struct {
		ID    word.ID
		Width int
	}
	// TextValue is a text state field with characters appended.
	TextValue struct{ Log *TextLog }
	// CharValue is a text of one UTF-16 code unit, 16 bits.
	CharValue struct{ Unit word.ID }
	// RefusedValue is something outside the lowered language; touching it makes the lambda opaque.
	RefusedValue struct {
		Reason string
		Early  bool // a variable before the line that declares it
	}
)

func (UndefinedValue) isValue() {}

func (NullValue) isValue() {}

func (BoolValue) isValue() {}

func (IntValue) isValue() {}

func (FloatValue) isValue() {}

func (BigValue) isValue() {}

func (ConstString) isValue() {}

func (RefValue) isValue() {}

func (BuiltinValue) isValue() {}

func (MemoryValue) isValue() {}

func (CellsValue) isValue() {}

func (BitsValue) isValue() {}

func (TextValue) isValue() {}

func (CharValue) isValue() {}

func (RefusedValue) isValue() {}

// TextLog is what was appended to a text, in order.
type TextLog struct {
	Field   int
	Appends []AppendUnit
	Limit   int // code units kept; 0 = not limited
}

type AppendUnit struct{ Enable, Unit word.ID }

// Log2Value is Math.log2 of a whole number below 2^32, of which only what Math.floor and the like make of it is
// compiled. None of these logarithms is so near to a whole number that it is rounded to one.
type Log2Value struct {
	Of    IntValue
	Whole Value // the largest whole number that is no larger; means nothing where of is 0
	Floor Value // that, or -Infinity
}

func (Log2Value) isValue() {}

const RefusedLog2 = "Math.log2 of a value that is not known, other than as Math.floor(Math.log2(x)) of a whole number below 2^32"

// MessageValue is a text that depends on values. It can be a part of the message of an error, and nothing else.
type MessageValue struct{ Parts message.Text }

func (*MessageValue) isValue() {}

// SetValue is a Map or Set that the lambda makes. Its keys, and the values of a Map, are arrays in the order in which
// they came; what may not be there has a bit that says so (heap/presence.go). Both arrays have the same bits.
type SetValue struct {
	Keys, Values int // objects; a Set has no values, NoValues
}

func (SetValue) isValue() {}

// NoValues stands for the values of a Set.
const NoValues = -1

// ChoiceValue is a when the bit cond is 1, else b: two values of different types.
type ChoiceValue struct {
	Cond word.ID
	A, B Value
	Size int        // alternatives in it; counted here since the two may share parts
	Sel  *Selection // nil, or the same as a table
}

func (ChoiceValue) isValue() {}

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
