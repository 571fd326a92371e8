//go:build js && wasm

// Command wasm is the engine as a worker of the sandbox page runs it: it takes requests, works in
// slices, and posts what it has to say. Everything else is in engine/session.
//
// The worker's loader (sandbox-site/src/worker.ts) provides globalThis.simtenHost and calls the
// functions that main hands to its started method. None of them blocks: the loader returns
// to the browser's event loop between slices, so that a pause is heard at any speed.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"simten.dev/engine/dom"
	"simten.dev/engine/history"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
	"simten.dev/engine/session"
)

func main() {
	host := &host{loader: dom.GlobalObject("simtenHost"), limits: protocol.DefaultLimits}
	limits := protocol.DefaultLimits
	if err := json.Unmarshal([]byte(host.loader.Text("limits")), &limits); err != nil {
		host.broken(protocol.ErrUnavailable, "The limits of this sandbox cannot be read: "+err.Error()+".")
		return
	}
	debug.SetGCPercent(garbagePercent)
	// Near the maximum, garbage is collected harder rather than failing at it.
	debug.SetMemoryLimit(int64(limits.MemoryMebibytes) << 20 / 4 * 3)
	host.limits = limits
	time.Local = time.UTC // circuits have no time zone but this one

	signs := session.Signs{Beat: host.heartbeat}
	if host.loader.Bool("traced") {
		signs.Trace = &realm.Trace{Tell: host.place}
	}
	engine := session.Native(limits, host.loader.Text("moduleHost"), signs)
	work := session.New(engine, limits, time.Now, host)
	ctx := context.Background()
	warm, editing := false, false
	var practice session.Practice
	var idleTime idleTime
	rest := func() {
		work.CollectGarbage()
		if editing { // one compile follows the other
			makeRoom()
		}
	}

	host.started(
		func(args dom.Arguments) any { // handle(text, kept checkpoint | undefined)
			text := args.Text(0)
			request, failure := protocol.Decode([]byte(text), limits)
			if failure != nil {
				host.Reply(protocol.Reply{ID: request.ID, Slot: request.Slot, Type: request.Type, Error: failure})
				return nil
			}
			work.Handle(ctx, request, revivalOf(args.Object(1)))
			idleTime.work()
			return nil
		},
		func(args dom.Arguments) any { // run(milliseconds): milliseconds to wait, or -1
			budget := time.Duration(args.Number(0) * float64(time.Millisecond))
			wait := work.Run(ctx, budget)
			if wait != session.Idle {
				idleTime.work()
			} else if wait = idleTime.idle(time.Now()); wait == 0 {
				rest() // what makes the machine faster after a compile leaves garbage, too
				return -1
			}
			return float64(wait) / float64(time.Millisecond)
		},
		func(args dom.Arguments) any { // warm(practise): do in idle time what the next compile needs; whether there is more to do
			editing = editing || args.Bool(0)
			var err error
			if !warm {
				warm = true
				err = session.Warm(ctx, engine)
			}
			more := false
			if err == nil && args.Bool(0) && work.Quiet() {
				more, err = practice.Round(ctx, engine, time.Now)
			}
			if err == nil {
				err = engine.Prepare() // a round has used what was prepared
			}
			if err != nil {
				// Only time is lost: the next compile does the same work and says what is wrong. A browser may have no memory
				// for a module more while other tabs are busy.
				dom.ConsoleWarn("simten: warming up failed: " + err.Error())
			}
			if !more {
				rest()
			}
			return more
		},
		func(args dom.Arguments) any { // refresh(slot): a frame with every value
			work.Refresh(args.Text(0))
			return nil
		},
		func(args dom.Arguments) any { // recall(slot, states): states of a kept checkpoint that came late
			work.Recall(args.Text(0), statesOf(args.List(1)))
			return nil
		},
		func(args dom.Arguments) any { // provide(path, final, type, bytes | undefined, failure, offline): a module that a compile needed
			answer := modules.Answer{
				Path: args.Text(0), Final: args.Text(1), Type: args.Text(2),
				Text: args.Bytes(3), Failure: args.Text(4), Offline: args.Bool(5),
			}
			work.Provide(answer)
			return nil
		},
		func(args dom.Arguments) any { // trace(steps): tell every place of user code from now on
			if signs.Trace != nil {
				signs.Trace.On, signs.Trace.From = true, args.Int(0)
				work.Single()
			}
			return nil
		},
	)
	select {}
}

// host is the worker's loader: the Sink of the session.
type host struct {
	loader dom.Object
	limits protocol.Limits

	lastBeat time.Time
}

