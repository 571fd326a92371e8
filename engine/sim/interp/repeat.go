package interp

import (
	"context"

	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// newBodies makes the machines that do the rounds of word.Repeat. They read the memories of m.
func (m *Machine) newBodies(ctx context.Context, module *netlist.Module) error {
	for k := range module.Bodies {
		t := m.tuning
		t.decide = deciding{}
		body, err := newMachine(ctx, module.Body(k), nil, nil, t, m.memories)
		if err != nil {
			return err
		}
		m.bodies = append(m.bodies, body)
	}
	return nil
}

// repeat does the rounds of body k. The slots of its machine begin as what it takes does: with the values that change,
// in order, and the others are its inputs.
func (m *Machine) repeat(k uint64, dst, a []uint64) {
	x := m.bodies[k]
	state := x.p.state
	copy(x.slots[:state], a)
	if len(x.p.inputs) > 0 {
		copy(x.slots[x.p.inputs[0]:], a[state:])
	}
	copy(x.slots[state:2*state], x.slots[:state]) // who is not told otherwise holds
	left := m.rounds
	if left == nil {
		limit := word.MaxRounds
		left = &limit
	}
	for x.rounds = left; x.slots[0] != 0 && *left > 0; {
		*left--
		_ = x.evaluate(x.p.step) // a body has nothing that fails
		x.commit()
	}
	copy(dst, x.slots[:state])
}
