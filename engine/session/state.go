package session

import (
	"context"
	"encoding/base64"
	"fmt"
	"time"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// Depositor is a Program whose state can be overwritten.
type Depositor interface {
	// Deposit overwrites state of a machine of the program: all of the deposits, or none when one of them cannot be.
	Deposit(ctx context.Context, machine sim.Machine, deposits []sandbox.Deposit) error
	// Takes reports why a state field cannot be overwritten with a number or text.
	Takes(ctx context.Context, node, field int, state sim.State) error
}

// set drives inputs and interactive nodes, and overwrites state: all that is asked for, or nothing.
func (s *Session) set(ctx context.Context, slot *slot, request *protocol.SetRequest) *protocol.Error {
	deposits, failure := depositsOf(request.Deposits)
	if failure != nil {
		return failure
	}
	return s.guarded(ctx, slot, func(ctx context.Context) error {
		values, err := slot.targets.Cut(request.Values)
		if err != nil {
			return err
		}
		if len(deposits) > 0 {
			program, ok := slot.program.(Depositor)
			if !ok {
				return errNoDeposits
			}
			if err := program.Deposit(ctx, slot.machine, deposits); err != nil {
				return err
			}
		}
		if err := slot.targets.Set(slot.machine, values); err != nil {
			return err
		}
		return slot.machine.Settle(ctx)
	})
}

// errNoDeposits is for engines whose state cannot be overwritten.
var errNoDeposits = protocol.NewError(protocol.ErrInvalidRequest, "The registers of this circuit cannot be overwritten.")

// depositsOf decodes the cells of deposits.
func depositsOf(list []protocol.Deposit) ([]sandbox.Deposit, *protocol.Error) {
	deposits := make([]sandbox.Deposit, len(list))
	for i := range list {
		d := &list[i]
		cells, err := base64.StdEncoding.DecodeString(d.Cells)
		if err != nil {
			return nil, protocol.NewError(protocol.ErrInvalidRequest, "Cells to be deposited are not base64 text: "+err.Error()+".")
		}
		deposits[i] = sandbox.Deposit{Node: d.Node, Field: d.Field, First: d.First, Cells: cells, Text: d.Text}
	}
	return deposits, nil
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
	maxLoggedCells     = 4096 // characters of a deposit after which a checkpoint takes the place of the log at once
)

// checkpointAfter counts a request and takes a checkpoint when enough came together.
func (s *Session) checkpointAfter(slot *slot, request protocol.Request, failure *protocol.Error) {
	switch request.Type {
	case protocol.TypeSet:
		slot.logged++
		for i := range request.Set.Deposits {
			if len(request.Set.Deposits[i].Cells) > maxLoggedCells {
				slot.logged = checkpointRequests
			}
		}
	case protocol.TypeReset:
		slot.logged++
	case protocol.TypeSeek, protocol.TypeMove, protocol.TypeUndo:
		if failure != nil && slot.past != nil {
			slot.logged = checkpointRequests // it may have ended on its way, where no request leads
		}
	case protocol.TypeReplay:
		slot.logged = checkpointRequests // one that did not begin may have begun a history anew
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
