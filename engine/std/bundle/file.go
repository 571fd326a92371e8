package bundle

import (
	"regexp"
	"strings"
)

// file is a source file of the library by its top-level declarations. The library is written so that each begins in the
// first column and nothing else of it does but brackets.
type file struct {
	declarations []declaration
}

type declaration struct {
	name string // "" for imports and types, which every part gets: esbuild drops what it does not need
	text string
	uses map[string]bool // words in it that stand in no comment; one too many makes a part larger, and nothing worse
}

var (
	begins   = regexp.MustCompile(`(?m)^(?:export |import |const |let |function |type |interface |class |/\*\*|// )`)
	declares = regexp.MustCompile(`(?m)^(?:export )?(?:const|let|function|class) (\w+)`)
	comment  = regexp.MustCompile(`(?ms)^\s*(?:/\*.*?\*/|//[^\n]*)`)
	word     = regexp.MustCompile(`\w+`)
)

// split takes a file apart.
func split(text string) file {
	var f file
	starts := begins.FindAllStringIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		d := declaration{text: text[at[0]:end], uses: map[string]bool{}}
		if m := declares.FindStringSubmatch(d.text); m != nil {
			d.name = m[1]
		}
		for _, w := range word.FindAllString(comment.ReplaceAllString(d.text, " "), -1) {
			d.uses[w] = true
		}
		f.declarations = append(f.declarations, d)
	}
	return f
}

// uses are the declarations that some of the file need, and these themselves.
func (f file) uses(names []string) map[string]bool {
	needed := map[string]bool{}
	for pending := names; len(pending) > 0; {
		name := pending[0]
		pending = pending[1:]
		if needed[name] {
			continue
		}
		needed[name] = true
		for _, d := range f.declarations {
			if d.name != name {
				continue
			}
			for _, other := range f.declarations {
				if other.name != "" && d.uses[other.name] {
					pending = append(pending, other.name)
				}
			}
		}
	}
	return needed
}

// only is the text of the file without the declarations that these do not need.
func (f file) only(names []string) string {
	needed := f.uses(names)
	var b strings.Builder
	for _, d := range f.declarations {
		if d.name == "" || needed[d.name] {
			b.WriteString(d.text)
		}
	}
	return b.String()
}
