package testbench

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var files = regexp.MustCompile("(?s)```ts\n// (\\S+\\.ts)\n(.*?)```")

// The example of docs/language.md passes, and fails when the circuit is wrong.
func TestLanguagePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	require.NoError(t, err)
	found := map[string]string{}
	for _, m := range files.FindAllStringSubmatch(string(page), -1) {
		found[m[1]] = m[2]
	}
	test := found["adder.test.ts"]
	r := with(t, Options{}, test, found)
	require.Empty(t, r.Diagnostics)
	require.Empty(t, failures(r))
	require.Equal(t, 2, r.Passed)

	found["adder.circuit.ts"] = regexp.MustCompile("Adder").ReplaceAllString(found["adder.circuit.ts"], "Subtractor")
	require.NotEmpty(t, errorsOf(with(t, Options{}, test, found)))
	found["adder.circuit.ts"] = "export const Sum = circuit('Sum', { inputs: { a: bus(8), b: bus(8) }, outputs: { sum: bus(8), carry: bit }, eval: ({ a, b }) => ({ sum: a | b, carry: 0 }) })"
	require.Len(t, failures(with(t, Options{}, test, found)), 2)
}
