package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/texts"
)

func TestInputsThatMakeNoSense(t *testing.T) {
	for text, says := range map[string]string{
		``:                                `in.json:1:1: there is nothing in it. ` + stepsForm,
		"\ufeff \r\n":                     `in.json:1:1: there is nothing in it. ` + stepsForm,
		`{"a": 1}`:                        `in.json:1:1: this is one object. ` + stepsForm,
		"{\"a\":1}\n{\"a\":2}":            `in.json:1:1: this is one object. ` + stepsForm,
		`5`:                               `in.json:1:1: this is a number. ` + stepsForm,
		`-`:                               `in.json:1:1: this is a number. ` + stepsForm,
		`"a"`:                             `in.json:1:1: this is a text. ` + stepsForm,
		`null`:                            `in.json:1:1: this is null. ` + stepsForm,
		`true`:                            `in.json:1:1: this is true or false. ` + stepsForm,
		`[1]`:                             `in.json:1:2: step 0 is a number. ` + stepsForm,
		`[{"a": 1}, [{"b": 1}]]`:          `in.json:1:12: step 1 is a list. ` + stepsForm,
		`[{}, null]`:                      `in.json:1:6: step 1 is null. ` + stepsForm,
		"[{\r\n\"a\":1},\r{\"é😀\": 3.7}]": `in.json:3:9: "é😀" in step 1: 3.7 is not a whole number. It has to be whole. Write 3 or 4.`,
		`[{"a": "ff"}]`:                   `in.json:1:8: "a" in step 0: ff is not a number. Write 0xff.`,
		`[{"a": {"b": 1}}]`:               `in.json:1:8: "a" in step 0: An object is not a number. Write a number such as 42, -1, 0x2a, 0b1010, 0o17 or 'A'.`,
		`[{"a": 1, "a": 2}]`:              `in.json:1:11: step 0 gives "a" two values. Leave one of them out.`,
		`[{"a": 1},]`:                     `in.json:1:11: this is not JSON: invalid character ']' looking for beginning of value. No comma stands behind the last value.`,
		`[{'a': 1}]`:                      `in.json:1:3: this is not JSON: invalid character '\'' looking for beginning of object key string. Texts and names stand in double quotes: "a".`,
		`[{"a": 1}`:                       `in.json:1:9: this is not JSON: unexpected end of JSON input. Its end is missing.`,
		`[{"a": NaN}]`:                    `in.json:1:8: this is not JSON: invalid character 'N' looking for beginning of value. Names stand in double quotes, such as {"a": 1}; values are numbers, or texts such as "0xff".`,
		"[\n// one\n]":                    `in.json:2:1: this is not JSON: invalid character '/' looking for beginning of value. There are no comments in JSON.`,
	} {
		_, err := parseSteps("in.json", texts.Normalize(text))
		require.EqualError(t, err, says, "%q", text)
	}
}

// One rule for numbers on every road into the command: what does not fit is cut.
func TestInputsAreCutToTheirWidth(t *testing.T) {
	file := write(t, "io.ts", "circuit('Io', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ a }) => ({ y: a }) })")
	const given = "\ufeff[{\"a\":300},\r{\"a\":-1},{\"a\":\"5\"},{\"a\":\"0xff\"},\r\n{\"a\":true},{\"a\":\"'A'\"},{\"a\":1e2},{\"a\":\"-0x1\"},{}]"
	for _, flag := range []string{"--inputs", "--batch"} {
		want := []string{"44", "255", "5", "255", "1", "65", "100", "255", map[string]string{"--inputs": "255", "--batch": "0"}[flag]}
		var out, problems bytes.Buffer
		code := run(t.Context(), terminal{in: strings.NewReader(given), out: &out, err: &problems}, []string{"sim", file, flag, "-"})
		require.Equal(t, exitClean, code, problems.String())
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		require.Len(t, lines, len(want))
		for i, line := range lines {
			require.Contains(t, line, `"values":{"y":`+want[i]+`}}`)
		}
	}
}

// A byte order mark and the ends of lines change no place and lose no fix.
func TestPlacesAreThoseOfTheTextWithoutAMark(t *testing.T) {
	const text = "// one\n// two\ncircuit('A', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Nto }, connect: () => [] })\n"
	report := func(text string) string {
		_, out, _ := call(t, "check", write(t, "bad.ts", text), "--json")
		return out
	}
	want := report(text)
	require.Contains(t, want, `"fixes":[{"line":3,"column":69`)
	require.Contains(t, want, `"names":[{"name":"A","line":3,"column":10`)
	for _, end := range []string{"\n", "\r\n", "\r"} {
		require.Equal(t, want, report(strings.ReplaceAll(text, "\n", end)))
		require.Equal(t, want, report(texts.Mark+strings.ReplaceAll(text, "\n", end)))
	}
}

