package lower

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// only is a library of one component.
type only struct{ of *circuit.Circuit }

func (l only) Resolve(circuit.DefinitionID, string) *circuit.Circuit { return l.of }

// TestAlikeIsTheSameKey compares what alike says of two random nodes of one component with plainKey.
func TestAlikeIsTheSameKey(t *testing.T) {
	same, told := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := &circuit.Circuit{Name: "Part", Inputs: []circuit.Port{{Name: "p0", PortType: circuit.PortType{Kind: circuit.Bit}}}}
		c.Metadata.InteractiveArg = rapid.SampledFrom([]string{"", "a"}).Draw(t, "live")
		for i := range rapid.IntRange(0, 2).Draw(t, "fields") {
			s := circuit.StateBlock{Name: fmt.Sprint("s", i)}
			s.StateType = rapid.SampledFrom([]circuit.StateType{{Kind: circuit.Bus, Width: 32}, {Kind: circuit.Memory, DataWidth: 32}, {Kind: circuit.Bus, Width: 3}}).Draw(t, "type")
			c.State = append(c.State, s)
		}
		top := &circuit.Circuit{Name: "Top"}
		for i := range 2 {
			n := circuit.Node{ID: fmt.Sprint("n", i), ComponentRef: "Part", Inputs: []circuit.Pin{{Name: "p0"}}}
			for k := range rapid.IntRange(0, 2).Draw(t, "options") {
				n.Arguments.Set(rapid.SampledFrom([]string{"a", "b", "p0", "s0"}).Draw(t, fmt.Sprint("option", k)), rapid.SampledFrom([]any{
					nil, 1.0, 2.0, 1.5, float64(1 << 31), -1.0, math.Copysign(0, -1), 0.0, math.NaN(), "1", true, []any{1.0}, circuit.Uint(1),
				}).Draw(t, "value"))
			}
			top.Nodes = append(top.Nodes, n)
		}
		d, problems := elaborate.Elaborate(top, only{c}, elaborate.Limits{})
		require.NotNil(t, d, "%v", problems)
		var first sameBehavior
		var keys [2]string
		for i, p := range d.Each() {
			n := p.Node()
			options := optionsOf(&n)
			key, ok := plainKey(&n, options)
			if !ok {
				key = fmt.Sprint(i) // shares nothing
			}
			keys[i] = key
			if i == 0 {
				first = newAlike(p, elaborate.Alike{}, 0, &Node{Options: options})
				continue
			}
			if keys[0] == keys[1] {
				same++
			}
			if first.same(p) {
				told++
				require.Equal(t, keys[0], keys[1])
			}
		}
	})
	require.NotZero(t, told, "%d were the same", same)
}
