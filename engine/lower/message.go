package lower

import (
	"slices"
	"strings"

	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// messageValue is a text that depends on values. It can be a part of the message of an error, and nothing else.
type messageValue struct{ parts message.Text }

func (*messageValue) isValue() {}

// messageOf is ToString of a value in the message of an error.
func (l *lowering) messageOf(v value) *messageValue {
	if text, ok := constantKey(v); ok {
		return &messageValue{message.Text{{Text: text, Value: word.None}}}
	}
	return l.valueInMessage(v)
}

// valueInMessage is ToString of a value in the message of an error, also when it is known.
func (l *lowering) valueInMessage(v value) *messageValue {
	part := func(id word.ID, kind message.FormKind) *messageValue {
		return &messageValue{message.Text{{Value: id, Form: message.Form{Kind: kind, Width: l.b.Width(id), Radix: 10}}}}
	}
	signed := func(negative bool) message.FormKind {
		if negative {
			return message.Signed
		}
		return message.Unsigned
	}
	switch x := v.(type) {
	case *messageValue:
		return x
	case intValue:
		return part(x.id, signed(x.lo < 0))
	case bigValue:
		return part(x.id, signed(x.lo.Sign() < 0))
	case floatValue:
		return part(x.id, message.Float)
	case boolValue:
		return part(x.id, message.Bool)
	}
	panic(refuse("a text that depends on values"))
}

// joinText is + of two parts of a message.
func (l *lowering) joinText(a, b value) value {
	x, y := l.messageOf(a), l.messageOf(b)
	parts := slices.DeleteFunc(append(slices.Clone(x.parts), y.parts...), func(p message.Part) bool { return p.Value == word.None && p.Text == "" })
	if text, ok := parts.Constant(); ok {
		return constString{text}
	}
	return &messageValue{parts}
}

// messageMethods are the methods of texts and numbers that texts which depend on values may have.
var messageMethods = map[string]bool{"toString": true, "toUpperCase": true, "toLowerCase": true, "padStart": true, "padEnd": true}

// messageMethod is a method of a number, or of a text that one value makes.
func (l *lowering) messageMethod(name string, this value, args []value) value {
	m := l.valueInMessage(this)
	part := m.parts[0]
	_, isText := this.(*messageValue)
	if len(m.parts) != 1 || part.Text != "" || (name == "toString") == isText {
		panic(refuse("the method %s of a text that depends on values", name))
	}
	number := func(i int) int {
		if n, ok := constInt(args[i]); ok && n == int64(int32(n)) {
			return int(n)
		}
		panic(refuse("the method %s of a text, with an argument that is no small whole number", name))
	}
	switch f := &part.Form; {
	case name == "toString" && len(args) == 0:
	case name == "toString" && len(args) == 1 && f.Kind <= message.Signed:
		if f.Radix = number(0); f.Radix < 2 || f.Radix > 36 {
			panic(refuse("toString with a radix below 2 or above 36 (that throws)"))
		}
	case name == "toUpperCase" && len(args) == 0 && f.Kind != message.Float:
		f.Upper, f.Fill = true, strings.ToUpper(f.Fill)
	case name == "toLowerCase" && len(args) == 0 && f.Kind != message.Float && !f.Upper:
		f.Fill = strings.ToLower(f.Fill)
	case (name == "padStart" || name == "padEnd") && len(args) > 0 && len(args) < 3 && f.Pad == 0:
		f.Fill, f.End = " ", name == "padEnd"
		if len(args) == 2 {
			fill, ok := args[1].(constString)
			if !ok || !isASCII(fill.s) {
				panic(refuse("the method %s of a text, with an argument that is no plain text", name))
			}
			f.Fill = fill.s
		}
		f.Pad = max(number(0), 1) // the text has one letter at least
		l.fits(f.Pad)
	default:
		panic(refuse("the method %s of a text that depends on values", name))
	}
	if v, known := l.b.ConstValue(part.Value); known {
		return constString{part.Form.Of(v)}
	}
	return &messageValue{message.Text{part}}
}
