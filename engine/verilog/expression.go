package verilog

import (
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// printer writes one module.
//
// Every expression that it makes has the width, by the rules of the language for an operand that stands alone, that the
// caller asks for, and so have the operands of all operators but shift counts, indexes and concatenations. So no
// expression depends on the width of what is around it.
type printer struct {
	*module
	options Options
	scope   scope

	need  []int32 // bits of the operation that are looked at; 0: none
	uses  []int32 // how often it is looked at
	names []string
	want  []string // names for operations that need one
	firm  []bool   // operations that have a wire because they are one of the circuit
	made  []int32  // width of the wire of a named operation

	nonzero map[word.ID]bool // values of which it is known, where something is written, that they are not 0

	body   *strings.Builder
	tables map[uint64]string // functions of lookup tables
	helped map[string]string // other functions
	funcs  strings.Builder
}

// expr is a text, and how strongly its outermost operator binds.
type expr struct {
	text string
	rank int
}

// How strongly operators bind; an operand that binds less needs parentheses.
const (
	rankChoice = iota
	rankOrElse
	rankAndAlso
	rankOr
	rankXor
	rankAnd
	rankEqual
	rankLess
	rankShift
	rankAdd
	rankMul
	rankUnary
	rankAtom
)

func (e expr) in(rank int) string {
	if e.rank < rank || rank >= rankOr && rank <= rankAnd+1 && e.rank > rankAnd && e.rank < rankUnary ||
		rank == rankShift && e.rank < rankUnary {
		return "(" + e.text + ")"
	}
	return e.text
}

func atom(text string) expr { return expr{text, rankAtom} }

// longest is how long an expression may be inside another one.
const longest = 72

// natural is how many bits an operation is computed in: those that can be 1 and are looked at, or all that it needs to
// be computed at all.
func (p *printer) natural(id word.ID) int {
	op := &p.b.Ops[id]
	full := max(1, int(op.Bits))
	switch op.Kind {
	case word.And, word.Or, word.Xor, word.Not, word.Shl, word.Add, word.Sub, word.Mul, word.Mux, word.Const:
		return max(1, min(full, int(p.need[id])))
	case word.LShr:
		return max(1, int(p.b.Ops[op.A].Bits))
	case word.AShr, word.SDiv, word.SRem:
		return int(op.Width)
	case word.UDiv, word.URem:
		return max(1, int(p.b.Ops[op.A].Bits), int(p.b.Ops[op.B].Bits))
	case word.ZExt, word.Slice, word.Concat, word.SExt:
		return max(1, min(full, int(p.need[id])))
	case word.Table:
		return p.tableWidth(op.Imm)
	}
	return int(op.Width)
}

// measure finds out how many bits of each operation are looked at, and how often, from what the module needs.
func (p *printer) measure(roots []word.ID) {
	n := len(p.b.Ops)
	p.need, p.uses = make([]int32, n), make([]int32, n)
	look := func(id word.ID, width int) {
		if id != word.None {
			p.need[id] = max(p.need[id], int32(min(width, int(p.b.Ops[id].Width))))
			p.uses[id]++
		}
	}
	for _, r := range roots {
		if r != word.None {
			look(r, int(p.b.Ops[r].Width))
		}
	}
	all := func(id word.ID) int { return int(p.b.Ops[id].Width) }
	for i := n - 1; i >= 0; i-- {
		if p.need[i] == 0 {
			continue
		}
		op := &p.b.Ops[i]
		w := p.natural(word.ID(i))
		switch op.Kind {
		case word.And, word.Or, word.Xor, word.Add, word.Sub, word.Mul:
			look(op.A, w)
			look(op.B, w)
		case word.Not:
			look(op.A, w)
		case word.Mux:
			look(op.A, 1)
			look(op.B, w)
			look(op.C, w)
		case word.Shl:
			look(op.A, w)
			look(op.B, all(op.B))
		case word.Slice:
			look(op.A, int(op.Imm)+w)
		case word.ZExt:
			look(op.A, w)
		case word.SExt:
			if w > all(op.A) {
				look(op.A, all(op.A))
				p.uses[op.A]++ // once for the sign
			} else {
				look(op.A, w)
			}
		case word.Concat:
			low := all(op.B)
			look(op.B, min(w, low))
			if w > low {
				look(op.A, w-low)
			}
		case word.SLt:
			if v, ok := p.b.ConstValue(op.B); ok && v.IsZero() {
				look(op.A, p.signedWidth(op.A, maxSigned))
				p.uses[op.A]++ // a bit is taken of it
				continue
			}
			look(op.A, all(op.A))
			look(op.B, all(op.B))
		default:
			for _, x := range op.Operands(nil) {
				look(x, all(x))
			}
		}
	}
}

// maxSigned is through how many operations the width of a number with a sign is followed.
const maxSigned = 8

// signedWidth is in how many bits a value fits as a number with a sign: those above are as its highest one.
func (p *printer) signedWidth(id word.ID, depth int) int {
	op := &p.b.Ops[id]
	width := min(int(op.Width), int(op.Bits)+1)
	if depth == 0 {
		return width
	}
	switch op.Kind {
	case word.Add, word.Sub:
		width = min(width, 1+max(p.signedWidth(op.A, depth-1), p.signedWidth(op.B, depth-1)))
	case word.Mux:
		width = min(width, max(p.signedWidth(op.B, depth-1), p.signedWidth(op.C, depth-1)))
	case word.SExt:
		width = min(width, int(p.b.Ops[op.A].Width))
	}
	return width
}

// base goes through extensions and truncations of a value: the value whose low bits it is, and how many of them; the
// rest is 0.
func (p *printer) base(id word.ID) (word.ID, int) {
	w := int(p.b.Ops[id].Width)
	for p.names[id] == "" {
		op := &p.b.Ops[id]
		if op.Kind != word.ZExt && (op.Kind != word.Slice || op.Imm != 0) {
			break
		}
		id = op.A
		w = min(w, int(p.b.Ops[id].Width))
	}
	return id, w
}

// at is the low bits of a value as an expression of this width.
func (p *printer) at(id word.ID, width int) expr {
	if v, ok := p.b.ConstValue(id); ok {
		return literal(v.Mask(width), width)
	}
	id, has := p.base(id)
	has = min(has, max(1, int(p.b.Ops[id].Bits)))
	if has < width {
		return atom("{" + literal(circuit.Value{}, width-has).text + ", " + p.exactly(id, has).text + "}")
	}
	return p.exactly(id, width)
}

// exactly is the low bits of an operation that has them.
func (p *printer) exactly(id word.ID, width int) expr {
	if v, ok := p.b.ConstValue(id); ok {
		return literal(v.Mask(width), width)
	}
	if p.names[id] == "" && p.wantsName(id, width) {
		p.declare(id)
	}
	if name := p.names[id]; name != "" {
		return p.part(name, int(p.made[id]), 0, width)
	}
	op := &p.b.Ops[id]
	if op.Kind == word.Slice || op.Kind == word.LShr {
		if low, ok := p.offset(op); ok {
			return p.bits(op.A, low, width)
		}
	}
	e := p.write(id, width)
	if len(e.text) > longest && p.uses[id] > 0 && op.Kind != word.Concat {
		p.declare(id)
		return p.part(p.names[id], int(p.made[id]), 0, width)
	}
	return e
}

// offset is the place of the bits that a slice takes, or a shift by a constant.
func (p *printer) offset(op *word.Op) (int, bool) {
	if op.Kind == word.Slice {
		return int(op.Imm), true
	}
	n, ok := p.b.ConstValue(op.B)
	return int(n.Lo), ok && n.Hi == nil && n.Lo < uint64(op.Width)
}

// bits is bits of a value from a place on.
func (p *printer) bits(id word.ID, low, width int) expr {
	if v, ok := p.b.ConstValue(id); ok {
		n := new(big.Int).Rsh(v.Big(), uint(low))
		return literal(circuit.FromBig(n, width), width)
	}
	id, has := p.base(id)
	op := &p.b.Ops[id]
	if p.names[id] == "" {
		if op.Kind == word.Slice || op.Kind == word.LShr {
			if more, ok := p.offset(op); ok {
				if op.Kind == word.Slice {
					has = min(has, int(op.Width))
				} else {
					has = min(has, int(op.Width)-more)
				}
				return p.padded(width, has-low, func(w int) expr { return p.bits(op.A, more+low, w) })
			}
		}
		if op.Kind == word.Concat {
			split := int(p.b.Ops[op.B].Width)
			if low >= split {
				return p.padded(width, has-low, func(w int) expr { return p.bits(op.A, low-split, w) })
			}
			if low+width <= split {
				return p.bits(op.B, low, width)
			}
		}
	}
	has = min(has, max(1, int(op.Bits)))
	return p.padded(width, has-low, func(w int) expr {
		if p.names[id] == "" {
			if low == 0 && w == p.natural(id) {
				return p.exactly(id, w)
			}
			p.declare(id)
		}
		return p.part(p.names[id], int(p.made[id]), low, w)
	})
}

// padded is an expression of which has bits are there, filled up with zeros.
func (p *printer) padded(width, has int, of func(w int) expr) expr {
	if has <= 0 {
		return literal(circuit.Value{}, width)
	}
	if has >= width {
		return of(width)
	}
	return atom("{" + literal(circuit.Value{}, width-has).text + ", " + of(has).text + "}")
}

// part is bits of something that has a name.
func (p *printer) part(name string, made, low, width int) expr {
	if low >= made {
		return literal(circuit.Value{}, width)
	}
	if low+width > made {
		return p.padded(width, made-low, func(w int) expr { return p.part(name, made, low, w) })
	}
	switch {
	case low == 0 && width == made:
		return atom(name)
	case width == 1:
		return atom(fmt.Sprintf("%s[%d]", name, low))
	}
	return atom(fmt.Sprintf("%s[%d:%d]", name, low+width-1, low))
}

// wantsName reports whether an operation has to have a wire of its own before it can be used.
func (p *printer) wantsName(id word.ID, width int) bool {
	op := &p.b.Ops[id]
	switch op.Kind {
	case word.Param, word.Reg, word.Loop:
		return false // they have one
	case word.Table, word.AShr, word.SDiv, word.SRem, word.Clz, word.Insert, word.Repeat:
		return true
	case word.UDiv, word.URem, word.LShr:
		if _, ok := p.offset(op); ok && op.Kind == word.LShr {
			return p.uses[id] > 1 && p.firm[id]
		}
		if p.natural(id) > width {
			return true
		}
	case word.Slice, word.Concat:
		if p.firm[id] {
			return true
		}
		return op.Kind == word.Concat && p.uses[id] > 1
	case word.Not:
		if k := p.b.Ops[op.A].Kind; k == word.Param || k == word.Reg || k == word.Loop || p.names[op.A] != "" {
			return p.firm[id]
		}
	}
	return p.firm[id] || p.uses[id] > 1
}

// declare gives an operation a wire.
func (p *printer) declare(id word.ID) {
	w := p.natural(id)
	known := p.nonzero
	p.nonzero = nil // the wire is used elsewhere, too
	e := p.root(id, w)
	p.nonzero = known
	name := p.want[id]
	if name == "" {
		name = p.nameFor(id)
	}
	name = p.scope.take(name)
	p.names[id], p.made[id] = name, int32(w)
	fmt.Fprintf(p.body, "    %s %s = %s;\n", p.wireType(w), strings.TrimRight(name, " "), e)
}

func (p *printer) wireType(width int) string {
	kind := "wire"
	if p.options.System {
		kind = "wire logic"
	}
	return strings.TrimRight(kind+" "+span(width), " ")
}

func span(width int) string {
	if width == 1 {
		return ""
	}
	return fmt.Sprintf("[%d:0]", width-1)
}

// root is the expression that a wire of a width gets. It may be long.
func (p *printer) root(id word.ID, width int) string {
	if p.b.Ops[id].Kind == word.Mux && p.names[id] == "" {
		return p.choices(id, width)
	}
	return p.write(id, width).text
}

// longestChain is how many choices stand in one expression; parsers of expressions have a stack.
const longestChain = 100

// choices writes a chain of choices, one in a line.
func (p *printer) choices(id word.ID, width int) string {
	var lines []string
	for {
		op := &p.b.Ops[id]
		lines = append(lines, p.condition(op.A)+" ? "+p.where(op.A, true,
			func() expr { return p.at(op.B, width) }).in(rankOrElse))
		next, has := p.base(op.C)
		if len(lines) == longestChain && p.b.Ops[next].Kind == word.Mux && p.names[next] == "" {
			p.declare(next)
		}
		if has < width || p.b.Ops[next].Kind != word.Mux || p.names[next] != "" || p.wantsName(next, width) {
			lines = append(lines, p.where(op.A, false, func() expr { return p.at(op.C, width) }).in(rankChoice))
			break
		}
		id = next
	}
	if text := strings.Join(lines, " : "); len(text) < longest {
		return text
	}
	return strings.Join(lines, "\n        : ")
}

// where writes something that counts only where a condition is as said: a divisor that is compared with 0 is not 0
// there.
func (p *printer) where(cond word.ID, is bool, of func() expr) expr {
	op := &p.b.Ops[cond]
	if op.Kind == word.Eq && !is || op.Kind == word.Ne && is {
		for _, pair := range [2][2]word.ID{{op.A, op.B}, {op.B, op.A}} {
			if v, ok := p.b.ConstValue(pair[1]); ok && v.IsZero() {
				known := p.nonzero
				p.nonzero = map[word.ID]bool{p.bare(pair[0]): true}
				maps.Copy(p.nonzero, known)
				e := of()
				p.nonzero = known
				return e
			}
		}
	}
	return of()
}

// bare is a value without extensions.
func (p *printer) bare(id word.ID) word.ID {
	for p.b.Ops[id].Kind == word.ZExt {
		id = p.b.Ops[id].A
	}
	return id
}

// condition is a value of one bit as a condition.
func (p *printer) condition(id word.ID) string { return p.at(id, 1).in(rankOrElse) }

// literal is a constant.
func literal(v circuit.Value, width int) expr {
	n := v.Big()
	if n.BitLen() <= 8 {
		return atom(strconv.Itoa(width) + "'d" + n.String())
	}
	return atom(strconv.Itoa(width) + "'h" + strings.ToUpper(n.Text(16)))
}

var infix = map[word.Kind]struct {
	text string
	rank int
}{
	word.And: {"&", rankAnd}, word.Or: {"|", rankOr}, word.Xor: {"^", rankXor},
	word.Add: {"+", rankAdd}, word.Sub: {"-", rankAdd}, word.Mul: {"*", rankMul},
	word.UDiv: {"/", rankMul}, word.URem: {"%", rankMul}, word.SDiv: {"/", rankMul}, word.SRem: {"%", rankMul},
	word.Shl: {"<<", rankShift}, word.LShr: {">>", rankShift}, word.AShr: {">>>", rankShift},
	word.Eq: {"==", rankEqual}, word.Ne: {"!=", rankEqual},
	word.ULt: {"<", rankLess}, word.ULe: {"<=", rankLess}, word.SLt: {"<", rankLess}, word.SLe: {"<=", rankLess},
}

// flipped are the comparisons with their sides exchanged.
var flipped = map[word.Kind]string{
	word.Eq: "==", word.Ne: "!=", word.ULt: ">", word.ULe: ">=", word.SLt: ">", word.SLe: ">=",
}

// write is an operation without a name, computed in so many bits.
func (p *printer) write(id word.ID, width int) expr {
	op := &p.b.Ops[id]
	form := infix[op.Kind]
	switch op.Kind {
	case word.Const:
		return literal(p.b.Value(op).Mask(width), width)
	case word.Or:
		if e, ok := p.beside(id, width); ok {
			return e
		}
		return p.binary(op, width)
	case word.And, word.Xor, word.Mul:
		return p.binary(op, width)
	case word.Add:
		if v, ok := p.b.ConstValue(op.B); ok { // a number below zero is subtracted
			minus := circuit.FromBig(new(big.Int).Neg(v.Big()), width)
			if minus.Len() < v.Mask(width).Len() && minus.Len() < width-1 {
				return expr{p.at(op.A, width).in(rankAdd) + " - " + literal(minus, width).text, rankAdd}
			}
		}
		return p.binary(op, width)
	case word.Sub:
		if v, ok := p.b.ConstValue(op.A); ok && v.Mask(width).IsZero() {
			return expr{"-" + p.at(op.B, width).in(rankUnary+1), rankUnary}
		}
		return expr{p.at(op.A, width).in(rankAdd) + " - " + p.at(op.B, width).in(rankAdd+1), rankAdd}
	case word.Not:
		return expr{"~" + p.at(op.A, width).in(rankUnary+1), rankUnary}
	case word.Shl:
		if e, ok := p.beside(id, width); ok {
			return e
		}
		return expr{p.at(op.A, width).in(rankShift) + " << " + p.count(op.B), rankShift}
	case word.LShr:
		return expr{p.at(op.A, width).in(rankShift) + " >> " + p.count(op.B), rankShift}
	case word.AShr:
		if inner, n, ok := p.signExtended(op); ok && width == int(op.Width) {
			copies := fmt.Sprintf("{%d{%s}}", width-n, p.bits(inner, n-1, 1).text)
			return atom("{" + copies + ", " + p.bits(inner, 0, n).text + "}")
		}
		return expr{p.signed(op.A) + " >>> " + p.count(op.B), rankShift}
	case word.Slice, word.ZExt:
		return p.bits(id, 0, width)
	case word.Concat:
		return p.concat(id, width)
	case word.SExt:
		n := int(p.b.Ops[op.A].Width)
		if width <= n {
			return p.at(op.A, width)
		}
		sign := p.bits(op.A, n-1, 1).text
		return atom(fmt.Sprintf("{{%d{%s}}, %s}", width-n, sign, p.at(op.A, n).text))
	case word.RedOr:
		return expr{"|" + p.at(op.A, p.significant(op.A)).in(rankUnary+1), rankUnary}
	case word.RedXor:
		return expr{"^" + p.at(op.A, p.significant(op.A)).in(rankUnary+1), rankUnary}
	case word.RedAnd:
		return expr{"&" + p.at(op.A, int(p.b.Ops[op.A].Width)).in(rankUnary+1), rankUnary}
	case word.Eq, word.Ne, word.ULt, word.ULe:
		return p.comparison(op, false)
	case word.SLt, word.SLe:
		if p.isSignTest(op) {
			return p.bits(op.A, p.signedWidth(op.A, maxSigned)-1, 1)
		}
		return p.comparison(op, false)
	case word.Mux:
		yes := p.where(op.A, true, func() expr { return p.at(op.B, width) })
		no := p.where(op.A, false, func() expr { return p.at(op.C, width) })
		return expr{p.condition(op.A) + " ? " + yes.in(rankOrElse) + " : " + no.in(rankChoice), rankChoice}
	case word.UDiv, word.URem:
		x, y := p.at(op.A, width), p.at(op.B, width)
		if v, ok := p.b.ConstValue(op.B); ok && !v.IsZero() || p.nonzero[p.bare(op.B)] {
			return expr{x.in(form.rank) + " " + form.text + " " + y.in(form.rank+1), form.rank}
		}
		zero := literal(circuit.Value{}, width).text
		return expr{fmt.Sprintf("%s == %s ? %s : %s %s %s", y.in(rankEqual+1), zero, zero, x.in(form.rank), form.text,
			y.in(form.rank+1)), rankChoice}
	case word.SDiv, word.SRem:
		// In parentheses {} the quotient is on its own, so that the choice does not make it one of numbers without signs.
		zero := literal(circuit.Value{}, width).text
		quotient := fmt.Sprintf("{%s %s %s}", p.signed(op.A), form.text, p.signed(op.B))
		if v, ok := p.b.ConstValue(op.B); ok && !v.IsZero() || p.nonzero[p.bare(op.B)] {
			return atom(quotient)
		}
		return expr{
			fmt.Sprintf("%s == %s ? %s : %s", p.at(op.B, width).in(rankEqual+1), zero, zero, quotient),
			rankChoice,
		}
	case word.Table:
		return p.lookup(op)
	case word.MemRead:
		return p.read(op)
	case word.MemAll:
		return p.readAll(op)
	case word.Extract:
		return p.extract(op)
	case word.Insert:
		return p.insert(op)
	case word.Clz:
		return p.leadingZeros(op)
	}
	return atom("1'bx /* " + op.Kind.String() + " */")
}

func (p *printer) significant(id word.ID) int { return max(1, int(p.b.Ops[id].Bits)) }

func (p *printer) binary(op *word.Op, width int) expr {
	form := infix[op.Kind]
	if v, ok := p.b.ConstValue(op.B); ok && op.Kind == word.And && v.Mask(width).Equal(circuit.FromBig(big.NewInt(-1), width)) {
		return p.at(op.A, width)
	}
	right := p.at(op.B, width)
	if right.rank == form.rank && !strings.Contains(right.text, " - ") && !strings.Contains(right.text, " / ") &&
		!strings.Contains(right.text, " % ") {
		right.rank++ // the order does not matter
	}
	return expr{p.at(op.A, width).in(form.rank) + " " + form.text + " " + right.in(form.rank+1), form.rank}
}

// comparison is a test that is written with an operator between its operands; inverse: the opposite one.
func (p *printer) comparison(op *word.Op, inverse bool) expr {
	width, at := max(p.significant(op.A), p.significant(op.B)), p.at
	if op.Kind == word.SLt || op.Kind == word.SLe {
		width, at = int(p.b.Ops[op.A].Width), func(id word.ID, _ int) expr { return atom(p.signed(id)) }
	}
	form := infix[op.Kind]
	a, b, sign := op.A, op.B, form.text
	if _, constant := p.b.ConstValue(a); constant {
		a, b, sign = b, a, flipped[op.Kind]
	}
	rank := form.rank
	if inverse {
		sign = opposite[sign]
	}
	return expr{at(a, width).in(rank+1) + " " + sign + " " + at(b, width).in(rank+1), rank}
}

// opposite are the comparisons that hold where others do not.
var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}

