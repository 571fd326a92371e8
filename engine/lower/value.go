package lower

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"simten.dev/engine/word"
)

// A value is what an expression of the language can be, abstractly: its type is known, of numbers
// also a range, and the concrete value is an operation of the graph.
type value interface{ isValue() }

type (
	undefinedValue struct{}
	nullValue      struct{}
	// boolValue is a truth value, one bit.
	boolValue struct{ id word.ID }
	// intValue is a number that is an integer in lo … hi, within ±(2^53 - 1). The operation holds it
	// modulo 2^width in 32 or 64 bits, wide enough to be read without loss: as two's complement when
	// lo < 0, else unsigned.
	intValue struct {
		id     word.ID
		lo, hi int64
		// negZero: where the integer is 0, the number may be -0. Only a division tells.
		negZero bool
		// none of the numbers between these two is possible; 0 and 0 when nothing is known. So an index that is 7 where
		// nothing was found is known to be in the list where it is not 7.
		below, above int64
		// was is 1 + the operation that the number was before a path narrowed it down to one: where paths meet again, it is
		// that, and not a choice.
		was word.ID
	}
	// floatValue is any number, as a double. It lies in lo … hi unless nan allows NaN.
	floatValue struct {
		id     word.ID
		lo, hi float64
		nan    bool
		// zeroSign: where the double is a zero, its sign may be wrong.
		zeroSign bool
		// quotient remembers that this is dividend / divisor of two integers, so that a following
		// truncation can divide integers instead.
		quotient *quotient
	}
	quotient struct{ dividend, divisor intValue }
	// bigValue is a bigint in lo … hi. The operation holds it in two's complement when lo < 0, else
	// unsigned; it is as wide as bigWidth(lo, hi) says.
	bigValue struct {
		id     word.ID
		lo, hi *big.Int
	}
	constString struct{ s string }
	// choiceValue is a when the bit cond is 1, else b: two values of different types.
	choiceValue struct {
		cond word.ID
		a, b value
		size int        // alternatives in it; counted here since the two may share parts
		sel  *selection // nil, or the same as a table
	}
	// refValue is an object or array that the lambda made, by its number in the heap.
	refValue struct{ object int }
	// constantValue is an object or array from outside the lambda, which nobody changes.
	constantValue struct{ c *constant }
	// funcValue is a function with a body.
	funcValue struct{ f *closure }
	// builtinValue is a function or namespace of the language: "Math", "Math.imul", "BigInt", …
	builtinValue struct {
		name string
		this value
	}
	// memoryValue is a memory state field; log is the heap number of its writes. Or it is a Map that is a copy of one.
	memoryValue struct {
		field, log int
		copy       bool
	}
	// cellsValue is what entries, keys or values of a memory give: it lists what is there when it is gone through.
	cellsValue struct {
		of   memoryValue
		kind string
		id   int // another one for each call
	}
	// bitsValue is a part of a memory that a loop changes; no program has one.
	bitsValue struct {
		id    word.ID
		width int
	}
	// textValue is a text state field with characters appended.
	textValue struct{ log *textLog }
	// charValue is a text of one UTF-16 code unit, 16 bits.
	charValue struct{ unit word.ID }
	// refusedValue is something outside the lowered language; touching it makes the lambda opaque.
	refusedValue struct {
		reason string
		early  bool // a variable before the line that declares it
	}
)

func (undefinedValue) isValue() {}
func (nullValue) isValue()      {}
func (boolValue) isValue()      {}
func (intValue) isValue()       {}
func (floatValue) isValue()     {}
func (bigValue) isValue()       {}
func (constString) isValue()    {}
func (choiceValue) isValue()    {}
func (refValue) isValue()       {}
func (constantValue) isValue()  {}
func (funcValue) isValue()      {}
func (builtinValue) isValue()   {}
func (memoryValue) isValue()    {}
func (cellsValue) isValue()     {}
func (bitsValue) isValue()      {}
func (textValue) isValue()      {}
func (charValue) isValue()      {}
func (refusedValue) isValue()   {}

