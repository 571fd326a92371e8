package yosys

import (
	"fmt"
	"strconv"
	"strings"
)

// Place is where something stands in the Verilog text; the zero Place is unknown.
type Place struct {
	File         string
	Line, Column int
}

func (p Place) String() string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// shared is the place as a program names it that others read: of a path from the root of a disk the file only.
func (p Place) shared() string {
	if strings.HasPrefix(p.File, "/") || strings.Contains(p.File, ":\\") {
		p.File = p.File[strings.LastIndexAny(p.File, "/\\")+1:]
	}
	return p.String()
}

// Error says why a netlist cannot become a circuit.
type Error struct {
	Place  Place
	Module string // the module that it is about; may be empty
	Reason string
}

func (e *Error) Error() string { return located(e.Place, e.Module, e.Reason) }

// Warning is something that the reader should know of a circuit that could be made.
type Warning struct {
	Place  Place
	Module string
	Text   string
}

func (w Warning) String() string { return located(w.Place, w.Module, w.Text) }

func located(p Place, module, text string) string {
	if module != "" {
		text = "module " + module + ": " + text
	}
	if at := p.String(); at != "" {
		return at + ": " + text
	}
	return text
}

// placeOf reads a src attribute: file:line.column-line.column, several of them with | between. The first with a line
// counts.
func placeOf(src string) Place {
	first, rest, several := strings.Cut(src, "|")
	if several && strings.HasSuffix(first, ":0.0-0.0") { // of no place in the file
		return placeOf(rest)
	}
	colon := strings.LastIndexByte(first, ':')
	if colon < 0 {
		return Place{File: first}
	}
	p := Place{File: first[:colon]}
	from, _, _ := strings.Cut(first[colon+1:], "-")
	line, column, _ := strings.Cut(from, ".")
	p.Line, _ = strconv.Atoi(line)
	p.Column, _ = strconv.Atoi(column)
	return p
}

func (c *Cell) place() Place   { return placeOf(c.Attributes["src"]) }
func (m *Module) place() Place { return placeOf(m.Attributes["src"]) }
func (n *Net) place() Place    { return placeOf(n.Attributes["src"]) }
