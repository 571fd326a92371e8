package wasmgen

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// TestImagesAreWholeStates_M45_M47 drives two machines alike. One takes images all the time, which share what has not
// changed, and shows them again; the other, of the other backend, reads and writes whole snapshots. Both must have the
// same state and give the same bytes, always.
func TestImagesAreWholeStates_M45_M47(t *testing.T) {
	for i, b := range backends {
		t.Run(b.name, func(t *testing.T) { imagesAgree(t, b.start, backends[(i+1)%len(backends)].start) })
	}
}

type starter = func(context.Context, *netlist.Module) (sim.Machine, error)

func imagesAgree(t *testing.T, shares, copies starter) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		m := drawModule(t, drawRandom(t), 60)
		x, err := shares(ctx, m)
		z, other := copies(ctx, m)
		require.Equal(t, err == nil, other == nil)
		if err != nil {
			return
		}
		defer func() { require.NoError(t, x.Close()) }()
		defer func() { require.NoError(t, z.Close()) }()

		type kept struct {
			image *sim.Block
			bytes []byte
		}
		var list []kept
		same := func() {
			require.Equal(t, z.Cycle(), x.Cycle())
			for f := range m.Fields[0] {
				require.Equal(t, z.State(0, f), x.State(0, f))
			}
		}
		both := func(act func(sim.Machine) error) {
			first, second := act(x), act(z)
			require.Equal(t, second == nil, first == nil)
		}
		t.Repeat(map[string]func(*rapid.T){
			"step": func(t *rapid.T) {
				n := rapid.IntRange(1, 5).Draw(t, "cycles")
				both(func(m sim.Machine) error { _, err := m.Step(ctx, n); return err })
			},
			"set": func(t *rapid.T) {
				i := rapid.IntRange(0, len(m.Inputs)).Draw(t, "input")
				v := circuit.Uint(rapid.Uint64().Draw(t, "value"))
				both(func(m sim.Machine) error { m.Set(i, v); return m.Settle(ctx) })
			},
			"set state": func(t *rapid.T) {
				f := rapid.IntRange(0, len(m.Fields[0])).Draw(t, "field")
				v := circuit.Uint(rapid.Uint64Range(1, 200).Draw(t, "value"))
				if f == len(m.Fields[0]) || m.Fields[0][f].Kind == netlist.TextField {
					return
				}
				s := sim.State{Scalar: v, Memory: map[uint64]circuit.Value{v.Lo * 23: v, 0: v}}
				both(func(m sim.Machine) error { m.SetState(0, f, s); return m.Settle(ctx) })
			},
			"reset": func(*rapid.T) {
				both(func(m sim.Machine) error { return m.Reset(ctx) })
			},
			"keep": func(t *rapid.T) {
				image, err := x.Image()
				require.NoError(t, err)
				if rapid.Bool().Draw(t, "compare") {
					bytes, err := z.Snapshot()
					require.NoError(t, err)
					require.Equal(t, bytes, sim.Flatten(image))
				}
				list = append(list, kept{image, sim.Flatten(image)})
			},
			"show": func(t *rapid.T) {
				if len(list) == 0 {
					return
				}
				k := list[rapid.IntRange(0, len(list)-1).Draw(t, "which")]
				require.Equal(t, k.bytes, sim.Flatten(k.image), "what is kept does not change")
				first, second := x.Show(ctx, k.image), z.Restore(ctx, k.bytes)
				require.Equal(t, second == nil, first == nil)
			},
			"": func(*rapid.T) { same() },
		})
	})
}

// writer is a counter that writes its number to a cell of a MiB of memory in each cycle, one behind the other.
func writer() *netlist.Module {
	none := word.Op{A: word.None, B: word.None, C: word.None}
	reg, one, truth, sum := none, none, none, none
	reg.Kind, reg.Width, reg.Bits = word.Reg, 18, 18
	one.Kind, one.Width, one.Bits, one.Imm = word.Const, 18, 1, 1
	truth.Kind, truth.Width, truth.Bits, truth.Imm = word.Const, 1, 1, 1
	sum.Kind, sum.Width, sum.Bits, sum.A, sum.B = word.Add, 18, 18, 0, 1
	m := &netlist.Module{
		Name:      "writer",
		Registers: []netlist.Register{{Name: "n", Width: 18, Next: 3}},
		Memories:  []netlist.Memory{{Name: "ram", Depth: 1 << 18, Width: 18, Writes: []netlist.Write{{Enable: 2, Address: 0, Data: 3}}}},
		Nets:      []word.ID{0},
	}
	m.Ops = []word.Op{reg, one, truth, sum}
	for range m.Ops {
		m.Uses = append(m.Uses, netlist.InStep|netlist.InSettle)
	}
	netlisttest.Fields(m)
	return m
}

// counting counts the bytes that are copied from and to linear memory.
type counting struct {
	instance
	bytes int
}

func (c *counting) read(offset uint32, dst []byte) {
	c.bytes += len(dst)
	c.instance.read(offset, dst)
}

func (c *counting) write(offset uint32, src []byte) {
	c.bytes += len(src)
	c.instance.write(offset, src)
}

// newBlocks counts the blocks of an image that another one does not have.
func newBlocks(b, other *sim.Block) int {
	if b == nil || b == other {
		return 0
	}
	n := 1
	for i, part := range b.Parts {
		var before *sim.Block
		if other != nil {
			before = other.Parts[i]
		}
		n += newBlocks(part, before)
	}
	return n
}

// TestAnImageOfALargeMemoryCostsWhatChanged counts, so that it does not depend on the machine.
func TestAnImageOfALargeMemoryCostsWhatChanged(t *testing.T) {
	ctx := context.Background()
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) {
			m, err := b.start(ctx, writer())
			require.NoError(t, err)
			defer func() { require.NoError(t, m.Close()) }()
			counter := &counting{}
			if x, ok := m.(*Machine); ok {
				counter.instance, x.inst = x.inst, counter
			}
			_, err = m.Step(ctx, 200_000)
			require.NoError(t, err)
			first, err := m.Image()
			require.NoError(t, err)
			require.Greater(t, newBlocks(first, nil), 700, "nearly all of it was written to")
			pages := make([]bool, 1024)
			since := m.Touched(0, 1, 0, pages)

			counter.bytes = 0
			const cycles = 300 // write to two or three pages
			_, err = m.Step(ctx, cycles)
			require.NoError(t, err)
			second, err := m.Image()
			require.NoError(t, err)
			// root, two of the registers, list, leaves, pages
			require.LessOrEqual(t, newBlocks(second, first), 1+3+1+2+3)
			m.Touched(0, 1, since, pages)
			touched := 0
			for _, t := range pages {
				if t {
					touched++
				}
			}
			require.LessOrEqual(t, touched, 3)
			require.NoError(t, m.Show(ctx, first))
			require.LessOrEqual(t, counter.bytes, 3*1024+4*1024+8*1024, "pages twice, and the marks")
			require.Equal(t, uint64(200_000), m.Cycle())
			require.True(t, m.State(0, 1).Memory[200_001].IsZero())
		})
	}
}