// unless is the opposite of a condition, as an if takes it.
func (p *printer) unless(cond word.ID) string {
	op := &p.b.Ops[cond]
	if _, test := flipped[op.Kind]; test && p.names[cond] == "" && !p.wantsName(cond, 1) && !p.isSignTest(op) {
		return p.comparison(op, true).text
	}
	e := p.at(cond, 1)
	if rest, ok := strings.CutPrefix(e.text, "~"); ok && e.rank == rankUnary {
		return rest
	}
	return "!" + e.in(rankUnary)
}

// isSignTest reports a comparison with 0 that is the sign of a number.
func (p *printer) isSignTest(op *word.Op) bool {
	v, ok := p.b.ConstValue(op.B)
	return ok && v.IsZero() && op.Kind == word.SLt
}

// signed is a value as a number with a sign.
func (p *printer) signed(id word.ID) string {
	w := int(p.b.Ops[id].Width)
	if v, ok := p.b.ConstValue(id); ok && v.Len() < w {
		return strings.Replace(literal(v, w).text, "'", "'s", 1)
	}
	return "$signed(" + p.at(id, w).text + ")"
}

// count is how far is shifted. It is on its own, whatever its width.
func (p *printer) count(id word.ID) string {
	if v, constant := p.b.ConstValue(id); constant && v.Len() < 31 {
		return v.Big().String()
	}
	return p.at(id, p.significant(id)).in(rankAtom)
}

