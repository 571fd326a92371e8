package elaborate

import (
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// Limits bound a flat design.
type Limits struct {
	Nodes      int // primitives after flattening; 0 = the default
	StateBytes int // of the state fields' start values; 0 = the default
	// MaybeYield, when set, is called several times in a second, so that who waits knows that the work goes on.
	Beat func()
}

// Elaborate flattens a circuit. The library resolves what nodes refer to. When a diagnostic is an
// error there is no design.
//
// A primitive circuit as the top becomes one flat node whose path is the circuit's name (3.8).
func Elaborate(top *circuit.Circuit, library circuit.Library, l Limits) (*Design, []circuit.Diagnostic) {
	filled := limits.Limits{NodesPerCircuit: l.Nodes, StateBytes: l.StateBytes}.Fill()
	made := &shapes{
		library: library, made: map[*circuit.Circuit]*shape{},
		nodes: int64(filled.NodesPerCircuit), stateBytes: int64(filled.StateBytes),
	}
	s := made.of(top)
	if s == nil {
		return nil, made.diagnostics
	}
	if s.primitive() {
		s = wrapped(s)
		if !made.affordable(s, nil, size{nodes: 1, places: 1, state: int64(stateBytes(s.children[0].state))}) {
			return nil, made.diagnostics
		}
	}
	d := &Design{Name: top.Name, Sequential: s.stateful, top: s}
	e := &elaborator{design: d, beat: l.Beat}
	e.flatten()
	if circuit.HasErrors(e.diagnostics) {
		return nil, e.diagnostics
	}
	return d, e.diagnostics
}

// wrapped is a circuit of one node, with the ports of that node.
func wrapped(of *shape) *shape {
	c := of.c
	record := &circuit.Node{ID: c.Name, ComponentRef: c.Name, Definition: c.Definition, Place: c.Place}
	s := newShape(c, 0)
	s.leaf, s.nodes, s.stateful, s.ports = false, 1, of.stateful, int32(len(c.Inputs)+len(c.Outputs))
	s.children = []child{{of: of, record: record, state: startState(c, circuit.Arguments{})}}
	s.index.Nodes = []circuit.Node{*record} // the circuit itself lists no nodes
	for i := range c.Inputs {
		s.wires = append(s.wires, link{source: ^int32(i), target: int32(i), connection: -1})
	}
	for i := len(c.Inputs); i < int(s.ports); i++ {
		s.wires = append(s.wires, link{source: int32(i), target: ^int32(i), connection: -1})
	}
	return s
}

// elaborator turns the wires of all places into nets. Its lists are indexed by port.
type elaborator struct {
	design      *Design
	diagnostics []circuit.Diagnostic
	driver      []int32 // the port that drives a port; nobody; or for an output of a primitive ^node − 1
	width       []int32 // of the port
	beat        func()
	work        int // ports since the last beat
}

// did counts work on n ports.
func (e *elaborator) did(n int) {
	if e.work += n; e.work >= 1<<17 {
		e.work = 0
		if e.beat != nil {
			e.beat()
		}
	}
}

// nobody stands for a port that nothing drives.
const nobody = -1

// maxConflicts bounds the list of wiring errors: a wrong wire in a circuit is wrong in all its places.
const maxConflicts = 100

func (e *elaborator) flatten() {
	d := e.design
	c := d.top.c
	own := len(c.Inputs) + len(c.Outputs)
	all := own + int(d.top.ports)
	e.driver, e.width = make([]int32, all), make([]int32, all)
	for i := range e.driver {
		e.driver[i] = nobody
	}
	copy(e.width, d.top.widths)
	e.place(d.top, 0, int32(own), 0)
	if circuit.HasErrors(e.diagnostics) {
		return
	}
	e.resolve()
}

// place wires one place of a circuit: own is the number of the first of its own ports, inside that of
// the first port inside, node that of the first flat node inside.
func (e *elaborator) place(s *shape, own, inside, node int32) {
	for i := range s.children {
		x := &s.children[i]
		first := inside + x.ports
		ins := len(x.of.c.Inputs)
		width := e.width[first : int(first)+len(x.of.widths)]
		for k := range width { // they are few: copy would be slower
			width[k] = x.of.widths[k]
		}
		for k := range x.types {
			width[k] = int32(x.types[k].Wires())
		}
		if x.of.primitive() {
			outputs := e.driver[int(first)+ins : int(first)+len(x.of.widths)]
			for k := range outputs {
				outputs[k] = ^(node + x.node) - 1
			}
			continue
		}
		e.place(x.of, first, inside+x.inner(), node+x.node)
	}
	e.did(2 * (len(s.children) + len(s.wires)))
	for i := range s.wires {
		w := &s.wires[i]
		source, target := absolute(w.source, own, inside), absolute(w.target, own, inside)
		switch before := e.driver[target]; {
		case before == nobody:
			e.driver[target] = source
		case before >= 0 && before != source:
			e.conflict(s, w, before, source)
		}
	}
}

// absolute numbers a port of a link.
func absolute(port, own, inside int32) int32 {
	if port < 0 {
		return own + ^port
	}
	return inside + port
}

func (e *elaborator) conflict(s *shape, w *link, before, source int32) {
	if len(e.diagnostics) >= maxConflicts {
		return
	}
	c := &s.c.Connections[w.connection]
	e.report(circuit.Diagnostic{
		Code: circuit.CodeFlatDrivers, Circuit: s.c.Name, Node: c.Target.NodeID,
		Message: fmt.Sprintf("%s is driven from inside by %s and from outside by %s. Keep one.", c.Target, e.design.signal(before).Path, e.design.signal(source).Path),
	}.At(c.Place))
}

func (e *elaborator) report(d circuit.Diagnostic) {
	d.Stage, d.Severity = circuit.StageElaborate, circuit.Error
	e.diagnostics = append(e.diagnostics, d)
}
