package std_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/std"
)

// differences are the behaviours of public Simten's library that are deliberately otherwise here. Each
// has a test of what holds here, named after it.
var differences = map[string]string{
	"S11": "a port holds exactly its declared width: Constant({ value: 300, width: 8 }) stores 44 in a register",
	"S15": "options are kept when a component is simulated on its own: Adder({ width: 16 }) adds 16 bits",
	"S17": "a bit holds 0 or 1, so a gate never sees 2: the 2 becomes 0",
	"S21": "ReduceXor sees the bits of its port only; what is above does not exist",
	"S27": "an operand holds exactly its width: 0x300 into 8 bits is 0, and there is no carry",
	"S28": "carry_out at width 31 is right: 1 + 1 gives carry 0",
	"S43": "Comparator compares what its ports hold: 0x1FF into 8 bits equals 0xFF",
	"S48": "shift amounts are unsigned and saturate: by 0x80000000 nothing is left; an over-wide value does not exist",
	"S52": "a 2-bit port holds 0 to 3: 7 into Decoder selects out3",
	"S57": "low holds exactly its width: 0xFF into 4 bits is 0xF, so high 1 gives 0x1F",
	"S88": "memory cells hold exactly their width: 300 into a byte is 44",
	"S92": "Constant({ value: 5 }) drives 5 because it is made 3 bits wide, or as wide as what it is connected to",
}

func TestDifferences(t *testing.T) {
	t.Run("S11", func(t *testing.T) {
		p := start(t, `circuit('Top', { outputs: { q: bus(8) }, nodes: { c: Constant({ value: 300, width: 8 }), r: Register({ width: 8 }), on: Constant({ value: 1 }) },
			connect: ({ outputs, nodes: { c, r, on } }) => [c.out.to(r.data), on.out.to(r.we), r.q.to(outputs.q)] })`)
		p.ticks(1).want(values{"q": 44})
	})
	t.Run("S15", func(t *testing.T) {
		of(t, "Adder({ width: 16 })").set(values{"a": 255, "b": 1}).want(values{"sum": 256, "carry_out": 0})
	})
	t.Run("S17", func(t *testing.T) { of(t, "And").set(values{"a": 2, "b": 1}).want(values{"out": 0}) })
	t.Run("S21", func(t *testing.T) { of(t, "ReduceXor()").set(values{"a": 0x100}).want(values{"out": 0}) })
	t.Run("S27", func(t *testing.T) {
		of(t, "Adder()").set(values{"a": 0x300, "b": 0}).want(values{"sum": 0, "carry_out": 0})
	})
	t.Run("S28", func(t *testing.T) {
		of(t, "Adder({ width: 31 })").set(values{"a": 1, "b": 1}).want(values{"sum": 2, "carry_out": 0})
	})
	t.Run("S43", func(t *testing.T) { of(t, "Comparator()").set(values{"a": 0x1ff, "b": 0xff}).want(values{"eq": 1}) })
	t.Run("S48", func(t *testing.T) {
		of(t, "LeftShifter({ width: 32 })").set(values{"value": 5, "shift": 0x80000000}).want(values{"result": 0})
		of(t, "RightShifter()").set(values{"value": 0x1ff, "shift": 4}).want(values{"result": 15})
	})
	t.Run("S52", func(t *testing.T) { of(t, "Decoder").set(values{"in": 7}).want(values{"out3": 1, "out0": 0}) })
	t.Run("S57", func(t *testing.T) { of(t, "Concat()").set(values{"high": 1, "low": 0xff}).want(values{"out": 0x1f}) })
	t.Run("S88", func(t *testing.T) {
		of(t, "RAM()").tick(values{"we": 1, "data_in": 300}).want(values{"data_out": 44})
	})
}

// behaviours is how many numbered behaviours there are, S1 to S143.
const behaviours = 143

// TestEveryBehaviour holds the tests against the numbers: each has one, none is skipped.
func TestEveryBehaviour(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	label := regexp.MustCompile(`(?:t\.Run\(|\{)"(S\d+)\b[^"]*"`)
	tested := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range label.FindAllStringSubmatch(string(text), -1) {
			tested[m[1]] = true
		}
	}
	for n := 1; n <= behaviours; n++ {
		require.True(t, tested[fmt.Sprint("S", n)], "S%d has no test", n)
	}
	for s, reason := range differences {
		require.NotEmpty(t, reason)
		require.True(t, tested[s], "what holds here instead of %s has no test", s)
	}
	require.Len(t, tested, behaviours, "a label names no behaviour")
}

// TestExamples compiles every example of the documentation.
func TestExamples(t *testing.T) {
	port := regexp.MustCompile(`\b(inputs|outputs)\.(\w+)`)
	for _, c := range std.Components() {
		t.Run(c.Name, func(t *testing.T) {
			source := c.Example
			if !strings.Contains(source, "nodes:") {
				compile(t, source+"\ncircuit('Top', { outputs: { y: bit } })")
				return
			}
			if !strings.Contains(source, "circuit(") {
				ports := map[string]string{"inputs": "", "outputs": ""}
				seen := map[string]bool{}
				for _, m := range port.FindAllStringSubmatch(source, -1) {
					if !seen[m[0]] {
						// Narrow sources and wide sinks fit everything.
						ports[m[1]] += m[2] + map[string]string{"inputs": ": bit, ", "outputs": ": bus(64), "}[m[1]]
						seen[m[0]] = true
					}
				}
				source = fmt.Sprintf("circuit('Top', { inputs: { %s }, outputs: { %s },\n%s\n})", ports["inputs"], ports["outputs"], source)
			}
			for _, d := range compile(t, source).Diagnostics {
				require.NotEqual(t, circuit.Error, d.Severity)
			}
		})
	}
}
