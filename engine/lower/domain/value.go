package domain

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"unicode/utf16"

	"github.com/dop251/goja"

	"simten.dev/engine/word"
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
		// Was is 1 + the operation that the number was before a path narrowed it down to one: where paths meet again, it is
		// that, and not a choice.
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
	Quotient struct{ dividend, divisor IntValue }
	// BigValue is a bigint in lo … hi. The operation holds it in two's complement when lo < 0, else
	// unsigned; it is as wide as BigWidth(lo, hi) says.
	BigValue struct {
		ID     word.ID
		Lo, Hi *big.Int
	}
	// ConstString is a text that is known.
	ConstString struct{ S string }
	// ChoiceValue is a when the bit cond is 1, else b: two values of different types.
	ChoiceValue struct {
		Cond word.ID
		A, B Value
		Size int        // alternatives in it; counted here since the two may share parts
		Sel  *Selection // nil, or the same as a table
	}
	// RefValue is an object or array that the lambda made, by its number in the heap.
	RefValue struct{ Object int }
	// ConstantValue is an object or array from outside the lambda, which nobody changes.
	ConstantValue struct{ C *Constant }
	// FuncValue is a function with a body.
	FuncValue struct{ F *Closure }
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
func (NullValue) isValue()      {}
func (BoolValue) isValue()      {}
func (IntValue) isValue()       {}
func (FloatValue) isValue()     {}
func (BigValue) isValue()       {}
func (ConstString) isValue()    {}
func (ChoiceValue) isValue()    {}
func (RefValue) isValue()       {}
func (ConstantValue) isValue()  {}
func (FuncValue) isValue()      {}
func (BuiltinValue) isValue()   {}
func (MemoryValue) isValue()    {}
func (CellsValue) isValue()     {}
func (BitsValue) isValue()      {}
func (TextValue) isValue()      {}
func (CharValue) isValue()      {}
func (RefusedValue) isValue()   {}

// MaxInt bounds integers that doubles hold exactly.
const MaxInt = 1<<53 - 1

// IntWidth is the number of bits in which an integer of this range is held.
func IntWidth(lo, hi int64) int {
	if lo >= math.MinInt32 && hi <= math.MaxInt32 || lo >= 0 && hi <= math.MaxUint32 {
		return 32
	}
	return 64
}

// BigWidth is the number of bits in which a bigint of this range is held.
func BigWidth(lo, hi *big.Int) int {
	if lo.Sign() >= 0 {
		return max(1, hi.BitLen())
	}
	n := new(big.Int).Not(lo).BitLen()
	if hi.Sign() > 0 {
		n = max(n, hi.BitLen())
	}
	return n + 1
}

// Extend holds v in a given width, at least that of its range.
func (l *Lowering) Extend(v IntValue, width int) word.ID {
	if v.Lo < 0 {
		return l.B.ResizeSigned(v.ID, width)
	}
	return l.B.Resize(v.ID, width)
}

// Before is the operation that a number was before it was narrowed down to one.
func (v IntValue) Before() word.ID {
	if v.Was != 0 {
		return v.Was - 1
	}
	return v.ID
}

// Number makes an integer value of width bits from an operation that holds it modulo 2^width; the
// width is changed to that of the range.
func (l *Lowering) Number(id word.ID, lo, hi int64) IntValue {
	v := IntValue{ID: id, Lo: lo, Hi: hi}
	if lo == hi {
		v.ID = l.B.Int(lo, IntWidth(lo, hi))
		return v
	}
	w := IntWidth(lo, hi)
	if have := l.B.Width(id); have != w {
		if have < w && lo < 0 {
			v.ID = l.B.SExt(id, w)
		} else {
			v.ID = l.B.Resize(id, w)
		}
	}
	// the graph may know more than the range
	if c, ok := l.B.ConstValue(v.ID); ok {
		n := int64(c.Lo)
		if lo < 0 && w == 32 {
			n = int64(int32(c.Lo))
		}
		if lo <= n && n <= hi {
			v.Lo, v.Hi = n, n
		}
		return v
	}
	if known := l.B.KnownBits(v.ID); lo >= 0 && known < 53 {
		v.Hi = min(v.Hi, 1<<uint(known)-1)
	}
	return v
}

