// Package emit writes circuits back as a program of the language: circuit IR in, TypeScript out. Running the program
// gives the same ports, nodes and connections again.
package emit

import (
	"fmt"
	"strconv"
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
	// Options are those of a circuit that other numbers make others of. Its nodes have them as arguments.
	Options []Option
}

// Option is an option that is a number, 0 by default.
type Option struct {
	Name string
	Big  bool // a bigint
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
		var names, types []string
		for _, o := range b.Options {
			value, kind := "0", "number"
			if o.Big {
				value, kind = "0n", "bigint"
			}
			names, types = append(names, o.Name+" = "+value), append(types, o.Name+"?: "+kind)
		}
		fmt.Fprintf(&w.out, "const %s = circuit(%s, ({ %s }: { %s } = {}) => ({\n", constant, quote(c.Name), strings.Join(names, ", "), strings.Join(types, "; "))
		end = "}));\n\n"
	} else {
		fmt.Fprintf(&w.out, "const %s = circuit(%s, {\n", constant, quote(c.Name))
	}
	w.section("inputs", ports(c.Inputs))
	w.section("outputs", ports(c.Outputs))
	w.section("state", w.state(c.State))
	found := w.arraysOf(c)
	var nodes []string
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if a, ok := found.of[n.ID]; ok {
			if a.at == 0 {
				option := n.Arguments.Keys[0]
				nodes = append(nodes, fmt.Sprintf("%s: Array.from({ length: %d }, (_, %s) => %s({ %s }))", property(a.name), a.length, option, parts[i], option))
			}
			continue
		}
		nodes = append(nodes, property(n.ID)+": "+instance(parts[i], n.Arguments))
	}
	w.section("nodes", nodes)
	w.connections(c.Connections, found)
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
func (w *writer) connections(list []circuit.Connection, found arrays) {
	if len(list) == 0 {
		return
	}
	var sources []circuit.Endpoint
	ends := map[circuit.Endpoint][]circuit.Endpoint{}
	for i := range list {
		s := list[i].Source
		if ends[s] == nil {
			sources = append(sources, s)
		}
		ends[s] = append(ends[s], list[i].Target)
	}
	targets := map[circuit.Endpoint][]string{}
	for _, s := range sources {
		targets[s] = found.targets(ends[s])
	}
	w.out.WriteString("  connect: ({ inputs, outputs, nodes }) => [\n")
	for _, s := range sources {
		line := fmt.Sprintf("    %s.to(%s),\n", found.reference(s, "inputs"), strings.Join(targets[s], ", "))
		if len(line) > longLine {
			line = fmt.Sprintf("    %s.to(\n      %s,\n    ),\n", found.reference(s, "inputs"), filled(targets[s], 6))
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

// arrays are the nodes of a circuit that are written as arrays.
type arrays struct {
	of map[string]element // by node
}

// element is the place of a node in an array.
type element struct {
	name       string
	at, length int
}

// fewestElements are worth an array.
const fewestElements = 4

// arraysOf finds nodes of one circuit with options that follow each other, with names that end in their places, and
// one option, which is the place, too.
func (w *writer) arraysOf(c *circuit.Circuit) arrays {
	found := arrays{map[string]element{}}
	texts, ok := w.library.(Behaving)
	if !ok {
		return found
	}
	names := map[string]bool{}
	for i := range c.Nodes {
		names[c.Nodes[i].ID] = true
	}
	for i := 0; i < len(c.Nodes); {
		name, ok := strings.CutSuffix(c.Nodes[i].ID, "0")
		n := 0
		if sub := w.library.Resolve(c.Nodes[i].Definition, c.Nodes[i].ComponentRef); ok {
			ok = len(texts.Behavior(sub).Options) == 1
		}
		for ok && i+n < len(c.Nodes) {
			x := &c.Nodes[i+n]
			if x.ID != name+strconv.Itoa(n) || x.Definition != c.Nodes[i].Definition || len(x.Arguments.Keys) != 1 ||
				x.Arguments.Keys[0] != c.Nodes[i].Arguments.Keys[0] || x.Arguments.Values[x.Arguments.Keys[0]] != float64(n) {
				break
			}
			n++
		}
		if n >= fewestElements && name != "" && !names[name] && !names[name+strconv.Itoa(n)] {
			for k := range n {
				found.of[name+strconv.Itoa(k)] = element{name, k, n}
			}
		}
		i += max(1, n)
	}
	return found
}

// targets are the ends of connections from one source; a port of all elements of an array is one of them.
func (f arrays) targets(ends []circuit.Endpoint) []string {
	type port struct{ array, name string }
	count := map[port]int{}
	for _, e := range ends {
		if a, ok := f.of[e.NodeID]; ok {
			count[port{a.name, e.PortName}]++
		}
	}
	var out []string
	for _, e := range ends {
		a, ok := f.of[e.NodeID]
		switch {
		case !ok || count[port{a.name, e.PortName}] < a.length:
			out = append(out, f.reference(e, "outputs"))
		case a.at == 0:
			out = append(out, fmt.Sprintf("...nodes%s.map((n) => n%s)", member(a.name), member(e.PortName)))
		}
	}
	return out
}

// reference is a port as connect names it; own is the section of the circuit's own ports.
func (f arrays) reference(e circuit.Endpoint, own string) string {
	if e.NodeID == "" {
		return own + member(e.PortName)
	}
	if a, ok := f.of[e.NodeID]; ok {
		return fmt.Sprintf("nodes%s[%d]%s", member(a.name), a.at, member(e.PortName))
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
