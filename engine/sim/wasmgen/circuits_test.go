package wasmgen_test

import (
	"context"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/npm"
	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/sim/wasmgen"
	"simten.dev/invariants/thorough"
)

// machines compiles a source and starts it on both backends.
func machines(t *testing.T, text string) (c *sandbox.Compiled, opaque int, generated, reference sim.Machine) {
	t.Helper()
	ctx := context.Background()
	compile := func() *sandbox.Compiled {
		c, err := sandbox.CompileLoading(ctx, sandbox.Source{Text: text, Grants: circuit.AllGrants()}, sandbox.Limits{RunTime: time.Minute}, npm.NewFolder("."))
		require.NoError(t, err)
		require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
		return c
	}
	// Each backend has a realm of its own: opaque lambdas may keep state there.
	c = compile()
	netlist, _, err := c.Netlist(ctx)
	require.NoError(t, err)
	require.NoError(t, netlist.Check())
	h, err := c.Host(netlist)
	require.NoError(t, err)
	generated, err = wasmgen.New(ctx, netlist, c.Design, h)
	require.NoError(t, err)

	other := compile()
	again, _, err := other.Netlist(ctx)
	require.NoError(t, err)
	h, err = other.Host(again)
	require.NoError(t, err)
	reference, err = interp.New(ctx, again, other.Design, h)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, generated.Close())
		require.NoError(t, reference.Close())
		c.Close()
		other.Close()
	})
	return c, len(netlist.Calls), generated, reference
}

// sameNets compares every net.
func sameNets(t *testing.T, c *sandbox.Compiled, a, b sim.Machine) {
	t.Helper()
	require.Equal(t, a.Cycle(), b.Cycle())
	for net := range c.Design.Nets {
		if !a.Peek(net).Equal(b.Peek(net)) {
			for s := range c.Design.Signals() {
				if s.Net == net {
					require.FailNowf(t, "different", "cycle %d, %s: %s and %s", a.Cycle(), s.Path, a.Peek(net), b.Peek(net))
				}
			}
		}
	}
}

func TestCircuitsAgreeOnEveryNet(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles all benchmark circuits")
	}
	ctx := context.Background()
	var files []string
	for _, pattern := range []string{"../../../bench/*/circuit.ts", "../../../examples/*/circuit.ts"} {
		list, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, list...)
	}
	require.NotEmpty(t, files)
	for i, file := range files {
		if runtime.GOOS == "js" && i%4 != 0 && !thorough.On() { // it is slow there, and all of them run natively
			continue
		}
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			c, opaque, a, b := machines(t, string(text))
			require.Zero(t, opaque, "everything here compiles")
			r := rand.New(rand.NewSource(1))
			for range 12 {
				sameNets(t, c, a, b)
				for i, in := range c.Design.Inputs {
					if r.Intn(2) == 0 {
						v := circuit.Uint(r.Uint64()).Mask(in.Type.Wires())
						a.Set(i, v)
						b.Set(i, v)
					}
				}
				n := r.Intn(5)
				for _, m := range []sim.Machine{a, b} {
					require.NoError(t, m.Settle(ctx))
					done, err := m.Step(ctx, n)
					require.NoError(t, err)
					require.Equal(t, n, done)
				}
			}
		})
	}
}

// opaque has lambdas that cannot be compiled: they use JSON, and one throws at count 5.
const opaque = `
const Strange = circuit('Strange', {
  inputs: { x: bus(8) },
  outputs: { y: bus(8), z: bus(40) },
  state: { count: reg(8), seen: mem(8, 8) },
  eval: ({ x, count, seen }) => ({ y: JSON.parse(String(x ^ count)), z: BigInt(count) << 32n }),
  onTick: ({ x, count, seen }) => {
    if (count === 5 && x === 9) throw new Error('five')
    seen[count & 7] = x
    return { count: JSON.parse(String(count + 1)), seen }
  },
})
circuit('Top', {
  inputs: { x: bus(8) },
  outputs: { y: bus(8), z: bus(40), c: bus(8) },
  nodes: { s: Strange, r: Register({ width: 8 }), a: Adder({ width: 8 }), one: Constant({ value: 1, width: 1 }), off: Constant({ value: 0, width: 1 }) },
  connect: ({ inputs, outputs, nodes: { s, r, a, one, off } }) => [
    inputs.x.to(s.x), s.y.to(outputs.y, a.a), s.z.to(outputs.z), r.q.to(a.b, outputs.c), off.out.to(a.carry_in, r.rst),
    a.sum.to(r.data), one.out.to(r.we),
  ],
})`

func TestOpaqueLambdas(t *testing.T) {
	ctx := context.Background()
	c, calls, a, b := machines(t, opaque)
	require.NotZero(t, calls)
	for _, m := range []sim.Machine{a, b} {
		m.Set(0, circuit.Uint(3))
		done, err := m.Step(ctx, 4)
		require.NoError(t, err)
		require.Equal(t, 4, done)
	}
	sameNets(t, c, a, b)
	node := c.Design.NodeIndex("s")
	require.GreaterOrEqual(t, node, 0)
	for _, m := range []sim.Machine{a, b} {
		require.EqualValues(t, 4, m.State(node, 0).Scalar.Lo)
		require.Equal(t, circuit.Uint(3), m.State(node, 1).Memory[2])
	}
	snapshots := make([][]byte, 2)
	for i, m := range []sim.Machine{a, b} {
		var err error
		snapshots[i], err = m.Snapshot()
		require.NoError(t, err)
		// The throw in the cycle after next stops the run before that cycle.
		m.Set(0, circuit.Uint(9))
		done, err := m.Step(ctx, 1)
		require.NoError(t, err)
		require.Equal(t, 1, done)
		_, err = m.Step(ctx, 10)
		var d *circuit.Diagnostic
		require.ErrorAs(t, err, &d)
		require.Contains(t, d.Message, "five")
		require.EqualValues(t, 5, m.State(node, 0).Scalar.Lo)
	}
	sameNets(t, c, a, b)
	for i, m := range []sim.Machine{a, b} {
		require.NoError(t, m.Restore(ctx, snapshots[i]))
		require.EqualValues(t, 4, m.Cycle())
		require.EqualValues(t, 4, m.State(node, 0).Scalar.Lo)
		done, err := m.Step(ctx, 20)
		require.NoError(t, err)
		require.Equal(t, 20, done)
	}
	sameNets(t, c, a, b)
	for _, m := range []sim.Machine{a, b} {
		require.NoError(t, m.Reset(ctx))
	}
	sameNets(t, c, a, b)
}
