package sandbox

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

// errorsIn are the messages and suggestions of a text.
func errorsIn(t *testing.T, text string) (messages []string) {
	t.Helper()
	c, err := Compile(context.Background(), Source{Text: text + "\ncircuit('T', { inputs: { a: bit } })", File: "a.ts", Grants: circuit.AllGrants()}, Limits{})
	require.NoError(t, err)
	defer c.Close()
	for i := range c.Diagnostics {
		if d := &c.Diagnostics[i]; d.Severity == circuit.Error {
			messages = append(messages, strings.TrimSpace(d.Message+" "+d.Suggestion))
		}
	}
	return messages
}

// exists is an expression that says whether a feature is there.
func exists(f source.Feature) string {
	dot := strings.LastIndexByte(f.Name, '.')
	if dot < 0 {
		return fmt.Sprintf("'%s' in globalThis", f.Name)
	}
	return fmt.Sprintf("'%s' in %s", f.Name[dot+1:], f.Name[:dot])
}

func TestTheRealmHasWhatTheTableSays(t *testing.T) {
	var rows strings.Builder
	for _, f := range source.Newer {
		fmt.Fprintf(&rows, "['%s', true, %s],\n", f.Name, exists(f))
	}
	for _, f := range source.Lacking {
		fmt.Fprintf(&rows, "['%s', false, %s],\n", f.Name, exists(f))
	}
	require.Empty(t, errorsIn(t, `const wrong = ([
`+rows.String()+`] as const).filter(([, want, is]) => want !== is).map(([name, want]) => name + (want ? ' is not there' : ' is there'))
if (wrong.length > 0) throw new Error(wrong.join(', '))`))
}

// A feature of a newer version of the language is not told as a misspelling.
func TestMessagesNameTheVersionOfWhatIsLacking(t *testing.T) {
	for text, want := range map[string]string{
		"Math.sumPrecise([1])":                     "'Math' has no 'sumPrecise'. JavaScript has Math.sumPrecise since ES2026, and this interpreter does not have it: write list.reduce((a, b) => a + b, 0).",
		"const m = new Map()\nm.getOrInsert(1, 2)": "'m' has no 'getOrInsert'. JavaScript has Map.prototype.getOrInsert since ES2026, and this interpreter does not have it: write map.get(key) ?? value, and map.set(key, …).",
		"new ArrayBuffer(2).transfer()":            "JavaScript has ArrayBuffer.prototype.transfer since ES2024",
		"Iterator.zip([[1], [2]])":                 "JavaScript has Iterator.zip since ES2026",
		"new Float16Array(2)":                      "'Float16Array' is not defined. JavaScript has Float16Array since ES2025, and this interpreter does not have it: use Float32Array.",
		"Temporal.Now":                             "JavaScript has Temporal since ES2026",
		"Intl.NumberFormat()":                      "JavaScript has Intl since ES2015",
		"Atomics.add(1)":                           "JavaScript has Atomics since ES2017",
		"new RegExp('[a--b]', 'v')":                "The interpreter does not support the flags d and v of regular expressions (ES2022, ES2024), as in 'v'. Write the pattern without them.",
		"const r = /[a--b]/v":                      "(ES2022, ES2024)",
		"const r = /(?i:a)b/":                      "(?i:a), which JavaScript has since ES2025, give the whole expression the flag, /a/i",
		"new RegExp('(?i:a)b')":                    "(?i:a), which JavaScript has since ES2025",
		"const r = /\\p{Lu}/u":                     "(ES2018)",
		"Math.sumPrecisely([1])":                   "'Math' has no 'sumPrecisely'. Check the spelling.",
		"const o: any = {}\no.zip()":               "'o' has no 'zip'. Check the spelling.",
	} {
		found := errorsIn(t, text)
		require.Len(t, found, 1, text)
		require.Contains(t, found[0], want, text)
	}
}

func TestNewerSyntax(t *testing.T) {
	require.Empty(t, errorsIn(t, `
		const wrong: number[] = []
		const check = (n: number, right: boolean) => { if (!right) wrong.push(n) }
		check(2, /(?<y>\d{4})-|(?<y>\d{2})\//.exec('26/')!.groups!.y === '26')
		let closed = 0
		{ using held = { [Symbol.dispose]() { closed++ } }; check(3, closed === 0) }
		check(4, closed === 1)
		const twice = (f: any) => function (this: any) { return 2 * f.call(this) }
		class A {
			@((f: any) => twice(f)) static #one() { return 1 }
			@((f: any) => twice(f)) #three() { return 3 }
			@((f: any) => twice(f)) static get #five() { return 5 }
			static one() { return A.#one() }
			static five() { return A.#five }
			three() { return this.#three() }
		}
		check(5, A.one() === 2 && new A().three() === 6 && A.five() === 10)
		if (wrong.length > 0) throw new Error(wrong.join())`))
}

// The list of docs/language.md is that of the table.
func TestTheDocumentListsTheTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	require.NoError(t, err)
	var newer, lacking []string
	for _, f := range source.Newer {
		newer = append(newer, "`"+f.Name+"`")
	}
	for _, f := range source.Lacking {
		lacking = append(lacking, fmt.Sprintf("| `%s` | ES%d | %s |\n", f.Name, f.Since, f.Instead))
	}
	require.Contains(t, string(page), strings.Join(newer, ", ")+".")
	require.Contains(t, string(page), strings.Join(lacking, ""))
}
