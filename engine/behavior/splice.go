package behavior

import "github.com/dop251/goja/token"

// spliceAt takes so many items out of a list at a position that depends on values, and puts others there. It gives what was taken out and the list
// as it is then. The position has to be one where all of them are, so that both lengths are known.
func (l *lowering) spliceAt(items []value, position value, count int64, put []value, s *state) (removed, rest []value) {
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
			panic(refuse("splice at a position that depends on values, where there may be fewer items than are taken out"))
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
	return removed, rest
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
