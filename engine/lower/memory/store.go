package memory

import (
	"math"
	"unicode/utf16"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/word"
)

// Store converts a value to width bits: the truncated integer modulo 2^width; sign is one bit: the
// number was below zero.
func (l *Lowering) Store(v domain.Value, width int) (bits, sign word.ID) {
	no := l.B.Uint(0, 1)
	switch x := v.(type) {
	case domain.ChoiceValue:
		a, signA := l.Store(x.A, width)
		b, signB := l.Store(x.B, width)
		return l.B.Mux(x.Cond, a, b), l.B.Mux(x.Cond, signA, signB)
	case domain.UndefinedValue, domain.NullValue:
		return l.B.Uint(0, width), no
	case domain.BoolValue:
		return l.B.ZExt(x.ID, width), no
	case domain.IntValue:
		if x.Lo >= 0 {
			return l.B.Resize(x.ID, width), no
		}
		return l.B.ResizeSigned(x.ID, width), l.B.Slice(x.ID, l.B.Width(x.ID)-1, 1)
	case domain.BigValue:
		if x.Lo.Sign() >= 0 {
			return l.B.Resize(x.ID, width), no
		}
		return l.B.ResizeSigned(x.ID, width), l.B.Slice(x.ID, l.B.Width(x.ID)-1, 1)
	case domain.FloatValue:
		if q := x.Quotient; q != nil {
			// the sign is that of the truncated number: -0.5 is stored as 0, not below zero
			return l.storeQuotient(q, x, width)
		}
		if width > 64 {
			if math.Abs(x.Lo) < 1<<62 && math.Abs(x.Hi) < 1<<62 && !x.NaN {
				id := l.B.ToInt(x.ID, 64)
				return l.B.SExt(id, width), l.floatSign(x)
			}
			panic(domain.Refuse("a number that may have a fraction, or is not known to be a number, goes to a port of more than 64 bits; use BigInt"))
		}
		return l.B.ToInt(x.ID, width), l.floatSign(x)
	case domain.ConstString:
		return l.Store(l.StringToNumber(x.S), width)
	case domain.RefusedValue:
		panic(domain.Refused{Reason: x.Reason})
	}
	panic(domain.Refuse("a value that is no number is stored"))
}

// floatSign is one bit: the stored number counts as below zero.
func (l *Lowering) floatSign(x domain.FloatValue) word.ID {
	if x.Lo >= 0 && !x.NaN {
		return l.B.Uint(0, 1)
	}
	below := l.B.Compare(word.FLe, x.ID, l.B.Float(-1))
	finite := l.B.Compare(word.FLt, l.B.Float(math.Inf(-1)), x.ID)
	return l.B.And(below, finite)
}

func (l *Lowering) storeQuotient(q *domain.Quotient, x domain.FloatValue, width int) (bits, sign word.ID) {
	t := l.TruncateQuotient(q, false)
	bits, _ = l.Store(t, width)
	if t.Lo >= 0 {
		return bits, l.B.Uint(0, 1)
	}
	return bits, l.floatSign(x)
}

// CheckView refuses a stored number that the view of a 32-bit field cannot show.
func (l *Lowering) CheckView(field, width int, view domain.View, v domain.Value, bits, sign word.ID) {
	if width != 32 || view == domain.WithSign {
		return
	}
	if i, ok := v.(domain.IntValue); ok && l.keepsView(i, view) {
		return
	}
	if view == domain.AsUint32 {
		if below, known := l.ConstBool(sign); !known || below {
			panic(domain.Refused{Reason: ErrView, Field: field})
		}
		return
	}
	if sign != l.B.Slice(bits, 31, 1) {
		panic(domain.Refused{Reason: ErrView, Field: field})
	}
}

// Next is what a scalar field becomes: what v is stored as, and what the field holds where v is undefined. The choices
// stay in the order of the paths of the lambda, so that all fields of a state machine are chosen by the same conditions
// and can share branches.
func (l *Lowering) Next(v domain.Value, width int, held domain.Stored) domain.Stored {
	switch x := v.(type) {
	case domain.UndefinedValue:
		return held
	case domain.ChoiceValue:
		a, b := l.Next(x.A, width, held), l.Next(x.B, width, held)
		n := domain.Stored{Bits: l.B.Mux(x.Cond, a.Bits, b.Bits), Sign: word.None}
		if held.Sign != word.None {
			n.Sign = l.B.Mux(x.Cond, a.Sign, b.Sign)
		}
		return n
	}
	bits, sign := l.Store(v, width)
	return domain.Stored{Bits: l.narrowed(bits), Sign: sign}
}

