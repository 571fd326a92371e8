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
	if rule := table[op.Kind].widths; rule != nil {
		if why := rule(g, op, width); why != "" {
			return fail("%s", why)
		}
	}
	return nil
}

// widthRule returns what is wrong with the widths of an operation, whose operands have n bits, "" when nothing is.
type widthRule func(g *Graph, op *Op, n [3]int32) string

func constantFits(g *Graph, op *Op, _ [3]int32) string {
	switch {
	case op.Width > 64:
		if op.Imm >= uint64(len(g.Wide)) || !g.Wide[op.Imm].Fits(int(op.Width)) {
			return "wide constant missing or too wide"
		}
	case op.Imm&^Mask64(uint(op.Width)) != 0:
		return fmt.Sprintf("constant %d does not fit in %d bits", op.Imm, op.Width)
	}
	return ""
}

func sameWidth(_ *Graph, op *Op, n [3]int32) string {
	if n[0] != op.Width || op.B != None && n[1] != op.Width {
		return fmt.Sprintf("operands of %d and %d bits for a result of %d", n[0], n[1], op.Width)
	}
	return ""
}

func signedDivisionWidths(g *Graph, op *Op, n [3]int32) string {
	if op.Width > 64 {
		return fmt.Sprintf("signed division of %d bits; at most 64 are possible", op.Width)
	}
	return sameWidth(g, op, n)
}

func shiftWidths(_ *Graph, op *Op, n [3]int32) string {
	if n[0] != op.Width || n[1] > 64 {
		return fmt.Sprintf("shift of %d bits by a count of %d bits to %d bits", n[0], n[1], op.Width)
	}
	return ""
}

func sliceWidths(_ *Graph, op *Op, n [3]int32) string {
	if op.Imm > uint64(n[0]) || int64(op.Imm)+int64(op.Width) > int64(n[0]) {
		return fmt.Sprintf("bits %d … %d of %d", op.Imm, int64(op.Imm)+int64(op.Width)-1, n[0])
	}
	return ""
}

func concatWidths(_ *Graph, op *Op, n [3]int32) string {
	if n[0]+n[1] != op.Width {
		return fmt.Sprintf("%d and %d bits do not give %d", n[0], n[1], op.Width)
	}
	return ""
}

func extensionWidths(_ *Graph, op *Op, n [3]int32) string {
	if n[0] > op.Width {
		return fmt.Sprintf("%d bits do not fit in %d", n[0], op.Width)
	}
	return ""
}

func clzWidths(_ *Graph, op *Op, n [3]int32) string {
	if n[0] > 64 || op.Width < 7 {
		return fmt.Sprintf("%d bits counted into %d", n[0], op.Width)
	}
	return ""
}

func oneBit(_ *Graph, op *Op, _ [3]int32) string {
	if op.Width != 1 {
		return fmt.Sprintf("a result of %d bits instead of 1", op.Width)
	}
	return ""
}

func comparisonWidths(_ *Graph, op *Op, n [3]int32) string {
	if op.Width != 1 || n[0] != n[1] {
		return fmt.Sprintf("comparison of %d with %d bits to %d", n[0], n[1], op.Width)
	}
	return ""
}

func muxWidths(_ *Graph, op *Op, n [3]int32) string {
	if n[0] != 1 || n[1] != op.Width || n[2] != op.Width {
		return fmt.Sprintf("mux of %d and %d bits by %d bits to %d", n[1], n[2], n[0], op.Width)
	}
	return ""
}

func floatMuxWidths(_ *Graph, _ *Op, n [3]int32) string {
	if n[0] != 1 {
		return fmt.Sprintf("choice by %d bits", n[0])
	}
	return ""
}

func tableWidths(g *Graph, op *Op, n [3]int32) string {
	if op.Imm >= uint64(len(g.Tables)) || g.Tables[op.Imm].Width != int(op.Width) || n[0] > 64 {
		return "table missing, of another width, or its index is wider than 64 bits"
	}
	return ""
}

func addressWidth(_ *Graph, _ *Op, n [3]int32) string {
	if n[0] > 64 {
		return "an address of more than 64 bits"
	}
	return ""
}

func wholeMemoryWidth(_ *Graph, op *Op, _ [3]int32) string {
	if op.Width <= 64 || op.Width%64 != 0 {
		return fmt.Sprintf("all of a memory in %d bits", op.Width)
	}
	return ""
}

func extractWidths(_ *Graph, op *Op, n [3]int32) string {
	if w := op.Width; !IsLane(w) || n[0] <= 64 || n[0]%w != 0 || n[1] > 64 {
		return fmt.Sprintf("element of %d bits, at an index of %d, of %d bits", w, n[1], n[0])
	}
	return ""
}

func insertWidths(_ *Graph, op *Op, n [3]int32) string {
	if w, lane := op.Width, n[2]; !IsLane(lane) || op.Imm != uint64(lane) || n[0] != w || w <= 64 || w%lane != 0 || n[1] > 64 {
		return fmt.Sprintf("element of %d bits, at an index of %d, put into %d bits to give %d", lane, n[1], n[0], w)
	}
	return ""
}

func bodyWidths(g *Graph, op *Op, n [3]int32) string {
	if op.Imm >= uint64(len(g.Bodies)) {
		return "body missing"
	}
	if b := g.Bodies[op.Imm]; int(n[0]) != b.TakesWidth() || int(op.Width) != b.GivesWidth() {
		return fmt.Sprintf("%d bits to %d for a body from %d to %d", n[0], op.Width, b.TakesWidth(), b.GivesWidth())
	}
	return ""
}

func bitsOfFloatWidths(_ *Graph, op *Op, n [3]int32) string {
	if n[0] != 64 || op.Width != 64 {
		return fmt.Sprintf("%d bits to %d; a double has 64", n[0], op.Width)
	}
	return ""
}

func toFloatWidths(_ *Graph, _ *Op, n [3]int32) string {
	if n[0] > 64 {
		return fmt.Sprintf("%d bits to a double; at most 64 are possible", n[0])
	}
	return ""
}

func toIntWidths(_ *Graph, op *Op, _ [3]int32) string {
	if op.Width > 64 {
		return fmt.Sprintf("a double to %d bits; at most 64 are possible", op.Width)
	}
	return ""
}
