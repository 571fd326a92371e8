package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

const mistakesGolden = "testdata/mistakes.txt"

// TestMistakes is the snapshot of what people read who mistype, confuse languages or stop in the middle of a line:
// which messages there are, where, and in which words. A change of it wants to be read aloud.
//
//	go test ./engine/sandbox -run TestMistakes -update
func TestMistakes(t *testing.T) {
	files, err := filepath.Glob("testdata/mistakes/*.ts")
	require.NoError(t, err)
	require.Greater(t, len(files), 50)
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		fmt.Fprintf(&all, "== %s\n", strings.TrimSuffix(filepath.Base(file), ".ts"))
		list := told(t, string(text))
		require.NotEmpty(t, list, file)
		for _, d := range list {
			place := ""
			if d.Line > 0 {
				place = fmt.Sprintf(" %d:%d", d.Line, d.Column)
			}
			fmt.Fprintf(&all, "%s%s %s\n", d.Code, place, d.Text())
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(mistakesGolden, []byte(all.String()), 0o644))
		return
	}
	old, err := os.ReadFile(mistakesGolden)
	require.NoError(t, err)
	require.Equal(t, string(old), all.String(), "run go test ./engine/sandbox -run TestMistakes -update")
}

// told is all that `simten check` says to a text.
func told(t *testing.T, text string) []circuit.Diagnostic {
	t.Helper()
	ctx := context.Background()
	c, err := Compile(ctx, Source{Text: text, Grants: circuit.AllGrants(), Modules: tinyHost()}, Limits{Steps: 50_000, RunTime: time.Hour})
	require.NoError(t, err)
	if c.Design == nil {
		return c.Diagnostics
	}
	defer c.Close()
	var d *circuit.Diagnostic
	m, err := c.NewMachineOn(ctx, Closures)
	if errors.As(err, &d) {
		return c.WithErrors(*d)
	}
	require.NoError(t, err)
	defer func() { _ = m.Close() }()
	if c.Design.Sequential {
		if _, err := m.Step(ctx, 1); errors.As(err, &d) {
			return c.WithErrors(append(m.Warnings(), *d)...)
		}
	}
	return c.WithErrors(m.Warnings()...)
}
