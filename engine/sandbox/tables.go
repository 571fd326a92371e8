package sandbox

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/protocol"
)

// EncodeColumns describes a design as Describe does, and puts what is long in that and in the circuits of a result into
// the result's Tables. The circuits of the program itself stay as they are. The error is for options of nodes that JSON
// cannot say.
func EncodeColumns(r *protocol.CompileResult, d *elaborate.Design) error {
	named := 0 // mostly a text of its own each
	if r.Circuit != nil && r.Omitted == nil {
		named = len(r.Circuit.Nodes)
	}
	f := folder{texts: make(map[string]uint32, named), kinds: map[kindKey]uint32{}, options: map[*string]folded{}}
	levels := f.design(r, d)
	if r.Circuit != nil && r.Omitted == nil {
		r.Circuit = f.circuit("", r.Circuit)
		library := make(map[string]*circuit.Circuit, len(r.Library))
		for _, name := range slices.Sorted(maps.Keys(r.Library)) {
			library[name] = f.circuit(name, r.Library[name])
		}
		r.Library = library
	}
	f.scopes(d.Outlines(levels))
	f.tables.Text = string(f.text)
	r.Tables = f.tables.Encode()
	return f.failed
}

// folder writes tables.
type folder struct {
	tables protocol.Tables
	text   []byte
	texts  map[string]uint32 // numbers of the texts that are there
	kinds  map[kindKey]uint32
	latest [64]latestKind
	// The options of nodes that are instances of one value share their keys.
	options map[*string]folded
	recent  [64]numbered
	json    []byte // scratch for the options of a node
	failed  error
}

// folded are options with the number of the text that says them.
type folded struct {
	keys   int     // how many
	values uintptr // which map
	number uint32
}

// latestKind is a kind with the number after its own.
type latestKind struct {
	key   kindKey
	after uint32
}

// kindKey tells kinds of nodes apart: nodes of one component share their pins.
type kindKey struct {
	component               string
	inputs, outputs, clocks *circuit.Pin
}

// design describes the design, with all its signals in the tables that are shown.
func (f *folder) design(r *protocol.CompileResult, d *elaborate.Design) (levels int) {
	r.Design, levels = outline(d)
	f.tables.Nets = make([]uint32, len(d.Nets))
	for i := range d.Nets {
		f.tables.Nets[i] = uint32(d.Nets[i].Width) << 1
		if d.Driven(i) {
			f.tables.Nets[i]++
		}
	}
	f.tables.Signals = d.NetsWithin(levels)
	return levels
}

func (f *folder) scopes(outlines []elaborate.Outline) {
	f.tables.Scopes = make([]protocol.ScopeTable, len(outlines))
	for i, o := range outlines {
		t := protocol.ScopeTable{Nodes: make([]uint32, len(o.Inside)), Of: make([]uint32, len(o.Inside))}
		for _, ports := range [][]circuit.Port{o.Circuit.Inputs, o.Circuit.Outputs} {
			for k := range ports {
				t.Ports = append(t.Ports, f.number(ports[k].Name))
			}
		}
		for k, x := range o.Inside {
			t.Nodes[k], t.Of[k] = f.number(x.ID), uint32(x.Outline)
		}
		f.tables.Scopes[i] = t
	}
}

// circuit adds the table of a circuit, and gives the circuit without what is in it.
func (f *folder) circuit(name string, c *circuit.Circuit) *circuit.Circuit {
	nodes, connections := len(c.Nodes), len(c.Connections)
	t := protocol.CircuitTable{
		Name:  int(f.number(name)),
		Nodes: make([]uint32, nodes), Kinds: make([]uint32, nodes), Labels: make([]uint32, nodes), Arguments: make([]uint32, nodes),
		Sources: make([]uint32, connections), SourcePorts: make([]uint32, connections),
		Targets: make([]uint32, connections), TargetPorts: make([]uint32, connections), Types: make([]uint32, connections),
	}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		t.Nodes[i], t.Kinds[i] = f.number(n.ID), f.kind(n)
		if n.Label != "" {
			t.Labels[i] = 1 + f.number(n.Label)
		}
		if len(n.Arguments.Keys) > 0 {
			t.Arguments[i] = 1 + f.arguments(n.Arguments)
		}
		if n.Place.Line > 0 {
			if t.Lines == nil {
				t.Lines = make([]uint32, nodes)
			}
			t.Lines[i] = uint32(n.Place.Line)
		}
		if n.Place.File != "" {
			if t.Files == nil {
				t.Files = make([]uint32, nodes)
			}
			t.Files[i] = 1 + f.number(n.Place.File)
		}
	}
	prefix, same := prefixOf(c.Connections)
	t.Prefix = int(f.number(prefix))
	if !same {
		t.Connections = make([]uint32, connections)
		for i := range c.Connections {
			t.Connections[i] = f.number(c.Connections[i].ID)
		}
	}
	index := circuit.NodeIndex{Nodes: c.Nodes}
	end := func(e *circuit.Endpoint, noted int32) (node, port uint32) {
		if e.NodeID != "" {
			if k := index.Find(e.NodeID, noted); k >= 0 {
				node = 1 + t.Nodes[k]
			} else {
				node = 1 + f.number(e.NodeID)
			}
		}
		return node, f.often(e.PortName)
	}
	for i := range c.Connections {
		w := &c.Connections[i]
		t.Sources[i], t.SourcePorts[i] = end(&w.Source, w.SourceNode)
		t.Targets[i], t.TargetPorts[i] = end(&w.Target, w.TargetNode)
		t.Types[i] = typeNumber(&w.PortType)
	}
	f.tables.Circuits = append(f.tables.Circuits, t)
	rest := *c
	rest.Nodes, rest.Connections = []circuit.Node{}, []circuit.Connection{}
	return &rest
}

