package yosys

import (
	"math/big"
	mathbits "math/bits"
	"strconv"
)

// operation makes the expression of one output of a combinational cell.
type operation func(l *lambda, c *Cell) expr

// operations are the combinational cells that can become part of a lambda, each with one output Y. They compute as
// Yosys's own simulation library says (simlib.v), with x and z as 0.
var operations map[string]operation

func init() {
	operations = map[string]operation{
		"$add": sum("+"), "$sub": sum("-"), "$mul": product,
		"$div": quotient, "$mod": remainder, "$divfloor": floorQuotient, "$modfloor": floorRemainder, "$pow": raise,
		"$neg": negate, "$pos": func(l *lambda, c *Cell) expr { return l.result(c, l.operand(c, "A")) },
		"$not": complement,
		"$and": bitwise("&", precBitAnd, false), "$or": bitwise("|", precBitOr, false),
		"$xor": bitwise("^", precBitXor, false), "$xnor": bitwise("^", precBitXor, true),
		"$shl": shiftLeft, "$sshl": shiftLeft, "$shr": shiftRight(false), "$sshr": shiftRight(true),
		"$shift": shiftEither, "$shiftx": shiftEither,
		"$lt": compare("<", ">="), "$le": compare("<=", ">"), "$gt": compare(">", "<="), "$ge": compare(">=", "<"),
		"$eq": compare("===", "!=="), "$ne": compare("!==", "==="), "$eqx": compare("===", "!=="),
		"$nex":         compare("!==", "==="),
		"$logic_not":   func(l *lambda, c *Cell) expr { return l.logic(c, l.any(c, "A").not()) },
		"$logic_and":   func(l *lambda, c *Cell) expr { return l.logic(c, both(l.any(c, "A"), l.any(c, "B"))) },
		"$logic_or":    func(l *lambda, c *Cell) expr { return l.logic(c, either(l.any(c, "A"), l.any(c, "B"))) },
		"$reduce_or":   func(l *lambda, c *Cell) expr { return l.logic(c, l.any(c, "A")) },
		"$reduce_bool": func(l *lambda, c *Cell) expr { return l.logic(c, l.any(c, "A")) },
		"$reduce_and":  func(l *lambda, c *Cell) expr { return l.logic(c, l.all(c, "A")) },
		"$reduce_xor":  parity(false), "$reduce_xnor": parity(true),
		"$mux": func(l *lambda, c *Cell) expr {
			return choose(l.input(c, "S"), l.input(c, "B"), l.input(c, "A"))
		},
		"$pmux": priorityChoice, "$bmux": binaryChoice, "$demux": demultiplex,
		"$lut": lookup, "$slice": sliceCell,
		"$concat": func(l *lambda, c *Cell) expr {
			return l.word(append(append([]Bit{}, c.Connections["A"]...), c.Connections["B"]...))
		},
		"$_BUF_": func(l *lambda, c *Cell) expr { return l.input(c, "A") },
		"$_NOT_": func(l *lambda, c *Cell) expr { return l.input(c, "A").not() },
		"$_AND_": gate(both, false, false), "$_NAND_": gate(both, false, true), "$_ANDNOT_": gate(both, true, false),
		"$_OR_": gate(either, false, false), "$_NOR_": gate(either, false, true), "$_ORNOT_": gate(either, true, false),
		"$_XOR_": gate(differ, false, false), "$_XNOR_": gate(differ, false, true),
		"$_MUX_": func(l *lambda, c *Cell) expr { return choose(l.input(c, "S"), l.input(c, "B"), l.input(c, "A")) },
		"$_NMUX_": func(l *lambda, c *Cell) expr {
			return choose(l.input(c, "S"), l.input(c, "B"), l.input(c, "A")).not()
		},
	}
}

// gate is a cell of one bit.
func gate(f func(a, b expr) expr, notB, not bool) operation {
	return func(l *lambda, c *Cell) expr {
		b := l.input(c, "B")
		if notB {
			b = b.not()
		}
		y := f(l.input(c, "A"), b)
		if not {
			y = y.not()
		}
		return y
	}
}

// differ is the exclusive or of two bits.
func differ(a, b expr) expr {
	switch {
	case a.value != nil && a.value.Sign() == 0:
		return b
	case a.value != nil:
		return b.not()
	case b.value != nil && b.value.Sign() == 0:
		return a
	case b.value != nil:
		return a.not()
	}
	return expr{text: infix(a.exactly(), "^", precBitXor, b.exactly()), prec: precBitXor, width: 1, form: exact, mag: 1}
}

