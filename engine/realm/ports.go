package realm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// portsObject is the object behind `inputs`, `outputs` and `nodes.<id>`: reading a port gives its
// reference; reading a name that is no port is reported with the ports there are (D23).
type portsObject struct {
	b            *builder
	of           *Definition           // whose ports they are
	node         int32                 // ownPorts for the circuit's own ports
	first, after int32                 // which of the ports, numbered as by Definition.port
	refs         []portRef             // of these ports; nil until one is read
	strangers    map[string]goja.Value // references to ports that do not exist
}

func (p *portsObject) Get(key string) goja.Value {
	if k := p.of.port(key, int(p.first), int(p.after)); k >= 0 {
		return p.ref(k).object
	}
	if v, ok := p.strangers[key]; ok {
		return v
	}
	// Names with an underscore are probes of tools, and inherited names are ordinary JavaScript (6.1).
	if strings.HasPrefix(key, "_") || key == "toJSON" || key == "then" || p.b.realm.inherited(key) {
		p.b.probed, p.b.probedKey = p, key
		return nil
	}
	if key == "to" && p.node != ownPorts {
		return p.wireFromNode()
	}
	if _, err := strconv.Atoi(key); err == nil && p.node != ownPorts {
		return p.elementOfOne(key)
	}
	p.b.note(p.unknown(key).At(p.b.realm.here()))
	if p.strangers == nil {
		p.strangers = map[string]goja.Value{}
	}
	p.strangers[key] = p.b.stranger(p.node, key)
	return p.strangers[key]
}

// wireFromNode reports that a whole node starts a connection, and gives a to() that takes it and drops it.
func (p *portsObject) wireFromNode() goja.Value {
	r := p.b.realm
	n := &p.b.c.Nodes[p.node]
	d := circuit.Diagnostic{Code: circuit.CodeBadConnect, Severity: circuit.Error, Node: n.ID, Message: sprintf("'%s' is a whole node, and a connection starts at a port.", n.ID)}
	if len(n.Outputs) > 0 {
		d.Suggestion = sprintf("Write %s.%s.to(…).", n.ID, n.Outputs[0].Name)
	}
	p.b.note(d.At(r.here()))
	return r.native("to", func(goja.FunctionCall) goja.Value {
		return p.b.newConnection(&portRef{owner: p.b, end: end{node: ownPorts}}).object
	})
}

// elementOfOne reports that a node is read like an array, and gives the node.
func (p *portsObject) elementOfOne(key string) goja.Value {
	id := p.b.c.Nodes[p.node].ID
	if p.strangers[key] == nil {
		p.b.note(circuit.Diagnostic{
			Code: circuit.CodeUnknownPort, Severity: circuit.Error, Node: id,
			Message: sprintf("'%s' is one node, not an array of nodes.", id), Suggestion: sprintf("Leave [%s] out, or declare %s: [ … ] in nodes.", key, id),
		}.At(p.b.realm.here()))
		if p.strangers == nil {
			p.strangers = map[string]goja.Value{}
		}
		p.strangers[key] = p.b.nodePorts(int(p.node))
	}
	return p.strangers[key]
}

// unknown is the report of a port that does not exist.
func (p *portsObject) unknown(key string) circuit.Diagnostic {
	names := p.Keys()
	d := circuit.Diagnostic{Code: circuit.CodeUnknownPort, Severity: circuit.Error}
	if p.node != ownPorts && len(key) == 1 { // a letter for the one output is no slip of one of the inputs
		p.only(&d, key)
	}
	if d.Suggestion == "" {
		d.Guess(circuit.UseMember, key, names)
	}
	if slices.Contains([]string{"clk", "clock", "clk_i"}, strings.ToLower(key)) {
		d.Advise("The clock is not wired: registers and onTick follow it by themselves.")
	}
	if d.Suggestion == "" && p.node != ownPorts {
		p.only(&d, key)
	}
	if p.node == ownPorts {
		_, isInput := p.b.inputs[key]
		_, isOutput := p.b.outputs[key]
		switch {
		case isInput:
			d.Advise(sprintf("It is an input: write inputs.%s.", key))
		case isOutput:
			d.Advise(sprintf("It is an output: write outputs.%s.", key))
		}
		d.Message = sprintf("Port '%s' does not exist on circuit. Available ports: %s.", key, circuit.Listed(names))
	} else {
		n := &p.b.c.Nodes[p.node]
		d.Node = n.ID
		d.Message = sprintf("Port '%s' does not exist on node '%s' (%s). Available ports: %s.", key, n.ID, n.ComponentRef, circuit.Listed(names))
	}
	return d
}

// usual are names that ports have in other languages and circuits.
var usual = [2][]string{{"in", "input", "i", "a", "d", "x", "din"}, {"out", "output", "o", "y", "z", "q", "f", "r", "s", "res", "result", "value", "dout"}}

// only tells the one input or output of a node, when a usual name of one is used.
func (p *portsObject) only(d *circuit.Diagnostic, key string) {
	lower := strings.ToLower(key)
	switch inputs, outputs := p.of.Circuit.Inputs, p.of.Circuit.Outputs; {
	case len(outputs) == 1 && slices.Contains(usual[1], lower):
		d.Instead(circuit.UseMember, key, "Its output is '%s'.", outputs[0].Name)
	case len(inputs) == 1 && slices.Contains(usual[0], lower):
		d.Instead(circuit.UseMember, key, "Its input is '%s'.", inputs[0].Name)
	}
}

