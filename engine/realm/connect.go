package realm

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// end is one end of a wire: a node, by its index in the circuit, and the name of a port.
type end struct {
	node int32 // ownPorts for the circuit itself
	port string
}

// ownPorts stands in for a node where the circuit's own ports are meant.
const ownPorts = -1

// portRef is a reference to a port inside a connect callback. It is the handler of its own object, so
// that a circuit of a hundred thousand wires needs no table from objects to ports. Direction is not
// checked there (D40).
type portRef struct {
	properties
	owner *builder
	end   end
	known bool // false: the port does not exist and was reported
	sink  bool // a circuit output or a node input: it ends connections and cannot start one
}

// Get makes a port that does not exist have every property: one mistake shall not be told twice.
func (p *portRef) Get(key string) goja.Value {
	if v := p.properties.Get(key); v != nil || p.known || key == "to" || p.owner.realm.inherited(key) {
		return v
	}
	ports := portsObject{b: p.owner, node: ownPorts}
	return ports.ref(key, false, false)
}

// connectionValue is what .to() returns: one source and its targets. It is the handler of its own object.
type connectionValue struct {
	properties
	source  *portRef
	targets []*portRef
	place   circuit.Place
}

// properties are what a program hangs on an object of the language, which is hardly ever anything.
type properties struct {
	list []field
}

func (p *properties) Get(key string) goja.Value {
	for i := range p.list {
		if p.list[i].name == key {
			return p.list[i].value
		}
	}
	return nil
}

func (p *properties) Has(key string) bool { return p.Get(key) != nil }

func (p *properties) Set(key string, v goja.Value) bool {
	for i := range p.list {
		if p.list[i].name == key {
			p.list[i].value = v
			return true
		}
	}
	p.list = append(p.list, field{key, v})
	return true
}

func (p *properties) Delete(key string) bool {
	p.list = slices.DeleteFunc(p.list, func(f field) bool { return f.name == key })
	return true
}

func (p *properties) Keys() []string {
	keys := make([]string, len(p.list))
	for i := range p.list {
		keys[i] = p.list[i].name
	}
	return keys
}

// The types of the handlers, by which their objects are known without running user code.
var (
	refExport  = reflect.TypeFor[*portRef]()
	wireExport = reflect.TypeFor[*connectionValue]()
	nodeExport = reflect.TypeFor[*portsObject]()
)

// handler is the Go value behind an object of the language; nil when it is none of type t.
func handler[T any](o *goja.Object, t reflect.Type) *T {
	if o == nil || o.ExportType() != t {
		return nil
	}
	h, _ := o.Export().(*T)
	return h
}

func (r *Realm) refOf(o *goja.Object) *portRef { return handler[portRef](o, refExport) }
func (r *Realm) wireOf(o *goja.Object) *connectionValue {
	return handler[connectionValue](o, wireExport)
}