// input is the word at a port of a cell, of its own width.
func (l *lambda) input(c *Cell, port string) expr { return l.word(c.Connections[port]) }

// bothSigned reports whether a binary operation is one on numbers with sign: both operands have to be.
func bothSigned(c *Cell) bool { return c.flag("A_SIGNED") && c.flag("B_SIGNED") }

// yWidth is the width of a cell's result.
func yWidth(c *Cell) int { return max(1, len(c.Connections["Y"])) }

// operand is the word at a port, as wide as the result. IEEE 1364 fills it up with its sign only if the whole
// operation is signed.
func (l *lambda) operand(c *Cell, port string) expr {
	sign := c.flag("A_SIGNED")
	if _, two := c.Connections["B"]; two {
		sign = bothSigned(c)
	}
	return l.input(c, port).extend(yWidth(c), sign)
}

// result notes a result; long ones become a variable of the lambda by themselves.
func (l *lambda) result(_ *Cell, e expr) expr { return e }

// logic is one bit as a result of possibly more.
func (l *lambda) logic(c *Cell, e expr) expr {
	if w := yWidth(c); w > 1 {
		return e.extend(w, false)
	}
	return e
}

// suffix makes a number of the language that fits beside words of a width.
func suffix(width int) string {
	if width > numberBits {
		return "n"
	}
	return ""
}

// safe is the most bits of a number that arithmetic may still use.
const safe = 52

// arithmetic makes the result of + - * of two words of the result's width.
func arithmetic(op string, prec int, a, b expr) expr {
	w := a.width
	if w > numberBits {
		return expr{text: infix(a, op, prec, b), prec: prec, width: w, form: wideLoos}
	}
	a, b = a.number(), b.number()
	mag := max(a.mag, b.mag) + 1
	if op == "*" {
		mag = a.mag + b.mag
	}
	if mag > safe {
		if op == "*" {
			return expr{
				text: call("Math.imul", a.text, b.text), prec: precPrimary, width: w, form: loose, mag: 32,
				negative: true, word: true,
			}
		}
		a, b = a.exactly(), b.exactly()
		mag = max(a.mag, b.mag) + 1
	}
	e := expr{
		text: infix(a, op, prec, b), prec: prec, width: w, form: loose, mag: mag,
		negative: op == "-" || a.negative || b.negative,
	}
	if !e.negative && mag <= w && a.form == exact && b.form == exact {
		e.form = exact
	}
	return e
}

func sum(op string) operation {
	return func(l *lambda, c *Cell) expr {
		a, b := l.operand(c, "A"), l.operand(c, "B")
		switch {
		case b.zero():
			return a
		case a.zero() && op == "+":
			return b
		}
		return arithmetic(op, precSum, a, b)
	}
}

func product(l *lambda, c *Cell) expr {
	return arithmetic("*", precProduct, l.operand(c, "A"), l.operand(c, "B"))
}

func negate(l *lambda, c *Cell) expr {
	a := l.operand(c, "A").number()
	e := expr{
		text: "-" + a.in(precUnary+1, false), prec: precUnary, width: a.width, form: loose, mag: a.mag + 1,
		negative: true,
	}
	if a.width > numberBits {
		e.form = wideLoos
	}
	return e
}

func complement(l *lambda, c *Cell) expr {
	a := l.operand(c, "A")
	switch {
	case a.width == 1:
		return a.not()
	case a.width > numberBits:
		return expr{text: "~" + a.in(precUnary, false), prec: precUnary, width: a.width, form: wideLoos}
	}
	a = a.number()
	return expr{
		text: "~" + a.in(precUnary, false), prec: precUnary, width: a.width, form: loose, mag: 32,
		negative: true, word: true,
	}
}

func bitwise(op string, prec int, inverted bool) operation {
	return func(l *lambda, c *Cell) expr {
		a, b := l.operand(c, "A"), l.operand(c, "B")
		e := bits(op, prec, a, b)
		if !inverted {
			return e
		}
		switch {
		case e.width == 1:
			return e.not()
		case e.width > numberBits:
			return expr{text: "~" + e.in(precUnary, false), prec: precUnary, width: e.width, form: wideLoos}
		}
		return expr{
			text: "~" + e.number().in(precUnary, false), prec: precUnary, width: e.width, form: loose,
			mag: 32, negative: true, word: true,
		}
	}
}

