package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hostile is a circuit whose names, console texts and errors hold what a terminal would obey.
const hostile = `
const evil = '\u001b]0;owned\u0007\u001b[2J\r\u009b31m\u202e\u2066\u200b\u2028\u00ad\u{e0041}\u007fx'
console.log(evil + '\nfile.ts: 1 circuit, no errors')
export const C = circuit('C' + evil, { inputs: { [evil]: bit, a: bit }, outputs: { ['y' + evil]: bit, z: bit }, eval: (x: any) => ({ z: x.a }) })
`

const hostileTest = `
import { test, expect } from '@simten/test'
const evil = '\u001b]0;owned\u0007\r\u009b\u202e\u2028\u{e0041}\u007fx'
console.log(evil)
test('name ' + evil + '\n  ok       another', () => { expect(evil).toBe('y' + evil) })
test('throws', () => { throw new Error(evil) })
`

const hostileError = `
const evil = '\u001b]0;owned\u0007\r\u009b\u202e\u2028\u{e0041}\u007fx\nfile.ts: no errors'
throw new Error(evil)
`

const hostileVerification = `
import { declareOracle, verify } from '@simten/core/verify'
const evil = '\u001b]0;owned\u0007\r\u009b\u202e\u2028\u{e0041}\u007fx'
declareOracle({ tier: 'B', type: evil, independence_basis: evil })
console.log(evil)
verify.exhaustive(evil, [2], () => { throw new Error(evil) })
verify.run()
`

// requireVisible fails when a text has a character that a terminal would act on or not show.
func requireVisible(t *testing.T, text string) {
	t.Helper()
	for _, r := range text {
		require.True(t, r == '\n' || r == '\t' || unicode.IsPrint(r), "%U in %q", r, text)
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func TestNoCommandWritesWhatATerminalObeys_A251(t *testing.T) {
	circuit := write(t, "circ.ts", hostile)
	failing := write(t, "error.ts", hostileError)
	raw := write(t, "raw.ts", "circuit('\u202eA\x1b[2J', { inputs: { '\u009b': bit }, outputs: { y: bit }, nodes: { n: '\u202e' }, connect: () => [\x1b] })")
	tests := write(t, "evil.test.ts", hostileTest)
	verification := write(t, "verify.ts", hostileVerification)
	inputs := write(t, "in.json", `[{"\u001b[2J\u202e\u007f\u009b":1}]`)
	nonsense := write(t, "nonsense.json", "[{\"a\x1b\u202e\":\x9b1}]")
	for _, args := range [][]string{
		{"check", circuit},
		{"check", circuit, "--json"},
		{"check", failing},
		{"check", failing, "--json"},
		{"check", raw},
		{"check", "no\x1b\u202efile.ts"},
		{"sim", circuit, "--ticks", "1"},
		{"sim", circuit, "--ticks", "1", "--ports", "all", "--json"},
		{"sim", circuit, "--inputs", inputs},
		{"sim", circuit, "--inputs", nonsense},
		{"sim", circuit, "--batch", "all"},
		{"sim", circuit, "--circuit", "\x1b\u202e"},
		{"sim", failing},
		{"rtl", circuit},
		{"bench", circuit, "--seconds", "0.01"},
		{"source", circuit},
		{"source", raw},
		{"lock", circuit},
		{"lock", failing},
		{"test", tests},
		{"test", tests, "--json"},
		{"verify", verification},
		{"verify", failing},
		{"components", "\x1b\u202e"},
		{"serve", "--host", "\x1b\u202e"},
		{"serve", "--root", "\x1b\u202e"},
		{"\x1b\u202e\r"},
	} {
		_, out, problems := call(t, args...)
		require.NotEmpty(t, out+problems, "%q", args)
		requireVisible(t, out)
		requireVisible(t, problems)
		require.NotContains(t, "\n"+out+problems, "\nfile.ts: ", "a circuit cannot write lines of ours: %q", args)
		require.NotContains(t, out, "\n  ok       another")
	}
}

// JSON keeps the characters, as escapes.
func TestJSONKeepsWhatIsNotShown(t *testing.T) {
	_, out, _ := call(t, "check", write(t, "circ.ts", hostile), "--json")
	var report struct{ Console, Circuits []string }
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	const evil = "\u001b]0;owned\u0007\u001b[2J\r\u009b31m\u202e\u2066\u200b\u2028\u00ad\U000e0041\u007fx"
	require.Equal(t, "C"+evil, report.Circuits[0])
	require.Contains(t, report.Console[0], evil)
}

func TestOutputShowsEveryCharacter(t *testing.T) {
	shown := func(pieces ...string) string {
		var b bytes.Buffer
		o := newOutput(&b)
		for _, piece := range pieces {
			n, err := io.WriteString(o, piece)
			require.NoError(t, err)
			require.Equal(t, len(piece), n)
		}
		require.NoError(t, o.finish())
		return b.String()
	}
	require.Equal(t, "plain é😀\t\n", shown("plain é😀\t\n"))
	require.Equal(t, `\x1b[2J\x0d\u007f\u009b\u202e\u2028\u200b\udb40\udc41\xff`, shown("\x1b[2J\r\x7f\u009b\u202e\u2028\u200b\U000e0041\xff"))
	require.Equal(t, `é\xf0\x9f`, shown("\xc3", "\xa9\xf0\x9f"), "characters may come in pieces")
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.String().Draw(r, "text")
		cut := rapid.IntRange(0, len(text)).Draw(r, "cut")
		whole := shown(text)
		require.Equal(r, whole, shown(text[:cut], text[cut:]))
		asJSON, err := json.Marshal(text)
		require.NoError(r, err)
		var back string
		require.NoError(r, json.Unmarshal([]byte(shown(string(asJSON))), &back))
		require.Equal(r, text, back)
	})
}

