package yosys

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// form says which JavaScript value an expression gives for a word of some bits. Words of up to 32 bits are numbers,
// wider ones are bigints.
type form uint8

const (
	exact    form = iota // the number itself, from 0 to 2^width - 1
	loose                // any whole number that agrees with the word in its lower width bits
	truth                // a truth value, or 0 or 1; of one bit
	wide                 // the bigint itself
	wideLoos             // any bigint that agrees with the word in its lower width bits
)

// numberBits is the widest word that is a number.
const numberBits = 32

// Precedences of JavaScript's operators.
const (
	precChoice  = 3
	precOr      = 4
	precAnd     = 5
	precBitOr   = 6
	precBitXor  = 7
	precBitAnd  = 8
	precEqual   = 9
	precCompare = 10
	precShift   = 11
	precSum     = 12
	precProduct = 13
	precUnary   = 15
	precPrimary = 20
)

// soft and softer are places where a long line may be broken, soft ones first; else they are spaces.
const (
	soft   = "\v"
	softer = "\f"
)

// plain makes spaces of such places.
func plain(text string) string { return strings.NewReplacer(soft, " ", softer, " ").Replace(text) }

// expr is an expression of a lambda, the value of a word.
type expr struct {
	text  string
	prec  int
	width int
	form  form
	// mag bounds the number: its absolute value is below 2^mag. Only for numbers.
	mag int
	// negative says that the number may be below zero.
	negative bool
	// word says of a loose number of 32 bits that it is one with sign or one without, as 32-bit operators give.
	word    bool
	value   *big.Int // of a constant
	inverse string   // of a comparison: the opposite one, of the same precedence
}

func primary(text string, width int) expr {
	if width > numberBits {
		return expr{text: text, prec: precPrimary, width: width, form: wide}
	}
	return expr{text: text, prec: precPrimary, width: width, form: exact, mag: width}
}

// port is a port or register that a lambda reads: 32 wires are a number with sign.
func portValue(name string, width int) expr {
	e := primary(name, width)
	if width == numberBits {
		e.form, e.negative, e.word = loose, true, true
	}
	return e
}

func constant(v *big.Int, width int) expr {
	e := expr{prec: precPrimary, width: width, value: v}
	if width > numberBits {
		e.form, e.text = wide, literal(v)+"n"
		return e
	}
	e.form, e.text, e.mag = exact, literal(v), v.BitLen()
	return e
}

func small(v int64, width int) expr { return constant(big.NewInt(v), width) }

// literal writes a number: small ones in decimal, as counts and states are, large ones in hexadecimal, as masks are.
func literal(v *big.Int) string {
	if v.BitLen() <= 16 {
		return v.String()
	}
	return "0x" + v.Text(16)
}

func maskText(width int) string {
	m := new(big.Int).Sub(power(width), big.NewInt(1))
	if width <= 3 {
		return m.String()
	}
	return "0x" + m.Text(16)
}