// bits is & | ^ of two words of one width.
func bits(op string, prec int, a, b expr) expr {
	w := a.width
	if a.value != nil && b.value == nil {
		a, b = b, a
	}
	switch {
	case op == "&" && b.zero():
		return b
	case op == "&" && b.ones(), op != "&" && b.zero():
		return a
	case op == "|" && b.ones():
		return b
	}
	if w == 1 {
		if op == "^" {
			return differ(a, b)
		}
		if a.form == truth || b.form == truth {
			if op == "&" {
				return both(a, b)
			}
			return either(a, b)
		}
	}
	if w > numberBits {
		f := wide
		if a.form != wide || b.form != wide {
			f = wideLoos
		}
		return expr{text: infix(a, op, prec, b), prec: prec, width: w, form: f}
	}
	a, b = a.number(), b.number()
	if b.value != nil && w >= 4 {
		b.text = literalBits(b.value)
	}
	e := expr{text: infix(a, op, prec, b), prec: prec, width: w, form: loose, mag: 32, negative: true, word: true}
	fits := func(x expr) bool { return x.form == exact && x.mag <= 31 }
	switch {
	case fits(a) && fits(b):
		e.form, e.mag, e.negative = exact, max(a.mag, b.mag), false
		if op == "&" {
			e.mag = min(a.mag, b.mag)
		}
	case op == "&" && (fits(a) || fits(b)):
		e.form, e.negative, e.mag = exact, false, a.mag
		if !fits(a) || fits(b) && b.mag < a.mag {
			e.mag = b.mag
		}
	}
	return e
}

// literalBits writes a number whose bits count.
func literalBits(v *big.Int) string {
	if v.BitLen() <= 3 {
		return v.String()
	}
	return "0x" + v.Text(16)
}

// count is the number of places of a shift: a number or bigint that is exact, and whether it is a constant.
func (l *lambda) count(c *Cell) (expr, bool) {
	b := l.word(trimmed(c.Connections["B"])).exactly()
	return b, b.value != nil
}

// trimmed takes zeros off the top of a word.
func trimmed(word []Bit) []Bit {
	n := len(word)
	for n > 1 && word[n-1] == Zero {
		n--
	}
	return word[:n]
}

// negated is the word whose negative a word is, when it is certainly not below zero itself.
func (m *module) negated(word []Bit) []Bit {
	s := m.whole(word)
	if s == nil || s.rooted || s.cell == nil || s.cell.Type != "$neg" {
		return nil
	}
	a := s.cell.Connections["A"]
	if a[len(a)-1] == Zero || !s.cell.flag("A_SIGNED") && len(a) < len(word) {
		return trimmed(a)
	}
	return nil
}

// shiftLeft fills with zeros. The count has a width of its own and is never signed.
func shiftLeft(l *lambda, c *Cell) expr {
	a := l.operandOf(c, "A", yWidth(c), c.flag("A_SIGNED"))
	b, _ := l.count(c)
	return l.shifted(a, "<<", b)
}

// operandOf is the word at a port at another width.
func (l *lambda) operandOf(c *Cell, port string, width int, sign bool) expr {
	return l.input(c, port).extend(width, sign)
}

// shifted is a shift of a word, whose result has the word's width. Of the operators, >> fills with what is above the
// word as a number, so that a signed one has to be given for a signed shift.
func (l *lambda) shifted(a expr, op string, b expr) expr {
	w := a.width
	if b.value != nil && (!b.value.IsInt64() || b.value.Int64() >= int64(w)) {
		if op == ">>" && a.negative || op == ">>" && a.form == wideLoos {
			b = small(int64(w-1), 32)
		} else {
			return small(0, w)
		}
	}
	if b.zero() {
		return a
	}
	if w > numberBits {
		return l.shiftedWide(a, op, b)
	}
	limit := int64(w - 1)
	if b.width > numberBits { // a count that wide comes from careless sources only
		b = l.clamp(b)
	}
	b = b.exactly()
	e := expr{prec: precShift, width: w, form: loose, mag: 32, negative: true, word: true}
	x := a.number()
	if op == ">>>" {
		x = a.exactly()
		e.form, e.negative, e.mag = exact, false, x.mag
		if b.value != nil {
			e.mag = max(0, x.mag-int(b.value.Int64()))
		}
		if e.mag > w {
			e.form = loose
		}
		if x.mag <= 31 {
			op = ">>"
		}
	} else if op == "<<" && b.value != nil && x.form == exact && x.mag+int(b.value.Int64()) <= 31 {
		e.negative, e.mag = false, x.mag+int(b.value.Int64())
		if e.mag <= w {
			e.form = exact
		}
	}
	if b.value != nil || b.mag <= 5 {
		e.text = infix(x, op, precShift, b)
		return e
	}
	b = l.simple(b, "places")
	signedShift := op == ">>" && e.form != exact
	if signedShift {
		top := strconv.FormatInt(31, 10)
		clamped := expr{text: call("Math.min", b.text, top), prec: precPrimary}
		e.text = infix(x, op, precShift, clamped)
		return e
	}
	if limit < 0 {
		limit = 0
	}
	inside := expr{text: infix(b, "<", precCompare, small(32, 32)), prec: precCompare, width: 1, form: truth}
	e.text = infix(x, op, precShift, b)
	return choose(inside, e, small(0, w))
}

