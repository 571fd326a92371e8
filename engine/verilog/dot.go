package verilog

import (
	"fmt"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
)

// Dot writes the nodes of a circuit and the wires between them as a graph in the language of Graphviz. The insides of
// its nodes are not shown. resolve gives the circuit that a node is an instance of.
func Dot(c *circuit.Circuit, resolve func(id circuit.DefinitionID, name string) *circuit.Circuit) string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n    rankdir=LR;\n    node [shape=record];\n", strconv.Quote(c.Name))
	port := func(p circuit.Port, shape string) {
		fmt.Fprintf(&b, "    %s [label=%s, shape=%s];\n", strconv.Quote(p.Name), strconv.Quote(sized(p)), shape)
	}
	for _, p := range c.Inputs {
		port(p, "cds")
	}
	for _, p := range c.Outputs {
		port(p, "cds")
	}
	name := func(node string) string { return strconv.Quote("node " + node) }
	for i := range c.Nodes {
		n := &c.Nodes[i]
		of := resolve(n.Definition, n.ComponentRef)
		if of == nil {
			continue
		}
		middle := recordText(n.ID) + `\n` + recordText(of.Name)
		fields := []string{middle}
		if list := pins(of.Inputs, "i"); list != "" {
			fields = append([]string{list}, fields...)
		}
		if list := pins(of.Outputs, "o"); list != "" {
			fields = append(fields, list)
		}
		fmt.Fprintf(&b, "    %s [label=\"{%s}\"];\n", name(n.ID), strings.Join(fields, "|"))
	}
	end := func(e circuit.Endpoint, side string) string {
		if e.NodeID == "" {
			return strconv.Quote(e.PortName)
		}
		return name(e.NodeID) + ":" + strconv.Quote(side+"_"+e.PortName)
	}
	for i := range c.Connections {
		w := &c.Connections[i]
		label := ""
		if wires := w.PortType.Wires(); wires > 1 {
			label = fmt.Sprintf(" [label=\"%d\"]", wires)
		}
		fmt.Fprintf(&b, "    %s -> %s%s;\n", end(w.Source, "o"), end(w.Target, "i"), label)
	}
	b.WriteString("}\n")
	return b.String()
}

// sized is the name of a port, with its width where that is more than one.
func sized(p circuit.Port) string {
	if w := p.PortType.Wires(); w > 1 {
		return fmt.Sprintf("%s[%d:0]", p.Name, w-1)
	}
	return p.Name
}

// pins are the ports of one side of a node, as fields of a record.
func pins(ports []circuit.Port, side string) string {
	fields := make([]string, 0, len(ports))
	for _, p := range ports {
		fields = append(fields, fmt.Sprintf("<%s_%s> %s", side, recordText(p.Name), recordText(sized(p))))
	}
	if len(fields) == 0 {
		return ""
	}
	return "{" + strings.Join(fields, "|") + "}"
}

// recordText escapes what means something in the label of a record.
func recordText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "{", `\{`, "}", `\}`, "|", `\|`, "<", `\<`, ">", `\>`, "\n",
		" ").Replace(text)
}
