package lower

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// plainKey says in a plain way which nodes can share a behaviour: ok is false for none.
func plainKey(n *elaborate.Node, options []Option) (key string, ok bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", n.Definition)
	for _, p := range n.Inputs {
		fmt.Fprintf(&b, ",%d%t", p.Type.Wires(), p.Connected)
	}
	for _, p := range n.Outputs {
		fmt.Fprintf(&b, ";%d", p.Type.Wires())
	}
	var shown circuit.Arguments
	for _, o := range options {
		if !o.Live || !StartsAsNumber(o.Value) {
			shown.Set(o.Name, o.Value)
		}
	}
	text, err := shown.MarshalJSON()
	if err != nil {
		return "", false
	}
	fmt.Fprintf(&b, "|%s", text)
	for i := range n.State {
		s := &n.State[i]
		fmt.Fprint(&b, "|", s.StateType.Kind, " ", s.StateType.Width, s.StateType.DataWidth, s.Depth, s.InitialValue.IsText, firstView(s), highest(s))
	}
	return b.String(), true
}

// TestKeysTellWhatSharesBehaviour compares the keys of two random nodes, often alike, with those of plainKey.
func TestKeysTellWhatSharesBehaviour(t *testing.T) {
	node := rapid.Custom(func(t *rapid.T) *elaborate.Node {
		n := &elaborate.Node{Definition: circuit.DefinitionID(rapid.IntRange(1, 2).Draw(t, "definition"))}
		port := func(i int) elaborate.Pin {
			return elaborate.Pin{
				Name: fmt.Sprint("p", i), Connected: rapid.Bool().Draw(t, "connected"),
				Type: circuit.PortType{Kind: circuit.Bus, Width: rapid.SampledFrom([]int{1, 11}).Draw(t, "width")},
			}
		}
		for i := range rapid.IntRange(0, 2).Draw(t, "inputs") {
			n.Inputs = append(n.Inputs, port(i))
		}
		for i := range rapid.IntRange(0, 1).Draw(t, "outputs") {
			n.Outputs = append(n.Outputs, port(i))
		}
		for i := range rapid.IntRange(0, 2).Draw(t, "options") {
			n.Arguments.Set(rapid.SampledFrom([]string{"a", "b", "p0", "s0", "a:1|b"}).Draw(t, fmt.Sprint("option", i)), rapid.SampledFrom([]any{
				nil, 1.0, 1.5, 1e21, math.Copysign(0, -1), 0.0, math.NaN(), "1", "j1", true, []any{1.0}, circuit.Uint(1), circuit.Uint(7),
			}).Draw(t, "value"))
		}
		n.Metadata.InteractiveArg = rapid.SampledFrom([]string{"", "a", "c"}).Draw(t, "live")
		for i := range rapid.IntRange(0, 2).Draw(t, "fields") {
			s := circuit.StateBlock{Name: fmt.Sprint("s", i), Depth: rapid.SampledFrom([]int{0, 4}).Draw(t, "depth")}
			s.StateType = rapid.SampledFrom([]circuit.StateType{{Kind: circuit.Bit}, {Kind: circuit.Bus, Width: 32}, {Kind: circuit.Memory, DataWidth: 32}, {Kind: circuit.Bus, Width: 3}}).Draw(t, "type")
			s.InitialValue.Number = circuit.Uint(rapid.SampledFrom([]uint64{0, 1, 1 << 31}).Draw(t, "start"))
			s.InitialValue.Negative = rapid.Bool().Draw(t, "negative")
			s.InitialValue.IsText = rapid.Bool().Draw(t, "text")
			if s.StateType.Kind == circuit.Memory {
				s.InitialValue.Memory = map[uint64]circuit.Value{rapid.Uint64Range(0, 2).Draw(t, "address"): s.InitialValue.Number}
			}
			n.State = append(n.State, s)
		}
		return n
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := node.Draw(t, "a"), node.Draw(t, "b")
		if rapid.Bool().Draw(t, "nearly the same") {
			twin := *a
			b = &twin
			switch rapid.IntRange(0, 3).Draw(t, "difference") {
			case 0:
				b.Metadata.InteractiveArg = "b"
			case 1:
				b.Arguments = a.Arguments.Clone()
				b.Arguments.Set("a", 2.0)
			case 2:
				b.Path, b.State = "elsewhere", slices.Clone(a.State)
				for i := range b.State {
					b.State[i].InitialValue.Number = circuit.Uint(2)
				}
			}
		}
		plainA, okA := plainKey(a, optionsOf(a))
		plainB, okB := plainKey(b, optionsOf(b))
		keyA, sharesA := appendKey(nil, a, optionsOf(a), true)
		keyB, sharesB := appendKey(nil, b, optionsOf(b), true)
		require.Equal(t, okA, sharesA)
		require.Equal(t, okB, sharesB)
		if okA && okB {
			require.Equal(t, plainA == plainB, string(keyA) == string(keyB), "%s and %s\n%s and %s", plainA, plainB, keyA, keyB)
		}
	})
}
