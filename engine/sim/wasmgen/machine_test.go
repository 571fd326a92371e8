package wasmgen

import (
	"context"
	"math/rand"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/word"
)

// drawRandom draws what makes random modules and values.
func drawRandom(t *rapid.T) *netlisttest.Random {
	return &netlisttest.Random{
		Rand: rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))),
		Wide: rapid.Bool().Draw(t, "wide"),
	}
}

// drawModule draws a module of any kind of operations, about as many as most at the most; some have rows of gates
// instead, some conditions, some choices among many values, and some arrays. All its state has fields.
func drawModule(t *rapid.T, r *netlisttest.Random, maxOps int) *netlist.Module {
	m := r.Module(rapid.IntRange(1, maxOps).Draw(t, "operations"))
	switch r.Intn(8) {
	case 4:
		m = r.Loops()
	case 3:
		m = r.Arrays()
	case 0:
		m = r.Cells()
	case 1:
		m = r.Gated()
	case 2:
		m = r.Chosen()
	}
	netlisttest.Fields(m)
	return m
}

// backends are the simulators of a netlist; one suite holds them to the model and so to each other.
var backends = []struct {
	name  string
	start func(ctx context.Context, m *netlist.Module) (sim.Machine, error)
}{
	{"wasmgen", func(ctx context.Context, m *netlist.Module) (sim.Machine, error) { return New(ctx, m, nil, nil) }},
	{"browsers", func(ctx context.Context, m *netlist.Module) (sim.Machine, error) {
		t := forBrowsers
		t.fixedOps, t.farUses, t.functionOps, t.wholeOps = 1, 1, 50, 50
		return newMachine(ctx, m, nil, nil, t)
	}},
	{"sweeps", func(ctx context.Context, m *netlist.Module) (sim.Machine, error) {
		return newMachine(ctx, m, nil, nil, sweepingAlways)
	}},
	{"interp", func(ctx context.Context, m *netlist.Module) (sim.Machine, error) { return interp.New(ctx, m, nil, nil) }},
}

// sweepingAlways makes sweeps of whatever can be swept, however small the design is.
var sweepingAlways = func() tuning {
	t := defaultTuning
	t.sweepOps, t.tableOps, t.sweepVector, t.sweepTable, t.sweepAlways = 0, 0, 2, 1, true
	return t
}()

func TestMachinesAgreeWithTheModel(t *testing.T) {
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) { agree(t, b.start) })
	}
}

func agree(t *testing.T, start func(context.Context, *netlist.Module) (sim.Machine, error)) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		r := drawRandom(t)
		m := drawModule(t, r, 80)
		o := netlisttest.NewModel(m)
		x, err := start(ctx, m)
		if !o.Settle() {
			require.Error(t, err)
			return
		}
		require.NoError(t, err)
		defer func() { require.NoError(t, x.Close()) }()

		compare := func() {
			for net, id := range m.Nets {
				require.Truef(t, o.Values[id].Equal(x.Peek(net)), "net %d, operation %d: want %s, got %s\n%s", net, id, o.Values[id], x.Peek(net), m)
			}
			f := 0
			for i := range m.Registers {
				require.True(t, o.Registers[i].Equal(x.State(0, f).Scalar))
				f++
			}
			for i := range m.Memories {
				got := x.State(0, f).Memory
				for a := range uint64(m.Memories[i].Depth) {
					require.True(t, o.Memories[i][a].Equal(got[a]))
				}
				f++
			}
			for i := range m.Texts {
				require.Equal(t, string(utf16.Decode(o.Texts[i])), x.State(0, f).Text)
				f++
			}
		}
		compare()
		require.Len(t, x.Changed(nil), len(m.Nets), "the first report names every net")
		require.Empty(t, x.Changed(nil))

		type checkpoint struct {
			bytes []byte
			o     *netlisttest.Model
			cycle uint64
		}
		var checkpoints []checkpoint
		cycles := uint64(0)
		for range 14 {
			shown := make([]circuit.Value, len(m.Nets))
			for net := range m.Nets {
				shown[net] = x.Peek(net)
			}
			before := o.Clone()
			action := r.Intn(8)
			t.Logf("action %d", action)
			switch action {
			case 0, 1, 2: // inputs, then settle
				for k, in := range m.Inputs {
					if in.Kind == netlist.TopInput && r.Intn(2) == 0 {
						o.Inputs[k] = r.Value(in.Width)
						x.Set(in.Index, o.Inputs[k])
					}
				}
				err := x.Settle(ctx)
				if !o.Settle() {
					require.Error(t, err)
					var d *circuit.Diagnostic
					require.ErrorAs(t, err, &d)
					require.Equal(t, circuit.CodeOscillation, d.Code)
					return
				}
				require.NoError(t, err)
			case 3:
				bytes, err := x.Snapshot()
				require.NoError(t, err)
				checkpoints = append(checkpoints, checkpoint{bytes, before, cycles})
			case 4:
				if len(checkpoints) == 0 {
					continue
				}
				c := checkpoints[r.Intn(len(checkpoints))]
				*o, cycles = *c.o.Clone(), c.cycle
				require.NoError(t, x.Restore(ctx, c.bytes))
			case 5:
				i := r.Intn(len(m.Registers))
				o.Registers[i] = r.Value(m.Registers[i].Width)
				x.SetState(0, i, sim.State{Scalar: o.Registers[i]})
				if !o.Settle() {
					require.Error(t, x.Settle(ctx))
					return
				}
				require.NoError(t, x.Settle(ctx))
			default:
				n := r.Intn([]int{4, 30, 200}[r.Intn(3)])
				ran := o.Run(n)
				done, err := x.Step(ctx, n)
				require.Equal(t, ran, done)
				require.Equal(t, ran < n, err != nil)
				cycles += uint64(ran)
			}
			require.Equal(t, cycles, x.Cycle())
			compare()
			var want []int
			for net := range m.Nets {
				if !shown[net].Equal(x.Peek(net)) {
					want = append(want, net)
				}
			}
			require.Equal(t, want, x.Changed(nil))
		}
	})
}

