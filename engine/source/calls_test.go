package source

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// Each circuit() call is found by the position that goja reports while it runs, with its keys.
func TestCallAt(t *testing.T) {
	text := `import { circuit as make } from '@simten/core/circuit'
import * as std from '@simten/core/std'
enum Skip { A, B }
const Ä = circuit('Ä😀', {
  inputs: { a: bit, 'b c': bit },
  outputs: { y: bit }, state: { n: reg(Skip.B) },
  eval: ({ a }) => ({ y: a }),
  onTick({ n }) { return { n } },
})
const F = component('F', ({ w = 1 } = {}) => ({
  inputs: { x: bus(w) } }))
const G = make("G", function () { const k = 1; return {
  nodes: { g: [Ä, Ä], h: std.circuit('Inner', { meta: { icon: 'x' } }) },
  connect: () => [] } })
for (const n of [1, 2]) std.circuit('L' + n)
const again = circuit; again('Again', {})
export default (() => circuit('Deep', {outputs:{q:bit}}))()
G.config()`
	s := prepare(t, text)
	r := newRealmStub(100)
	require.Empty(t, r.run(s.Program))
	type found struct {
		place circuit.Place
		keys  map[string]circuit.Place
	}
	var got []found
	for _, frame := range r.calls {
		p := frame.Position()
		c := s.CallAt(p.Line, p.Column)
		require.NotNil(t, c, "%v", p)
		got = append(got, found{c.Place, c.Keys})
	}
	at := func(line, column int) circuit.Place { return circuit.Place{Line: line, Column: column} }
	loop := found{at(15, 25), map[string]circuit.Place{"name": at(15, 37)}}
	require.Equal(t, []found{
		{at(4, 11), map[string]circuit.Place{
			"name": at(4, 19), "inputs": at(5, 3), "inputs.a": at(5, 13), "inputs.b c": at(5, 21),
			"outputs": at(6, 3), "outputs.y": at(6, 14), "state": at(6, 24), "state.n": at(6, 33),
			"eval": at(7, 3), "onTick": at(8, 3),
		}},
		{at(10, 11), map[string]circuit.Place{"name": at(10, 21), "inputs": at(11, 3), "inputs.x": at(11, 13)}},
		{at(12, 11), map[string]circuit.Place{
			"name": at(12, 16), "nodes": at(13, 3), "nodes.g": at(13, 12), "nodes.h": at(13, 23), "connect": at(14, 3),
		}},
		loop, loop,
		{at(16, 24), map[string]circuit.Place{"name": at(16, 30)}},
		{at(17, 23), map[string]circuit.Place{"name": at(17, 31), "outputs": at(17, 40), "outputs.q": at(17, 49)}},
		{at(13, 26), map[string]circuit.Place{"name": at(13, 38), "meta": at(13, 49), "meta.icon": at(13, 57)}},
	}, got)
}

func TestOtherCallsAreNoCircuitCalls(t *testing.T) {
	s := prepare(t, "const circuit = (x: string) => x\nfunction f(component: any) { component('y') }\ncircuit('x'); log('z'); f(log)")
	require.Empty(t, s.calls)
}
