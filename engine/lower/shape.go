package lower

import (
	"math"
	"math/big"
	"math/bits"

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

func (a absence) value() value {
	if a == isNull {
		return nullValue{}
	}
	return undefinedValue{}
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
func shapeOf(v value) shape {
	switch x := v.(type) {
	case boolValue:
		return shape{kind: boolShape}
	case intValue:
		return shape{kind: intShape, lo: x.lo, hi: x.hi, negZero: x.negZero}
	case floatValue:
		return shape{kind: floatShape, zeroSign: x.zeroSign}
	case bigValue:
		a := shape{kind: bigShape, hi: int64(x.hi.BitLen())}
		if x.lo.Sign() < 0 {
			a.lo, a.hi = -1, int64(bigWidth(x.lo, x.hi)-1)
		}
		return a
	case bitsValue:
		return shape{kind: bitsShape, lo: int64(x.width), hi: int64(x.width)}
	case choiceValue:
		a, b := shapeOf(x.a), shapeOf(x.b)
		if a.absent != never || b.absent != never {
			return a.join(b)
		}
		if !a.number() || !b.number() {
			panic(refuse(openLoop + ", and a variable in it that is of different types" + boundHelps))
		}
		return shape{kind: floatShape, zeroSign: a.zeroSign || b.zeroSign || a.negZero || b.negZero}
	case undefinedValue:
		return shape{absent: isUndefined}
	case nullValue:
		return shape{absent: isNull}
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	panic(refuse(openLoop + ", in which something else than numbers changes" + boundHelps))
}

// join is what is one or the other.
func (a shape) join(b shape) shape {
	absent := max(a.absent, b.absent)
	if a.absent != never && b.absent != never && a.absent != b.absent {
		panic(refuse(openLoop + ", and a variable in it that is undefined or null" + boundHelps))
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
			a.lane = max(a.lane, b.lane, laneOf(a.lo, a.hi))
		}
		return a
	}
	if !a.number() || !b.number() {
		panic(refuse(openLoop + ", and a variable in it that is of different types" + boundHelps))
	}
	return shape{kind: floatShape, zeroSign: a.zeroSign || b.zeroSign || a.negZero || b.negZero, absent: absent}
}

func (a shape) number() bool { return a.kind == intShape || a.kind == floatShape }

// within reports that a has nothing that b does not have.
func (a shape) within(b shape) bool { return b.join(a) == b }

// The ends of ranges when they are widened. Those of 2^k - 1 keep what an index can be within few bits.
var ends = []int64{1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 4095, 1<<16 - 1, 1<<20 - 1, math.MaxInt32, math.MaxUint32, 1<<42 - 1, maxInt}

// maxGrownBits bounds the bigints that a loop makes larger in each round.
const maxGrownBits = 1024

// widened is a shape that has some more where it has grown from another one, so that a range does not grow by one in
// each try.
func (a shape) widened(from shape, words bool) shape {
	if a.kind == bigShape && a.hi > from.hi {
		if a.hi = max(64, int64(1)<<bits.Len64(uint64(a.hi-1))); a.hi > maxGrownBits {
			panic(refuse(openLoop + ", and a bigint in it that may grow in every round; BigInt.asUintN(64, x) keeps it to so many bits"))
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
		return maxInt
	}
	if a.hi > max(from.hi, 0) {
		a.hi = end(a.hi)
	}
	if a.lo < min(from.lo, 0) {
		a.lo = max(-end(-a.lo)-1, -maxInt)
	}
	if a.kind == packedShape {
		a.lane = max(a.lane, laneOf(a.lo, a.hi))
		return a
	}
	if words && (a.hi == maxInt || a.lo == -maxInt) {
		return shape{kind: floatShape, absent: a.absent}
	}
	return a
}

// width is the number of bits that hold such a value: the last one says that it is absent, if it can be.
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
		return intWidth(a.lo, a.hi)
	}
	return max(1, bits.Len64(uint64(a.hi)))
}

// held is a value of such a shape.
func (l *lowering) held(a shape, id word.ID) value {
	if absent := a.absent; absent != never {
		a.absent = never
		if a.kind == noShape {
			return absent.value()
		}
		w := a.width()
		return l.choose(l.b.Slice(id, w, 1), absent.value(), l.held(a, l.b.Slice(id, 0, w)))
	}
	switch a.kind {
	case boolShape:
		return boolValue{id}
	case floatShape:
		return floatValue{id: l.b.FromBits(id), lo: math.Inf(-1), hi: math.Inf(1), nan: true, zeroSign: a.zeroSign}
	}
	if a.kind == bigShape {
		hi := ones(int(a.hi))
		lo := bigZero
		if a.lo < 0 {
			lo = new(big.Int).Not(hi)
		}
		return l.bigOf(id, lo, hi)
	}
	if a.lo >= 0 {
		id = l.b.ZExt(id, intWidth(a.lo, a.hi))
	}
	v := l.number(id, a.lo, a.hi)
	v.negZero = a.negZero
	return v
}

// hold puts a value in the bits of such a shape.
func (l *lowering) hold(a shape, v value) word.ID {
	if a.absent != never {
		a.absent = never
		absent := l.nothing(v)
		switch {
		case a.kind == noShape:
			return absent
		case isNothing(v):
			return l.b.Concat(absent, l.b.Uint(0, a.width()))
		}
		return l.b.Concat(absent, l.hold(a, l.defined(v)))
	}
	switch a.kind {
	case boolShape:
		if b, ok := v.(boolValue); ok {
			return b.id
		}
		panic(refuse(openLoop + ", and a variable in it that is of different types" + boundHelps))
	case floatShape:
		return l.b.ToBits(l.double(v))
	case bitsShape:
		return v.(bitsValue).id
	case bigShape:
		if n, ok := v.(bigValue); ok {
			return l.extendBig(n, a.width())
		}
		panic(refuse(openLoop + ", and a variable in it that is of different types" + boundHelps))
	}
	n, ok := v.(intValue)
	if !ok {
		panic(refuse(openLoop + ", and a variable in it that is of different types" + boundHelps))
	}
	return l.b.Resize(l.extend(n, max(a.width(), intWidth(a.lo, a.hi))), a.width())
}

// double is a number, or a choice of numbers, as a double.
func (l *lowering) double(v value) word.ID {
	if c, ok := v.(choiceValue); ok {
		return l.b.FMux(c.cond, l.double(c.a), l.double(c.b))
	}
	return l.float(v).id
}
