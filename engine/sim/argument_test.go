package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

func drawGiven(t *rapid.T, nodes int) map[sim.Argument]circuit.Value {
	argument := rapid.Custom(func(t *rapid.T) sim.Argument {
		return sim.Argument{Node: rapid.IntRange(0, nodes-1).Draw(t, "node"), Name: rapid.String().Draw(t, "name")}
	})
	value := rapid.Map(rapid.SliceOfN(rapid.Uint64(), 1, 3), circuit.FromWords)
	return rapid.MapOf(argument, value).Draw(t, "given")
}

func TestGivenArgumentsComeBack_M45(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const nodes = 1000
		given := drawGiven(t, nodes)
		var e, again sim.Encoder
		e.Arguments(given)
		again.Arguments(given)
		require.Equal(t, e.Bytes, again.Bytes, "one state has one form")
		d := sim.NewDecoder(e.Bytes)
		require.Equal(t, given, d.Arguments(nodes))
		require.NoError(t, d.Done())
	})
}

func TestArgumentsOfNodesThatAreNotThere_M45(t *testing.T) {
	var e sim.Encoder
	e.Arguments(map[sim.Argument]circuit.Value{{Node: 2, Name: "on"}: circuit.Uint(1)})
	for nodes, want := range []error{sim.ErrSnapshot, sim.ErrSnapshot, sim.ErrSnapshot, nil} {
		d := sim.NewDecoder(e.Bytes)
		d.Arguments(nodes)
		require.ErrorIs(t, d.Done(), want, "%d nodes", nodes)
	}
}

func FuzzArguments(f *testing.F) {
	var e sim.Encoder
	e.Arguments(map[sim.Argument]circuit.Value{{Node: 2, Name: "on"}: circuit.Uint(1), {Node: 1}: circuit.FromWords([]uint64{1, 2})})
	f.Add(e.Bytes)
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		const nodes = 3
		d := sim.NewDecoder(b)
		given := d.Arguments(nodes)
		if d.Err() != nil {
			return
		}
		for k := range given {
			require.GreaterOrEqual(t, k.Node, 0)
			require.Less(t, k.Node, nodes)
		}
		var e sim.Encoder
		e.Arguments(given)
		require.Equal(t, given, sim.NewDecoder(e.Bytes).Arguments(nodes))
	})
}
