package realm

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// portRef is a reference to a port inside a connect callback. Direction is not checked there (D40);
// source tells which ports may start a connection.
type portRef struct {
	owner   *builder
	end     circuit.Endpoint
	known   bool // false: the port does not exist and was reported
	inverse bool // a sink: a circuit output or a node input
}

// connectionValue is what .to() returns: one source and its targets.
type connectionValue struct {
	owner   *builder
	source  *portRef
	targets []*portRef
	place   circuit.Place
}

// newRefPrototype holds the only method of a reference, to(...targets) (6.2).
func (r *Realm) newRefPrototype() *goja.Object {
	proto := r.vm.NewObject()
	_ = proto.DefineDataProperty("to", r.native("to", r.toMethod), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return proto
}

func (r *Realm) toMethod(call goja.FunctionCall) goja.Value {
	self, _ := call.This.(*goja.Object)
	source := r.refs[self]
	if source == nil {
		panic(r.typeError("to() must be called on a port, such as inputs.a.to(…)"))
	}
	if source.owner.connected {
		panic(r.typeError("to() was called after connect had returned: a circuit's connections are made in its connect"))
	}
	def := &connectionValue{owner: source.owner, source: source, place: r.here()}
	for i, v := range call.Arguments {
		o, _ := v.(*goja.Object)
		target := r.refs[o]
		if target == nil {
			what := kindOf(v)
			if o != nil && source.owner.isNodeObject(o) {
				what = "a whole node; name one of its ports"
			} else if isNothing(v) {
				what += "; check the spelling of the node or port"
			}
			panic(r.typeError("Argument %d of .to() is not a port but %s", i+1, what))
		}
		def.targets = append(def.targets, target)
	}
	out := r.vm.CreateObject(r.wireProto)
	r.wires[out] = def
	return out
}

// newWirePrototype gives what to() returns its properties source, targets and portType (6.2). They are
// made when something reads them, which is hardly ever.
func (r *Realm) newWirePrototype() *goja.Object {
	proto := r.vm.NewObject()
	getter := func(name string, get func(*connectionValue) goja.Value) {
		_ = proto.DefineAccessorProperty(name, r.native(name, func(call goja.FunctionCall) goja.Value {
			o, _ := call.This.(*goja.Object)
			def := r.wires[o]
			if def == nil {
				return goja.Undefined()
			}
			return get(def)
		}), nil, goja.FLAG_FALSE, goja.FLAG_TRUE)
	}
	getter("source", func(def *connectionValue) goja.Value { return r.endpointObject(def.source.end) })
	getter("targets", func(def *connectionValue) goja.Value {
		targets := make([]any, len(def.targets))
		for i, t := range def.targets {
			targets[i] = r.endpointObject(t.end)
		}
		return r.vm.NewArray(targets...)
	})
	getter("portType", func(def *connectionValue) goja.Value { return r.plain(def.source.owner.typeOf(def.source.end)) })
	return proto
}

func (r *Realm) endpointObject(e circuit.Endpoint) *goja.Object {
	o := r.vm.NewObject()
	_ = o.Set("nodeId", e.NodeID)
	_ = o.Set("portName", e.PortName)
	return o
}

// ports is the object behind `inputs`, `outputs` and `nodes.<id>`: reading a port gives its
// reference; reading a name that is no port is reported with the ports there are (D23).
type portsObject struct {
	b      *builder
	node   string // "" for the circuit's own ports
	groups []portGroup
	cache  map[string]goja.Value
}

type portGroup struct {
	index   map[string]int
	inverse bool
}

func (p *portsObject) Get(key string) goja.Value {
	if v, ok := p.cache[key]; ok {
		return v
	}
	for _, g := range p.groups {
		if _, ok := g.index[key]; ok {
			return p.ref(key, true, g.inverse)
		}
	}
	// Names with an underscore are probes of tools, and inherited names are ordinary JavaScript (6.1).
	if strings.HasPrefix(key, "_") || p.b.realm.inherited(key) {
		p.b.probed, p.b.probedKey = p, key
		return nil
	}
	p.b.note(p.unknown(key).At(p.b.realm.here()))
	return p.ref(key, false, false)
}

// unknown is the report of a port that does not exist.
func (p *portsObject) unknown(key string) circuit.Diagnostic {
	names := p.Keys()
	d := circuit.Diagnostic{Code: circuit.CodeUnknownPort, Severity: circuit.Error, Node: p.node, Suggestion: circuit.DidYouMean(key, names)}
	available := "none"
	if len(names) > 0 {
		available = strings.Join(names, ", ")
	}
	if p.node == "" {
		d.Message = sprintf("Port '%s' does not exist on circuit. Available ports: %s.", key, available)
	} else {
		d.Message = sprintf("Port '%s' does not exist on node '%s' (%s). Available ports: %s.",
			key, p.node, p.b.c.Nodes[p.b.nodes[p.node]].ComponentRef, available)
	}
	return d
}

func (p *portsObject) ref(name string, known, inverse bool) goja.Value {
	r := p.b.realm
	o := r.vm.CreateObject(r.refProto)
	r.refs[o] = &portRef{owner: p.b, end: circuit.Endpoint{NodeID: p.node, PortName: name}, known: known, inverse: inverse}
	p.cache[name] = o
	return o
}

func (p *portsObject) Has(key string) bool {
	for _, g := range p.groups {
		if _, ok := g.index[key]; ok {
			return true
		}
	}
	return false
}

func (p *portsObject) Set(string, goja.Value) bool { return false }
func (p *portsObject) Delete(string) bool          { return false }

func (p *portsObject) Keys() []string {
	var names []string
	for _, g := range p.groups {
		names = append(names, sortedByIndex(g.index)...)
	}
	return names
}

func sortedByIndex(index map[string]int) []string {
	names := make([]string, 0, len(index))
	for n := range index {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return index[a] - index[b] })
	return names
}

