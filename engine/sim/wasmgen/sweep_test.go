package wasmgen

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// copiesOf is a design of n copies of a module that share its inputs. The copies start differently.
func copiesOf(m *netlist.Module, n int, start func(width int) circuit.Value) *netlist.Module {
	c := &netlist.Module{Name: m.Name, Inputs: m.Inputs, Invariant: n * m.Invariant}
	c.Tables, c.Wide, c.Bodies = m.Tables, m.Wide, m.Bodies
	rest := len(m.Ops) - m.Invariant
	c.Ops, c.Uses = make([]word.Op, n*len(m.Ops)), make([]netlist.Use, n*len(m.Ops))
	for k := range n {
		to := func(id word.ID) word.ID {
			switch {
			case id == word.None:
				return id
			case int(id) < m.Invariant:
				return word.ID(k*m.Invariant) + id
			}
			return word.ID(n*m.Invariant+k*rest-m.Invariant) + id
		}
		for i, op := range m.Ops {
			op.A, op.B, op.C = to(op.A), to(op.B), to(op.C)
			switch op.Kind {
			case word.Reg:
				op.Imm += uint64(k * len(m.Registers))
			case word.Loop:
				op.Imm += uint64(k * len(m.Vars))
			case word.MemRead:
				op.Imm += uint64(k * len(m.Memories))
			}
			c.Ops[to(word.ID(i))], c.Uses[to(word.ID(i))] = op, m.Uses[i]
		}
		for _, r := range m.Registers {
			r.Next, r.Start = to(r.Next), start(r.Width)
			c.Registers = append(c.Registers, r)
		}
		for _, mem := range m.Memories {
			writes := mem.Writes
			mem.Writes = nil
			for _, w := range writes {
				mem.Writes = append(mem.Writes, netlist.Write{Enable: to(w.Enable), Address: to(w.Address), Data: to(w.Data)})
			}
			c.Memories = append(c.Memories, mem)
		}
		for _, t := range m.Texts {
			appends := t.Appends
			t.Appends = nil
			for _, a := range appends {
				a.Enable, a.Unit = to(a.Enable), to(a.Unit)
				t.Appends = append(t.Appends, a)
			}
			c.Texts = append(c.Texts, t)
		}
		for _, v := range m.Vars {
			v.Next = to(v.Next)
			c.Vars = append(c.Vars, v)
		}
		for _, l := range m.Loops {
			c.Loops = append(c.Loops, netlist.Loop{
				First: to(l.First), End: to(l.First) + l.End - l.First, Bound: l.Bound,
				FirstVar: l.FirstVar + k*len(m.Vars), EndVar: l.EndVar + k*len(m.Vars),
			})
		}
		for _, id := range m.Nets {
			c.Nets = append(c.Nets, to(id))
		}
	}
	return c
}

// TestCopiesAgreeWithTheModel holds designs of equal blocks, which become vectors, to the plain model.
func TestCopiesAgreeWithTheModel(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		r := drawRandom(t)
		m := copiesOf(r.Module(rapid.IntRange(1, 40).Draw(t, "operations")), rapid.IntRange(2, 40).Draw(t, "copies"), r.Value)
		require.NoError(t, m.Check())
		netlisttest.Fields(m)
		tune := sweepingAlways
		tune.sweepVector = rapid.SampledFrom([]int{2, 12}).Draw(t, "sweepVector")
		tune.tableOps = rapid.SampledFrom([]int{0, 1 << 30}).Draw(t, "tableOps")
		o := netlisttest.NewModel(m)
		x, err := newMachine(ctx, m, nil, nil, tune)
		if !o.Settle() {
			require.Error(t, err)
			return
		}
		require.NoError(t, err)
		defer func() { require.NoError(t, x.Close()) }()
		for range 5 {
			for net, id := range m.Nets {
				require.Truef(t, o.Values[id].Equal(x.Peek(net)), "net %d, operation %d: want %s, got %s", net, id, o.Values[id], x.Peek(net))
			}
			for i := range m.Registers {
				require.True(t, o.Registers[i].Equal(x.State(0, i).Scalar), "register %d", i)
			}
			for k, in := range m.Inputs {
				if in.Kind == netlist.TopInput {
					o.Inputs[k] = r.Value(in.Width)
					x.Set(in.Index, o.Inputs[k])
				}
			}
			n := r.Intn(6)
			settled := o.Settle()
			ran := o.Run(n)
			done, err := x.Step(ctx, n)
			require.Equal(t, ran, done)
			if n == 0 {
				err = x.Settle(ctx)
			}
			require.Equal(t, !settled || ran < n, err != nil)
			if err != nil {
				return
			}
		}
	})
}

