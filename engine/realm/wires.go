package realm

import (
	"reflect"
	"slices"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// wire is one source–target pair.
type wire struct {
	source, target end
	place          *circuit.Place // not to be changed
}

var promiseExport = reflect.TypeFor[*goja.Promise]()

// flatten reads the list that connect returned into single wires, in order.
func (b *builder) flatten(v goja.Value, at circuit.Place) []wire {
	r := b.realm
	list, ok := v.(*goja.Object)
	var meant []wire
	for _, def := range b.meant {
		meant = b.pairs(def, meant)
	}
	if (!ok || list.ClassName() != "Array") && b.assigns {
		return meant // statements instead of a list, which was reported with each of them
	}
	if !ok || list.ClassName() != "Array" {
		what := kindOf(v)
		if ok && list.ExportType() == promiseExport {
			what = "a promise; remove the word async"
		}
		if isNothing(v) {
			what += " (an arrow function with braces needs a return)"
		}
		b.problem(circuit.CodeBadConnect, at, "connect must return an array of connections, got %s.", what)
		return nil
	}
	n := list.Get("length").ToInteger()
	if n > maxConnections {
		panic(r.rangeError("connect returned %v connections; the limit is %v", limits.Count(n), limits.Count(maxConnections)))
	}
	wires := make([]wire, 0, min(n, int64(b.made))) // mostly each has one target
	bad := 0
	expected := b.earliest // mostly they stand in the list in the order in which they were made
	item := b.realm.elementsOf(list)
	for i := range int(n) {
		item := item(i)
		if bad > maxBadEntries { // they are all of one kind, most likely
			break
		}
		o, _ := item.(*goja.Object)
		def := expected
		if def == nil || def.object != o {
			def = b.realm.wireOf(o)
		}
		if def != nil {
			expected = def.next
			wires = b.pairs(def, wires)
			continue
		}
		if b.assigns { // most likely the value of an assignment, which was reported
			continue
		}
		bad++
		if o != nil && o.ClassName() == "Array" {
			b.problem(circuit.CodeBadConnect, at, "Entry %d of connect's result is an array. Spread it with ... or use flatMap.", i)
			continue
		}
		if o == nil {
			b.problem(circuit.CodeBadConnect, at, "Entry %d of connect's result is %s, not a connection. Write source.to(target).", i, kindOf(item))
			continue
		}
		before := len(wires)
		wires = b.handMade(o, at, wires)
		if len(wires) > before {
			bad--
		}
	}
	b.earliest, b.latest = nil, nil
	return append(wires, meant...)
}

const (
	maxConnections = 1 << 22 // entries of what one connect returns
	maxBadEntries  = 20      // of them that are reported
)

// pairs appends the wires of a connection.
func (b *builder) pairs(def *connectionValue, wires []wire) []wire {
	if def.source.owner != b {
		b.problem(circuit.CodeBadConnect, *def.place, "This connection belongs to another circuit's connect.")
		return wires
	}
	for _, t := range def.targets {
		if t.owner != b {
			b.problem(circuit.CodeBadConnect, *def.place, "%s and %s belong to different circuits; a wire stays inside one.",
				b.endpoint(def.source.end), t.owner.endpoint(t.end))
			continue
		}
		if !def.source.known || !t.known {
			continue // reported when the name was read
		}
		if def.source.sink {
			b.problem(circuit.CodeDirection, *def.place, "%s. Turn the connection around: %s.to(%s).", b.whySink(b.endpoint(def.source.end)), b.spelled(t), b.spelled(def.source))
			continue
		}
		if !t.sink {
			b.problem(circuit.CodeDirection, *def.place, "%s. A connection ends at a node input or a circuit output.", b.whySource(b.endpoint(t.end)))
			continue
		}
		wires = append(wires, wire{source: def.source.end, target: t.end, place: def.place})
	}
	return wires
}

// spelled is how a program writes a port in connect.
func (b *builder) spelled(p *portRef) string {
	switch {
	case p.end.node != ownPorts:
		return b.spelledNode(b.c.Nodes[p.end.node].ID) + "." + p.end.port
	case p.sink:
		return "outputs." + p.end.port
	}
	return "inputs." + p.end.port
}

// spelledNode is how a program writes a node: an element of an array by its index.
func (b *builder) spelledNode(id string) string {
	for _, k := range b.nodeKeys {
		if i := slices.Index(k.ids, id); k.array && i >= 0 {
			return sprintf("%s[%d]", k.name, i)
		}
	}
	return id
}

func (b *builder) whySink(e circuit.Endpoint) string {
	if e.NodeID == "" {
		return sprintf("'%s' is an output of the circuit, so it cannot start a connection", e)
	}
	return sprintf("'%s' is an input of its node, so it cannot start a connection", e)
}

func (b *builder) whySource(e circuit.Endpoint) string {
	if e.NodeID == "" {
		return sprintf("'%s' is an input of the circuit, so nothing can drive it from inside", e)
	}
	return sprintf("'%s' is an output of its node, so nothing else can drive it", e)
}

// handMade reads {source: {nodeId, portName}, targets: [...]} (6.2).
func (b *builder) handMade(o *goja.Object, at circuit.Place, wires []wire) []wire {
	source, ok := endpointOf(o.Get("source"))
	targets, isArray := o.Get("targets").(*goja.Object)
	if !ok || !isArray {
		b.problem(circuit.CodeBadConnect, at, "connect's result holds an object that is not a connection. Write source.to(target).")
		return wires
	}
	for _, k := range targets.Keys() {
		target, ok := endpointOf(targets.Get(k))
		if !ok {
			continue
		}
		from, ok1 := b.existing(source, at)
		to, ok2 := b.existing(target, at)
		if ok1 && ok2 {
			wires = append(wires, wire{source: from, target: to, place: &at})
		}
	}
	return wires
}

func endpointOf(v goja.Value) (circuit.Endpoint, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		return circuit.Endpoint{}, false
	}
	node, ok1 := stringOf(orUndefined(o.Get("nodeId")))
	port, ok2 := stringOf(orUndefined(o.Get("portName")))
	return circuit.Endpoint{NodeID: node, PortName: port}, ok1 && ok2
}

// existing finds what a hand-made reference names, and reports one to something that is not there (3.2).
func (b *builder) existing(e circuit.Endpoint, at circuit.Place) (end, bool) {
	if e.NodeID == "" {
		k := b.d.port(e.PortName, 0, b.d.portCount())
		if k < 0 {
			b.problem(circuit.CodeUnknownPort, at, "Circuit port '%s' does not exist", e.PortName)
			return end{}, false
		}
		return end{ownPorts, int32(k), e.PortName}, true
	}
	i, ok := b.nodes[e.NodeID]
	if !ok {
		b.problem(circuit.CodeUnknownNode, at, "Node '%s' does not exist", e.NodeID)
		return end{}, false
	}
	d := b.instances[i].definition
	k := d.port(e.PortName, 0, d.portCount())
	if k < 0 {
		b.problem(circuit.CodeUnknownPort, at, "Port '%s' does not exist on node '%s' (%s)", e.PortName, e.NodeID, d.Circuit.Name)
		return end{}, false
	}
	return end{int32(i), int32(k), e.PortName}, true
}
