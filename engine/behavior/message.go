package behavior

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// Message is the text of an error that depends on values: parts in order.
type Message []MessagePart

// MessagePart is a text, or a value as a text.
type MessagePart struct {
	Text  string
	Value word.ID // of a Throw; word.None for a text
	Form  Form    // of the value
}

// Form is how a value becomes a text.
type Form struct {
	Kind  FormKind
	Width int // of the value in bits
	Radix int // of an integer, 2 to 36
	Upper bool
	Pad   int    // the text is filled up to as many letters
	Fill  string // with these
	End   bool   // at its end
}

// FormKind is what a value is.
type FormKind uint8

// The kinds of values.
const (
	UnsignedForm FormKind = iota
	SignedForm            // in two's complement
	FloatForm             // the bits of a double
	BoolForm
)

// Constant is the message when it does not depend on values.
func (m Message) Constant() (string, bool) {
	text := ""
	for _, p := range m {
		if p.Value != word.None {
			return "", false
		}
		text += p.Text
	}
	return text, true
}

// String is the message with signs where values will stand.
func (m Message) String() string { return m.with(func(Form) string { return "…" }) }

// Fill is the message with its values, in the order of the parts that have one.
func (m Message) Fill(values []circuit.Value) string {
	return m.with(func(f Form) string {
		v := values[0]
		values = values[1:]
		return f.text(v)
	})
}

func (m Message) with(text func(Form) string) string {
	var b strings.Builder
	for _, p := range m {
		if b.WriteString(p.Text); p.Value != word.None {
			b.WriteString(text(p.Form))
		}
	}
	return b.String()
}

// text is the value as JavaScript writes it.
func (f Form) text(v circuit.Value) string {
	var text string
	switch f.Kind {
	case BoolForm:
		text = strconv.FormatBool(!v.IsZero())
	case FloatForm:
		text = goja.New().ToValue(word.Float(v)).String()
	default:
		n := v.Mask(f.Width).Big()
		if f.Kind == SignedForm && n.Bit(f.Width-1) != 0 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(f.Width)))
		}
		text = n.Text(f.Radix)
	}
	if f.Upper {
		text = strings.ToUpper(text)
	}
	if missing := f.Pad - len(text); missing > 0 && f.Fill != "" {
		fill := strings.Repeat(f.Fill, missing/len(f.Fill)+1)[:missing]
		if f.End {
			return text + fill
		}
		return fill + text
	}
	return text
}

// messageValue is a text that depends on values. It can be a part of the message of an error, and nothing else.
type messageValue struct{ parts Message }

func (*messageValue) isValue() {}

// messageOf is ToString of a value in the message of an error.
func (l *lowering) messageOf(v value) *messageValue {
	if text, ok := constantKey(v); ok {
		return &messageValue{Message{{Text: text, Value: word.None}}}
	}
	return l.valueInMessage(v)
}

// valueInMessage is ToString of a value in the message of an error, also when it is known.
func (l *lowering) valueInMessage(v value) *messageValue {
	part := func(id word.ID, kind FormKind) *messageValue {
		return &messageValue{Message{{Value: id, Form: Form{Kind: kind, Width: l.b.Width(id), Radix: 10}}}}
	}
	signed := func(negative bool) FormKind {
		if negative {
			return SignedForm
		}
		return UnsignedForm
	}
	switch x := v.(type) {
	case *messageValue:
		return x
	case intValue:
		return part(x.id, signed(x.lo < 0))
	case bigValue:
		return part(x.id, signed(x.lo.Sign() < 0))
	case floatValue:
		return part(x.id, FloatForm)
	case boolValue:
		return part(x.id, BoolForm)
	}
	panic(refuse("a text that depends on values"))
}

// joinText is + of two parts of a message.
func (l *lowering) joinText(a, b value) value {
	x, y := l.messageOf(a), l.messageOf(b)
	parts := slices.DeleteFunc(append(slices.Clone(x.parts), y.parts...), func(p MessagePart) bool { return p.Value == word.None && p.Text == "" })
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
	case name == "toString" && len(args) == 1 && f.Kind <= SignedForm:
		if f.Radix = number(0); f.Radix < 2 || f.Radix > 36 {
			panic(refuse("toString with a radix below 2 or above 36 (that throws)"))
		}
	case name == "toUpperCase" && len(args) == 0 && f.Kind != FloatForm:
		f.Upper, f.Fill = true, strings.ToUpper(f.Fill)
	case name == "toLowerCase" && len(args) == 0 && f.Kind != FloatForm && !f.Upper:
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
		return constString{part.Form.text(v)}
	}
	return &messageValue{Message{part}}
}