// clamp makes a number of a wide count: 63 stands for all that is more.
func (l *lambda) clamp(b expr) expr {
	b = l.simple(b.exactly(), "places")
	less := expr{
		text: infix(b, "<", precCompare, expr{text: "63n", prec: precPrimary}), prec: precCompare, width: 1,
		form: truth,
	}
	n := expr{text: call("Number", b.text), prec: precPrimary, width: 6, form: exact, mag: 6}
	return choose(less, n, small(63, 6))
}

func (l *lambda) shiftedWide(a expr, op string, b expr) expr {
	w := a.width
	e := expr{prec: precShift, width: w, form: wide}
	if op == ">>>" {
		a, op = a.exactly(), ">>"
	} else {
		e.form = wideLoos
	}
	if b.value != nil {
		e.text = infix(a, op, precShift, expr{text: b.value.String() + "n", prec: precPrimary})
		return e
	}
	limit := int64(w)
	b = l.simple(b.exactly(), "places")
	enough := mathbits.Len(uint(w - 1)) // bits of a count below the limit
	certain := b.width < 31 && int64(1)<<b.width <= limit
	var places expr
	switch { // the compiler has to see how far it goes
	case b.width > numberBits:
		places = expr{text: call("BigInt.asUintN", strconv.Itoa(enough), b.text), prec: precPrimary}
	case certain:
		places = expr{text: call("BigInt", b.text), prec: precPrimary}
	default:
		masked := infix(b, "&", precBitAnd, expr{text: maskText(enough), prec: precPrimary})
		places = expr{text: call("BigInt", masked), prec: precPrimary}
	}
	e.text = infix(a, op, precShift, places)
	if certain {
		return e
	}
	inside := expr{
		text: infix(b, "<", precCompare, expr{text: strconv.FormatInt(limit, 10) + suffix(b.width), prec: precPrimary}),
		prec: precCompare, width: 1, form: truth,
	}
	rest := constant(big.NewInt(0), w)
	if op == ">>" && e.form == wideLoos { // copies of the sign
		rest = expr{
			text: infix(a, ">>", precShift, expr{text: strconv.Itoa(w-1) + "n", prec: precPrimary}),
			prec: precShift, width: w, form: wideLoos,
		}
	}
	return choose(inside, e, rest)
}

// shiftRight fills with zeros, or with the sign of a signed operand. Its operand is first made as wide as the wider of
// operand and result.
func shiftRight(arithmetic bool) operation {
	return func(l *lambda, c *Cell) expr {
		w := yWidth(c)
		sign := c.flag("A_SIGNED")
		a := l.input(c, "A")
		a = a.extend(max(w, a.width), sign)
		b, _ := l.count(c)
		if arithmetic && sign {
			return l.shifted(a.signed(), ">>", b).extend(w, true)
		}
		return l.shifted(a, ">>>", b).extend(w, false)
	}
}

// shiftEither shifts right by a count that may be signed, and then left for counts below 0.
func shiftEither(l *lambda, c *Cell) expr {
	w := yWidth(c)
	sign := c.flag("A_SIGNED") && c.Type == "$shift"
	a := l.input(c, "A")
	a = a.extend(max(w, a.width), sign)
	count := c.Connections["B"]
	if !c.flag("B_SIGNED") || count[len(count)-1] == Zero {
		b, _ := l.count(c)
		return l.shifted(a, ">>>", b).extend(w, false)
	}
	if up := l.m.negated(count); up != nil {
		return l.shifted(a, "<<", l.word(up).exactly()).cutTo(w)
	}
	b := l.input(c, "B")
	if b.value != nil {
		v := b.signedValue()
		if v.Sign() < 0 {
			return l.shifted(a, "<<", constant(new(big.Int).Neg(v), b.width)).cutTo(w)
		}
		return l.shifted(a, ">>>", b).extend(w, false)
	}
	s := b.signed()
	if s.form == exact {
		return l.shifted(a, ">>>", s).extend(w, false)
	}
	a = l.simple(a.exactly(), "word")
	s = l.simple(s, "places")
	bw := b.width
	zero := "0" + suffix(bw)
	below := expr{
		text: infix(s, "<", precCompare, expr{text: zero, prec: precPrimary}), prec: precCompare, width: 1,
		form: truth,
	}
	up := expr{text: "-" + s.in(precUnary+1, false), prec: precUnary, width: bw, form: exact, mag: bw}
	down := expr{text: s.text, prec: s.prec, width: bw, form: exact, mag: bw}
	if bw > numberBits {
		up.form, down.form = wide, wide
	}
	left := l.shifted(a, "<<", up).cutTo(w)
	right := l.shifted(a, ">>>", down).extend(w, false)
	return choose(below, left, right)
}

