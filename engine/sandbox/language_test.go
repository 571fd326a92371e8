package sandbox

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var block = regexp.MustCompile("(?s)```ts\n(.*?)```")

// TestLanguagePage runs every circuit of docs/language.md, one of them against the values that the page promises.
func TestLanguagePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	require.NoError(t, err)
	found := map[string]string{}
	for _, m := range block.FindAllStringSubmatch(string(page), -1) {
		// Left out are the files of the section on tests, which package testbench runs, and pieces that are no circuits.
		if strings.HasPrefix(m[1], "// adder.") || !strings.Contains(m[1], "circuit(") {
			continue
		}
		c := compile(t, m[1])
		require.Empty(t, c.Diagnostics, m[1])
		found[c.Main] = m[1]
	}
	on(t, found["FullAdder3"], func(b *bench) {
		for v := range uint64(8) {
			b.set(map[string]uint64{"a": v & 1, "b": v >> 1 & 1, "cin": v >> 2})
			require.Equal(t, v&1+v>>1&1+v>>2, b.get("sum")+2*b.get("cout"))
		}
	})
	on(t, found["Accumulator"], func(b *bench) {
		b.expect("zero", 1).set(map[string]uint64{"step": 7, "on": 1}).tick(6).expect("total", 42).expect("zero", 0)
	})
	on(t, found["TinyRam"], func(b *bench) {
		b.expect("value", 42).set(map[string]uint64{"address": 3, "data": 9, "write": 1}).expect("value", 0).tick(1).expect("value", 9)
	})
	on(t, found["Two"], func(b *bench) {
		b.set(map[string]uint64{"x": 0x41}).expect("p", 0x82).expect("q", 8)
	})
	on(t, found["Wide"], func(b *bench) {
		b.set(map[string]uint64{"a": 1 << 40, "b": 0xFFFFFFFF}).expect("y", 1<<40+0xFFFFFFFF).expect("less", 0).set(map[string]uint64{"a": 9}).expect("less", 1)
	})
}

var (
	idiomRow  = regexp.MustCompile("(?m)^\\| ([^*|][^|]*(?:\\\\\\|[^|]*)*) \\| (`.*?`) \\| [^|]+ \\| [^|]*\\|$")
	codeInRow = regexp.MustCompile("``([^`](?:.*?[^`])??)``|`([^`]+)`")
)

// TestCompiledIdioms compiles the example of each row of the table of idioms in docs/language.md: none stays interpreted.
func TestCompiledIdioms(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "### Compiled idioms\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n#### ")
	frame := block.FindStringSubmatch(section)
	require.NotNil(t, frame)
	const place = "// the example\n"
	require.Contains(t, frame[1], place)
	rows := idiomRow.FindAllStringSubmatch(section, -1)
	require.Equal(t, strings.Count(section, "\n| ")-strings.Count(section, "\n| **")-1, len(rows), "every row but the first is read")
	for _, row := range rows {
		t.Run(row[1], func(t *testing.T) {
			var lines []string
			for _, m := range codeInRow.FindAllStringSubmatch(row[2], -1) {
				lines = append(lines, strings.TrimSpace(strings.ReplaceAll(m[1]+m[2], `\|`, "|")))
			}
			text := strings.Replace(frame[1], place, strings.Join(lines, "\n")+"\n", 1)
			c := compile(t, text)
			require.Empty(t, c.Diagnostics, text)
			_, hints, err := c.Netlist(context.Background())
			require.NoError(t, err)
			require.Empty(t, hints, text)
		})
	}
	require.Contains(t, hintsOf(t, strings.Replace(frame[1], place, "y = /1/.test(String(a)) ? 1 : 0\n", 1)), "I101", "what is not compiled is seen")
}

// hintsOf are the codes of the hints that lowering a circuit gives.
func hintsOf(t *testing.T, text string) []string {
	t.Helper()
	_, hints, err := compile(t, text).Netlist(context.Background())
	require.NoError(t, err)
	var codes []string
	for _, h := range hints {
		codes = append(codes, string(h.Code))
	}
	return codes
}

// TestViews holds the table of docs/language.md that says what a lambda sees.
func TestViews(t *testing.T) {
	sees := func(state, start, test string) {
		t.Helper()
		on(t, one("outputs: { y: bit }, state: { n: "+state+" }, eval: ({ n }) => ({ y: "+test+" }), onTick: () => ({ n: "+start+" })"), func(b *bench) {
			b.tick(1).expect("y", 1)
		})
	}
	sees("reg(31)", "0x7FFFFFFF", "n === 0x7FFFFFFF")
	sees("reg(8)", "-1", "n === 255")
	sees("reg(32)", "-1", "n === -1")
	sees("reg(32)", "0xFFFFFFFF", "n === 4294967295")
	sees("reg(33)", "5", "n === 5n")
	on(t, one("inputs: { a: bus(32), b: bus(33) }, outputs: { y: bit, z: bit }, eval: ({ a, b }) => ({ y: a === -1, z: b === 0x1FFFFFFFFn })"), func(b *bench) {
		b.set(map[string]uint64{"a": 0xFFFFFFFF, "b": 0x1FFFFFFFF}).expect("y", 1).expect("z", 1)
	})
}