// TestLoopWaitsForWhatItsVariablesBecome: a variable of a combinational loop may become a value that is computed before
// the loop, by nothing in it.
func TestLoopWaitsForWhatItsVariablesBecome(t *testing.T) {
	m := &netlist.Module{Name: "loop"}
	add := func(kind word.Kind, imm uint64, operands ...word.ID) word.ID {
		op := word.Op{Kind: kind, Width: 32, Bits: 32, Imm: imm, A: word.None, B: word.None, C: word.None}
		for k, at := range [...]*word.ID{&op.A, &op.B} {
			if k < len(operands) {
				*at = operands[k]
			}
		}
		m.Ops, m.Uses = append(m.Ops, op), append(m.Uses, netlist.InStep|netlist.InSettle)
		return word.ID(len(m.Ops) - 1)
	}
	before := add(word.Reg, 0)
	m.Registers = []netlist.Register{{Name: "r", Width: 32, Start: circuit.Uint(3)}}
	for range 3 { // each has two users, so that no two are one sweep
		before = add(word.Mul, 0, before, before)
		m.Nets = append(m.Nets, before)
	}
	first := add(word.Loop, 0)
	inside := add(word.Add, 0, first, first)
	m.Vars = []netlist.Var{{Width: 32, Next: before}}
	m.Loops = []netlist.Loop{{First: first, End: inside + 1, Bound: 8, EndVar: 1}}
	m.Registers[0].Next = inside
	m.Nets = append(m.Nets, first, inside)
	require.NoError(t, m.Check())
	netlisttest.Fields(m)
	for _, b := range backends {
		x, err := b.start(context.Background(), m)
		require.NoError(t, err)
		o := netlisttest.NewModel(m)
		require.True(t, o.Settle())
		for range 3 {
			for net, id := range m.Nets {
				require.Equal(t, o.Values[id], x.Peek(net), "%s, operation %d", b.name, id)
			}
			require.True(t, o.Cycle())
			_, err := x.Step(context.Background(), 1)
			require.NoError(t, err)
		}
		require.NoError(t, x.Close())
	}
}

// arithmetic is a block in every kind of operation that vectors compute, in words of a width.
func arithmetic(width int32) *netlist.Module {
	m := &netlist.Module{Name: "block", Inputs: []netlist.Input{{Kind: netlist.TopInput, Width: int(width), Name: "x"}}}
	add := func(kind word.Kind, w int32, imm uint64, operands ...word.ID) word.ID {
		op := word.Op{Kind: kind, Width: w, Bits: w, Imm: imm, A: word.None, B: word.None, C: word.None}
		for k, at := range [...]*word.ID{&op.A, &op.B, &op.C} {
			if k < len(operands) {
				*at = operands[k]
			}
		}
		m.Ops, m.Uses = append(m.Ops, op), append(m.Uses, netlist.InStep|netlist.InSettle)
		return word.ID(len(m.Ops) - 1)
	}
	x := add(word.Param, width, 0)
	m.Invariant = len(m.Ops)
	a, b := add(word.Reg, width, 0), add(word.Reg, width, 1)
	three := add(word.Const, width, 3&word.Mask64(uint(width)))
	count := add(word.Const, width, 1)
	var all []word.ID
	for _, k := range []word.Kind{word.And, word.Or, word.Xor, word.Add, word.Sub, word.Mul} {
		all = append(all, add(k, width, 0, a, b), add(k, width, 0, b, x), add(k, width, 0, a, three))
	}
	all = append(all, add(word.Not, width, 0, a), add(word.Shl, width, 0, a, count), add(word.LShr, width, 0, b, count))
	if width <= 8 {
		equal, ne, or := add(word.Eq, 1, 0, a, b), add(word.Ne, 1, 0, a, b), add(word.RedOr, 1, 0, a)
		all = append(all, add(word.Mux, width, 0, equal, a, b), add(word.Mux, width, 0, ne, x, b), add(word.Mux, width, 0, or, b, a))
	}
	sum := all[0]
	for _, id := range all[1:] {
		sum = add(word.Add, width, 0, sum, id)
	}
	for _, next := range []word.ID{sum, all[0]} {
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: int(width), Next: next})
	}
	m.Nets = append(append(m.Nets, all...), sum)
	return m
}

