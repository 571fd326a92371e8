package sandbox

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// spelling is one way to ask for code from elsewhere, and what must come of it; Code is "" for text that asks for none.
type spelling struct {
	Name, Text string
	Code       circuit.Code
	Line       int
}

func spellings(t *testing.T) []spelling {
	t.Helper()
	text, err := os.ReadFile("../source/testdata/imports.json")
	require.NoError(t, err)
	var list []spelling
	require.NoError(t, json.Unmarshal(text, &list))
	require.Greater(t, len(list), 30)
	return list
}

// The same list goes through the commands (cmd/simten) and the pages (e2e).
func TestAttackImportsInEveryEntry_A181_A182_A184_A185(t *testing.T) {
	for _, s := range spellings(t) {
		t.Run(s.Name, func(t *testing.T) {
			for name, entry := range map[string]func(text string) *circuit.Diagnostic{
				"compile": func(text string) *circuit.Diagnostic {
					c, err := Compile(context.Background(), Source{Text: text, Grants: circuit.AllGrants()}, hostile)
					require.NoError(t, err)
					require.Equal(t, s.Code == "", c.Design != nil)
					return firstError(c)
				},
				"with a harness": func(text string) *circuit.Diagnostic {
					c, err := Compile(context.Background(), Source{Text: text, Harness: true, Grants: circuit.AllGrants()}, hostile)
					require.NoError(t, err)
					return firstError(c)
				},
			} {
				d := entry(aCircuit + s.Text + "\n")
				if s.Code == "" {
					require.Nil(t, d, name)
					continue
				}
				require.NotNil(t, d, name)
				require.Equal(t, s.Code, d.Code, d.Message)
				require.Equal(t, s.Line+1, d.Line, d.Message)
				require.NotEmpty(t, d.Message)
			}
		})
	}
}

// A whole function as a text is what execute takes; an import cannot stand in it at all.
func TestAttackImportsInExecute_A185(t *testing.T) {
	for _, s := range spellings(t) {
		if s.Code == "" {
			continue
		}
		_, _, err := execute(context.Background(), "() => {\n"+s.Text+"\n}", nil, circuit.AllGrants(), 1<<20, hostile)
		require.NotNil(t, err, s.Name)
		require.NotEmpty(t, err.Message, s.Name)
		require.Contains(t, []protocol.ErrorCode{protocol.ErrInvalidCode, protocol.ErrSyntax, protocol.ErrDenied, protocol.ErrRuntime}, err.Code, s.Name)
	}
}
