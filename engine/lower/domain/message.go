package domain

import (
	"slices"
	"strings"

	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// MessageValue is a text that depends on values. It can be a part of the message of an error, and nothing else.
type MessageValue struct{ Parts message.Text }

func (*MessageValue) isValue() {}

// MessageOf is ToString of a value in the message of an error.
func (l *Lowering) MessageOf(v Value) *MessageValue {
	if text, ok := ConstantKey(v); ok {
		return &MessageValue{message.Text{{Text: text, Value: word.None}}}
	}
	return l.valueInMessage(v)
}

// valueInMessage is ToString of a value in the message of an error, also when it is known.
func (l *Lowering) valueInMessage(v Value) *MessageValue {
	part := func(id word.ID, kind message.FormKind) *MessageValue {
		return &MessageValue{message.Text{{Value: id, Form: message.Form{Kind: kind, Width: l.B.Width(id), Radix: 10}}}}
	}
	signed := func(negative bool) message.FormKind {
		if negative {
			return message.Signed
		}
		return message.Unsigned
	}
	switch x := v.(type) {
	case *MessageValue:
		return x
	case IntValue:
		return part(x.ID, signed(x.Lo < 0))
	case BigValue:
		return part(x.ID, signed(x.Lo.Sign() < 0))
	case FloatValue:
		return part(x.ID, message.Float)
	case BoolValue:
		return part(x.ID, message.Bool)
	}
	panic(Refuse("a text that depends on values"))
}

// JoinText is + of two parts of a message.
func (l *Lowering) JoinText(a, b Value) Value {
	x, y := l.MessageOf(a), l.MessageOf(b)
	parts := slices.DeleteFunc(append(slices.Clone(x.Parts), y.Parts...), func(p message.Part) bool { return p.Value == word.None && p.Text == "" })
	if text, ok := parts.Constant(); ok {
		return ConstString{text}
	}
	return &MessageValue{parts}
}

// MessageMethods are the methods of texts and numbers that texts which depend on values may have.
var MessageMethods = map[string]bool{"toString": true, "toUpperCase": true, "toLowerCase": true, "padStart": true, "padEnd": true}

// MessageMethod is a method of a number, or of a text that one value makes.
func (l *Lowering) MessageMethod(name string, this Value, args []Value) Value {
	m := l.valueInMessage(this)
	part := m.Parts[0]
	_, isText := this.(*MessageValue)
	if len(m.Parts) != 1 || part.Text != "" || (name == "toString") == isText {
		panic(Refuse("the method %s of a text that depends on values", name))
	}
	number := func(i int) int {
		if n, ok := ConstInt(args[i]); ok && n == int64(int32(n)) {
			return int(n)
		}
		panic(Refuse("the method %s of a text, with an argument that is no small whole number", name))
	}
	switch f := &part.Form; {
	case name == "toString" && len(args) == 0:
	case name == "toString" && len(args) == 1 && f.Kind <= message.Signed:
		if f.Radix = number(0); f.Radix < 2 || f.Radix > 36 {
			panic(Refuse("toString with a radix below 2 or above 36 (that throws)"))
		}
	case name == "toUpperCase" && len(args) == 0 && f.Kind != message.Float:
		f.Upper, f.Fill = true, strings.ToUpper(f.Fill)
	case name == "toLowerCase" && len(args) == 0 && f.Kind != message.Float && !f.Upper:
		f.Fill = strings.ToLower(f.Fill)
	case (name == "padStart" || name == "padEnd") && len(args) > 0 && len(args) < 3 && f.Pad == 0:
		f.Fill, f.End = " ", name == "padEnd"
		if len(args) == 2 {
			fill, ok := args[1].(ConstString)
			if !ok || !IsASCII(fill.S) {
				panic(Refuse("the method %s of a text, with an argument that is no plain text", name))
			}
			f.Fill = fill.S
		}
		f.Pad = max(number(0), 1) // the text has one letter at least
		l.Fits(f.Pad)
	default:
		panic(Refuse("the method %s of a text that depends on values", name))
	}
	if v, known := l.B.ConstValue(part.Value); known {
		return ConstString{part.Form.Of(v)}
	}
	return &MessageValue{message.Text{part}}
}
