package emit

import (
	"strconv"
	"strings"
	"sync"
)

// reserved are the names that a constant must not have: words of the language, names of the circuit language, and
// names that mean something to a browser (dsl.md 13.2).
var reserved = sync.OnceValue(func() map[string]bool {
	return words(`
	break case catch class const continue debugger default delete do else enum export extends false finally for function
	if import in instanceof new null return super switch this throw true try typeof var void while with
	let static await async yield implements interface package private protected public
	top self parent window document name length status origin closed frames location history navigator event screen
	external menubar toolbar locationbar personalbar scrollbars statusbar frameElement opener globalThis
	undefined NaN Infinity arguments eval Map circuit component bit bus reg mem
`)
})

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// names gives out the names of constants.
type names struct{ used map[string]bool }

func newNames() *names { return &names{used: map[string]bool{}} }

// take is the name of the constant of a circuit: a reserved one gets an underscore (D92), one that is taken a number.
func (n *names) take(circuit string) string {
	base := clean(circuit)
	if reserved()[base] {
		base += "_"
	}
	name := base
	for i := 2; n.used[name]; i++ {
		name = clean(circuit) + "_" + strconv.Itoa(i)
	}
	n.used[name] = true
	return name
}

// clean makes an identifier of any name.
func clean(name string) string {
	if isIdentifier(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case isLetter(c):
			b.WriteByte(c)
		case '0' <= c && c <= '9':
			if b.Len() == 0 {
				b.WriteByte('_')
			}
			b.WriteByte(c)
		case c < 0x80 || c >= 0xC0: // one for each character outside of the alphabet
			b.WriteByte('_')
		}
	}
	const longest = 100
	text := b.String()
	if text == "" {
		return "Circuit"
	}
	return text[:min(len(text), longest)]
}
