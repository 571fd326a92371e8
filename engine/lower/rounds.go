package lower

import (
	"simten.dev/engine/word"
)

// build makes the operations of the loop, and gives what goes on after it.
func (x *loopOperation) build() flow {
	l := x.l
	if l.isTrue(x.again) { // it never ends
		l.throws = append(l.throws, l.endless(l.reached(x.entry)))
		return flow{}
	}
	// bits are the operations of a value: at the beginning, after a round, and as the parameter of one; None where it does
	// not ask for it.
	type carriedBits struct{ start, next, param word.ID }
	values := []carriedBits{{l.reached(x.entry), x.again, word.None}}
	for _, c := range x.carried {
		v := carriedBits{param: c.param}
		if c.kind == packedShape {
			was := x.entry.heap[c.object].packed
			if was == nil || was.lane != c.lane {
				was = l.pack(l.full(x.entry.heap[c.object]).items, c.lo, c.hi)
			}
			now := c.array
			if now.lane != c.lane {
				now = l.pack(l.full(x.after.heap[c.object]).items, c.lo, c.hi)
			}
			if was == nil || now == nil || was.lane != c.lane || now.lane != c.lane {
				panic(refuse(openLoop + ", and an array in it of numbers of different size" + boundHelps))
			}
			v.start, v.next = was.array, now.array
		} else {
			v.start, v.next = l.hold(c.shape, c.entry), l.hold(c.shape, c.next)
		}
		values = append(values, v)
	}
	extra := func(next word.ID) int {
		values = append(values, carriedBits{l.b.Uint(0, l.b.Width(next)), next, word.None})
		return len(values) - 1
	}
	ret, doubt := 0, 0
	if !l.isFalse(x.ret) {
		ret = extra(x.ret)
	}
	if !l.isFalse(x.doubt) {
		doubt = extra(x.doubt)
	}
	throws := make([]int, len(x.throws))
	for i, t := range x.throws {
		throws[i] = extra(t.When)
	}
	var result func(s *state, given []word.ID) value
	if ret > 0 {
		result = x.result(extra)
	}
	if len(values) == 1 { // it changes nothing, and does not end; what a Repeat gives is a wide value
		extra(l.b.Uint(0, 1))
	}
	params, nexts, starts := make([]word.ID, len(values)), make([]word.ID, len(values)), make([]word.ID, len(values))
	for i, v := range values {
		params[i], nexts[i], starts[i] = v.param, v.next, v.start
	}
	body, constant := l.bodyOf(params, nexts)
	l.spend(len(body.Ops))
	if len(body.Ops) > maxBodyOps {
		panic(refuse(openLoop + ", with a long body" + boundHelps))
	}
	given := l.b.Repeat(l.b.Body(body), append(starts, constant...))

	out := l.clone(x.entry, x.entry.cond)
	for i, c := range x.carried {
		after := *c
		if c.kind != packedShape {
			n := shapeOf(c.next)
			if c.kind == intShape && c.absent == never && n.width() == c.width() && n.lo >= c.lo && n.hi <= c.hi {
				after.shape = n
			}
		}
		x.put(out, &after, given[i+1])
		if n, ok := c.next.(intValue); ok {
			if begun, whole := c.entry.(intValue); whole {
				s, ok := l.stepOf(n.id, c.param)
				if ok && !s.constants {
					if _, _, ok = s.bounds(begun.lo, begun.hi); ok {
						l.looped[given[i+1]] = looped{begun.id, s.down, s.up, s.width}
					}
				}
			}
		}
	}
	for i, t := range x.throws {
		t.When = given[throws[i]]
		l.throws = append(l.throws, t)
	}
	if doubt > 0 {
		l.doubted = l.b.Or(l.doubted, given[doubt])
	}
	l.throws = append(l.throws, l.endless(given[0]))
	if ret == 0 {
		return flow{next: out}
	}
	returned := func(s *state) flow {
		l.leave(s, toCall, "")
		return flow{returns: []exit{{s: s, v: result(s, given)}}}
	}
	if !x.goesOn {
		return returned(out)
	}
	return l.branch(given[ret], out, returned, func(s *state) flow { return flow{next: s} })
}

// bodyOf makes a body of the operations that depend on parameters; the others are computed before, and given to it.
// params are the parameters of the values, None where there is none, and nexts what they become.
func (l *lowering) bodyOf(params, nexts []word.ID) (*word.Body, []word.ID) {
	g := &l.b.Graph
	nb := word.NewBuilder()
	body := &word.Body{}
	place := map[word.ID]word.ID{}
	for i, id := range params {
		body.Widths = append(body.Widths, l.b.Width(nexts[i]))
		if id != word.None {
			place[id] = nb.Leaf(word.Param, l.b.Width(id), uint64(i))
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
				outside = l.b.ToBits(id)
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
