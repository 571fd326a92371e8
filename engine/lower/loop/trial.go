package loop

import (
	"maps"
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
)

// Where it is not known beforehand which form of a loop is better, or whether one can be had, it is tried.

// tooLong ends the unrolling of a loop that is tried only.
type tooLong struct{}

// moment is how far the lowering was when something was tried.
type moment struct {
	l     Lowering
	exits []domain.JumpTarget
}

// remember notes a moment, recall goes back to one: what has been made since is forgotten, but for the operations and
// the steps.
func (l *Lowering) remember() *moment {
	m := &moment{l: *l, exits: make([]domain.JumpTarget, len(l.Enclosures))}
	m.l.Throws, m.l.Enclosures = slices.Clone(l.Throws), slices.Clone(l.Enclosures)
	m.l.Fixed, m.l.Frozen, m.l.Gone, m.l.Copies = maps.Clone(l.Fixed), maps.Clone(l.Frozen), maps.Clone(l.Gone), memory.ClonedCopies(l.Copies)
	for i, t := range l.Enclosures {
		m.exits[i] = *t
		m.exits[i].Exits = slices.Clone(t.Exits)
	}
	return m
}

func (l *Lowering) recall(m *moment) {
	before := &m.l
	l.Throws, l.Doubted, l.Enclosures = slices.Clone(before.Throws), before.Doubted, slices.Clone(before.Enclosures)
	l.Own, l.This, l.Home, l.Yielded, l.Calls, l.Compared = before.Own, before.This, before.Home, before.Yielded, before.Calls, before.Compared
	l.Fixed, l.Frozen, l.Gone, l.Copies = maps.Clone(before.Fixed), maps.Clone(before.Frozen), maps.Clone(before.Gone), memory.ClonedCopies(before.Copies)
	l.Met.Unproven = before.Met.Unproven
	l.CellCount, l.At, l.CameBy, l.InMessage, l.Among, l.Catching = before.CellCount, before.At, before.CameBy, before.InMessage, before.Among, before.Catching
	for i, t := range l.Enclosures {
		*t = m.exits[i]
		t.Exits = slices.Clone(t.Exits)
	}
}

// attempt lowers something; false when it is refused.
func (l *Lowering) attempt(lower func() Flow) (f Flow, ok bool) {
	at := l.At
	defer func() {
		switch x := recover().(type) {
		case nil:
		case domain.Refused, tooLong:
			l.At, ok = at, false
		default:
			panic(x)
		}
	}()
	return lower(), true
}
