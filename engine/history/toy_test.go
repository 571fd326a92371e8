package history

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// toy is a machine that forgets nothing: its state mixes every input of every cycle and, in a latch, every settle, so
// that a cycle too many, an input too early or a settle left out give another state.
type toy struct {
	inputs  [2]uint64
	latch   uint64
	state   uint64
	text    string
	cycle   uint64
	padding int // bytes that make its snapshots larger
	clock   *clock
	steps   int // cycles computed since the toy was made
	image   *sim.Block
	dear    time.Duration // what an image costs
	patience
}

// patience ends the context of a call after so many steps and settles.
type patience struct {
	left   int
	cancel context.CancelFunc
}

func (p *patience) use() {
	if p.cancel == nil {
		return
	}
	if p.left--; p.left <= 0 {
		p.cancel()
	}
}

type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

const (
	restless  = 7  // an input with which the toy does not settle
	explosive = 13 // an input with which it does not step
)

var (
	errRestless  = errors.New("does not settle")
	errExplosive = errors.New("does not step")
)

func newToy(c *clock) *toy { return &toy{state: 1, clock: c} }

func (t *toy) Set(i int, v circuit.Value)                   { t.inputs[i] = v.Lo }
func (t *toy) SetArgument(_ int, _ string, v circuit.Value) { t.inputs[1] = v.Lo }
func (t *toy) SetState(_, _ int, s sim.State) {
	t.text = s.Text
	for a, v := range s.Memory {
		t.state ^= a*3 + v.Lo
	}
}

func (t *toy) SetCells(_, _ int, first uint64, src []byte, signed bool) {
	if signed {
		t.state++
	}
	for i, b := range src {
		t.state ^= (first+uint64(i))*5 + uint64(b)<<7
	}
}

func (t *toy) Settle(ctx context.Context) error {
	t.latch |= t.inputs[0]
	t.clock.now = t.clock.now.Add(time.Microsecond)
	t.use()
	if t.inputs[0] == restless {
		return errRestless
	}
	return ctx.Err()
}

func (t *toy) Step(ctx context.Context, n int) (int, error) {
	for i := range n {
		if ctx.Err() != nil {
			return i, ctx.Err()
		}
		if t.inputs[0] == restless {
			return i, errRestless
		}
		if t.inputs[1] == explosive {
			return i, errExplosive
		}
		t.state = (t.state^t.inputs[0]^t.latch<<8^t.inputs[1]<<16)*0x9e3779b97f4a7c15 + 1
		t.cycle++
		t.steps++
		t.text += string(rune('A' + t.cycle%26))
		if len(t.text) > 9 {
			t.text = t.text[1:]
		}
		t.clock.now = t.clock.now.Add(time.Microsecond)
		t.use()
	}
	return n, nil
}

func (t *toy) Cycle() uint64                               { return t.cycle }
func (t *toy) Peek(int) circuit.Value                      { return circuit.Uint(t.state) }
func (t *toy) State(int, int) sim.State                    { return sim.State{IsText: true, Text: t.text} }
func (t *toy) Cells(_, _ int, _ uint64, dst []byte)        { clear(dst) }
func (t *toy) Touched(_, _ int, _ uint64, p []bool) uint64 { return sim.AllPages(p) }
func (t *toy) Changed(dst []int) []int                     { return dst }
func (t *toy) Warnings() []circuit.Diagnostic              { return nil }
func (t *toy) Close() error                                { return nil }

func (t *toy) Reset(ctx context.Context) error {
	t.latch, t.state, t.text, t.cycle = 0, 1, "", 0
	return t.Settle(ctx)
}

func (t *toy) Snapshot() ([]byte, error) { return sim.Snapshot(t) }

func (t *toy) Restore(ctx context.Context, b []byte) error { return sim.Restore(ctx, t, b) }

// Image has three parts: the padding, which never changes, nothing, and the text.
func (t *toy) Image() (*sim.Block, error) {
	t.clock.now = t.clock.now.Add(t.dear)
	var b []byte
	for _, v := range []uint64{t.inputs[0], t.inputs[1], t.latch, t.state, t.cycle} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	image := &sim.Block{Bytes: b, Parts: []*sim.Block{nil, nil, nil}}
	if t.image != nil {
		copy(image.Parts, t.image.Parts)
	}
	if image.Parts[0] == nil {
		image.Parts[0] = &sim.Block{Parts: []*sim.Block{{Bytes: make([]byte, t.padding)}}}
	}
	if image.Parts[2] == nil || string(image.Parts[2].Bytes) != t.text {
		image.Parts[2] = &sim.Block{Bytes: []byte(t.text)}
	}
	t.image = image
	return image, nil
}

func (t *toy) Show(ctx context.Context, b *sim.Block) error {
	if len(b.Bytes) != 40 || len(b.Parts) != 3 || b.Parts[2] == nil {
		return fmt.Errorf("a toy refuses this: %w", sim.ErrSnapshot)
	}
	for i, v := range []*uint64{&t.inputs[0], &t.inputs[1], &t.latch, &t.state, &t.cycle} {
		*v = binary.LittleEndian.Uint64(b.Bytes[8*i:])
	}
	t.text, t.image = string(b.Parts[2].Bytes), b
	return t.Settle(ctx)
}
