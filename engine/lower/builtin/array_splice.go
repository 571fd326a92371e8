package builtin

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// spliceAt takes so many items out of a list at a position that depends on values, and puts others there. It gives what
// was taken out and the list as it is then. The position has to be one where all of them are, so that both lengths are
// known; otherwise ok is false.
func (l *Lowering) spliceAt(items []domain.Value, position domain.Value, count int64, put []domain.Value, s *domain.State) (removed, rest []domain.Value, ok bool) {
	at, ok := position.(domain.IntValue)
	if !ok {
		panic(domain.Refuse("splice at a position that depends on values and may be none"))
	}
	n := int64(len(items))
	last := n - count // the last position where there are so many items
	if at.Lo >= -n {
		at = l.fromTheEnd(at, n)
	}
	if at.Lo < 0 || at.Hi > last {
		inside, ok := l.Inside(at, int(last)+1, s)
		if last < 0 || !ok {
			return nil, nil, false
		}
		at = inside
	}
	l.Spend(len(items))
	is := func(k int64) domain.Value { return l.Compare(true, l.Integer(k), at) } // the position is k or later
	for k := range count {
		item := items[at.Lo+k]
		for p := at.Lo + 1; p <= at.Hi; p++ {
			item = l.Choose(l.Truthy(is(p)), items[p+k], item)
		}
		removed = append(removed, item)
	}
	added := int64(len(put))
	for k := range last + added {
		// before the position an item stays, then come the new ones, then those behind what was taken out
		var v domain.Value
		for p := max(at.Lo, k-added); p <= min(at.Hi, k+1); p++ {
			var here domain.Value
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
			v = l.Choose(l.Truthy(is(p)), here, v)
		}
		switch {
		case v != nil:
		case k < at.Lo:
			v = items[k]
		default:
			v = items[k-added+count]
		}
		rest = append(rest, v)
	}
	return removed, rest, true
}

// spliceSparse is splice of an array whose length depends on values, or at a position or of a count that does: it gives
// what is taken out and the array as it is then, each with the bits that say what is there. The inserted items may
// stand before each item, and at the end.
func (l *Lowering) spliceSparse(items []domain.Value, bits []word.ID, args []domain.Value) (removed, rest *domain.Object) {
	l.Spend(1 + len(items)*(1+len(args)))
	places := l.Positions(bits)
	length := places[len(bits)]
	at := l.fromEnd(args[0], length)
	if zero := l.Integer(0); at.Lo < 0 { // before the begin
		at = l.Index(l.Choose(l.Truthy(l.Compare(false, at, zero)), zero, at))
	}
	end := domain.Value(nil) // all up to here are taken out; nil: to the end
	if len(args) > 1 {
		count, ok := domain.ToInteger(args[1])
		n := l.Integer(max(count, 0))
		if !ok {
			if n = l.Index(args[1]); n.Lo < 0 {
				n = l.Index(l.Choose(l.Truthy(l.Compare(false, n, l.Integer(0))), l.Integer(0), n))
			}
		}
		end = l.Arithmetic(domain.Plus, at, n)
	}
	put := args[min(2, len(args)):]
	var out, left []domain.Value
	var outBits, leftBits []word.ID
	past := l.B.Uint(0, 1) // an item at the position or later has been there
	for i, item := range items {
		from := l.B.Not(l.Truthy(l.Compare(false, places[i], at)))
		first := l.B.And(l.B.And(bits[i], from), l.B.Not(past))
		past = l.B.Or(past, l.B.And(bits[i], from))
		for _, v := range put {
			left, leftBits = append(left, v), append(leftBits, first)
		}
		gone := from
		if end != nil {
			gone = l.B.And(from, l.Truthy(l.Compare(false, places[i], end)))
		}
		out, outBits = append(out, item), append(outBits, l.B.And(bits[i], gone))
		left, leftBits = append(left, item), append(leftBits, l.B.And(bits[i], l.B.Not(gone)))
	}
	for _, v := range put {
		left, leftBits = append(left, v), append(leftBits, l.B.Not(past))
	}
	return l.MaskedArray(out, outBits), l.MaskedArray(left, leftBits)
}

// SetLength is an assignment to the length of an array, which makes it shorter.
func (l *Lowering) SetLength(n int, old *domain.Object, v domain.Value, s *domain.State) {
	to, ok := v.(domain.IntValue)
	if old.Elements != domain.Anything || old.Holes != nil || old.Lists != nil || !ok || to.Lo < 0 {
		panic(domain.Refuse("the length of an array is changed, to something else than what is surely no more than it is"))
	}
	l.MayChange(n)
	bits := l.PresenceMask(l.Full(old))
	places := l.Positions(bits)
	length := places[len(bits)].(domain.IntValue)
	if !l.atMost(to, length, s) {
		panic(domain.Refuse("the length of an array is changed, to something else than what is surely no more than it is"))
	}
	kept := make([]word.ID, len(bits))
	for i := range kept {
		kept[i] = l.B.And(bits[i], l.Truthy(l.Compare(false, places[i], to)))
	}
	s.SetObject(n, l.MaskedArray(old.Items, kept))
}
