package sandbox

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

const depositText = `
const Part = circuit('Part', { inputs: { at: bus(4) }, outputs: { word: bus(12), n: bus(32), m: bus(8) },
	state: { ram: mem(16, 12), count: reg(32), mode: 'idle' },
	eval: ({ ram, at, count, mode }) => ({ word: ram[at], n: count, m: mode === 'idle' ? 1 : 2 }),
	onTick: ({ count, mode }) => ({ count: (count + 1) | 0, mode: mode === 'idle' ? 'busy' : 'idle' }) })
circuit('Top', { inputs: { at: bus(4) }, outputs: { word: bus(12), n: bus(32), m: bus(8) }, nodes: { part: Part },
	connect: ({ inputs, outputs, nodes: { part } }) => [inputs.at.to(part.at), part.word.to(outputs.word), part.n.to(outputs.n), part.m.to(outputs.m)] })`

// TestStepsNameState: the steps of a run overwrite registers and cells by their names, beside inputs.
func TestStepsNameState(t *testing.T) {
	on(t, depositText, func(b *bench) {
		ctx := context.Background()
		give := func(step string) error {
			var numbers map[string]circuit.Number
			require.NoError(t, json.Unmarshal([]byte(step), &numbers))
			if err := b.c.Give(ctx, NewControls(b.c.Design), b.m, numbers); err != nil {
				return err
			}
			return b.m.Settle(ctx)
		}
		require.NoError(t, give(`{"at": 3, "part.ram[3]": "0xabc", "part.count": -1}`))
		b.expect("word", 0xabc).expect("n", 0xffff_ffff)
		b.tick(1).expect("n", 0).expect("word", 0xabc).expect("m", 2)
		require.NoError(t, give(`{"part.ram[3]": -1}`))
		b.expect("word", 0xfff)
		for _, wrong := range []string{
			`{"part.ram": 1}`, `{"part.ram[16]": 1, "at": 0}`, `{"part.count[0]": 1}`, `{"part.rum[0]": 1}`, `{"part.mode": 1}`, `{"cuont": 1}`,
		} {
			var d *circuit.Diagnostic
			require.ErrorAs(t, give(wrong), &d, wrong)
		}
		b.expect("word", 0xfff)
		require.NoError(t, b.c.Deposit(ctx, b.m, []Deposit{{Node: "part", Field: "mode", Text: "idle"}}))
		require.NoError(t, b.m.Settle(ctx))
		b.expect("m", 1).reset().expect("word", 0).expect("n", 0)
	})
}

// TestDepositsKeepToWhatIsCompiled: a register that the circuit is compiled for with fewer numbers than fit takes no
// others.
func TestDepositsKeepToWhatIsCompiled(t *testing.T) {
	ctx := context.Background()
	c := compile(t, `circuit('Stack', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, state: { m: mem(8, 8), i: reg(4) },
		eval: ({ i }) => ({ y: i }),
		onTick: ({ m, i, a }) => { const l = [m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7]]
			if (i !== l.length) l[i++] = a; else i = 0
			l.forEach((x, k) => { m[k] = x }); return { m, i } } })`)
	module, _, err := c.Lower(ctx)
	require.NoError(t, err)
	within := module.Fields[0][1].Within
	require.NotNil(t, within, "this shows nothing unless the circuit is compiled for what it comes to")
	require.Equal(t, [2]int64{0, 8}, *within)
	for _, backend := range backends {
		m, err := c.NewMachineOn(ctx, backend)
		require.NoError(t, err)
		require.NoError(t, c.Deposit(ctx, m, []Deposit{{Node: "Stack", Field: "i", Cells: []byte{2}}}))
		require.NoError(t, m.Settle(ctx))
		require.EqualValues(t, 2, m.Peek(c.Design.Outputs[0].Net).Lo)
		err = c.Deposit(ctx, m, []Deposit{{Node: "Stack", Field: "i", Cells: []byte{9}}})
		require.ErrorContains(t, err, "it can only come to hold 0 to 8")
		require.NoError(t, m.Close())
	}
}
