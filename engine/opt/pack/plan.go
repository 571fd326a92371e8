package pack

import (
	"math/bits"
	"slices"

	"simten.dev/engine/word"
)

const (
	widest     = 64  // lanes of a word
	minLanes   = 4   // gates that become one operation
	minLatches = 8   // registers that become one
	deepest    = 500 // operations on lanes above each other
)

// source is where a bit stands in a word.
type source struct {
	node int32 // an operation of the module, or its number of operations plus the index of a row; -1 when nowhere
	bit  int32
	flip bool // the complement stands there
}

// layer is some lanes of a value that come from one word: shifted, or one bit for all of them.
type layer struct {
	node  int32
	bit   int32  // the bit for lane 0, which may be below 0; of one bit for all lanes: that bit
	all   bool   // one bit for all lanes
	lanes uint64 // a set of lanes
}

// value is a word put together for the lanes of an operation.
type value struct {
	n      int
	layers []layer
	care   uint64 // lanes that somebody looks at
	ones   uint64 // lanes that are 1
	flip   uint64 // lanes that are complemented in the end
}

type rowKind uint8

const (
	latches rowKind = iota // registers in one word
	logic                  // one operation on all lanes
	total                  // the sum of a chain
	carries                // the carries into each bit of a chain
)

// row is a word of a packed module.
type row struct {
	kind     rowKind
	n        int
	op       word.Kind // of logic
	a, b, c  *value
	in       lit     // carry into a total
	of       int32   // carries: the row of the total
	members  []int32 // latches: registers
	register int     // latches: of the packed module
	ids      []word.ID
	owner    int32

	needed   bool
	carryOut bool
	reads    int // bits of it that are taken out
}

// owner is what is accepted or refused as a whole: registers that share a word, or a chain.
type owner struct {
	registers []int32
	chain     *chain
	saved     int // operations and stores that go
	paid      int // operations that come
	refused   bool
}

// plan decides what becomes words.
type plan struct {
	v       *view
	owners  []owner
	at      []source // by operation of one bit
	rows    []row
	refused []bool // gates that stay single
	claimed []word.ID
	current int32
	needed  []bool // operations that stay
}

func (p *plan) base() int32 { return int32(len(p.v.m.Ops)) }

// lay plans everything anew, without what has been refused.
func (p *plan) lay() {
	m := p.v.m
	p.rows, p.claimed = p.rows[:0], p.claimed[:0]
	for i := range p.at {
		p.at[i] = source{node: -1}
		if op := &m.Ops[i]; op.Width == 1 && op.Kind == word.Slice {
			p.at[i] = source{node: int32(op.A), bit: int32(op.Imm)}
		}
	}
	place := make([]source, len(m.Registers)) // node 0 stands for nowhere
	for o := range p.owners {
		w := &p.owners[o]
		w.saved, w.paid = 0, 0
		if w.refused {
			continue
		}
		if w.chain != nil {
			p.placeChain(int32(o), w.chain)
			continue
		}
		for k, r := range w.registers {
			place[r] = source{node: p.base() + int32(len(p.rows)), bit: int32(k)}
		}
		p.rows = append(p.rows, row{kind: latches, n: len(w.registers), members: w.registers, owner: int32(o)})
	}
	for i := range m.Ops {
		if op := &m.Ops[i]; op.Kind == word.Reg && op.Width == 1 {
			if s := place[op.Imm]; s.node != 0 {
				p.at[i] = s
			}
		}
	}
	for r, first := 0, len(p.rows); r < first; r++ {
		p.v.pause.Yield()
		p.current = p.rows[r].owner
		w := &p.owners[p.current]
		before := len(p.claimed)
		switch p.rows[r].kind {
		case latches:
			lanes := make([]lit, len(w.registers))
			for k, reg := range w.registers {
				lanes[k] = p.v.lits[m.Registers[reg].Next]
			}
			a := p.value(lanes, 0)
			p.rows[r].a = a
			w.saved += len(lanes)
		case total:
			a := p.value(w.chain.a, 0)
			b := p.value(w.chain.b, 0)
			p.rows[r].a, p.rows[r].b = a, b
			w.saved += w.chain.gates()
		}
		w.saved += len(p.claimed) - before
	}
}

// gates estimates the gates that a chain replaces.
func (c *chain) gates() int {
	n := 0
	for k := range c.a {
		if c.a[k].constant() || c.b[k].constant() {
			n += 2
		} else {
			n += 5
		}
	}
	return n
}

