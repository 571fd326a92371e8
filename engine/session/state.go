package session

import (
	"context"
	"encoding/base64"
	"fmt"
	"sort"
	"time"

	"github.com/agnivade/levenshtein"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// set drives inputs and interactive nodes, all of them or none.
func (s *Session) set(ctx context.Context, slot *slot, values map[string]circuit.Value) *protocol.Error {
	names := make([]string, 0, len(values))
	for name := range values {
		if _, ok := slot.targets[name]; !ok {
			return slot.unknown(name)
		}
		names = append(names, name)
	}
	sort.Strings(names) // so that a replay does exactly the same
	return s.guarded(ctx, slot, func(ctx context.Context) error {
		for _, name := range names {
			t, v := slot.targets[name], values[name]
			if t.input >= 0 {
				slot.machine.Set(t.input, v)
			} else {
				slot.machine.SetArgument(t.node, t.argument, v)
			}
		}
		return slot.machine.Settle(ctx)
	})
}

// unknown tells that set has nothing of this name, with the closest one that it has.
func (t *slot) unknown(name string) *protocol.Error {
	closest, distance := "", len(name)/2+2
	for candidate := range t.targets {
		d := levenshtein.ComputeDistance(name, candidate)
		if d < distance || (d == distance && closest != "" && candidate < closest) {
			closest, distance = candidate, d
		}
	}
	err := protocol.NewError(protocol.ErrInvalidRequest, fmt.Sprintf("Nothing here is called %q.", name))
	err.Circuit, err.Node = t.design.Name, name
	switch {
	case closest != "":
		err.Advice = fmt.Sprintf("Did you mean %q?", closest)
	case len(t.targets) == 0:
		err.Advice = "This circuit has no inputs and no switches."
	default:
		err.Advice = "Use the name of an input, or the path of a switch or input node."
	}
	return err
}

func (s *Session) snapshot(slot *slot) (*protocol.SnapshotResult, *protocol.Error) {
	state, err := slot.machine.Snapshot()
	if err != nil {
		return nil, s.toError(slot, err)
	}
	if len(state) > s.limits.StateBytes {
		return nil, protocol.NewError(protocol.ErrOutputTooLarge,
			fmt.Sprintf("The state has %d bytes; the limit is %d.", len(state), s.limits.StateBytes))
	}
	if size := base64.StdEncoding.EncodedLen(len(state)); size > s.limits.MessageBytes {
		return nil, protocol.NewError(protocol.ErrOutputTooLarge,
			fmt.Sprintf("The snapshot has %d bytes; the limit is %d.", size, s.limits.MessageBytes))
	}
	return &protocol.SnapshotResult{Snapshot: base64.StdEncoding.EncodeToString(state), Cycle: slot.machine.Cycle()}, nil
}

func (s *Session) restore(ctx context.Context, slot *slot, text string, attachment []byte) *protocol.Error {
	state := attachment
	if state == nil {
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return protocol.NewError(protocol.ErrInvalidRequest, "The snapshot is not base64 text: "+err.Error()+".")
		}
		state = decoded
	}
	slot.pace = pace{}
	return s.guarded(ctx, slot, func(ctx context.Context) error { return slot.machine.Restore(ctx, state) })
}

// Checkpoints are taken so that bringing a slot back means to repeat little: after so many logged
// requests, and after so much computing, spaced so that they cost at most a twentieth of it.
const (
	checkpointRequests = 64
	checkpointWork     = 100 * time.Millisecond
	checkpointShare    = 20
)

// checkpointAfter counts a request and takes a checkpoint when enough came together.
func (s *Session) checkpointAfter(slot *slot, request protocol.Request) {
	switch request.Type {
	case protocol.TypeSet, protocol.TypeReset:
		slot.logged++
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
	if state, err := slot.machine.Snapshot(); err == nil {
		s.sink.Checkpoint(slot.name, slot.machine.Cycle(), state)
	}
	slot.snapshots = s.clock().Sub(start)
	slot.work, slot.logged = 0, 0
}
