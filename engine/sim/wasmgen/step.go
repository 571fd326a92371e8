package wasmgen

import (
	"context"
	"encoding/binary"
	"time"

	"simten.dev/engine/sim"
)

// Step runs n clock cycles in slices of a few milliseconds.
//
// Generated code notices a failure of the logic after an edge only when it evaluates it for the
// next cycle or to show the nets. The cycle of that edge does not count, so the machine returns to
// what it saved before the slice and runs all of its cycles but the last again. A failing onTick is
// found before its edge, with the logic settled: nothing is to be taken back.
func (x *Machine) Step(ctx context.Context, n int) (int, error) {
	if n <= 0 {
		return 0, ctx.Err()
	}
	if err := x.flush(); err != nil {
		return 0, err
	}
	x.fetch()
	return x.cycles(ctx, n)
}

func (x *Machine) cycles(ctx context.Context, n int) (int, error) {
	total := 0
	var before *saved // the state at the start of the last slice that completed a cycle
	length := 0       // cycles of that slice
	var stopped error
	for total < n && stopped == nil {
		if stopped = ctx.Err(); stopped != nil {
			break
		}
		k := min(x.slice, uint32(min(n-total, largestStep)))
		if hasClosures(x.m) {
			k = 1 // the host can take back one commit
		}
		var now *saved
		if x.canFail {
			now = x.save()
		}
		var ran uint32
		var broken error // the module itself, not the circuit
		start := time.Now()
		stopped = x.run(ctx, func() error {
			if ran, broken = x.advance(k); broken == nil && ran < k && x.control(statusWord) != statusOK {
				return x.failure()
			}
			return nil
		})
		if broken != nil {
			return total, broken
		}
		x.adapt(time.Since(start))
		total += int(ran)
		x.cycle += uint64(ran)
		if ran > 0 {
			before, length = now, int(ran)
		}
		if stopped != nil {
			switch {
			case x.inTick: // the cycles before this edge have happened
				x.drainTexts()
			case total > 0:
				total--
				x.takeBack(before, length)
			}
			break
		}
		x.drainTexts()
	}
	inTick := stopped != nil && x.inTick // an error of the logic comes first: it was there before this edge
	if err := x.settle(ctx); err != nil {
		if stopped != nil && !inTick || total == 0 {
			return total, err
		}
		x.takeBack(before, length)
		_ = x.settle(ctx)
		return total - 1, err
	}
	return total, stopped
}

// adapt aims the slice at half of longestCall.
func (x *Machine) adapt(took time.Duration) {
	switch {
	case took > longestCall && x.slice > 1:
		x.slice /= 2
	case took < longestCall/4 && x.slice < largestStep:
		x.slice *= 2
	}
}

// saved is the state before a slice.
type saved struct {
	cycle    uint64
	bank     []byte
	memories []*sim.Block // nil for those that nothing writes to
	texts    []text
}

func (x *Machine) save() *saved {
	l := x.p.layout
	s := &saved{cycle: x.cycle, bank: make([]byte, l.bankSize), texts: make([]text, len(x.texts))}
	x.inst.read(l.bankA, s.bank)
	for i, t := range x.texts {
		s.texts[i] = t.clone()
	}
	for i := range l.memories {
		var b *sim.Block
		if len(x.m.Memories[i].Writes) > 0 {
			b = x.memoryImage(i)
		}
		s.memories = append(s.memories, b)
	}
	return s
}

// takeBack returns to the state before the last cycle of a slice that ran the given cycles.
func (x *Machine) takeBack(s *saved, cycles int) {
	l := x.p.layout
	x.inst.write(eventsWord, make([]byte, 4))
	x.inst.write(l.bankA, s.bank)
	for i, b := range s.memories {
		if b != nil {
			x.showMemory(i, b)
		}
	}
	x.cycle, x.texts = s.cycle, s.texts
	if hasClosures(x.m) {
		x.host.Undo()
		return
	}
	again := uint32(cycles - 1)
	_ = x.run(context.Background(), func() error { // it has run before, without an error
		for again > 0 {
			ran, err := x.advance(again)
			if err != nil || ran == 0 {
				return err
			}
			x.drainTexts()
			x.cycle += uint64(ran)
			again -= ran
		}
		return nil
	})
}

// advance runs up to k cycles, fewer when something stops the generated code.
func (x *Machine) advance(k uint32) (uint32, error) {
	x.stepped()
	if hasCalls(x.m) {
		x.began = time.Now()
		x.hurry(0)
	}
	return x.inst.step(k)
}

// drainTexts moves the appends out of the event buffer.
func (x *Machine) drainTexts() {
	if len(x.m.Texts) == 0 {
		return
	}
	n := x.control(eventsWord)
	if n == 0 {
		return
	}
	events := make([]byte, 4*n)
	x.inst.read(x.p.layout.events, events)
	for len(events) > 0 {
		e := binary.LittleEndian.Uint32(events)
		events = events[4:]
		t := e >> 17
		if e&clearEvent != 0 {
			x.texts[t].units = nil
			continue
		}
		x.texts[t].append(uint16(e), x.m.Texts[t].Limit)
	}
	x.inst.write(eventsWord, make([]byte, 4))
}
