package rtl

import (
	"context"
	"fmt"

	"simten.dev/engine/behavior"
	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
)

// Build compiles a flat design to a netlist. The diagnostics are hints: one for each kind of lambda
// that stays opaque, with the reason. The error means that the context ended or the engine failed.
func Build(ctx context.Context, r *realm.Realm, d *elaborate.Design) (*Module, []circuit.Diagnostic, error) {
	return compile(ctx, r, d, false)
}

// BuildFixed is Build with the values of Constant components taken as what they are at the start,
// which makes a smaller netlist. Module.Fixed lists the inputs that are no longer looked at: once one
// of them changes, the netlist of Build must go on. The two have the same inputs, registers, memories
// and texts, so state can be carried over.
func BuildFixed(ctx context.Context, r *realm.Realm, d *elaborate.Design) (*Module, []circuit.Diagnostic, error) {
	return compile(ctx, r, d, true)
}

func compile(ctx context.Context, r *realm.Realm, d *elaborate.Design, fixed bool) (*Module, []circuit.Diagnostic, error) {
	b := &build{
		fixed: fixed,
		ctx:   ctx, realm: r, design: d, lowerer: behavior.NewLowerer(r), b: word.NewBuilder(),
		nodes: make([]*behavior.Node, d.NodeCount()),
		parts: make([]elaborate.Part, d.NodeCount()),
		nets:  make([]word.ID, len(d.Nets)),
		m:     &Module{Name: d.Name, Fields: make([][]Field, d.NodeCount()), Path: d.Path},
	}
	b.b.Reserve(d.NodeCount() + d.NodeCount()/2)
	if err := b.run(); err != nil {
		return nil, nil, err
	}
	b.m.Feedback = len(b.m.Vars) > 0
	m, hints, assembled := b.m, b.hints, b.b
	if err := b.told(evaluated); err != nil {
		return nil, nil, err
	}
	b = nil // what assembled the operations is not needed while they are ordered
	Tidy(len(assembled.Ops))
	Finish(m, assembled, nil)
	return m, hints, nil
}

// build assembles the operations of a design, unordered as far as feedback is concerned.
type build struct {
	ctx     context.Context
	realm   *realm.Realm
	design  *elaborate.Design
	lowerer *behavior.Lowerer
	b       *word.Builder
	m       *Module
	nodes   []*behavior.Node
	parts   []elaborate.Part
	nets    []word.ID // by net; None = not computed yet
	inputs  map[inputKey]word.ID
	fixed   bool // Constant components are constants
	hints   []circuit.Diagnostic
	hinted  map[hintKey]bool
	tables  map[*behavior.Lowered]uint64 // where a lambda's lookup tables start
	vars    map[int]uint64               // net → feedback variable
	scratch []word.ID
}

type inputKey struct {
	node, option int
	kind         behavior.ParamKind
}

type hintKey struct {
	component string
	place     circuit.Place
}

func (b *build) run() error {
	b.vars = map[int]uint64{}
	b.inputs, b.hinted, b.tables = map[inputKey]word.ID{}, map[hintKey]bool{}, map[*behavior.Lowered]uint64{}
	for i := range b.nets {
		b.nets[i] = word.None
	}
	for i, p := range b.design.Inputs {
		w := p.Type.Wires()
		b.m.Inputs = append(b.m.Inputs, Input{Kind: TopInput, Width: w, Index: i, Name: p.Name})
		b.nets[p.Net] = b.b.Resize(b.b.Leaf(word.Param, w, uint64(i)), b.design.Nets[p.Net].Width)
	}
	total := float64(len(b.parts))
	for i, p := range b.design.Each() {
		if i%beat == 0 {
			if err := b.told(float64(i) / total * lowered); err != nil {
				return err
			}
		}
		node, err := b.lowerer.Node(b.ctx, p)
		if err != nil {
			return fmt.Errorf("node %s: %w", b.design.Path(i), err)
		}
		b.nodes[i], b.parts[i] = node, p
		if node.Opaque != nil {
			b.hint(i, node)
		}
		b.declareState(i)
	}
	done := 0
	var ended error
	b.inOrder(func(i int) {
		if done++; done%beat == 0 && ended == nil {
			ended = b.told(lowered + float64(done)/total*(evaluated-lowered))
		}
		if ended == nil {
			b.eval(i)
		}
	})
	if ended != nil {
		return ended
	}
	for i := range b.design.NodeCount() {
		b.tick(i)
	}
	b.parts, b.nodes = nil, nil
	b.m.Nets = make([]word.ID, len(b.design.Nets))
	for i := range b.design.Nets {
		b.m.Nets[i] = b.net(i)
	}
	for i := range b.m.Vars {
		v := &b.m.Vars[i]
		if v.Next == word.None {
			v.Next = b.nets[v.net]
		}
	}
	return b.ctx.Err()
}

