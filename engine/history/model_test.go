package history

import (
	"context"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// deed is something that was done to a machine.
type deed struct {
	kind  deedKind
	input int
	value uint64
}

type deedKind int

const (
	edge deedKind = iota
	give
	giveState
	giveCells
	reset
	settled // the settle of a restored snapshot
)

func (d deed) do(m sim.Machine) error {
	switch d.kind {
	case edge:
		_, err := m.Step(context.Background(), 1)
		return err
	case give:
		if d.input == 0 {
			m.Set(0, circuit.Uint(d.value))
		} else {
			m.SetArgument(3, "value", circuit.Uint(d.value))
		}
	case giveState:
		m.SetState(1, 2, sim.State{IsText: true, Text: "set", Memory: map[uint64]circuit.Value{d.value: circuit.Uint(5)}})
	case giveCells:
		m.SetCells(1, 3, d.value, []byte{byte(d.value), 7}, d.value%2 == 0)
	case reset:
		return m.Reset(context.Background())
	}
	return m.Settle(context.Background())
}

// course is a timeline in the plainest form: everything that was ever done on the way, from a fresh machine on.
type course struct {
	deeds []deed
	start int // deeds before the first state of the history
	at    int // deeds before the state that is shown
}

func (c course) clone() course {
	c.deeds = append([]deed(nil), c.deeds...)
	return c
}

// replay gives a fresh machine that did the first n deeds.
func (c course) replay(n int) *toy {
	m := newToy(&clock{})
	for _, d := range c.deeds[:n] {
		_ = d.do(m)
	}
	return m
}

// cycle is that of the state after n deeds; resets and restores are only before the start.
func (c course) cycle(n int) uint64 { return c.replay(n).cycle }

// last is the number of deeds up to the end of a cycle.
func (c course) last(cycle uint64) int {
	m := c.replay(c.start)
	n := c.start
	for ; n < len(c.deeds); n++ {
		if c.deeds[n].kind == edge && m.cycle == cycle {
			break
		}
		_ = c.deeds[n].do(m)
	}
	return n
}

// model is what a Recorder must be like: it replays from zero.
type model struct {
	course
	other *course
}

func (m *model) act(d deed) error {
	probe := m.replay(m.at)
	if err := d.do(probe); err != nil && d.kind == edge {
		return err
	}
	m.branch()
	m.deeds = append(m.deeds, d)
	m.at++
	return nil
}

// branch sets aside what follows the present state.
func (m *model) branch() {
	if m.at == len(m.deeds) {
		return
	}
	old := m.clone()
	m.other = &old
	m.deeds = m.deeds[:m.at:m.at]
}

// anew begins a history with the state after the given deeds.
func (m *model) anew(deeds []deed) {
	if len(m.deeds) > m.start {
		old := m.clone()
		m.other = &old
	}
	m.deeds = append([]deed(nil), deeds...)
	m.start, m.at = len(deeds), len(deeds)
}

func (m *model) undo() {
	old := m.clone()
	m.course, m.other = m.other.clone(), &old
}

func (m *model) rangeOf() Range {
	g := Range{First: m.cycle(m.start), At: m.cycle(m.at), Last: m.cycle(len(m.deeds))}
	if m.other != nil {
		g.Undo = &Undo{At: m.other.cycle(m.other.at), Last: m.other.cycle(len(m.other.deeds))}
	}
	return g
}