// ref is the reference to port k, made when it is first read.
func (p *portsObject) ref(k int) *portRef {
	if p.refs == nil {
		p.refs = p.b.refs.several(int(p.after - p.first))
	}
	ref := &p.refs[k-int(p.first)]
	if ref.object == nil {
		name, number := p.of.portName(k), k
		if p.first > 0 { // an input of the same name, which is an error, comes before it
			number = p.of.port(name, 0, p.of.portCount())
		}
		ref.owner, ref.end, ref.known = p.b, end{p.node, int32(number), name}, true
		ref.sink = (k < len(p.of.Circuit.Inputs)) == (p.node != ownPorts)
		p.b.realm.newRef(ref)
	}
	p.b.realm.read = ref
	return ref
}

// stranger is a reference to a port that does not exist.
func (b *builder) stranger(node int32, name string) *goja.Object {
	ref := &portRef{owner: b, end: end{node: node, port: name}}
	b.realm.newRef(ref)
	return ref.object
}

func (r *Realm) newRef(ref *portRef) {
	ref.object = r.hosted(ref, r.refProto)
}

func (p *portsObject) Has(key string) bool { return p.of.port(key, int(p.first), int(p.after)) >= 0 }
func (p *portsObject) Delete(string) bool  { return false }

// Set makes of an assignment, which is how other languages write a wire, the wire that is meant, and reports it. There
// is no port that could be given a value.
func (p *portsObject) Set(key string, v goja.Value) bool {
	b := p.b
	if b.connected {
		return false
	}
	b.assigns = true
	d := circuit.Diagnostic{Code: circuit.CodeBadConnect, Severity: circuit.Error, Message: "A wire is not an assignment."}
	o, _ := v.(*goja.Object)
	from := b.realm.refOf(o)
	if ports := handler[portsObject](o, nodeExport); ports != nil && ports.b == b && ports.node != ownPorts && len(ports.of.Circuit.Outputs) > 0 {
		from = ports.ref(len(ports.of.Circuit.Inputs)) // a whole node: its first output is what is most likely meant
	}
	port, known := p.Get(key).(*goja.Object)
	to := handler[portRef](port, refExport)
	switch {
	case !known || to == nil || !to.known || from != nil && (!from.known || from.owner != b):
		d.Suggestion = "Write source.to(target)." // what is not there was reported
	case from != nil && from.sink == to.sink && !to.sink:
		d.Suggestion = sprintf("Write %s.to(target).", b.spelled(from))
	case from != nil && from.sink && to.sink, from == nil && to.sink && isNothing(v):
		d.Suggestion = sprintf("Write source.to(%s).", b.spelled(to))
	case from == nil && to.sink:
		d.Suggestion = sprintf("A value that stays is a node: declare one: Constant({ value: … }) in nodes, and write one.out.to(%s).", b.spelled(to))
	case from == nil:
		d.Suggestion = sprintf("Write %s.to(target).", b.spelled(to))
	default:
		if from.sink { // g.out = outputs.y
			from, to = to, from
		}
		d.Suggestion = sprintf("Write %s.to(%s).", b.spelled(from), b.spelled(to))
		made := b.newConnection(from)
		made.targets = append(made.targets, to)
		b.meant = append(b.meant, made)
	}
	b.note(d.At(b.realm.here()))
	return true
}

func (p *portsObject) Keys() []string {
	names := make([]string, 0, p.after-p.first)
	for k := p.first; k < p.after; k++ {
		names = append(names, p.of.portName(int(k)))
	}
	return names
}

// port finds a port by name among those with numbers first to after-1; the inputs come first, then the
// outputs. It returns -1 when there is none. A circuit of many ports is indexed on the first question.
func (d *Definition) port(name string, first, after int) int {
	ins := len(d.Circuit.Inputs)
	if after-first <= fewPorts {
		for k := first; k < after; k++ {
			if d.portName(k) == name {
				return k
			}
		}
		return -1
	}
	if d.inputIndex == nil {
		d.inputIndex, d.outputIndex = make(map[string]int, ins), make(map[string]int, len(d.Circuit.Outputs))
		for k := range ins {
			d.inputIndex[d.portName(k)] = k
		}
		for k := range d.Circuit.Outputs {
			d.outputIndex[d.portName(ins+k)] = ins + k
		}
	}
	if k, ok := d.inputIndex[name]; ok && k >= first && k < after {
		return k
	}
	if k, ok := d.outputIndex[name]; ok && k >= first && k < after {
		return k
	}
	return -1
}

// numberOf is the number of the port that an end names, -1 when there is none. An end remembers the number that its
// port had; a component made again with another width may have other ports.
func (d *Definition) numberOf(e end) int {
	if k := int(e.number); k < d.portCount() && d.portName(k) == e.port {
		return k
	}
	return d.port(e.port, 0, d.portCount())
}

// fewPorts is up to how many ports looking at each is faster than an index.
const fewPorts = 8

// portName is the name of a port by its number.
func (d *Definition) portName(k int) string { return d.portAt(k).Name }

func (d *Definition) portAt(k int) *circuit.Port {
	if ins := len(d.Circuit.Inputs); k >= ins {
		return &d.Circuit.Outputs[k-ins]
	}
	return &d.Circuit.Inputs[k]
}

// portCount is the number of inputs and outputs.
func (d *Definition) portCount() int { return len(d.Circuit.Inputs) + len(d.Circuit.Outputs) }
