package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
)

const root = "../../.."

func TestGeneratedFilesAreFresh(t *testing.T) {
	files, err := generate(root)
	require.NoError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "%s is stale; run: go run ./engine/protocol/gen", name)
	}
}

func TestEveryErrorCodeIsListedWithAdvice(t *testing.T) {
	n, err := readNotes(filepath.Join(root, "engine/protocol"))
	require.NoError(t, err)
	var declared []protocol.ErrorCode
	for _, c := range n.enums["protocol.ErrorCode"] {
		code := protocol.ErrorCode(c.value)
		require.NotEmpty(t, c.note, code)
		require.NotEmpty(t, code.Advice(), code)
		declared = append(declared, code)
	}
	require.Equal(t, declared, protocol.ErrorCodes)
}

func TestConstantName(t *testing.T) {
	require.Equal(t, "ERROR_CODES", constantName("ErrorCode"))
	require.Equal(t, "SEVERITIES", constantName("Severity"))
}

func TestQuote(t *testing.T) {
	require.Equal(t, `'it\'s "so" \n'`, quote("it's \"so\" \n"))
}
