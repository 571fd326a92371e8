package loop

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

const maxCarried = 200 // values that a loop changes

// loopOperation is a loop that becomes one operation of the netlist (word.Repeat), with any number of rounds.
type loopOperation struct {
	l       *Lowering
	p       LoopParts
	entry   *domain.State
	sc      *domain.Scope
	carried []*carried
	after   *domain.State // a round
	again   word.ID
	ret     word.ID // one bit: the function has returned
	returns []domain.Exit
	throws  []domain.Throw
	doubt   word.ID
	goesOn  bool // some path goes on after the loop
}

// slot is a place that a loop changes: a variable, or something in an object.
type location struct {
	cell   int    // variable; -1 for what is in an object
	object int    // its number
	item   int    // of an array; -1: the whole array, packed, or a property
	key    string // of a property
}

// carried is such a place with what can be in it.
type carried struct {
	location
	shape
	grown int
	entry domain.Value // at the beginning; of a packed array nil
	param word.ID
	next  domain.Value
	array *domain.Packed // next, of a packed array
}

// At is the place of a slot, added when it is new.
func (x *loopOperation) at(at location, entry domain.Value) *carried {
	for _, c := range x.carried {
		if c.location == at {
			return c
		}
	}
	if len(x.carried) == maxCarried {
		panic(domain.Refuse(domain.OpenLoop+", which changes more than %d values"+domain.BoundHelps, maxCarried))
	}
	c := &carried{location: at, entry: entry}
	if entry != nil {
		c.shape = shapeOf(entry)
	}
	x.carried = append(x.carried, c)
	return c
}

func (x *loopOperation) carries(object int) bool {
	return slices.ContainsFunc(x.carried, func(c *carried) bool { return c.cell < 0 && c.object == object })
}

func (x *loopOperation) has(at location) bool {
	return slices.ContainsFunc(x.carried, func(c *carried) bool { return c.location == at })
}
