package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain lets the test binary be the guarded child, too.
func TestMain(m *testing.M) {
	if os.Getenv(guardVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// guarded runs a source through a guarded command and gives exit code, output and error output.
func guarded(t *testing.T, source string, args ...string) (int, string, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "circuit.ts")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	var out, problems bytes.Buffer
	code := runGuarded(context.Background(), terminal{in: strings.NewReader(""), out: &out, err: &problems}, append([]string{args[0], file}, args[1:]...))
	return code, out.String(), problems.String()
}

func TestGuardPassesOrdinaryRunsOn(t *testing.T) {
	code, out, problems := guarded(t, "circuit('A', { outputs: { y: bus(8) }, eval: () => ({ y: 3 }) })", "sim", "--ticks", "1")
	require.Equal(t, exitClean, code)
	require.JSONEq(t, `{"step":0,"cycle":0,"values":{"y":3}}`, out)
	require.Empty(t, problems)

	code, out, _ = guarded(t, "circuit('A', { nodes: { g: Andd } })", "check")
	require.Equal(t, exitErrors, code)
	require.Contains(t, out, "Did you mean 'And'?")
}

// Each of these ends a native process past recover (or hangs it) when nothing guards it.
func TestGuardStopsWhatKillsAProcess(t *testing.T) {
	old := guardSilence
	t.Cleanup(func() { guardSilence = old })
	for name, c := range map[string]struct{ source, word string }{
		"string":  {"let s = 'ab'; for (let i = 0; i < 60; i++) s += s", "MEMORY"},
		"buffers": {"const a = []; while (true) a.push(new ArrayBuffer(1e8))", "MEMORY"},
		"native":  {"/^(a+)+\\1$/.test('a'.repeat(40) + 'b')", "TIMEOUT"},
	} {
		t.Run(name, func(t *testing.T) {
			// What runs out of memory does so by itself, in seconds on a busy machine.
			guardSilence = time.Minute
			if c.word == "TIMEOUT" {
				guardSilence = 8 * time.Second
			}
			code, out, problems := guarded(t, c.source, "check")
			require.Equal(t, exitLimit, code, problems)
			require.Empty(t, out)
			require.Contains(t, problems, c.word)
			require.Equal(t, 1, strings.Count(problems, "\n"), "one clear line: %s", problems)
		})
	}
}

func TestEndlessLoopEndsWithPlace(t *testing.T) {
	code, out, _ := guarded(t, "const x = 1\nwhile (true) {}\n", "check")
	require.Equal(t, exitLimit, code)
	require.Contains(t, out, "circuit.ts:2:1: error E023")
}
