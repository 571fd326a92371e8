package session

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
)

// Texts for people in a reply are short, whatever the program is.
func TestNoMessageIsLong(t *testing.T) {
	const longest = 2_100
	big := strings.Repeat("x", 80_000)
	for name, text := range map[string]string{
		"regular expression": "const r = /(" + big + "/",
		"name":               "circuit('" + big + "', { inputs: { a: bit }, nodes: { " + big + ": And }, connect: ({ inputs, nodes }) => [inputs.b.to(nodes." + big + ".q)] })",
		"error":              "throw new Error('" + big + "')",
		"lambda":             "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => { throw new Error('" + big + "') } })",
		"key":                "circuit('A', { " + big + ": 1 })",
	} {
		b := newNative(t, protocol.DefaultLimits)
		reply := b.ask(compileOf(text))
		said := 0
		if reply.Error != nil {
			said++
			require.Less(t, len(reply.Error.Message), longest, name)
			require.Less(t, len(reply.Error.Advice), longest, name)
		}
		if reply.Compile != nil {
			for _, d := range reply.Compile.Diagnostics {
				said++
				require.Less(t, len(d.Message), longest, name)
				require.Less(t, len(d.Suggestion), longest, name)
			}
			if reply.Compile.Circuit != nil {
				if failed := b.ask(setOf("a", 1)); failed.Error != nil {
					said++
					require.Less(t, len(failed.Error.Message), longest, name)
				}
			}
		}
		require.Positive(t, said, name)
	}
}
