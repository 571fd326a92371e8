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
	"syscall/js"
	"time"

	"simten.dev/engine/history"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/session"
)

func main() {
	host := newHost(js.Global().Get("simtenHost"))
	limits := protocol.DefaultLimits
	if err := json.Unmarshal([]byte(host.object.Get("limits").String()), &limits); err != nil {
		host.broken(protocol.ErrUnavailable, "The limits of this sandbox cannot be read: "+err.Error()+".")
		return
	}
	// A compile makes much short-lived garbage on a small heap: collecting it four times less often
	// costs a fifth less time. Near the maximum it is collected harder rather than failing at it.
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(int64(limits.MemoryMebibytes) << 20 / 4 * 3)
	host.limits = limits
	time.Local = time.UTC // circuits have no time zone but this one

	engine := session.Native(limits, host.object.Get("moduleHost").String())
	work := session.New(engine, limits, time.Now, host)
	ctx := context.Background()
	warm := false

	host.started(
		func(args []js.Value) any { // handle(text, kept checkpoint | undefined)
			text := args[0].String()
			request, failure := protocol.Decode([]byte(text), limits)
			if failure != nil {
				host.Reply(protocol.Reply{ID: request.ID, Slot: request.Slot, Type: request.Type, Error: failure})
				return nil
			}
			work.Handle(ctx, request, revivalOf(args[1]))
			return nil
		},
		func(args []js.Value) any { // run(milliseconds): milliseconds to wait, or -1
			budget := time.Duration(args[0].Float() * float64(time.Millisecond))
			wait := work.Run(ctx, budget)
			if wait == session.Idle {
				return -1
			}
			return float64(wait) / float64(time.Millisecond)
		},
		func([]js.Value) any { // warm(): do in idle time what the next compile needs
			var err error
			if !warm {
				warm = true
				err = session.Warm(ctx, engine)
			}
			if err == nil {
				err = engine.Prepare()
			}
			if err != nil {
				// Only time is lost: the next compile does the same work and says what is wrong.
				js.Global().Get("console").Call("error", "simten: warming up failed: "+err.Error())
			}
			return nil
		},
		func(args []js.Value) any { // refresh(slot): a frame with every value
			work.Refresh(args[0].String())
			return nil
		},
		func(args []js.Value) any { // recall(slot, states): states of a kept checkpoint that came late
			work.Recall(args[0].String(), statesOf(args[1]))
			return nil
		},
		func(args []js.Value) any { // provide(path, final, type, bytes | undefined, failure, offline): a module that a compile needed
			answer := modules.Answer{
				Path: args[0].String(), Final: args[1].String(), Type: args[2].String(),
				Failure: args[4].String(), Offline: args[5].Bool(),
			}
			if !args[3].IsUndefined() {
				answer.Text = bytesOf(args[3])
			}
			work.Provide(answer)
			return nil
		},
	)
	select {}
}

// host is the worker's loader: the Sink of the session.
type host struct {
	object js.Value
	limits protocol.Limits
	bytes  js.Value // constructor Uint8Array
	words  js.Value // constructor Uint32Array

	objects js.Value // constructor Object
}

func newHost(object js.Value) *host {
	return &host{
		object: object,
		limits: protocol.DefaultLimits,
		bytes:  js.Global().Get("Uint8Array"),
		words:  js.Global().Get("Uint32Array"),

		objects: js.Global().Get("Object"),
	}
}

// started hands the entry points to the loader. A panic inside one leaves the simulation in an
// unknown state, so the worker says that it is broken and is replaced.
func (h *host) started(entries ...func([]js.Value) any) {
	functions := make([]any, len(entries))
	for i, entry := range entries {
		functions[i] = js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
			defer func() {
				if x := recover(); x != nil {
					h.broken(protocol.ErrRuntime, fmt.Sprintf("The engine failed inside: %v", x))
				}
			}()
			return entry(args)
		})
	}
	h.object.Call("started", functions...)
}

func (h *host) broken(code protocol.ErrorCode, message string) {
	h.object.Call("broken", string(code), message)
}

// Reply implements session.Sink.
func (h *host) Reply(reply protocol.Reply) {
	text, err := protocol.EncodeReply(&reply, h.limits)
	if err != nil {
		h.broken(protocol.ErrRuntime, "A reply cannot be written: "+err.Error()+".")
		return
	}
	h.object.Call("reply", string(text))
}

// Event implements session.Sink. The numbers of a frame travel as typed arrays beside the text.
func (h *host) Event(event protocol.Event) {
	arrays := js.Undefined()
	if frame := event.Frame; frame != nil {
		arrays = h.objects.New()
		arrays.Set("nets", h.wordsOf(frame.Nets))
		arrays.Set("limbs", h.wordsOf(frame.Limbs))
		if len(frame.Ranges) > 0 {
			arrays.Set("ranges", h.wordsOf(frame.Ranges))
			arrays.Set("bytes", h.bytesFrom(frame.Bytes))
		}
		event.Frame = &protocol.Frame{Whole: frame.Whole, Texts: frame.Texts, Warnings: frame.Warnings}
	}
	text, err := protocol.Encode(&event)
	if err != nil {
		h.broken(protocol.ErrRuntime, "An event cannot be written: "+err.Error()+".")
		return
	}
	h.object.Call("event", string(text), arrays)
}

// Checkpoint implements session.Sink.
func (h *host) Checkpoint(slot string, c session.Checkpoint) {
	states := make([]any, len(c.States))
	for i, state := range c.States {
		states[i] = []any{float64(state.ID), h.bytesFrom(state.Bytes)}
	}
	forgotten := make([]any, len(c.Forgotten))
	for i, id := range c.Forgotten {
		forgotten[i] = float64(id)
	}
	h.object.Call("checkpoint", slot, float64(c.Cycle), h.bytesFrom(c.Root), float64(c.Present), states, forgotten)
}

// Enter implements session.Sink.
func (h *host) Enter(slot string, request int, cycle uint64) {
	h.object.Call("enter", slot, request, float64(cycle))
}

// bytesFrom copies bytes into a new Uint8Array.
func (h *host) bytesFrom(list []byte) js.Value {
	array := h.bytes.New(len(list))
	js.CopyBytesToJS(array, list)
	return array
}

// wordsOf copies 32-bit numbers; both sides are little-endian.
func (h *host) wordsOf(list []uint32) js.Value {
	array := h.words.New(len(list))
	if len(list) > 0 {
		view := h.bytes.New(array.Get("buffer"))
		js.CopyBytesToJS(view, bytesOfWords(list))
	}
	return array
}

// revivalOf reads a kept checkpoint; undefined gives nil.
func revivalOf(kept js.Value) *session.Revival {
	if kept.IsUndefined() {
		return nil
	}
	return &session.Revival{
		Root:    bytesOf(kept.Get("root")),
		Present: uint64(kept.Get("present").Float()),
		States:  statesOf(kept.Get("states")),
	}
}

// statesOf reads a list of pairs of an id and bytes.
func statesOf(list js.Value) []history.State {
	states := make([]history.State, list.Length())
	for i := range states {
		pair := list.Index(i)
		states[i] = history.State{ID: uint64(pair.Index(0).Float()), Bytes: bytesOf(pair.Index(1))}
	}
	return states
}

// bytesOf copies a Uint8Array.
func bytesOf(array js.Value) []byte {
	data := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(data, array)
	return data
}
