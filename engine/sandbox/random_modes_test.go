package sandbox

import (
	"fmt"
	"strings"
)

// randomModes writes state machines whose states are texts: each is what the machine starts with or one that a lambda
// names, makes of another, or reads in a table. Whatever is read of them goes into h, a number of 16 bits.
type randomModes struct{ *randomFile }

// modes writes a file of one circuit.
func (f *randomFile) modes() {
	m := randomModes{f}
	start := func() string { return m.pick("''", "'idle'", "'run'", "'7'", "'Stop'") }
	fmt.Fprintf(&f.text, `const NEXT = { idle: 'run', run: 'Stop', Stop: 'idle', '': 'idle' }
const TIMES = new Map([['idle', 3], ['run', 9], ['true', 2]])
const LIST = ['idle', 'run', 'Stop', 'x']
circuit('Top', {
inputs: { x: bus(16) }, outputs: { o: bus(16) }, state: { k: reg(16), s: %s, t: %s, log: '' },
eval: ({ x, k, s, t }) => {
let h = x ^ k
%sreturn { o: h }
},
onTick: ({ x, k, s, t, log }) => {
let h = (x + k) & 65535
%sreturn { k: h, s: %s, t, %s }
},
})
`, start(), start(), m.list(2), m.list(2), m.pick("s", "s", m.text()), m.pick("log: log + String.fromCharCode(65 + (h & 15))", "log: log + '.'", ""))
}

func (m randomModes) which() string { return m.pick("s", "t") }

// text is an expression of a text.
func (m randomModes) text() string {
	of := m.which()
	return m.pick(
		"'idle'", "'run'", "'Stop'", "''", "'x'", of, fmt.Sprintf("NEXT[%s] ?? 'idle'", of), fmt.Sprintf("(%s ? 'run' : %s)", m.test(), of),
		"LIST[h & 3]", of+".slice(0, 2)", of+".toLowerCase()", of+" || 'run'", fmt.Sprintf("String(%s)", m.test()), "`${h & 3}`",
		fmt.Sprintf("(%s && 'x')", m.test()), "undefined", fmt.Sprintf("(%s ? undefined : 'idle')", m.test()), "h & 1", "null",
		fmt.Sprintf("(%s > 'j' ? 'low' : 'high')", of),
	)
}

// test is a condition.
func (m randomModes) test() string {
	of := m.which()
	return m.pick(
		fmt.Sprintf("h & %d", 1<<m.IntN(4)), of+" === 'idle'", of+" !== 'run'", of+" == 'Stop'", "s === t", "s < t", of+".length > 3", "!"+of,
		of+".includes('u')", of+".startsWith('S')", of+" in NEXT", "['run', 'x'].includes("+of+")", "TIMES.has("+of+")", "typeof "+of+" === 'string'",
	)
}

// read is a number.
func (m randomModes) read() string {
	of := m.which()
	return m.pick(
		of+".length", of+".charCodeAt(0) & 127", "TIMES.get("+of+") ?? 5", "LIST.indexOf("+of+") + 1", of+".indexOf('t') + 1", "Number("+of+") & 7",
		of+" ? 3 : 4", "+("+of+" === 'x')", "({ idle: 2, run: 6, Stop: 1 })["+of+"] ?? 8", "(+"+of+" || 3)", of+".split('').length",
	)
}

// list writes statements.
func (m randomModes) list(depth int) string {
	var b strings.Builder
	for range 2 + m.IntN(3) {
		of := m.which()
		fmt.Fprintf(&b, "h = (h * %d + (%s)) & 65535\n", 1+2*m.IntN(9), m.read())
		if depth == 0 {
			fmt.Fprintf(&b, "%s = String(%s)\n", of, m.text())
			continue
		}
		switch m.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "switch (%s) {\ncase 'idle': {\n%sbreak\n}\ncase 'run':\ncase '7': {\n%s}\ncase 'x': {\n%sbreak\n}\ndefault: {\n%s}\n}\n", of, m.list(depth-1), m.list(depth-1), m.list(0), m.list(0))
		case 1:
			fmt.Fprintf(&b, "if (%s) {\n%s} else {\n%s}\n", m.test(), m.list(depth-1), m.list(depth-1))
		case 2:
			fmt.Fprintf(&b, "if (%s) {\n%s}\n", m.test(), m.list(0))
		}
	}
	return b.String()
}
