package lower

import (
	"math"
	"unicode/utf16"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// The results of a lambda, as they are stored: the outputs of eval and the next state of onTick.

// result converts a returned value to width bits.
func (l *lowering) result(v value, width int) Result {
	r := Result{Given: l.b.Not(l.undefined(v))}
	if given, known := l.constBool(r.Given); known && !given {
		r.Value, r.Misfit = l.b.Uint(0, width), l.b.Uint(0, 1)
		return r
	}
	v = l.notUndefined(v)
	r.Value, _ = l.store(v, width)
	r.Misfit = l.b.And(r.Given, l.overflow(v, width))
	return r
}

// store converts a value to width bits: the truncated integer modulo 2^width; sign is one bit: the
// number was below zero.
func (l *lowering) store(v value, width int) (bits, sign word.ID) {
	no := l.b.Uint(0, 1)
	switch x := v.(type) {
	case choiceValue:
		a, signA := l.store(x.a, width)
		b, signB := l.store(x.b, width)
		return l.b.Mux(x.cond, a, b), l.b.Mux(x.cond, signA, signB)
	case undefinedValue, nullValue:
		return l.b.Uint(0, width), no
	case boolValue:
		return l.b.ZExt(x.id, width), no
	case intValue:
		if x.lo >= 0 {
			return l.b.Resize(x.id, width), no
		}
		return l.b.ResizeSigned(x.id, width), l.b.Slice(x.id, l.b.Width(x.id)-1, 1)
	case bigValue:
		if x.lo.Sign() >= 0 {
			return l.b.Resize(x.id, width), no
		}
		return l.b.ResizeSigned(x.id, width), l.b.Slice(x.id, l.b.Width(x.id)-1, 1)
	case floatValue:
		if q := x.quotient; q != nil {
			// the sign is that of the truncated number: -0.5 is stored as 0, not below zero
			return l.storeQuotient(q, x, width)
		}
		if width > 64 {
			if math.Abs(x.lo) < 1<<62 && math.Abs(x.hi) < 1<<62 && !x.nan {
				id := l.b.ToInt(x.id, 64)
				return l.b.SExt(id, width), l.floatSign(x)
			}
			panic(refuse("a number that may have a fraction, or is not known to be a number, goes to a port of more than 64 bits; use BigInt"))
		}
		return l.b.ToInt(x.id, width), l.floatSign(x)
	case constString:
		return l.store(l.stringToNumber(x.s), width)
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	panic(refuse("a value that is no number is stored"))
}

// floatSign is one bit: the stored number counts as below zero.
func (l *lowering) floatSign(x floatValue) word.ID {
	if x.lo >= 0 && !x.nan {
		return l.b.Uint(0, 1)
	}
	below := l.b.Compare(word.FLe, x.id, l.b.Float(-1))
	finite := l.b.Compare(word.FLt, l.b.Float(math.Inf(-1)), x.id)
	return l.b.And(below, finite)
}

func (l *lowering) storeQuotient(q *quotient, x floatValue, width int) (bits, sign word.ID) {
	t := l.truncateQuotient(q, false)
	bits, _ = l.store(t, width)
	if t.lo >= 0 {
		return bits, l.b.Uint(0, 1)
	}
	return bits, l.floatSign(x)
}

// checkView refuses a stored number that the view of a 32-bit field cannot show.
func (l *lowering) checkView(field, width int, view View, v value, bits, sign word.ID) {
	if width != 32 || view == WithSign {
		return
	}
	if i, ok := v.(intValue); ok && l.keepsView(i, view) {
		return
	}
	if view == AsUint32 {
		if below, known := l.constBool(sign); !known || below {
			panic(refusal{reason: ErrView, field: field})
		}
		return
	}
	if sign != l.b.Slice(bits, 31, 1) {
		panic(refusal{reason: ErrView, field: field})
	}
}

// stored is the value of a scalar state field as it is kept; sign is None when the view has none.
type stored struct{ bits, sign word.ID }

// next is what a scalar field becomes: what v is stored as, and what the field holds where v is undefined. The choices
// stay in the order of the paths of the lambda, so that all fields of a state machine are chosen by the same conditions
// and can share branches.
func (l *lowering) next(v value, width int, held stored) stored {
	switch x := v.(type) {
	case undefinedValue:
		return held
	case choiceValue:
		a, b := l.next(x.a, width, held), l.next(x.b, width, held)
		n := stored{l.b.Mux(x.cond, a.bits, b.bits), word.None}
		if held.sign != word.None {
			n.sign = l.b.Mux(x.cond, a.sign, b.sign)
		}
		return n
	}
	bits, sign := l.store(v, width)
	return stored{l.narrowed(bits), sign}
}

// maxNarrowed is how many choices are made again for a narrower field: the wide ones stay when something else needs
// them, too.
const maxNarrowed = 16

// narrowed is a value in which truncations of choices are choices of truncations, so that they are made with those of
// other fields.
func (l *lowering) narrowed(id word.ID) word.ID {
	seen := map[word.ID]word.ID{} // choices and truncations of choices, and what they become
	// sides are what a choice, or the truncation of one, chooses from.
	sides := func(id word.ID) (choice word.Op, x, y word.ID, ok bool) {
		op := l.b.Ops[id]
		if op.Kind == word.Mux {
			return op, op.B, op.C, true
		}
		if op.Kind != word.Slice || op.Imm != 0 || l.b.Ops[op.A].Kind != word.Mux {
			return op, word.None, word.None, false
		}
		choice, w := l.b.Ops[op.A], int(op.Width)
		return choice, l.b.Slice(choice.B, 0, w), l.b.Slice(choice.C, 0, w), true
	}
	var count func(id word.ID)
	count = func(id word.ID) {
		if _, there := seen[id]; there || len(seen) > maxNarrowed {
			return
		}
		if _, x, y, ok := sides(id); ok {
			seen[id] = word.None
			count(x)
			count(y)
		}
	}
	if count(id); len(seen) > maxNarrowed {
		return id
	}
	var narrow func(id word.ID) word.ID
	narrow = func(id word.ID) word.ID {
		done, choice := seen[id]
		if !choice {
			return id
		}
		if done == word.None {
			of, x, y, _ := sides(id)
			done = l.b.Mux(of.A, narrow(x), narrow(y))
			seen[id] = done
		}
		return done
	}
	return narrow(id)
}

func (l *lowering) nextState(in *Lambda, result value, s *state, held []stored) []NextField {
	next := make([]NextField, len(in.State))
	for i, f := range in.State {
		v := l.resultField(result, f.Name, s)
		n := NextField{Given: l.b.Not(l.undefined(v)), Value: word.None, Sign: word.None}
		if f.Within != nil && f.Kind != circuit.Memory {
			if n.Range = f.span(v); !f.Within.Holds(n.Range) {
				n.Range = l.closely(&in.State[i], v)
			}
		}
		given, known := l.constBool(n.Given)
		switch {
		case known && !given: // held
		case f.Kind == circuit.Memory:
			n.Given = l.b.Uint(1, 1)
			l.memoryWrites(i, v, s, l.b.Uint(1, 1), &n)
			if f.Within != nil {
				n.Range = l.memories[i].written
			}
		case f.Text && f.Texts != nil:
			n.Given = l.b.Uint(1, 1)
			n.Value = l.next(l.modeNumber(v, i, f.Texts), f.Width, held[i]).bits
		case f.Text:
			n.Given = l.b.Uint(1, 1)
			l.textAppends(i, v, l.b.Uint(1, 1), &n)
		default:
			w := l.notUndefined(v)
			n.Value, n.Sign = l.store(w, f.Width)
			l.checkView(i, f.Width, f.View, w, n.Value, n.Sign)
			next := l.next(v, f.Width, held[i])
			n.Given, n.Value, n.Sign = l.b.Uint(1, 1), next.bits, next.sign
		}
		next[i] = n
	}
	return next
}

// keepsView reports that the view shows every number of v.
func (l *lowering) keepsView(v intValue, view View) bool {
	if view == AsInt32 {
		return v.lo >= math.MinInt32 && v.hi <= math.MaxInt32
	}
	return v.lo >= 0
}

func (l *lowering) textAppends(field int, v value, enable word.ID, n *NextField) {
	switch x := v.(type) {
	case undefinedValue:
	case choiceValue:
		l.textAppends(field, x.a, l.b.And(enable, x.cond), n)
		l.textAppends(field, x.b, l.b.And(enable, l.b.Not(x.cond)), n)
	case textValue:
		if x.log.field != field {
			panic(readsText(x))
		}
		n.Limit = max(n.Limit, x.log.limit)
		for _, a := range x.log.appends {
			e := l.b.And(enable, a.enable)
			if on, known := l.constBool(e); !known || on {
				n.Appends = append(n.Appends, Append{Enable: e, Unit: a.unit})
			}
		}
	case constString: // a constant takes the place of the text
		n.Appends = append(n.Appends, Append{Enable: enable, Unit: l.b.Uint(0, 16), Clear: true})
		for _, u := range utf16.Encode([]rune(x.s)) {
			n.Appends = append(n.Appends, Append{Enable: enable, Unit: l.b.Uint(uint64(u), 16)})
		}
	case refusedValue:
		panic(refusal{reason: x.reason})
	default:
		panic(refusal{reason: errModes, field: field})
	}
}
