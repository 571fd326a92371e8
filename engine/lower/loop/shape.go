package loop

import (
	"math"
	"math/big"
	"math/bits"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/lower/heap"
	"simten.dev/engine/word"
)

// shape is what a value that a loop changes can be.
type shape struct {
	kind     shapeKind
	lo, hi   int64 // intShape, and the elements of a packedShape; of a bigShape: -1 if it can be negative, and the bits besides the sign
	negZero  bool
	zeroSign bool
	lane     int // packedShape
	items    int
	absent   absence // what it can be instead
}

// absence is what a variable has before it gets a value: what a search begins with, or a variable that is declared
// before the loop.
type absence uint8

const (
	never absence = iota
	isUndefined
	isNull
)

func (a absence) value() domain.Value {
	if a == isNull {
		return domain.NullValue{}
	}
	return domain.UndefinedValue{}
}

type shapeKind uint8

const (
	noShape shapeKind = iota // it is absent
	boolShape
	intShape
	floatShape
	packedShape
	bitsShape // lo bits
	bigShape
)

// shapeOf is what a value is, as one that a loop changes.
func shapeOf(v domain.Value) shape {
	switch x := v.(type) {
	case domain.BoolValue:
		return shape{kind: boolShape}
	case domain.IntValue:
		return shape{kind: intShape, lo: x.Lo, hi: x.Hi, negZero: x.NegZero}
	case domain.FloatValue:
		return shape{kind: floatShape, zeroSign: x.ZeroSign}
	case domain.BigValue:
		a := shape{kind: bigShape, hi: int64(x.Hi.BitLen())}
		if x.Lo.Sign() < 0 {
			a.lo, a.hi = -1, int64(domain.BigWidth(x.Lo, x.Hi)-1)
		}
		return a
	case domain.BitsValue:
		return shape{kind: bitsShape, lo: int64(x.Width), hi: int64(x.Width)}
	case domain.ChoiceValue:
		a, b := shapeOf(x.A), shapeOf(x.B)
		if a.absent != never || b.absent != never {
			return a.join(b)
		}
		if !a.number() || !b.number() {
			panic(domain.Refuse(domain.OpenLoop + ", and a variable in it that is of different types" + domain.BoundHelps))
		}
		return shape{kind: floatShape, zeroSign: a.zeroSign || b.zeroSign || a.negZero || b.negZero}
	case domain.UndefinedValue:
		return shape{absent: isUndefined}
	case domain.NullValue:
		return shape{absent: isNull}
	case domain.RefusedValue:
		panic(domain.Refused{Reason: x.Reason})
	}
	panic(domain.Refuse(domain.OpenLoop + ", in which something else than numbers changes" + domain.BoundHelps))
}

// Join is what is one or the other.
func (a shape) join(b shape) shape {
	absent := max(a.absent, b.absent)
	if a.absent != never && b.absent != never && a.absent != b.absent {
		panic(domain.Refuse(domain.OpenLoop + ", and a variable in it that is undefined or null" + domain.BoundHelps))
	}
	if a.absent, b.absent = absent, absent; a.kind == noShape {
		return b
	} else if b.kind == noShape {
		return a
	}
	if a.kind == b.kind {
		a.lo, a.hi = min(a.lo, b.lo), max(a.hi, b.hi)
		a.negZero, a.zeroSign = a.negZero || b.negZero, a.zeroSign || b.zeroSign
		if a.kind == packedShape && (a.items != b.items || a.lane != b.lane) {
			a.lane = max(a.lane, b.lane, heap.LaneOf(a.lo, a.hi))
		}
		return a
	}
	if !a.number() || !b.number() {
		panic(domain.Refuse(domain.OpenLoop + ", and a variable in it that is of different types" + domain.BoundHelps))
	}
	return shape{kind: floatShape, zeroSign: a.zeroSign || b.zeroSign || a.negZero || b.negZero, absent: absent}
}

func (a shape) number() bool { return a.kind == intShape || a.kind == floatShape }

// Within reports that a has nothing that b does not have.
func (a shape) within(b shape) bool { return b.join(a) == b }

// The ends of ranges when they are widened. Those of 2^k - 1 keep what an index can be within few bits.
var ends = []int64{1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 4095, 1<<16 - 1, 1<<20 - 1, math.MaxInt32, math.MaxUint32, 1<<42 - 1, domain.MaxInt}

// maxGrownBits bounds the bigints that a loop makes larger in each round.
const maxGrownBits = 1024