// placeChain says where the sums and carries of a chain stand.
func (p *plan) placeChain(o int32, c *chain) {
	sum, n := int32(len(p.rows)), len(c.a)
	p.rows = append(p.rows,
		row{kind: total, n: n, in: c.in, owner: o},
		row{kind: carries, n: n, of: sum, owner: o})
	put := func(l lit, row, bit int) {
		if l >= 0 && p.at[l.id()].node < 0 && p.v.gates[l.id()].kind != word.Invalid {
			p.at[l.id()] = source{p.base() + int32(row), int32(bit), l.inverted()}
		}
	}
	for k := range n {
		put(c.sums[k], int(sum), k)
		if k+1 < n {
			put(c.carries[k], int(sum)+1, k+1)
		} else {
			put(c.carries[k], int(sum), n)
		}
	}
}

// value puts lanes together: gates of one kind become one operation, bits of one word are shifted into place
// together, and the rest are single bits.
func (p *plan) value(lanes []lit, depth int) *value {
	x := &value{n: len(lanes)}
	// which row computes a lane, besides what p.at says: lanes that an operation passes on
	var passed map[int]int32
	if depth < deepest && !same(lanes) {
		for kind := p.commonest(lanes); kind != word.Invalid; kind = p.commonest(lanes) {
			r, through := p.logic(kind, lanes, depth)
			if r < 0 {
				continue
			}
			for _, lane := range through {
				if passed == nil {
					passed = map[int]int32{}
				}
				passed[lane] = r
			}
		}
	}
	for i, l := range lanes {
		switch l {
		case free:
			continue
		case one:
			x.ones |= 1 << i
			fallthrough
		case zero:
			x.care |= 1 << i
			continue
		}
		x.care |= 1 << i
		if r, ok := passed[i]; ok {
			x.join(layer{node: p.base() + r, bit: 0, lanes: 1 << i})
			continue
		}
		s := p.source(l)
		if s.flip {
			x.flip |= 1 << i
		}
		if p.repeated(lanes, i, s) {
			x.join(layer{node: s.node, bit: s.bit, all: true, lanes: 1 << i})
		} else {
			x.join(layer{node: s.node, bit: s.bit - int32(i), lanes: 1 << i})
		}
	}
	if constants := x.constants(); x.flip != 0 && x.flip|constants == x.care { // one complement of everything
		x.flip, x.ones = all(x.n), constants&^x.ones
	}
	return x
}

// constants are the lanes that come from no word.
func (x *value) constants() uint64 {
	lanes := x.care
	for i := range x.layers {
		lanes &^= x.layers[i].lanes
	}
	return lanes
}

// all is the set of n lanes.
func all(n int) uint64 { return ^uint64(0) >> (64 - uint(n)) }

func (x *value) join(l layer) {
	for i := range x.layers {
		if y := &x.layers[i]; y.node == l.node && y.bit == l.bit && y.all == l.all {
			y.lanes |= l.lanes
			return
		}
	}
	x.layers = append(x.layers, l)
}

// source is where a literal stands, the bit itself being a word of one lane.
func (p *plan) source(l lit) source {
	s := p.at[l.id()]
	if s.node < 0 {
		s = source{node: int32(l.id())}
	}
	s.flip = s.flip != l.inverted()
	return s
}

// repeated reports whether a lane shows the same bit as another lane and does not go on from its neighbours.
func (p *plan) repeated(lanes []lit, i int, s source) bool {
	for _, k := range [2]int{i - 1, i + 1} {
		if k >= 0 && k < len(lanes) && lanes[k] >= 0 {
			if t := p.source(lanes[k]); t.node == s.node && t.bit-s.bit == int32(k-i) {
				return false
			}
		}
	}
	for k, l := range lanes {
		if k != i && l >= 0 && l.id() == lanes[i].id() {
			return true
		}
	}
	return false
}

// same reports whether all lanes show one value.
func same(lanes []lit) bool {
	first := free
	for _, l := range lanes {
		if l == free {
			continue
		}
		if first == free {
			first = l
		}
		if l != first {
			return false
		}
	}
	return true
}

// commonest is the kind of gate that most lanes are, if they are enough to make an operation.
func (p *plan) commonest(lanes []lit) word.Kind {
	var count [word.Kinds]int
	best := word.Invalid
	for _, l := range lanes {
		if kind := p.single(l); kind != word.Invalid {
			if count[kind]++; count[kind] >= minLanes && count[kind] > count[best] {
				best = kind
			}
		}
	}
	return best
}

// single is the kind of a gate that is in no word yet.
func (p *plan) single(l lit) word.Kind {
	if l < 0 || p.at[l.id()].node >= 0 || p.refused[l.id()] {
		return word.Invalid
	}
	return p.v.gates[l.id()].kind
}

