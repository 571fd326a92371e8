package word

import "simten.dev/engine/circuit"

// MaxRounds is how many rounds a Repeat does at most: as many as a call of a function may take steps
// (limits.StepsPerCall).
const MaxRounds = 3_000_000

// Body is what a Repeat does in each round: operations that make the next values of some values.
//
// Value k of the list is Param k of the graph. The first len(Next) of them change, all at once at the end of a round,
// value k to Next[k]; the others stay. Value 0 is one bit: rounds are done as long as it is 1, and at most MaxRounds of
// them, those of loops within counted. So where it is 0 from the beginning nothing is done.
//
// Operand and result of a Repeat are the values one beside the other, the first one lowest, each in as many words of 64
// bits as it needs, filled up with zeros: it takes all of them, and gives those that change. Memories that the graph
// reads have the content before the clock edge.
type Body struct {
	Graph
	Widths []int // bits of each value
	Next   []ID
}

// limbs is the number of words of 64 bits of a value.
func limbs(width int) int { return (width + 63) / 64 }

// Limb is the word at which value k begins.
func (b *Body) Limb(k int) int {
	n := 0
	for _, w := range b.Widths[:k] {
		n += limbs(w)
	}
	return n
}

// TakesWidth and GivesWidth are the bits of what a Repeat takes and gives.
func (b *Body) TakesWidth() int { return 64 * b.Limb(len(b.Widths)) }
func (b *Body) GivesWidth() int { return 64 * b.Limb(len(b.Next)) }

// ReadMemories calls f for each memory that an operation reads: a cell of it, all of it, or in the rounds of a loop.
func (g *Graph) ReadMemories(op *Op, f func(memory uint64)) {
	switch op.Kind {
	case MemRead, MemAll:
		f(op.Imm)
	case Repeat:
		body := g.Bodies[op.Imm]
		for i := range body.Ops {
			body.ReadMemories(&body.Ops[i], f)
		}
	}
}

// ReadsMemory reports whether the graph, or a body in it, reads memories.
func (b *Body) ReadsMemory() (reads bool) {
	for i := range b.Ops {
		b.ReadMemories(&b.Ops[i], func(uint64) { reads = true })
	}
	return reads
}

// MapMemories is a body like b that reads memory to(m) instead of each memory m.
func (b *Body) MapMemories(to func(memory uint64) uint64) *Body {
	c := *b
	c.Ops = append([]Op(nil), b.Ops...)
	for i := range c.Ops {
		if op := &c.Ops[i]; op.Kind == MemRead || op.Kind == MemAll {
			op.Imm = to(op.Imm)
		}
	}
	c.Bodies = make([]*Body, len(b.Bodies))
	for i, inner := range b.Bodies {
		c.Bodies[i] = inner.MapMemories(to)
	}
	return &c
}

// Apply gives what a Repeat of the body gives. read gives a cell of a memory, which is 0 beyond its end; where it is
// nil, the body must not read any, and Apply returns false.
func (b *Body) Apply(a circuit.Value, read func(memory uint64, address circuit.Value) circuit.Value) (circuit.Value, bool) {
	left := MaxRounds
	return b.apply(a, read, &left)
}

// apply is Apply with so many rounds left.
func (b *Body) apply(a circuit.Value, read func(memory uint64, address circuit.Value) circuit.Value, left *int) (circuit.Value, bool) {
	values := make([]circuit.Value, len(b.Widths))
	for k, w := range b.Widths {
		words := make([]uint64, limbs(w))
		for i := range words {
			words[i] = a.Word(b.Limb(k) + i)
		}
		values[k] = circuit.FromWords(words)
	}
	made := make([]circuit.Value, len(b.Ops))
	of := func(id ID) circuit.Value {
		if id == None {
			return circuit.Value{}
		}
		return made[id]
	}
	next := make([]circuit.Value, len(b.Next))
	for values[0].Lo != 0 && *left > 0 {
		*left--
		for i := range b.Ops {
			op := &b.Ops[i]
			switch {
			case op.Kind == Param:
				made[i] = values[op.Imm]
				continue
			case op.Kind == MemRead && read != nil:
				made[i] = read(op.Imm, made[op.A])
				continue
			case op.Kind == Repeat:
				v, ok := b.Bodies[op.Imm].apply(made[op.A], read, left)
				if !ok {
					return circuit.Value{}, false
				}
				made[i] = v
				continue
			}
			n := 0
			if op.A != None {
				n = int(b.Ops[op.A].Width)
			}
			v, ok := b.Graph.Apply(op, n, of(op.A), of(op.B), of(op.C))
			if !ok {
				return circuit.Value{}, false
			}
			made[i] = v
		}
		for k, id := range b.Next {
			next[k] = made[id]
		}
		copy(values, next)
	}
	words := make([]uint64, b.Limb(len(b.Next)))
	for k := range b.Next {
		for i := range limbs(b.Widths[k]) {
			words[b.Limb(k)+i] = values[k].Word(i)
		}
	}
	return circuit.FromWords(words), true
}

// Body adds what a Repeat does.
func (b *Builder) Body(body *Body) uint64 {
	b.Bodies = append(b.Bodies, body)
	return uint64(len(b.Bodies) - 1)
}

// Repeat does the rounds of body imm on values, each of which has the width that the body says, and gives those that it
// changes.
func (b *Builder) Repeat(imm uint64, values []ID) []ID {
	body := b.Bodies[imm]
	var join func(values []ID) ID
	join = func(values []ID) ID {
		if len(values) == 1 {
			return b.ZExt(values[0], 64*limbs(b.Width(values[0])))
		}
		half := len(values) / 2
		low := join(values[:half])
		return b.Concat(join(values[half:]), low)
	}
	all := b.unary(Repeat, body.GivesWidth(), join(values), imm)
	given := make([]ID, len(body.Next))
	for k := range given {
		given[k] = b.Slice(all, 64*body.Limb(k), body.Widths[k])
	}
	return given
}

// begunWith reports that a loop gives x, that x was y in the beginning, and that no rounds are done where a condition
// is not what is said: there x is y, so a choice between the two is x.
func (b *Builder) begunWith(x, y, cond ID, when bool) bool {
	for b.Ops[x].Kind == b.Ops[y].Kind && (b.Ops[x].Kind == ZExt || b.Ops[x].Kind == FFromBits) && b.Width(b.Ops[x].A) == b.Width(b.Ops[y].A) {
		x, y = b.Ops[x].A, b.Ops[y].A
	}
	if b.Ops[x].Kind == FFromBits && b.isConst(y) {
		x, y = b.Ops[x].A, b.ToBits(y)
	}
	op := &b.Ops[x]
	if op.Kind != Slice || b.Ops[op.A].Kind != Repeat {
		return false
	}
	takes := b.Ops[op.A].A
	low, w := int(op.Imm), int(op.Width)
	if b.Slice(takes, low, w) != y {
		return false
	}
	begins := b.Slice(takes, 0, 1)
	if when {
		cond = b.Not(cond)
	}
	return b.isZero(b.And(begins, cond))
}

// ToBits is the bits of a double, FromBits the double of 64 bits.
func (b *Builder) ToBits(x ID) ID   { return b.unary(FToBits, 64, x, 0) }
func (b *Builder) FromBits(x ID) ID { return b.unary(FFromBits, 64, x, 0) }