func power(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// in writes an operand of an operator, in parentheses where the language or the reader needs them.
func (e expr) in(prec int, right bool) string {
	parens := e.prec < prec
	switch {
	case e.prec == prec:
		parens = right && prec != precOr && prec != precAnd && prec != precBitOr && prec != precBitXor &&
			prec != precBitAnd
	case prec >= precBitOr && prec <= precBitAnd:
		parens = parens || e.prec < precUnary
	case prec == precOr:
		parens = parens || e.prec == precAnd
	case prec == precShift, prec == precSum && e.prec == precProduct && strings.ContainsRune(e.text, '%'):
		parens = parens || e.prec < precUnary
	}
	if parens {
		return "(" + plain(e.text) + ")"
	}
	return e.text
}

// infix is a binary operation.
func infix(a expr, op string, prec int, b expr) string {
	gap := " "
	if prec <= precBitOr {
		gap = softer
	}
	return a.in(prec, false) + gap + op + " " + b.in(prec, true)
}

func call(function string, args ...string) string {
	for i := range args {
		args[i] = plain(args[i])
	}
	return function + "(" + strings.Join(args, ", ") + ")"
}

// exactly gives the number or bigint itself.
func (e expr) exactly() expr {
	switch e.form {
	case truth:
		return expr{text: call("Number", e.text), prec: precPrimary, width: 1, form: exact, mag: 1}
	case loose:
		if !e.negative && e.mag <= e.width {
			e.form = exact
			return e
		}
		if e.width == numberBits {
			return expr{
				text: infix(e, ">>>", precShift, small(0, 1)), prec: precShift, width: e.width, form: exact,
				mag: numberBits,
			}
		}
		mask := expr{text: maskText(e.width), prec: precPrimary}
		return expr{text: infix(e, "&", precBitAnd, mask), prec: precBitAnd, width: e.width, form: exact, mag: e.width}
	case wideLoos:
		return expr{
			text: call("BigInt.asUintN", strconv.Itoa(e.width), e.text), prec: precPrimary, width: e.width,
			form: wide,
		}
	}
	return e
}

// number gives any number or bigint that agrees with the word in its bits.
func (e expr) number() expr {
	if e.form == truth {
		return e.exactly()
	}
	return e
}

// condition is one bit as JavaScript tests it.
func (e expr) condition() expr {
	if e.form == loose {
		e = e.exactly()
	}
	if e.value != nil {
		return expr{
			text: strconv.FormatBool(e.value.Sign() != 0), prec: precPrimary, width: 1, form: truth,
			value: e.value,
		}
	}
	e.form = truth
	return e
}

// not is the opposite of one bit.
func (e expr) not() expr {
	e = e.condition()
	switch {
	case e.value != nil:
		return small(int64(1-e.value.Bit(0)), 1)
	case e.inverse != "":
		e.text, e.inverse = e.inverse, e.text
		return e
	case e.prec == precUnary && strings.HasPrefix(e.text, "!"):
		return expr{text: e.text[1:], prec: precUnary, width: 1, form: truth}
	}
	return expr{text: "!" + e.in(precUnary, false), prec: precUnary, width: 1, form: truth}
}

// signed is the word as a number with sign.
func (e expr) signed() expr {
	switch e.form {
	case wide, wideLoos:
		return expr{
			text: call("BigInt.asIntN", strconv.Itoa(e.width), e.text), prec: precPrimary, width: e.width,
			form: wideLoos,
		}
	}
	if e.value != nil {
		v := e.value
		if v.Bit(e.width-1) == 1 {
			v = new(big.Int).Sub(v, power(e.width))
		}
		c := expr{
			text: v.String(), prec: precPrimary, width: e.width, form: loose, mag: e.width,
			negative: v.Sign() < 0,
		}
		if v.Sign() < 0 {
			c.prec = precUnary
		}
		return c
	}
	e = e.number()
	if e.form == exact && e.mag < e.width {
		return e
	}
	if e.width == numberBits {
		if e.form == loose && e.prec == precPrimary {
			return expr{
				text: infix(e, "|", precBitOr, small(0, 1)), prec: precBitOr, width: e.width, form: loose,
				mag: 31, negative: true, word: true,
			}
		}
		return expr{
			text: infix(e, "|", precBitOr, small(0, 1)), prec: precBitOr, width: e.width, form: loose,
			mag: 31, negative: true, word: true,
		}
	}
	if e.width == 1 {
		e = e.exactly()
		return expr{
			text: "-" + e.in(precUnary+1, false), prec: precUnary, width: 1, form: loose, mag: 1,
			negative: true,
		}
	}
	places := expr{text: strconv.Itoa(numberBits - e.width), prec: precPrimary}
	up := expr{text: infix(e, "<<", precShift, places), prec: precShift}
	return expr{
		text: infix(up, ">>", precShift, places), prec: precShift, width: e.width, form: loose,
		mag: e.width - 1, negative: true, word: true,
	}
}

// extend gives the word at another width: cut, or filled with zeros or copies of its highest bit.
func (e expr) extend(width int, sign bool) expr {
	switch {
	case width == e.width:
		return e
	case width < e.width:
		return e.cut(width)
	case e.value != nil:
		v := e.value
		if sign && v.Bit(e.width-1) == 1 {
			v = new(big.Int).Add(v, new(big.Int).Sub(power(width), power(e.width)))
		}
		return constant(v, width)
	case sign:
		s := e.signed()
		return s.rewide(width)
	}
	return e.exactly().rewide(width)
}

// rewide says that an expression stands for a wider word, and makes a bigint of a number where that is one.
func (e expr) rewide(width int) expr {
	if width > numberBits && e.width <= numberBits {
		f := wide
		if e.negative || e.form == loose {
			f = wideLoos
		}
		return expr{text: call("BigInt", e.text), prec: precPrimary, width: width, form: f}
	}
	if e.form == wide || e.form == wideLoos {
		e.width = width
		return e
	}
	e.width = width
	return e
}

// cut keeps the lower bits.
func (e expr) cut(width int) expr {
	switch {
	case e.value != nil:
		return constant(new(big.Int).And(e.value, new(big.Int).Sub(power(width), big.NewInt(1))), width)
	case e.form == wide || e.form == wideLoos:
		if width > numberBits {
			e.width, e.form = width, wideLoos
			return e
		}
		inner := call("BigInt.asUintN", strconv.Itoa(width), e.text)
		return expr{text: call("Number", inner), prec: precPrimary, width: width, form: exact, mag: width}
	case e.form == exact && e.mag <= width:
		e.width = width
		return e
	}
	e = e.number()
	e.width, e.form, e.word = width, loose, false
	return e
}

// slice is count bits from the bit low on.
func (e expr) slice(low, count int) expr {
	switch {
	case low == 0 && count == e.width:
		return e
	case e.value != nil:
		return constant(new(big.Int).Rsh(e.value, uint(low)), e.width).cut(count)
	case low == 0:
		return e.cut(count)
	case e.form == wide || e.form == wideLoos:
		places := expr{text: strconv.Itoa(low) + "n", prec: precPrimary}
		s := expr{text: infix(e.exactly(), ">>", precShift, places), prec: precShift, width: e.width - low, form: wide}
		if s.width <= numberBits { // still a bigint
			if s.width == count {
				return expr{text: call("Number", s.text), prec: precPrimary, width: count, form: exact, mag: count}
			}
			inner := call("BigInt.asUintN", strconv.Itoa(count), s.text)
			return expr{text: call("Number", inner), prec: precPrimary, width: count, form: exact, mag: count}
		}
		if s.width == count {
			return s
		}
		return s.cut(count)
	}
	e = e.number()
	places := expr{text: strconv.Itoa(low), prec: precPrimary}
	if e.form == exact && e.mag <= low {
		return small(0, count)
	}
	op, mag := ">>", e.mag-low
	if e.width == numberBits || e.mag > 31 && e.form == exact {
		op, mag = ">>>", numberBits-low
		if e.form == exact {
			mag = e.mag - low
		}
	} else if e.form == loose {
		mag = 31
	}
	s := expr{
		text: infix(e, op, precShift, places), prec: precShift, width: count, form: loose, mag: mag,
		negative: op == ">>" && e.form == loose,
	}
	if !s.negative && mag <= count {
		s.form = exact
	}
	return s
}

// part is one stretch of a concatenation: an expression, or copies of one bit.
type part struct {
	value  expr
	copies int // of the bit value; 0 for the value itself
}

func (p part) width() int {
	if p.copies > 0 {
		return p.copies
	}
	return p.value.width
}

// concat puts parts side by side, the first one lowest.
func concat(parts []part) expr {
	total := 0
	for i := range parts {
		total += parts[i].width()
	}
	n := len(parts)
	if n == 2 && parts[1].copies > 0 && parts[1].value.value != nil && parts[1].value.value.Sign() == 0 {
		return parts[0].value.extend(total, false)
	}
	var terms []expr
	low := 0
	form, mag := exact, 0
	for i, p := range parts {
		e := p.value
		top := i == n-1
		if e.value != nil && e.value.Sign() == 0 {
			low += p.width()
			continue
		}
		if total > numberBits {
			if p.copies > 0 {
				b := expr{
					text: "-" + call("BigInt", e.exactly().text), prec: precUnary, width: p.copies,
					form: wideLoos,
				}
				e = b.exactly()
				if p.copies <= numberBits {
					e = expr{text: call("BigInt.asUintN", strconv.Itoa(p.copies), b.text), prec: precPrimary}
				}
			} else {
				e = e.extend(max(e.width, numberBits+1), false).exactly()
			}
			if low > 0 {
				places := expr{text: strconv.Itoa(low) + "n", prec: precPrimary}
				e = expr{text: infix(e, "<<", precShift, places), prec: precShift}
			}
			terms = append(terms, e)
			low += p.width()
			continue
		}
		if p.copies > 0 {
			b := e.exactly()
			e = expr{
				text: "-" + b.in(precUnary+1, false), prec: precUnary, width: p.copies, form: loose, mag: 1,
				negative: true,
			}
			if !top || low == 0 {
				e = e.exactly()
			}
		} else if e.form == truth || !top {
			e = e.exactly()
		}
		if e.form == loose {
			form = loose
		}
		if low > 0 {
			if e.form == exact && e.mag+low > 31 {
				form = loose
			}
			if e.value != nil {
				v := new(big.Int).Lsh(e.value, uint(low))
				e = expr{text: literal(v), prec: precPrimary, form: exact, mag: e.mag}
			} else {
				places := expr{text: strconv.Itoa(low), prec: precPrimary}
				e = expr{text: infix(e, "<<", precShift, places), prec: precShift, form: e.form, mag: e.mag}
			}
		}
		mag = max(mag, e.mag+low)
		terms = append(terms, e)
		low += p.width()
	}
	if len(terms) == 0 {
		return small(0, total)
	}
	out := terms[len(terms)-1]
	for i := len(terms) - 2; i >= 0; i-- {
		out = expr{text: infix(out, "|", precBitOr, terms[i]), prec: precBitOr}
	}
	out.width = total
	if total > numberBits {
		out.form = wide
		return out
	}
	out.form, out.mag, out.value = form, mag, nil
	if mag > 31 {
		out.form, out.mag, out.negative = loose, 32, true
	}
	if form == loose {
		out.mag, out.negative = 32, true
	}
	out.word = len(terms) > 1
	return out
}

// same brings two words of one width into one form, as the branches of a choice.
func same(a, b expr) (expr, expr, form) {
	if a.width > numberBits {
		if a.form == b.form {
			return a, b, a.form
		}
		return a, b, wideLoos
	}
	a, b = a.number(), b.number()
	switch {
	case a.form == b.form && a.form != loose:
		return a, b, a.form
	case a.width < numberBits: // the mask stands where it is needed
		return a.exactly(), b.exactly(), exact
	}
	for _, e := range []*expr{&a, &b} {
		if e.form == loose && !e.word {
			*e = e.exactly()
		}
	}
	if a.form == exact && b.form == exact {
		return a, b, exact
	}
	return a, b, loose
}

// choose is yes when the condition holds, else no.
func choose(c, yes, no expr) expr {
	c = c.condition()
	if c.value != nil {
		if c.value.Sign() != 0 {
			return yes
		}
		return no
	}
	if yes.text == no.text {
		return yes
	}
	if yes.width == 1 {
		switch {
		case yes.value != nil && no.value != nil && yes.value.Sign() > no.value.Sign():
			return c
		case yes.value != nil && no.value != nil && yes.value.Sign() < no.value.Sign():
			return c.not()
		case yes.value != nil && yes.value.Sign() != 0:
			return either(c, no)
		case yes.value != nil:
			return both(c.not(), no)
		case no.value != nil && no.value.Sign() != 0:
			return either(c.not(), yes)
		case no.value != nil:
			return both(c, yes)
		}
	}
	if c.prec == precUnary && strings.HasPrefix(c.text, "!") && no.prec > precChoice && yes.prec > precChoice {
		c, yes, no = c.not(), no, yes
	}
	yes, no, f := same(yes, no)
	out := expr{
		text: fmt.Sprintf("%s ? %s%s: %s", c.in(precChoice+1, false), yes.in(precChoice+1, false), soft,
			no.in(precChoice, false)),
		prec: precChoice, width: yes.width, form: f, mag: max(yes.mag, no.mag), negative: yes.negative || no.negative,
		word: (yes.word || yes.form == exact) && (no.word || no.form == exact),
	}
	return out
}

// both and either are the logic of conditions.
func both(a, b expr) expr {
	a, b = a.condition(), b.condition()
	switch {
	case a.value != nil && a.value.Sign() == 0, b.value != nil && b.value.Sign() != 0:
		return a
	case b.value != nil && b.value.Sign() == 0, a.value != nil:
		return b
	}
	return expr{text: infix(a, "&&", precAnd, b), prec: precAnd, width: 1, form: truth}
}

func either(a, b expr) expr {
	a, b = a.condition(), b.condition()
	switch {
	case a.value != nil && a.value.Sign() != 0, b.value != nil && b.value.Sign() == 0:
		return a
	case b.value != nil && b.value.Sign() != 0, a.value != nil:
		return b
	}
	return expr{text: infix(a, "||", precOr, b), prec: precOr, width: 1, form: truth}
}

// zero reports a constant 0, ones one whose bits are all set.
func (e expr) zero() bool { return e.value != nil && e.value.Sign() == 0 }

func (e expr) ones() bool {
	return e.value != nil && e.value.Cmp(new(big.Int).Sub(power(e.width), big.NewInt(1))) == 0
}