func TestFilesThatAreNoTexts(t *testing.T) {
	wide := write(t, "wide.ts", "\xff\xfec\x00")
	latin := write(t, "latin.ts", "// one\r\n// \xe9")
	circuit := write(t, "circ.ts", "circuit('A', { outputs: { y: bit }, eval: () => ({ y: 1 }) })")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"check", wide}, "wide.ts is in UTF-16. Save it as UTF-8."},
		{[]string{"sim", latin}, "latin.ts:2:4: holds the byte 0xe9, which is not UTF-8."},
		{[]string{"sim", circuit, "--inputs", wide}, "wide.ts is in UTF-16."},
		{[]string{"sim", circuit, "--batch", latin}, "latin.ts:2:4: holds the byte 0xe9"},
		{[]string{"test", latin}, "2:4: holds the byte 0xe9"},
		{[]string{"sim", circuit, "--inputs", filepath.Join(t.TempDir(), "none.json")}, "no such file"},
	} {
		code, out, problems := call(t, c.args...)
		require.NotEqual(t, exitClean, code)
		require.Contains(t, out+problems, c.says)
	}
	require.NoError(t, os.WriteFile(circuit+lockEnding, []byte("\xff\xfe{\x00"), 0o644))
	code, _, problems := call(t, "check", circuit)
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, "circ.ts.lock is in UTF-16")
}

// A pulse that is over after the edge is in the waveform, and so is the clock.
func TestWaveformShowsAPulseBeforeTheEdge(t *testing.T) {
	file := write(t, "pulse.ts", `circuit('Pulse', {
  inputs: { button: bit }, outputs: { pulse: bit }, nodes: { last: DFlipFlop(), inv: Not, rise: And },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [
    i.button.to(n.last.d, n.rise.a), n.last.q.to(n.inv.in), n.inv.out.to(n.rise.b), n.rise.out.to(o.pulse),
  ],
})`)
	inputs := write(t, "in.json", `[{"button":0},{"button":1},{},{"button":0},{"button":1},{"button":0},{}]`)
	vcd := filepath.Join(t.TempDir(), "out.vcd")
	code, _, problems := call(t, "sim", file, "--inputs", inputs, "--vcd", vcd)
	require.Equal(t, exitClean, code, problems)
	content, err := os.ReadFile(vcd)
	require.NoError(t, err)
	require.Contains(t, string(content), "$var wire 1 ! clk $end\n")
	require.Contains(t, string(content), "$var wire 1 # pulse $end\n")
	require.Equal(t, 2, strings.Count(string(content), "\n1#\n"), "%s", content)
	require.Equal(t, 7, strings.Count(string(content), "\n1!\n"))
	require.Contains(t, string(content), "\n#10\n0!\n1\"\n1#\n")
}

// Names that would be one in a waveform or in a path stay two.
func TestNamesStayApart(t *testing.T) {
	file := write(t, "names.ts", `
const Inner = circuit('Inner', { inputs: { in: bit }, outputs: { out: bit }, nodes: { b: Not }, connect: ({ inputs, outputs, nodes }) => [inputs.in.to(nodes.b.in), nodes.b.out.to(outputs.out)] })
circuit('Dots', {
  inputs: { a: bit, b: bit, 'x y': bit, x_y: bit }, outputs: { u: bit, v: bit }, nodes: { 'a.b': Buffer, a: Inner, sw: Switch },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [i.a.to(n['a.b'].in), i.b.to(n.a.in), n['a.b'].out.to(o.u), n.a.out.to(o.v)],
})`)
	vcd := filepath.Join(t.TempDir(), "out.vcd")
	inputs := write(t, "in.json", `[{"a":1,"b":1,"x y":1,"'sw'":1}]`)
	code, out, problems := call(t, "sim", file, "--inputs", inputs, "--ports", "all", "--vcd", vcd)
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, `"'a.b'.out":1`)
	require.Contains(t, out, `"a.b.out":0`)
	require.Contains(t, out, `"sw.out":1`)
	content, err := os.ReadFile(vcd)
	require.NoError(t, err)
	seen := map[string]bool{}
	var scope []string
	for line := range strings.Lines(string(content)) {
		words := strings.Fields(line)
		name := ""
		switch words[0] {
		case "$scope":
			scope = append(scope, words[2])
			name = strings.Join(scope, ".") + ":"
		case "$upscope":
			scope = scope[:len(scope)-1]
			continue
		case "$var":
			name = strings.Join(scope, ".") + "." + words[4]
		default:
			continue
		}
		require.False(t, seen[name], name)
		seen[name] = true
	}
	require.True(t, seen["Dots.x$20$y"] && seen["Dots.x_y"] && seen["Dots.a$2e$b:"] && seen["Dots.a.b:"], "%v", seen)
}
