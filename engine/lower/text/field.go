package text

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"simten.dev/engine/lower/domain"
)

// LongestText bounds the texts that are made.
const LongestText = 1 << 12

// Fits refuses texts that are too long.
func (l *Lowering) Fits(length int) {
	l.Spend(1 + length/16)
	if length > LongestText {
		panic(domain.Refuse("a text of more than %d letters", LongestText))
	}
}

// IsASCII reports a text of ASCII letters only.
func IsASCII(text string) bool {
	return !slices.ContainsFunc([]byte(text), func(b byte) bool { return b >= utf8.RuneSelf })
}

// AppendText is text + more.
func (l *Lowering) AppendText(t domain.TextValue, more domain.Value) domain.Value {
	log := &domain.TextLog{Field: t.Log.Field, Limit: t.Log.Limit, Appends: slices.Clone(t.Log.Appends)}
	always := l.B.Uint(1, 1)
	switch x := more.(type) {
	case domain.CharValue:
		log.Appends = append(log.Appends, domain.AppendUnit{Enable: always, Unit: x.Unit})
	default:
		text, ok := domain.ConstantKey(more)
		if !ok {
			panic(domain.Refuse("a text that depends on values, other than String.fromCharCode"))
		}
		for _, u := range utf16.Encode([]rune(text)) {
			log.Appends = append(log.Appends, domain.AppendUnit{Enable: always, Unit: l.B.Uint(uint64(u), 16)})
		}
	}
	return domain.TextValue{Log: log}
}
