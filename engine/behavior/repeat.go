package behavior

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// A loop whose end depends on values can stay a loop: its body is lowered once, with parameters for the variables and objects that it changes, and
// becomes what a word.Repeat does in each round. How large such a value can be is found out as it is in program analysis: the body is lowered with the
// range that the value has at first, then with the one that it has after such a round, and so on, until a round gives nothing new; when that takes long, by
// widening ranges in steps.

// openLoop begins the reasons why lambdas with such loops are refused, which end with what helps.
const (
	openLoop   = "a loop whose end depends on values"
	boundHelps = "; a bound such as `n < 40 &&` in its test, where n counts the rounds, helps"
)

// Loops is how loops are lowered whose end depends on values.
type Loops struct {
	Keep bool // they stay loops
	Seen bool // there is one
	Long bool // there is one with many rounds, whose end may depend on values or not
}

const (
	mostTries   = 24  // lowerings of one body until nothing new is found
	exactTries  = 2   // before ranges are widened
	ladderTries = 6   // before they are widened to all that steps can lead to
	slowTries   = 10  // before they are widened to whole words
	mostCarried = 200 // values that a loop changes
	mostBodyOps = 6000
	shortRounds = 17  // of loops that are unrolled when it is seen that they end
	shortOps    = 200 // operations of all of them
	mostKnown   = 40  // rounds that are unrolled of a loop with a test that is known
	mostTested  = 16  // the same where it may have been left before
)

// shape is what a value that a loop changes can be.
type shape struct {
	kind     shapeKind
	lo, hi   int64 // intShape, and the elements of a packedShape
	negZero  bool
	zeroSign bool
	lane     int // packedShape
	items    int
}

type shapeKind uint8

const (
	boolShape shapeKind = iota
	intShape
	floatShape
	packedShape
)

// slot is a place that a loop changes: a variable, or something in an object.
type slot struct {
	cell   int    // variable; -1 for what is in an object
	object int    // its number
	item   int    // of an array; -1: the whole array, packed, or a property
	key    string // of a property
}

// carried is such a place with what can be in it.
type carried struct {
	slot
	shape
	grown int
	entry value // at the beginning; of a packed array nil
	param word.ID
	next  value
	array *packed // next, of a packed array
}

