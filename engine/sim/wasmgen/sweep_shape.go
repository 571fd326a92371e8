package wasmgen

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// shapeKey is what operations of one sweep have in common: an expression of a few operations whose leaves are
// constants and external operands. An operand is the shape of an operation that is fused into this one, or
// the complement of a code: 0 for none, 1 to 64 for an external operand of that width, beyond for a constant.
type shapeKey struct {
	kind     word.Kind
	width    int32
	imm      uint64
	operands [3]int32
}

// embedded is a constant that is part of a shape.
type embedded struct {
	width int32
	value uint64
}

// shape is what is known about a shape.
type shape struct {
	shapeKey
	of        word.ID // an operation of this shape
	externals int32
	ops       int32
	lane      uint8 // bytes of a vector's lane; 0 when the shape cannot be computed in vectors
}

const firstEmbedded = 65

// embeds reports whether a constant operand becomes part of the shape. The others are read from memory like
// any value, so that designs full of different numbers do not need a loop for each.
func embeds(op *word.Op, operand int, c *word.Op) bool {
	switch op.Kind {
	case word.Shl, word.LShr, word.AShr:
		return operand == 1
	}
	return c.Width == 1 || c.Imm <= 1 || c.Imm == word.Mask64(uint(c.Width))
}

// shapeFor finds the shape of an operation whose operands have theirs, and decides which of those are fused.
func (s *sweeps) shapeFor(id word.ID, uses []int32, embed map[embedded]int32) int32 {
	op := &s.m.Ops[id]
	key := shapeKey{kind: op.Kind, width: op.Width, imm: op.Imm}
	operands := [...]word.ID{op.A, op.B, op.C}
	n := op.Kind.Shape().Operands
	externals, ops := int32(0), int32(1)
	set := phaseSet(s.m, id)
	lane := laneOf(op)
	if isShift(op.Kind) && s.m.Ops[op.B].Kind != word.Const {
		lane = 0
	}
	for k := n; k < 3; k++ {
		key.operands[k] = ^0
	}
	var fusing [3]bool
	for k := range n { // what has to be an operand at least
		o := &s.m.Ops[operands[k]]
		if o.Kind != word.Const || !embeds(op, k, o) {
			externals++
		}
	}
	for k := range n {
		o := operands[k]
		if s.fate[o] != swept || uses[o] != 1 || phaseSet(s.m, o) != set {
			continue
		}
		inner := &s.shapes[s.shapeOf[o]]
		if externals-1+inner.externals <= maxExternals && ops+inner.ops <= maxFused {
			fusing[k] = true
			externals += inner.externals - 1
			ops += inner.ops
		}
	}
	for k := range n {
		o := operands[k]
		operand := &s.m.Ops[o]
		switch {
		case fusing[k]:
			s.fate[o] = fused
			key.operands[k] = s.shapeOf[o]
			if s.shapes[s.shapeOf[o]].lane != lane {
				lane = 0
			}
		case operand.Kind == word.Const && embeds(op, k, operand):
			c := embedded{operand.Width, operand.Imm}
			code, ok := embed[c]
			if !ok {
				code = int32(len(embed))
				embed[c] = code
			}
			key.operands[k] = ^(firstEmbedded + code)
			if uint8(cellSize(int(operand.Width))) != lane && !(k == 1 && isShift(op.Kind)) {
				lane = 0
			}
		default:
			key.operands[k] = ^operand.Width
			if uint8(cellSize(int(operand.Width))) != lane {
				lane = 0
			}
		}
	}
	if at, ok := s.byShape[key]; ok {
		return at
	}
	at := int32(len(s.shapes))
	s.byShape[key] = at
	s.shapes = append(s.shapes, shape{shapeKey: key, of: id, externals: externals, ops: ops, lane: lane})
	return at
}

func isShift(k word.Kind) bool { return k == word.Shl || k == word.LShr || k == word.AShr }

// laneOf is the size of the lanes in which vectors compute a kind of operation, or 0.
func laneOf(op *word.Op) uint8 {
	size := uint8(cellSize(int(op.Width)))
	switch op.Kind {
	case word.And, word.Or, word.Xor, word.Not, word.Add, word.Sub, word.ZExt:
		return size
	case word.Shl, word.LShr:
		return size // by a constant
	case word.Mul:
		if size > 1 {
			return size
		}
	case word.Slice:
		return size
	case word.Mux, word.Eq, word.Ne, word.RedOr:
		if size == 1 {
			return size
		}
	}
	return 0
}

// eachExternal visits the operands that an operation of a sweep reads from memory, in the order of its shape.
func (s *sweeps) eachExternal(id word.ID, visit func(o word.ID)) {
	op := &s.m.Ops[id]
	key := &s.shapes[s.shapeOf[id]]
	operands := [...]word.ID{op.A, op.B, op.C}
	for k := range op.Kind.Shape().Operands {
		switch code := key.operands[k]; {
		case code >= 0:
			s.eachExternal(operands[k], visit)
		case ^code < firstEmbedded:
			visit(operands[k])
		}
	}
}

// model is a shape as a netlist of its own: its external operands are the parameters, in order.
func (s *sweeps) model(at int32) *netlist.Module {
	m := &netlist.Module{Name: "sweep", Memories: s.m.Memories}
	m.Tables, m.Wide, m.Bodies = s.m.Tables, s.m.Wide, s.m.Bodies
	add := func(op word.Op) word.ID {
		m.Ops = append(m.Ops, op)
		return word.ID(len(m.Ops) - 1)
	}
	params := uint64(0)
	var expression func(id word.ID) word.ID
	expression = func(id word.ID) word.ID {
		op := s.m.Ops[id]
		key := &s.shapes[s.shapeOf[id]]
		for k, o := range [...]*word.ID{&op.A, &op.B, &op.C} {
			if *o == word.None || k >= op.Kind.Shape().Operands {
				continue
			}
			switch code := key.operands[k]; {
			case code >= 0:
				*o = expression(*o)
			case ^code < firstEmbedded:
				w := s.m.Ops[*o].Width
				*o = add(word.Op{Kind: word.Param, Width: w, Bits: w, A: word.None, B: word.None, C: word.None, Imm: params})
				params++
			default:
				*o = add(s.m.Ops[*o])
			}
		}
		op.Bits = op.Width // others of the shape may have more than this one
		return add(op)
	}
	expression(s.shapes[at].of)
	return m
}
