package process_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The code of docs/embedding-go.md is the code of the examples, which are run.
func TestTheDocumentShowsTheExamples(t *testing.T) {
	page, err := os.ReadFile("../docs/embedding-go.md")
	require.NoError(t, err)
	example, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	known := map[string]bool{}
	for line := range strings.Lines(string(example)) {
		known[strings.TrimSpace(line)] = true
	}
	blocks := strings.Split(string(page), "```")
	shown := 0
	for i := 3; i < len(blocks); i += 2 { // the first shows main itself
		for line := range strings.Lines(strings.TrimPrefix(blocks[i], "go\n")) {
			require.True(t, known[strings.TrimSpace(line)], "not in the examples: %s", line)
			shown++
		}
	}
	require.Greater(t, shown, 10)
}
