package history

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/sim"

	"simten.dev/engine/circuit"
)

// pair is a Recorder and the model it is held to, and what was saved of it.
type pair struct {
	t       *rapid.T
	r       *Recorder
	m       model
	toy     *toy
	options Options
	root    []byte
	present uint64
	states  map[uint64]State
	saved   model
	anySave bool
	tight   bool
}

func newPair(t *rapid.T, options Options, tight bool) *pair {
	c := &clock{now: time.Unix(0, 0)}
	options.Clock = c.read
	toy := newToy(c)
	toy.padding = rapid.SampledFrom([]int{0, 50, 4000}).Draw(t, "padding")
	r, err := New(toy, options)
	require.NoError(t, err)
	return &pair{t: t, r: r, toy: toy, options: options, states: map[uint64]State{}, tight: tight}
}

// check compares everything that can be seen.
func (p *pair) check() {
	want := p.m.replay(p.m.at)
	want.padding = p.toy.padding
	state, err := want.Snapshot()
	require.NoError(p.t, err)
	got, err := p.r.Snapshot()
	require.NoError(p.t, err)
	require.Equal(p.t, state, got, "the state")
	expected, actual := p.m.rangeOf(), p.r.Range()
	if p.tight {
		if actual.Undo == nil {
			expected.Undo, p.m.other = nil, nil
		}
		require.GreaterOrEqual(p.t, actual.First, expected.First)
		require.LessOrEqual(p.t, actual.First, actual.At)
		expected.First = actual.First
	}
	require.Equal(p.t, expected, actual)
	p.weigh()
	p.play()
}

// play gives a fresh machine what a tape holds, which leads to the last state of the history.
func (p *pair) play() {
	tape, whole := p.r.Tape()
	if !whole {
		return
	}
	ctx := context.Background()
	toy := newToy(&clock{})
	toy.padding = p.toy.padding
	for i := range tape.Before {
		tape.Before[i].Give(toy)
	}
	if len(tape.Before) > 0 {
		_ = toy.Reset(ctx)
	}
	for i := range tape.Moments() {
		_, err := toy.Step(ctx, int(tape.Cycle(i)-toy.cycle))
		require.NoError(p.t, err)
		tape.Each(i, func(s *Stimulus) { s.Give(toy) })
		_ = toy.Settle(ctx)
	}
	_, err := toy.Step(ctx, int(tape.Last-toy.cycle))
	require.NoError(p.t, err)
	got, err := toy.Snapshot()
	require.NoError(p.t, err)
	want := p.m.replay(len(p.m.deeds))
	want.padding = p.toy.padding
	state, err := want.Snapshot()
	require.NoError(p.t, err)
	require.Equal(p.t, state, got, "the tape")
}

// weigh recounts the memory.
func (p *pair) weigh() {
	bytes := p.r.now.bytes()
	if p.r.other != nil {
		bytes += p.r.other.tail.bytes()
	}
	seen := map[*sim.Block]bool{}
	for _, t := range p.r.lists() {
		for _, c := range t.checkpoints {
			bytes += weigh(c.state, seen)
		}
	}
	require.Equal(p.t, bytes, p.r.Bytes())
	require.Len(p.t, p.r.blocks.held, len(seen))
	if p.tight {
		minBytes := 3*(checkpointBytes+5*blockBytes+200) + p.toy.padding // its start, the present and the newest state
		require.LessOrEqual(p.t, p.r.Bytes(), max(p.options.Bytes, minBytes)+4*inputBytes+4*assignmentBytes)
	}
}

// weigh is the memory of a block and its parts that were not seen before.
func weigh(b *sim.Block, seen map[*sim.Block]bool) int {
	if b == nil || seen[b] {
		return 0
	}
	seen[b] = true
	n := sizeOf(b)
	for _, part := range b.Parts {
		n += weigh(part, seen)
	}
	return n
}

func (p *pair) do(d deed) {
	err := p.m.act(d)
	switch d.kind {
	case edge:
		_, got := p.r.Step(context.Background(), 1)
		require.Equal(p.t, err, got)
	default:
		_ = d.do(p.r)
	}
}

