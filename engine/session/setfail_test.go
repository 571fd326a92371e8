package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
)

// TestASetThatFailed: the page shows where a switch stands, also when the circuit cannot follow.
func TestASetThatFailed(t *testing.T) {
	for name, source := range map[string]string{
		"oscillates": `circuit('Ring', { outputs: { y: bit }, nodes: { s: Switch, g: Nand }, connect: ({ outputs, nodes: { s, g } }) => [s.out.to(g.a), g.out.to(g.b, outputs.y)] })`,
		"throws": `const T = circuit('T', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => { if (a) throw new Error('no'); return { y: 0 } } })
			circuit('Top', { outputs: { y: bit }, nodes: { s: Switch, t: T }, connect: ({ outputs, nodes: { s, t } }) => [s.out.to(t.a), t.y.to(outputs.y)] })`,
	} {
		t.Run(name, func(t *testing.T) {
			b := newNative(t, protocol.DefaultLimits)
			reply := b.ask(compileOf(source))
			require.Nil(t, reply.Error)
			net := netOf(t, reply.Compile.Design, "s.out")
			shown := shownValue(b, reply.Compile.Design, net)
			require.Zero(t, shown)

			failed := b.ask(setOf("s", 1))
			require.Equal(t, protocol.ErrRuntime, failed.Error.Code)
			require.Equal(t, uint32(1), shownValue(b, reply.Compile.Design, net), "the switch stands at 1, and is shown there")
			require.Equal(t, protocol.ErrRuntime, b.ask(tickOf(1)).Error.Code, "and the circuit still cannot settle")

			require.Nil(t, b.ask(setOf("s", 0)).Error, "flipping it back mends it")
			require.Zero(t, shownValue(b, reply.Compile.Design, net))
			require.Nil(t, b.ask(tickOf(1)).Error)

			require.Equal(t, protocol.ErrInvalidRequest, b.ask(setOf("nobody", 1)).Error.Code)
			require.Zero(t, shownValue(b, reply.Compile.Design, net))
		})
	}
}

func netOf(t *testing.T, d *protocol.DesignInfo, path string) int {
	t.Helper()
	for _, s := range d.Signals {
		if s.Path == path {
			return s.Net
		}
	}
	require.Failf(t, "no signal", "%s", path)
	return -1
}

// shownValue is what the frames so far say of a net of up to 32 bits.
func shownValue(b *bench, d *protocol.DesignInfo, net int) (value uint32) {
	for _, e := range of[protocol.Event](b.record) {
		if e.Frame == nil {
			continue
		}
		at := 0
		for _, changed := range e.Frame.Nets {
			if int(changed) == net {
				value = e.Frame.Limbs[at]
			}
			at += (d.Nets[changed] + 31) / 32
		}
	}
	return value
}
