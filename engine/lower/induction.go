package lower

import (
	"simten.dev/engine/word"
)

// furthest gives a variable that changes by constants all that it can ever be, and reports whether it is one.
func (x *loopOperation) furthest(c *carried) bool {
	next, ok := c.next.(intValue)
	if !ok {
		return false
	}
	entry := shapeOf(c.entry)
	s, ok := x.l.stepOf(next.id, c.param)
	if !ok {
		return false
	}
	minimum, maximum, ok := s.bounds(entry.lo, entry.hi)
	if ok && c.lo < entry.lo {
		c.lo = min(c.lo, minimum)
	}
	if ok && c.hi > entry.hi {
		c.hi = max(c.hi, maximum)
	}
	return ok
}

// largestStep bounds what a variable can change by in a round: what MaxRounds of them lead to is a whole number still.
const largestStep = 1 << 32

// looped is a variable after a loop that changes it by constants: what it was before, and how much less and more it can
// be after each round.
type looped struct {
	before   word.ID
	down, up int64
	width    int // see steps
}

// steps is how a variable changes in a round: what it is more than before, or one of the constants from lo to hi and
// that much more.
type steps struct {
	down, up  int64 // at most 0, at least 0
	constants bool
	lo, hi    int64
	width     int // bits that hold it on the way
}

// bounds are all that a variable can become that begins within lo … hi; ok is false when that is not sure, as its bits
// may not hold it.
func (s steps) bounds(lo, hi int64) (minimum, maximum int64, ok bool) {
	if s.constants {
		lo, hi = min(lo, s.lo), max(hi, s.hi)
	}
	minimum, maximum = lo+s.down*word.MaxRounds, hi+s.up*word.MaxRounds
	limit := int64(maxInt)
	if s.width < 54 {
		limit = 1<<(s.width-1) - 1
	}
	return minimum, maximum, minimum >= -limit && maximum <= limit
}

// stepOf finds the steps of a value that is made of a parameter by adding constants or small numbers and by choices. As
// there are at most MaxRounds rounds, a variable that changes so is never far from where it began.
func (l *lowering) stepOf(id, param word.ID) (steps, bool) {
	all := steps{width: 64}
	// change is what a value is more than the parameter, least and most: by what is added here, and for each round of a
	// loop within.
	type change struct{ down, up, innerDown, innerUp int64 }
	seen := map[word.ID]change{}
	var walk func(id word.ID) bool
	walk = func(id word.ID) bool {
		if _, done := seen[id]; done {
			return true
		}
		if len(seen) > maxNarrowed*maxNarrowed {
			return false
		}
		op := l.b.Ops[id]
		from, less, more, inner := op.A, int64(0), int64(0), looped{}
		if x, ok := l.looped[id]; ok {
			from, inner = x.before, x
			all.width = min(all.width, x.width)
			op.Kind = word.ZExt
		}
		switch op.Kind {
		case word.Param:
			seen[id] = change{}
			return id == param
		case word.Const:
			n := int64(op.Imm)
			if op.Width > 64 || op.Bits == op.Width || n > largestStep { // it may be below zero
				return false
			}
			if !all.constants {
				all.constants, all.lo, all.hi = true, n, n
			}
			all.lo, all.hi = min(all.lo, n), max(all.hi, n)
			seen[id] = change{}
			return true
		case word.ZExt, word.SExt:
		case word.Slice:
			if op.Imm != 0 || l.b.KnownBits(op.A) > int(op.Width) {
				return false
			}
		case word.Add, word.Sub:
			all.width = min(all.width, int(op.Width))
			c, known := l.b.ConstValue(op.B)
			if !known { // something that is not much
				by := op.B
				if op.Kind == word.Add && l.b.KnownBits(op.A) < l.b.KnownBits(op.B) {
					from, by = op.B, op.A
				}
				maxStep := int64(1)<<min(l.b.KnownBits(by), 62) - 1
				if maxStep >= largestStep || int(op.Width) <= l.b.KnownBits(by) {
					return false
				}
				if less, more = 0, maxStep; op.Kind == word.Sub {
					less, more = -maxStep, 0
				}
				break
			}
			if c.Len() > 64 {
				return false
			}
			n := word.Signed64(c.Lo, uint(op.Width))
			if op.Kind == word.Sub {
				n = -n
			}
			if n < -largestStep || n > largestStep {
				return false
			}
			less, more = n, n
		case word.Mux:
			if !walk(op.B) || !walk(op.C) {
				return false
			}
			x, y := seen[op.B], seen[op.C]
			seen[id] = change{min(x.down, y.down), max(x.up, y.up), min(x.innerDown, y.innerDown), max(x.innerUp, y.innerUp)}
			return true
		default:
			return false
		}
		if !walk(from) {
			return false
		}
		s := seen[from]
		seen[id] = change{s.down + less, s.up + more, min(s.innerDown, inner.down), max(s.innerUp, inner.up)}
		return s.down+less >= -largestStep && s.up+more <= largestStep
	}
	if param <= 0 || !walk(id) {
		return steps{}, false
	}
	c := seen[id] // all rounds together, those of loops within, too, are at most MaxRounds
	all.down, all.up = min(c.down, c.innerDown), max(c.up, c.innerUp)
	return all, true
}