func (e expr) signedValue() *big.Int {
	if e.value.Bit(e.width-1) == 1 {
		return new(big.Int).Sub(e.value, power(e.width))
	}
	return e.value
}

// cutTo is cut for words that are wider.
func (e expr) cutTo(width int) expr {
	if width < e.width {
		return e.cut(width)
	}
	return e
}

// compare compares two words, at the width of the wider one.
func compare(op, inverse string) operation {
	prec := precCompare
	if op == "===" || op == "!==" {
		prec = precEqual
	}
	return func(l *lambda, c *Cell) expr {
		a, b := l.input(c, "A"), l.input(c, "B")
		w := max(a.width, b.width)
		sign := bothSigned(c)
		if holds, known := decided(op, a, b); known && !sign {
			return l.logic(c, small(holds, 1))
		}
		a, b = a.extend(w, sign), b.extend(w, sign)
		if prec == precEqual {
			if a.value != nil && b.value == nil {
				a, b = b, a
			}
			if w == 1 {
				d := differ(a, b)
				if b.value == nil {
					d = expr{
						text:    infix(a.exactly(), "!==", prec, b.exactly()),
						inverse: infix(a.exactly(), "===", prec, b.exactly()), prec: prec, width: 1, form: truth,
					}
				}
				if op == "===" {
					return l.logic(c, d.not())
				}
				return l.logic(c, d)
			}
			a, b = a.exactly(), b.exactly()
		} else if sign {
			a, b = a.signed(), b.signed()
			if w > numberBits {
				for _, x := range []*expr{&a, &b} {
					if x.value != nil {
						x.text = x.signedValue().String() + "n"
					}
				}
			}
		} else {
			a, b = a.exactly(), b.exactly()
		}
		return l.logic(c, expr{
			text: infix(a, op, prec, b), inverse: infix(a, inverse, prec, b), prec: prec, width: 1,
			form: truth,
		})
	}
}

// decided is the result of a comparison of numbers without sign that the width of one and the value of the other
// decide.
func decided(op string, a, b expr) (holds int64, known bool) {
	if a.value != nil {
		mirrored := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}
		if m := mirrored[op]; m != "" {
			op = m
		}
		a, b = b, a
	}
	if a.value != nil || b.value == nil {
		return 0, false
	}
	beyond := b.value.BitLen() > a.width // no value of a is as large
	most := beyond || b.value.Cmp(new(big.Int).Sub(power(a.width), big.NewInt(1))) == 0
	switch {
	case beyond && op == "===", beyond && op == ">=", most && op == ">", b.zero() && op == "<":
		return 0, true
	case beyond && op == "!==", beyond && op == "<", most && op == "<=", b.zero() && op == ">=":
		return 1, true
	}
	return 0, false
}

// any tells whether any bit of a word is set.
func (l *lambda) any(c *Cell, port string) expr {
	if lanes := l.lanes(c.Connections[port]); lanes != nil {
		e := lanes[0]
		for _, x := range lanes[1:] {
			e = either(e, x)
		}
		return e
	}
	a := l.input(c, port)
	switch {
	case a.width == 1:
		return a.condition()
	case a.value != nil:
		return small(int64(min(1, a.value.BitLen())), 1)
	}
	a = a.exactly()
	zero := expr{text: "0" + suffix(a.width), prec: precPrimary}
	return expr{
		text: infix(a, "!==", precEqual, zero), inverse: infix(a, "===", precEqual, zero), prec: precEqual,
		width: 1, form: truth,
	}
}