// piece is bits of a value, from one on, at a place of a word.
type piece struct {
	id               word.ID
	from, low, width int
}

// within keeps what is between two places of a word.
func within(list []piece, low, high int) []piece {
	var out []piece
	for _, x := range list {
		if cut := low - x.low; cut > 0 {
			x.from, x.low, x.width = x.from+cut, x.low+cut, x.width-cut
		}
		x.width = min(x.width, high-x.low)
		if x.width > 0 {
			out = append(out, x)
		}
	}
	return out
}

// run is where the ones of a number begin and end, if they follow each other.
func run(v circuit.Value) (low, high int, ok bool) {
	n := v.Big()
	low, high = int(n.TrailingZeroBits()), n.BitLen()
	ones := new(big.Int).Add(new(big.Int).Rsh(n, uint(low)), big.NewInt(1))
	return low, high, n.Sign() > 0 && int(ones.TrailingZeroBits()) == high-low && ones.BitLen() == high-low+1
}

// signExtended finds the value that a shift to the left and one back, with copies of the sign, extend, and how many of
// its bits.
func (p *printer) signExtended(op *word.Op) (inner word.ID, n int, ok bool) {
	right, constant := p.b.ConstValue(op.B)
	of := &p.b.Ops[op.A]
	if !constant || right.Hi != nil || right.Lo == 0 || right.Lo >= uint64(op.Width) || of.Kind != word.Shl ||
		p.names[op.A] != "" {
		return 0, 0, false
	}
	left, constant := p.b.ConstValue(of.B)
	if !constant || !left.Equal(right) {
		return 0, 0, false
	}
	inner, _ = p.base(of.A)
	n = int(op.Width) - int(right.Lo)
	return inner, n, p.names[inner] != "" || p.uses[inner] > 0
}

