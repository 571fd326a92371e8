package realm

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// connectSections are the names in the argument of connect, in the order of argumentProbe's sections.
var connectSections = [...]string{"inputs", "outputs", "nodes"}

// argumentProbe stands behind the argument of connect and finds ports and nodes that are looked for directly in it. At
// the first look such a name reads undefined, as in public Simten; it is remembered, to explain the TypeError that
// follows.
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
		Code: circuit.CodeBadConnect, Severity: circuit.Error,
		Message: sprintf("connect receives inputs, outputs and nodes; there is no '%s' beside them.", key),
	}
	d.Guess(circuit.UseMember, key, connectSections[:])
	p.b.inConnect(d.Meant)
	if section != "" {
		d.Advise(sprintf("Write %s.%s.", section, key))
	}
	return d
}

func (p *argumentProbe) Has(string) bool             { return false }
func (p *argumentProbe) Set(string, goja.Value) bool { return false }
func (p *argumentProbe) Delete(string) bool          { return false }
func (p *argumentProbe) Keys() []string              { return nil }
