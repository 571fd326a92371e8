// Package emit writes circuits back as a program of the language: circuit IR in, TypeScript out. Running the program
// gives the same ports, nodes and connections again.
package emit

import (
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
)

// Library tells about the circuits that a circuit is made of.
type Library interface {
	circuit.Library
	// Standard reports whether a circuit is part of the standard library, which programs have without writing it.
	Standard(c *circuit.Circuit) bool
	// Behaves reports whether a circuit has an eval or onTick of its own.
	Behaves(c *circuit.Circuit) bool
}

// Behavior is what a circuit does, as text.
type Behavior struct {
	Eval, OnTick string // functions as they stand after the colon; "" when there is none
	Comment      string // a line above the circuit
	// Options are those of a circuit that other numbers make others of, each with its default: name = 0. Its nodes have
	// them as arguments.
	Options []string
}

// Behaving is a Library that knows the text of behaviours.
type Behaving interface {
	Behavior(c *circuit.Circuit) Behavior
}

// Compacting is a Library whose memories are written as hexadecimal digits where that is shorter.
type Compacting interface {
	Compact() bool
}

// Error says why a circuit cannot be written as a program.
type Error struct {
	Circuit string // name of the circuit that is in the way
	Reason  string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s cannot be written as source text: %s", e.Circuit, e.Reason)
}

// Program writes a circuit and the circuits that it is made of, those first. The text has no imports and no exports.
// A circuit whose behaviour is a function of its own cannot be written: the error is an *Error then.
func Program(main *circuit.Circuit, library Library) (string, error) {
	w := &writer{library: library, names: newNames(), emitted: map[key]string{}, busy: map[key]bool{}}
	w.reserve(main, map[key]bool{})
	if err := w.circuit(main); err != nil {
		return "", err
	}
	text := strings.TrimSuffix(w.out.String(), "\n")
	if w.digits != "" {
		text = fmt.Sprintf(digitsHelper, w.digits) + text
	}
	return text, nil
}

// digitsHelper is the function that reads the contents of memories.
const digitsHelper = `// The words of a memory, each as so many hexadecimal digits.
const %[1]s = (digits: number, text: string) => {
  const all = text.split(/\s+/).join('')
  const cells = new Map<number, number | bigint>()
  for (let i = 0; i * digits < all.length; i++) {
    const word = ` + "`0x${all.slice(i * digits, (i + 1) * digits)}`" + `
    cells.set(i, digits > 12 ? BigInt(word) : Number(word))
  }
  return cells
}

`

// key tells circuits apart: by definition, or by name for IR that came from elsewhere.
type key struct {
	id   circuit.DefinitionID
	name string
}

func keyOf(c *circuit.Circuit) key {
	if c.Definition != 0 {
		return key{id: c.Definition}
	}
	return key{name: c.Name}
}

type writer struct {
	library Library
	names   *names
	emitted map[key]string // name of the constant
	busy    map[key]bool   // circuits being written, for recursion
	out     strings.Builder
	digits  string // the function that reads memories; "" when there is none
}

// reserve keeps the names of the components of the standard library that are used away from constants.
func (w *writer) reserve(c *circuit.Circuit, seen map[key]bool) {
	if seen[keyOf(c)] {
		return
	}
	seen[keyOf(c)] = true
	for i := range c.Nodes {
		switch sub := w.library.Resolve(c.Nodes[i].Definition, c.Nodes[i].ComponentRef); {
		case sub == nil:
		case w.library.Standard(sub):
			w.names.used[sub.Name] = true
		default:
			w.reserve(sub, seen)
		}
	}
}

// circuit writes one circuit after those it is made of.
func (w *writer) circuit(c *circuit.Circuit) error {
	if w.library.Behaves(c) {
		return &Error{c.Name, "its eval or onTick is a function, whose text is not kept"}
	}
	if w.busy[keyOf(c)] {
		return &Error{c.Name, "it contains itself"}
	}
	w.busy[keyOf(c)] = true
	parts := make([]string, len(c.Nodes)) // the constant or library name of each node's circuit
	for i := range c.Nodes {
		n := &c.Nodes[i]
		sub := w.library.Resolve(n.Definition, n.ComponentRef)
		switch {
		case sub == nil:
			return &Error{c.Name, fmt.Sprintf("its node %s refers to %s, which is not there", n.ID, n.ComponentRef)}
		case w.library.Standard(sub):
			parts[i] = sub.Name
		default:
			if w.emitted[keyOf(sub)] == "" {
				if err := w.circuit(sub); err != nil {
					return err
				}
			}
			parts[i] = w.emitted[keyOf(sub)]
		}
	}
	constant := w.names.take(c.Name)
	w.emitted[keyOf(c)] = constant
	w.definition(constant, c, parts)
	return nil
}