// pieces finds what a word is put together of by shifts of constants and by or; whole is how many of its bits count.
func (p *printer) pieces(id word.ID, low, whole int, top bool, list []piece) []piece {
	if v, ok := p.b.ConstValue(id); ok {
		if n := min(v.Len(), whole-low); n > 0 {
			list = append(list, piece{id, 0, low, n})
		}
		return list
	}
	base, has := p.base(id)
	whole = min(whole, low+has)
	op := &p.b.Ops[base]
	if p.names[base] == "" && (top || !p.firm[base] && p.uses[base] <= 1) {
		switch op.Kind {
		case word.Or:
			return p.pieces(op.B, low, whole, false, p.pieces(op.A, low, whole, false, list))
		case word.Shl:
			if v, ok := p.b.ConstValue(op.B); ok && v.Hi == nil && v.Lo < uint64(op.Width) {
				return p.pieces(op.A, low+int(v.Lo), min(whole, low+int(op.Width)), false, list)
			}
		case word.And:
			if v, ok := p.b.ConstValue(op.B); ok {
				if from, to, ok := run(v); ok {
					return append(list, within(p.pieces(op.A, low, whole, false, nil), low+from, low+to)...)
				}
			}
		}
	}
	if n := min(max(1, int(op.Bits)), whole-low); n > 0 {
		list = append(list, piece{base, 0, low, n})
	}
	return list
}

