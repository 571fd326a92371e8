package lower

import (
	"fmt"
	"maps"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/word"
)

// A loop whose end depends on values can stay a loop: its body is lowered once, with parameters for the variables and
// objects that it changes, and becomes what a word.Repeat does in each round. How large such a value can be is found
// out as it is in program analysis: the body is lowered with the range that the value has at first, then with the one
// that it has after such a round, and so on, until a round gives nothing new; when that takes long, by widening ranges
// in steps.

// openLoop begins the reasons why lambdas with such loops are refused, which end with what helps.
const (
	openLoop   = "a loop whose end depends on values"
	boundHelps = "; a bound such as `n < 40 &&` in its test, where n counts the rounds, helps"
)

// Loops is how loops are lowered whose end depends on values.
type Loops struct {
	KeepLoops bool // they become loop operations
	Few       bool // and those with some more rounds than a handful, too
	Brief     bool // one that becomes long when it is unrolled is refused soon: it may be better off as a loop
	Seen      bool // there is one
	Long      bool // there is one with many rounds, whose end may depend on values or not
	Cut       bool // there was one that has been refused because of Brief
}

const (
	maxTries    = 24  // lowerings of one body until nothing new is found
	exactTries  = 2   // before ranges are widened
	ladderTries = 6   // before they are widened to all that steps can lead to
	slowTries   = 10  // before they are widened to whole words
	maxCarried  = 200 // values that a loop changes
	maxBodyOps  = 6000
	shortRounds = 17  // of loops that are unrolled when it is seen that they end
	shortOps    = 200 // operations of all of them
	maxKnown    = 40  // rounds that are unrolled of a loop with a test that is known
	maxFew      = 8   // the same where loops are kept because the lambda is too long
	maxTested   = 16  // the same where it may have been left before
	briefRounds = 40  // of one that becomes long, at least
	briefOps    = 4000
	briefSteps  = 60_000 // of a lambda with such loops
	briefTotal  = 20_000 // operations of it
)

// loopOperation is a loop that becomes one operation of the netlist (word.Repeat), with any number of rounds.
type loopOperation struct {
	l       *lowering
	p       loopParts
	entry   *state
	sc      *scope
	carried []*carried
	after   *state // a round
	again   word.ID
	ret     word.ID // one bit: the function has returned
	returns []exit
	throws  []Throw
	doubt   word.ID
	goesOn  bool // some path goes on after the loop
}

// repeatParams is where the numbers of the parameters of loops begin.
const repeatParams = 1 << 32

// keepLoop lowers the rest of a loop, from the beginning of a round, as a loop operation.
func (l *lowering) keepLoop(p loopParts, s *state, sc *scope) flow {
	x := &loopOperation{l: l, p: p, entry: s, sc: sc}
	at := l.at
	x.fixpoint()
	x.tighten()
	l.at = at
	return x.build()
}

// tooLong ends the unrolling of a loop that is tried only.
type tooLong struct{}

// shortOrKept unrolls a loop that is seen to end soon; others become loop operations.
func (l *lowering) shortOrKept(p loopParts, s *state, sc *scope) flow {
	if l.short > 0 { // within one that is tried
		return l.unroll(p, s, sc, false)
	}
	try, before := l.clone(s, s.cond), l.remember()
	l.short, l.shortOps = shortRounds, len(l.b.Ops)+shortOps
	f, ends := l.attempt(func() flow { return l.unroll(p, try, sc, false) })
	l.short, l.shortOps = 0, 0
	if ends {
		return f
	}
	l.recall(before)
	return l.unroll(p, s, sc, true)
}

// moment is how far the lowering was when something was tried.
type moment struct {
	l     lowering
	exits []jumpTarget
}

// remember notes a moment, recall goes back to one: what has been made since is forgotten, but for the operations and
// the steps.
func (l *lowering) remember() *moment {
	m := &moment{l: *l, exits: make([]jumpTarget, len(l.enclosures))}
	m.l.throws, m.l.enclosures = slices.Clone(l.throws), slices.Clone(l.enclosures)
	m.l.fixed, m.l.frozen, m.l.gone, m.l.copies = maps.Clone(l.fixed), maps.Clone(l.frozen), maps.Clone(l.gone), clonedCopies(l.copies)
	for i, t := range l.enclosures {
		m.exits[i] = *t
		m.exits[i].exits = slices.Clone(t.exits)
	}
	return m
}

func (l *lowering) recall(m *moment) {
	before := &m.l
	l.throws, l.doubted, l.enclosures = slices.Clone(before.throws), before.doubted, slices.Clone(before.enclosures)
	l.own, l.this, l.home, l.yielded, l.calls, l.compared = before.own, before.this, before.home, before.yielded, before.calls, before.compared
	l.fixed, l.frozen, l.gone, l.copies = maps.Clone(before.fixed), maps.Clone(before.frozen), maps.Clone(before.gone), clonedCopies(before.copies)
	l.cellCount, l.at, l.cameBy, l.inMessage, l.among, l.catching = before.cellCount, before.at, before.cameBy, before.inMessage, before.among, before.catching
	for i, t := range l.enclosures {
		*t = m.exits[i]
		t.exits = slices.Clone(t.exits)
	}
}