// full is a device without room: it takes some bytes.
type full struct{ room int }

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// Whoever reads only the exit code must learn that the output is not complete.
func TestEveryCommandNoticesThatItCannotWrite(t *testing.T) {
	circuit := write(t, "circ.ts", "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.n.in), nodes.n.out.to(outputs.y)] })")
	tests := write(t, "a.test.ts", "import { test } from '@simten/test'\ntest('a', () => {})")
	verification := write(t, "verify.ts", "import { declareOracle, verify } from '@simten/core/verify'\n"+
		"declareOracle({ tier: 'B', type: 'table', independence_basis: 'book' })\nverify.exhaustive('two', [2], () => true)\nverify.run()")
	for _, args := range [][]string{
		{"check", circuit},
		{"check", circuit, "--json"},
		{"sim", circuit, "--ticks", "1"},
		{"sim", circuit, "--ticks", "20000"},
		{"sim", circuit, "--batch", "all"},
		{"bench", circuit, "--seconds", "0.01"},
		{"bench", circuit, "--seconds", "0.01", "--json"},
		{"rtl", circuit},
		{"source", circuit},
		{"lock", circuit},
		{"test", tests},
		{"test", tests, "--json"},
		{"verify", verification},
		{"components"},
		{"components", "--json"},
		{"components", "And"},
		{"components", "And", "--json"},
		{"help"},
		{"help", "sim"},
		{"version"},
	} {
		var problems bytes.Buffer
		code := run(t.Context(), terminal{in: strings.NewReader(""), out: &full{}, err: &problems}, args)
		require.Equal(t, exitErrors, code, "%q: %s", args, problems.String())
		require.Contains(t, problems.String(), "simten "+args[0]+": the output is not complete: no space left on device\n")

		var out bytes.Buffer
		code = run(t.Context(), terminal{in: strings.NewReader(""), out: &out, err: &full{}}, args)
		require.NotZero(t, out.Len(), "%q", args)
		require.LessOrEqual(t, code, exitErrors)
	}
	code := run(t.Context(), terminal{in: strings.NewReader(""), out: &bytes.Buffer{}, err: &full{}}, []string{"check"})
	require.Equal(t, exitUsage, code, "and what was wrong before counts more")
}

func TestFilesAreReplacedWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "out.vcd")
	put := func(text string, err error) error {
		return writeFile(path, func(w io.Writer) error {
			_, failed := io.WriteString(w, text)
			return firstError(err, failed)
		})
	}
	require.NoError(t, put("one", nil))
	require.ErrorIs(t, put("tw", errFull), errFull)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "one", string(content))
	require.NoError(t, os.Chmod(path, 0o600))
	link := filepath.Join(folder, "link")
	require.NoError(t, os.Symlink("out.vcd", link))
	require.NoError(t, os.Symlink("elsewhere", path+".part"), "planted by somebody")
	require.NoError(t, writeFile(link, func(w io.Writer) error { _, err := io.WriteString(w, "two"); return err }))
	content, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "two", string(content))
	info, err := os.Lstat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 2, "nothing is left over")
	require.Error(t, writeFile(filepath.Join(folder, "no", "file"), func(io.Writer) error { return nil }))
	require.NoError(t, writeFile(os.DevNull, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }))
}
