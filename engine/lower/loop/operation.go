package loop

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

const maxTries = 24 // lowerings of one body until nothing new is found

const exactTries = 2 // before ranges are widened

const ladderTries = 6 // before they are widened to all that steps can lead to

const slowTries = 10 // before they are widened to whole words

// repeatParams is where the numbers of the parameters of loops begin.
const repeatParams = 1 << 32

// keepLoop lowers the rest of a loop, from the beginning of a round, as a loop operation.
func (l *Lowering) keepLoop(p LoopParts, s *domain.State, sc *domain.Scope) Flow {
	x := &loopOperation{l: l, p: p, entry: s, sc: sc}
	at := l.At
	began := l.Work.Begin()
	done := false
	defer func() { l.Work.Ended("loop operation", began, done) }()
	x.fixpoint()
	x.tighten()
	l.At = at
	f := x.build()
	done = true
	return f
}

// settle lowers rounds until one gives nothing new.
func (x *loopOperation) fixpoint() {
	for try := 0; ; try++ {
		if try > maxTries {
			panic(domain.Refuse(domain.OpenLoop + ", and variables in it that take ever other values" + domain.BoundHelps))
		}
		began := x.l.Work.Begin()
		x.round()
		more := x.grow(try)
		x.l.Work.Ended("loop operation: a body", began, !more)
		if !more {
			return
		}
	}
}

// Round lowers a round with parameters for what the loop is known to change.
func (x *loopOperation) round() {
	l := x.l
	cells, throws, doubted, enclosures := l.CellCount, len(l.Throws), l.Doubted, l.Enclosures
	s := &domain.State{Cells: domain.Roomy(x.entry.Cells), Heap: domain.Roomy(x.entry.Heap), Cond: l.B.Uint(1, 1)}
	for _, c := range x.carried {
		c.param = l.B.Leaf(word.Param, c.width(), repeatParams+l.loopParams)
		l.loopParams++
		x.put(s, c, c.param)
	}
	begin := &domain.State{Cells: slices.Clone(s.Cells), Heap: slices.Clone(s.Heap)}
	strays := l.Strays
	l.Doubted, l.Enclosures = l.B.Uint(0, 1), nil
	call := l.Enter(s, domain.JumpTarget{Call: true})
	whole := l.Enter(s, domain.JumpTarget{Label: x.p.Label, Breaks: true})
	var leaving []domain.Exit
	cur := s
	if x.p.Test != nil {
		v, test := l.Condition(x.p.Test, cur, x.sc)
		goesOn := l.Truthy(v)
		if c, known := l.ConstBool(goesOn); !known || !c {
			out := l.Clone(cur, l.B.Not(goesOn))
			if !known {
				l.Refine(test, false, out, x.sc)
			}
			l.Leave(out, ToBreak, "")
			leaving = append(leaving, domain.Exit{S: out})
			if cur = l.Clone(cur, cur.Cond); known {
				cur = nil
			} else {
				l.Refine(test, true, cur, x.sc)
			}
		}
	}
	x.returns = nil
	if cur != nil {
		one := l.Enter(cur, domain.JumpTarget{Label: x.p.Label, Continues: true})
		g := l.Statement(x.p.Body, cur, x.sc, "")
		mine := func(list []domain.Exit) []domain.Exit {
			for _, e := range list {
				if e.Label != "" && e.Label != x.p.Label {
					panic(domain.Refuse(domain.OpenLoop + ", and which is left for one around it" + domain.BoundHelps))
				}
			}
			return list
		}
		x.returns = g.Returns
		leaving = append(leaving, mine(g.Breaks)...)
		cur = l.Join(mine(g.Continues), g.Next)
		l.Exit(one, cur)
		if cur != nil && x.p.Update != nil {
			l.Expression(x.p.Update, cur, x.sc)
		}
	}
	if l.Strays && !strays { // what comes before it in the text may be a round after it
		panic(domain.Refuse(domain.OpenLoop + ", and in which a list is changed at an index that may be negative" + domain.BoundHelps))
	}
	x.ret = l.HasLeft(call)
	left := l.B.Or(x.ret, l.HasLeft(whole))
	if x.again = l.B.Not(left); cur == nil {
		x.again = l.B.Uint(0, 1)
	}
	x.goesOn = len(leaving) > 0
	x.throws = slices.Clone(l.Throws[throws:])
	x.doubt = l.Doubted
	l.Throws, l.Doubted, l.Enclosures = l.Throws[:throws], doubted, enclosures
	for _, t := range x.throws {
		if t.Message != nil {
			panic(domain.Refuse(domain.OpenLoop + ", and an error in it whose message depends on values, too" + domain.BoundHelps))
		}
		x.again = l.B.And(x.again, l.B.Not(t.When))
	}
	x.again = l.B.And(x.again, l.B.Not(x.doubt))
	x.after = l.Join(x.returns, l.Join(leaving, cur))
	if x.after == nil {
		x.after = &domain.State{Cells: begin.Cells, Heap: begin.Heap} // it always throws
	}
	l.CellCount = cells
	x.compare(begin)
}

// grow gives all places what the round has shown to be possible in them, and reports whether that is more than before.
func (x *loopOperation) grow(try int) bool {
	more := false
	for _, c := range x.carried {
		in := x.incoming(c)
		if c.param != 0 && in.within(c.shape) {
			continue
		}
		before := c.shape
		if in.kind == floatShape && c.kind == intShape {
			c.shape = in // of doubles it is known anew whether a 0 has the right sign
		} else {
			c.shape = c.shape.join(in)
		}
		if c.grown++; c.grown > exactTries {
			if in.kind != intShape || c.kind != intShape || c.grown <= ladderTries || !x.furthest(c) {
				c.shape = c.shape.widened(before, try > slowTries)
			}
		}
		more = true
	}
	return more
}

// tighten tries whether the ranges can be what the last round has given.
func (x *loopOperation) tighten() {
	before := make([]shape, len(x.carried))
	less := false
	for i, c := range x.carried {
		before[i] = c.shape
		if c.kind == intShape {
			in := x.incoming(c)
			less = less || in != c.shape
			c.shape = in
		}
	}
	if !less {
		return
	}
	began := x.l.Work.Begin()
	x.round()
	stable := len(x.carried) == len(before)
	for i, c := range x.carried {
		stable = stable && i < len(before) && x.incoming(c).within(c.shape)
	}
	x.l.Work.Ended("loop operation: a body", began, stable)
	if stable {
		return
	}
	for i, s := range before {
		x.carried[i].shape = s
	}
	x.fixpoint()
}