// maxInt bounds integers that doubles hold exactly.
const maxInt = 1<<53 - 1

// intWidth is the number of bits in which an integer of this range is held.
func intWidth(lo, hi int64) int {
	if lo >= math.MinInt32 && hi <= math.MaxInt32 || lo >= 0 && hi <= math.MaxUint32 {
		return 32
	}
	return 64
}

// bigWidth is the number of bits in which a bigint of this range is held.
func bigWidth(lo, hi *big.Int) int {
	if lo.Sign() >= 0 {
		return max(1, hi.BitLen())
	}
	n := new(big.Int).Not(lo).BitLen()
	if hi.Sign() > 0 {
		n = max(n, hi.BitLen())
	}
	return n + 1
}

// extend holds v in a given width, at least that of its range.
func (l *lowering) extend(v intValue, width int) word.ID {
	if v.lo < 0 {
		return l.b.ResizeSigned(v.id, width)
	}
	return l.b.Resize(v.id, width)
}

// before is the operation that a number was before it was narrowed down to one.
func (v intValue) before() word.ID {
	if v.was != 0 {
		return v.was - 1
	}
	return v.id
}

// number makes an integer value of width bits from an operation that holds it modulo 2^width; the
// width is changed to that of the range.
func (l *lowering) number(id word.ID, lo, hi int64) intValue {
	v := intValue{id: id, lo: lo, hi: hi}
	if lo == hi {
		v.id = l.b.Int(lo, intWidth(lo, hi))
		return v
	}
	w := intWidth(lo, hi)
	if have := l.b.Width(id); have != w {
		if have < w && lo < 0 {
			v.id = l.b.SExt(id, w)
		} else {
			v.id = l.b.Resize(id, w)
		}
	}
	// the graph may know more than the range
	if c, ok := l.b.ConstValue(v.id); ok {
		n := int64(c.Lo)
		if lo < 0 && w == 32 {
			n = int64(int32(c.Lo))
		}
		if lo <= n && n <= hi {
			v.lo, v.hi = n, n
		}
		return v
	}
	if known := l.b.KnownBits(v.id); lo >= 0 && known < 53 {
		v.hi = min(v.hi, 1<<uint(known)-1)
	}
	return v
}

// parts are the ranges that an integer is in: one, or two with a gap between them.
func (v intValue) parts() [][2]int64 {
	if v.below < v.above {
		return [][2]int64{{v.lo, v.below}, {v.above, v.hi}}
	}
	return [][2]int64{{v.lo, v.hi}}
}

// mayBeZero reports whether 0 is one of the numbers that an integer may be.
func (v intValue) mayBeZero() bool {
	return v.lo <= 0 && v.hi >= 0 && (v.below >= 0 || v.above <= 0)
}

