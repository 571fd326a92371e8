package sandbox

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// A port has no ports. Each place where one is read of it is told, and nothing else.
func TestPortOfAPort(t *testing.T) {
	parts := `circuit('T', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { r: Register({ width: 1 }), g: And }, connect: `
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"an input": {
			`({ inputs, outputs }) => [inputs.a.out.to(outputs.y)]`,
			[]string{"'inputs.a' is already a port, so it has no 'out'."},
		},
		"an output": {
			`({ inputs, outputs }) => [inputs.a.to(outputs.y.in)]`,
			[]string{"'outputs.y' is already a port, so it has no 'in'."},
		},
		"ports of nodes": {
			`({ inputs, outputs, nodes: { r, g } }) => [inputs.a.to(r.data.in, g.a), inputs.b.to(g.b), r.q.out.to(outputs.y)]`,
			[]string{"'r.data' is already a port, so it has no 'in'.", "'r.q' is already a port, so it has no 'out'."},
		},
		"several": {
			`({ inputs, outputs }) => [inputs.a.out.to(outputs.y.in)]`,
			[]string{"'inputs.a' is already a port, so it has no 'out'.", "'outputs.y' is already a port, so it has no 'in'."},
		},
		"a method that ports do not have": {
			`({ inputs, outputs }) => [inputs.a.connect(outputs.y)]`,
			[]string{"'inputs.a' has no 'connect'."},
		},
		"a helper that looks whether it is given a node or a port": {
			`({ inputs, outputs, nodes: { g } }) => { const from = (x) => x.out ?? x; return [from(inputs.a).to(g.a), inputs.b.to(g.b), from(g).to(outputs.y)] }`,
			[]string{},
		},
		"such a helper before another mistake": {
			`({ inputs, outputs }) => { const from = (x) => x.out ?? x; from(inputs.a); const o = {}; return [o.x.y] }`,
			[]string{"'o.x' is undefined, so it has no 'y'."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Compile(context.Background(), Source{Text: parts + test.text + ` })`, File: "a.ts"}, Limits{})
			require.NoError(t, err)
			defer c.Close()
			found := []string{}
			for i := range c.Diagnostics {
				if d := &c.Diagnostics[i]; d.Severity == circuit.Error {
					found = append(found, d.Message)
				}
			}
			require.Equal(t, test.want, found)
		})
	}
}

// A circuit value is called as its circuit is.
func TestNameOfACircuit(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: `
		const Foo = circuit('Foo', { inputs: { a: bit } }), Make = circuit('Make', ({ w = 2 } = {}) => ({ inputs: { a: bus(w) } }))
		console.log([Foo.name, Foo({}).name, Make.name, Make({ w: 3 }).name, And.name, Register.name, Register({ width: 3 }).name].join())
		circuit('Top', { inputs: { a: bit } })`, File: "a.ts", Grants: circuit.AllGrants()}, Limits{})
	require.NoError(t, err)
	defer c.Close()
	require.NotEmpty(t, c.Console, "%v", c.Diagnostics)
	require.Equal(t, "Foo,Foo,Make,Make,And,Register,Register", c.Console[0])
}
