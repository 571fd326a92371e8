package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Ways to ask for code from elsewhere; engine/sandbox runs the same list.
func TestAttackImportsInEveryCommand_A181_A182_A185(t *testing.T) {
	text, err := os.ReadFile("../../engine/source/testdata/imports.json")
	require.NoError(t, err)
	var spellings []struct {
		Name, Text, Code string
		Line             int
	}
	require.NoError(t, json.Unmarshal(text, &spellings))
	const circuit = "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })\n"
	files := map[string]string{}
	for i, s := range spellings {
		files[fmt.Sprintf("s%d.ts", i)] = circuit + s.Text + "\n"
		files[fmt.Sprintf("t%d.test.ts", i)] = "test('fine', () => {});\n" + s.Text + "\n"
	}
	root := testFolder(t, files)
	for i, s := range spellings {
		t.Run(s.Name, func(t *testing.T) {
			source, test := filepath.Join(root, fmt.Sprintf("s%d.ts", i)), filepath.Join(root, fmt.Sprintf("t%d.test.ts", i))
			for _, args := range [][]string{{"check", source}, {"sim", source, "--ticks", "1"}, {"test", "--root", root, test}} {
				code, out, errors := call(t, args...)
				if s.Code == "" {
					require.Equal(t, exitClean, code, out+errors)
					continue
				}
				require.Equal(t, exitErrors, code, "%v: %s%s", args, out, errors)
				place := fmt.Sprintf("%s:%d:", args[len(args)-1], s.Line+1)
				if args[0] == "sim" {
					place = fmt.Sprintf("%s:%d:", source, s.Line+1)
				}
				require.Contains(t, out+errors, place, args)
				if args[0] != "test" { // what is thrown while a test file is read is told as such, without a code
					require.Contains(t, out+errors, "error "+s.Code+": ", args)
				}
			}
		})
	}
}
