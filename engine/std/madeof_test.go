package std_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
)

// beside puts a gate-level build next to its primitive: the same inputs, and an output for each pair of
// outputs that must be equal.
func beside(name, options string) string {
	return `
const a = ` + name + `(` + options + `), b = MADE_OF.` + name + `(` + options + `)
const types = (list, suffix) => Object.fromEntries(list.map((p) => [p.name + suffix, p.portType]))
circuit('Top', {
  inputs: types(a.circuit.inputs, ''),
  outputs: { ...types(a.circuit.outputs, '_a'), ...types(a.circuit.outputs, '_b') },
  nodes: { a, b },
  connect: ({ inputs, outputs, nodes: { a: x, b: y } }) => [
    ...a.circuit.inputs.map((p) => inputs[p.name].to(x[p.name], y[p.name])),
    ...a.circuit.outputs.flatMap((p) => [x[p.name].to(outputs[p.name + '_a']), y[p.name].to(outputs[p.name + '_b'])]),
  ],
})`
}

func TestMadeOf(t *testing.T) {
	t.Run("S140", func(t *testing.T) {
		assert(t, `JSON.stringify(MADE_OF_NAMES) === '["Adder","Subtractor","Incrementer","Mux","Comparator"]'`,
			"Object.isFrozen(MADE_OF)", "Object.isFrozen(MADE_OF_NAMES)", "Object.keys(MADE_OF).join() === MADE_OF_NAMES.join()",
			"hasMadeOf('Adder')", "!hasMadeOf('Multiplier')", "!hasMadeOf('toString')")
	})
	t.Run("S141", func(t *testing.T) {
		for expression, name := range map[string]string{
			"Adder({})": "Adder8_madeOf", "Adder()": "Adder8_madeOf", "Mux({})": "Mux1_madeOf", "Mux({ width: 4 })": "Mux4_madeOf",
			"Adder({ width: -3 })": "Adder8_madeOf", "Subtractor({ width: 3 })": "Subtractor3_madeOf", "Comparator({ width: '9' })": "Comparator8_madeOf",
			"Incrementer({ width: 4 })": "Incrementer_madeOf",
		} {
			assert(t, fmt.Sprintf("MADE_OF.%s.circuit.name === %q", expression, name))
		}
	})
	t.Run("S142", func(t *testing.T) {
		for _, name := range []string{"Adder", "Subtractor", "Incrementer", "Mux", "Comparator"} {
			for _, width := range []int{1, 2, 3, 8, 16} {
				if name == "Incrementer" && width != 8 {
					continue
				}
				t.Run(fmt.Sprint(name, width), func(t *testing.T) {
					p := start(t, beside(name, fmt.Sprintf("{ width: %d }", width)))
					samePorts(t, p, name)
					total := 0
					for _, in := range p.compiled.Design.Inputs {
						total += in.Type.Wires()
					}
					r := rand.New(rand.NewPCG(1, uint64(width)))
					if total <= exhaustiveBits {
						equalOutputs(t, p.compiled.Design, p.machines[1], samples(total, total, r))
					}
					for _, m := range p.machines {
						equalOutputs(t, p.compiled.Design, m, samples(total, 8, r))
					}
				})
			}
		}
	})
}

// equalOutputs drives the inputs with the bits of each sample and compares the outputs of the primitive
// with those of the build.
func equalOutputs(t *testing.T, d *elaborate.Design, m sim.Machine, list []uint64) {
	t.Helper()
	half := len(d.Outputs) / 2
	for _, sample := range list {
		v := sample
		for i, in := range d.Inputs {
			m.Set(i, circuit.Uint(v).Mask(in.Type.Wires()))
			v >>= in.Type.Wires()
		}
		require.NoError(t, m.Settle(context.Background()))
		for i, out := range d.Outputs[:half] {
			if a, b := m.Peek(out.Net), m.Peek(d.Outputs[half+i].Net); !a.Equal(b) {
				t.Fatalf("%s for input bits %b: %v is not %v", out.Name, sample, a, b)
			}
		}
	}
}

// exhaustiveBits is how many input bits are tried completely by the compiled circuit: those of two bytes
// and a carry. samplesPerBuild bounds how many inputs are tried otherwise.
const (
	exhaustiveBits  = 17
	samplesPerBuild = 300
)

// samples are all values of so many bits up to a limit, else chosen and random ones.
func samples(bits, limit int, r *rand.Rand) []uint64 {
	if bits <= limit {
		list := make([]uint64, 1<<bits)
		for i := range list {
			list[i] = uint64(i)
		}
		return list
	}
	list := []uint64{0, 1<<bits - 1}
	for i := range bits {
		list = append(list, 1<<i, (1<<bits-1)^(1<<i))
	}
	for len(list) < samplesPerBuild {
		// Runs of ones make long carries.
		v := r.Uint64() & (1<<bits - 1)
		if len(list)%2 == 0 {
			v |= v >> 1
			v |= v >> 2
		}
		list = append(list, v)
	}
	return list
}

func samePorts(t *testing.T, p *part, name string) {
	t.Helper()
	var primitive, build *circuit.Circuit
	for i := range p.compiled.Circuit.Nodes {
		n := &p.compiled.Circuit.Nodes[i]
		if n.ID == "a" {
			primitive = p.compiled.Library[n.ComponentRef]
		} else {
			build = p.compiled.Library[n.ComponentRef]
		}
	}
	require.Equal(t, name, primitive.Name)
	require.Equal(t, portList(primitive.Inputs), portList(build.Inputs))
	require.Equal(t, portList(primitive.Outputs), portList(build.Outputs))
}