// iteration is a loop that stays one.
type iteration struct {
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

// keepLoop lowers the rest of a loop, from the beginning of a round, as one that stays a loop.
func (l *lowering) keepLoop(p loopParts, s *state, sc *scope) flow {
	x := &iteration{l: l, p: p, entry: s, sc: sc}
	at := l.at
	x.settle()
	x.tighten()
	l.at = at
	return x.build()
}

// tooLong ends the unrolling of a loop that is tried only.
type tooLong struct{}

// shortOrKept unrolls a loop that is seen to end soon; others stay loops.
func (l *lowering) shortOrKept(p loopParts, s *state, sc *scope) flow {
	if l.short > 0 { // within one that is tried
		return l.unroll(p, s, sc, false)
	}
	try := l.clone(s, s.cond)
	exits := make([]enclosure, len(l.enclosures))
	for i, t := range l.enclosures {
		exits[i] = *t
		exits[i].exits = slices.Clone(t.exits)
	}
	before := *l
	var f flow
	if func() (ends bool) {
		l.short, l.shortOps = shortRounds, len(l.b.Ops)+shortOps
		defer func() {
			l.short, l.shortOps = 0, 0
			switch x := recover().(type) {
			case nil:
			case tooLong, refusal:
				ends = false
			default:
				panic(x)
			}
		}()
		f = l.unroll(p, try, sc, false)
		return true
	}() {
		return f
	}
	l.throws, l.doubted, l.enclosures, l.own, l.this, l.calls = before.throws, before.doubted, before.enclosures, before.own, before.this, before.calls
	l.cellCount, l.at, l.cameBy, l.inMessage, l.among = before.cellCount, before.at, before.cameBy, before.inMessage, before.among
	for i, t := range l.enclosures {
		*t = exits[i]
	}
	return l.unroll(p, s, sc, true)
}

// endsNever reports that a loop of which some rounds have been unrolled cannot end any more, as one that looks for something in a list and is beyond its
// end. Where it comes there, the lambda fails.
func (l *lowering) endsNever(p loopParts, s *state, sc *scope) bool {
	rounds, ops, throws := l.short, l.shortOps, len(l.throws)
	l.short, l.shortOps = 0, 0
	f := l.keepLoop(p, l.clone(s, s.cond), sc)
	l.short, l.shortOps = rounds, ops
	if f.next != nil || len(f.returns) > 0 {
		l.throws = l.throws[:throws]
		return false
	}
	return true
}

// settle lowers rounds until one gives nothing new.
func (x *iteration) settle() {
	for try := 0; ; try++ {
		if try > mostTries {
			panic(refuse(openLoop + ", and variables in it that take ever other values" + boundHelps))
		}
		x.round()
		if !x.grow(try) {
			return
		}
	}
}

// shapeOf is what a value is, as one that a loop changes.
func shapeOf(v value) shape {
	switch x := v.(type) {
	case boolValue:
		return shape{kind: boolShape}
	case intValue:
		return shape{kind: intShape, lo: x.lo, hi: x.hi, negZero: x.negZero}
	case floatValue:
		return shape{kind: floatShape, zeroSign: x.zeroSign}
	case choiceValue:
		a, b := shapeOf(x.a), shapeOf(x.b)
		if !a.number() || !b.number() {
			panic(refuse(openLoop + ", and a variable in it that is of different types" + boundHelps))
		}
		return shape{kind: floatShape, zeroSign: a.zeroSign || b.zeroSign || a.negZero || b.negZero}
	case undefinedValue, nullValue:
		panic(refuse(openLoop + ", and a variable in it that has no value at first" + boundHelps))
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	panic(refuse(openLoop + ", in which something else than numbers changes" + boundHelps))
}

// join is what is one or the other.
func (a shape) join(b shape) shape {
	if a.kind == b.kind {
		a.lo, a.hi = min(a.lo, b.lo), max(a.hi, b.hi)
		a.negZero, a.zeroSign = a.negZero || b.negZero, a.zeroSign || b.zeroSign
		if a.kind == packedShape && (a.items != b.items || a.lane != b.lane) {
			a.lane = max(a.lane, b.lane, laneOf(a.lo, a.hi))
		}
		return a
	}
	if !a.number() || !b.number() {
		panic(refuse(openLoop + ", and a variable in it that is of different types" + boundHelps))
	}
	return shape{kind: floatShape, zeroSign: a.zeroSign || b.zeroSign || a.negZero || b.negZero}
}

func (a shape) number() bool { return a.kind == intShape || a.kind == floatShape }

// within reports that b has nothing that a does not have.
func (b shape) within(a shape) bool { return a.join(b) == a }

// The ends of ranges when they are widened. Those of 2^k - 1 keep what an index can be within few bits.
var ends = []int64{1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 4095, 1<<16 - 1, 1<<20 - 1, math.MaxInt32, math.MaxUint32, 1<<42 - 1, maxInt}

// widened is a shape that has some more where it has grown from another one, so that a range does not grow by one in each try.
func (a shape) widened(from shape, words bool) shape {
	if a.kind != intShape && a.kind != packedShape {
		return a
	}
	end := func(n int64) int64 {
		for _, e := range ends {
			if e >= n && (!words || e >= math.MaxInt32) {
				return e
			}
		}
		return maxInt
	}
	if a.hi > max(from.hi, 0) {
		a.hi = end(a.hi)
	}
	if a.lo < min(from.lo, 0) {
		a.lo = max(-end(-a.lo)-1, -maxInt)
	}
	if a.kind == packedShape {
		a.lane = max(a.lane, laneOf(a.lo, a.hi))
		return a
	}
	if words && (a.hi == maxInt || a.lo == -maxInt) {
		return shape{kind: floatShape}
	}
	return a
}

// width is the number of bits that hold such a value.
func (a shape) width() int {
	switch a.kind {
	case boolShape:
		return 1
	case floatShape:
		return 64
	case packedShape:
		return max(1<<bits.Len(uint(a.items-1)), 128/a.lane) * a.lane
	}
	if a.lo < 0 {
		return intWidth(a.lo, a.hi)
	}
	return max(1, bits.Len64(uint64(a.hi)))
}

// held is a value of such a shape.
func (l *lowering) held(a shape, id word.ID) value {
	switch a.kind {
	case boolShape:
		return boolValue{id}
	case floatShape:
		return floatValue{id: l.b.FromBits(id), lo: math.Inf(-1), hi: math.Inf(1), nan: true, zeroSign: a.zeroSign}
	}
	if a.lo >= 0 {
		id = l.b.ZExt(id, intWidth(a.lo, a.hi))
	}
	v := l.number(id, a.lo, a.hi)
	v.negZero = a.negZero
	return v
}

// hold puts a value in the bits of such a shape.
func (l *lowering) hold(a shape, v value) word.ID {
	switch a.kind {
	case boolShape:
		return v.(boolValue).id
	case floatShape:
		return l.b.ToBits(l.double(v))
	}
	return l.b.Resize(l.extend(v.(intValue), max(a.width(), intWidth(a.lo, a.hi))), a.width())
}

// double is a number, or a choice of numbers, as a double.
func (l *lowering) double(v value) word.ID {
	if c, ok := v.(choiceValue); ok {
		return l.b.FMux(c.cond, l.double(c.a), l.double(c.b))
	}
	return l.float(v).id
}

// round lowers a round with parameters for what the loop is known to change.
func (x *iteration) round() {
	l := x.l
	cells, throws, doubted, enclosures := l.cellCount, len(l.throws), l.doubted, l.enclosures
	s := &state{cells: roomy(x.entry.cells), heap: roomy(x.entry.heap), cond: l.b.Uint(1, 1)}
	for _, c := range x.carried {
		c.param = l.b.Leaf(word.Param, c.width(), repeatParams+l.loopParams)
		l.loopParams++
		x.put(s, c, c.param)
	}
	begin := &state{cells: slices.Clone(s.cells), heap: slices.Clone(s.heap)}
	l.doubted, l.enclosures = l.b.Uint(0, 1), nil
	call := l.enter(s, enclosure{call: true})
	whole := l.enter(s, enclosure{label: x.p.label, breaks: true})
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
		one := l.enter(cur, enclosure{label: x.p.label, continues: true})
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

// put makes a place hold a parameter, or what a loop has given.
func (x *iteration) put(s *state, c *carried, id word.ID) {
	l := x.l
	if c.cell >= 0 {
		s.cells[c.cell] = l.held(c.shape, id)
		return
	}
	o := *s.heap[c.object]
	switch {
	case c.kind == packedShape:
		o.packed = &packed{array: id, lane: c.lane, items: c.items, lo: c.lo, hi: c.hi}
		o.items = nil
	case c.item >= 0:
		l.full(&o)
		o.items, o.packed = slices.Clone(o.items), nil
		o.items[c.item] = l.held(c.shape, id)
	default:
		n := o.copy(0)
		n.props[c.key] = l.held(c.shape, id)
		o = *n
	}
	s.heap[c.object] = &o
}

// at is the place of a slot, added when it is new.
func (x *iteration) at(at slot, entry value) *carried {
	for _, c := range x.carried {
		if c.slot == at {
			return c
		}
	}
	if len(x.carried) == mostCarried {
		panic(refuse(openLoop+", which changes more than %d values"+boundHelps, mostCarried))
	}
	c := &carried{slot: at, entry: entry}
	if entry != nil {
		c.shape = shapeOf(entry)
	}
	x.carried = append(x.carried, c)
	return c
}

// compare finds what the round has changed.
func (x *iteration) compare(begin *state) {
	for _, c := range x.carried {
		if c.cell >= 0 {
			c.next = x.after.cell(c.cell)
		}
	}
	for i := range begin.cells {
		v, w := begin.cell(i), x.after.cell(i)
		if v == nil || w == nil || i >= len(x.entry.cells) || sameValue(v, w) {
			continue
		}
		x.at(slot{cell: i, item: -1}, x.entry.cells[i]).next = w
	}
	for n := range begin.heap {
		if n >= len(x.entry.heap) || x.entry.heap[n] == nil {
			continue
		}
		o := x.after.heap[n]
		if o != begin.heap[n] || x.carries(n) {
			x.compareObject(n, begin.heap[n], o)
		}
	}
}

func (x *iteration) carries(object int) bool {
	return slices.ContainsFunc(x.carried, func(c *carried) bool { return c.cell < 0 && c.object == object })
}

func (x *iteration) compareObject(n int, before, after *object) {
	l := x.l
	entry := x.entry.heap[n]
	switch {
	case after.writes != nil || before.writes != nil:
		if slices.Equal(after.writes, before.writes) {
			return
		}
		panic(refuse(openLoop + ", and a memory that it writes to" + boundHelps))
	case after.array && (after.kept != nil || after.holes != nil || after.lists != nil || entry.kept != nil || entry.holes != nil || entry.lists != nil || after.elements != entry.elements ||
		after.length() != entry.length()):
		panic(refuse(openLoop + ", and an array in it whose length or kind changes" + boundHelps))
	case after.array && (after.packed != nil || before.packed != nil):
		p := after.packed
		if p == nil {
			if p = l.pack(after.items, 0, 0); p == nil {
				panic(refuse(openLoop + ", in which something else than numbers changes" + boundHelps))
			}
		}
		c := x.at(slot{cell: -1, object: n, item: -1}, nil)
		was := entry.packed
		if was == nil {
			if was = l.pack(entry.items, p.lo, p.hi); was == nil {
				panic(refuse(openLoop + ", in which something else than numbers changes" + boundHelps))
			}
		}
		if c.items == 0 {
			x.carried = slices.DeleteFunc(x.carried, func(o *carried) bool { return o.cell < 0 && o.object == n && o.item >= 0 })
			c.shape = shape{kind: packedShape, lo: was.lo, hi: was.hi, lane: was.lane, items: was.items}
		}
		c.array = p
	case after.array:
		for i := range after.items {
			at := slot{cell: -1, object: n, item: i}
			if !sameValue(before.items[i], after.items[i]) || x.has(at) {
				x.at(at, l.full(entry).items[i]).next = after.items[i]
			}
		}
	default:
		if !slices.Equal(before.keys, after.keys) || after.mixed || len(after.has) > 0 || after.class != before.class {
			panic(refuse(openLoop + ", and an object in it that gets other properties" + boundHelps))
		}
		for _, k := range after.keys {
			at := slot{cell: -1, object: n, item: -1, key: k}
			if !sameValue(before.props[k], after.props[k]) || x.has(at) {
				x.at(at, entry.props[k]).next = after.props[k]
			}
		}
	}
}

func (x *iteration) has(at slot) bool {
	return slices.ContainsFunc(x.carried, func(c *carried) bool { return c.slot == at })
}

// incoming is what is in a place at the beginning or after a round.
func (x *iteration) incoming(c *carried) shape {
	if c.kind == packedShape {
		in := c.shape
		in.lo, in.hi, in.lane = c.array.lo, c.array.hi, c.array.lane
		entry := x.entry.heap[c.object]
		if entry.packed != nil {
			in.lo, in.hi = min(in.lo, entry.packed.lo), max(in.hi, entry.packed.hi)
		} else {
			for _, v := range entry.items {
				n := v.(intValue)
				in.lo, in.hi = min(in.lo, n.lo), max(in.hi, n.hi)
			}
		}
		in.lane = max(in.lane, laneOf(in.lo, in.hi))
		return in
	}
	entry, next := shapeOf(c.entry), shapeOf(c.next)
	in := entry.join(next)
	if in.kind == intShape && next.kind == intShape {
		if s, ok := x.l.stepOf(c.next.(intValue).id, c.param); ok {
			if least, most, ok := s.bounds(entry.lo, entry.hi); ok {
				in.lo, in.hi = max(in.lo, least), min(in.hi, most)
			}
		}
	}
	return in
}

// furthest gives a variable that changes by constants all that it can ever be, and reports whether it is one.
func (x *iteration) furthest(c *carried) bool {
	next, ok := c.next.(intValue)
	if !ok {
		return false
	}
	entry := shapeOf(c.entry)
	s, ok := x.l.stepOf(next.id, c.param)
	if !ok {
		return false
	}
	least, most, ok := s.bounds(entry.lo, entry.hi)
	if ok && c.lo < entry.lo {
		c.lo = min(c.lo, least)
	}
	if ok && c.hi > entry.hi {
		c.hi = max(c.hi, most)
	}
	return ok
}

// largestStep bounds what a variable can change by in a round: what MaxRounds of them lead to is a whole number still.
const largestStep = 1 << 32

// looped is a variable after a loop that changes it by constants: what it was before, and how much less and more it can be.
type looped struct {
	before   word.ID
	down, up int64
	width    int // see steps
}

// steps is how a variable changes in a round: what it is more than before, or one of the constants from lo to hi and that much more.
type steps struct {
	down, up  int64 // at most 0, at least 0
	constants bool
	lo, hi    int64
	width     int // bits that hold it on the way
}

// bounds are all that a variable can become that begins within lo … hi; ok is false when that is not sure, as its bits may not hold it.
func (s steps) bounds(lo, hi int64) (least, most int64, ok bool) {
	if s.constants {
		lo, hi = min(lo, s.lo), max(hi, s.hi)
	}
	least, most = lo+s.down*word.MaxRounds, hi+s.up*word.MaxRounds
	limit := int64(maxInt)
	if s.width < 54 {
		limit = 1<<(s.width-1) - 1
	}
	return least, most, least >= -limit && most <= limit
}

// stepOf finds the steps of a value that is made of a parameter by adding constants and by choices. As there are at most MaxRounds rounds, a variable
// that changes so is never far from where it began.
func (l *lowering) stepOf(id, param word.ID) (steps, bool) {
	all := steps{width: 64}
	seen := map[word.ID][2]int64{}
	var walk func(id word.ID) bool
	walk = func(id word.ID) bool {
		if _, done := seen[id]; done {
			return true
		}
		if len(seen) > maxNarrowed*maxNarrowed {
			return false
		}
		op := l.b.Ops[id]
		from, less, more := op.A, int64(0), int64(0)
		if x, ok := l.looped[id]; ok {
			from, less, more = x.before, x.down, x.up
			all.width = min(all.width, x.width)
			op.Kind = word.ZExt
		}
		switch op.Kind {
		case word.Param:
			seen[id] = [2]int64{}
			return id == param
		case word.Const:
			n := int64(op.Imm)
			if op.Width > 64 || op.Bits == op.Width || n > largestStep { // it may be below zero
				return false
			}
			if !all.constants {
				all.constants, all.lo, all.hi = true, n, n
			}
			all.lo, all.hi = min(all.lo, n), max(all.hi, n)
			seen[id] = [2]int64{}
			return true
		case word.ZExt, word.SExt:
		case word.Slice:
			if op.Imm != 0 || l.b.KnownBits(op.A) > int(op.Width) {
				return false
			}
		case word.Add, word.Sub:
			all.width = min(all.width, int(op.Width))
			c, known := l.b.ConstValue(op.B)
			if !known || c.Len() > 64 {
				return false
			}
			n := word.Signed64(c.Lo, uint(op.Width))
			if op.Kind == word.Sub {
				n = -n
			}
			if n < -largestStep || n > largestStep {
				return false
			}
			less, more = n, n
		case word.Mux:
			if !walk(op.B) || !walk(op.C) {
				return false
			}
			x, y := seen[op.B], seen[op.C]
			seen[id] = [2]int64{min(x[0], y[0]), max(x[1], y[1])}
			return true
		default:
			return false
		}
		if !walk(from) {
			return false
		}
		s := seen[from]
		seen[id] = [2]int64{s[0] + less, s[1] + more}
		return s[0]+less >= -largestStep && s[1]+more <= largestStep
	}
	if param <= 0 || !walk(id) {
		return steps{}, false
	}
	all.down, all.up = min(seen[id][0], 0), max(seen[id][1], 0)
	return all, true
}

// grow gives all places what the round has shown to be possible in them, and reports whether that is more than before.
func (x *iteration) grow(try int) bool {
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
func (x *iteration) tighten() {
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
	x.settle()
}

// build makes the operations of the loop, and gives what goes on after it.
func (x *iteration) build() flow {
	l := x.l
	// bits are the operations of a value: at the beginning, after a round, and as the parameter of one; None where it does not ask for it.
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
			if was.lane != c.lane || now.lane != c.lane {
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
	var result value
	var resultShape shape
	resultAt := 0
	if ret > 0 {
		result = x.returns[len(x.returns)-1].v
		for i := len(x.returns) - 2; i >= 0; i-- {
			result = l.choose(x.returns[i].s.cond, x.returns[i].v, result)
		}
		switch result.(type) {
		case undefinedValue, nullValue, stringValue, constantValue:
		default:
			resultShape = shapeOf(result)
			resultAt = extra(l.hold(resultShape, result))
		}
	}
	if len(values) == 1 { // it changes nothing, and does not end; what a Repeat gives is a wide value
		extra(l.b.Uint(0, 1))
	}
	if l.isTrue(x.again) { // it never ends
		l.throws = append(l.throws, l.endless(l.reached(x.entry)))
		return flow{}
	}
	params, nexts, starts := make([]word.ID, len(values)), make([]word.ID, len(values)), make([]word.ID, len(values))
	for i, v := range values {
		params[i], nexts[i], starts[i] = v.param, v.next, v.start
	}
	body, constant := l.bodyOf(params, nexts)
	l.spend(len(body.Ops))
	if len(body.Ops) > mostBodyOps {
		panic(refuse(openLoop + ", with a long body" + boundHelps))
	}
	given := l.b.Repeat(l.b.Body(body), append(starts, constant...))

	out := l.clone(x.entry, x.entry.cond)
	for i, c := range x.carried {
		after := *c
		if c.kind != packedShape {
			n := shapeOf(c.next)
			if c.kind == intShape && n.width() == c.width() && n.lo >= c.lo && n.hi <= c.hi {
				after.shape = n
			}
		}
		x.put(out, &after, given[i+1])
		if n, ok := c.next.(intValue); ok {
			if begun, whole := c.entry.(intValue); whole {
				s, ok := l.stepOf(n.id, c.param)
				if ok && !s.constants && s.up-s.down <= largestStep/word.MaxRounds {
					if _, _, ok = s.bounds(begun.lo, begun.hi); ok {
						l.looped[given[i+1]] = looped{begun.id, s.down * word.MaxRounds, s.up * word.MaxRounds, s.width}
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
	if resultAt > 0 {
		result = l.held(resultShape, given[resultAt])
	}
	returned := func(s *state) flow {
		l.leave(s, toCall, "")
		return flow{returns: []exit{{s: s, v: result}}}
	}
	if !x.goesOn {
		return returned(out)
	}
	return l.branch(given[ret], out, returned, func(s *state) flow { return flow{next: s} })
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

// bodyOf makes a body of the operations that depend on parameters; the others are computed before, and given to it. params are the parameters of the
// values, None where there is none, and nexts what they become.
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
