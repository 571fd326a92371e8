package word

import "fmt"

// CheckOp verifies that operation i is well formed: its operands stand before it and have the
// widths that its kind demands. It says nothing about indices into registers, memories and calls.
func (g *Graph) CheckOp(i int, maxWidth int32) error {
	op := &g.Ops[i]
	fail := func(format string, args ...any) error {
		return fmt.Errorf("operation %%%d %s: %s", i, op.Kind, fmt.Sprintf(format, args...))
	}
	shape := op.Kind.Shape()
	if shape.Name == "" {
		return fail("unknown kind %d", op.Kind)
	}
	if op.Width < 1 || op.Width > maxWidth {
		return fail("width %d is not in 1 … %d", op.Width, maxWidth)
	}
	if op.Bits < 0 || op.Bits > op.Width {
		return fail("%d known bits in a width of %d", op.Bits, op.Width)
	}
	if shape.Float && op.Width != 64 {
		return fail("a double of %d bits", op.Width)
	}
	operands := [3]ID{op.A, op.B, op.C}
	width := [3]int32{}
	for j, id := range operands {
		if j >= shape.Operands {
			if id != None {
				return fail("operand %d is not expected", j)
			}
			continue
		}
		if id < 0 || int(id) >= i {
			return fail("operand %d is %%%d, which does not stand before it", j, id)
		}
		from := &g.Ops[id]
		wantFloat := shape.FloatIn && !(j == 0 && op.Kind == FMux)
		if from.IsFloat() != wantFloat {
			return fail("operand %d is %%%d: integer and double are confused", j, id)
		}
		width[j] = from.Width
	}
	if why := g.checkWidths(op, width); why != "" {
		return fail("%s", why)
	}
	return nil
}

// checkWidths returns what is wrong with the widths of an operation, "" when nothing is.
func (g *Graph) checkWidths(op *Op, n [3]int32) string {
	say := fmt.Sprintf
	w := op.Width
	switch op.Kind {
	case Const:
		if w > 64 {
			if op.Imm >= uint64(len(g.Wide)) || !g.Wide[op.Imm].Fits(int(w)) {
				return "wide constant missing or too wide"
			}
		} else if op.Imm&^Mask64(uint(w)) != 0 {
			return say("constant %d does not fit in %d bits", op.Imm, w)
		}
	case Not, And, Or, Xor, Add, Sub, Mul, UDiv, URem, SDiv, SRem:
		if n[0] != w || (op.B != None && n[1] != w) {
			return say("operands of %d and %d bits for a result of %d", n[0], n[1], w)
		}
		if (op.Kind == SDiv || op.Kind == SRem) && w > 64 {
			return say("signed division of %d bits; at most 64 are possible", w)
		}
	case Shl, LShr, AShr:
		if n[0] != w || n[1] > 64 {
			return say("shift of %d bits by a count of %d bits to %d bits", n[0], n[1], w)
		}
	case Slice:
		if op.Imm > uint64(n[0]) || int64(op.Imm)+int64(w) > int64(n[0]) {
			return say("bits %d … %d of %d", op.Imm, int64(op.Imm)+int64(w)-1, n[0])
		}
	case Concat:
		if n[0]+n[1] != w {
			return say("%d and %d bits do not give %d", n[0], n[1], w)
		}
	case ZExt, SExt:
		if n[0] > w {
			return say("%d bits do not fit in %d", n[0], w)
		}
	case Clz:
		if n[0] > 64 || w < 7 {
			return say("%d bits counted into %d", n[0], w)
		}
	case RedOr, RedAnd, RedXor, FEq, FNe, FLt, FLe, Call:
		if w != 1 {
			return say("a result of %d bits instead of 1", w)
		}
	case Eq, Ne, ULt, ULe, SLt, SLe:
		if w != 1 || n[0] != n[1] {
			return say("comparison of %d with %d bits to %d", n[0], n[1], w)
		}
	case Mux:
		if n[0] != 1 || n[1] != w || n[2] != w {
			return say("mux of %d and %d bits by %d bits to %d", n[1], n[2], n[0], w)
		}
	case FMux:
		if n[0] != 1 {
			return say("choice by %d bits", n[0])
		}
	case Table:
		if op.Imm >= uint64(len(g.Tables)) || g.Tables[op.Imm].Width != int(w) || n[0] > 64 {
			return "table missing, of another width, or its index is wider than 64 bits"
		}
	case MemRead:
		if n[0] > 64 {
			return "an address of more than 64 bits"
		}
	case MemAll:
		if w <= 64 || w%64 != 0 {
			return say("all of a memory in %d bits", w)
		}
	case Extract:
		if !IsLane(w) || n[0] <= 64 || n[0]%w != 0 || n[1] > 64 {
			return say("element of %d bits, at an index of %d, of %d bits", w, n[1], n[0])
		}
	case Insert:
		if lane := n[2]; !IsLane(lane) || op.Imm != uint64(lane) || n[0] != w || w <= 64 || w%lane != 0 || n[1] > 64 {
			return say("element of %d bits, at an index of %d, put into %d bits to give %d", lane, n[1], n[0], w)
		}
	case Repeat:
		if op.Imm >= uint64(len(g.Bodies)) {
			return "body missing"
		}
		if b := g.Bodies[op.Imm]; int(n[0]) != b.TakesWidth() || int(w) != b.GivesWidth() {
			return say("%d bits to %d for a body from %d to %d", n[0], w, b.TakesWidth(), b.GivesWidth())
		}
	case FToBits, FFromBits:
		if n[0] != 64 || w != 64 {
			return say("%d bits to %d; a double has 64", n[0], w)
		}
	case FFromU, FFromS:
		if n[0] > 64 {
			return say("%d bits to a double; at most 64 are possible", n[0])
		}
	case FToInt:
		if w > 64 {
			return say("a double to %d bits; at most 64 are possible", w)
		}
	}
	return ""
}