// logic makes an operation of the gates of a kind among lanes. Lanes that are no gates go through it unchanged where
// the kind allows that. It gives -1 and leaves the gates single when their operands are too scattered.
func (p *plan) logic(kind word.Kind, lanes []lit, depth int) (made int32, through []int) {
	p.v.pause.Yield()
	n := len(lanes)
	operands := make([]lit, 3*n)
	a, b, c := operands[:n:n], operands[n:2*n:2*n], operands[2*n:]
	for i := range operands {
		operands[i] = free
	}
	rows, claimed := len(p.rows), len(p.claimed)
	made = int32(rows)
	count, last := 0, -1
	for i, l := range lanes {
		if p.single(l) != kind {
			continue
		}
		id := l.id()
		g := &p.v.gates[id]
		count++
		p.claimed = append(p.claimed, id)
		p.at[id] = source{p.base() + made, int32(i), false}
		if kind == word.Mux {
			a[i], b[i], c[i] = g.a, g.b, g.c
			continue
		}
		x, y := g.a, g.b
		if last >= 0 {
			x, y = p.turn(a[last], b[last], x, y, i-last)
		}
		if kind == word.Xor { // complements are taken afterwards
			p.at[id].flip = x.inverted() != y.inverted()
			x, y = x.flip(x.inverted()), y.flip(y.inverted())
		}
		a[i], b[i] = x, y
		last = i
	}
	if identity := neutral(kind); identity != free {
		for i, l := range lanes {
			if l != free && (l.constant() || p.at[l.id()].node != p.base()+made && p.v.gates[l.id()].kind == word.Invalid) {
				through = append(through, i)
			}
		}
		if len(through) > 2*count {
			through = nil
		}
		for _, i := range through {
			a[i], b[i] = lanes[i], identity
		}
	}
	p.rows = append(p.rows, row{kind: logic, n: n, op: kind, owner: p.current})
	va := p.value(a, depth+1)
	vb := p.value(b, depth+1)
	var vc *value
	if kind == word.Mux {
		vc = p.value(c, depth+1)
	}
	p.rows[made].a, p.rows[made].b, p.rows[made].c = va, vb, vc
	p.rows[made].ids = slices.Clone(p.claimed[claimed : claimed+count])
	paid := 0
	for r := rows; r < len(p.rows); r++ {
		paid += p.rows[r].cost(p.base())
	}
	if paid <= len(p.claimed)-claimed+2*count {
		return made, through
	}
	for _, id := range p.claimed[claimed:] {
		p.at[id] = source{node: -1}
	}
	for _, id := range p.rows[made].ids {
		p.refused[id] = true
	}
	p.rows, p.claimed = p.rows[:rows], p.claimed[:claimed]
	return -1, nil
}

// neutral is the operand that makes a kind of gate pass the other one on; free when there is none.
func neutral(kind word.Kind) lit {
	switch kind {
	case word.And:
		return one
	case word.Or, word.Xor:
		return zero
	}
	return free
}

// turn orders two operands that may change places so that they go on with those of the lane some places below.
func (p *plan) turn(lastA, lastB, x, y lit, distance int) (a, b lit) {
	fit := func(last, next lit) int {
		if last >= 0 && next >= 0 {
			if s, t := p.at[last.id()], p.at[next.id()]; s.node >= 0 && s.node == t.node && t.bit-s.bit == int32(distance) {
				return 5
			}
		}
		return p.v.alike(last, next)
	}
	if fit(lastA, y)+fit(lastB, x) > fit(lastA, x)+fit(lastB, y) {
		return y, x
	}
	return x, y
}

// cost estimates the operations that put a value together.
func (x *value) cost() int {
	if x == nil {
		return 0
	}
	cost := max(0, len(x.layers)-1)
	if x.ones != 0 && len(x.layers) > 0 {
		cost++
	}
	if x.flip != 0 {
		cost++
	}
	for i := range x.layers {
		l := &x.layers[i]
		low, high := span(l.lanes)
		if l.bit != 0 || l.all {
			cost++
		}
		if inside := all(high+1) &^ all0(low); x.care&inside&^l.lanes != 0 || low > 0 && x.care&all0(low) != 0 && !l.all {
			cost++
		}
	}
	return cost
}

// all0 is the set of n lanes, n possibly 0.
func all0(n int) uint64 {
	if n == 0 {
		return 0
	}
	return all(n)
}

// span is the lowest and the highest lane of a set.
func span(lanes uint64) (low, high int) {
	return bits.TrailingZeros64(lanes), 63 - bits.LeadingZeros64(lanes)
}

// cost estimates the operations of a row.
func (r *row) cost(base int32) int {
	cost := r.a.cost() + r.b.cost() + r.c.cost() + 1
	switch {
	case r.kind == carries:
		return 2
	case r.kind == logic && r.op == word.Mux && !r.oneCondition():
		cost += 2
	}
	return cost
}

// oneCondition reports a choice that is made for all lanes by one bit.
func (r *row) oneCondition() bool {
	a := r.a
	return len(a.layers) == 1 && a.ones == 0 && a.layers[0].lanes == a.care && (a.flip == 0 || a.flip == all(a.n)) &&
		(a.layers[0].all || bits.OnesCount64(a.care) == 1)
}