// endsNever is where a loop of which some rounds have been unrolled is known to go on. That is the end of trying to
// unroll it, unless it cannot end any more, as one that looks for something in a list and is beyond its end: where it
// comes there, the lambda fails.
func (l *lowering) endsNever(p loopParts, s *state, sc *scope) {
	rounds, ops := l.short, l.shortOps
	l.short, l.shortOps = 0, 0
	f := l.keepLoop(p, s, sc)
	l.short, l.shortOps = rounds, ops
	if f.next != nil || len(f.returns) > 0 {
		panic(tooLong{})
	}
}

// settle lowers rounds until one gives nothing new.
func (x *loopOperation) fixpoint() {
	for try := 0; ; try++ {
		if try > maxTries {
			panic(refuse(openLoop + ", and variables in it that take ever other values" + boundHelps))
		}
		x.round()
		if !x.grow(try) {
			return
		}
	}
}

// round lowers a round with parameters for what the loop is known to change.
func (x *loopOperation) round() {
	l := x.l
	cells, throws, doubted, enclosures := l.cellCount, len(l.throws), l.doubted, l.enclosures
	s := &state{cells: roomy(x.entry.cells), heap: roomy(x.entry.heap), cond: l.b.Uint(1, 1)}
	for _, c := range x.carried {
		c.param = l.b.Leaf(word.Param, c.width(), repeatParams+l.loopParams)
		l.loopParams++
		x.put(s, c, c.param)
	}
	begin := &state{cells: slices.Clone(s.cells), heap: slices.Clone(s.heap)}
	strays := l.strays
	l.doubted, l.enclosures = l.b.Uint(0, 1), nil
	call := l.enter(s, jumpTarget{call: true})
	whole := l.enter(s, jumpTarget{label: x.p.label, breaks: true})
	var leaving []exit
	cur := s
	if x.p.test != nil {
		v, test := l.condition(x.p.test, cur, x.sc)
		goesOn := l.truthy(v)
		if c, known := l.constBool(goesOn); !known || !c {
			out := l.clone(cur, l.b.Not(goesOn))
			if !known {
				l.refine(test, false, out, x.sc)
			}
			l.leave(out, toBreak, "")
			leaving = append(leaving, exit{s: out})
			if cur = l.clone(cur, cur.cond); known {
				cur = nil
			} else {
				l.refine(test, true, cur, x.sc)
			}
		}
	}
	x.returns = nil
	if cur != nil {
		one := l.enter(cur, jumpTarget{label: x.p.label, continues: true})
		g := l.statement(x.p.body, cur, x.sc, "")
		mine := func(list []exit) []exit {
			for _, e := range list {
				if e.label != "" && e.label != x.p.label {
					panic(refuse(openLoop + ", and which is left for one around it" + boundHelps))
				}
			}
			return list
		}
		x.returns = g.returns
		leaving = append(leaving, mine(g.breaks)...)
		cur = l.join(mine(g.continues), g.next)
		l.exit(one, cur)
		if cur != nil && x.p.update != nil {
			l.expression(x.p.update, cur, x.sc)
		}
	}
	if l.strays && !strays { // what comes before it in the text may be a round after it
		panic(refuse(openLoop + ", and in which a list is changed at an index that may be negative" + boundHelps))
	}
	x.ret = l.hasLeft(call)
	left := l.b.Or(x.ret, l.hasLeft(whole))
	if x.again = l.b.Not(left); cur == nil {
		x.again = l.b.Uint(0, 1)
	}
	x.goesOn = len(leaving) > 0
	x.throws = slices.Clone(l.throws[throws:])
	x.doubt = l.doubted
	l.throws, l.doubted, l.enclosures = l.throws[:throws], doubted, enclosures
	for _, t := range x.throws {
		if t.Message != nil {
			panic(refuse(openLoop + ", and an error in it whose message depends on values, too" + boundHelps))
		}
		x.again = l.b.And(x.again, l.b.Not(t.When))
	}
	x.again = l.b.And(x.again, l.b.Not(x.doubt))
	x.after = l.join(x.returns, l.join(leaving, cur))
	if x.after == nil {
		x.after = &state{cells: begin.cells, heap: begin.heap} // it always throws
	}
	l.cellCount = cells
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
	x.round()
	stable := len(x.carried) == len(before)
	for i, c := range x.carried {
		stable = stable && i < len(before) && x.incoming(c).within(c.shape)
	}
	if stable {
		return
	}
	for i, s := range before {
		x.carried[i].shape = s
	}
	x.fixpoint()
}

// endless is the error of a loop that does not end, which is that of a function that does not.
func (l *lowering) endless(when word.ID) Throw {
	return Throw{
		When: when, Place: l.own.function.PlaceOf(l.at), Code: circuit.CodeLambdaTime,
		Text:   fmt.Sprintf("took more than %v rounds and was stopped here, probably in a loop that does not end.", limits.Count(word.MaxRounds)),
		Advice: "Check the loop's condition, or give it fewer rounds.",
	}
}

func (l *lowering) isFalse(id word.ID) bool {
	is, known := l.constBool(id)
	return known && !is
}