func TestRestoreRefusesOtherBytes(t *testing.T) {
	ctx := context.Background()
	var snapshots [][]byte
	var last *Machine
	for range 2 {
		m := dense(4+len(snapshots), 40, 1)
		netlisttest.Fields(m)
		x, err := New(ctx, m, nil, nil)
		require.NoError(t, err)
		defer func() { require.NoError(t, x.Close()) }()
		b, err := x.Snapshot()
		require.NoError(t, err)
		snapshots = append(snapshots, b)
		last = x
	}
	for _, bad := range [][]byte{nil, snapshots[0], snapshots[1][:len(snapshots[1])-1], append(append([]byte(nil), snapshots[1]...), 0)} {
		require.ErrorIs(t, last.Restore(ctx, bad), sim.ErrSnapshot)
	}
	require.NoError(t, last.Restore(ctx, snapshots[1]))
}

func TestTooMuchMemoryIsAnError(t *testing.T) {
	m := dense(4, 8, 1)
	m.Memories = []netlist.Memory{{Name: "big", Depth: 1 << 30, Width: 32}}
	var size *SizeError
	_, err := New(context.Background(), m, nil, nil)
	require.ErrorAs(t, err, &size)
	require.Contains(t, err.Error(), "MiB")
}

func TestTextKeepsTheNewest(t *testing.T) {
	ctx := context.Background()
	// A register counts; each cycle its low bits are appended.
	m := &netlist.Module{Name: "console"}
	add := func(op word.Op) word.ID {
		if op.Kind.Shape().Operands < 1 {
			op.A, op.B = word.None, word.None
		}
		if op.Kind.Shape().Operands < 2 {
			op.B = word.None
		}
		op.C, op.Bits = word.None, op.Width
		m.Ops, m.Uses = append(m.Ops, op), append(m.Uses, netlist.InStep|netlist.InSettle)
		return word.ID(len(m.Ops) - 1)
	}
	count := add(word.Op{Kind: word.Reg, Width: 16})
	one := add(word.Op{Kind: word.Const, Width: 16, Imm: 1})
	next := add(word.Op{Kind: word.Add, Width: 16, A: count, B: one})
	odd := add(word.Op{Kind: word.Slice, Width: 1, A: count})
	m.Registers = []netlist.Register{{Name: "r", Width: 16, Start: circuit.Uint(0x100), Next: next}}
	m.Texts = []netlist.Text{{Name: "t", Start: "start", Limit: 100, Appends: []netlist.Append{{Enable: odd, Unit: count}}}}
	m.Nets = []word.ID{count}
	netlisttest.Fields(m)
	require.NoError(t, m.Check())
	x, err := New(ctx, m, nil, nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, x.Close()) }()
	require.Equal(t, "start", x.State(0, 1).Text)
	// More cycles than the event buffer holds: the step returns early and goes on.
	const cycles = 3*eventCapacity + 1
	done, err := x.Step(ctx, cycles)
	require.NoError(t, err)
	require.Equal(t, cycles, done)
	got := []rune(x.State(0, 1).Text)
	require.Len(t, got, 100)
	for i, c := range got {
		require.EqualValues(t, 0x100+cycles-1-2*(len(got)-i)+1, c)
	}
	require.NoError(t, x.Reset(ctx))
	require.Equal(t, "start", x.State(0, 1).Text)
	require.EqualValues(t, 0x100, x.Peek(0).Lo)
}