// TestVectorsOfEveryWidthAgreeWithTheModel has all operations of vectors, in lanes of every size, full or not.
func TestVectorsOfEveryWidthAgreeWithTheModel(t *testing.T) {
	ctx := context.Background()
	r := &netlisttest.Random{Rand: rand.New(rand.NewSource(5))}
	for _, width := range []int32{1, 5, 8, 9, 16, 25, 32, 47, 64} {
		m := copiesOf(arithmetic(width), 37, r.Value)
		require.NoError(t, m.Check())
		netlisttest.Fields(m)
		s, _, err := newSweptLayout(m, sweepingAlways)
		require.NoError(t, err)
		vectors := 0
		for k := range s.list {
			if s.list[k].vectors > 0 {
				vectors++
				require.EqualValues(t, 37, s.list[k].count)
			}
		}
		require.Greater(t, vectors, 15, "width %d", width)
		o := netlisttest.NewModel(m)
		x, err := newMachine(ctx, m, nil, nil, sweepingAlways)
		require.NoError(t, err)
		for range 20 {
			o.Inputs[0] = r.Value(int(width))
			x.Set(0, o.Inputs[0])
			require.True(t, o.Settle())
			require.NoError(t, x.Settle(ctx))
			for net, id := range m.Nets {
				require.Truef(t, o.Values[id].Equal(x.Peek(net)), "width %d, %s: want %s, got %s", width, m.Ops[id].Kind, o.Values[id], x.Peek(net))
			}
			o.Edge()
			_, err := x.Step(ctx, 1)
			require.NoError(t, err)
		}
		require.NoError(t, x.Close())
	}
}

// TestCodeDoesNotGrowWithCopies counts bytes: twice as many copies of a block are hardly more code, and a bounded
// number of bytes of memory for every operation.
func TestCodeDoesNotGrowWithCopies(t *testing.T) {
	r := &netlisttest.Random{Rand: rand.New(rand.NewSource(6))}
	var code []int
	for _, copies := range []int{1_000, 2_000} {
		m := copiesOf(gates(100, 1), copies, r.Value)
		p, err := generate(m, defaultTuning)
		require.NoError(t, err)
		code = append(code, len(p.code))
		require.Less(t, float64(p.layout.end)/float64(len(m.Ops)), 2.0, "bytes of memory for an operation of one bit")
	}
	require.Less(t, code[1], code[0]+1_000)
	require.Less(t, code[0], 100_000)

	// Where nothing repeats, a table has an address for every operand.
	m := gates(60_000, 1)
	tune := defaultTuning
	tune.sweepAlways = true
	p, err := generate(m, tune)
	require.NoError(t, err)
	require.Less(t, float64(p.layout.end)/float64(len(m.Ops)), 12.0)
	require.Less(t, float64(len(p.code))/float64(len(m.Ops)), 14.0)
}
