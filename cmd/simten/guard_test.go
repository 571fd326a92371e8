package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/invariants/thorough"
)

// TestMain lets the test binary be the guarded child, too, and the command itself.
func TestMain(m *testing.M) {
	if os.Getenv(guardVariable) != "" || os.Getenv(commandVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// guarded runs a source through a guarded command and gives exit code, output and error output.
func guarded(t *testing.T, source string, args ...string) (int, string, string) {
	t.Helper()
	t.Cleanup(func() { commandLimits = limits.Default })
	file := filepath.Join(t.TempDir(), "circuit.ts")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	var out, problems bytes.Buffer
	code := start(context.Background(), terminal{in: strings.NewReader(""), out: &out, err: &problems}, append([]string{args[0], file}, args[1:]...))
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

// neededArguments are those that commands take besides the file.
func neededArguments(t *testing.T) map[string][]string {
	other := filepath.Join(t.TempDir(), "other.ts")
	require.NoError(t, os.WriteFile(other, []byte("circuit('A', { outputs: { y: bit }, eval: () => ({ y: 0 }) })"), 0o600))
	return map[string][]string{"find": {"--when", "y === 1"}, "why": {"--signal", "y"}, "compare": {other}}
}

// Each of these ends a native process past recover, or hangs it, when nothing guards it. The command ends
// with one clear line that names the place, where it can be known, and the exit code for a limit. The regular
// expressions take long between two looks at the clock, and are let through by a high limit of steps.
func TestGuardStopsWhatKillsAProcess(t *testing.T) {
	needed := neededArguments(t)
	for name, c := range map[string]struct {
		source, limits string
		says           []string
	}{
		"buffers": {"const a = []; while (true) a.push(new ArrayBuffer(1e6))", `{"runMilliseconds": 60000, "memoryMebibytes": 256}`, []string{"MEMORY", "256 MiB"}},
		"text":    {"let s = 'x'\nwhile (true) s += s", `{"runMilliseconds": 60000, "memoryMebibytes": 256}`, []string{"MEMORY", "256 MiB"}},
		"regexp": {
			"const a = 1\nnew RegExp('(?:a?){900}b').test('a'.repeat(1e6))", `{"runMilliseconds": 1500, "stepsPerCall": 2000000000}`,
			[]string{"TIMEOUT", "line 2", "built-in function RegExp"},
		},
		"lambda": {
			"circuit('Slow', { outputs: { y: bit },\n  eval: () => ({ y: /(?:a?){900}b/.test('a'.repeat(1e6)) }) })", `{"runMilliseconds": 1500, "stepsPerCall": 2000000000}`,
			[]string{"TIMEOUT", "line 2", "eval of Slow"},
		},
	} {
		for i, command := range guardedCommands {
			if i%5 != 0 && name != "text" && !thorough.On() {
				continue // one kind of end is tried on all commands
			}
			if name == "lambda" && slices.Contains([]string{"rtl", "test", "verify", "source", "lock"}, command) {
				continue // it calls no lambda of itself
			}
			t.Run(name+" "+command, func(t *testing.T) {
				t.Setenv(limitsVariable, c.limits)
				code, out, problems := guarded(t, c.source, slices.Concat([]string{command}, needed[command])...)
				require.Equal(t, exitLimit, code, problems)
				require.Empty(t, out)
				for _, text := range c.says {
					require.Contains(t, problems, text)
				}
				lines := 0
				for line := range strings.Lines(problems) {
					if !strings.Contains(line, ": info ") {
						lines++
					}
				}
				require.Equal(t, 1, lines, "one clear line: %s", problems)
			})
		}
	}
}

// TestMatchesEndAtTheLimitOfSteps: natively, too, regular expressions are counted, and end with the place in the
// program.
func TestMatchesEndAtTheLimitOfSteps(t *testing.T) {
	needed := neededArguments(t)
	for _, command := range guardedCommands {
		if command == "test" || command == "verify" {
			continue // they may take any number of steps, within their time
		}
		// A busy machine takes time for as many steps as are allowed; one command shows that those are the limit.
		limits, steps := `{"runMilliseconds": 60000, "stepsPerCall": 100000}`, "100,000"
		if command == "check" {
			limits, steps = `{"runMilliseconds": 60000}`, "3,000,000"
		}
		t.Setenv(limitsVariable, limits)
		code, out, problems := guarded(t, "const a = 1\nnew RegExp('^(a+)+\\\\1$').test('a'.repeat(40) + 'b')", slices.Concat([]string{command}, needed[command])...)
		require.Equal(t, exitLimit, code, "%s: %s", command, problems)
		require.Contains(t, out+problems, "circuit.ts:2:", command)
		require.Contains(t, out+problems, "more than "+steps+" steps and was stopped here, inside the built-in function RegExp", command)
	}
}

// TestGuardStopsWithJSON: who asks for JSON gets it, in the same shape, when a limit ends the command.
func TestGuardStopsWithJSON(t *testing.T) {
	for name, c := range map[string]struct {
		source, limits string
		code           circuit.Code
		line           int
		says           string
	}{
		"memory": {"circuit('A', {})\nlet s = 'x'\nwhile (true) s += s", `{"runMilliseconds": 60000, "memoryMebibytes": 256}`, circuit.CodeMemory, 3, "256 MiB"},
		"time":   {"circuit('A', {})\nnew RegExp('(?:a?){900}b').test('a'.repeat(1e6))", `{"runMilliseconds": 1500, "stepsPerCall": 2000000000}`, circuit.CodeTimeLimit, 2, "1.5 s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(limitsVariable, c.limits)
			code, out, problems := guarded(t, c.source, "check", "--json")
			require.Equal(t, exitLimit, code)
			require.Empty(t, problems)
			var report checkReport
			require.NoError(t, json.Unmarshal([]byte(out), &report), out)
			require.False(t, report.Valid)
			require.NotContains(t, out, "null")
			require.Equal(t, "A", report.Names[0].Name)
			require.Len(t, report.Diagnostics, 1)
			d := report.Diagnostics[0]
			require.Equal(t, "compilation", d.Phase)
			require.Equal(t, c.code, d.Code)
			if d.Line != 0 || c.code != circuit.CodeMemory { // the system may end it before the line is known
				require.Equal(t, c.line, d.Line)
			}
			require.Equal(t, "circuit.ts", d.File)
			require.Contains(t, d.Message, c.says)
			require.NotContains(t, d.Suggestion, "cycles")
		})
	}
}

// A reader of the output that has had enough, such as head -1, ends a command without a word.
func TestReaderThatIsGoneEndsSilently(t *testing.T) {
	file := filepath.Join(t.TempDir(), "circuit.ts")
	require.NoError(t, os.WriteFile(file, []byte("circuit('A', { outputs: { y: bus(8) }, eval: () => ({ y: 3 }) })"), 0o600))
	for _, args := range [][]string{{"check", file}, {"check", file, "--json"}, {"sim", file, "--ticks", "1000"}, {"rtl", file}, {"bench", "--help"}} {
		t.Run(args[0], func(t *testing.T) {
			read, write, err := os.Pipe()
			require.NoError(t, err)
			defer write.Close()
			require.NoError(t, read.Close())
			var problems bytes.Buffer
			code := start(t.Context(), terminal{in: strings.NewReader(""), out: write, err: &problems}, args)
			require.Equal(t, 128+int(syscall.SIGPIPE), code)
			require.Empty(t, problems.String())
		})
	}
}

func TestLimitsOfTheCommandCanBeSet(t *testing.T) {
	source := "for (let i = 0; i < 5000; i++);\ncircuit('A', { outputs: { y: bit }, eval: () => ({ y: 1 }) })"
	code, out, _ := guarded(t, source, "check")
	require.Equal(t, exitClean, code, out)
	t.Setenv(limitsVariable, `{"stepsPerCall": 1000}`)
	code, out, _ = guarded(t, source, "check")
	require.Equal(t, exitLimit, code)
	require.Contains(t, out, "more than 1,000 steps")
	t.Setenv(limitsVariable, `{"steps": 1000}`)
	code, _, problems := guarded(t, source, "check")
	require.Equal(t, exitUsage, code)
	require.Contains(t, problems, limitsVariable)
}

func TestEndlessLoopEndsWithPlace(t *testing.T) {
	code, out, _ := guarded(t, "const x = 1\nwhile (true) {}\n", "check")
	require.Equal(t, exitLimit, code)
	require.Contains(t, out, "circuit.ts:2:1: error E023")
}