// nodesObject is `nodes` in connect. An unknown node reads undefined, as in public Simten; the name
// is remembered, so that the TypeError that follows can be explained.
type nodesObject struct {
	b      *builder
	values map[string]goja.Value
	missed string
}

func (n *nodesObject) Get(key string) goja.Value {
	if v, ok := n.values[key]; ok {
		return v
	}
	if !n.b.realm.inherited(key) {
		n.missed = key
	}
	return nil
}

func (n *nodesObject) Has(key string) bool         { _, ok := n.values[key]; return ok }
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

func (b *builder) isNodeObject(o *goja.Object) bool { return b.realm.nodeObjects[o] }

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
		b.problem(circuit.CodeBadConnect, at, "connect must be a function, got %s.", kindOf(v))
		return
	}
	nodes := &nodesObject{b: b, values: map[string]goja.Value{}}
	for _, key := range b.nodeKeys {
		list := make([]any, 0, len(key.ids))
		for _, id := range key.ids {
			if i, ok := b.nodes[id]; ok {
				list = append(list, b.nodePorts(id, b.instances[i]))
			} else {
				list = append(list, goja.Undefined())
			}
		}
		if key.array {
			nodes.values[key.name] = r.vm.NewArray(list...)
		} else {
			nodes.values[key.name], _ = list[0].(goja.Value)
		}
	}
	argument := r.vm.NewObject()
	_ = argument.Set("inputs", r.vm.NewDynamicObject(&portsObject{b: b, groups: []portGroup{{index: b.inputs}}, cache: map[string]goja.Value{}}))
	_ = argument.Set("outputs", r.vm.NewDynamicObject(&portsObject{b: b, groups: []portGroup{{index: b.outputs, inverse: true}}, cache: map[string]goja.Value{}}))
	_ = argument.Set("nodes", r.vm.NewDynamicObject(nodes))

	result, err := callback(goja.Undefined(), argument)
	if err != nil {
		b.connectThrew(err, nodes)
		return
	}
	wires := b.flatten(result, at)
	b.connected = true
	b.inferWidths(wires)
}

func (b *builder) nodePorts(id string, v *instanceValue) *goja.Object {
	c := v.definition.Circuit
	o := b.realm.vm.NewDynamicObject(&portsObject{b: b, node: id, cache: map[string]goja.Value{}, groups: []portGroup{
		{index: portIndex(c.Inputs), inverse: true}, {index: portIndex(c.Outputs)},
	}})
	b.realm.nodeObjects[o] = true
	return o
}

func portIndex(ports []circuit.Port) map[string]int {
	index := make(map[string]int, len(ports))
	for i := range ports {
		index[ports[i].Name] = i
	}
	return index
}

