package synthesis

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// The lambdas of nodes, as operations of the module.

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
	b.latches(i, node.Eval)
	values := b.instantiate(i, node.Eval)
	b.throws(i, false, node.Eval.Throws, values)
	doubt, rescued := b.rescue(i, false, node.Eval, values)
	for k, r := range node.Eval.Outputs {
		v, given := values[r.Value], values[r.Given]
		if misfit := values[r.Misfit]; !b.isFalse(misfit) {
			b.m.Checks = append(b.m.Checks, netlist.Overflow{Node: i, Output: k, Value: misfit, Place: b.evalPlace(p)})
		}
		if doubt != word.None {
			v = b.b.Mux(doubt, rescued(k, b.b.Width(v)), v)
			given = b.b.Mux(doubt, rescued(len(node.Eval.Outputs)+k, 1), given)
		}
		if c, known := b.b.ConstValue(given); !known || c.IsZero() {
			// sometimes not given: the output holds, which is a loop of its own
			w := p.OutputWidth(k)
			index := uint64(len(b.m.Vars))
			b.m.Vars = append(b.m.Vars, netlist.Var{Width: w, Node: i, Name: b.outputName(i, k), Net: -1})
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

func (b *build) evalOpaque(i int) {
	n := b.parts[i].Node()
	def := b.realm.Definition(n.Definition)
	if def == nil || def.Eval == nil {
		b.undriven(b.parts[i])
		return
	}
	result := func(call word.ID, k, port int) {
		p := n.Outputs[port]
		w := p.Type.Wires()
		v := b.b.Emit(word.Op{Kind: word.Result, Width: int32(w), A: call, B: word.None, C: word.None, Imm: uint64(k)})
		b.nets[p.Net] = b.b.Resize(v, b.design.Nets[p.Net].Width)
	}
	for _, s := range b.ahead(i) {
		call := b.call(i, false, &s)
		for k, port := range s.outputs {
			result(call, k, port)
		}
	}
	call := b.call(i, false, nil)
	for k, p := range n.Outputs {
		if b.nets[p.Net] == word.None {
			result(call, k, k)
		}
	}
}

// some are some outputs of a node, and the inputs that they follow from.
type some struct{ inputs, outputs []int }

// maxAhead bounds the calls of one eval.
const maxAhead = 4

// ahead tells the outputs of an opaque eval that follow from a part of its inputs only: when whole nodes lie on a loop,
// one through those may be none. This can be told of an eval that would be lowered, and never fails: called with
// anything for the other inputs, it gives them.
func (b *build) ahead(i int) []some {
	p, whole := b.parts[i], b.nodes[i].Whole
	if whole == nil || len(whole.Throws) > 0 {
		return nil
	}
	var all []int
	loops := b.m.Tangled(i)
	inputsRead(whole, func(k int) {
		all = append(all, k)
		if from, ok := b.design.DriverNode(p.Input(k)); ok && from == i {
			loops = true
		}
	})
	if !loops {
		return nil
	}
	var list []some
	for k, r := range whole.Outputs {
		if given := &whole.Graph.Ops[r.Given]; given.Kind != word.Const || given.Imm == 0 {
			return nil // it holds what another call gave
		}
		inputs := whole.Reads(r.Value)
		if len(inputs) == len(all) {
			continue
		}
		same := slices.IndexFunc(list, func(s some) bool { return slices.Equal(s.inputs, inputs) })
		if same < 0 {
			same = len(list)
			list = append(list, some{inputs: inputs})
		}
		list[same].outputs = append(list[same].outputs, k)
	}
	if len(list) > maxAhead {
		return nil
	}
	return list
}

// tick computes the next state of a node.
func (b *build) tick(i int) {
	node := b.nodes[i]
	if node.Opaque != nil {
		if def := b.realm.Definition(b.parts[i].Circuit().Definition); def != nil && def.OnTick != nil {
			b.call(i, true, nil)
		}
		return
	}
	if node.Tick == nil {
		return
	}
	values := b.instantiate(i, node.Tick)
	b.throws(i, true, node.Tick.Throws, values)
	doubt, rescued := b.rescue(i, true, node.Tick, values)
	result := 0
	next := func(r *netlist.Register, v word.ID) {
		if doubt != word.None {
			v = b.b.Mux(doubt, rescued(result, r.Width), v)
			result++
		}
		r.Next = v
	}
	for k, field := range node.Tick.Next {
		f := b.m.Fields[i][k]
		given := values[field.Given]
		switch f.Kind {
		case netlist.RegisterField:
			r := &b.m.Registers[f.Index]
			if field.Value != word.None {
				r.Next = b.b.Mux(given, values[field.Value], r.Next)
			}
			next(r, r.Next)
			if f.Sign >= 0 {
				s := &b.m.Registers[f.Sign]
				if field.Value != word.None {
					s.Next = b.b.Mux(given, values[field.Sign], s.Next)
				}
				next(s, s.Next)
			}
		case netlist.MemoryField:
			for _, w := range field.Writes {
				enable := values[w.Enable]
				if f.Has >= 0 {
					has := b.b.Uint(1, 1)
					if w.Has != word.None {
						has = values[w.Has]
					}
					b.write(f.Has, values, w, enable, has)
				}
				if w.Settled {
					enable = b.b.Uint(1, 1)
				}
				b.write(f.Index, values, w, enable, values[w.Data])
				if f.Sign >= 0 {
					b.write(f.Sign, values, w, enable, values[w.Sign])
				}
			}
		case netlist.TextField:
			t := &b.m.Texts[f.Index]
			for _, a := range field.Appends {
				if enable := values[a.Enable]; !b.isFalse(enable) {
					t.Appends = append(t.Appends, netlist.Append{Enable: enable, Unit: values[a.Unit], Clear: a.Clear})
				}
			}
		}
	}
}

func (b *build) write(memory int, values []word.ID, w lower.Write, enable, data word.ID) {
	if !b.isFalse(enable) {
		m := &b.m.Memories[memory]
		m.Writes = append(m.Writes, netlist.Write{Enable: enable, Address: values[w.Address], Data: data, Whole: w.Whole})
	}
}

func (b *build) isFalse(id word.ID) bool {
	c, known := b.b.ConstValue(id)
	return known && c.IsZero()
}

// call calls a lambda that is opaque, an eval for some of its outputs or, with nil, for all.
func (b *build) call(i int, tick bool, part *some) word.ID {
	n, node := b.parts[i].Node(), b.nodes[i]
	c := netlist.Call{Node: i, Tick: tick, Part: part != nil, Reason: node.Opaque.Reason, Place: node.Opaque.Place}
	def := b.realm.Definition(n.Definition)
	switch {
	case tick:
		b.inputsOf(&c, lower.Reads(def.OnTick, n.Inputs), n)
	case part != nil:
		b.inputsOf(&c, part.inputs, n)
		for _, k := range part.outputs {
			c.Results = append(c.Results, outputOf(n, k))
		}
	default:
		b.evalInputs(i, func(k int) { b.inputsOf(&c, []int{k}, n) })
		b.outputsOf(&c, n)
	}
	b.m.Calls = append(b.m.Calls, c)
	return b.b.NewCall(uint64(len(b.m.Calls) - 1))
}

// rescue calls the function of a lambda when its compiled form does not hold. It gives that condition, None when it
// always holds, and the results.
func (b *build) rescue(i int, tick bool, lambda *lower.Lowered, values []word.ID) (doubt word.ID, result func(k, width int) word.ID) {
	if lambda.Doubt == word.None || b.isFalse(values[lambda.Doubt]) {
		return word.None, nil
	}
	doubt = values[lambda.Doubt]
	n := b.parts[i].Node()
	c := netlist.Call{BailOut: true, Node: i, Tick: tick, Reason: "called when the compiled form does not hold", Args: []netlist.CallArg{{Name: "when", Port: -1, Value: doubt}}}
	def := b.realm.Definition(n.Definition)
	function := def.Eval
	if tick {
		function = def.OnTick
	}
	b.inputsOf(&c, lower.Reads(function, n.Inputs), n)
	for k := range b.m.Fields[i] {
		f := &b.m.Fields[i][k]
		registers := []int{f.Index}
		if f.Sign >= 0 {
			registers = append(registers, f.Sign)
		}
		for _, r := range registers {
			name := b.m.Registers[r].Name
			c.Args = append(c.Args, netlist.CallArg{Name: name, Port: -1, Value: b.regs[r]})
			if tick {
				c.Results = append(c.Results, netlist.CallResult{Name: name, Port: -1, Width: b.m.Registers[r].Width})
			}
		}
	}
	if !tick {
		b.outputsOf(&c, n)
		for _, p := range n.Outputs {
			c.Results = append(c.Results, netlist.CallResult{Name: p.Name + "#given", Port: -1, Width: 1})
		}
	}
	b.m.Calls = append(b.m.Calls, c)
	call := b.b.NewCall(uint64(len(b.m.Calls) - 1))
	return doubt, func(k, width int) word.ID {
		r := c.Results[k]
		v := b.b.Emit(word.Op{Kind: word.Result, Width: int32(r.Width), A: call, B: word.None, C: word.None, Imm: uint64(k)})
		return b.b.Resize(v, width)
	}
}

// inputsOf adds the inputs that a lambda can look at to the arguments of a call.
func (b *build) inputsOf(c *netlist.Call, reads []int, n elaborate.Node) {
	for _, k := range reads {
		p := n.Inputs[k]
		if p.Connected {
			c.Args = append(c.Args, netlist.CallArg{Name: p.Name, Port: k, Value: b.b.Resize(b.net(p.Net), p.Type.Wires())})
		}
	}
}

// outputsOf adds the outputs of a node to the results of a call.
func (b *build) outputsOf(c *netlist.Call, n elaborate.Node) {
	for k := range n.Outputs {
		c.Results = append(c.Results, outputOf(n, k))
	}
}

func outputOf(n elaborate.Node, k int) netlist.CallResult {
	p := &n.Outputs[k]
	return netlist.CallResult{Name: p.Name, Port: k, Width: p.Type.Wires()}
}

// throws adds what a compiled lambda throws itself.
func (b *build) throws(i int, tick bool, list []lower.Throw, values []word.ID) {
	for _, t := range list {
		when := values[t.When]
		if b.isFalse(when) {
			continue
		}
		c := netlist.Call{Throws: true, Message: t.Text, Values: t.Message, Advice: t.Advice, Code: t.Code, Node: i, Tick: tick, Place: t.Place, Args: []netlist.CallArg{{Name: "when", Port: -1, Value: when}}}
		for _, p := range t.Message {
			if p.Value != word.None {
				c.Args = append(c.Args, netlist.CallArg{Name: "value", Port: -1, Value: values[p.Value]})
			}
		}
		if b.isLibrary(b.parts[i]) {
			c.Place, c.Advice = circuit.Place{}, ""
		}
		b.m.Calls = append(b.m.Calls, c)
		b.b.NewCall(uint64(len(b.m.Calls) - 1))
	}
}

// instantiate copies the operations of a lambda with the node's own values for its parameters. The
// result maps the lambda's operations to values; it is valid until the next call.
func (b *build) instantiate(i int, l *lower.Lowered) []word.ID {
	shared := &b.lambdas[l.Number]
	if shared.constants == nil {
		shared.tables = uint64(len(b.b.Tables))
		b.b.Tables = append(b.b.Tables, l.Graph.Tables...)
		shared.constants = slices.Repeat([]word.ID{word.None}, len(l.Graph.Ops))
	}
	if need := len(l.Graph.Ops); cap(b.scratch) < need {
		b.scratch = make([]word.ID, 2*need)
	}
	values := b.scratch[:len(l.Graph.Ops)]
	for k := range l.Graph.Ops {
		if values[k] = shared.constants[k]; values[k] != word.None {
			continue
		}
		op := l.Graph.Ops[k]
		var id word.ID
		switch op.Kind {
		case word.Param:
			id = b.param(i, &l.Params[op.Imm])
		case word.Const:
			id = b.b.Const(l.Graph.Value(&op), int(op.Width))
			shared.constants[k] = id
		case word.FConst:
			id = b.b.Float(word.Float(circuit.Uint(op.Imm)))
			shared.constants[k] = id
		case word.MemRead:
			id = b.b.MemRead(b.memory(i, op.Imm), int(op.Width), values[op.A])
		case word.MemAll:
			id = b.b.Leaf(word.MemAll, int(op.Width), b.memory(i, op.Imm))
		case word.Repeat:
			op.A, op.Imm = values[op.A], b.body(i, l, shared, op.Imm)
			id = b.b.Emit(op)
		default:
			if op.A != word.None {
				op.A = values[op.A]
			}
			if op.B != word.None {
				op.B = values[op.B]
			}
			if op.C != word.None {
				op.C = values[op.C]
			}
			if op.Kind == word.Table {
				op.Imm += shared.tables
			}
			id = b.b.Emit(op)
		}
		values[k] = id
	}
	return values
}

// memory is the memory that a part of a field of a node has become.
func (b *build) memory(i int, part uint64) uint64 {
	f := b.m.Fields[i][part/lower.MemoryParts]
	return uint64([...]int{lower.MemoryData: f.Index, lower.MemorySign: f.Sign, lower.MemoryHas: f.Has}[part%lower.MemoryParts])
}

// body is what a loop of a lambda has become. The nodes that have the lambda share it, unless it reads memories, of
// which each has its own.
func (b *build) body(i int, l *lower.Lowered, shared *lambda, k uint64) uint64 {
	body := l.Graph.Bodies[k]
	if body.ReadsMemory() {
		return b.b.Body(body.MapMemories(func(part uint64) uint64 { return b.memory(i, part) }))
	}
	if shared.bodies == nil {
		shared.bodies = map[uint64]uint64{}
	}
	if _, made := shared.bodies[k]; !made {
		shared.bodies[k] = b.b.Body(body)
	}
	return shared.bodies[k]
}

// param is the value of one parameter of a lambda.
func (b *build) param(i int, p *lower.Param) word.ID {
	switch p.Kind {
	case lower.InputParam:
		return b.b.Resize(b.net(b.parts[i].Input(p.Index)), p.Width)
	case lower.StateParam:
		return b.regs[b.m.Fields[i][p.Index].Index]
	case lower.SignParam:
		sign := b.m.Fields[i][p.Index].Sign
		if sign < 0 {
			return b.b.Uint(0, p.Width) // it is kept where it matters only, so nothing that is needed looks at it
		}
		return b.regs[sign]
	}
	key := inputKey{i, p.Index, p.Kind}
	if id, ok := b.inputs[key]; ok {
		return id
	}
	o, n := b.nodes[i].Options[p.Index], b.parts[i]
	in := netlist.Input{Width: p.Width, Node: i, Name: o.Name}
	switch p.Kind {
	case lower.NumberParam:
		in.Kind = netlist.BigArgument
		in.Start = startNumber(n, o.Name)
	case lower.BigParam:
		in.Kind = netlist.BigArgument
	case lower.IsBigParam:
		in.Kind = netlist.IsBig
	case lower.SetParam:
		in.Kind = netlist.Present
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