// beside writes a word whose pieces do not meet as a concatenation.
func (p *printer) beside(id word.ID, width int) (expr, bool) {
	list := p.pieces(id, 0, width, true, nil)
	slices.SortFunc(list, func(a, b piece) int { return a.low - b.low })
	end := 0
	for _, x := range list {
		if x.low < end {
			return expr{}, false
		}
		end = x.low + x.width
	}
	if len(list) == 0 || len(list) == 1 && list[0].low == 0 && list[0].from == 0 {
		return expr{}, false
	}
	var parts []string
	zeros := func(n int) {
		if n > 0 {
			parts = append(parts, literal(circuit.Value{}, n).text)
		}
	}
	top := width
	for _, x := range slices.Backward(list) {
		zeros(top - x.low - x.width)
		e := p.at(x.id, x.width)
		if x.from > 0 {
			e = p.bits(x.id, x.from, x.width)
		}
		if inner, ok := strings.CutPrefix(e.text, "{"); ok && e.rank == rankAtom && strings.HasSuffix(inner, "}") && !strings.HasPrefix(inner, "{") {
			e.text = strings.TrimSuffix(inner, "}")
		}
		parts = append(parts, e.text)
		top = x.low
	}
	zeros(top)
	text := "{" + strings.Join(parts, ", ") + "}"
	if len(text) > longest {
		text = "{\n        " + strings.Join(parts, ",\n        ") + "\n    }"
	}
	return atom(text), true
}