// newRefPrototype holds the only method of a reference, to(...targets) (6.2).
func (r *Realm) newRefPrototype() *goja.Object {
	proto := r.vm.NewObject()
	_ = proto.DefineDataProperty("to", r.native("to", r.toMethod), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return proto
}

func (r *Realm) toMethod(call goja.FunctionCall) goja.Value {
	self, _ := call.This.(*goja.Object)
	source := r.refOf(self)
	if source == nil {
		panic(r.typeError("to() must be called on a port, such as inputs.a.to(…)"))
	}
	if source.owner.connected {
		panic(r.typeError("to() was called after connect had returned: a circuit's connections are made in its connect"))
	}
	def := &connectionValue{source: source, place: r.here(), targets: make([]*portRef, 0, len(call.Arguments))}
	for i, v := range call.Arguments {
		o, _ := v.(*goja.Object)
		if target := r.refOf(o); target != nil {
			def.targets = append(def.targets, target)
			continue
		}
		source.owner.noTarget(i, v, def.place)
	}
	out := r.vm.NewDynamicObject(def)
	_ = out.SetPrototype(r.wireProto)
	return out
}

// noTarget reports an argument of to() that is no port.
func (b *builder) noTarget(index int, v goja.Value, at circuit.Place) {
	d := circuit.Diagnostic{Code: circuit.CodeBadConnect, Severity: circuit.Error}
	what := kindOf(v)
	o, _ := v.(*goja.Object)
	ports := handler[portsObject](o, nodeExport)
	switch {
	case ports != nil && ports.b == b && ports.node != ownPorts:
		n := &b.c.Nodes[ports.node]
		what = "a whole node; name one of its ports"
		if len(n.Inputs) > 0 {
			d.Suggestion = sprintf("Write %s.%s.", b.spelledNode(n.ID), n.Inputs[0].Name)
		}
	case ports != nil:
		what = "all ports together; name one of them"
	case b.realm.wireOf(o) != nil:
		what, d.Suggestion = "a connection", "One .to() takes all targets: source.to(a, b)."
	case o != nil && o.ClassName() == "Array":
		d.Suggestion = "Spread it: .to(...list)."
	case isNothing(v):
		what += "; check the spelling of the node or port"
	case o == nil:
		d.Suggestion = "A value that stays is a node: Constant({ value: 1 }), whose port is out."
	}
	d.Message = sprintf("Argument %d of .to() is not a port but %s.", index+1, what)
	b.note(d.At(at))
}

// newWirePrototype gives what to() returns its properties source, targets and portType (6.2). They are
// made when something reads them, which is hardly ever.
func (r *Realm) newWirePrototype() *goja.Object {
	proto := r.vm.NewObject()
	getter := func(name string, get func(*connectionValue) goja.Value) {
		_ = proto.DefineAccessorProperty(name, r.native(name, func(call goja.FunctionCall) goja.Value {
			o, _ := call.This.(*goja.Object)
			def := r.wireOf(o)
			if def == nil {
				return goja.Undefined()
			}
			return get(def)
		}), nil, goja.FLAG_FALSE, goja.FLAG_TRUE)
	}
	getter("source", func(def *connectionValue) goja.Value { return r.endpointObject(def.source) })
	getter("targets", func(def *connectionValue) goja.Value {
		targets := make([]any, len(def.targets))
		for i, t := range def.targets {
			targets[i] = r.endpointObject(t)
		}
		return r.vm.NewArray(targets...)
	})
	_ = proto.DefineDataProperty("to", r.native("to", func(goja.FunctionCall) goja.Value {
		panic(r.typeError("A connection does not go on: .to() cannot follow .to(). One .to() takes all targets: source.to(a, b)"))
	}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	getter("portType", func(def *connectionValue) goja.Value { return r.plain(def.source.owner.typeOf(def.source.end)) })
	return proto
}

func (r *Realm) endpointObject(ref *portRef) *goja.Object {
	at := ref.owner.endpoint(ref.end)
	o := r.vm.NewObject()
	_ = o.Set("nodeId", at.NodeID)
	_ = o.Set("portName", at.PortName)
	return o
}

// endpoint names an end as the IR does.
func (b *builder) endpoint(e end) circuit.Endpoint {
	if e.node == ownPorts {
		return circuit.Endpoint{PortName: e.port}
	}
	return circuit.Endpoint{NodeID: b.c.Nodes[e.node].ID, PortName: e.port}
}

// portsObject is the object behind `inputs`, `outputs` and `nodes.<id>`: reading a port gives its
// reference; reading a name that is no port is reported with the ports there are (D23).
type portsObject struct {
	b            *builder
	of           *Definition // whose ports they are
	node         int32       // ownPorts for the circuit's own ports
	first, after int32       // which of the ports, numbered as by Definition.port
	refs         []goja.Value
	strangers    map[string]goja.Value // references to ports that do not exist
}

func (p *portsObject) Get(key string) goja.Value {
	if k := p.of.port(key, int(p.first), int(p.after)); k >= 0 {
		if p.refs == nil {
			p.refs = make([]goja.Value, p.after-p.first)
		}
		v := &p.refs[k-int(p.first)]
		if *v == nil {
			input := k < len(p.of.Circuit.Inputs)
			*v = p.ref(p.of.portName(k), true, input == (p.node != ownPorts))
		}
		return *v
	}
	if v, ok := p.strangers[key]; ok {
		return v
	}
	// Names with an underscore are probes of tools, and inherited names are ordinary JavaScript (6.1).
	if strings.HasPrefix(key, "_") || p.b.realm.inherited(key) {
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
	p.strangers[key] = p.ref(key, false, false)
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
		out := r.vm.NewDynamicObject(&connectionValue{source: &portRef{owner: p.b, end: end{node: ownPorts}}, place: r.here()})
		_ = out.SetPrototype(r.wireProto)
		return out
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
	d := circuit.Diagnostic{Code: circuit.CodeUnknownPort, Severity: circuit.Error, Suggestion: circuit.DidYouMean(key, names)}
	if slices.Contains([]string{"clk", "clock", "clk_i"}, strings.ToLower(key)) {
		d.Suggestion = "The clock is not wired: registers and onTick follow it by themselves."
	}
	available := "none"
	if len(names) > 0 {
		available = strings.Join(names, ", ")
	}
	if p.node == ownPorts {
		d.Message = sprintf("Port '%s' does not exist on circuit. Available ports: %s.", key, available)
	} else {
		n := &p.b.c.Nodes[p.node]
		d.Node = n.ID
		d.Message = sprintf("Port '%s' does not exist on node '%s' (%s). Available ports: %s.", key, n.ID, n.ComponentRef, available)
	}
	return d
}

func (p *portsObject) ref(name string, known, sink bool) goja.Value {
	r := p.b.realm
	o := r.vm.NewDynamicObject(&portRef{owner: p.b, end: end{p.node, name}, known: known, sink: sink})
	_ = o.SetPrototype(r.refProto)
	return o
}

func (p *portsObject) Has(key string) bool         { return p.of.port(key, int(p.first), int(p.after)) >= 0 }
func (p *portsObject) Set(string, goja.Value) bool { return false }
func (p *portsObject) Delete(string) bool          { return false }

func (p *portsObject) Keys() []string {
	names := make([]string, 0, p.after-p.first)
	for k := p.first; k < p.after; k++ {
		names = append(names, p.of.portName(int(k)))
	}
	return names
}

// nodesObject is `nodes` in connect. An unknown node reads undefined, as in public Simten; the name
// is remembered, so that the TypeError that follows can be explained.
type nodesObject struct {
	b      *builder
	index  map[string]int // key → its number in b.nodeKeys; the last one of a name counts
	values []goja.Value   // by that number; made when they are first read
	missed string
	told   map[string]bool // unknown nodes that were reported; nil at the first look
}

func (b *builder) newNodesObject() *nodesObject {
	n := &nodesObject{b: b, index: make(map[string]int, len(b.nodeKeys)), values: make([]goja.Value, len(b.nodeKeys))}
	for i := range b.nodeKeys {
		n.index[b.nodeKeys[i].name] = i
	}
	return n
}

func (n *nodesObject) Get(key string) goja.Value {
	if i, ok := n.index[key]; ok {
		if n.values[i] == nil {
			n.values[i] = n.b.nodeValue(&n.b.nodeKeys[i])
		}
		return n.values[i]
	}
	if n.b.realm.inherited(key) {
		return nil
	}
	n.missed = key
	if n.told == nil {
		return nil
	}
	if !n.told[key] {
		n.told[key] = true
		n.b.note(n.unknown(key).At(n.b.realm.here()))
	}
	return n.b.realm.vm.NewDynamicObject(&anyPort{b: n.b})
}

// unknown is the report of a node that does not exist.
func (n *nodesObject) unknown(key string) circuit.Diagnostic {
	names := n.Keys()
	available := "none"
	if len(names) > 0 {
		available = strings.Join(names, ", ")
	}
	d := circuit.Diagnostic{
		Code: circuit.CodeUnknownNode, Severity: circuit.Error, Node: key, Suggestion: circuit.DidYouMean(key, names),
		Message: sprintf("Node '%s' does not exist. Available nodes: %s.", key, available),
	}
	for _, k := range n.b.nodeKeys {
		if k.array && slices.Contains(k.ids, key) {
			d.Suggestion = sprintf("'%s' is an array: write %s[%s].", k.name, k.name, strings.TrimPrefix(key, k.name))
		}
	}
	return d
}

// anyPort stands for a node that does not exist: it has every port, and connections with them are dropped.
type anyPort struct{ b *builder }

func (p *anyPort) Get(key string) goja.Value {
	ports := portsObject{b: p.b, node: ownPorts}
	return ports.ref(key, false, false)
}
func (p *anyPort) Has(string) bool             { return true }
func (p *anyPort) Set(string, goja.Value) bool { return false }
func (p *anyPort) Delete(string) bool          { return false }
func (p *anyPort) Keys() []string              { return nil }

// nodeValue is what `nodes` has under a key: a node's ports, or an array of them.
func (b *builder) nodeValue(key *nodeKey) goja.Value {
	ports := func(id string) goja.Value {
		if i, ok := b.nodes[id]; ok {
			return b.nodePorts(i)
		}
		return b.realm.vm.NewDynamicObject(&anyPort{b: b}) // what it is was reported
	}
	if !key.array {
		return ports(key.name)
	}
	list := make([]any, len(key.ids))
	for i, id := range key.ids {
		list[i] = ports(id)
	}
	array := b.realm.vm.NewArray(list...)
	probe := b.realm.vm.NewDynamicObject(&arrayProbe{b: b, key: key})
	_ = probe.SetPrototype(array.Prototype())
	_ = array.SetPrototype(probe)
	return array
}

// arrayProbe stands behind an array of nodes and finds that it is read like a single node.
type arrayProbe struct {
	b    *builder
	key  *nodeKey
	told map[string]bool
}

func (p *arrayProbe) Get(key string) goja.Value {
	if len(p.key.ids) == 0 || p.b.realm.arrayPrototype.Get(key) != nil {
		return nil
	}
	d := p.b.instances[p.b.nodes[p.key.ids[0]]].definition
	if d.port(key, 0, d.portCount()) < 0 {
		return nil
	}
	if !p.told[key] {
		if p.told == nil {
			p.told = map[string]bool{}
		}
		p.told[key] = true
		p.b.note(circuit.Diagnostic{
			Code: circuit.CodeUnknownPort, Severity: circuit.Error, Node: p.key.name,
			Message:    sprintf("'%s' is an array of %d nodes, so it has no port '%s' itself.", p.key.name, len(p.key.ids), key),
			Suggestion: sprintf("Write %s[0].%s, or go through it: %s.map((node) => node.%s).", p.key.name, key, p.key.name, key),
		}.At(p.b.realm.here()))
	}
	ports := portsObject{b: p.b, node: ownPorts}
	return ports.ref(key, false, false)
}
func (p *arrayProbe) Has(string) bool             { return false }
func (p *arrayProbe) Set(string, goja.Value) bool { return false }
func (p *arrayProbe) Delete(string) bool          { return false }
func (p *arrayProbe) Keys() []string              { return nil }

func (n *nodesObject) Has(key string) bool         { _, ok := n.index[key]; return ok }
func (n *nodesObject) Set(string, goja.Value) bool { return false }
func (n *nodesObject) Delete(string) bool          { return false }
func (n *nodesObject) Keys() []string {
	keys := make([]string, len(n.b.nodeKeys))
	for i, k := range n.b.nodeKeys {
		keys[i] = k.name
	}
	return keys
}

// inherited reports names that every object has, such as toString.
func (r *Realm) inherited(key string) bool {
	return key == "__proto__" || r.objectPrototype.Get(key) != nil
}

// connect runs the connect callback and turns what it returns into connections (section 6).
func (b *builder) connect(v goja.Value) {
	if isNothing(v) {
		b.inferWidths(nil)
		return
	}
	r := b.realm
	at := b.at.key("connect")
	callback, ok := goja.AssertFunction(v)
	if !ok {
		b.problem(circuit.CodeBadConnect, at, "connect must be a function, got %s. Write connect: ({ inputs, outputs, nodes }) => [ … ].", kindOf(v))
		return
	}
	nodes := b.newNodesObject()
	own := func(first, after int) *goja.Object {
		return r.vm.NewDynamicObject(&portsObject{b: b, of: b.d, node: ownPorts, first: int32(first), after: int32(after)})
	}
	ins, all := len(b.c.Inputs), b.d.portCount()
	sections := []*goja.Object{own(0, ins), own(ins, all), r.vm.NewDynamicObject(nodes)}
	argument := r.vm.NewObject()
	for i, name := range connectSections {
		_ = argument.Set(name, sections[i])
	}
	probe := &argumentProbe{b: b, sections: sections}
	behind := r.vm.NewDynamicObject(probe)
	_ = behind.SetPrototype(argument.Prototype())
	_ = argument.SetPrototype(behind)

	result, err := callback(goja.Undefined(), argument)
	if err != nil {
		again := []goja.Value{argument}
		if o, ok := v.(*goja.Object); ok && readsUndefined(err) && o.Get("length").ToInteger() > 1 {
			again = []goja.Value{sections[0], sections[1], sections[2]}
		}
		b.connectThrew(err, nodes, probe, len(again) > 1, at)
		if nodes.missed != "" || probe.missed != "" || len(again) > 1 {
			nodes.told, probe.told = map[string]bool{nodes.missed: true}, map[string]bool{probe.missed: true}
			b.secondLook(callback, again, at)
		}
		return
	}
	wires := b.flatten(result, at)
	b.connected = true
	b.inferWidths(wires)
}

// connectSections are the names in the argument of connect, in the order of argumentProbe's sections.
var connectSections = [...]string{"inputs", "outputs", "nodes"}

// argumentProbe stands behind the argument of connect and finds ports and nodes that are looked for directly in it. At
// the first look such a name reads undefined, as in public Simten; it is remembered, to explain the TypeError that follows.
type argumentProbe struct {
	b        *builder
	sections []*goja.Object
	missed   string
	place    circuit.Place
	told     map[string]bool // names that were reported; nil at the first look
}

func (p *argumentProbe) Get(key string) goja.Value {
	if strings.HasPrefix(key, "_") || p.b.realm.inherited(key) {
		return nil
	}
	if p.told == nil {
		if p.missed == "" {
			p.missed, p.place = key, p.b.realm.here()
		}
		return nil
	}
	found, section := p.find(key)
	if !p.told[key] {
		p.told[key] = true
		p.b.note(p.unknown(key, section).At(p.b.realm.here()))
	}
	if found == nil {
		found = p.b.realm.vm.NewDynamicObject(&anyPort{b: p.b})
	}
	return found
}

// find looks for a name in the sections.
func (p *argumentProbe) find(key string) (v goja.Value, section string) {
	for i, o := range p.sections {
		var known bool
		switch connectSections[i] {
		case "inputs":
			_, known = p.b.inputs[key]
		case "outputs":
			_, known = p.b.outputs[key]
		default:
			known = slices.ContainsFunc(p.b.nodeKeys, func(k nodeKey) bool { return k.name == key })
		}
		if known {
			return o.Get(key), connectSections[i]
		}
	}
	return nil, ""
}

// unknown is the report of a name that the argument of connect does not have.
func (p *argumentProbe) unknown(key, section string) circuit.Diagnostic {
	d := circuit.Diagnostic{
		Code: circuit.CodeBadConnect, Severity: circuit.Error, Suggestion: circuit.DidYouMean(key, connectSections[:]),
		Message: sprintf("connect receives inputs, outputs and nodes; there is no '%s' beside them.", key),
	}
	if section != "" {
		d.Suggestion = sprintf("Write %s.%s.", section, key)
	}
	return d
}

func (p *argumentProbe) Has(string) bool             { return false }
func (p *argumentProbe) Set(string, goja.Value) bool { return false }
func (p *argumentProbe) Delete(string) bool          { return false }
func (p *argumentProbe) Keys() []string              { return nil }

// secondLook runs a connect callback again that ended at a node that does not exist, now with something in its place that
// takes every connection: what else is wrong shall show at once.
func (b *builder) secondLook(callback goja.Callable, arguments []goja.Value, at circuit.Place) {
	result, err := callback(goja.Undefined(), arguments...)
	if err != nil {
		if _, ok := err.(*goja.Exception); !ok { //nolint:errorlint // goja hands it over unwrapped
			panic(err)
		}
		return // most likely because of the same mistake
	}
	b.flatten(result, at)
}

func (b *builder) nodePorts(i int) *goja.Object {
	d := b.instances[i].definition
	return b.realm.vm.NewDynamicObject(&portsObject{b: b, of: d, node: int32(i), after: int32(d.portCount())})
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

// connectThrew explains an exception of the callback (D41). Uncatchable ends pass through.
func (b *builder) connectThrew(err error, nodes *nodesObject, probe *argumentProbe, several bool, at circuit.Place) {
	if _, ok := err.(*goja.Exception); !ok { //nolint:errorlint // goja hands it over unwrapped
		panic(err)
	}
	d := b.realm.diagnose(err, circuit.StageRealm, circuit.CodeBadConnect)
	switch {
	case !readsUndefined(err):
	case several:
		b.problem(circuit.CodeBadConnect, at, "connect receives one object, not several arguments. Write connect: ({ inputs, outputs, nodes }) => [ … ].")
		return
	case probe.missed != "":
		_, section := probe.find(probe.missed)
		b.note(probe.unknown(probe.missed, section).At(probe.place))
		return
	case nodes.missed != "":
		report := nodes.unknown(nodes.missed)
		d.Code, d.Node, d.Suggestion, d.Message = report.Code, report.Node, report.Suggestion, report.Message
	}
	if b.probed != nil && strings.Contains(err.Error(), "has no member 'to'") {
		// inputs.toString exists, but is no port.
		at := d
		d = b.probed.unknown(b.probedKey)
		d.Line, d.Column, d.EndLine, d.EndColumn = at.Line, at.Column, at.EndLine, at.EndColumn
	}
	if d.Line == 0 {
		d = d.At(b.at.key("connect"))
	}
	b.note(d)
}

// readsUndefined reports an exception about something that is not there.
func readsUndefined(err error) bool {
	ex, ok := err.(*goja.Exception) //nolint:errorlint // goja hands it over unwrapped
	return ok && strings.Contains(ex.Error(), "undefined")
}

// wire is one source–target pair.
type wire struct {
	source, target end
	place          circuit.Place
}

// flatten reads the list that connect returned into single wires, in order.
func (b *builder) flatten(v goja.Value, at circuit.Place) []wire {
	r := b.realm
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		what := kindOf(v)
		if isNothing(v) {
			what += " (an arrow function with braces needs a return)"
		}
		b.problem(circuit.CodeBadConnect, at, "connect must return an array of connections, got %s.", what)
		return nil
	}
	n := list.Get("length").ToInteger()
	if n > maxConnections {
		panic(r.rangeError("connect returned %d connections; the limit is %d", n, maxConnections))
	}
	wires := make([]wire, 0, min(n, 1<<16))
	bad := 0
	for i := range int(n) {
		item := orUndefined(list.Get(strconv.Itoa(i)))
		if bad > maxBadEntries { // they are all of one kind, most likely
			break
		}
		o, _ := item.(*goja.Object)
		if def := b.realm.wireOf(o); def != nil {
			wires = b.pairs(def, wires)
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
	return wires
}

const (
	maxConnections = 1 << 22 // entries of what one connect returns
	maxBadEntries  = 20      // of them that are reported
)

// pairs appends the wires of a connection.
func (b *builder) pairs(def *connectionValue, wires []wire) []wire {
	if def.source.owner != b {
		b.problem(circuit.CodeBadConnect, def.place, "This connection belongs to another circuit's connect.")
		return wires
	}
	for _, t := range def.targets {
		if t.owner != b {
			b.problem(circuit.CodeBadConnect, def.place, "%s and %s belong to different circuits; a wire stays inside one.",
				b.endpoint(def.source.end), t.owner.endpoint(t.end))
			continue
		}
		if !def.source.known || !t.known {
			continue // reported when the name was read
		}
		if def.source.sink {
						b.problem(circuit.CodeDirection, def.place, "%s. Turn the connection around: %s.to(%s).", b.whySink(b.endpoint(def.source.end)), b.spelled(t), b.spelled(def.source))
			continue
		}
		if !t.sink {
			b.problem(circuit.CodeDirection, def.place, "%s. A connection ends at a node input or a circuit output.", b.whySource(b.endpoint(t.end)))
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
			wires = append(wires, wire{source: from, target: to, place: at})
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
		if b.d.port(e.PortName, 0, b.d.portCount()) < 0 {
			b.problem(circuit.CodeUnknownPort, at, "Circuit port '%s' does not exist", e.PortName)
			return end{}, false
		}
		return end{ownPorts, e.PortName}, true
	}
	i, ok := b.nodes[e.NodeID]
	if !ok {
		b.problem(circuit.CodeUnknownNode, at, "Node '%s' does not exist", e.NodeID)
		return end{}, false
	}
	d := b.instances[i].definition
	if d.port(e.PortName, 0, d.portCount()) < 0 {
		b.problem(circuit.CodeUnknownPort, at, "Port '%s' does not exist on node '%s' (%s)", e.PortName, e.NodeID, d.Circuit.Name)
		return end{}, false
	}
	return end{int32(i), e.PortName}, true
}
