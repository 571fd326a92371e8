package realm

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// end is one end of a wire: a node, by its index in the circuit, and a port.
type end struct {
	node   int32 // ownPorts for the circuit itself
	number int32 // of the port when it was read; see Definition.numberOf
	port   string
}

// ownPorts stands in for a node where the circuit's own ports are meant.
const ownPorts = -1

// portRef is a reference to a port inside a connect callback. It is the handler of its own object, so
// that a circuit of a hundred thousand wires needs no table from objects to ports. Direction is not
// checked there (D40).
type portRef struct {
	properties
	owner  *builder
	object *goja.Object // what the program has of it; nil until it is read
	end    end
	known  bool // false: the port does not exist and was reported
	sink   bool // a circuit output or a node input: it ends connections and cannot start one
}

// Get makes a port that does not exist have every property: one mistake shall not be told twice.
func (p *portRef) Get(key string) goja.Value {
	if v := p.properties.Get(key); v != nil {
		return v
	}
	if key == "to" { // which the prototype has, and need not be asked for
		p.owner.realm.asked = p
		return p.owner.realm.toFunction
	}
	switch {
	case p.owner.realm.inherited(key):
		return nil
	case p.known:
		return p.owner.readOfPort(p, key)
	}
	return p.owner.stranger(ownPorts, key)
}

// portRead is that a program read a property of a port, which has none: inputs.a.out.
type portRead struct {
	port  *portRef
	key   string
	place circuit.Place
}

// maxPortReads bounds how many such reads are remembered between two connections.
const maxPortReads = 100

// readOfPort is undefined, as properties that do not exist are, and remembered: when that has ended connect, a second
// look reports it and gives the port in its place.
func (b *builder) readOfPort(p *portRef, key string) goja.Value {
	switch {
	case strings.HasPrefix(key, "_"), b.connected:
	case b.again:
		b.note(b.alreadyPort(portRead{p, key, b.realm.here()}))
		return p.object
	case len(b.portReads) < maxPortReads:
		b.portReads = append(b.portReads, portRead{p, key, b.realm.here()})
	}
	return nil
}

// alreadyPort is the report of a property of a port.
func (b *builder) alreadyPort(read portRead) circuit.Diagnostic {
	name := b.spelled(read.port)
	d := circuit.Diagnostic{Code: circuit.CodeUnknownPort, Severity: circuit.Error, Message: sprintf("'%s' is already a port, so it has no '%s'.", name, read.key)}
	d.Instead(circuit.UseNothing, read.key, "Write %s.", name)
	d.Meant.Names = []string{""}
	if read.port.end.node != ownPorts {
		d.Node = b.c.Nodes[read.port.end.node].ID
	}
	return d.At(read.place)
}

// connectionValue is what .to() returns: one source and its targets. It is the handler of its own object.
type connectionValue struct {
	properties
	source  *portRef
	targets []*portRef
	only    [1]*portRef // where the target stands when there is one, as there nearly always is
	place   *circuit.Place
	object  *goja.Object
	next    *connectionValue // the one that was made after it
}

// properties are what a program hangs on an object of the language, which is hardly ever anything.
type properties struct {
	hung *[]field // nil: nothing
}

func (p *properties) fields() []field {
	if p.hung == nil {
		return nil
	}
	return *p.hung
}

func (p *properties) Get(key string) goja.Value {
	if p.hung == nil {
		return nil
	}
	for _, f := range *p.hung {
		if f.name == key {
			return f.value
		}
	}
	return nil
}

func (p *properties) Has(key string) bool { return p.Get(key) != nil }

func (p *properties) Set(key string, v goja.Value) bool {
	list := p.fields()
	for i := range list {
		if list[i].name == key {
			list[i].value = v
			return true
		}
	}
	list = append(list, field{key, v})
	p.hung = &list
	return true
}

func (p *properties) Delete(key string) bool {
	if p.hung != nil {
		*p.hung = slices.DeleteFunc(*p.hung, func(f field) bool { return f.name == key })
	}
	return true
}

func (p *properties) Keys() []string {
	list := p.fields()
	keys := make([]string, len(list))
	for i := range list {
		keys[i] = list[i].name
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

// refOf is the reference behind an object, nil when it is none. The receiver of to() was asked for its to just now, and
// its last argument was read last: these need not be asked for their handlers.
func (r *Realm) refOf(o *goja.Object) *portRef {
	for _, p := range [...]*portRef{r.read, r.asked} {
		if p != nil && p.object == o {
			return p
		}
	}
	return handler[portRef](o, refExport)
}

func (r *Realm) wireOf(o *goja.Object) *connectionValue {
	return handler[connectionValue](o, wireExport)
}

// newRefPrototype holds the only method of a reference, to(...targets) (6.2).
func (r *Realm) newRefPrototype() *goja.Object {
	proto := r.vm.NewObject()
	r.toFunction = r.native("to", r.toMethod)
	_ = proto.DefineDataProperty("to", r.toFunction, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
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
	def := source.owner.newConnection(source)
	if n := len(call.Arguments); n > len(def.only) {
		def.targets = make([]*portRef, 0, n)
	}
	reads := source.owner.portReads
	source.owner.portReads = nil
	for i, v := range call.Arguments {
		o, _ := v.(*goja.Object)
		if target := r.refOf(o); target != nil {
			def.targets = append(def.targets, target)
			continue
		}
		if isNothing(v) && len(reads) > 0 { // to(outputs.y.in)
			def.targets = append(def.targets, reads[0].port)
			source.owner.note(source.owner.alreadyPort(reads[0]))
			reads = reads[1:]
			continue
		}
		source.owner.noTarget(i, v, *def.place)
	}
	return def.object
}

// newConnection makes what a call of to() returns, without targets.
func (b *builder) newConnection(source *portRef) *connectionValue {
	r := b.realm
	def := b.connections.next()
	b.made++
	def.source, def.place, def.targets = source, r.placeHere(), def.only[:0]
	def.object = r.hosted(def, r.wireProto)
	if b.latest != nil {
		b.latest.next = def
	} else {
		b.earliest = def
	}
	b.latest = def
	return def
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