// prefixOf is what stands before the numbers of connections, if their ids are one text each with 0, 1, ….
func prefixOf(list []circuit.Connection) (prefix string, same bool) {
	if len(list) == 0 {
		return "", true
	}
	prefix, same = strings.CutSuffix(list[0].ID, "0")
	for i := range list {
		id, found := strings.CutPrefix(list[i].ID, prefix)
		if !same || !found || !isDecimal(id, i) {
			return "", false
		}
	}
	return prefix, true
}

// isDecimal reports whether a text is a number as it is written without leading zeros.
func isDecimal(s string, n int) bool {
	if s == "" || s[0] == '0' && s != "0" || len(s) > 18 {
		return false
	}
	value := 0
	for i := range len(s) {
		digit := s[i] - '0'
		if digit > 9 {
			return false
		}
		value = 10*value + int(digit)
	}
	return value == n
}

func (f *folder) kind(n *circuit.Node) uint32 {
	key := kindKey{n.ComponentRef, first(n.Inputs), first(n.Outputs), first(n.Clocks)}
	latest := &f.latest[uint(n.Definition)%uint(len(f.latest))]
	if latest.after > 0 && latest.key == key {
		return latest.after - 1
	}
	i, ok := f.kinds[key]
	if !ok {
		i = f.newKind(n)
		f.kinds[key] = i
	}
	*latest = latestKind{key, i + 1}
	return i
}

func (f *folder) newKind(n *circuit.Node) uint32 {
	i := uint32(len(f.tables.Kinds))
	k := protocol.NodeKind{Component: int(f.number(n.ComponentRef))}
	k.Inputs, k.InputTypes = f.pins(n.Inputs)
	k.Outputs, k.OutputTypes = f.pins(n.Outputs)
	k.Clocks, _ = f.pins(n.Clocks)
	f.tables.Kinds = append(f.tables.Kinds, k)
	return i
}

// first is the identity of a list.
func first(list []circuit.Pin) *circuit.Pin {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

func (f *folder) pins(list []circuit.Pin) (names, types []uint32) {
	for i := range list {
		names = append(names, f.number(list[i].Name))
		types = append(types, typeNumber(list[i].PortType))
	}
	return names, types
}

func typeNumber(t *circuit.PortType) uint32 {
	switch {
	case t == nil:
		return 0
	case t.Kind == circuit.Bus:
		return 2 + uint32(t.Width)
	}
	return 1
}

// arguments is the number of the text that says the options of a node.
func (f *folder) arguments(a circuit.Arguments) uint32 {
	values := reflect.ValueOf(a.Values).Pointer()
	known, ok := f.options[&a.Keys[0]]
	if !ok || known.keys != len(a.Keys) || known.values != values {
		known = folded{len(a.Keys), values, f.newArguments(a)}
		f.options[&a.Keys[0]] = known
	}
	return known.number
}

func (f *folder) newArguments(a circuit.Arguments) uint32 {
	f.json = append(f.json[:0], '{')
	for i, key := range a.Keys {
		if i > 0 {
			f.json = append(f.json, ',')
		}
		f.value(key)
		f.json = append(f.json, ':')
		f.value(a.Values[key])
	}
	f.json = append(f.json, '}')
	if i, ok := f.texts[string(f.json)]; ok {
		return i
	}
	return f.number(string(f.json))
}

// value writes an option as JSON: quickly what most of them are.
func (f *folder) value(v any) {
	switch v := v.(type) {
	case bool:
		f.json = strconv.AppendBool(f.json, v)
		return
	case float64:
		if n := int64(v); float64(n) == v && (n != 0 || !math.Signbit(v)) && -1<<53 < n && n < 1<<53 {
			f.json = strconv.AppendInt(f.json, n, 10)
			return
		}
	case string:
		if simple(v) {
			f.json = append(append(append(f.json, '"'), v...), '"')
			return
		}
	}
	text, err := json.Marshal(v)
	if err != nil && f.failed == nil {
		f.failed = err
	}
	f.json = append(f.json, text...)
}

// simple reports whether a text stands in JSON as it is, a byte for each unit.
func simple(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == '"' || s[i] == '\\' || s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// numbered is a text with its number.
type numbered struct {
	text   string
	number uint32
}

// often is number for a text that comes again and again, as the name of a port.
func (f *folder) often(s string) uint32 {
	if s == "" {
		return f.number(s)
	}
	r := &f.recent[(uint(s[0])+uint(s[len(s)-1])<<2+uint(len(s))<<4)%uint(len(f.recent))]
	if r.text != s {
		*r = numbered{s, f.number(s)}
	}
	return r.number
}

// number is the number of a text.
func (f *folder) number(s string) uint32 {
	if i, ok := f.texts[s]; ok {
		return i
	}
	i := uint32(len(f.tables.Lengths))
	f.texts[s] = i
	units := len(s)
	if simple(s) {
		f.text = append(f.text, s...)
	} else {
		units = 0
		for _, r := range s { // half a surrogate pair becomes U+FFFD, as in JSON
			if units++; r > 0xffff {
				units++
			}
			f.text = utf8.AppendRune(f.text, r)
		}
	}
	f.tables.Lengths = append(f.tables.Lengths, uint32(units))
	return i
}