// hint tells once for each lambda why it stays opaque.
func (b *build) hint(i int, node *behavior.Node) {
	c := b.parts[i].Circuit()
	which := "eval"
	if node.OpaqueTick {
		which = "onTick"
	}
	d := circuit.Diagnostic{
		Stage: circuit.StageElaborate, Code: circuit.CodeOpaque, Severity: circuit.Info, Circuit: c.Name,
		Message: fmt.Sprintf("%s of %s is not compiled and runs slower: %s.", which, c.Name, node.Opaque.Reason),
	}
	place := node.Opaque.Place
	if def := b.realm.Definition(c.Definition); def == nil || def.Library {
		place = circuit.Place{} // not the user's text
	}
	if key := (hintKey{c.Name, place}); !b.hinted[key] {
		b.hinted[key] = true
		d.Node = b.design.Path(i)
		b.hints = append(b.hints, d.At(place))
	}
}

// declareState makes registers, memories and texts of a node's state fields.
func (b *build) declareState(i int) {
	state, node := b.parts[i].State(), b.nodes[i]
	if len(state) == 0 {
		return
	}
	fields := make([]Field, len(state))
	path := b.design.Path(i)
	for k, s := range state {
		name := path + "." + s.Name
		f := Field{Kind: HostField, Index: i, Sign: -1, Has: -1}
		switch {
		case node.Opaque != nil:
		case s.StateType.Kind == circuit.Memory:
			f.Kind, f.Index = MemoryField, len(b.m.Memories)
			shape := node.Fields[k]
			start := map[uint64]circuit.Value{}
			has := map[uint64]circuit.Value{}
			for a, v := range s.InitialValue.Memory {
				if a < shape.Depth {
					has[a] = circuit.Uint(1)
					if v = v.Mask(shape.Width); !v.IsZero() {
						start[a] = v
					}
				}
			}
			b.m.Memories = append(b.m.Memories, Memory{Name: name, Depth: int(shape.Depth), Width: shape.Width, Start: start})
			if shape.Width == 32 && shape.View == behavior.WithSign {
				f.Sign = len(b.m.Memories)
				b.m.Memories = append(b.m.Memories, Memory{Name: name + "#sign", Depth: int(shape.Depth), Width: 1})
			}
			if readsPart(node, k, behavior.MemoryHas) {
				f.Has = len(b.m.Memories)
				b.m.Memories = append(b.m.Memories, Memory{Name: name + "#has", Depth: int(shape.Depth), Width: 1, Start: has})
			}
		case s.InitialValue.IsText:
			f.Kind, f.Index = TextField, len(b.m.Texts)
			limit := behavior.DefaultTextLimit
			if node.Tick != nil && node.Tick.Next[k].Limit > 0 {
				limit = node.Tick.Next[k].Limit
			}
			b.m.Texts = append(b.m.Texts, Text{Name: name, Start: s.InitialValue.Text, Limit: limit})
		default:
			f.Kind, f.Index = RegisterField, len(b.m.Registers)
			shape := node.Fields[k]
			b.register(name, shape.Width, s.InitialValue.Number.Mask(shape.Width))
			if shape.Width == 32 && shape.View == behavior.WithSign {
				f.Sign = len(b.m.Registers)
				sign := circuit.Value{}
				if s.InitialValue.Negative {
					sign = circuit.Uint(1)
				}
				b.register(name+"#sign", 1, sign)
			}
		}
		fields[k] = f
	}
	b.m.Fields[i] = fields
}