// widened is a shape that has some more where it has grown from another one, so that a range does not grow by one in
// each try.
func (a shape) widened(from shape, words bool) shape {
	if a.kind == bigShape && a.hi > from.hi {
		if a.hi = max(64, int64(1)<<bits.Len64(uint64(a.hi-1))); a.hi > maxGrownBits {
			panic(domain.Refuse(domain.OpenLoop + ", and a bigint in it that may grow in every round; BigInt.asUintN(64, x) keeps it to so many bits"))
		}
	}
	if a.kind != intShape && a.kind != packedShape {
		return a
	}
	end := func(n int64) int64 {
		for _, e := range ends {
			if e >= n && (!words || e >= math.MaxInt32) {
				return e
			}
		}
		return domain.MaxInt
	}
	if a.hi > max(from.hi, 0) {
		a.hi = end(a.hi)
	}
	if a.lo < min(from.lo, 0) {
		a.lo = max(-end(-a.lo)-1, -domain.MaxInt)
	}
	if a.kind == packedShape {
		a.lane = max(a.lane, heap.LaneOf(a.lo, a.hi))
		return a
	}
	if words && (a.hi == domain.MaxInt || a.lo == -domain.MaxInt) {
		return shape{kind: floatShape, absent: a.absent}
	}
	return a
}

// Width is the number of bits that hold such a value: the last one says that it is absent, if it can be.
func (a shape) width() int {
	if a.absent != never {
		a.absent = never
		return a.width() + 1
	}
	switch a.kind {
	case noShape:
		return 0
	case boolShape:
		return 1
	case floatShape:
		return 64
	case bitsShape:
		return int(a.lo)
	case bigShape:
		return max(1, int(a.hi-a.lo))
	case packedShape:
		return max(1<<bits.Len(uint(a.items-1)), 128/a.lane) * a.lane
	}
	if a.lo < 0 {
		return domain.IntWidth(a.lo, a.hi)
	}
	return max(1, bits.Len64(uint64(a.hi)))
}

// held is a value of such a shape.
func (l *Lowering) held(a shape, id word.ID) domain.Value {
	if absent := a.absent; absent != never {
		a.absent = never
		if a.kind == noShape {
			return absent.value()
		}
		w := a.width()
		return l.Choose(l.B.Slice(id, w, 1), absent.value(), l.held(a, l.B.Slice(id, 0, w)))
	}
	switch a.kind {
	case boolShape:
		return domain.BoolValue{ID: id}
	case floatShape:
		return domain.FloatValue{ID: l.B.FromBits(id), Lo: math.Inf(-1), Hi: math.Inf(1), NaN: true, ZeroSign: a.zeroSign}
	}
	if a.kind == bigShape {
		hi := facts.Ones(int(a.hi))
		lo := domain.BigZero
		if a.lo < 0 {
			lo = new(big.Int).Not(hi)
		}
		return l.BigOf(id, lo, hi)
	}
	if a.lo >= 0 {
		id = l.B.ZExt(id, domain.IntWidth(a.lo, a.hi))
	}
	v := l.Number(id, a.lo, a.hi)
	v.NegZero = a.negZero
	return v
}

// hold puts a value in the bits of such a shape.
func (l *Lowering) hold(a shape, v domain.Value) word.ID {
	if a.absent != never {
		a.absent = never
		absent := l.Nothing(v)
		switch {
		case a.kind == noShape:
			return absent
		case choice.IsNothing(v):
			return l.B.Concat(absent, l.B.Uint(0, a.width()))
		}
		return l.B.Concat(absent, l.hold(a, l.Defined(v)))
	}
	switch a.kind {
	case boolShape:
		if b, ok := v.(domain.BoolValue); ok {
			return b.ID
		}
		panic(domain.Refuse(domain.OpenLoop + ", and a variable in it that is of different types" + domain.BoundHelps))
	case floatShape:
		return l.B.ToBits(l.double(v))
	case bitsShape:
		return v.(domain.BitsValue).ID
	case bigShape:
		if n, ok := v.(domain.BigValue); ok {
			return l.ExtendBig(n, a.width())
		}
		panic(domain.Refuse(domain.OpenLoop + ", and a variable in it that is of different types" + domain.BoundHelps))
	}
	n, ok := v.(domain.IntValue)
	if !ok {
		panic(domain.Refuse(domain.OpenLoop + ", and a variable in it that is of different types" + domain.BoundHelps))
	}
	return l.B.Resize(l.Extend(n, max(a.width(), domain.IntWidth(a.lo, a.hi))), a.width())
}

// double is a number, or a choice of numbers, as a double.
func (l *Lowering) double(v domain.Value) word.ID {
	if c, ok := v.(domain.ChoiceValue); ok {
		return l.B.FMux(c.Cond, l.double(c.A), l.double(c.B))
	}
	return l.Float(v).ID
}
