package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"simten.dev/engine/history"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
)

// record gives a machine a past, when its circuit has state that a past could show.
func (s *Session) record(program Program, machine sim.Machine) (*history.Recorder, error) {
	if !program.Design().Sequential {
		return nil, nil
	}
	return history.New(machine, s.recording())
}

func (s *Session) recording() history.Options {
	return history.Options{Bytes: s.historyShare(), Clock: s.clock}
}

// historyShare is the memory that each slot's past may take.
func (s *Session) historyShare() int { return s.limits.HistoryBytes / max(1, len(s.slots)) }

// share makes every slot keep to its share, after their number changed.
func (s *Session) share() {
	for _, slot := range s.slots {
		if slot.past != nil {
			slot.past.SetBytes(s.historyShare())
		}
	}
}

// history tells what can be shown of the past; nil for a circuit without state.
func (t *slot) history() *protocol.HistoryRange {
	if t.past == nil {
		return nil
	}
	r := t.past.Range()
	h := &protocol.HistoryRange{First: r.First, Last: r.Last}
	if r.Undo != nil {
		h.Undo = &protocol.HistoryUndo{Cycle: r.Undo.At, Last: r.Undo.Last}
	}
	return h
}

// travel begins to show another cycle. True says that it goes on in slices, as the slot's job.
func (s *Session) travel(ctx context.Context, slot *slot, request protocol.Request) (bool, *protocol.Error) {
	if slot.past == nil {
		e := protocol.NewError(protocol.ErrInvalidRequest, slot.design.Name+" has no registers or memories, so it has no past.")
		e.Circuit, e.Advice = slot.design.Name, "Its outputs follow its inputs at once: set an input instead."
		return false, e
	}
	slot.running, slot.pace = false, pace{}
	failure := s.guarded(ctx, slot, func(ctx context.Context) error {
		switch request.Type {
		case protocol.TypeUndo:
			return slot.past.StartUndo(ctx)
		case protocol.TypeMove:
			return slot.past.StartSeek(ctx, moved(slot.past.Range(), request.Move.By))
		default:
			return slot.past.StartSeek(ctx, request.Seek.Cycle)
		}
	})
	return failure == nil && slot.past.Seeking(), failure
}

// moved is the cycle so many cycles from the present one, or the end of the history on the way.
func moved(r history.Range, by int) uint64 {
	if by < 0 {
		return r.At - min(uint64(-by), r.At-r.First)
	}
	return r.At + min(uint64(by), r.Last-r.At)
}

// approach goes on towards the cycle that is sought for about the given time.
func (s *Session) approach(ctx context.Context, slot *slot, share time.Duration) *protocol.Error {
	begin := s.clock()
	for slot.past.Seeking() {
		start := s.clock()
		done, err := slot.past.Continue(s.deadline(ctx), slot.batch)
		took := s.clock().Sub(start)
		slot.work += took
		slot.job.used += took
		if err != nil {
			return s.toError(slot, err)
		}
		slot.resize(done, took, share) // what was done, not what was allowed: a short visit says little
		if s.clock().Sub(begin) >= share {
			break
		}
	}
	return nil
}

// Checkpoint is what must be kept outside of a slot, so that Handle can bring it back elsewhere with a restore
// request. Its states are given once each and stay needed until they are Forgotten.
type Checkpoint struct {
	Cycle uint64
	history.Saved
}

// Revival is a kept Checkpoint, for the restore request of a slot that was just compiled again. Among its States must
// be the present one with its parts, and theirs; Recall brings the others.
type Revival struct {
	Root    []byte
	Present uint64
	States  []history.State
}

// save makes a checkpoint of a slot.
func (t *slot) save() (history.Saved, error) {
	if t.past != nil {
		return t.past.Save()
	}
	state, err := t.machine.Snapshot()
	if err != nil {
		return history.Saved{}, err
	}
	t.saves++
	saved := history.Saved{Present: t.saves, States: []history.State{{ID: t.saves, Bytes: state}}}
	if t.saves > 1 {
		saved.Forgotten = []uint64{t.saves - 1}
	}
	return saved, nil
}

// revive brings a slot back as it was saved.
func (s *Session) revive(ctx context.Context, slot *slot, from *Revival) *protocol.Error {
	return s.guarded(ctx, slot, func(ctx context.Context) error {
		if slot.past != nil {
			past, err := history.Load(ctx, slot.bare, s.recording(), from.Root, from.Present, from.States)
			if past != nil {
				slot.past, slot.machine = past, past
			}
			return err
		}
		for _, state := range from.States {
			if state.ID == from.Present {
				slot.saves = state.ID
				return slot.machine.Restore(ctx, state.Bytes)
			}
		}
		return fmt.Errorf("%w: the state of the present cycle is missing", sim.ErrSnapshot)
	})
}

// Recall brings states back that were kept of a slot, after a restore that did not have them.
func (s *Session) Recall(name string, states []history.State) {
	if slot := s.slots[name]; slot != nil && slot.past != nil {
		slot.past.Recall(states)
	}
}

// pastError gives the errors of history their code; nil for others.
func pastError(err error) *protocol.Error {
	var outOfRange *history.OutOfRangeError
	switch {
	case errors.As(err, &outOfRange):
		r := outOfRange.Range
		e := protocol.NewError(protocol.ErrInvalidRequest, fmt.Sprintf("Cycle %v is not in the history.", limits.Count(outOfRange.Cycle)))
		e.Advice = fmt.Sprintf("Cycles %v to %v can be shown.", limits.Count(r.First), limits.Count(r.Last))
		return e
	case errors.Is(err, history.ErrNothingToUndo):
		e := protocol.NewError(protocol.ErrInvalidRequest, "No cycles are set aside that could be brought back.")
		e.Advice = "Going on from a past cycle sets the later ones aside; so does a reset."
		return e
	case errors.Is(err, sim.ErrSnapshot):
		return protocol.NewError(protocol.ErrInvalidRequest, "The snapshot is not one of this circuit.")
	}
	return nil
}