// concat puts values beside each other.
func (p *printer) concat(id word.ID, width int) expr {
	var parts []string
	var add func(id word.ID, width int)
	add = func(id word.ID, width int) {
		base, has := p.base(id)
		op := &p.b.Ops[base]
		if op.Kind == word.Concat && p.names[base] == "" && (base == id || p.uses[base] <= 1) && has >= width {
			if low := int(p.b.Ops[op.B].Width); width > low {
				add(op.A, width-low)
				add(op.B, low)
			} else {
				add(op.B, width)
			}
			return
		}
		e := p.at(id, width)
		if e.rank == rankAtom && strings.HasPrefix(e.text, "{") && strings.HasSuffix(e.text, "}") &&
			!strings.HasPrefix(e.text, "{{") {
			e.text = e.text[1 : len(e.text)-1]
		}
		parts = append(parts, e.text)
	}
	op := &p.b.Ops[id]
	low := int(p.b.Ops[op.B].Width)
	if width <= low {
		return p.at(op.B, width)
	}
	add(op.A, width-low)
	add(op.B, low)
	return atom("{" + strings.Join(parts, ", ") + "}")
}

// guarded is a value at an index, 0 where the index is too large.
func (p *printer) guarded(index word.ID, count uint64, width int, of string) expr {
	n := p.significant(index)
	if n < 64 && uint64(1)<<n <= count {
		return atom(of)
	}
	limit := literal(circuit.Uint(count), n).text
	return expr{fmt.Sprintf("%s < %s ? %s : %s", p.at(index, n).in(rankLess+1), limit, of,
		literal(circuit.Value{}, width).text), rankChoice}
}

