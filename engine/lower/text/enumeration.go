package text

import (
	"slices"

	"simten.dev/engine/lower/domain"
)

// ModeNumber is the number of a text that onTick returns for a field; undefined stays.
func (l *Lowering) ModeNumber(v domain.Value, field int, texts []string) domain.Value {
	var missing []string
	number := func(v domain.Value) domain.Value {
		t, ok := v.(domain.ConstString)
		if !ok {
			panic(domain.Refuse("a text that depends on values goes to a text state that is read"))
		}
		if i := slices.Index(texts, t.S); i >= 0 {
			return l.Integer(int64(i))
		}
		missing = append(missing, t.S)
		return l.Integer(0)
	}
	n := l.Each(v, func(v domain.Value) domain.Value {
		switch v.(type) {
		case domain.UndefinedValue:
			return v
		case domain.ConstString, domain.CharValue, *domain.StringValue, *domain.MessageValue:
			return number(v)
		}
		return l.Each(l.AsText(v), number)
	})
	if missing != nil {
		panic(domain.Refused{Reason: domain.ErrModes, Field: field, Texts: missing})
	}
	return n
}
