// Package protocoltest decodes the columnar Tables of a compile result for tests in Go. The page decodes them with
// embed/client/src/tables.ts.
package protocoltest

import (
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf16"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// errTables is what tables are that say nothing sensible.
var errTables = errors.New("the tables name what they do not have")

// Unfold puts what is in a result's Tables where it belongs: it makes the result as it would be without them.
func Unfold(r *protocol.CompileResult) (err error) {
	if r.Tables == nil {
		return nil
	}
	t, err := decode(r.Tables)
	if err != nil {
		return err
	}
	defer func() {
		if recover() != nil { // a number out of bounds
			err = errTables
		}
	}()
	u := unfolder{tables: t, texts: make([]string, len(t.Lengths))}
	units := utf16.Encode([]rune(t.Text))
	for i, n := range t.Lengths {
		u.texts[i], units = string(utf16.Decode(units[:n])), units[n:]
	}
	design := *r.Design
	design.Nets = make([]int, len(t.Nets))
	for i, n := range t.Nets {
		design.Nets[i] = int(n >> 1)
	}
	if len(t.Scopes) > 0 {
		u.signals = make([]protocol.SignalInfo, 0, len(t.Signals))
		if u.scope(len(t.Scopes)-1, "", true); len(u.signals) != len(t.Signals) {
			return errTables
		}
		design.Signals = u.signals
	}
	r.Design = &design
	library := map[string]*circuit.Circuit{}
	for i := range t.Circuits {
		c := &t.Circuits[i]
		if i == 0 {
			r.Circuit = u.circuit(r.Circuit, c)
		} else {
			name := u.texts[c.Name]
			if library[name] != nil {
				return errTables
			}
			library[name] = u.circuit(r.Library[name], c)
		}
	}
	if len(library) > 0 {
		r.Library = library
	}
	r.Tables = nil
	return u.failed
}

type unfolder struct {
	tables  *protocol.Tables
	texts   []string
	signals []protocol.SignalInfo
	failed  error
}

// scope adds the signals of a place.
func (u *unfolder) scope(i int, path string, top bool) {
	s := &u.tables.Scopes[i]
	name := path
	if top {
		name = "__top__."
	}
	for _, port := range s.Ports {
		net := u.tables.Signals[len(u.signals)]
		u.signals = append(u.signals, protocol.SignalInfo{Path: name + circuit.PathName(u.texts[port]), Net: int(net), Driven: u.tables.Nets[net]&1 != 0})
	}
	for k, node := range s.Nodes {
		of := int(s.Of[k])
		if of >= i {
			panic(errTables)
		}
		u.scope(of, path+circuit.PathName(u.texts[node])+".", false)
	}
}

func (u *unfolder) circuit(c *circuit.Circuit, t *protocol.CircuitTable) *circuit.Circuit {
	whole := *c
	whole.Nodes = make([]circuit.Node, len(t.Nodes))
	for i := range whole.Nodes {
		k := u.tables.Kinds[t.Kinds[i]]
		n := &whole.Nodes[i]
		n.ID, n.ComponentRef = u.texts[t.Nodes[i]], u.texts[k.Component]
		n.Inputs, n.Outputs = u.pins(k.Inputs, k.InputTypes), u.pins(k.Outputs, k.OutputTypes)
		n.Clocks = u.pins(k.Clocks, nil)
		if len(t.Lines) > 0 {
			n.Place.Line = int(t.Lines[i])
		}
		if len(t.Files) > 0 && t.Files[i] > 0 {
			n.Place.File = u.texts[t.Files[i]-1]
		}
		if l := t.Labels[i]; l > 0 {
			n.Label = u.texts[l-1]
		}
		if a := t.Arguments[i]; a > 0 {
			if err := json.Unmarshal([]byte(u.texts[a-1]), &n.Arguments); err != nil {
				u.failed = err
			}
		}
	}
	whole.Connections = make([]circuit.Connection, len(t.Sources))
	for i := range whole.Connections {
		w := &whole.Connections[i]
		w.ID = u.texts[t.Prefix] + strconv.Itoa(i)
		if len(t.Connections) > 0 {
			w.ID = u.texts[t.Connections[i]]
		}
		w.Source, w.Target = u.end(t.Sources[i], t.SourcePorts[i]), u.end(t.Targets[i], t.TargetPorts[i])
		w.PortType = *portType(t.Types[i])
	}
	return &whole
}

func (u *unfolder) pins(names, types []uint32) []circuit.Pin {
	pins := make([]circuit.Pin, len(names))
	for i := range pins {
		pins[i].Name = u.texts[names[i]]
		if types != nil {
			pins[i].PortType = portType(types[i])
		}
	}
	return pins
}

func portType(n uint32) *circuit.PortType {
	switch n {
	case 0:
		return nil
	case 1:
		return &circuit.PortType{Kind: circuit.Bit}
	}
	return &circuit.PortType{Kind: circuit.Bus, Width: int(n - 2)}
}

func (u *unfolder) end(node, port uint32) circuit.Endpoint {
	e := circuit.Endpoint{PortName: u.texts[port]}
	if node > 0 {
		e.NodeID = u.texts[node-1]
	}
	return e
}
