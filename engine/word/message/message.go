// Package message is the text of an error that depends on values.
//
// A lambda may throw `new Error(`no such register: ${r}`)`. The lowering makes of it a Text, whose parts name
// operations; the netlist hands their values over when the lambda has thrown, and Fill writes them as JavaScript would.
// A newcomer adds another way of writing a value to Form.
package message

import (
	"math/big"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// Text is the text of an error that depends on values: parts in order.
type Text []Part

// Part is a text, or a value as a text.
type Part struct {
	Text  string
	Value word.ID // an operation of the lambda that throws; word.None for a text
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
	Unsigned FormKind = iota
	Signed            // in two's complement
	Float             // the bits of a double
	Bool
)

// Constant is the message when it does not depend on values.
func (m Text) Constant() (string, bool) {
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
func (m Text) String() string { return m.with(func(Form) string { return "…" }) }

// Fill is the message with its values, in the order of the parts that have one.
func (m Text) Fill(values []circuit.Value) string {
	return m.with(func(f Form) string {
		v := values[0]
		values = values[1:]
		return f.Of(v)
	})
}

func (m Text) with(text func(Form) string) string {
	var b strings.Builder
	for _, p := range m {
		if b.WriteString(p.Text); p.Value != word.None {
			b.WriteString(text(p.Form))
		}
	}
	return b.String()
}

// Of is a value as JavaScript writes it.
func (f Form) Of(v circuit.Value) string {
	var text string
	switch f.Kind {
	case Bool:
		text = strconv.FormatBool(!v.IsZero())
	case Float:
		text = number(word.Float(v))
	default:
		n := v.Mask(f.Width).Big()
		if f.Kind == Signed && n.Bit(f.Width-1) != 0 {
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