// all tells whether all bits of a word are set.
func (l *lambda) all(c *Cell, port string) expr {
	if lanes := l.lanes(c.Connections[port]); lanes != nil {
		e := lanes[0]
		for _, x := range lanes[1:] {
			e = both(e, x)
		}
		return e
	}
	a := l.input(c, port)
	switch {
	case a.width == 1:
		return a.condition()
	case a.value != nil:
		if a.ones() {
			return small(1, 1)
		}
		return small(0, 1)
	}
	a = a.exactly()
	ones := expr{text: maskText(a.width) + suffix(a.width), prec: precPrimary}
	return expr{
		text: infix(a, "===", precEqual, ones), inverse: infix(a, "!==", precEqual, ones), prec: precEqual,
		width: 1, form: truth,
	}
}

// lanes gives the bits of a word as conditions, when the word is put together of single bits: to test it, the word
// itself is not needed. Else nil.
func (l *lambda) lanes(word []Bit) []expr {
	if len(word) < 2 || len(word) > 16 {
		return nil
	}
	segments := l.m.segments(word)
	if len(segments) != len(word) {
		return nil
	}
	out := make([]expr, len(segments))
	for i, s := range segments {
		if s.copies > 0 {
			return nil
		}
		out[i] = l.segment(s)
	}
	return out
}

// parity folds a word to one bit.
func parity(inverted bool) operation {
	return func(l *lambda, c *Cell) expr {
		word := c.Connections["A"]
		var e expr
		if lanes := l.lanes(word); lanes != nil || len(word) == 1 {
			e = small(0, 1)
			if lanes == nil {
				lanes = []expr{l.word(word)}
			}
			for _, x := range lanes {
				e = differ(e, x)
			}
		} else {
			a := l.input(c, "A").exactly()
			if a.value != nil {
				n := 0
				for i := range a.value.BitLen() {
					n += int(a.value.Bit(i))
				}
				e = small(int64(n&1), 1)
			} else {
				e = l.fold(a)
			}
		}
		if inverted {
			e = e.not()
		}
		return l.logic(c, e)
	}
}

// fold is the parity of a word: halves are combined until one bit is left.
func (l *lambda) fold(a expr) expr {
	for half := 1 << (mathbits.Len(uint(a.width-1)) - 1); half > 0; half /= 2 {
		a = l.simple(a, "fold")
		n := suffix(a.width)
		down := expr{
			text: infix(a, shiftName(a), precShift, expr{text: strconv.Itoa(half) + n, prec: precPrimary}),
			prec: precShift,
		}
		text := infix(a, "^", precBitXor, down)
		next := expr{text: text, prec: precBitXor, width: a.width, form: a.form, mag: a.mag}
		if a.width == numberBits {
			next.form, next.negative = loose, true
		}
		a = next
		if a.form == loose {
			a.mag = 32
		}
	}
	return a.cut(1)
}

// shiftName is the operator that shifts a word right and fills with zeros.
func shiftName(a expr) string {
	if a.width == numberBits {
		return ">>>"
	}
	return ">>"
}

// priorityChoice is $pmux: A unless a bit of S is set, then the word of B for the lowest one.
func priorityChoice(l *lambda, c *Cell) expr {
	s, b := c.Connections["S"], c.Connections["B"]
	w := yWidth(c)
	if e, ok := l.table(c); ok {
		return e
	}
	out := l.input(c, "A")
	for i := len(s) - 1; i >= 0; i-- {
		out = choose(l.word(s[i:i+1]), l.word(b[i*w:(i+1)*w]), out)
	}
	return out
}

// fewestIndexed is from how many lanes on words that are not constant are an array, too: chains of choices have a depth
// that the language bounds.
const fewestIndexed = 64

// table makes a table of a $pmux whose select lines compare one word with constants, and whose words are constant.
func (l *lambda) table(c *Cell) (expr, bool) {
	s, b := c.Connections["S"], c.Connections["B"]
	w := yWidth(c)
	if len(s) < 8 {
		return expr{}, false
	}
	var index []Bit
	rows := map[uint64][]Bit{}
	var highest uint64
	for i := range s {
		word := b[i*w : (i+1)*w]
		if !allConstant(word) && len(s) < fewestIndexed {
			return expr{}, false
		}
		lines := []Bit{s[i]}
		if or := l.m.cellOf(s[i], "$reduce_or"); or != nil { // several values give one word
			lines = or.Connections["A"]
		}
		for _, line := range lines {
			of, k, ok := l.m.compared(line)
			if !ok || len(of) > 12 || index != nil && !equalBits(index, of) {
				return expr{}, false
			}
			index = of
			if _, before := rows[k]; !before {
				rows[k] = word
			}
			highest = max(highest, k)
		}
	}
	def := c.Connections["A"]
	if !allConstant(def) && len(s) < fewestIndexed || int(highest) > 4*len(rows)+16 {
		return expr{}, false
	}
	rest := l.word(def)
	if rest.value == nil {
		rest = l.simple(rest.exactly(), "other")
	}
	cells := make([]string, highest+1)
	for k := range cells {
		e := rest
		if row, ok := rows[uint64(k)]; ok {
			e = l.word(row)
		}
		if e.form != wide {
			e = e.exactly()
		}
		cells[k] = plain(e.text)
	}
	at := l.word(index).exactly()
	list := l.constantList(cells)
	text := list + "[" + plain(at.text) + "]"
	e := primary(text, w)
	if full := uint64(1)<<len(index) - 1; highest < full {
		inside := expr{
			text: infix(at, "<", precCompare, small(int64(highest)+1, len(index)+1)), prec: precCompare, width: 1,
			form: truth,
		}
		return choose(inside, e, rest), true
	}
	return e, true
}