// read is a cell of a memory.
func (p *printer) read(op *word.Op) expr {
	m := &p.memories[op.Imm]
	if v, ok := p.b.ConstValue(op.A); ok {
		if v.Hi != nil || v.Lo >= uint64(m.depth) {
			return literal(circuit.Value{}, m.width)
		}
		return atom(fmt.Sprintf("%s[%d]", m.name, v.Lo))
	}
	return p.guarded(op.A, uint64(m.depth), m.width, p.cell(m, op.A))
}

// cell names a cell at an address. The index has as many bits as there are addresses; a sum stands in braces or has a
// wire, since Icarus 11 computes an index with more bits than it has.
func (p *printer) cell(m *memory, address word.ID) string {
	if v, ok := p.b.ConstValue(address); ok {
		return fmt.Sprintf("%s[%s]", m.name, v.String())
	}
	width := max(1, bits.Len(uint(m.depth-1)))
	e := p.at(address, width)
	if e.rank == rankAdd || e.rank == rankMul || e.rank == rankShift || e.rank == rankUnary {
		base, has := p.base(address)
		if has >= width && p.natural(base) == width && p.names[base] == "" {
			if p.want[base] == "" {
				p.want[base] = identifier(plain(m.name)) + "_address"
			}
			p.declare(base)
			e = p.at(address, width)
		} else {
			e.text = "{" + e.text + "}"
		}
	}
	return m.name + "[" + e.text + "]"
}

