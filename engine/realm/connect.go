package realm

import (
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

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

	outer := r.wiring
	r.wiring = b.c
	reported := len(r.diagnostics)
	result, err := callback(goja.Undefined(), argument)
	if err != nil {
		if len(r.diagnostics) > reported && strings.Contains(err.Error(), "Dynamic object is not callable") {
			r.wiring = outer
			return // what is called was reported as a port that does not exist
		}
		again := []goja.Value{argument}
		if o, ok := v.(*goja.Object); ok && readsUndefined(err) && o.Get("length").ToInteger() > 1 {
			again = []goja.Value{sections[0], sections[1], sections[2]}
		}
		b.connectThrew(err, nodes, probe, callback, again, at)
		r.wiring = outer
		if nodes.missed != "" || probe.missed != "" || len(again) > 1 {
			nodes.told, probe.told = map[string]bool{nodes.missed: true}, map[string]bool{probe.missed: true}
			b.secondLook(callback, again, at)
		}
		return
	}
	r.wiring = outer
	wires := b.flatten(result, at)
	b.connected = true
	b.inferWidths(wires)
}

// inConnect notes of a name that it stands somewhere in the connect callback, when that is written in the description.
func (b *builder) inConnect(m *circuit.Meant) {
	if m != nil && b.at.call != nil {
		m.From = b.at.call.Keys["connect"]
	}
}

// secondLook runs a connect callback again that ended at a node that does not exist, now with something in its place
// that takes every connection: further mistakes show at once. It reports whether it came to its end.
func (b *builder) secondLook(callback goja.Callable, arguments []goja.Value, at circuit.Place) bool {
	result, err := callback(goja.Undefined(), arguments...)
	if err != nil {
		if _, ok := err.(*goja.Exception); !ok { //nolint:errorlint // goja hands it over unwrapped
			panic(err)
		}
		return false // most likely because of the same mistake
	}
	b.flatten(result, at)
	return true
}

// looksAgain runs a connect callback again that read properties of ports, which have none, before it ended. The reads
// are reported and give the ports themselves. It says that this was all that was wrong.
func (b *builder) looksAgain(callback goja.Callable, arguments []goja.Value) bool {
	before := len(b.realm.diagnostics)
	b.again = true
	if b.secondLook(callback, arguments, b.at.key("connect")) {
		return true
	}
	b.realm.diagnostics = b.realm.diagnostics[:before]
	return false
}

// connectThrew explains an exception of the callback (D41). Uncatchable ends pass through.
func (b *builder) connectThrew(err error, nodes *nodesObject, probe *argumentProbe, callback goja.Callable, again []goja.Value, at circuit.Place) {
	if _, ok := err.(*goja.Exception); !ok { //nolint:errorlint // goja hands it over unwrapped
		panic(err)
	}
	d := b.realm.diagnose(err, circuit.StageRealm, circuit.CodeBadConnect)
	switch {
	case !readsUndefined(err) && !strings.Contains(err.Error(), "has no member"):
	case len(b.portReads) > 0 && probe.missed == "" && nodes.missed == "" && b.looksAgain(callback, again):
		return
	case !readsUndefined(err):
	case len(again) > 1:
		b.problem(circuit.CodeBadConnect, at, "connect receives one object, not several arguments. Write connect: ({ inputs, outputs, nodes }) => [ … ].")
		return
	case probe.missed != "":
		_, section := probe.find(probe.missed)
		b.note(probe.unknown(probe.missed, section).At(probe.place))
		return
	case nodes.missed != "":
		report := nodes.unknown(nodes.missed)
		d.Code, d.Node, d.Suggestion, d.Meant, d.Message = report.Code, report.Node, report.Suggestion, report.Meant, report.Message
	}
	if b.probed != nil && strings.Contains(err.Error(), "has no member 'to'") {
		// inputs.toString exists, but is no port.
		at := d
		d = b.probed.unknown(b.probedKey)
		d.Line, d.Column, d.EndLine, d.EndColumn = at.Line, at.Column, at.EndLine, at.EndColumn
	}
	if d.Code == circuit.CodeUnknownName {
		name, _, _ := strings.Cut(strings.TrimPrefix(d.Message, "'"), "'")
		if _, section := probe.find(name); section != "" {
			d.Suggestion = sprintf("Write %s.%s, or take it from the argument: ({ %s: { %s } }).", section, name, section, name)
		}
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