// register adds a register that holds until tick says otherwise.
func (b *build) register(name string, width int, start circuit.Value) {
	id := b.b.Leaf(word.Reg, width, uint64(len(b.m.Registers)))
	b.m.Registers = append(b.m.Registers, Register{Name: name, Width: width, Start: start, Next: id})
}

// readsPart reports that a lambda of the node reads a part of a memory field.
func readsPart(node *behavior.Node, field, part int) bool {
	for _, l := range []*behavior.Lowered{node.Eval, node.Tick} {
		if l == nil {
			continue
		}
		for i := range l.Graph.Ops {
			if op := &l.Graph.Ops[i]; op.Kind == word.MemRead && op.Imm == uint64(field*behavior.MemoryParts+part) {
				return true
			}
		}
	}
	return false
}

// net is the value of a net. The value of one that is being computed further on in the same
// combinational loop is a feedback variable.
func (b *build) net(i int) word.ID {
	if b.nets[i] != word.None {
		return b.nets[i]
	}
	n := &b.design.Nets[i]
	switch n.Driver.Kind {
	case elaborate.View:
		source := b.net(int(n.Driver.Source))
		if b.b.Ops[source].Kind == word.Loop {
			return b.b.Resize(source, n.Width) // the source itself may still get its value
		}
		b.nets[i] = b.b.Resize(source, n.Width)
		return b.nets[i]
	case elaborate.NodeOutput:
		return b.feedback(int(n.Driver.Source), n.Width, i, int(n.Driver.Port))
	}
	b.nets[i] = b.b.Uint(0, n.Width)
	return b.nets[i]
}

// feedback reads a net before its driver has been evaluated.
func (b *build) feedback(node, width, net, port int) word.ID {
	if i, ok := b.vars[net]; ok {
		return b.b.Leaf(word.Loop, width, i)
	}
	b.vars[net] = uint64(len(b.m.Vars))
	b.m.Vars = append(b.m.Vars, Var{Width: width, Next: word.None, Node: node, Name: b.outputName(node, port), net: net})
	return b.b.Leaf(word.Loop, width, uint64(len(b.m.Vars)-1))
}

// outputName names an output of a node.
func (b *build) outputName(node, port int) string {
	return b.design.Path(node) + "." + b.parts[node].Circuit().Outputs[port].Name
}

// undriven gives the outputs of a node that computes none.
func (b *build) undriven(p elaborate.Part) {
	for k := range p.Circuit().Outputs {
		net := p.Output(k)
		b.nets[net] = b.b.Uint(0, b.design.Nets[net].Width)
	}
}

// eval computes the outputs of a node.
func (b *build) eval(i int) {
	p, node := b.parts[i], b.nodes[i]
	if node.Opaque != nil {
		b.evalOpaque(i)
		return
	}
	if node.Eval == nil {
		b.undriven(p)
		return
	}
	values := b.instantiate(i, node.Eval)
	b.throws(i, false, node.Eval.Throws, values)
	for k, r := range node.Eval.Outputs {
		v, given := values[r.Value], values[r.Given]
		if misfit := values[r.Misfit]; !b.isFalse(misfit) {
			b.m.Checks = append(b.m.Checks, Misfit{Node: i, Output: k, Value: misfit, Place: b.evalPlace(p)})
		}
		if c, known := b.b.ConstValue(given); !known || c.IsZero() {
			// sometimes not given: the output holds, which is a loop of its own
			w := p.OutputWidth(k)
			index := uint64(len(b.m.Vars))
			b.m.Vars = append(b.m.Vars, Var{Width: w, Node: i, Name: b.outputName(i, k), net: -1})
			v = b.b.Mux(given, v, b.b.Leaf(word.Loop, w, index))
			b.m.Vars[index].Next = v
		}
		net := p.Output(k)
		b.nets[net] = b.b.Resize(v, b.design.Nets[net].Width)
	}
}

