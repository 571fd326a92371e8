package facts

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// largestStep bounds what a variable can change by in a round: what MaxRounds of them lead to is a whole number still.
const largestStep = 1 << 32

// Steps is how a variable changes in a round: what it is more than before, or one of the constants from lo to hi and
// that much more.
type steps struct {
	Down, Up  int64 // at most 0, at least 0
	Constants bool
	lo, hi    int64
	Width     int // bits that hold it on the way
}

// Bounds are all that a variable can become that begins within lo … hi; ok is false when that is not sure, as its bits
// may not hold it.
func (s steps) Bounds(lo, hi int64) (minimum, maximum int64, ok bool) {
	if s.Constants {
		lo, hi = min(lo, s.lo), max(hi, s.hi)
	}
	minimum, maximum = lo+s.Down*word.MaxRounds, hi+s.Up*word.MaxRounds
	limit := int64(domain.MaxInt)
	if s.Width < 54 {
		limit = 1<<(s.Width-1) - 1
	}
	return minimum, maximum, minimum >= -limit && maximum <= limit
}

// StepOf finds the steps of a value that is made of a parameter by adding constants or small numbers and by choices. As
// there are at most MaxRounds rounds, a variable that changes so is never far from where it began.
func (l *Lowering) StepOf(id, param word.ID) (steps, bool) {
	all := steps{Width: 64}
	// change is what a value is more than the parameter, least and most: by what is added here, and for each round of a
	// loop within.
	type change struct{ down, up, innerDown, innerUp int64 }
	seen := map[word.ID]change{}
	var walk func(id word.ID) bool
	walk = func(id word.ID) bool {
		if _, done := seen[id]; done {
			return true
		}
		if len(seen) > MaxNarrowed*MaxNarrowed {
			return false
		}
		op := l.B.Ops[id]
		from, less, more, inner := op.A, int64(0), int64(0), Looped{}
		if x, ok := l.Looped[id]; ok {
			from, inner = x.Before, x
			all.Width = min(all.Width, x.Width)
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
			if !all.Constants {
				all.Constants, all.lo, all.hi = true, n, n
			}
			all.lo, all.hi = min(all.lo, n), max(all.hi, n)
			seen[id] = change{}
			return true
		case word.ZExt, word.SExt:
		case word.Slice:
			if op.Imm != 0 || l.B.KnownBits(op.A) > int(op.Width) {
				return false
			}
		case word.Add, word.Sub:
			all.Width = min(all.Width, int(op.Width))
			c, known := l.B.ConstValue(op.B)
			if !known { // something that is not much
				by := op.B
				if op.Kind == word.Add && l.B.KnownBits(op.A) < l.B.KnownBits(op.B) {
					from, by = op.B, op.A
				}
				maxStep := int64(1)<<min(l.B.KnownBits(by), 62) - 1
				if maxStep >= largestStep || int(op.Width) <= l.B.KnownBits(by) {
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
		seen[id] = change{s.down + less, s.up + more, min(s.innerDown, inner.Down), max(s.innerUp, inner.Up)}
		return s.down+less >= -largestStep && s.up+more <= largestStep
	}
	if param <= 0 || !walk(id) {
		return steps{}, false
	}
	c := seen[id] // all rounds together, those of loops within, too, are at most MaxRounds
	all.Down, all.Up = min(c.down, c.innerDown), max(c.up, c.innerUp)
	return all, true
}
