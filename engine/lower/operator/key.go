package operator

import (
	"fmt"
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/text"
)

// lettersKey is such a text as one of some names, or noName.
func (l *Lowering) lettersKey(x *domain.StringValue, names []string) domain.Value {
	if number, n, ok := l.AsNumber(x); ok {
		byNumber := make([]domain.Value, 1<<n)
		for i := range byNumber {
			byNumber[i] = domain.NoName
			if name := fmt.Sprintf("%0*b", n, i); slices.Contains(names, name) {
				byNumber[i] = domain.ConstString{S: name}
			}
		}
		return l.Selected(number, byNumber, byNumber[0])
	}
	key := domain.NoName
	for _, name := range names {
		if text.IsASCII(name) {
			key = l.Choose(l.LettersAre(x, name), domain.ConstString{S: name}, key)
		}
	}
	return key
}

// AsKey is a text that depends on values as one of some names, or noName; false for anything else.
func (l *Lowering) AsKey(key domain.Value, names []string) (domain.Value, bool) {
	switch x := key.(type) {
	case domain.CharValue:
		return l.CharKey(x, names), true
	case *domain.StringValue:
		return l.lettersKey(x, names), true
	}
	return nil, false
}

// EachKey is what f gives for the name of a property that a text which depends on values is, and none where it is that
// of no property; false for anything else.
func (l *Lowering) EachKey(key, o domain.Value, s *domain.State, none domain.Value, f func(domain.Value) domain.Value) (domain.Value, bool) {
	switch key.(type) {
	case domain.CharValue, *domain.StringValue:
	default:
		return nil, false
	}
	name, _ := l.AsKey(key, l.Names(o, s))
	return l.Each(name, func(name domain.Value) domain.Value {
		if name == domain.NoName {
			return none
		}
		return f(name)
	}), true
}