// evalPlace is where the eval of a node stands in the user's text.
func (b *build) evalPlace(p elaborate.Part) circuit.Place {
	if def := b.realm.Definition(p.Circuit().Definition); def != nil && !def.Library && def.Eval != nil {
		return def.Eval.Place
	}
	return circuit.Place{}
}

func (b *build) call(i int, tick bool) word.ID {
	n, node := b.parts[i].Node(), b.nodes[i]
	c := Call{Node: i, Tick: tick, Reason: node.Opaque.Reason, Place: node.Opaque.Place}
	def := b.realm.Definition(n.Definition)
	lambda := def.Eval
	if tick {
		lambda = def.OnTick
	}
	for _, k := range behavior.Reads(lambda, n.Inputs) {
		p := n.Inputs[k]
		if p.Connected {
			c.Args = append(c.Args, CallArg{Name: p.Name, Port: k, Value: b.b.Resize(b.net(p.Net), p.Type.Wires())})
		}
	}
	if !tick {
		for k, p := range n.Outputs {
			c.Results = append(c.Results, CallResult{Name: p.Name, Port: k, Width: p.Type.Wires()})
		}
	}
	b.m.Calls = append(b.m.Calls, c)
	return b.b.NewCall(uint64(len(b.m.Calls) - 1))
}

// throws adds what a compiled lambda throws itself.
func (b *build) throws(i int, tick bool, list []behavior.Throw, values []word.ID) {
	for _, t := range list {
		when := values[t.When]
		if b.isFalse(when) {
			continue
		}
		c := Call{Throws: true, Message: t.Text, Node: i, Tick: tick, Place: t.Place, Args: []CallArg{{Name: "when", Port: -1, Value: when}}}
		if b.isLibrary(b.parts[i]) {
			c.Place = circuit.Place{}
		}
		b.m.Calls = append(b.m.Calls, c)
		b.b.NewCall(uint64(len(b.m.Calls) - 1))
	}
}

func (b *build) evalOpaque(i int) {
	n := b.parts[i].Node()
	def := b.realm.Definition(n.Definition)
	if def == nil || def.Eval == nil {
		b.undriven(b.parts[i])
		return
	}
	call := b.call(i, false)
	for k, p := range n.Outputs {
		w := p.Type.Wires()
		v := b.b.Emit(word.Op{Kind: word.Result, Width: int32(w), A: call, B: word.None, C: word.None, Imm: uint64(k)})
		b.nets[p.Net] = b.b.Resize(v, b.design.Nets[p.Net].Width)
	}
}

// tick computes the next state of a node.
func (b *build) tick(i int) {
	node := b.nodes[i]
	if node.Opaque != nil {
		if def := b.realm.Definition(b.parts[i].Circuit().Definition); def != nil && def.OnTick != nil {
			b.call(i, true)
		}
		return
	}
	if node.Tick == nil {
		return
	}
	values := b.instantiate(i, node.Tick)
	b.throws(i, true, node.Tick.Throws, values)
	for k, next := range node.Tick.Next {
		f := b.m.Fields[i][k]
		given := values[next.Given]
		switch f.Kind {
		case RegisterField:
			if next.Value == word.None {
				continue
			}
			r := &b.m.Registers[f.Index]
			r.Next = b.b.Mux(given, values[next.Value], r.Next)
			if f.Sign >= 0 {
				s := &b.m.Registers[f.Sign]
				s.Next = b.b.Mux(given, values[next.Sign], s.Next)
			}
		case MemoryField:
			for _, w := range next.Writes {
				b.write(f.Index, values, w, values[w.Data])
				if f.Sign >= 0 {
					b.write(f.Sign, values, w, values[w.Sign])
				}
				if f.Has >= 0 {
					b.write(f.Has, values, w, b.b.Uint(1, 1))
				}
			}
		case TextField:
			t := &b.m.Texts[f.Index]
			for _, a := range next.Appends {
				if enable := values[a.Enable]; !b.isFalse(enable) {
					t.Appends = append(t.Appends, Append{Enable: enable, Unit: values[a.Unit], Clear: a.Clear})
				}
			}
		}
	}
}

