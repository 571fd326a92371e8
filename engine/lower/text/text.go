package text

import (
	"strconv"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
)

// Concatenate is + of texts.
func (l *Lowering) Concatenate(a, b domain.Value) domain.Value {
	if t, ok := a.(domain.TextValue); ok {
		return l.AppendText(t, b)
	}
	return l.Each2(l.AsText(a), l.AsText(b), func(a, b domain.Value) domain.Value {
		if x, ok := a.(domain.ConstString); ok {
			if y, ok := b.(domain.ConstString); ok {
				return domain.ConstString{S: x.S + y.S}
			}
		}
		return l.JoinText(a, b)
	})
}

// MaxTexts bounds the numbers of which one becomes a text.
const MaxTexts = 256

// AsText is ToString of a value that can be a few texts only.
func (l *Lowering) AsText(v domain.Value) domain.Value {
	return l.Each(v, func(v domain.Value) domain.Value {
		if text, ok := domain.ConstantKey(v); ok {
			return domain.ConstString{S: text}
		}
		if l.InMessage {
			return l.MessageOf(v)
		}
		switch x := v.(type) {
		case domain.BoolValue:
			return l.Choose(x.ID, domain.ConstString{S: "true"}, domain.ConstString{S: "false"})
		case domain.IntValue:
			return l.textOf(x, 10)
		}
		panic(domain.Refuse("a text that depends on values"))
	})
}

// textOf is the text of a number of which there are few, as toString of that base gives it.
func (l *Lowering) textOf(i domain.IntValue, radix int) domain.Value {
	if i.Hi-i.Lo >= MaxTexts {
		panic(domain.Refuse("a text that depends on values"))
	}
	i.NegZero = false // "0", too
	item := func(k int) domain.Value { return domain.ConstString{S: strconv.FormatInt(int64(k), radix)} }
	if i.Lo >= 0 && i.Hi < choice.MaxSelected {
		if v, ok := l.SelectItem(i, int(i.Hi)+1, item); ok {
			return v
		}
	}
	v := item(int(i.Lo))
	for k := i.Lo + 1; k <= i.Hi; k++ {
		v = l.Choose(l.NumbersEqual(i, l.Integer(k)), item(int(k)), v)
	}
	return v
}
