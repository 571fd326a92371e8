package domain

// Operator is an operator of the language with two operands.
type Operator uint8

const (
	Plus Operator = iota
	Minus
	Times
	Over
	Remainder
	Power
	BitAnd
	BitOr
	BitXor
	ShiftLeft
	ShiftRight
	ShiftRightUnsigned
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
	Equal
	NotEqual
	StrictEqual
	StrictNotEqual
	And
	Or
	Coalesce
)
