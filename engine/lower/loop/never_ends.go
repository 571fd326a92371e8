package loop

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// A loop is unrolled until its test is known to fail. That is the case where something is known of its variables that
// is something else in each round: a number that counts, a range that becomes smaller, a list that becomes shorter.
// When a round leaves all that is known as it was, the next one does, too, and no round is the last one: such a loop is
// refused at once, and not after hundreds of rounds.

// roundBegin is what was known where a round began.
type roundBegin struct {
	cells []domain.Value
	heap  []*domain.Object
}

// minRecurring is the first round that is compared with the one before; others are two, four … times as far.
const minRecurring = 4

// comparesRound reports that a round is compared with the one before it.
func comparesRound(round int) bool { return round >= minRecurring && round&(round-1) == 0 }

// beginOf notes where a round begins.
func beginOf(s *domain.State) *roundBegin {
	return &roundBegin{slices.Clone(s.Cells), slices.Clone(s.Heap)}
}

// recurs reports that no more and no less is known where a round begins than where the one before it did.
func (l *Lowering) recurs(before *roundBegin, s *domain.State) bool {
	if len(s.Cells) < len(before.cells) || len(s.Heap) < len(before.heap) {
		return false
	}
	for i, v := range before.cells { // those behind them are of the round
		if !l.knownAlike(v, s.Cells[i]) {
			return false
		}
	}
	for n, o := range before.heap {
		if o != s.Heap[n] && !l.objectsAlike(o, s.Heap[n]) {
			return false
		}
	}
	return true
}

// objectsAlike reports that the same is known of an object in two states.
func (l *Lowering) objectsAlike(o, p *domain.Object) bool {
	if o == nil || p == nil || o.Array != p.Array || o.Writes != nil || p.Writes != nil || o.Lists != p.Lists ||
		len(o.Present)+len(p.Present) > 0 || len(o.PresentIf)+len(p.PresentIf) > 0 ||
		o.Mixed != p.Mixed || o.Class != p.Class || !slices.Equal(o.Holes, p.Holes) || !slices.Equal(o.Keys, p.Keys) {
		return false
	}
	if o.Packed != nil || p.Packed != nil {
		return o.Packed != nil && p.Packed != nil && o.Packed.Items == p.Packed.Items &&
			o.Packed.Lo == p.Packed.Lo && o.Packed.Hi == p.Packed.Hi
	}
	if len(o.Items) != len(p.Items) {
		return false
	}
	for i, v := range o.Items {
		if !l.knownAlike(v, p.Items[i]) {
			return false
		}
	}
	for _, k := range o.Keys {
		if !l.knownAlike(o.Props[k], p.Props[k]) {
			return false
		}
	}
	return true
}

// knownAlike reports that the same is known of two values.
func (l *Lowering) knownAlike(v, w domain.Value) bool {
	switch x := v.(type) {
	case nil:
		return w == nil
	case domain.BoolValue:
		y, ok := w.(domain.BoolValue)
		return ok && (x == y || l.bitsAlike(x.ID, y.ID))
	case domain.IntValue:
		y, ok := w.(domain.IntValue)
		return ok && (x == y || x.Lo == y.Lo && x.Hi == y.Hi && x.NegZero == y.NegZero &&
			x.Below == y.Below && x.Above == y.Above && l.bitsAlike(x.ID, y.ID))
	case domain.FloatValue:
		y, ok := w.(domain.FloatValue)
		return ok && x.Lo == y.Lo && x.Hi == y.Hi && x.NaN == y.NaN && x.ZeroSign == y.ZeroSign &&
			(x.Quotient == nil) == (y.Quotient == nil) && (x.ID == y.ID || l.bitsAlike(x.ID, y.ID))
	case domain.BigValue:
		y, ok := w.(domain.BigValue)
		return ok && x.Lo.Cmp(y.Lo) == 0 && x.Hi.Cmp(y.Hi) == 0 && (x.ID == y.ID || l.bitsAlike(x.ID, y.ID))
	case domain.ChoiceValue:
		y, ok := w.(domain.ChoiceValue)
		return ok && x.Sel == nil && y.Sel == nil && x.Size == y.Size &&
			l.knownAlike(x.A, y.A) && l.knownAlike(x.B, y.B) && (x.Cond == y.Cond || l.bitsAlike(x.Cond, y.Cond))
	}
	return w != nil && domain.SameValue(v, w)
}

// bitsAlike reports that as much is known of the bits of two operations, neither of which is a constant or an entry of
// a table.
func (l *Lowering) bitsAlike(a, b word.ID) bool {
	for _, id := range [2]word.ID{a, b} {
		if _, known := l.B.ConstValue(id); known || l.Decided[id] != nil || l.B.Ops[id].Kind == word.FConst {
			return false
		}
	}
	return l.B.Width(a) == l.B.Width(b) && l.B.KnownBits(a) == l.B.KnownBits(b)
}