func (w *writer) definition(constant string, c *circuit.Circuit, parts []string) {
	var b Behavior
	if l, ok := w.library.(Behaving); ok {
		b = l.Behavior(c)
	}
	if b.Comment != "" {
		w.out.WriteString("// " + strings.Join(strings.Fields(b.Comment), " ") + "\n")
	}
	end := "});\n\n"
	if len(b.Options) > 0 {
		fmt.Fprintf(&w.out, "const %s = circuit(%s, ({ %s } = {}) => ({\n", constant, quote(c.Name), strings.Join(b.Options, ", "))
		end = "}));\n\n"
	} else {
		fmt.Fprintf(&w.out, "const %s = circuit(%s, {\n", constant, quote(c.Name))
	}
	w.section("inputs", ports(c.Inputs))
	w.section("outputs", ports(c.Outputs))
	w.section("state", w.state(c.State))
	nodes := make([]string, len(c.Nodes))
	for i := range c.Nodes {
		nodes[i] = property(c.Nodes[i].ID) + ": " + instance(parts[i], c.Nodes[i].Arguments)
	}
	w.section("nodes", nodes)
	w.connections(c.Connections)
	w.function("eval", b.Eval)
	w.function("onTick", b.OnTick)
	w.section("meta", meta(c.Metadata))
	w.out.WriteString(end)
}

// function writes eval or onTick.
func (w *writer) function(name, text string) {
	if text != "" {
		fmt.Fprintf(&w.out, "  %s: %s,\n", name, text)
	}
}

// lineLength is how long a section may be to stand in one line.
const lineLength = 100

// section writes `name: { … },`, with one entry a line when it is long.
func (w *writer) section(name string, entries []string) {
	if len(entries) == 0 {
		return
	}
	if line := "  " + name + ": { " + strings.Join(entries, ", ") + " },"; len(line) <= lineLength {
		w.out.WriteString(line + "\n")
		return
	}
	w.out.WriteString("  " + name + ": {\n")
	for _, e := range entries {
		w.out.WriteString("    " + e + ",\n")
	}
	w.out.WriteString("  },\n")
}

// connections writes one line for each source with all its targets.
func (w *writer) connections(list []circuit.Connection) {
	if len(list) == 0 {
		return
	}
	var sources []circuit.Endpoint
	targets := map[circuit.Endpoint][]string{}
	for i := range list {
		s := list[i].Source
		if targets[s] == nil {
			sources = append(sources, s)
		}
		targets[s] = append(targets[s], reference(list[i].Target, "outputs"))
	}
	w.out.WriteString("  connect: ({ inputs, outputs, nodes }) => [\n")
	for _, s := range sources {
		line := fmt.Sprintf("    %s.to(%s),\n", reference(s, "inputs"), strings.Join(targets[s], ", "))
		if len(line) > longLine {
			line = fmt.Sprintf("    %s.to(\n      %s,\n    ),\n", reference(s, "inputs"), filled(targets[s], 6))
		}
		w.out.WriteString(line)
	}
	w.out.WriteString("  ],\n")
}

// longLine is how long a connection gets before its targets stand in lines of their own.
const longLine = 120

// filled writes names with commas between in as few lines as they need.
func filled(names []string, indent int) string {
	var b strings.Builder
	column := indent
	for i, n := range names {
		switch {
		case i == 0:
		case column+2+len(n) >= longLine:
			b.WriteString(",\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteString(", ")
			column += 2
		}
		b.WriteString(n)
		column += len(n)
	}
	return b.String()
}

// reference is a port as connect names it; own is the section of the circuit's own ports.
func reference(e circuit.Endpoint, own string) string {
	if e.NodeID == "" {
		return own + member(e.PortName)
	}
	return "nodes" + member(e.NodeID) + member(e.PortName)
}

func ports(list []circuit.Port) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = property(list[i].Name) + ": " + list[i].PortType.String()
	}
	return out
}

func (w *writer) state(list []circuit.StateBlock) []string {
	compact, ok := w.library.(Compacting)
	out := make([]string, len(list))
	for i := range list {
		text := stateField(&list[i])
		if ok && compact.Compact() && len(list[i].InitialValue.Memory) >= fewCells {
			if w.digits == "" {
				w.digits = w.names.take("hexadecimal")
			}
			text = hexadecimal(&list[i], w.digits)
		}
		out[i] = property(list[i].Name) + ": " + text
	}
	return out
}

func meta(m circuit.Metadata) []string {
	var out []string
	text := func(name, value string) {
		if value != "" {
			out = append(out, name+": "+quote(value))
		}
	}
	text("description", m.Description)
	text("category", m.Category)
	text("icon", m.Icon)
	if len(m.Tags) > 0 {
		tags := make([]string, len(m.Tags))
		for i, t := range m.Tags {
			tags[i] = quote(t)
		}
		out = append(out, "tags: ["+strings.Join(tags, ", ")+"]")
	}
	text("author", m.Author)
	text("version", m.Version)
	text("interactiveArg", m.InteractiveArg)
	if m.Synthesizable != nil {
		out = append(out, fmt.Sprintf("synthesizable: %t", *m.Synthesizable))
	}
	return out
}
