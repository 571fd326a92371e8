package trace

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
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
	require.NoError(t, v.Sample(0, m))
	m.nets[0] = circuit.Uint(0xA5)
	require.NoError(t, v.Sample(1, m))
	require.NoError(t, v.Sample(2, m))
	m.nets[1] = circuit.Uint(1)
	require.NoError(t, v.Sample(3, m))
	require.NoError(t, v.Close())
	require.Equal(t, `$version Simten $end
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
#1
b10100101 !
#3
1"
#4
`, out.String())

	d, err := ReadVCD(out.String())
	require.NoError(t, err)
	require.Len(t, d.Signals, 3)
	require.Equal(t, "Top.u.g.in", d.Signals[2].Path)
	require.EqualValues(t, 0xA5, d.Signals[2].At(2).Lo)
	require.EqualValues(t, 1, d.Signals[1].At(3).Lo)
}

func TestIdentifiers_M66(t *testing.T) {
	for n, want := range map[int]string{0: "!", 1: `"`, 93: "~", 94: "!!", 95: `!"`, 188: `"!`, 8930: "!!!"} {
		require.Equal(t, want, identifier(n), "%d", n)
	}
}

// A reader must survive anything, and read back whatever the writer wrote.
func FuzzVCD_A088(f *testing.F) {
	f.Add("$var wire 1 ! a $end #0 1!", uint64(3), "na me$")
	f.Add("$scope module", uint64(255), "__proto__")
	f.Fuzz(func(t *testing.T, text string, value uint64, name string) {
		_, _ = ReadVCD(text)
		d := design(t)
		d.Inputs[0].Name = name + "_in" // an output that shares an input's name is not declared twice
		var out strings.Builder
		v, err := NewVCD(&out, d)
		require.NoError(t, err)
		m := &model{nets: []circuit.Value{circuit.Uint(value & 0xFF), circuit.Uint(value & 1)}}
		require.NoError(t, v.Sample(0, m))
		require.NoError(t, v.Close())
		back, err := ReadVCD(out.String())
		require.NoError(t, err)
		require.EqualValues(t, value&0xFF, back.Signals[0].At(0).Lo)
		require.EqualValues(t, value&1, back.Signals[1].At(0).Lo)
	})
}
