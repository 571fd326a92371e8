package realm

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

// placed makes connections from everywhere that a program can call to().
const placed = `
circuit('Main', {
  inputs: { a: bit, b: bit }, outputs: { y: bit },
  nodes: { g: And, h: Or, n: Not, list: Array.from({ length: 40 }, () => And), many: Array.from({ length: 1600 }, () => And) },
  connect: ({ inputs, outputs, nodes: { g, h, n, list, many } }) => {
    const found = [inputs.a.to(g.a), inputs.b.to(g.b),
      Reflect.apply(inputs.a.to, inputs.a, [h.a]),
      inputs.a.to.call(inputs.b, h.b),
      g.out.to.bind(g.out)(n.in),
    ]
    const wire = (from: any, ...targets: any[]) =>
      from.to(...targets)
    list.forEach((cell, i) => {
      found.push(inputs.a.to(cell.a))
      if (i % 3) found.push(wire(
        i > 1 ? list[i - 1].out : inputs.b, cell.b)); else found.push(
        wire(inputs.b, cell.b))
    })
    MANY
    const later = { get wires() { return [n.out.to(outputs.y)] } }
    class Made { made = [h.out.to(outputs.z)] }
    try { inputs.a.to(nothing) } catch {}
    return [...found, ...later.wires, ...new Made().made, ...[inputs.a].map((x) =>
      x.to(5))]
  },
})
`

// TestPlacesOfCalls: where to() was called is what the stack says, also where the interpreter tells it without one (in
// the engine's module).
func TestPlacesOfCalls(t *testing.T) {
	var lines strings.Builder
	for i := range 3 * callPlaces {
		fmt.Fprintf(&lines, "found.push(g.out.to(many[%d].a))\n", i)
	}
	text := strings.Replace(placed, "MANY", lines.String(), 1)
	run := func(plainly bool) (places []circuit.Place, problems []circuit.Diagnostic) {
		r, err := New(Options{})
		require.NoError(t, err)
		if plainly {
			r.faster = nil
		}
		script, list := source.Prepare("main.ts", text, source.Options{Library: r.LibraryNames(), MaxBytes: 1 << 20})
		require.Empty(t, list)
		problems = r.Run(context.Background(), script, nil)
		for _, c := range r.definitions[len(r.definitions)-1].Circuit.Connections {
			places = append(places, c.Place)
		}
		return places, problems
	}
	plain, told := run(true)
	require.Greater(t, len(plain), 80)
	require.NotEqual(t, plain[0], plain[1])
	require.NotEmpty(t, told)
	places, problems := run(false)
	require.Equal(t, plain, places)
	require.Equal(t, told, problems)
}