// readAll is all cells of a memory, the first one lowest.
func (p *printer) readAll(op *word.Op) expr {
	m := &p.memories[op.Imm]
	lane := word.CellLane(m.width)
	parts := make([]string, m.depth)
	for k := range parts {
		cell := fmt.Sprintf("%s[%d]", m.name, k)
		if lane > m.width {
			cell = literal(circuit.Value{}, lane-m.width).text + ", " + cell
		}
		parts[m.depth-1-k] = cell
	}
	return atom("{" + strings.Join(parts, ", ") + "}")
}

// place is the bit at which an element of an array begins.
func (p *printer) place(index word.ID, lane int) string {
	return fmt.Sprintf("{%s, %s}", p.at(index, p.significant(index)).text,
		literal(circuit.Value{}, bits.Len(uint(lane-1))).text)
}

func (p *printer) extract(op *word.Op) expr {
	n, lane := int(p.b.Ops[op.A].Width), int(op.Width)
	array := p.at(op.A, n).text
	if array != p.names[op.A] {
		name := p.scope.take(p.nameFor(op.A))
		fmt.Fprintf(p.body, "    %s %s = %s;\n", p.wireType(n), name, array)
		array = name
	}
	return p.guarded(op.B, uint64(n/lane), lane, fmt.Sprintf("%s[%s +: %d]", array, p.place(op.B, lane), lane))
}

func (p *printer) insert(op *word.Op) expr {
	n, lane := int(op.Width), int(op.Imm)
	place := p.place(op.B, lane)
	mask := literal(circuit.FromBig(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(lane)), big.NewInt(1)), n),
		n).text
	return expr{fmt.Sprintf("%s & ~(%s << %s) | %s << %s", p.at(op.A, n).in(rankAnd), mask, place,
		p.at(op.C, n).in(rankShift), place), rankOr}
}
