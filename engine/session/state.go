package session

import (
	"context"
	"encoding/base64"
	"fmt"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
)

// set drives inputs and interactive nodes, all of them or none.
func (s *Session) set(ctx context.Context, slot *slot, numbers map[string]circuit.Number) *protocol.Error {
	return s.guarded(ctx, slot, func(ctx context.Context) error {
		values, err := slot.targets.Cut(numbers)
		if err == nil {
			err = slot.targets.Set(slot.machine, values)
		}
		if err != nil {
			return err
		}
		return slot.machine.Settle(ctx)
	})
}

func (s *Session) snapshot(slot *slot) (*protocol.SnapshotResult, *protocol.Error) {
	state, err := slot.machine.Snapshot()
	if err != nil {
		return nil, s.toError(slot, err)
	}
	if len(state) > s.limits.StateBytes {
		return nil, protocol.NewError(protocol.ErrOutputTooLarge,
			fmt.Sprintf("The state has %v bytes; the limit is %v.", limits.Count(len(state)), limits.Count(s.limits.StateBytes)))
	}
	if size := base64.StdEncoding.EncodedLen(len(state)); size > s.limits.MessageBytes {
		return nil, protocol.NewError(protocol.ErrOutputTooLarge,
			fmt.Sprintf("The snapshot has %v bytes; the limit is %v.", limits.Count(size), limits.Count(s.limits.MessageBytes)))
	}
	return &protocol.SnapshotResult{Snapshot: base64.StdEncoding.EncodeToString(state), Cycle: slot.machine.Cycle()}, nil
}

func (s *Session) restore(ctx context.Context, slot *slot, text string) *protocol.Error {
	state, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return protocol.NewError(protocol.ErrInvalidRequest, "The snapshot is not base64 text: "+err.Error()+".")
	}
	slot.pace = pace{}
	return s.guarded(ctx, slot, func(ctx context.Context) error { return slot.machine.Restore(ctx, state) })
}

// Checkpoints are taken so that bringing a slot back means to repeat little: after so many logged
// requests, and after so much computing, spaced so that they cost at most a fiftieth of it.
const (
	checkpointRequests = 64
	checkpointWork     = 100 * time.Millisecond
	checkpointShare    = 50
)

// checkpointAfter counts a request and takes a checkpoint when enough came together.
func (s *Session) checkpointAfter(slot *slot, request protocol.Request, failure *protocol.Error) {
	switch request.Type {
	case protocol.TypeSet, protocol.TypeReset:
		slot.logged++
	case protocol.TypeSeek, protocol.TypeMove, protocol.TypeUndo:
		if failure != nil && slot.past != nil {
			slot.logged = checkpointRequests // it may have ended on its way, where no request leads
		}
	case protocol.TypeRestore:
		slot.logged = checkpointRequests // a snapshot in the log is as large as a checkpoint
	}
	s.checkpoint(slot)
}

func (s *Session) checkpoint(slot *slot) {
	if slot.logged < checkpointRequests && slot.work < max(checkpointWork, checkpointShare*slot.snapshots) {
		return
	}
	start := s.clock()
	// Without a snapshot, recovery goes on from the last one.
	if saved, err := slot.save(); err == nil {
		s.sink.Checkpoint(slot.name, Checkpoint{Cycle: slot.machine.Cycle(), Saved: saved})
	}
	slot.snapshots = min(s.clock().Sub(start), 2*slot.snapshots+time.Millisecond) // an interruption is no cost
	slot.work, slot.logged = 0, 0
}
