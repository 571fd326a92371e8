package sandbox

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/npm"
	"simten.dev/engine/circuit"
	"simten.dev/engine/sim/batch"
)

// TestBatchAgreesWithMachines runs the examples on random vectors, together and one after the other.
func TestBatchAgreesWithMachines(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/circuit.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	ctx := context.Background()
	const vectors, cycles = 12, 7
	compared := 0
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			c, err := CompileLoading(ctx, Source{Text: string(text), Grants: circuit.AllGrants()}, Limits{}, npm.NewFolder("."))
			require.NoError(t, err)
			defer c.Close()
			if c.Design == nil {
				t.Skip("it imports packages")
			}
			nets := make([]int, len(c.Design.Nets))
			for i := range nets {
				nets[i] = i
			}
			controls := NewControls(c.Design)
			names := controls.Names() // Constants too
			p, err := c.NewBatch(ctx, nets, names)
			var size *batch.SizeError
			if err != nil {
				require.ErrorAs(t, err, &size)
				t.Skip(err)
			}
			fields, err := controls.Fields(names)
			require.NoError(t, err)
			rnd := rand.New(rand.NewPCG(1, 2))
			list := batch.List{Fields: fields, Vectors: make([][]circuit.Value, vectors)}
			for i := range list.Vectors {
				for _, f := range fields {
					list.Vectors[i] = append(list.Vectors[i], circuit.FromWords([]uint64{rnd.Uint64(), rnd.Uint64()}).Mask(f.Width))
				}
			}
			m, err := c.NewMachineOn(ctx, Interpreter)
			require.NoError(t, err)
			start, err := m.Snapshot()
			require.NoError(t, err)
			require.NoError(t, p.Run(ctx, vectors, batch.Options{
				Cycles: cycles, Vectors: list,
				Each: func(b *batch.Block) error {
					for lane := range b.Count {
						require.NoError(t, m.Restore(ctx, start))
						values := map[string]circuit.Value{}
						for k, v := range list.Values(b.First+uint64(lane), nil) {
							values[names[k]] = v
						}
						require.NoError(t, controls.Set(m, values))
						_, err := m.Step(ctx, cycles)
						require.NoError(t, err)
						for _, net := range nets {
							require.True(t, m.Peek(net).Equal(b.Peek(net, lane)), "vector %d, net %d", lane, net)
						}
					}
					return nil
				},
			}))
			compared++
		})
	}
	require.Greater(t, compared, len(files)/2)
}

// TestTruthTableOfSwitches goes through the switches of a circuit that has no inputs, with a bulb's value.
func TestTruthTableOfSwitches(t *testing.T) {
	ctx := context.Background()
	c, err := Compile(ctx, Source{Text: `circuit('Two', { outputs: { y: bit }, nodes: { a: Switch, b: Switch, k: Constant({ value: 1 }), g: And, h: Xor },
		connect: ({ outputs, nodes: { a, b, k, g, h } }) => [a.out.to(g.a), b.out.to(g.b), g.out.to(h.a), k.out.to(h.b), h.out.to(outputs.y)] })`}, Limits{})
	require.NoError(t, err)
	defer c.Close()
	names := c.FreeControls()
	require.Equal(t, []string{"a", "b"}, names)
	p, err := c.NewBatch(ctx, []int{c.Design.Outputs[0].Net}, names)
	require.NoError(t, err)
	fields, err := NewControls(c.Design).Fields(names)
	require.NoError(t, err)
	table := ""
	require.NoError(t, p.Run(ctx, 1<<batch.Bits(fields), batch.Options{Vectors: batch.Counting{Fields: fields}, Each: func(b *batch.Block) error {
		for lane := range b.Count {
			table += fmt.Sprint(b.Word(0, lane))
		}
		return nil
	}}))
	require.Equal(t, "1110", table)
	_, err = NewControls(c.Design).Fields([]string{"c"})
	require.ErrorContains(t, err, "c")
}

// TestBatchFindsTheVectorThatThrows has one vector of 65,536 that an eval refuses.
func TestBatchFindsTheVectorThatThrows(t *testing.T) {
	ctx := context.Background()
	c, err := Compile(ctx, Source{Text: `circuit('Guard', { inputs: { a: bus(8), b: bus(8) }, outputs: { y: bus(8) },
  eval: ({ a, b }) => {
    if (a >= 200 && a * b === 20000) throw new Error('not ' + a + ' and 0x' + (a * b).toString(16))
    return { y: a ^ b }
  } })`}, Limits{})
	require.NoError(t, err)
	defer c.Close()
	names := c.FreeControls()
	p, err := c.NewBatch(ctx, []int{c.Design.Outputs[0].Net}, names)
	require.NoError(t, err)
	fields, err := NewControls(c.Design).Fields(names)
	require.NoError(t, err)
	err = p.Run(ctx, 1<<batch.Bits(fields), batch.Options{Vectors: batch.Counting{Fields: fields}, Each: func(*batch.Block) error { return nil }})
	var failed *batch.VectorError
	require.ErrorAs(t, err, &failed)
	require.EqualValues(t, 200<<8|100, failed.Vector)
	var d *circuit.Diagnostic
	require.ErrorAs(t, err, &d)
	require.Equal(t, circuit.CodeLambdaThrew, d.Code)
	require.Contains(t, d.Message, "not 200 and 0x4e20")
	require.Equal(t, 3, d.Line)
}