// Parts are the ranges that an integer is in: one, or two with a gap between them.
func (v IntValue) parts() [][2]int64 {
	if v.Below < v.Above {
		return [][2]int64{{v.Lo, v.Below}, {v.Above, v.Hi}}
	}
	return [][2]int64{{v.Lo, v.Hi}}
}

// MayBeZero reports whether 0 is one of the numbers that an integer may be.
func (v IntValue) MayBeZero() bool {
	return v.Lo <= 0 && v.Hi >= 0 && (v.Below >= 0 || v.Above <= 0)
}

// gapOf is the largest gap in the numbers that are x or y.
func gapOf(x, y IntValue) (below, above int64) {
	parts := append(x.parts(), y.parts()...)
	slices.SortFunc(parts, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	end := parts[0][1]
	for _, p := range parts[1:] {
		if p[0]-end > max(1, above-below) {
			below, above = end, p[0]
		}
		end = max(end, p[1])
	}
	return below, above
}

// Tidy is an integer whose range does not end in its gap.
func (v IntValue) Tidy() IntValue {
	if v.Below < v.Above {
		if v.Lo > v.Below {
			v.Lo = max(v.Lo, v.Above)
		}
		if v.Hi < v.Above {
			v.Hi = min(v.Hi, v.Below)
		}
		if v.Lo > v.Below || v.Hi < v.Above || v.Lo > v.Hi {
			v.Below, v.Above = 0, 0
		}
	}
	return v
}

// Integer is a number that is known.
func (l *Lowering) Integer(n int64) IntValue { return l.Number(l.B.Int(n, IntWidth(n, n)), n, n) }

// ConstantNumber makes a number from a literal or run-time value.
func (l *Lowering) ConstantNumber(f float64) Value {
	if f == math.Trunc(f) && math.Abs(f) <= MaxInt && !(f == 0 && math.Signbit(f)) {
		return l.Integer(int64(f))
	}
	return FloatValue{ID: l.B.Float(f), Lo: f, Hi: f, NaN: f != f}
}

// Bigint is a bigint that is known.
func (l *Lowering) Bigint(n *big.Int) BigValue {
	w := BigWidth(n, n)
	return BigValue{ID: l.B.Const(fromBig(n, w), w), Lo: n, Hi: n}
}

// BigOf makes a bigint of the given range from an operation that holds it modulo 2^width.
func (l *Lowering) BigOf(id word.ID, lo, hi *big.Int) BigValue {
	if lo.Cmp(hi) == 0 {
		return l.Bigint(lo)
	}
	w := BigWidth(lo, hi)
	if lo.Sign() < 0 {
		id = l.B.ResizeSigned(id, w)
	} else {
		id = l.B.Resize(id, w)
	}
	if c, ok := l.B.ConstValue(id); ok { // the graph knows more than the range: a counter of a loop
		n := c.Big()
		if lo.Sign() < 0 && n.BitLen() == w {
			n.Sub(n, new(big.Int).Lsh(BigOne, uint(w)))
		}
		if lo.Cmp(n) <= 0 && n.Cmp(hi) <= 0 {
			return l.Bigint(n)
		}
	}
	return BigValue{ID: id, Lo: lo, Hi: hi}
}

// ExtendBig holds v in a given width, at least its own.
func (l *Lowering) ExtendBig(v BigValue, width int) word.ID {
	if v.Lo.Sign() < 0 {
		return l.B.ResizeSigned(v.ID, width)
	}
	return l.B.Resize(v.ID, width)
}

// Truth is a truth value that is known.
func (l *Lowering) Truth(b bool) BoolValue {
	if b {
		return BoolValue{l.B.Uint(1, 1)}
	}
	return BoolValue{l.B.Uint(0, 1)}
}

// ConstBool returns the value of a one-bit operation when it is constant.
func (l *Lowering) ConstBool(id word.ID) (value, known bool) {
	c, ok := l.B.ConstValue(id)
	return ok && c.Lo != 0, ok
}

// ConstInt returns the value of an integer when it is a single number.
func ConstInt(v Value) (int64, bool) {
	i, ok := v.(IntValue)
	return i.Lo, ok && i.Lo == i.Hi
}

// Float gives the double of a number.
func (l *Lowering) Float(v Value) FloatValue {
	switch x := v.(type) {
	case FloatValue:
		return x
	case IntValue:
		return FloatValue{
			ID: l.B.FromInt(x.ID, x.Lo < 0), Lo: float64(x.Lo), Hi: float64(x.Hi), ZeroSign: x.NegZero,
		}
	}
	panic(Refuse("a value is used as a number that is none"))
}

// Truthy is the truth value of v as one bit.
func (l *Lowering) Truthy(v Value) word.ID {
	switch x := v.(type) {
	case UndefinedValue, NullValue:
		return l.B.Uint(0, 1)
	case BoolValue:
		return x.ID
	case IntValue:
		if !x.MayBeZero() {
			return l.B.Uint(1, 1)
		}
		if zero, ok := l.signedIs(x, 0); ok {
			return l.B.Not(zero)
		}
		if some, ok := l.hasSome(x); ok {
			return some
		}
		return l.B.NonZero(x.ID)
	case FloatValue:
		notZero := l.B.Compare(word.FNe, x.ID, l.B.Float(0))
		if !x.NaN {
			return notZero
		}
		return l.B.And(notZero, l.B.Compare(word.FEq, x.ID, x.ID))
	case BigValue:
		return l.B.NonZero(x.ID)
	case ConstString:
		return l.Truth(x.S != "").ID
	case ChoiceValue:
		if x.Sel != nil {
			return l.SelectedBit(x.Sel, l.Truthy)
		}
		return l.B.Mux(x.Cond, l.Truthy(x.A), l.Truthy(x.B))
	case TextValue:
		panic(ReadsText(x))
	case log2Value:
		panic(Refuse(refusedLog2))
	case *StringValue:
		some := l.B.Uint(0, 1)
		for _, bit := range l.PresenceMask(x.List) {
			some = l.B.Or(some, bit)
		}
		return some
	case RefusedValue:
		panic(Refused{Reason: x.Reason})
	}
	return l.B.Uint(1, 1) // objects and functions
}

// kindOf is what values can be joined by.
func kindOf(v Value) string {
	if v == Value(NullValue{}) {
		return "null" // its type is that of objects
	}
	return TypeOf(v)
}

// ofKind is one bit, that a value is of a kind, and what it then is; nil when it never is.
func (l *Lowering) ofKind(v Value, kind string) (is word.ID, _ Value) {
	c, ok := v.(ChoiceValue)
	if !ok {
		if kindOf(v) != kind {
			return l.B.Uint(0, 1), nil
		}
		return l.B.Uint(1, 1), v
	}
	isA, a := l.ofKind(c.A, kind)
	isB, b := l.ofKind(c.B, kind)
	is = l.B.Mux(c.Cond, isA, isB)
	switch {
	case a == nil:
		return is, b
	case b == nil:
		return is, a
	}
	return is, l.Choose(c.Cond, a, b)
}

func choices(v Value) int {
	if c, ok := v.(ChoiceValue); ok {
		return c.Size
	}
	return 1
}

// isSpecial reports a constant NaN or infinity. A choice between one and an integer stays a
// choice, since most users (bit operators, ports) turn the special one into 0.
func (l *Lowering) isSpecial(v FloatValue) bool {
	c, ok := l.B.ConstValue(v.ID)
	f := word.Float(c)
	return ok && (math.IsNaN(f) || math.IsInf(f, 0))
}

func (l *Lowering) chooseFloat(cond word.ID, x, y FloatValue) Value {
	return FloatValue{
		ID: l.B.FMux(cond, x.ID, y.ID), Lo: math.Min(x.Lo, y.Lo), Hi: math.Max(x.Hi, y.Hi),
		NaN: x.NaN || y.NaN, ZeroSign: x.ZeroSign || y.ZeroSign,
	}
}

// SameValue reports that two values are certainly the same.
func SameValue(a, b Value) bool {
	switch x := a.(type) {
	case UndefinedValue, NullValue, ConstString, CharValue, RefValue, MemoryValue, CellsValue, SetValue, TextValue, BoolValue:
		return a == b
	case IntValue:
		y, ok := b.(IntValue)
		return ok && x == y
	case FloatValue:
		y, ok := b.(FloatValue)
		return ok && x.ID == y.ID && x.ZeroSign == y.ZeroSign
	case BigValue:
		y, ok := b.(BigValue)
		return ok && x.ID == y.ID && x.Lo.Cmp(y.Lo) == 0 && x.Hi.Cmp(y.Hi) == 0
	case ConstantValue:
		y, ok := b.(ConstantValue)
		return ok && x.C == y.C
	case CollectionValue:
		y, ok := b.(CollectionValue)
		return ok && x.C == y.C
	case FuncValue:
		y, ok := b.(FuncValue)
		return ok && x.F == y.F
	case *ClassValue, *StringValue, *MessageValue:
		return a == b
	case log2Value:
		y, ok := b.(log2Value)
		return ok && x.of == y.of
	case BuiltinValue:
		y, ok := b.(BuiltinValue)
		return ok && x.Name == y.Name && x.This == nil && y.This == nil
	case RefusedValue:
		_, ok := b.(RefusedValue)
		return ok
	case ChoiceValue:
		y, ok := b.(ChoiceValue)
		return ok && x.Cond == y.Cond && SameValue(x.A, y.A) && SameValue(x.B, y.B)
	}
	return false
}

// Except is v, known to be none of the alternatives that not names. When it can be nothing else, it stays as it is.
func (l *Lowering) Except(v Value, not func(Value) bool) Value {
	c, ok := v.(ChoiceValue)
	if !ok {
		return v
	}
	if c.Sel != nil {
		return l.without(c.Sel, not)
	}
	a, b := l.Except(c.A, not), l.Except(c.B, not)
	switch {
	case not(a):
		return b
	case not(b):
		return a
	}
	return l.Choose(c.Cond, a, b)
}

// Each applies f to every alternative of v.
func (l *Lowering) Each(v Value, f func(Value) Value) Value {
	if c, ok := v.(ChoiceValue); ok {
		if c.Sel != nil {
			return l.Through(c.Sel, func(v Value) Value { return l.Each(v, f) })
		}
		return l.Choose(c.Cond, l.Each(c.A, f), l.Each(c.B, f))
	}
	if r, ok := v.(RefusedValue); ok {
		panic(Refused{Reason: r.Reason})
	}
	l.Spend(1)
	return f(v)
}

// Each2 applies f to every pair of alternatives of a and b.
func (l *Lowering) Each2(a, b Value, f func(a, b Value) Value) Value {
	return l.Each(a, func(x Value) Value {
		return l.Each(b, func(y Value) Value { return f(x, y) })
	})
}

// StringToNumber is ToNumber of a text, as the interpreter has it.
func (l *Lowering) StringToNumber(text string) Value {
	return l.ConstantNumber(goja.StringFromUTF16(utf16.Encode([]rune(text))).ToNumber().ToFloat())
}

// Use refuses values that must not be touched.
func (l *Lowering) Use(v Value) Value {
	if r, ok := v.(RefusedValue); ok {
		panic(Refused{Reason: r.Reason})
	}
	return v
}

// MaxAlternatives bounds arrays built in the lambda that are indexed by a value.
const MaxAlternatives = 1024
