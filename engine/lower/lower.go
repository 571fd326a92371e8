package lower

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/word"
)

func (l *lowering) nextState(in *Lambda, result domain.Value, s *domain.State, held []domain.Stored) []memory.NextField {
	next := make([]memory.NextField, len(in.State))
	for i, f := range in.State {
		v := l.resultField(result, f.Name, s)
		n := memory.NextField{Given: l.B.Not(l.Undefined(v)), Value: word.None, Sign: word.None}
		if f.Within != nil && f.Kind != circuit.Memory {
			if n.Range = f.Span(v); !f.Within.Holds(n.Range) {
				n.Range = l.closely(&in.State[i], v)
			}
		}
		given, known := l.ConstBool(n.Given)
		switch {
		case known && !given: // held
		case f.Kind == circuit.Memory:
			n.Given = l.B.Uint(1, 1)
			l.MemoryWrites(i, v, s, l.B.Uint(1, 1), &n)
		case f.Text && f.Texts != nil:
			n.Given = l.B.Uint(1, 1)
			n.Value = l.Next(l.ModeNumber(v, i, f.Texts), f.Width, held[i]).Bits
		case f.Text:
			n.Given = l.B.Uint(1, 1)
			l.TextAppends(i, v, l.B.Uint(1, 1), &n)
		default:
			w := l.NotUndefined(v)
			n.Value, n.Sign = l.Store(w, f.Width)
			l.CheckView(i, f.Width, f.View, w, n.Value, n.Sign)
			next := l.Next(v, f.Width, held[i])
			n.Given, n.Value, n.Sign = l.B.Uint(1, 1), next.Bits, next.Sign
		}
		if f.Within != nil && f.Kind == circuit.Memory {
			// Also of a memory that is not returned: the lambda itself reads what it has written.
			n.Range = l.Memories[i].Written
		}
		next[i] = n
	}
	return next
}

// Lower lowers one lambda. The error is a *Refusal; its Field tells which state field needs another
// View when the reason is ErrView.
func Lower(in *Lambda) (*Lowered, error) {
	l := newLowering(in)
	began := in.work.Begin()
	if in.Doubts != nil {
		defer func() { *in.Doubts.Left -= l.Steps }()
	}
	if in.steps > 0 {
		l.Max = in.steps
	}
	if in.marks != nil {
		defer func() { in.marks.Steps += l.Steps }()
	}
	if in.met != nil {
		defer func() { in.met.Add(l.Met) }()
	}
	out := &Lowered{}
	err := l.guard(func() {
		l.lower(in, out)
		l.checkAssumptions(out)
	})
	in.work.Ended("lambda", began, err == nil)
	if err != nil {
		return nil, err
	}
	out.Params, out.Throws, out.captured = l.Params, l.Throws, l.ObjectsRead()
	for _, m := range l.Memories {
		out.Reach = append(out.Reach, m.Reach)
	}
	out.steps, out.Names = l.Steps, l.Named
	if in.steps > 0 { // the rest is done when the parameters are numbers
		out.compact(&l.B.Graph)
	} else {
		out.finish(&l.B.Graph, out.roots(func(int) bool { return true }))
	}
	return out, nil
}

// portNumber is the number that a lambda sees on a port.
func (l *lowering) portNumber(id word.ID, width int) domain.Value {
	return l.StoredNumber(id, word.None, width, domain.AsInt32)
}

func (l *lowering) lower(in *Lambda, out *Lowered) {
	if in.Function.UsesThis || in.Function.UsesArguments {
		panic(domain.Refuse("the lambda uses this or arguments"))
	}
	s := &domain.State{Cond: l.B.Uint(1, 1)}
	argument := &domain.Object{Props: map[string]domain.Value{}}
	for i, o := range in.Options {
		if o.Varied != nil {
			argument.Set(o.Name, l.Varying(*o.Varied))
		} else if o.Live {
			argument.Set(o.Name, l.liveOption(i, o))
		} else {
			argument.Set(o.Name, l.FromData(o.Value))
		}
	}
	for i, p := range in.Inputs {
		switch {
		case p.Varied != nil:
			connected, seen := l.Param(capture.VaryingParam, p.Varied.Slot, 1), l.Param(capture.InputParam, i, p.Width)
			if in.Tick {
				l.SetWhere(connected, argument, p.Name, l.portNumber(seen, p.Width))
			} else {
				argument.Set(p.Name, l.portNumber(l.B.Mux(connected, seen, l.B.Uint(0, p.Width)), p.Width))
			}
		case p.Connected:
			argument.Set(p.Name, l.portNumber(l.Param(capture.InputParam, i, p.Width), p.Width))
		case !in.Tick:
			argument.Set(p.Name, l.portNumber(l.B.Uint(0, p.Width), p.Width))
		}
	}
	logs := make([]int, len(in.State))
	held := make([]domain.Stored, len(in.State))
	for i, f := range in.State {
		l.Memories = append(l.Memories, &domain.MemoryField{Depth: f.Depth, Width: f.Width, View: f.View, Has: f.Has, Field: &in.State[i]})
		switch {
		case f.Kind == circuit.Memory:
			logs[i] = l.Alloc(s, &domain.Object{Field: i, Writes: []domain.Write{}})
			argument.Set(f.Name, domain.MemoryValue{Field: i, Log: logs[i]})
		case f.Text && f.Texts == nil:
			argument.Set(f.Name, domain.TextValue{Log: &domain.TextLog{Field: i}})
		case f.Text:
			bits := l.Param(capture.StateParam, i, f.Width)
			held[i] = domain.Stored{Bits: bits, Sign: word.None}
			argument.Set(f.Name, l.Mode(bits, f.Texts))
		default:
			sign := word.None
			if f.Width == 32 && f.View == domain.WithSign {
				sign = l.Param(capture.SignParam, i, 1)
			}
			bits := l.Param(capture.StateParam, i, f.Width)
			held[i] = domain.Stored{Bits: bits, Sign: sign}
			if r := f.Within; r != nil && r.Lo >= 0 { // of what is read from a memory that is true only where it is read, as it may have been written there
				if l.Within == nil {
					l.Within = map[word.ID]word.Range{}
				}
				l.Within[bits] = *r
			}
			argument.Set(f.Name, l.NumberOf(&in.State[i], bits, sign))
		}
	}
	c := &domain.Closure{Text: &capture.FunctionText{Node: in.Function.Node, Own: l.Own}, This: l.OuterThis(in.Function, in.Outer)}
	l.At = in.Function.Node.Idx0()
	result := l.Invoke(c, []domain.Value{domain.RefValue{Object: l.Alloc(s, argument)}}, s)
	l.At = in.Function.Node.Idx0()
	result = l.returned(in, result)
	if in.Tick {
		out.Next = l.nextState(in, result, s, held)
		return
	}
	for _, p := range in.Outputs {
		v := l.resultField(result, p.Name, s)
		out.Outputs = append(out.Outputs, l.Result(v, p.Width))
	}
}

