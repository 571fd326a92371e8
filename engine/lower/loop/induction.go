package loop

import (
	"simten.dev/engine/lower/domain"
)

// furthest gives a variable that changes by constants all that it can ever be, and reports whether it is one.
func (x *loopOperation) furthest(c *carried) bool {
	next, ok := c.next.(domain.IntValue)
	if !ok {
		return false
	}
	entry := shapeOf(c.entry)
	s, ok := x.l.StepOf(next.ID, c.param)
	if !ok {
		return false
	}
	minimum, maximum, ok := s.Bounds(entry.lo, entry.hi)
	if ok && c.lo < entry.lo {
		c.lo = min(c.lo, minimum)
	}
	if ok && c.hi > entry.hi {
		c.hi = max(c.hi, maximum)
	}
	return ok
}