// connectThrew explains an exception of the callback (D41). Uncatchable ends pass through.
func (b *builder) connectThrew(err error, nodes *nodesObject) {
	if _, ok := err.(*goja.Exception); !ok { //nolint:errorlint // goja hands it over unwrapped
		panic(err)
	}
	d := b.realm.diagnose(err, circuit.StageRealm, circuit.CodeBadConnect)
	if nodes.missed != "" && strings.Contains(d.Message, "undefined") {
		d.Code = circuit.CodeUnknownNode
		d.Node = nodes.missed
		names := nodes.Keys()
		d.Suggestion = circuit.DidYouMean(nodes.missed, names)
		available := "none"
		if len(names) > 0 {
			available = strings.Join(names, ", ")
		}
		d.Message = sprintf("Node '%s' does not exist. Available nodes: %s.", nodes.missed, available)
		for _, key := range b.nodeKeys {
			if key.array && slices.Contains(key.ids, nodes.missed) {
				d.Suggestion = sprintf("'%s' is an array: write %s[%s].", key.name, key.name, strings.TrimPrefix(nodes.missed, key.name))
			}
		}
	}
	if b.probed != nil && strings.Contains(d.Message, "has no member 'to'") {
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

// wire is one source–target pair.
type wire struct {
	source, target circuit.Endpoint
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
	var wires []wire
	n := list.Get("length").ToInteger()
	if n > maxConnections {
		panic(r.rangeError("connect returned %d connections; the limit is %d", n, maxConnections))
	}
	bad := 0
	for i := range int(n) {
		item := orUndefined(list.Get(sprintf("%d", i)))
		if bad > maxBadEntries { // they are all of one kind, most likely
			break
		}
		o, _ := item.(*goja.Object)
		if def := b.realm.wires[o]; def != nil {
			wires = append(wires, b.pairs(def)...)
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
		made := b.handMade(o, at)
		if len(made) > 0 {
			bad--
		}
		wires = append(wires, made...)
	}
	return wires
}

const (
	maxConnections = 1 << 22 // entries of what one connect returns
	maxBadEntries  = 20      // of them that are reported
)

func (b *builder) pairs(def *connectionValue) []wire {
	if def.owner != b {
		b.problem(circuit.CodeBadConnect, def.place, "This connection belongs to another circuit's connect.")
		return nil
	}
	var wires []wire
	for _, t := range def.targets {
		if t.owner != b || def.source.owner != b {
			b.problem(circuit.CodeBadConnect, def.place, "%s and %s belong to different circuits; a wire stays inside one.", def.source.end, t.end)
			continue
		}
		if !def.source.known || !t.known {
			continue // reported when the name was read
		}
		if def.source.inverse {
			b.problem(circuit.CodeDirection, def.place, "%s. Turn the connection around: %s.to(%s).", b.whySink(def.source.end), t.end, def.source.end)
			continue
		}
		if !t.inverse {
			b.problem(circuit.CodeDirection, def.place, "%s. A connection ends at a node input or a circuit output.", b.whySource(t.end))
			continue
		}
		wires = append(wires, wire{source: def.source.end, target: t.end, place: def.place})
	}
	return wires
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
func (b *builder) handMade(o *goja.Object, at circuit.Place) []wire {
	source, ok := endpointOf(o.Get("source"))
	targets, isArray := o.Get("targets").(*goja.Object)
	if !ok || !isArray {
		b.problem(circuit.CodeBadConnect, at, "connect's result holds an object that is not a connection. Write source.to(target).")
		return nil
	}
	var wires []wire
	for _, k := range targets.Keys() {
		target, ok := endpointOf(targets.Get(k))
		if !ok {
			continue
		}
		if b.exists(source, at) && b.exists(target, at) {
			wires = append(wires, wire{source: source, target: target, place: at})
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

// exists reports a hand-made reference to something that is not there (3.2).
func (b *builder) exists(e circuit.Endpoint, at circuit.Place) bool {
	if e.NodeID == "" {
		_, in := b.inputs[e.PortName]
		_, out := b.outputs[e.PortName]
		if !in && !out {
			b.problem(circuit.CodeUnknownPort, at, "Circuit port '%s' does not exist", e.PortName)
		}
		return in || out
	}
	i, ok := b.nodes[e.NodeID]
	if !ok {
		b.problem(circuit.CodeUnknownNode, at, "Node '%s' does not exist", e.NodeID)
		return false
	}
	c := b.instances[i].definition.Circuit
	_, in := portIndex(c.Inputs)[e.PortName]
	_, out := portIndex(c.Outputs)[e.PortName]
	if !in && !out {
		b.problem(circuit.CodeUnknownPort, at, "Port '%s' does not exist on node '%s' (%s)", e.PortName, e.NodeID, c.Name)
	}
	return in || out
}
