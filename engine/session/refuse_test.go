package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

const ring = `circuit('Ring', {
  outputs: { y: bit },
  nodes: { a: Not, b: Not, c: Not, d: Not },
  connect: ({ outputs, nodes: { a, b, c, d } }) => [
    a.out.to(b.in), b.out.to(c.in), c.out.to(a.in, d.in), d.out.to(outputs.y),
  ],
})`

// TestACircuitThatDoesNotSettleIsThereToBeDrawn: its loop is one error, with every node around it and its place.
func TestACircuitThatDoesNotSettleIsThereToBeDrawn(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	reply := b.ask(compileOf(ring))
	require.Nil(t, reply.Error)
	require.Nil(t, reply.Compile.Design)
	require.Equal(t, "Ring", reply.Compile.Main)
	require.Len(t, reply.Compile.Circuit.Nodes, 4)
	require.Len(t, reply.Compile.Diagnostics, 1, "%v", reply.Compile.Diagnostics)
	d := reply.Compile.Diagnostics[0]
	require.Equal(t, circuit.CodeOscillation, d.Code)
	require.Equal(t, []circuit.NodePlace{{Node: "a", Line: 3, Column: 12}, {Node: "b", Line: 3, Column: 20}, {Node: "c", Line: 3, Column: 28}}, d.Nodes)
	require.Nil(t, reply.Status, "nothing runs")
}

// TestALoopThatStartsToOscillateNamesItsNodes: it settles at first, and then an input makes it change for ever.
func TestALoopThatStartsToOscillateNamesItsNodes(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	reply := b.ask(compileOf(`circuit('Gated', {
  inputs: { on: bit }, outputs: { y: bit }, nodes: { g: Nand, h: Buffer },
  connect: ({ inputs, outputs, nodes: { g, h } }) => [inputs.on.to(g.a), g.out.to(h.in), h.out.to(g.b, outputs.y)],
})`))
	require.NotNil(t, reply.Compile.Design, "%v", reply.Compile.Diagnostics)
	failure := b.ask(setOf("on", 1)).Error
	require.NotNil(t, failure)
	var nodes []string
	for _, p := range failure.Nodes {
		require.Equal(t, 2, p.Line)
		nodes = append(nodes, p.Node)
	}
	require.Equal(t, []string{"g", "h"}, nodes)
}
