package text

import (
	"slices"
	"strings"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// MessageOf is ToString of a value in the message of an error.
func (l *Lowering) MessageOf(v domain.Value) *domain.MessageValue {
	if text, ok := domain.ConstantKey(v); ok {
		return &domain.MessageValue{Parts: message.Text{{Text: text, Value: word.None}}}
	}
	return l.valueInMessage(v)
}

// valueInMessage is ToString of a value in the message of an error, also when it is known.
func (l *Lowering) valueInMessage(v domain.Value) *domain.MessageValue {
	part := func(id word.ID, kind message.FormKind) *domain.MessageValue {
		return &domain.MessageValue{Parts: message.Text{{Value: id, Form: message.Form{Kind: kind, Width: l.B.Width(id), Radix: 10}}}}
	}
	signed := func(negative bool) message.FormKind {
		if negative {
			return message.Signed
		}
		return message.Unsigned
	}
	switch x := v.(type) {
	case *domain.MessageValue:
		return x
	case domain.IntValue:
		return part(x.ID, signed(x.Lo < 0))
	case domain.BigValue:
		return part(x.ID, signed(x.Lo.Sign() < 0))
	case domain.FloatValue:
		return part(x.ID, message.Float)
	case domain.BoolValue:
		return part(x.ID, message.Bool)
	}
	panic(domain.Refuse("a text that depends on values"))
}

// JoinText is + of two parts of a message.
func (l *Lowering) JoinText(a, b domain.Value) domain.Value {
	x, y := l.MessageOf(a), l.MessageOf(b)
	parts := slices.DeleteFunc(append(slices.Clone(x.Parts), y.Parts...), func(p message.Part) bool { return p.Value == word.None && p.Text == "" })
	if text, ok := parts.Constant(); ok {
		return domain.ConstString{S: text}
	}
	return &domain.MessageValue{Parts: parts}
}

// MessageMethods are the methods of texts and numbers that texts which depend on values may have.
var MessageMethods = map[string]bool{"toString": true, "toUpperCase": true, "toLowerCase": true, "padStart": true, "padEnd": true}

// MessageMethod is a method of a number, or of a text that one value makes.
func (l *Lowering) MessageMethod(name string, this domain.Value, args []domain.Value) domain.Value {
	m := l.valueInMessage(this)
	part := m.Parts[0]
	_, isText := this.(*domain.MessageValue)
	if len(m.Parts) != 1 || part.Text != "" || (name == "toString") == isText {
		panic(domain.Refuse("the method %s of a text that depends on values", name))
	}
	number := func(i int) int {
		if n, ok := domain.ConstInt(args[i]); ok && n == int64(int32(n)) {
			return int(n)
		}
		panic(domain.Refuse("the method %s of a text, with an argument that is no small whole number", name))
	}
	switch f := &part.Form; {
	case name == "toString" && len(args) == 0:
	case name == "toString" && len(args) == 1 && f.Kind <= message.Signed:
		if f.Radix = number(0); f.Radix < 2 || f.Radix > 36 {
			panic(domain.Refuse("toString with a radix below 2 or above 36 (that throws)"))
		}
	case name == "toUpperCase" && len(args) == 0 && f.Kind != message.Float:
		f.Upper, f.Fill = true, strings.ToUpper(f.Fill)
	case name == "toLowerCase" && len(args) == 0 && f.Kind != message.Float && !f.Upper:
		f.Fill = strings.ToLower(f.Fill)
	case (name == "padStart" || name == "padEnd") && len(args) > 0 && len(args) < 3 && f.Pad == 0:
		f.Fill, f.End = " ", name == "padEnd"
		if len(args) == 2 {
			fill, ok := args[1].(domain.ConstString)
			if !ok || !IsASCII(fill.S) {
				panic(domain.Refuse("the method %s of a text, with an argument that is no plain text", name))
			}
			f.Fill = fill.S
		}
		f.Pad = max(number(0), 1) // the text has one letter at least
		l.Fits(f.Pad)
	default:
		panic(domain.Refuse("the method %s of a text that depends on values", name))
	}
	if v, known := l.B.ConstValue(part.Value); known {
		return domain.ConstString{S: part.Form.Of(v)}
	}
	return &domain.MessageValue{Parts: message.Text{part}}
}
