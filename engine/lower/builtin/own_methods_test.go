package builtin_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestOwnMethodsNamedLikeThoseOfLists: a method of the file is not one that changes a list because it has such a name.
func TestOwnMethodsNamedLikeThoseOfLists(t *testing.T) {
	names := []string{"push", "pop", "shift", "unshift", "splice", "add", "set", "sort", "fill", "clear", "reverse", "delete", "copyWithin"}
	own := func(form, between string) (list string) {
		for i, name := range names {
			if i > 0 {
				list += between
			}
			list += fmt.Sprintf(form, name, i+1)
		}
		return list
	}
	for name, alu := range map[string]string{
		"object":    "const alu = { " + own("%s: (x, y) => x * %d + y", ", ") + " }",
		"frozen":    "const alu = Object.freeze({ " + own("%s(x, y) { return x * %d + y }", ", ") + " })",
		"instance":  "class Alu { " + own("%s(x, y) { return x * %d + y }", " ") + " }\nconst alu = new Alu()",
		"static":    "class alu { " + own("static %s(x, y) { return x * %d + y }", " ") + " }",
		"namespace": "namespace alu { " + own("export function %s(x: number, y: number) { return x * %d + y }", "; ") + " }",
	} {
		t.Run(name, func(t *testing.T) {
			if name == "namespace" { // delete is a word of the language
				names = names[:len(names)-2]
				alu = "namespace alu { " + own("export const %s = (x: number, y: number) => x * %d + y", "; ") + " }"
			}
			text := alu + "\ncircuit('Only', { inputs: { a: bus(8) }, outputs: { o: bus(32) }, state: { s: reg(32) }, eval: ({ s, a }) => ({ o: alu.push(s, a) >>> 0 }), " +
				"onTick: ({ s, a }) => { " + own("s = alu.%s(s, a + %d) | 0", "; ") + "; return { s } } })"
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 40, 6)
		})
	}
	// That of a list, and one of an object that holds it, does change it.
	for name, log := range map[string]string{
		"list":   "const log = []",
		"class":  "class Log { items = []; push(x) { this.items.push(x); return this.items.length } }\nconst log = new Log()",
		"object": "const items = []\nconst log = { push: (x) => items.push(x) }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, log+"\ncircuit('Only', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, state: { s: reg(8) }, eval: ({ s }) => ({ o: s }), onTick: ({ a }) => ({ s: log.push(a) }) })")
			require.NotEmpty(t, p.Hints)
		})
	}
}