func (p *pair) actions(maxCycles int) map[string]func(*rapid.T) {
	background := context.Background()
	return map[string]func(*rapid.T){
		"": func(*rapid.T) { p.check() },
		"set": func(t *rapid.T) {
			values := rapid.SampledFrom([]uint64{0, 1, 2, 4, restless, explosive})
			p.do(deed{give, rapid.IntRange(0, 1).Draw(t, "input"), values.Draw(t, "value")})
		},
		"set cells": func(t *rapid.T) { p.do(deed{kind: giveCells, value: rapid.Uint64Range(0, 9).Draw(t, "cell")}) },
		"set state": func(t *rapid.T) { p.do(deed{kind: giveState, value: rapid.Uint64Range(0, 9).Draw(t, "cell")}) },
		"step": func(t *rapid.T) {
			n := rapid.IntRange(1, maxCycles).Draw(t, "cycles")
			want := 0
			for ; want < n; want++ {
				if p.m.act(deed{kind: edge}) != nil {
					break
				}
			}
			done, err := p.r.Step(background, n)
			require.Equal(t, want, done)
			require.Equal(t, want < n, err != nil)
		},
		"seek": func(t *rapid.T) {
			g := p.r.Range()
			cycle := rapid.Uint64Range(g.First, g.Last).Draw(t, "cycle")
			require.NoError(t, p.r.Seek(background, cycle))
			p.m.at = p.m.last(cycle)
		},
		"seek with too little time": func(t *rapid.T) {
			g := p.r.Range()
			cycle := rapid.Uint64Range(g.First, g.Last).Draw(t, "cycle")
			ctx, cancel := context.WithCancel(background)
			p.toy.patience = patience{left: rapid.IntRange(1, 20).Draw(t, "patience"), cancel: cancel}
			_ = p.r.Seek(ctx, cycle)
			p.toy.patience = patience{}
			cancel()
			_ = p.toy.Settle(background) // what a cancelled settle left open
			p.m.at = p.deedsAt(p.r.at)
		},
		"out of range": func(t *rapid.T) {
			g := p.r.Range()
			var failure *OutOfRangeError
			require.ErrorAs(t, p.r.Seek(background, g.Last+1), &failure)
			require.Equal(t, g, failure.Range)
		},
		"back": func(t *rapid.T) {
			g := p.r.Range()
			moved, err := p.r.StepBack(background)
			require.NoError(t, err)
			require.Equal(t, g.At > g.First, moved)
			if moved {
				p.m.at = p.m.last(g.At - 1)
			}
		},
		"forward": func(t *rapid.T) {
			g := p.r.Range()
			moved, err := p.r.StepForward(background)
			require.NoError(t, err)
			require.Equal(t, g.At < g.Last, moved)
			if moved {
				p.m.at = p.m.last(g.At + 1)
			}
		},
		"branch": func(*rapid.T) {
			p.r.Branch()
			p.m.branch()
		},
		"undo": func(t *rapid.T) {
			err := p.r.Undo(background)
			if p.m.other == nil {
				require.ErrorIs(t, err, ErrNothingToUndo)
				return
			}
			require.NoError(t, err)
			p.m.undo()
		},
		"reset": func(*rapid.T) {
			_ = p.r.Reset(background)
			p.m.anew(append(p.m.deeds[:p.m.at:p.m.at], deed{kind: reset}))
		},
		"restore": func(*rapid.T) {
			state, err := p.r.Snapshot()
			require.NoError(p.t, err)
			_ = p.r.Restore(background, state)
			p.m.anew(append(p.m.deeds[:p.m.at:p.m.at], deed{kind: settled}))
		},
		"a foreign snapshot": func(t *rapid.T) { require.Error(t, p.r.Restore(background, []byte("no"))) },
		"save":               func(*rapid.T) { p.save() },
		"die and load":       func(*rapid.T) { p.load() },
	}
}

// deedsAt finds a position in the model.
func (p *pair) deedsAt(at position) int {
	inputs := p.r.now.start().inputs
	m, n := p.m.replay(p.m.start), p.m.start
	for start := p.r.now.start(); m.cycle < start.cycle; n++ { // the start may have moved
		_ = p.m.deeds[n].do(m)
	}
	if p.tight && p.r.now.start().inputs > 0 {
		return p.countFrom(at)
	}
	for ; n < len(p.m.deeds) && (m.cycle != at.cycle || inputs != at.inputs); n++ {
		_ = p.m.deeds[n].do(m)
		if p.m.deeds[n].kind != edge {
			inputs++
		}
	}
	return n
}