func allConstant(word []Bit) bool {
	for _, b := range word {
		if !b.constant() {
			return false
		}
	}
	return true
}

func equalBits(a, b []Bit) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// binaryChoice is $bmux: the word of A that the number S names.
func binaryChoice(l *lambda, c *Cell) expr {
	a, s := c.Connections["A"], c.Connections["S"]
	w := yWidth(c)
	if len(a) != w<<min(len(s), 24) {
		l.fail(c, "its words and its select input do not fit")
		return small(0, w)
	}
	var pick func(low, n int) expr
	pick = func(low, n int) expr {
		if n == 0 {
			return l.word(a[low*w : (low+1)*w])
		}
		return choose(l.word(s[n-1:n]), pick(low+1<<(n-1), n-1), pick(low, n-1))
	}
	return pick(0, len(s))
}

// demultiplex is $demux: A at the place that S names, zeros elsewhere.
func demultiplex(l *lambda, c *Cell) expr {
	a, s := c.Connections["A"], c.Connections["S"]
	w := len(a)
	y := yWidth(c)
	if y != w<<min(len(s), 24) {
		l.fail(c, "its words and its select input do not fit")
		return small(0, y)
	}
	at := l.word(s).exactly()
	if w > 1 {
		n := w
		if at.value != nil {
			at = constant(new(big.Int).Mul(at.value, big.NewInt(int64(n))), 32)
		} else {
			at = expr{
				text: infix(at, "*", precProduct, small(int64(n), 32)), prec: precProduct, width: 32,
				form: exact, mag: at.mag + small(int64(n), 32).mag,
			}
		}
	}
	return l.shifted(l.word(a).extend(y, false), "<<", at)
}

// lookup is $lut: the bit of a constant that the number A names.
func lookup(l *lambda, c *Cell) expr {
	table := bitsOf(c.Parameters["LUT"])
	a := c.Connections["A"]
	if len(a) > 16 {
		l.fail(c, "it has more than 16 inputs")
		return small(0, 1)
	}
	var pick func(low, n int) expr
	pick = func(low, n int) expr {
		if n == 0 {
			if low < len(table) && table[low] == One {
				return small(1, 1)
			}
			return small(0, 1)
		}
		return choose(l.word(a[n-1:n]), pick(low+1<<(n-1), n-1), pick(low, n-1))
	}
	return pick(0, len(a))
}

func sliceCell(l *lambda, c *Cell) expr {
	from := c.width("OFFSET")
	a := c.Connections["A"]
	w := yWidth(c)
	if from+w > len(a) {
		l.fail(c, "it takes bits that its input does not have")
		return small(0, w)
	}
	return l.word(a[from : from+w])
}

// division prepares the operands of a division: exact or signed numbers, the divisor simple.
func (l *lambda) division(c *Cell) (a, b expr, sign bool) {
	w := max(yWidth(c), len(c.Connections["A"]), len(c.Connections["B"]))
	sign = bothSigned(c)
	a = l.input(c, "A").extend(w, sign)
	b = l.input(c, "B").extend(w, sign)
	if sign {
		a, b = signedOperand(a), signedOperand(b)
	} else {
		a, b = a.exactly(), b.exactly()
	}
	if b.value == nil {
		b = l.simple(b, "divisor")
	}
	return a, b, sign
}

// signedOperand is a word with sign for arithmetic in the language.
func signedOperand(e expr) expr {
	if e.value != nil && e.width > numberBits {
		v := e.signedValue()
		e.text = v.String() + "n"
		if v.Sign() < 0 {
			e.prec = precUnary
		}
		e.form = wideLoos
		return e
	}
	v := e.value
	s := e.signed()
	s.value = v
	return s
}

