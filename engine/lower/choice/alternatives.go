package choice

import (
	"math"
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

func isObject(v domain.Value) bool {
	switch v.(type) {
	case domain.RefValue, domain.ConstantValue:
		return true
	}
	return false
}

// mixedNumbers is how many alternatives a value has of which some are numbers and some are undefined, or no numbers; 0
// when they are not more than some.
func mixedNumbers(c domain.ChoiceValue, some int) int {
	if c.Size <= max(some, manyMixed) {
		return 0
	}
	odd := false
	var simple func(v domain.Value) bool
	simple = func(v domain.Value) bool {
		switch x := v.(type) {
		case domain.ChoiceValue:
			return x.Sel == nil && simple(x.A) && simple(x.B)
		case domain.UndefinedValue, domain.NullValue, domain.FloatValue:
			odd = true
			return true
		}
		_, ok := v.(domain.IntValue)
		return ok
	}
	if simple(c) && odd {
		return c.Size
	}
	return 0
}

// manyMixed is from how many alternatives on a value is the reason why a lambda is too long.
const manyMixed = 60

// maxMixed is how many alternatives a value may have before those of a type are joined. With fewer they stay apart, as
// each condition that is known further on takes some of them away.
const maxMixed = 600

func (l *Lowering) ChooseFloat(cond word.ID, x, y domain.FloatValue) domain.Value {
	return domain.FloatValue{
		ID: l.B.FMux(cond, x.ID, y.ID), Lo: math.Min(x.Lo, y.Lo), Hi: math.Max(x.Hi, y.Hi),
		NaN: x.NaN || y.NaN, ZeroSign: x.ZeroSign || y.ZeroSign,
	}
}

func (l *Lowering) mergeTexts(cond word.ID, x, y *domain.TextLog) *domain.TextLog {
	m := &domain.TextLog{Field: x.Field, Limit: max(x.Limit, y.Limit)}
	same := 0
	for same < len(x.Appends) && same < len(y.Appends) && x.Appends[same] == y.Appends[same] {
		same++
	}
	m.Appends = slices.Clone(x.Appends[:same])
	for _, a := range x.Appends[same:] {
		m.Appends = append(m.Appends, domain.AppendUnit{Enable: l.B.And(cond, a.Enable), Unit: a.Unit})
	}
	not := l.B.Not(cond)
	for _, a := range y.Appends[same:] {
		m.Appends = append(m.Appends, domain.AppendUnit{Enable: l.B.And(not, a.Enable), Unit: a.Unit})
	}
	return m
}

// selectedBy tells whether an index decides a value.
func (l *Lowering) selectedBy(index word.ID, v domain.Value) bool {
	if c, ok := v.(domain.ChoiceValue); ok {
		return c.Sel != nil && c.Sel.Index == index
	}
	return domain.IsStatic(v)
}