// countFrom is deedsAt when inputs were forgotten: inputs are counted from the end.
func (p *pair) countFrom(at position) int {
	end := p.r.now.end
	n := len(p.m.deeds)
	for cycle, inputs := end.cycle, end.inputs; cycle != at.cycle || inputs != at.inputs; n-- {
		if p.m.deeds[n-1].kind == edge {
			cycle--
		} else {
			inputs--
		}
	}
	return n
}

// shown is what the state that was shown at the last save needs.
func (p *pair) shown() []State {
	needed := map[uint64]bool{}
	p.need(p.present, needed)
	var list []State
	for id := range needed {
		list = append(list, p.states[id])
	}
	return list
}

func (p *pair) save() {
	s, err := p.r.Save()
	require.NoError(p.t, err)
	for _, state := range s.States {
		require.NotContains(p.t, p.states, state.ID)
		p.states[state.ID] = state
	}
	for _, id := range s.Forgotten {
		require.Contains(p.t, p.states, id)
		delete(p.states, id)
	}
	needed := map[uint64]bool{}
	for _, list := range p.r.lists() {
		for _, c := range list.checkpoints {
			p.need(c.id, needed)
		}
	}
	require.Len(p.t, p.states, len(needed), "nothing else is kept")
	p.root, p.present, p.anySave = s.Root, s.Present, true
	p.saved = model{course: p.m.clone()}
	if p.m.other != nil {
		other := p.m.other.clone()
		p.saved.other = &other
	}
}

// need adds a state and its parts to those that must be kept.
func (p *pair) need(id uint64, needed map[uint64]bool) {
	if id == 0 || needed[id] {
		return
	}
	require.Contains(p.t, p.states, id)
	needed[id] = true
	for _, part := range p.states[id].Parts {
		p.need(part, needed)
	}
}

func (p *pair) load() {
	if !p.anySave {
		return
	}
	fresh := newToy(&clock{})
	fresh.padding = p.toy.padding
	options := p.options
	options.Clock = fresh.clock.read
	r, err := Load(context.Background(), fresh, options, p.root, p.present, p.shown())
	require.NoError(p.t, err)
	// States that come late only make it slow, but its start.
	for _, state := range p.states {
		r.Recall([]State{state})
	}
	p.toy, p.r, p.m = fresh, r, p.saved
	p.save() // the model that was saved is used up
}

func TestRandomUseAgreesWithAReplayFromZero_M48_M50(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(t, Options{Interval: rapid.SampledFrom([]time.Duration{1, 5 * time.Microsecond, time.Second}).Draw(t, "interval")}, false)
		t.Repeat(p.actions(40))
	})
}

func TestRandomUseInLittleMemoryStaysExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(t, Options{Interval: 1, Bytes: rapid.IntRange(2_000, 20_000).Draw(t, "bytes")}, true)
		t.Repeat(p.actions(40))
	})
}

func TestADepthDropsTheOldestCycles_M51(t *testing.T) {
	c := &clock{}
	r, err := New(newToy(c), Options{Depth: 1000, Clock: c.read})
	require.NoError(t, err)
	background := context.Background()
	for range 50 {
		r.Set(0, circuit.Uint(1))
		_, err = r.Step(background, 100)
		require.NoError(t, err)
	}
	require.Equal(t, Range{First: 4000, At: 5000, Last: 5000}, r.Range())
	require.NoError(t, r.Seek(background, 4000))
	moved, err := r.StepBack(background)
	require.NoError(t, err)
	require.False(t, moved)
	require.Error(t, r.Seek(background, 3999))
}

// A reset behind inputs of which so many were forgotten that the history begins with the present state.
func TestUndoBringsBackAHistoryThatBeginsWhereItEnds(t *testing.T) {
	ctx := context.Background()
	c := &clock{}
	r, err := New(newToy(c), Options{Bytes: 3_700, Clock: c.read})
	require.NoError(t, err)
	begun := false
	for i := range 1000 {
		r.Set(0, circuit.Uint(uint64(i&^1)))
		require.NoError(t, r.Settle(ctx))
		if r.now.forgotten > 0 && r.now.start() == r.now.end {
			begun = true
			break
		}
	}
	require.True(t, begun, "the inputs are never forgotten")
	before, err := r.Snapshot()
	require.NoError(t, err)
	require.NoError(t, r.Reset(ctx))
	require.NoError(t, r.Undo(ctx))
	after, err := r.Snapshot()
	require.NoError(t, err)
	require.Equal(t, before, after)
}
