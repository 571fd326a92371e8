package trace

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
	"simten.dev/engine/trace/wave"
)

// model is a machine that shows what it is told to.
type model struct {
	sim.Machine
	nets []circuit.Value
}

func (m *model) Peek(net int) circuit.Value { return m.nets[net] }

// parts finds circuits by name.
type parts map[string]*circuit.Circuit

func (p parts) Resolve(_ circuit.DefinitionID, name string) *circuit.Circuit { return p[name] }

// design has an 8-bit input a, an output b on a bit of it, and a node u.g that reads a.
func design(t testing.TB) *elaborate.Design {
	bus := []circuit.Port{{Name: "in", PortType: circuit.PortType{Kind: circuit.Bus, Width: 8}}}
	end := func(node, port string) circuit.Endpoint { return circuit.Endpoint{NodeID: node, PortName: port} }
	library := parts{"G": {Name: "G", Inputs: bus}, "U": {
		Name: "U", Inputs: bus, Nodes: []circuit.Node{{ID: "g", ComponentRef: "G"}},
		Connections: []circuit.Connection{{Source: end("", "in"), Target: end("g", "in")}},
	}}
	d, problems := elaborate.Elaborate(&circuit.Circuit{
		Name:    "Top",
		Inputs:  []circuit.Port{{Name: "a", PortType: bus[0].PortType}},
		Outputs: []circuit.Port{{Name: "b", PortType: circuit.PortType{Kind: circuit.Bit}}},
		Nodes:   []circuit.Node{{ID: "u", ComponentRef: "U"}},
		Connections: []circuit.Connection{
			{Source: end("", "a"), Target: end("u", "in")}, {Source: end("", "a"), Target: end("", "b")},
		},
	}, library, elaborate.Limits{})
	require.NotNil(t, d, "%v", problems)
	return d
}

func TestVCD_A146(t *testing.T) {
	var out strings.Builder
	m := &model{nets: make([]circuit.Value, 2)}
	v, err := NewVCD(&out, design(t))
	require.NoError(t, err)
	step := func() {
		require.NoError(t, v.Settled(m))
		require.NoError(t, v.Clocked(m))
	}
	step()
	m.nets[0] = circuit.Uint(0xA5)
	step()
	step()
	m.nets[1] = circuit.Uint(1)
	step()
	require.NoError(t, v.Close())
	require.Equal(t, `$version Simten $end
$comment A step takes 10 ns. It begins with its inputs set and the logic settled. $end
$timescale 1ns $end
$scope module Top $end
$var wire 8 ! a [7:0] $end
$var wire 1 " b $end
$scope module u $end
$scope module g $end
$var wire 8 ! in [7:0] $end
$upscope $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
b0 !
0"
$end
#10
b10100101 !
#30
1"
#40
`, out.String())

	d, err := Read(strings.NewReader(out.String()), wave.Options{})
	require.NoError(t, err)
	require.Len(t, d.Signals, 3)
	require.Equal(t, "Top.u.g.in", d.Signals[2].Path())
	require.EqualValues(t, 0xA5, d.Courses[d.Signals[2].Course].At(20).Bits.Lo)
	require.EqualValues(t, 1, d.Courses[d.Signals[1].Course].At(30).Bits.Lo)
	require.EqualValues(t, 40, d.Last)
}

// A circuit with state has a clock, and two moments in each step: before its edge and after it.
func TestClockOfADump(t *testing.T) {
	var out strings.Builder
	m := &model{nets: make([]circuit.Value, 2)}
	d := design(t)
	d.Sequential = true
	d.Inputs[0].Name = "clk" // is the circuit's own
	v, err := NewVCD(&out, d)
	require.NoError(t, err)
	require.NoError(t, v.Settled(m))
	m.nets[1] = circuit.Uint(1)
	require.NoError(t, v.Clocked(m))
	m.nets[1] = circuit.Uint(0)
	require.NoError(t, v.Settled(m))
	require.NoError(t, v.Close(), "the edge failed")
	_, values, _ := strings.Cut(out.String(), "$enddefinitions $end\n")
	require.Equal(t, "#0\n$dumpvars\n0!\nb0 \"\n0#\n$end\n#5\n1!\n1#\n#10\n0!\n0#\n#20\n0!\n", values)
	back, err := Read(strings.NewReader(out.String()), wave.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"Top.clk", "Top.b", "Top.clk$"}, []string{back.Signals[0].Path(), back.Signals[1].Path(), back.Signals[2].Path()})
}

// A recording is read back as it was written, in either format, whatever a port is called.
func FuzzRecording_A088(f *testing.F) {
	f.Add(uint64(3), "na me$")
	f.Add(uint64(255), "__proto__")
	f.Fuzz(func(t *testing.T, value uint64, name string) {
		d := design(t)
		d.Inputs[0].Name = name + "_in" // an output that shares an input's name is not declared twice
		for _, begin := range []func(io.Writer, *elaborate.Design) (*Recording, error){NewVCD, NewFST} {
			var out strings.Builder
			v, err := begin(&out, d)
			require.NoError(t, err)
			m := &model{nets: []circuit.Value{circuit.Uint(value & 0xFF), circuit.Uint(value & 1)}}
			require.NoError(t, v.Settled(m))
			require.NoError(t, v.Clocked(m))
			require.NoError(t, v.Close())
			back, err := Read(strings.NewReader(out.String()), wave.Options{})
			require.NoError(t, err)
			require.Len(t, back.Signals, 3)
			require.Equal(t, circuit.EscapeName(name+"_in"), back.Signals[0].Name)
			require.EqualValues(t, value&0xFF, back.Courses[back.Signals[0].Course].At(0).Bits.Lo)
			require.EqualValues(t, value&1, back.Courses[back.Signals[1].Course].At(0).Bits.Lo)
			require.EqualValues(t, StepTime, back.Last)
		}
	})
}
