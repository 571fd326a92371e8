package synthesis_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// TestSame builds each circuit in testdata twice, the second time with everything at another place.
func TestSame(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var all []*netlist.Module
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		m, _ := build(t, string(text))
		again, _ := build(t, "// Elsewhere.\n\n"+string(text))
		require.Equal(t, !m.Opaque(), m.Equal(again), file)
		for i, other := range all {
			require.False(t, m.Equal(other), "%s, %s", file, files[i])
		}
		all = append(all, m)
	}
}

// TestNotSame changes one thing after the other.
func TestNotSame(t *testing.T) {
	const program = `
const squares = Array.from({ length: 512 }, (_, i) => i * i * 7 % 251)
const Inner = circuit('Inner', {
  inputs: { a: bus(70) }, outputs: { y: bus(70), z: bus(8) },
  state: { n: reg(8, 1), m: mem(4, 8, new Map([[1, 7]])), mode: 'idle', w: reg(32, 40) },
  eval: ({ n, w, a, m }) => { if (n === 9) throw new Error('nine'); return { y: a + 1n, z: squares[w & 511] ^ m[2] } },
  onTick: ({ n, m, mode, w }) => {
    let k = w
    while (k > 3) k = (k ^ (k >> 3)) % 1000 - 2
    m[n & 3] = k
    return { n: n + 3, w: w * 3 & 0xffffff, m, mode: mode === 'idle' ? 'busy' : 'idle' }
  },
})
circuit('Outer', {
  inputs: { a: bus(70) }, outputs: { y: bus(70), z: bus(8), q: bit },
  nodes: { i: Inner(), sw: Switch(), c: Console(), s: Nor(), r: Nor() },
  connect: ({ inputs, outputs, nodes: { i, sw, c, s, r } }) => [
    inputs.a.to(i.a), i.y.to(outputs.y), i.z.to(outputs.z, c.data), sw.out.to(c.we, s.a), s.out.to(r.a, outputs.q), r.out.to(s.b),
  ],
})`
	made := func() *netlist.Module {
		m, _ := build(t, program)
		return m
	}
	one := made()
	require.True(t, one.Equal(made()))
	for name, change := range map[string]func(m *netlist.Module){
		"name":             func(m *netlist.Module) { m.Name += "2" },
		"operation":        func(m *netlist.Module) { m.Ops[len(m.Ops)/2].Imm++ },
		"wide constant":    func(m *netlist.Module) { m.Wide = append(m.Wide, circuit.Uint(1)) },
		"table":            func(m *netlist.Module) { m.Tables[0].Data[3] = circuit.Uint(77) },
		"body":             func(m *netlist.Module) { m.Bodies[0].Ops[0].Bits++ },
		"next of body":     func(m *netlist.Module) { m.Bodies[0].Next[0]++ },
		"invariant":        func(m *netlist.Module) { m.Invariant++ },
		"input":            func(m *netlist.Module) { m.Inputs[0].Width++ },
		"start of input":   func(m *netlist.Module) { m.Inputs[1].Start = circuit.Uint(1) },
		"fixed":            func(m *netlist.Module) { m.Fixed = append(m.Fixed, 1) },
		"feedback":         func(m *netlist.Module) { m.Feedback = !m.Feedback },
		"register":         func(m *netlist.Module) { m.Registers[0].Next++ },
		"start":            func(m *netlist.Module) { m.Registers[0].Start = circuit.Uint(99) },
		"memory":           func(m *netlist.Module) { m.Memories[0].Depth++ },
		"start of memory":  func(m *netlist.Module) { m.Memories[0].Start = map[uint64]circuit.Value{1: circuit.Uint(8)} },
		"write":            func(m *netlist.Module) { m.Memories[0].Writes[0].Data++ },
		"text":             func(m *netlist.Module) { m.Texts[0].Limit++ },
		"append":           func(m *netlist.Module) { m.Texts[0].Appends[0].Unit++ },
		"throw":            func(m *netlist.Module) { m.Calls[0].Tick = !m.Calls[0].Tick },
		"closure":          func(m *netlist.Module) { m.Calls[0].Throws = false },
		"variable":         func(m *netlist.Module) { m.Vars[0].Next++ },
		"loop":             func(m *netlist.Module) { m.Loops[0].Bound++ },
		"net":              func(m *netlist.Module) { m.Nets[0]++ },
		"check":            func(m *netlist.Module) { m.Checks = append(m.Checks, netlist.Overflow{Value: word.ID(1)}) },
		"field":            func(m *netlist.Module) { m.Fields[0][0].Index++ },
		"texts of a field": func(m *netlist.Module) { m.Fields[0][2].Texts[0] = "rest" },
		"a node more":      func(m *netlist.Module) { m.Fields = append(m.Fields, nil) },
	} {
		m := made()
		change(m)
		require.False(t, one.Equal(m), name)
		require.False(t, m.Equal(one), name)
	}
}
