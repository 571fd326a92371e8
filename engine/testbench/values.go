package testbench

import (
	"fmt"
	"sort"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// reading is where the value of a port is read.
type reading struct {
	net  int
	port circuit.PortType
}

// find looks a port up: an output or input of the circuit, or the path of a port inside ("ha1.xor1.out").
func (s *simulation) find(name string) (reading, bool) {
	if i, ok := s.outputs[name]; ok {
		return reading{s.Design.Outputs[i].Net, s.Design.Outputs[i].Type}, true
	}
	if i, ok := s.inputs[name]; ok {
		return reading{s.Design.Inputs[i].Net, s.Design.Inputs[i].Type}, true
	}
	if signal, ok := s.Design.Signal(name); ok {
		return reading{signal.Net, signal.Type}, true
	}
	return reading{}, false
}

// reading is find, and throws when there is no such port.
func (s *simulation) reading(name string) reading {
	r, ok := s.find(name)
	if !ok {
		s.realm.Throw(s.unknown(name))
	}
	return r
}

func (s *simulation) unknown(name string) error {
	names := make([]string, 0, len(s.outputs)+len(s.inputs))
	for n := range s.outputs {
		names = append(names, n)
	}
	for n := range s.inputs {
		names = append(names, n)
	}
	for signal := range s.Design.Signals() {
		names = append(names, signal.Path)
	}
	sort.Strings(names)
	d := &circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeUnknownSignal, Severity: circuit.Error,
		Circuit: s.Main, Node: name,
		Message:    "No port of " + s.Main + " is called '" + name + "'.",
		Suggestion: circuit.DidYouMean(name, names),
	}
	if d.Suggestion == "" {
		d.Suggestion = "Use the name of an input or output, or the path of a port inside, such as 'adder.sum'."
	}
	return d
}

func (s *simulation) peek(net int, t circuit.PortType) goja.Value {
	return s.realm.Unsigned(s.machine.Peek(net), t.Wires())
}

// get reads one port: a number up to 32 bits, a bigint above.
func (s *simulation) get(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	if s.machine == nil {
		if v, ok := s.last[name]; ok {
			return v
		}
		s.realm.Throw(s.unknown(name))
	}
	r := s.reading(name)
	s.drives()
	s.port = name
	return s.peek(r.net, r.port)
}

// read gives all outputs, in the order of their declaration.
func (s *simulation) read(goja.FunctionCall) goja.Value {
	o := s.vm.NewObject()
	s.drives()
	s.port = ""
	for i := range s.Design.Outputs {
		p := &s.Design.Outputs[i]
		v := s.last[p.Name]
		if s.machine != nil {
			v = s.peek(p.Net, p.Type)
		}
		s.put(o, p.Name, v)
	}
	return o
}

func (b *bench) put(o *goja.Object, name string, v goja.Value) {
	_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// state reads what a node remembers: a number, a text or a Map; an object of these when there are several fields.
func (s *simulation) state(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	i := s.Design.NodeIndex(name)
	if i < 0 || len(s.Design.Node(i).State) == 0 {
		var names []string
		for _, n := range s.Design.Nodes() {
			if len(n.State) > 0 {
				names = append(names, n.Path)
			}
		}
		s.realm.Throw(&circuit.Diagnostic{
			Stage: circuit.StageSimulate, Code: circuit.CodeUnknownSignal, Severity: circuit.Error, Circuit: s.Main, Node: name,
			Message: "No node of " + s.Main + " with state is called '" + name + "'.", Suggestion: circuit.DidYouMean(name, names),
		})
	}
	if s.machine == nil {
		return goja.Undefined()
	}
	return s.stateOf(s.machine, i)
}

func (s *simulation) stateOf(m sim.Machine, node int) goja.Value {
	blocks := s.Design.Node(node).State
	if len(blocks) == 1 {
		return s.cell(m.State(node, 0), blocks[0].StateType)
	}
	o := s.vm.NewObject()
	for k := range blocks {
		s.put(o, blocks[k].Name, s.cell(m.State(node, k), blocks[k].StateType))
	}
	return o
}

func (b *bench) cell(state sim.State, t circuit.StateType) goja.Value {
	switch {
	case state.IsText:
		return b.vm.ToValue(state.Text)
	case t.Kind == circuit.Memory:
		o, set := b.mapOf()
		addresses := make([]uint64, 0, len(state.Memory))
		for a := range state.Memory {
			addresses = append(addresses, a)
		}
		sort.Slice(addresses, func(i, j int) bool { return addresses[i] < addresses[j] })
		for _, a := range addresses {
			set(b.vm.ToValue(int64(a)), b.realm.Unsigned(state.Memory[a], t.DataWidth))
		}
		return o
	}
	return b.realm.Unsigned(state.Scalar, stateWidth(t))
}

func stateWidth(t circuit.StateType) int {
	if t.Kind == circuit.Bus {
		return t.Width
	}
	return 1
}

// assignState overwrites the state of a node: the value itself, or an object of fields when there are several.
func (s *simulation) assignState(node int, v goja.Value) {
	n := s.Design.Node(node)
	fields, isObject := v.(*goja.Object)
	if len(n.State) == 1 {
		if !isObject || realm.IsMap(v) || fields.ClassName() == "Array" || fields.Get(n.State[0].Name) == nil {
			s.assignField(node, 0, v)
			return
		}
	} else if !isObject {
		s.realm.ThrowTypeError("'%s' has several state fields: give an object of them", n.Path)
	}
	for k := range n.State {
		if v := fields.Get(n.State[k].Name); v != nil && !goja.IsUndefined(v) {
			s.assignField(node, k, v)
		}
	}
}

// contents reads what a memory is given. A cell is a value from outside, as that of a port is.
func (s *simulation) contents(name string, block *circuit.StateBlock, v goja.Value) map[uint64]circuit.Value {
	contents := map[uint64]circuit.Value{}
	var wrong error
	ok := s.realm.Cells(v, func(a uint64, cell goja.Value) {
		if wrong != nil || cell == nil || goja.IsUndefined(cell) || block.Depth > 0 && a >= uint64(block.Depth) {
			return
		}
		number, err := given(cell)
		if err != nil {
			wrong = fmt.Errorf("'%s', address %d: %w", circuit.Cut(name, 100), a, err)
			return
		}
		if value := number.In(block.StateType.DataWidth); !value.IsZero() {
			contents[a] = value
		} else {
			delete(contents, a)
		}
	})
	switch {
	case !ok:
		s.realm.ThrowTypeError("'%s' is a memory: give a Map, a list, or an object of addresses", name)
	case wrong != nil:
		s.realm.ThrowTypeError("%v", wrong)
	}
	return contents
}

func (s *simulation) assignField(node, k int, v goja.Value) {
	n := s.Design.Node(node)
	block, name := &n.State[k], n.Path
	switch {
	case block.StateType.Kind == circuit.Memory:
		state := sim.State{Memory: s.contents(name, block, v)}
		s.loaded[field{node, k}] = state
		s.machine.SetState(node, k, state)
	case block.InitialValue.IsText:
		text := v.String()
		s.machine.SetState(node, k, sim.State{Text: text, IsText: true})
		if is := s.machine.State(node, k).Text; is != text && (is == "" || !strings.HasSuffix(text, is)) { // a text that is cut keeps its end
			s.realm.ThrowTypeError("'%s' cannot be %q: its lambdas know no such state", name, text)
		}
	default:
		s.machine.SetState(node, k, sim.State{Scalar: s.number(name, v, stateWidth(block.StateType))})
	}
}
