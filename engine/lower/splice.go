package lower

import (
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// spliceAt takes so many items out of a list at a position that depends on values, and puts others there. It gives what
// was taken out and the list as it is then. The position has to be one where all of them are, so that both lengths are
// known; otherwise ok is false.
func (l *lowering) spliceAt(items []value, position value, count int64, put []value, s *state) (removed, rest []value, ok bool) {
	at, ok := position.(intValue)
	if !ok {
		panic(refuse("splice at a position that depends on values and may be none"))
	}
	n := int64(len(items))
	last := n - count // the last position where there are so many items
	if at.lo >= -n {
		at = l.fromTheEnd(at, n)
	}
	if at.lo < 0 || at.hi > last {
		inside, ok := l.inside(at, int(last)+1, s)
		if last < 0 || !ok {
			return nil, nil, false
		}
		at = inside
	}
	l.spend(len(items))
	is := func(k int64) value { return l.compare(true, l.integer(k), at) } // the position is k or later
	for k := range count {
		item := items[at.lo+k]
		for p := at.lo + 1; p <= at.hi; p++ {
			item = l.choose(l.truthy(is(p)), items[p+k], item)
		}
		removed = append(removed, item)
	}
	added := int64(len(put))
	for k := range last + added {
		// before the position an item stays, then come the new ones, then those behind what was taken out
		var v value
		for p := max(at.lo, k-added); p <= min(at.hi, k+1); p++ {
			var here value
			switch {
			case k < p:
				here = items[k]
			case k < p+added:
				here = put[k-p]
			default:
				here = items[k-added+count]
			}
			if v == nil {
				v = here
				continue
			}
			v = l.choose(l.truthy(is(p)), here, v)
		}
		switch {
		case v != nil:
		case k < at.lo:
			v = items[k]
		default:
			v = items[k-added+count]
		}
		rest = append(rest, v)
	}
	return removed, rest, true
}

// fromTheEnd is a position of which the negative ones count from the end of a list of n items.
func (l *lowering) fromTheEnd(at intValue, n int64) intValue {
	switch {
	case at.lo >= 0:
		return at
	case at.hi < 0:
		return l.index(l.arithmetic(token.PLUS, at, l.integer(n)))
	}
	positive, negative := at, at
	positive.lo, positive.below, positive.above = 0, 0, 0
	negative.hi, negative.below, negative.above = -1, 0, 0
	moved := l.arithmetic(token.PLUS, negative, l.integer(n))
	return l.index(l.choose(l.truthy(l.compare(false, at, l.integer(0))), moved, positive))
}

// spliceSparse is splice of an array whose length depends on values, or at a position or of a count that does: it gives
// what is taken out and the array as it is then, each with the bits that say what is there. The inserted items may
// stand before each item, and at the end.
func (l *lowering) spliceSparse(items []value, bits []word.ID, args []value) (removed, rest *object) {
	l.spend(1 + len(items)*(1+len(args)))
	places := l.positions(bits)
	length := places[len(bits)]
	at := l.fromEnd(args[0], length)
	if zero := l.integer(0); at.lo < 0 { // before the begin
		at = l.index(l.choose(l.truthy(l.compare(false, at, zero)), zero, at))
	}
	end := value(nil) // all up to here are taken out; nil: to the end
	if len(args) > 1 {
		count, ok := toInteger(args[1])
		n := l.integer(max(count, 0))
		if !ok {
			if n = l.index(args[1]); n.lo < 0 {
				n = l.index(l.choose(l.truthy(l.compare(false, n, l.integer(0))), l.integer(0), n))
			}
		}
		end = l.arithmetic(token.PLUS, at, n)
	}
	put := args[min(2, len(args)):]
	var out, left []value
	var outBits, leftBits []word.ID
	past := l.b.Uint(0, 1) // an item at the position or later has been there
	for i, item := range items {
		from := l.b.Not(l.truthy(l.compare(false, places[i], at)))
		first := l.b.And(l.b.And(bits[i], from), l.b.Not(past))
		past = l.b.Or(past, l.b.And(bits[i], from))
		for _, v := range put {
			left, leftBits = append(left, v), append(leftBits, first)
		}
		gone := from
		if end != nil {
			gone = l.b.And(from, l.truthy(l.compare(false, places[i], end)))
		}
		out, outBits = append(out, item), append(outBits, l.b.And(bits[i], gone))
		left, leftBits = append(left, item), append(leftBits, l.b.And(bits[i], l.b.Not(gone)))
	}
	for _, v := range put {
		left, leftBits = append(left, v), append(leftBits, l.b.Not(past))
	}
	return l.maskedArray(out, outBits), l.maskedArray(left, leftBits)
}

// setLength is an assignment to the length of an array, which makes it shorter.
func (l *lowering) setLength(n int, old *object, v value, s *state) {
	to, ok := v.(intValue)
	if old.elements != anything || old.holes != nil || old.lists != nil || !ok || to.lo < 0 {
		panic(refuse("the length of an array is changed, to something else than what is surely no more than it is"))
	}
	l.mayChange(n)
	bits := l.presenceMask(l.full(old))
	places := l.positions(bits)
	length := places[len(bits)].(intValue)
	if !l.atMost(to, length, s) {
		panic(refuse("the length of an array is changed, to something else than what is surely no more than it is"))
	}
	kept := make([]word.ID, len(bits))
	for i := range kept {
		kept[i] = l.b.And(bits[i], l.truthy(l.compare(false, places[i], to)))
	}
	s.setObject(n, l.maskedArray(old.items, kept))
}

// atMost reports that a number is known not to be more than another one in a state.
func (l *lowering) atMost(x, y intValue, s *state) bool {
	more := l.truthy(l.compare(false, y, x))
	if is, known := l.constBool(more); known {
		return !is
	}
	reached := l.reached(s)
	for _, fact := range []value{l.compare(false, x, y), l.compare(true, x, y), l.not(l.compare(false, y, x)), l.not(l.compare(true, y, x))} {
		if l.implies(reached, l.truthy(fact)) {
			return true
		}
	}
	return l.b.AlwaysZero(l.b.And(reached, more), maxTried)
}
