package yosys

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// reserved are names that no variable or port of a lambda gets: words of the language, and names that lambdas use.
var reserved = wordSet(`
	break case catch class const continue debugger default delete do else enum export extends false finally for function
	if import in instanceof new null return super switch this throw true try typeof var void while with
	let static await async yield implements interface package private protected public undefined NaN Infinity arguments eval
	Number BigInt Math Map Array Object String Boolean circuit bit bus reg mem
`)

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// variable makes an identifier of a name.
func variable(name string) string {
	name = strings.TrimPrefix(name, "\\")
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			b.WriteByte(c)
		case '0' <= c && c <= '9':
			if b.Len() == 0 {
				b.WriteByte('_')
			}
			b.WriteByte(c)
		case c == ']':
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	text := strings.TrimRight(b.String(), "_")
	if text == "" {
		text = "signal"
	}
	if strings.HasSuffix(name, "_") {
		text += "_"
	}
	const longest = 60
	if len(text) > longest {
		text = text[:longest]
	}
	if reserved[text] || text == "__proto__" || text == "constructor" || text == "prototype" {
		text += "_"
	}
	return text
}

// unique takes a name that is free, with a number if need be.
func unique(name string, taken map[string]bool) string {
	out := name
	for i := 2; taken[out]; i++ {
		out = name + "_" + strconv.Itoa(i)
	}
	taken[out] = true
	return out
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}

// nameSources gives each source the name of its signal: of a net of the Verilog text if there is one that is just this
// source, else of what its cell does and where.
func (m *module) nameSources() {
	for _, s := range m.sources {
		if s.port != nil {
			m.nodes[s.name] = true // a node of this name would be hidden by the input
		}
	}
	ports := map[string]bool{}
	for _, p := range m.Ports {
		ports[p.Name] = true
	}
	type candidate struct {
		name string
		rank int
	}
	best := map[*source]candidate{}
	next := map[*source]string{} // the register that a source is the next value of
	for _, n := range m.Nets {
		if len(n.Bits) == 0 || n.Bits[0].constant() {
			continue
		}
		if n.Hidden {
			if reg, ok := nextOf(n.Name); ok {
				if s := m.whole(n.Bits); s != nil {
					next[s] = reg
				}
			}
			continue
		}
		rank := 1
		if ports[n.Name] {
			rank = 0
		}
		if strings.ContainsAny(n.Name, ".[") {
			rank = 2
		}
		if s := m.whole(n.Bits); s != nil && s.port == nil {
			if c, ok := best[s]; !ok || rank < c.rank {
				best[s] = candidate{n.Name, rank}
			}
			continue
		}
		// A register that is kept in several pieces gives each its bits.
		for low := 0; low < len(n.Bits); {
			r := ref{}
			if !n.Bits[low].constant() {
				r = m.drive[n.Bits[low]]
			}
			if r.src == nil || r.at != 0 || r.src.port != nil || low+r.src.width() > len(n.Bits) ||
				m.whole(n.Bits[low:low+r.src.width()]) != r.src {
				low++
				continue
			}
			w := r.src.width()
			name := fmt.Sprintf("%s_%d", n.Name, low)
			if w > 1 {
				name = fmt.Sprintf("%s_%d_%d", n.Name, low+w-1, low)
			}
			if c, ok := best[r.src]; !ok || rank+3 < c.rank {
				best[r.src] = candidate{name, rank + 3}
			}
			low += w
		}
	}
	m.nameWords()
	for _, s := range m.sources {
		if s.port != nil {
			continue
		}
		switch c, ok := best[s]; {
		case ok:
			s.name, s.public = plainName(c.name), s.cell.Attributes[splitAttribute] == ""
		case next[s] != "":
			s.name = variable(next[s]) + "_next"
		default:
			s.name = m.madeName(s)
		}
	}
}

// nameWords notes the names of nets that are parts of signals, or put together of them, such as the fields of an
// instruction.
func (m *module) nameWords() {
	m.words = map[string]string{}
	for _, n := range m.Nets {
		if n.Hidden || strings.ContainsAny(n.Name, ".[") || len(n.Bits) > widest || m.whole(n.Bits) != nil {
			continue
		}
		segments := m.segmentsOf(n.Bits)
		if len(segments) == 1 && segments[0].src == nil {
			continue
		}
		key := wordKey(n.Bits)
		if before, ok := m.words[key]; !ok || len(n.Name) < len(before) {
			m.words[key] = plainName(n.Name)
		}
	}
}

// alias is the name of a word that is no signal of its own; "" when it has none.
func (m *module) alias(word []Bit, segments []segment) string {
	if len(segments) == 0 || len(segments) == 1 &&
		(segments[0].src == nil || segments[0].copies == 0 && segments[0].count == segments[0].src.width()) {
		return ""
	}
	return m.words[wordKey(word)]
}

func wordKey(word []Bit) string {
	key := make([]byte, 0, 4*len(word))
	for _, b := range word {
		key = append(key, byte(b), byte(b>>8), byte(b>>16), byte(b>>24))
	}
	return string(key)
}

// nextOf is the register that a net such as $0\count[7:0] is the next value of.
func nextOf(name string) (string, bool) {
	rest, ok := strings.CutPrefix(name, "$0\\")
	if !ok {
		return "", false
	}
	rest, _, _ = strings.Cut(rest, "[")
	return rest, rest != ""
}

// madeName is the name of a source that has none in the Verilog text: operation and line.
func (m *module) madeName(s *source) string {
	if m.sub(s.cell) != nil {
		return variable(plainName(s.cell.Name) + "_" + s.output)
	}
	kind := strings.Trim(s.cell.Type, "$_")
	switch kind {
	case "mem_v2", "mem":
		kind = plainName(s.cell.Parameters["MEMID"]) + "_data"
	case "pmux", "mux":
		kind = "choice"
	case "logic_not":
		kind = "none"
	case "reduce_or", "reduce_bool":
		kind = "any"
	case "reduce_and":
		kind = "all"
	case "logic_and":
		kind = "and"
	case "logic_or":
		kind = "or"
	}
	if line := s.cell.place().Line; line > 0 {
		return variable(fmt.Sprintf("%s_%d", kind, line))
	}
	return variable(kind)
}