// started hands the entry points to the loader. A panic inside one leaves the simulation in an
// unknown state, so the worker says that it is broken and is replaced.
func (h *host) started(entries ...func(dom.Arguments) any) {
	functions := make([]any, len(entries))
	for i, entry := range entries {
		functions[i] = dom.NewFunc(func(args dom.Arguments) (result any) {
			defer func() {
				if x := recover(); x != nil {
					h.broken(protocol.ErrRuntime, fmt.Sprintf("The engine failed inside: %v", x))
				}
			}()
			return entry(args)
		})
	}
	h.loader.Call("started", functions...)
}

func (h *host) broken(code protocol.ErrorCode, message string) {
	h.loader.Call("broken", string(code), message)
}

// Reply implements session.Sink.
func (h *host) Reply(reply protocol.Reply) {
	pieces, err := protocol.EncodeReply(&reply, h.limits)
	if err != nil {
		h.broken(protocol.ErrRuntime, "A reply cannot be written: "+err.Error()+".")
		return
	}
	for i, piece := range pieces {
		var bytes any // undefined when there are none
		if piece.Bytes != nil {
			bytes = dom.NewUint8Array(piece.Bytes)
		}
		h.loader.Call([]string{"reply", "chunk"}[min(i, 1)], string(piece.Text), bytes)
	}
}

// Event implements session.Sink. The numbers of a frame travel as typed arrays beside the text.
func (h *host) Event(event protocol.Event) {
	var arrays any // undefined when there are none
	if frame := event.Frame; frame != nil {
		object := dom.NewObject().
			With("nets", dom.NewUint32Array(frame.Nets)).
			With("limbs", dom.NewUint32Array(frame.Limbs))
		if len(frame.Ranges) > 0 {
			object.With("ranges", dom.NewUint32Array(frame.Ranges)).
				With("bytes", dom.NewUint8Array(frame.Bytes))
		}
		arrays = object
		event.Frame = &protocol.Frame{Whole: frame.Whole, Texts: frame.Texts, Warnings: frame.Warnings}
	}
	text, err := protocol.Encode(&event)
	if err != nil {
		h.broken(protocol.ErrRuntime, "An event cannot be written: "+err.Error()+".")
		return
	}
	h.loader.Call("event", string(text), arrays)
}

// Checkpoint implements session.Sink.
func (h *host) Checkpoint(slot string, c session.Checkpoint) {
	states := make([]any, len(c.States))
	for i, state := range c.States {
		parts := make([]any, len(state.Parts))
		for k, part := range state.Parts {
			parts[k] = float64(part)
		}
		states[i] = []any{float64(state.ID), dom.NewUint8Array(state.Bytes), parts}
	}
	forgotten := make([]any, len(c.Forgotten))
	for i, id := range c.Forgotten {
		forgotten[i] = float64(id)
	}
	h.loader.Call("checkpoint", slot, float64(c.Cycle), dom.NewUint8Array(c.Root), float64(c.Present), states, forgotten)
}

// Enter implements session.Sink.
func (h *host) Enter(slot string, request int, cycle uint64) {
	h.loader.Call("enter", slot, request, float64(cycle))
}

// beatEvery is how often the page hears how far user code is.
const beatEvery = 50 * time.Millisecond

// heartbeat tells how many steps the call of user code under way has done.
func (h *host) heartbeat(steps int) {
	if now := time.Now(); now.Sub(h.lastBeat) >= beatEvery {
		h.lastBeat = now
		h.loader.Call("beat", steps)
	}
}

// place tells where user code is, before what stands there runs.
func (h *host) place(m realm.CurrentCode) {
	h.loader.Call("place", m.Circuit, m.Node, m.Lambda, m.Builtin, m.Line, m.Column)
}

// revivalOf reads a kept checkpoint; nil when there is none.
func revivalOf(kept dom.Object, is bool) *session.Revival {
	if !is {
		return nil
	}
	return &session.Revival{
		Root:    kept.Bytes("root"),
		Present: uint64(kept.Number("present")),
		States:  statesOf(kept.List("states")),
	}
}

// statesOf reads a list of an id, bytes and the ids of parts each.
func statesOf(list dom.List) []history.State {
	states := make([]history.State, list.Len())
	for i := range states {
		state := list.List(i)
		parts := state.List(2)
		states[i] = history.State{ID: uint64(state.Number(0)), Bytes: state.Bytes(1)}
		for k := range parts.Len() {
			states[i].Parts = append(states[i].Parts, uint64(parts.Number(k)))
		}
	}
	return states
}