func (b *build) write(memory int, values []word.ID, w behavior.Write, data word.ID) {
	if enable := values[w.Enable]; !b.isFalse(enable) {
		m := &b.m.Memories[memory]
		m.Writes = append(m.Writes, Write{Enable: enable, Address: values[w.Address], Data: data})
	}
}

func (b *build) isFalse(id word.ID) bool {
	c, known := b.b.ConstValue(id)
	return known && c.IsZero()
}

// instantiate copies the operations of a lambda with the node's own values for its parameters. The
// result maps the lambda's operations to values; it is valid until the next call.
func (b *build) instantiate(i int, l *behavior.Lowered) []word.ID {
	tables, ok := b.tables[l]
	if !ok {
		tables = uint64(len(b.b.Tables))
		b.b.Tables = append(b.b.Tables, l.Graph.Tables...)
		b.tables[l] = tables
	}
	values := b.scratch[:0]
	for _, op := range l.Graph.Ops {
		var id word.ID
		switch op.Kind {
		case word.Param:
			id = b.param(i, l.Params[op.Imm])
		case word.Const:
			id = b.b.Const(l.Graph.Value(&op), int(op.Width))
		case word.FConst:
			id = b.b.Float(word.Float(circuit.Uint(op.Imm)))
		case word.MemRead:
			f := b.m.Fields[i][op.Imm/behavior.MemoryParts]
			memory := [...]int{behavior.MemoryData: f.Index, behavior.MemorySign: f.Sign, behavior.MemoryHas: f.Has}[op.Imm%behavior.MemoryParts]
			id = b.b.MemRead(uint64(memory), int(op.Width), values[op.A])
		default:
			op.MapOperands(func(x word.ID) word.ID { return values[x] })
			if op.Kind == word.Table {
				op.Imm += tables
			}
			id = b.b.Emit(op)
		}
		values = append(values, id)
	}
	b.scratch = values
	return values
}

// param is the value of one parameter of a lambda.
func (b *build) param(i int, p behavior.Param) word.ID {
	switch p.Kind {
	case behavior.InputParam:
		return b.b.Resize(b.net(b.parts[i].Input(p.Index)), p.Width)
	case behavior.StateParam:
		return b.b.Leaf(word.Reg, p.Width, uint64(b.m.Fields[i][p.Index].Index))
	case behavior.SignParam:
		return b.b.Leaf(word.Reg, p.Width, uint64(b.m.Fields[i][p.Index].Sign))
	}
	key := inputKey{i, p.Index, p.Kind}
	if id, ok := b.inputs[key]; ok {
		return id
	}
	o, n := b.nodes[i].Options[p.Index], b.parts[i]
	in := Input{Width: p.Width, Node: i, Name: o.Name}
	switch p.Kind {
	case behavior.NumberParam:
		in.Kind = BigArgument
		in.Start = startNumber(n, o.Name)
	case behavior.BigParam:
		in.Kind = BigArgument
	case behavior.IsBigParam:
		in.Kind = IsBig
	case behavior.SetParam:
		in.Kind = Present
	}
	id := b.b.Leaf(word.Param, p.Width, uint64(len(b.m.Inputs)))
	if b.fixed && n.Circuit().Name == constantComponent && b.isLibrary(n) {
		id = b.b.Const(in.Start, p.Width)
		b.m.Fixed = append(b.m.Fixed, len(b.m.Inputs))
	}
	b.m.Inputs = append(b.m.Inputs, in)
	b.inputs[key] = id
	return id
}

// constantComponent is the library component whose value is changed only by someone who edits it.
const constantComponent = "Constant"

func (b *build) isLibrary(p elaborate.Part) bool {
	def := b.realm.Definition(p.Circuit().Definition)
	return def != nil && def.Library
}

// startNumber is the start value of a live option that starts as an unsigned number. It is taken
// from the node: nodes share behaviour, not options.
func startNumber(p elaborate.Part, name string) circuit.Value {
	v, _ := p.Arguments().Get(name)
	if !behavior.StartsAsNumber(v) {
		return circuit.Value{}
	}
	switch x := v.(type) {
	case float64:
		return circuit.Uint(uint64(x))
	case circuit.Value:
		return x
	}
	return circuit.Value{}
}
