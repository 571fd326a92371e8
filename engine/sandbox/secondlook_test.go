package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

func TestAllProblemsShowAtOnce(t *testing.T) {
	type problem struct {
		Code circuit.Code
		Line int
	}
	tests := map[string]struct {
		text string
		want []problem
	}{
		"beyond a node that does not exist": {`circuit('A', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: And }, connect: ({ inputs, outputs, nodes }) => [
  inputs.a.to(nodes.h.a),
  nodes.j.out.to(outputs.y),
  nodes.h.out.to(nodes.g.q),
  outputs.y.to(inputs.a),
] })`, []problem{{circuit.CodeUnknownNode, 2}, {circuit.CodeUnknownNode, 3}, {circuit.CodeUnknownPort, 4}, {circuit.CodeDirection, 5}}},
		"a mistake in a factory is told once": {`const F = circuit('F', ({ width = 8 } = {}) => ({
  inputs: { a: bus(width) },
  nodes: { r: Register({ width }) },
  connect: ({ inputs, nodes }) => [inputs.a.to(nodes.r.dat)],
}))
circuit('Top', { nodes: { f: F(), g: F(), h: F({ width: 4 }) } })`, []problem{{circuit.CodeUnknownPort, 4}}},
		"a second look that throws adds nothing": {`circuit('A', { nodes: { g: And }, connect: ({ nodes }) => {
  const wires = [nodes.h.out.to(nodes.g.a)]
  throw new Error('no')
} })`, []problem{{circuit.CodeUnknownNode, 2}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: test.text}, sandbox.Limits{})
			require.NoError(t, err)
			defer compiled.Close()
			var got []problem
			for _, d := range compiled.Diagnostics {
				if d.Severity == circuit.Error {
					got = append(got, problem{d.Code, d.Line})
				}
			}
			require.Equal(t, test.want, got)
		})
	}
}