// Narrowed is a value in which truncations of choices are choices of truncations, so that they are made with those of
// other fields.
func (l *Lowering) narrowed(id word.ID) word.ID {
	seen := map[word.ID]word.ID{} // choices and truncations of choices, and what they become
	// sides are what a choice, or the truncation of one, chooses from.
	sides := func(id word.ID) (choice word.Op, x, y word.ID, ok bool) {
		op := l.B.Ops[id]
		if op.Kind == word.Mux {
			return op, op.B, op.C, true
		}
		if op.Kind != word.Slice || op.Imm != 0 || l.B.Ops[op.A].Kind != word.Mux {
			return op, word.None, word.None, false
		}
		choice, w := l.B.Ops[op.A], int(op.Width)
		return choice, l.B.Slice(choice.B, 0, w), l.B.Slice(choice.C, 0, w), true
	}
	var count func(id word.ID)
	count = func(id word.ID) {
		if _, there := seen[id]; there || len(seen) > facts.MaxNarrowed {
			return
		}
		if _, x, y, ok := sides(id); ok {
			seen[id] = word.None
			count(x)
			count(y)
		}
	}
	if count(id); len(seen) > facts.MaxNarrowed {
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
			done = l.B.Mux(of.A, narrow(x), narrow(y))
			seen[id] = done
		}
		return done
	}
	return narrow(id)
}

// keepsView reports that the view shows every number of v.
func (l *Lowering) keepsView(v domain.IntValue, view domain.View) bool {
	if view == domain.AsInt32 {
		return v.Lo >= math.MinInt32 && v.Hi <= math.MaxInt32
	}
	return v.Lo >= 0
}

// TextAppends adds what a text state field is given to its next state.
func (l *Lowering) TextAppends(field int, v domain.Value, enable word.ID, n *NextField) {
	switch x := v.(type) {
	case domain.UndefinedValue:
	case domain.ChoiceValue:
		l.TextAppends(field, x.A, l.B.And(enable, x.Cond), n)
		l.TextAppends(field, x.B, l.B.And(enable, l.B.Not(x.Cond)), n)
	case domain.TextValue:
		if x.Log.Field != field {
			panic(domain.ReadsText(x))
		}
		n.Limit = max(n.Limit, x.Log.Limit)
		for _, a := range x.Log.Appends {
			e := l.B.And(enable, a.Enable)
			if on, known := l.ConstBool(e); !known || on {
				n.Appends = append(n.Appends, Append{Enable: e, Unit: a.Unit})
			}
		}
	case domain.ConstString: // a constant takes the place of the text
		n.Appends = append(n.Appends, Append{Enable: enable, Unit: l.B.Uint(0, 16), Clear: true})
		for _, u := range utf16.Encode([]rune(x.S)) {
			n.Appends = append(n.Appends, Append{Enable: enable, Unit: l.B.Uint(uint64(u), 16)})
		}
	case domain.RefusedValue:
		panic(domain.Refused{Reason: x.Reason})
	default:
		panic(domain.Refused{Reason: domain.ErrModes, Field: field})
	}
}

// NumberOf is the number that a scalar field holds: one of Within, when the field has that.
func (l *Lowering) NumberOf(f *domain.Field, bits, sign word.ID) domain.Value {
	v := l.StoredNumber(bits, sign, f.Width, f.View)
	if i, ok := v.(domain.IntValue); ok && f.Within != nil {
		v = l.Number(i.ID, max(i.Lo, f.Within.Lo), min(i.Hi, f.Within.Hi))
	}
	return v
}

// StoredNumber is the number that a field of a given width shows for stored bits.
func (l *Lowering) StoredNumber(id, sign word.ID, width int, view domain.View) domain.Value {
	switch {
	case width > 32:
		return l.BigOf(id, domain.BigZero, facts.Ones(width))
	case width < 32:
		return l.Number(l.B.ZExt(id, 32), 0, 1<<uint(width)-1)
	case view == domain.AsInt32:
		return l.Number(id, -1<<31, 1<<31-1)
	case view == domain.AsUint32:
		return l.Number(id, 0, 1<<32-1)
	}
	negative := l.B.And(sign, l.B.Slice(id, 31, 1))
	high := l.B.Mux(negative, l.B.Ones(32), l.B.Uint(0, 32))
	n := l.Number(l.B.Concat(high, id), -1<<31, 1<<32-1)
	l.Signed[n.ID] = domain.Stored{Bits: id, Sign: negative}
	return n
}
