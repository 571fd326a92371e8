package wasmgen

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// harness runs a program by its raw exports.
type harness struct {
	m *netlist.Module
	p *program
	i instance
}

func startHarness(t require.TestingT, m *netlist.Module, tune tuning) *harness {
	p, err := generate(m, tune)
	require.NoError(t, err)
	i, err := compileNow(p.code).start(context.Background(), nil)
	require.NoError(t, err)
	h := &harness{m, p, i}
	for k, r := range m.Registers {
		h.put(p.layout.bankA, p.layout.registers[k], r.Start)
	}
	for k, mem := range m.Memories {
		for a, v := range mem.Start {
			h.put(p.layout.memories[k].offset+uint32(a)*p.layout.memories[k].cell, placeFor(mem.Width), v)
		}
	}
	for k, in := range m.Inputs {
		h.put(0, p.layout.inputs[k], in.Start)
	}
	return h
}

func (h *harness) put(base uint32, p place, v circuit.Value) {
	b := make([]byte, p.bytes())
	putValue(b, p, v)
	h.i.write(base+p.offset, b)
}

func (h *harness) get(base uint32, p place) circuit.Value {
	b := make([]byte, p.bytes())
	h.i.read(base+p.offset, b)
	return getValue(b, p)
}

// net reads the value of an operation that shows a net.
func (h *harness) net(id word.ID) circuit.Value {
	op, l := &h.m.Ops[id], h.p.layout
	switch op.Kind {
	case word.Const:
		return h.m.Value(op)
	case word.Param:
		return h.get(0, l.inputs[op.Imm])
	case word.Reg:
		return h.get(l.bankA, l.registers[op.Imm])
	case word.Loop:
		return h.get(l.bankA, l.vars[op.Imm])
	}
	return h.get(0, l.display[id])
}

func TestGeneratedCodeAgreesWithTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRandom(t)
		m := r.Module(rapid.IntRange(1, 120).Draw(t, "operations"))
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 3:
			m = r.Loops()
		case 2:
			m = r.Arrays()
		case 0:
			m = r.Gated()
		case 1:
			m = r.Chosen()
		}
		require.NoError(t, m.Check())
		tune := tuning{
			functionOps:    rapid.SampledFrom([]int{1, 7, 50, 1000}).Draw(t, "functionOps"),
			localRegisters: rapid.SampledFrom([]int{0, 48}).Draw(t, "localRegisters"),
			wholeOps:       rapid.SampledFrom([]int{0, 4000}).Draw(t, "wholeOps"),
			regionCost:     rapid.SampledFrom([]int{1, 4, 20, 1 << 30}).Draw(t, "regionCost"),
			jumpGain:       rapid.SampledFrom([]float64{0, 0.8, 100}).Draw(t, "jumpGain"),
			cases:          rapid.SampledFrom([]int{1, 2, 5, 1 << 30}).Draw(t, "cases"),
			partCost:       rapid.SampledFrom([]int{1, 4, 20, 1 << 30}).Draw(t, "partCost"),
			branchCost:     rapid.SampledFrom([]int{0, 4, 16, 1 << 30}).Draw(t, "branchCost"),
			sweepOps:       rapid.SampledFrom([]int{-1, 0}).Draw(t, "sweepOps"),
			sweepVector:    rapid.SampledFrom([]int{2, 5, 1 << 30}).Draw(t, "sweepVector"),
			sweepTable:     rapid.SampledFrom([]int{1, 3, 1 << 30}).Draw(t, "sweepTable"),
			sweepAlways:    true,
			inPlace:        rapid.Bool().Draw(t, "inPlace"),
			farUses:        rapid.SampledFrom([]uint32{0, 3, 1 << 30}).Draw(t, "farUses"),
			readsTwice:     rapid.Bool().Draw(t, "readsTwice"),
			fixedOps:       rapid.SampledFrom([]int{0, 1, 20}).Draw(t, "fixedOps"),
			outliving:      rapid.SampledFrom([]int{0, 24}).Draw(t, "outliving"),
			noSelections:   rapid.IntRange(0, 3).Draw(t, "noSelections") == 0,
		}
		h := startHarness(t, m, tune)
		defer func() { require.NoError(t, h.i.close()) }()
		o := netlisttest.NewModel(m)

		compare := func(cycle int) {
			for net, id := range m.Nets {
				require.Truef(t, netlisttest.SameValue(&m.Ops[id], o.Values[id], h.net(id)), "cycle %d: net %d, operation %d %s: want %s, got %s\n%s",
					cycle, net, id, m.Ops[id].Kind, o.Values[id], h.net(id), m)
			}
			for k := range m.Registers {
				require.True(t, o.Registers[k].Equal(h.get(h.p.layout.bankA, h.p.layout.registers[k])), "register %d", k)
			}
			for k, mem := range m.Memories {
				p := h.p.layout.memories[k]
				for a := range uint64(mem.Depth) {
					require.Truef(t, o.Memories[k][a].Equal(h.get(p.offset+uint32(a)*p.cell, placeFor(mem.Width))), "memory %d cell %d", k, a)
				}
				require.True(t, h.get(p.offset+p.depth*p.cell, placeFor(mem.Width)).IsZero(), "the zero cell stays zero")
			}
		}
		texts := make([][]uint16, len(m.Texts))
		for cycle := range 12 {
			_, err := h.i.prepare()
			require.NoError(t, err)
			failed, err := h.i.settle()
			require.NoError(t, err)
			if !o.Settle() {
				require.EqualValues(t, 1, failed, "an oscillation is found")
				require.EqualValues(t, statusOscillates, h.word(statusWord))
				done, err := h.i.step(1)
				require.NoError(t, err)
				require.Zero(t, done)
				return
			}
			require.Zero(t, failed)
			compare(cycle)

			// Several cycles in one call, unless the model finds an oscillation on the way.
			n := r.Intn(4)
			ran := 0
			for ; ran < n && o.Settle(); ran++ {
				o.Edge()
			}
			done, err := h.i.step(uint32(n))
			require.NoError(t, err)
			require.EqualValues(t, ran, done)
			events := h.word(eventsWord)
			for k := range events {
				e := h.get(h.p.layout.events+4*k, place{size: 4}).Lo
				if t := e >> 17; e&clearEvent != 0 {
					texts[t] = nil
				} else {
					texts[t] = append(texts[t], uint16(e))
				}
			}
			h.i.write(eventsWord, make([]byte, 4))
			require.Equal(t, o.Texts, texts)
			for k, in := range m.Inputs {
				if in.Kind == netlist.TopInput && r.Intn(2) == 0 {
					v := r.Value(in.Width)
					o.Inputs[k] = v
					h.put(0, h.p.layout.inputs[k], v)
				}
			}
		}
	})
}

func (h *harness) word(offset uint32) uint32 {
	return uint32(h.get(offset, place{size: 4}).Lo)
}
