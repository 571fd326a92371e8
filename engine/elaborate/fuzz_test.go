package elaborate_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

const halfAdder = `{"circuit":{"version":1,"name":"Half","inputs":[{"name":"a","portType":{"kind":"bit"}},{"name":"b","portType":{"kind":"bit"}}],
"outputs":[{"name":"sum","portType":{"kind":"bit"}}],"clocks":[],"state":[],"nodes":[{"id":"g","componentRef":"Xor","arguments":{"k":[1,{"a":"x"}]},
"inputs":[{"id":"g.a","name":"a","portType":{"kind":"bit"}},{"id":"g.b","name":"b","portType":{"kind":"bit"}}],
"outputs":[{"id":"g.out","name":"out","portType":{"kind":"bit"}}],"clocks":[]}],
"connections":[{"id":"1","source":{"nodeId":"","portName":"a"},"target":{"nodeId":"g","portName":"a"},"portType":{"kind":"bit"}},
{"id":"2","source":{"nodeId":"","portName":"b"},"target":{"nodeId":"g","portName":"b"},"portType":{"kind":"bit"}},
{"id":"3","source":{"nodeId":"g","portName":"out"},"target":{"nodeId":"","portName":"sum"},"portType":{"kind":"bit"}}],
"implementation":{"kind":"composite"},"metadata":{"timing":"combinational"}},
"library":{"Xor":{"version":1,"name":"Xor","inputs":[{"name":"a","portType":{"kind":"bit"}},{"name":"b","portType":{"kind":"bit"}}],
"outputs":[{"name":"out","portType":{"kind":"bus","width":8}}],"clocks":[{"name":"clk"}],
"state":[{"id":"Xor-n","name":"n","stateType":{"kind":"memory","addressWidth":4,"dataWidth":8},"initialValue":{"data":{"1":7},"addressWidth":4,"dataWidth":8},"clockRef":"clk","edge":"rising"}],
"nodes":[],"connections":[],"implementation":{"kind":"primitive"},"metadata":{}}}}`

// FuzzDocument feeds circuits that come as data to elaboration. Whatever they say, it answers with a design or with
// errors, and a document that was read is written again as the same document.
func FuzzDocument(f *testing.F) {
	f.Add([]byte(halfAdder))
	f.Add([]byte(`{"circuit":{"version":1,"name":"","implementation":{"kind":"primitive"}}}`))
	f.Add([]byte(`{"circuit":{"version":1,"name":"A","nodes":[{"id":"x","componentRef":"A"}],"implementation":{"kind":"composite"}},"library":{"A":{"version":1,"name":"A","nodes":[{"id":"x","componentRef":"A"}],"implementation":{"kind":"composite"}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		document, err := circuit.DecodeDocument(data)
		if err != nil {
			return
		}
		written, err := json.Marshal(document)
		require.NoError(t, err)
		again, err := circuit.DecodeDocument(written)
		require.NoError(t, err)
		twice, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(written), string(twice))

		design, problems := elaborate.Elaborate(document.Circuit, document, elaborate.Limits{Nodes: 1000, StateBytes: 1 << 16})
		if design == nil {
			require.True(t, circuit.HasErrors(problems), "no design without a reason")
			return
		}
		for _, n := range design.Nodes() {
			for _, p := range n.Inputs {
				require.Less(t, int(p.Net), len(design.Nets))
			}
			for _, p := range n.Outputs {
				require.Less(t, int(p.Net), len(design.Nets))
			}
		}
	})
}

func TestDocuments(t *testing.T) {
	document, err := circuit.DecodeDocument([]byte(halfAdder))
	require.NoError(t, err)
	require.Equal(t, []string{"k"}, document.Circuit.Nodes[0].Arguments.Keys)
	require.Equal(t, map[uint64]circuit.Value{1: circuit.Uint(7)}, document.Library["Xor"].State[0].InitialValue.Memory)
	for text, says := range map[string]string{
		`{}`:                        "circuit: it is missing",
		`{"circuit":{"version":2}}`: "only version 1",
		`{"circuit":{"version":1,"implementation":{"kind":"other"}}}`:                                                                                          "implementation.kind",
		`{"circuit":{"version":1,"implementation":{"kind":"primitive"}},"library":{"A":null}}`:                                                                 "library.A",
		`{"circuit":{"version":1,"implementation":{"kind":"primitive"},"inputs":[{"name":"a","portType":{"kind":"bus","width":-1}}]}}`:                         `port "a"`,
		`{"circuit":{"version":1,"implementation":{"kind":"composite"},"nodes":[{"id":"n","inputs":[{"name":"x"}]}]}}`:                                         `node "n", port "x"`,
		`{"circuit":{"version":1,"implementation":{"kind":"primitive"},"state":[{"name":"m","stateType":{"kind":"memory","addressWidth":99,"dataWidth":1}}]}}`: `state "m"`,
	} {
		_, err := circuit.DecodeDocument([]byte(text))
		require.ErrorContains(t, err, says, text)
	}
}
