package session

import (
	"context"
	"time"

	"simten.dev/engine/ask"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
)

// A replay gives a circuit what the run of the circuit before was given, which an edit has ended. A tape of that is all
// that is kept of it.

// maxTape bounds the memory of a tape, in bytes.
const maxTape = 16 << 20

// leaves is the tape of the run that an edit ends: that of the slot, or an earlier one when it has not gone on since.
func (t *slot) leaves() *ask.Tape {
	if t.past == nil || t.past.Range().Last == 0 {
		return t.former
	}
	if _, ok := t.program.(Asker); !ok {
		return nil
	}
	tape, whole := ask.NewTape(t.design, t.past)
	if !whole || tape.Bytes() > maxTape {
		return nil
	}
	return tape
}

// formerRun tells of the tape; nil when there is none.
func (t *slot) formerRun() *protocol.FormerRun {
	if t.former == nil || t.past == nil {
		return nil
	}
	return &protocol.FormerRun{Cycle: t.former.At, Last: t.former.Last}
}

// replaying is a replay under way.
type replaying struct {
	playback *ask.Playback
	tape     *ask.Tape
	told     time.Duration // of the job's time, when it was told how far it is
	unknown  []string      // inputs that are x or z in the file
	left     []string      // inputs that the file does not have
}

// startReplay makes a slot begin anew as the run before did, or with the inputs of the file that is open.
func (s *Session) startReplay(ctx context.Context, slot *slot, q *protocol.ReplayRequest) (*replaying, *protocol.Error) {
	r := &replaying{tape: slot.former}
	if q.File {
		if err := s.fileInputs(slot, r); err != nil {
			return nil, s.questionError(slot, err)
		}
	} else if slot.formerRun() == nil {
		e := protocol.NewError(protocol.ErrInvalidRequest, "There is no run from before an edit that could be repeated.")
		e.Circuit, e.Advice = slot.design.Name, "Run the circuit before it is edited."
		return nil, e
	}
	slot.running, slot.pace = false, pace{}
	r.playback = r.tape.On(slot.design)
	if program, ok := slot.program.(Depositor); ok {
		r.playback.Takes = func(node, field int, state sim.State) error { return program.Takes(ctx, node, field, state) }
	}
	return r, s.guarded(ctx, slot, func(ctx context.Context) error {
		machine, err := slot.program.NewMachine(ctx)
		if err != nil {
			return err
		}
		old := slot.bare
		if err := slot.past.Restart(ctx, machine, r.playback.Before()); err != nil {
			_ = machine.Close()
			return err
		}
		_ = old.Close()
		slot.bare = machine
		return r.playback.Start(ctx, slot.past)
	})
}

// fileInputs makes a tape of the file that is open. Its first cycle is that of the run from then on.
func (s *Session) fileInputs(slot *slot, r *replaying) error {
	if slot.past == nil {
		e := protocol.NewError(protocol.ErrInvalidRequest, slot.design.Name+" has no registers or memories, so nothing changes while it runs.")
		e.Circuit, e.Advice = slot.design.Name, "Set an input instead."
		return e
	}
	if slot.file == nil {
		return errNoFile
	}
	asker, ok := slot.program.(Asker)
	if !ok {
		return errNoQuestions
	}
	run := asker.Ask(slot.past)
	defer run.Close()
	b, err := slot.beside(run)
	if err != nil {
		return err
	}
	if r.tape, err = b.Tape(maxTape); err != nil {
		return err
	}
	r.unknown, r.left = b.Unknown, b.Missing
	slot.file.first, b.First = new(uint64), 0
	return nil
}

// replay goes on with a replay for about the given time. At its end it becomes a visit to the cycle that was shown.
func (s *Session) replay(ctx context.Context, slot *slot, share time.Duration) *protocol.Error {
	job, begin := slot.job, s.clock()
	r := job.replays
	for slot.past.Cycle() < r.tape.Last {
		start, from := s.clock(), slot.past.Cycle()
		err := r.playback.Run(s.deadline(ctx), min(r.tape.Last, from+uint64(slot.batch)))
		took := s.clock().Sub(start)
		slot.work += took
		job.used += took
		if err != nil {
			return s.toError(slot, err)
		}
		slot.resize(int(slot.past.Cycle()-from), took, share)
		if job.used > questionTime {
			e := protocol.NewError(protocol.ErrTimeout, "The replay took more than a minute and was given up.")
			e.Circuit, e.Advice = slot.design.Name, "The run stands where it came to; run on from there."
			return e
		}
		if s.clock().Sub(begin) >= share {
			s.tellReplay(slot, r)
			return nil
		}
	}
	job.travels = true
	if r.tape.At == r.tape.Last {
		return nil
	}
	return s.guarded(ctx, slot, func(ctx context.Context) error { return slot.past.StartSeek(ctx, r.tape.At) })
}

// result tells what was left out.
func (r *replaying) result() *protocol.ReplayResult {
	missing := append([]string{}, r.playback.Missing...)
	return &protocol.ReplayResult{Missing: append(missing, r.left...), Unknown: r.unknown}
}

// Reports of a replay begin after quietReplay, and come every reportReplay.
const (
	quietReplay  = 300 * time.Millisecond
	reportReplay = 100 * time.Millisecond
)

func (s *Session) tellReplay(slot *slot, r *replaying) {
	if used := slot.job.used; used >= quietReplay && used-r.told >= reportReplay {
		r.told = used
		s.sink.Event(protocol.Event{Kind: protocol.EventAsking, Slot: slot.name, Asking: &protocol.Asking{
			Request: slot.job.request.ID, Done: float64(slot.past.Cycle()) / float64(max(1, r.tape.Last)),
		}})
	}
}
