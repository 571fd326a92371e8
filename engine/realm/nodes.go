package realm

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// readNodes reads `nodes`: circuits, or arrays of circuits expanded in place (section 5).
func (b *builder) readNodes(v goja.Value) {
	b.nodes = map[string]int{}
	if isNothing(v) {
		return
	}
	o, ok := v.(*goja.Object)
	if !ok {
		b.problem(circuit.CodeBadNode, b.at.key("nodes"), "nodes must be an object of circuits, got %s.", kindOf(v))
		return
	}
	entries := b.realm.entriesOf(o)
	b.nodes = make(map[string]int, len(entries))
	b.nodeKeys = make([]nodeKey, 0, len(entries))
	b.instances = make([]*instanceValue, 0, len(entries))
	b.c.Nodes = make([]circuit.Node, 0, len(entries))
	written := b.at.writes("nodes.")
	for i := range entries {
		name, entry := entries[i].name, entries[i].value
		at := b.at.place
		if written {
			at = b.at.key("nodes." + name)
		}
		if b.halfName(circuit.CodeBadNode, name, at) {
			continue
		}
		if name == "" { // wires would take it for the circuit itself
			b.problem(circuit.CodeBadNode, at, "A node has no name. Give it one.")
			continue
		}
		if name == "inputs" || name == "outputs" || name == "nodes" { // D21
			b.problem(circuit.CodeReservedNode, at, "Node name '%s' is reserved. Choose another name.", name)
		}
		if entry == nil {
			entry = orUndefined(o.Get(name))
		}
		array, isObject := entry.(*goja.Object)
		if !isObject || array.ClassName() != "Array" {
			b.nodeKeys = append(b.nodeKeys, nodeKey{name: name, node: int32(b.addNode(name, name, entry, at))})
			continue
		}
		key := nodeKey{name: name, array: true}
		n := array.Get("length").ToInteger()
		if n > int64(b.realm.options.Circuits) {
			panic(b.realm.rangeError("Node array '%s' has %v entries; the limit is %v", name, limits.Count(n), limits.Count(b.realm.options.Circuits)))
		}
		key.ids = make([]string, 0, n)
		b.instances = slices.Grow(b.instances, int(n))
		b.c.Nodes = slices.Grow(b.c.Nodes, int(n))
		for i := range int(n) { // D28
			id := name + strconv.Itoa(i)
			key.ids = append(key.ids, id)
			b.addNode(id, name+"["+strconv.Itoa(i)+"]", orUndefined(array.Get(strconv.Itoa(i))), at)
		}
		b.nodeKeys = append(b.nodeKeys, key)
	}
}

// addNode adds a node and returns its number. When it is refused, that is the number of the node that has its name, or
// -1.
func (b *builder) addNode(id, spelled string, v goja.Value, at circuit.Place) int {
	if i, twice := b.nodes[id]; twice { // D31
		b.problem(circuit.CodeDuplicateNode, at, "Node name '%s' is declared twice. Rename one of them.", id)
		return i
	}
	instance, ok := b.realm.asInstance(v)
	if !ok {
		d := circuit.Diagnostic{
			Code: circuit.CodeBadNode, Severity: circuit.Error, Node: id,
			Message: sprintf("Node '%s' is not a circuit, but %s.", spelled, aKind(v)),
		}
		if o, ok := v.(*goja.Object); ok && o.Get("__stateKind") != nil {
			d.Suggestion = "reg() and mem() stand in state; as a node use Register or RAM."
		}
		switch kindOf(v) {
		case "array":
			d.Suggestion = "A list of nodes has no lists in it. Put all in one, as in Array.from({ length: rows * columns }, …), or give each row a name."
		case "object":
			if d.Suggestion == "" {
				d.Suggestion = "Nodes are circuits and lists of circuits. Give each one a name of its own."
			}
		case "function":
			d.Suggestion = sprintf("Call it, if it gives a circuit: %s: %s(…).", spelled, functionName(v))
		case "string":
			d.Suggestion = "Write the circuit itself, not its name."
		case "number", "bigint":
			d.Suggestion = sprintf("A value that stays is Constant({ value: %s, width: 8 }).", circuit.Cut(v.String(), longestListed))
		}
		if isNothing(v) {
			d.Message = sprintf("Node '%s' is %s: the circuit it should be does not exist at this point.", spelled, kindOf(v))
			d.Suggestion = "Check the name, and that it is defined above."
		}
		b.note(d.At(at))
		return -1
	}
	i := len(b.c.Nodes)
	b.nodes[id] = i
	b.instances = append(b.instances, instance)
	b.c.Nodes = slices.Grow(b.c.Nodes, 1)[:i+1]
	b.describe(&b.c.Nodes[i], id, instance, at)
	return i
}

// describe writes the IR of one instance (11.1, D76). Instances of one definition share their pins.
func (b *builder) describe(n *circuit.Node, id string, v *instanceValue, at circuit.Place) {
	d := v.definition
	if d.pins == nil {
		d.pins = &[3][]circuit.Pin{pins(d.Circuit.Inputs), pins(d.Circuit.Outputs), make([]circuit.Pin, len(d.Circuit.Clocks))}
		for i, clock := range d.Circuit.Clocks {
			d.pins[2][i] = circuit.Pin{Name: clock.Name}
		}
	}
	n.ID, n.ComponentRef, n.Arguments, n.Definition, n.Place = id, d.Circuit.Name, v.arguments, d.ID, at
	n.Inputs, n.Outputs, n.Clocks = d.pins[0], d.pins[1], d.pins[2]
}

func pins(ports []circuit.Port) []circuit.Pin {
	list := make([]circuit.Pin, len(ports))
	for i := range ports {
		list[i] = circuit.Pin{Name: ports[i].Name, PortType: &ports[i].PortType}
	}
	return list
}