func (l *lowering) liveOption(i int, o Option) domain.Value {
	var v domain.Value = l.Number(l.B.ZExt(l.Param(capture.NumberParam, i, numberBits), 64), 0, 1<<numberBits-1)
	if o.Wide > 0 {
		v = domain.Alternative(l.Param(capture.IsBigParam, i, 1), l.BigOf(l.Param(capture.BigParam, i, o.Wide), domain.BigZero, facts.Ones(o.Wide)), v)
	}
	if StartsAsNumber(o.Value) {
		return v
	}
	return domain.Alternative(l.Param(capture.SetParam, i, 1), v, l.FromData(o.Value))
}

// Returned is what the lambda returns where that is something. On a path that ends without a return, as beyond the last
// case of a switch, it fails as the interpreter does.
func (l *lowering) returned(in *Lambda, result domain.Value) domain.Value {
	missing := l.Nothing(result)
	if _, known := l.ConstBool(missing); known {
		return result
	}
	first := ""
	if len(in.Outputs) > 0 {
		first = in.Outputs[0].Name
	}
	undefined := l.Undefined(result)
	for _, c := range []struct {
		kind string
		when word.ID
	}{{"undefined", undefined}, {"null", l.B.And(missing, l.B.Not(undefined))}} {
		if happens, known := l.ConstBool(c.when); known && !happens {
			continue
		}
		t := domain.Throw{When: c.when, Place: l.Own.Function.PlaceOf(l.At), Code: circuit.CodeLambdaResult}
		t.Text, t.Advice = circuit.BadResult(c.kind, circuit.WantedResult(in.Tick, first))
		l.Throws = append(l.Throws, t)
	}
	return l.Defined(result)
}

// resultField reads a property of what the lambda returned.
func (l *lowering) resultField(result domain.Value, name string, s *domain.State) domain.Value {
	switch x := result.(type) {
	case domain.ChoiceValue:
		if x.Sel != nil {
			some := slices.IndexFunc(x.Sel.Entries, func(v domain.Value) bool { return !choice.IsNothing(v) })
			return l.Through(x.Sel, func(v domain.Value) domain.Value {
				if choice.IsNothing(v) && some >= 0 { // it is never that, or has failed
					v = x.Sel.Entries[some]
				}
				return l.resultField(v, name, s)
			})
		}
		switch {
		case choice.IsNothing(x.A):
			return l.resultField(x.B, name, s)
		case choice.IsNothing(x.B):
			return l.resultField(x.A, name, s)
		}
		return l.Choose(x.Cond, l.resultField(x.A, name, s), l.resultField(x.B, name, s))
	case domain.RefValue:
		if o := s.Heap[x.Object]; o.Class != nil {
			return l.Property(x, domain.ConstString{S: name}, s)
		} else if !o.Array {
			return l.Use(o.Get(name))
		}
	case domain.ConstantValue:
		if !x.C.Array {
			return l.Property(x, domain.ConstString{S: name}, s)
		}
	}
	panic(domain.Refuse("the lambda does not always return an object"))
}

// closely is span, narrowed by the conditions under which v is computed.
func (l *lowering) closely(f *domain.Field, v domain.Value) word.Range {
	i, ok := v.(domain.IntValue)
	if !ok {
		return f.Span(v)
	}
	b, ok := l.B.Bounds(i.ID, l.Within)
	if !ok || max(i.Hi, b.Hi)-min(i.Lo, b.Lo) >= 1<<min(l.B.Width(i.ID), 62) {
		return f.Span(v) // it is one of them only modulo that
	}
	i.Lo, i.Hi = max(i.Lo, b.Lo), min(i.Hi, b.Hi)
	return f.Span(i)
}
