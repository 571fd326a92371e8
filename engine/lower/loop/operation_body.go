package loop

import (
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/word"
)

// build makes the operations of the loop, and gives what goes on after it.
func (x *loopOperation) build() Flow {
	l := x.l
	if l.IsTrue(x.again) { // it never ends
		l.Throws = append(l.Throws, l.endless(l.Reached(x.entry)))
		return Flow{}
	}
	// bits are the operations of a value: at the beginning, after a round, and as the parameter of one; None where it does
	// not ask for it.
	type carriedBits struct{ start, next, param word.ID }
	values := []carriedBits{{l.Reached(x.entry), x.again, word.None}}
	for _, c := range x.carried {
		v := carriedBits{param: c.param}
		if c.kind == packedShape {
			was := x.entry.Heap[c.object].Packed
			if was == nil || was.Lane != c.lane {
				was = l.Pack(l.Full(x.entry.Heap[c.object]).Items, c.lo, c.hi)
			}
			now := c.array
			if now.Lane != c.lane {
				now = l.Pack(l.Full(x.after.Heap[c.object]).Items, c.lo, c.hi)
			}
			if was == nil || now == nil || was.Lane != c.lane || now.Lane != c.lane {
				panic(domain.Refuse(domain.OpenLoop + ", and an array in it of numbers of different size" + domain.BoundHelps))
			}
			v.start, v.next = was.Array, now.Array
		} else {
			v.start, v.next = l.hold(c.shape, c.entry), l.hold(c.shape, c.next)
		}
		values = append(values, v)
	}
	extra := func(next word.ID) int {
		values = append(values, carriedBits{l.B.Uint(0, l.B.Width(next)), next, word.None})
		return len(values) - 1
	}
	ret, doubt := 0, 0
	if !l.IsFalse(x.ret) {
		ret = extra(x.ret)
	}
	if !l.IsFalse(x.doubt) {
		doubt = extra(x.doubt)
	}
	throws := make([]int, len(x.throws))
	for i, t := range x.throws {
		throws[i] = extra(t.When)
	}
	var result func(s *domain.State, given []word.ID) domain.Value
	if ret > 0 {
		result = x.result(extra)
	}
	if len(values) == 1 { // it changes nothing, and does not end; what a Repeat gives is a wide value
		extra(l.B.Uint(0, 1))
	}
	params, nexts, starts := make([]word.ID, len(values)), make([]word.ID, len(values)), make([]word.ID, len(values))
	for i, v := range values {
		params[i], nexts[i], starts[i] = v.param, v.next, v.start
	}
	body, constant := l.bodyOf(params, nexts)
	l.Spend(len(body.Ops))
	if len(body.Ops) > maxBodyOps {
		panic(domain.Refuse(domain.OpenLoop + ", with a long body" + domain.BoundHelps))
	}
	given := l.B.Repeat(l.B.Body(body), append(starts, constant...))

	out := l.Clone(x.entry, x.entry.Cond)
	for i, c := range x.carried {
		after := *c
		if c.kind != packedShape {
			n := shapeOf(c.next)
			if c.kind == intShape && c.absent == never && n.width() == c.width() && n.lo >= c.lo && n.hi <= c.hi {
				after.shape = n
			}
		}
		x.put(out, &after, given[i+1])
		if n, ok := c.next.(domain.IntValue); ok {
			if begun, whole := c.entry.(domain.IntValue); whole {
				s, ok := l.StepOf(n.ID, c.param)
				if ok && !s.Constants {
					if _, _, ok = s.Bounds(begun.Lo, begun.Hi); ok {
						l.Looped[given[i+1]] = facts.Looped{Before: begun.ID, Down: s.Down, Up: s.Up, Width: s.Width}
					}
				}
			}
		}
	}
	for i, t := range x.throws {
		t.When = given[throws[i]]
		l.Throws = append(l.Throws, t)
	}
	if doubt > 0 {
		l.Doubted = l.B.Or(l.Doubted, given[doubt])
	}
	l.Throws = append(l.Throws, l.endless(given[0]))
	if ret == 0 {
		return Flow{Next: out}
	}
	returned := func(s *domain.State) Flow {
		l.Leave(s, ToCall, "")
		return Flow{Returns: []domain.Exit{{S: s, V: result(s, given)}}}
	}
	if !x.goesOn {
		return returned(out)
	}
	return l.Branch(given[ret], out, returned, func(s *domain.State) Flow { return Flow{Next: s} })
}

// bodyOf makes a body of the operations that depend on parameters; the others are computed before, and given to it.
// params are the parameters of the values, None where there is none, and nexts what they become.
func (l *Lowering) bodyOf(params, nexts []word.ID) (*word.Body, []word.ID) {
	g := &l.B.Graph
	nb := word.NewBuilder()
	body := &word.Body{}
	place := map[word.ID]word.ID{}
	for i, id := range params {
		body.Widths = append(body.Widths, l.B.Width(nexts[i]))
		if id != word.None {
			place[id] = nb.Leaf(word.Param, l.B.Width(id), uint64(i))
		}
	}
	depends := map[word.ID]bool{}
	var find func(id word.ID) bool
	find = func(id word.ID) bool {
		if d, known := depends[id]; known {
			return d
		}
		_, d := place[id]
		depends[id] = d
		for _, o := range g.Ops[id].Operands(nil) {
			d = find(o) || d
		}
		depends[id] = d
		return d
	}
	var constant []word.ID
	var take func(id word.ID) word.ID
	take = func(id word.ID) word.ID {
		if at, done := place[id]; done {
			return at
		}
		op := g.Ops[id]
		switch {
		case op.Kind == word.Const || op.Kind == word.FConst:
			place[id] = nb.Copy(g, id, nil)
		case !find(id): // it is the same in each round
			outside, width := id, int(op.Width)
			if op.IsFloat() {
				outside = l.B.ToBits(id)
			}
			at := nb.Leaf(word.Param, width, uint64(len(body.Widths)))
			body.Widths = append(body.Widths, width)
			constant = append(constant, outside)
			if op.IsFloat() {
				at = nb.FromBits(at)
			}
			place[id] = at
		default:
			op.MapOperands(take)
			switch op.Kind {
			case word.Table:
				op.Imm = nb.Table(g.Tables[op.Imm])
			case word.Repeat:
				op.Imm = nb.Body(g.Bodies[op.Imm])
			}
			place[id] = nb.Emit(op)
		}
		return place[id]
	}
	for _, id := range nexts {
		body.Next = append(body.Next, take(id))
	}
	body.Graph = nb.Graph
	return body, constant
}

const maxBodyOps = 6000

// endless is the error of a loop that does not end, which is that of a function that does not.
func (l *Lowering) endless(when word.ID) domain.Throw {
	return domain.Throw{
		When: when, Place: l.Own.Function.PlaceOf(l.At), Code: circuit.CodeLambdaTime,
		Text:   fmt.Sprintf("took more than %v rounds and was stopped here, probably in a loop that does not end.", limits.Count(word.MaxRounds)),
		Advice: "Check the loop's condition, or give it fewer rounds.",
	}
}