// gapOf is the largest gap in the numbers that are x or y.
func gapOf(x, y intValue) (below, above int64) {
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

// tidy is an integer whose range does not end in its gap.
func (v intValue) tidy() intValue {
	if v.below < v.above {
		if v.lo > v.below {
			v.lo = max(v.lo, v.above)
		}
		if v.hi < v.above {
			v.hi = min(v.hi, v.below)
		}
		if v.lo > v.below || v.hi < v.above || v.lo > v.hi {
			v.below, v.above = 0, 0
		}
	}
	return v
}

func (l *lowering) integer(n int64) intValue { return l.number(l.b.Int(n, intWidth(n, n)), n, n) }

// constantNumber makes a number from a literal or run-time value.
func (l *lowering) constantNumber(f float64) value {
	if f == math.Trunc(f) && math.Abs(f) <= maxInt && !(f == 0 && math.Signbit(f)) {
		return l.integer(int64(f))
	}
	return floatValue{id: l.b.Float(f), lo: f, hi: f, nan: f != f}
}

func (l *lowering) bigint(n *big.Int) bigValue {
	w := bigWidth(n, n)
	return bigValue{id: l.b.Const(fromBig(n, w), w), lo: n, hi: n}
}

// bigOf makes a bigint of the given range from an operation that holds it modulo 2^width.
func (l *lowering) bigOf(id word.ID, lo, hi *big.Int) bigValue {
	if lo.Cmp(hi) == 0 {
		return l.bigint(lo)
	}
	w := bigWidth(lo, hi)
	if lo.Sign() < 0 {
		id = l.b.ResizeSigned(id, w)
	} else {
		id = l.b.Resize(id, w)
	}
	if c, ok := l.b.ConstValue(id); ok { // the graph knows more than the range: a counter of a loop
		n := c.Big()
		if lo.Sign() < 0 && n.BitLen() == w {
			n.Sub(n, new(big.Int).Lsh(bigOne, uint(w)))
		}
		if lo.Cmp(n) <= 0 && n.Cmp(hi) <= 0 {
			return l.bigint(n)
		}
	}
	return bigValue{id: id, lo: lo, hi: hi}
}

// extendBig holds v in a given width, at least its own.
func (l *lowering) extendBig(v bigValue, width int) word.ID {
	if v.lo.Sign() < 0 {
		return l.b.ResizeSigned(v.id, width)
	}
	return l.b.Resize(v.id, width)
}

func (l *lowering) truth(b bool) boolValue {
	if b {
		return boolValue{l.b.Uint(1, 1)}
	}
	return boolValue{l.b.Uint(0, 1)}
}

// constBool returns the value of a one-bit operation when it is constant.
func (l *lowering) constBool(id word.ID) (value, known bool) {
	c, ok := l.b.ConstValue(id)
	return ok && c.Lo != 0, ok
}

// constInt returns the value of an integer when it is a single number.
func constInt(v value) (int64, bool) {
	i, ok := v.(intValue)
	return i.lo, ok && i.lo == i.hi
}

// float gives the double of a number.
func (l *lowering) float(v value) floatValue {
	switch x := v.(type) {
	case floatValue:
		return x
	case intValue:
		return floatValue{
			id: l.b.FromInt(x.id, x.lo < 0), lo: float64(x.lo), hi: float64(x.hi), zeroSign: x.negZero,
		}
	}
	panic(refuse("a value is used as a number that is none"))
}

// truthy is the truth value of v as one bit.
func (l *lowering) truthy(v value) word.ID {
	switch x := v.(type) {
	case undefinedValue, nullValue:
		return l.b.Uint(0, 1)
	case boolValue:
		return x.id
	case intValue:
		if !x.mayBeZero() {
			return l.b.Uint(1, 1)
		}
		if zero, ok := l.signedIs(x, 0); ok {
			return l.b.Not(zero)
		}
		if some, ok := l.hasSome(x); ok {
			return some
		}
		return l.b.NonZero(x.id)
	case floatValue:
		notZero := l.b.Compare(word.FNe, x.id, l.b.Float(0))
		if !x.nan {
			return notZero
		}
		return l.b.And(notZero, l.b.Compare(word.FEq, x.id, x.id))
	case bigValue:
		return l.b.NonZero(x.id)
	case constString:
		return l.truth(x.s != "").id
	case choiceValue:
		if x.sel != nil {
			return l.selectedBit(x.sel, l.truthy)
		}
		return l.b.Mux(x.cond, l.truthy(x.a), l.truthy(x.b))
	case textValue:
		panic(readsText(x))
	case log2Value:
		panic(refuse(refusedLog2))
	case *stringValue:
		some := l.b.Uint(0, 1)
		for _, bit := range l.presenceMask(x.list) {
			some = l.b.Or(some, bit)
		}
		return some
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	return l.b.Uint(1, 1) // objects and functions
}

// kindOf is what values can be joined by.
func kindOf(v value) string {
	if v == value(nullValue{}) {
		return "null" // its type is that of objects
	}
	return typeOf(v)
}

// ofKind is one bit, that a value is of a kind, and what it then is; nil when it never is.
func (l *lowering) ofKind(v value, kind string) (is word.ID, _ value) {
	c, ok := v.(choiceValue)
	if !ok {
		if kindOf(v) != kind {
			return l.b.Uint(0, 1), nil
		}
		return l.b.Uint(1, 1), v
	}
	isA, a := l.ofKind(c.a, kind)
	isB, b := l.ofKind(c.b, kind)
	is = l.b.Mux(c.cond, isA, isB)
	switch {
	case a == nil:
		return is, b
	case b == nil:
		return is, a
	}
	return is, l.choose(c.cond, a, b)
}

func choices(v value) int {
	if c, ok := v.(choiceValue); ok {
		return c.size
	}
	return 1
}

// isSpecial reports a constant NaN or infinity. A choice between one and an integer stays a
// choice, since most users (bit operators, ports) turn the special one into 0.
func (l *lowering) isSpecial(v floatValue) bool {
	c, ok := l.b.ConstValue(v.id)
	f := word.Float(c)
	return ok && (math.IsNaN(f) || math.IsInf(f, 0))
}

func (l *lowering) chooseFloat(cond word.ID, x, y floatValue) value {
	return floatValue{
		id: l.b.FMux(cond, x.id, y.id), lo: math.Min(x.lo, y.lo), hi: math.Max(x.hi, y.hi),
		nan: x.nan || y.nan, zeroSign: x.zeroSign || y.zeroSign,
	}
}

// sameValue reports that two values are certainly the same.
func sameValue(a, b value) bool {
	switch x := a.(type) {
	case undefinedValue, nullValue, constString, charValue, refValue, memoryValue, cellsValue, setValue, textValue, boolValue:
		return a == b
	case intValue:
		y, ok := b.(intValue)
		return ok && x == y
	case floatValue:
		y, ok := b.(floatValue)
		return ok && x.id == y.id && x.zeroSign == y.zeroSign
	case bigValue:
		y, ok := b.(bigValue)
		return ok && x.id == y.id && x.lo.Cmp(y.lo) == 0 && x.hi.Cmp(y.hi) == 0
	case constantValue:
		y, ok := b.(constantValue)
		return ok && x.c == y.c
	case collectionValue:
		y, ok := b.(collectionValue)
		return ok && x.c == y.c
	case funcValue:
		y, ok := b.(funcValue)
		return ok && x.f == y.f
	case *classValue, *stringValue, *messageValue:
		return a == b
	case log2Value:
		y, ok := b.(log2Value)
		return ok && x.of == y.of
	case builtinValue:
		y, ok := b.(builtinValue)
		return ok && x.name == y.name && x.this == nil && y.this == nil
	case refusedValue:
		_, ok := b.(refusedValue)
		return ok
	case choiceValue:
		y, ok := b.(choiceValue)
		return ok && x.cond == y.cond && sameValue(x.a, y.a) && sameValue(x.b, y.b)
	}
	return false
}

// except is v, known to be none of the alternatives that not names. When it can be nothing else, it stays as it is.
func (l *lowering) except(v value, not func(value) bool) value {
	c, ok := v.(choiceValue)
	if !ok {
		return v
	}
	if c.sel != nil {
		return l.without(c.sel, not)
	}
	a, b := l.except(c.a, not), l.except(c.b, not)
	switch {
	case not(a):
		return b
	case not(b):
		return a
	}
	return l.choose(c.cond, a, b)
}

// each applies f to every alternative of v.
func (l *lowering) each(v value, f func(value) value) value {
	if c, ok := v.(choiceValue); ok {
		if c.sel != nil {
			return l.through(c.sel, func(v value) value { return l.each(v, f) })
		}
		return l.choose(c.cond, l.each(c.a, f), l.each(c.b, f))
	}
	if r, ok := v.(refusedValue); ok {
		panic(refusal{reason: r.reason})
	}
	l.spend(1)
	return f(v)
}

// each2 applies f to every pair of alternatives of a and b.
func (l *lowering) each2(a, b value, f func(a, b value) value) value {
	return l.each(a, func(x value) value {
		return l.each(b, func(y value) value { return f(x, y) })
	})
}
