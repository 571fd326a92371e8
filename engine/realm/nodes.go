package realm

import (
	"strconv"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
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
	for _, name := range o.Keys() {
		at := b.at.key("nodes." + name)
		if name == "inputs" || name == "outputs" || name == "nodes" { // D21
			b.problem(circuit.CodeReservedNode, at, "Node name '%s' is reserved. Choose another name.", name)
		}
		entry := orUndefined(o.Get(name))
		array, isObject := entry.(*goja.Object)
		if !isObject || array.ClassName() != "Array" {
			b.nodeKeys = append(b.nodeKeys, nodeKey{name: name, ids: []string{name}})
			b.addNode(name, name, entry, at)
			continue
		}
		key := nodeKey{name: name, array: true}
		n := array.Get("length").ToInteger()
		if n > int64(b.realm.options.Circuits) {
			panic(b.realm.rangeError("Node array '%s' has %d entries; the limit is %d", name, n, b.realm.options.Circuits))
		}
		for i := range int(n) { // D28
			id := name + strconv.Itoa(i)
			key.ids = append(key.ids, id)
			b.addNode(id, name+"["+strconv.Itoa(i)+"]", orUndefined(array.Get(strconv.Itoa(i))), at)
		}
		b.nodeKeys = append(b.nodeKeys, key)
	}
}

func (b *builder) addNode(id, spelled string, v goja.Value, at circuit.Place) {
	if _, twice := b.nodes[id]; twice { // D31
		b.problem(circuit.CodeDuplicateNode, at, "Node name '%s' is declared twice. Rename one of them.", id)
		return
	}
	instance, ok := b.realm.asInstance(v)
	if !ok {
		d := circuit.Diagnostic{
			Code: circuit.CodeBadNode, Severity: circuit.Error, Node: id,
			Message: sprintf("Node '%s' is not a circuit, but %s.", spelled, kindOf(v)),
		}
		if isNothing(v) {
			d.Message = sprintf("Node '%s' is %s: the circuit it should be does not exist at this point.", spelled, kindOf(v))
			d.Suggestion = "Check the name, and that it is defined above."
		}
		b.note(d.At(at))
		return
	}
	b.nodes[id] = len(b.c.Nodes)
	b.instances = append(b.instances, instance)
	b.c.Nodes = append(b.c.Nodes, b.node(id, instance, at))
}

// node is the IR of one instance (11.1, D76).
func (b *builder) node(id string, v *instanceValue, at circuit.Place) circuit.Node {
	c := v.definition.Circuit
	n := circuit.Node{
		ID: id, ComponentRef: c.Name, Arguments: v.arguments.Clone(),
		Definition: v.definition.ID, Place: at,
		Inputs: pins(id, c.Inputs), Outputs: pins(id, c.Outputs), Clocks: make([]circuit.Pin, len(c.Clocks)),
	}
	for i, clock := range c.Clocks {
		n.Clocks[i] = circuit.Pin{ID: id + "." + clock.Name, Name: clock.Name}
	}
	return n
}

func pins(id string, ports []circuit.Port) []circuit.Pin {
	list := make([]circuit.Pin, len(ports))
	for i := range ports {
		list[i] = circuit.Pin{ID: id + "." + ports[i].Name, Name: ports[i].Name, PortType: &ports[i].PortType}
	}
	return list
}
