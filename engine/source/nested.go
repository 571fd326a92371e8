package source

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// The interpreter's parser does not read a default in a list that has a default itself, as in (p, [q = 1] = []) => q, where it takes the parameters
// of an arrow function, or the properties of a pattern, for an expression first. It reads the same with the items as properties of the list:
// (p, [...{ 0: q = 1 }] = []) => q. What a list is taken from ends, so that is the same.

const nestedDefault = "Invalid destructuring binding target"

// parseClean parses what is left of the file; it gives the text that has been parsed, too, which may have been written in another way.
func (s *Script) parseClean(clean string) (*ast.Program, string, error) {
	program, err := parse(s.File, clean)
	var list parser.ErrorList
	if err == nil || !errors.As(err, &list) || len(list) == 0 || !strings.HasPrefix(list[0].Message, nestedDefault) {
		return program, clean, err
	}
	inserts := defaultsIn(clean)
	text := inserted(clean, inserts)
	if again, e := parse(s.File, text); e == nil {
		s.move(inserts)
		return again, text, nil
	}
	return program, clean, err
}

// insertion is a text that goes to an offset of another, in the place of some bytes.
type insertion struct {
	at, cut int
	text    string
}

func inserted(text string, list []insertion) string {
	var b strings.Builder
	from := 0
	for _, n := range list {
		b.WriteString(text[from:n.at])
		b.WriteString(n.text)
		from = n.at + n.cut
	}
	b.WriteString(text[from:])
	return b.String()
}

// move makes the places in the text that has been left belong to a text with insertions.
func (s *Script) move(list []insertion) {
	by, next := 0, 0
	for i := range s.segments {
		g := &s.segments[i]
		for next < len(list) && list[next].at <= int(g.at) {
			by += len(list[next].text) - list[next].cut
			next++
		}
		g.at += int32(by)
	}
}

// defaultsIn are the insertions that make items of lists properties where they and their list have a default.
func defaultsIn(text string) []insertion {
	d := &defaultFinder{text: text, tokens: scan(text), partner: map[int]int{}, seen: map[int]bool{}}
	var open []int
	for i, t := range d.tokens {
		if closes(text, t) && len(open) > 0 {
			d.partner[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		if opens(text, t) {
			open = append(open, i)
		}
	}
	for i := 0; i < len(d.tokens); i++ {
		if end, closed := d.partner[i]; d.is(i, "[") && d.startsValue(i) && closed && d.is(end+1, "=") {
			d.list(i)
		}
	}
	slices.SortStableFunc(d.inserts, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	return d.inserts
}

type defaultFinder struct {
	text    string
	tokens  []scanned
	partner map[int]int  // of opening brackets
	seen    map[int]bool // lists
	inserts []insertion
}

func (d *defaultFinder) is(i int, mark string) bool {
	return i >= 0 && i < len(d.tokens) && d.text[d.tokens[i].start:d.tokens[i].end] == mark
}

// startsValue reports that a bracket is no index of what stands before it.
func (d *defaultFinder) startsValue(i int) bool {
	for _, before := range []string{"(", "[", "{", ",", ":", "=", ";", "...", "=>", "?"} {
		if d.is(i-1, before) {
			return true
		}
	}
	return i == 0
}

// list goes through a pattern of a list; it gives the token that closes it.
func (d *defaultFinder) list(open int) (end int) {
	end = d.partner[open]
	if d.seen[open] {
		return end
	}
	d.seen[open] = true
	found := []insertion{{at: d.tokens[open].end, text: "...{ "}} // are needed when one item has a default
	needed, item, possible := false, 0, true
	for i := open + 1; i < end; i++ {
		if d.is(i, ",") { // an item is left out
			found = append(found, insertion{at: d.tokens[i].start, cut: 1})
		} else {
			possible = possible && !d.is(i, "...") // a rest is no property
			found = append(found, insertion{at: d.tokens[i].start, text: itoa(item) + ": "})
			var withDefault bool
			i, withDefault = d.element(i, end)
			needed = needed || withDefault
		}
		item++
	}
	if needed && possible {
		d.inserts = append(append(d.inserts, found...), insertion{at: d.tokens[end].start, text: " }"})
	}
	return end
}

// properties goes through a pattern of an object.
func (d *defaultFinder) properties(open int) (end int) {
	end = d.partner[open]
	for i := open + 1; i < end; i++ {
		for i < end && !d.is(i, ":") && !d.is(i, ",") && !d.is(i, "=") {
			i = d.after(i)
		}
		if d.is(i, ":") {
			i++
		}
		i, _ = d.element(i, end)
	}
	return end
}

// element goes through a part of a pattern; it gives the comma behind it, or the end of the pattern, and whether it has a default.
func (d *defaultFinder) element(i, end int) (_ int, withDefault bool) {
	switch {
	case i >= end:
	case d.is(i, "["):
		i = d.list(i) + 1
	case d.is(i, "{"):
		i = d.properties(i) + 1
	}
	for i < end && !d.is(i, ",") {
		withDefault = withDefault || d.is(i, "=")
		i = d.after(i)
	}
	return i, withDefault
}

// after is the token behind one, or behind the bracket that it opens.
func (d *defaultFinder) after(i int) int {
	if end, opened := d.partner[i]; opened {
		return end + 1
	}
	return i + 1
}
