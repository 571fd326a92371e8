package choice

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// SelectItem is item i of a list, undefined outside of it, when all its items are static; a few numbers are left to
// choices.
func (l *Lowering) SelectItem(i domain.IntValue, n int, item func(int) domain.Value) (domain.Value, bool) {
	first, last := max(i.Lo, 0), min(i.Hi, int64(n)-1)
	if last-first < 2 || last >= MaxSelected {
		return nil, false
	}
	outside := i.Lo < 0 || i.Hi >= int64(n)
	if v, ok := l.selectTruth(i, int(first), int(last), item); ok && !outside {
		return v, true
	}
	byIndex := make([]domain.Value, last+1)
	numbers := !outside
	for k := first; k <= last; k++ {
		v := item(int(k))
		if !domain.IsStatic(v) {
			return nil, false
		}
		_, number := v.(domain.IntValue)
		numbers = numbers && number
		byIndex[k] = v
	}
	if numbers && last-first+1 < minInTable {
		return nil, false
	}
	for k := range first { // never
		byIndex[k] = byIndex[first]
	}
	if numbers {
		return l.tableOfNumbers(i.ID, byIndex), true
	}
	rest := byIndex[first]
	if outside {
		rest = domain.UndefinedValue{}
	}
	return l.Selected(i.ID, byIndex, rest), true
}

// SelectedBit is one bit for each entry of a selection. It is made of the class, so that conditions of one statement
// are about one number.
func (l *Lowering) SelectedBit(s *domain.Selection, f func(domain.Value) word.ID) word.ID {
	values := domain.Mapped(s.Entries, func(v domain.Value) domain.Value { return domain.BoolValue{ID: f(v)} })
	bit := l.Truthy(l.Conditions(s, values))
	d := &domain.Decision{Sel: s, Bits: make([]bool, len(values))}
	for e, v := range values {
		known := false
		if d.Bits[e], known = l.ConstBool(v.(domain.BoolValue).ID); !known {
			return bit
		}
	}
	l.Decided[bit] = d
	return bit
}

// Truthy is the truth value of v as one bit.
func (l *Lowering) Truthy(v domain.Value) word.ID {
	switch x := v.(type) {
	case domain.UndefinedValue, domain.NullValue:
		return l.B.Uint(0, 1)
	case domain.BoolValue:
		return x.ID
	case domain.IntValue:
		if !x.MayBeZero() {
			return l.B.Uint(1, 1)
		}
		if zero, ok := l.SignedIs(x, 0); ok {
			return l.B.Not(zero)
		}
		if some, ok := l.HasSome(x); ok {
			return some
		}
		return l.B.NonZero(x.ID)
	case domain.FloatValue:
		notZero := l.B.Compare(word.FNe, x.ID, l.B.Float(0))
		if !x.NaN {
			return notZero
		}
		return l.B.And(notZero, l.B.Compare(word.FEq, x.ID, x.ID))
	case domain.BigValue:
		return l.B.NonZero(x.ID)
	case domain.ConstString:
		return l.Truth(x.S != "").ID
	case domain.ChoiceValue:
		if x.Sel != nil {
			return l.SelectedBit(x.Sel, l.Truthy)
		}
		return l.B.Mux(x.Cond, l.Truthy(x.A), l.Truthy(x.B))
	case domain.TextValue:
		panic(domain.ReadsText(x))
	case domain.Log2Value:
		panic(domain.Refuse(domain.RefusedLog2))
	case *domain.StringValue:
		some := l.B.Uint(0, 1)
		for _, bit := range l.PresenceMask(x.List) {
			some = l.B.Or(some, bit)
		}
		return some
	case domain.RefusedValue:
		panic(domain.Refused{Reason: x.Reason})
	}
	return l.B.Uint(1, 1) // objects and functions
}

// Mode is the text whose number a register has.
func (l *Lowering) Mode(number word.ID, texts []string) domain.Value {
	if len(texts) == 1 {
		return domain.ConstString{S: texts[0]}
	}
	s := &domain.Selection{Index: number, Class: number}
	for i, t := range texts {
		s.Of, s.Entries = append(s.Of, i), append(s.Entries, domain.ConstString{S: t})
	}
	return l.Conditions(s, s.Entries)
}