// divided guards a division against the divisor 0, for which Verilog has x and we have 0.
func divided(a, b, result expr) expr {
	zero := expr{text: "0" + suffix(b.width), prec: precPrimary}
	if b.value != nil {
		if b.value.Sign() == 0 {
			return small(0, result.width)
		}
		return result
	}
	by := expr{
		text: infix(b, "===", precEqual, zero), inverse: infix(b, "!==", precEqual, zero), prec: precEqual,
		width: 1, form: truth,
	}
	return choose(by, small(0, result.width), result)
}

func quotient(l *lambda, c *Cell) expr {
	a, b, sign := l.division(c)
	w := a.width
	text := infix(a, "/", precProduct, b)
	var e expr
	switch {
	case w > numberBits && sign:
		e = expr{text: text, prec: precProduct, width: w, form: wideLoos}
	case w > numberBits:
		e = expr{text: text, prec: precProduct, width: w, form: wide}
	case sign:
		e = expr{text: call("Math.trunc", text), prec: precPrimary, width: w, form: loose, mag: w, negative: true}
	default:
		e = expr{text: call("Math.floor", text), prec: precPrimary, width: w, form: exact, mag: a.mag}
	}
	return divided(a, b, e).extend(yWidth(c), sign)
}

func remainder(l *lambda, c *Cell) expr {
	a, b, sign := l.division(c)
	w := a.width
	e := expr{text: infix(a, "%", precProduct, b), prec: precProduct, width: w, form: exact, mag: a.mag}
	switch {
	case w > numberBits && sign:
		e.form = wideLoos
	case w > numberBits:
		e.form = wide
	case sign:
		e.form, e.mag, e.negative = loose, w, true
	}
	return divided(a, b, e).extend(yWidth(c), sign)
}

// floorQuotient and floorRemainder round toward minus infinity; they differ from the others for signed words only.
func floorQuotient(l *lambda, c *Cell) expr {
	if !bothSigned(c) {
		return quotient(l, c)
	}
	a, b, _ := l.division(c)
	if a.width > numberBits {
		l.fail(c, "a signed division that rounds down is possible up to 32 bits")
	}
	e := expr{
		text: call("Math.floor", infix(a, "/", precProduct, b)), prec: precPrimary, width: a.width, form: loose,
		mag: a.width, negative: true,
	}
	return divided(a, b, e).extend(yWidth(c), true)
}

func floorRemainder(l *lambda, c *Cell) expr {
	if !bothSigned(c) {
		return remainder(l, c)
	}
	a, b, _ := l.division(c)
	if a.width > numberBits {
		l.fail(c, "a signed remainder that rounds down is possible up to 32 bits")
	}
	a = l.simple(a, "dividend")
	floor := expr{text: call("Math.floor", infix(a, "/", precProduct, b)), prec: precPrimary}
	back := expr{text: infix(floor, "*", precProduct, b), prec: precProduct}
	e := expr{
		text: infix(a, "-", precSum, back), prec: precSum, width: a.width, form: loose, mag: a.width + 1,
		negative: true,
	}
	return divided(a, b, e).extend(yWidth(c), true)
}

// raise is a power: of a constant 2 a shift, else a product for each bit of the exponent.
func raise(l *lambda, c *Cell) expr {
	w := yWidth(c)
	a := l.input(c, "A")
	b := l.input(c, "B")
	if bothSigned(c) || b.width > numberBits && b.value == nil {
		if b.value == nil || b.signedValue().Sign() < 0 {
			l.fail(c, "a power with a signed exponent is not possible; make the exponent unsigned")
			return small(0, w)
		}
	}
	base := a.extend(w, c.flag("A_SIGNED") && c.flag("B_SIGNED"))
	if base.value != nil && base.value.Cmp(big.NewInt(2)) == 0 {
		return l.shifted(small(1, w), "<<", b.exactly())
	}
	b = l.simple(b.exactly(), "exponent")
	out := small(1, w)
	square := l.simple(base.exactly(), "base")
	for i := range b.width {
		if b.value != nil && b.value.BitLen() <= i {
			break
		}
		bit := b.slice(i, 1)
		out = choose(bit, arithmetic("*", precProduct, out, square), out)
		out = l.simple(out.exactly(), "power")
		if i+1 < b.width {
			square = l.simple(arithmetic("*", precProduct, square, square).exactly(), "square")
		}
	}
	return out
}
