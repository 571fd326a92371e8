package builtin

import (
	"math"
	"slices"
	"strings"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/text"
	"simten.dev/engine/word"
)

// LettersProperty reads a property of a text whose letters depend on values.
func (l *Lowering) LettersProperty(x *domain.StringValue, key domain.Value) domain.Value {
	if name, ok := key.(domain.ConstString); ok {
		switch {
		case name.S == "length":
			return l.Positions(l.PresenceMask(x.List))[len(x.List.Items)]
		case text.LetterMethods[name.S]:
			return domain.BuiltinValue{Name: "String." + name.S, This: x}
		}
		panic(domain.Refuse("the property '%s' of a text that depends on values", name.S))
	}
	return l.MaskedItem(x.List, l.Index(key))
}

func (l *Lowering) lettersMethod(name string, x *domain.StringValue, args []domain.Value, s *domain.State) domain.Value {
	argument := func(i int, otherwise string) string {
		if i >= len(args) {
			return otherwise
		}
		if c, ok := args[i].(domain.ConstString); ok && text.IsASCII(c.S) {
			return c.S
		}
		panic(domain.Refuse("the method %s of a text that depends on values, with an argument that is no plain text", name))
	}
	bits := l.PresenceMask(x.List)
	list := func(items []domain.Value, kept []word.ID) domain.RefValue {
		return domain.RefValue{Object: l.Alloc(s, l.MaskedArray(items, kept))}
	}
	switch name {
	case "split":
		by := argument(0, "x")
		switch len(by) {
		case 0:
			return list(x.List.Items, bits)
		case 1: // one item more than there are such letters
			items := []domain.Value{domain.RefusedValue{Reason: "the parts of a text that depends on values"}}
			kept := []word.ID{l.B.Uint(1, 1)}
			for i, letter := range x.List.Items {
				items = append(items, items[0])
				kept = append(kept, l.B.And(bits[i], l.Truthy(l.StrictEqual(letter, domain.ConstString{S: by}))))
			}
			return list(items, kept)
		}
	case "replaceAll":
		if by := argument(0, ""); len(by) == 1 && argument(1, "x") == "" {
			kept := slices.Clone(bits)
			for i, letter := range x.List.Items {
				kept[i] = l.B.And(kept[i], l.B.Not(l.Truthy(l.StrictEqual(letter, domain.ConstString{S: by}))))
			}
			return &domain.StringValue{List: l.MaskedArray(x.List.Items, kept)}
		}
	case "padStart", "padEnd":
		if n, ok := domain.ConstInt(args[0]); ok && len(argument(1, " ")) == 1 && n <= text.LongestText {
			if x.Zeros && name == "padStart" && argument(1, " ") == "0" {
				return l.WithZeros(x, int(n))
			}
			return &domain.StringValue{List: l.Padded(x.List, int(n), argument(1, " "), name == "padEnd")}
		}
	case "substring":
		if text.Ascending(args) {
			return l.lettersMethod("slice", x, args, s)
		}
	case "startsWith", "endsWith":
		if len(args) > 1 {
			break
		}
		end := int64(len(argument(0, "undefined")))
		from, to := int64(0), end
		if name == "endsWith" {
			from, to = -end, math.MaxInt32
		}
		if end == 0 {
			return l.Truth(true)
		}
		return domain.BoolValue{ID: l.LettersAre(l.lettersMethod("slice", x, []domain.Value{l.Integer(from), l.Integer(to)}, s).(*domain.StringValue), argument(0, "undefined"))}
	case "charCodeAt":
		at := l.Integer(0)
		if len(args) > 0 {
			at = l.Index(args[0])
		}
		if at.Lo < 0 {
			break
		}
		return l.Each(l.MaskedItem(x.List, at), func(v domain.Value) domain.Value {
			if letter, ok := v.(domain.ConstString); ok {
				return l.Integer(int64(letter.S[0]))
			}
			return l.ConstantNumber(math.NaN())
		})
	case "slice":
		if r, ok := l.maskedMethod(name, list(x.List.Items, bits), args, s).(domain.RefValue); ok {
			return &domain.StringValue{List: s.Heap[r.Object]}
		}
	case "toUpperCase", "toLowerCase":
		letters := domain.Mapped(x.List.Items, func(letter domain.Value) domain.Value {
			return l.Each(letter, func(v domain.Value) domain.Value {
				if letter, ok := v.(domain.ConstString); !ok || !text.IsASCII(letter.S) {
					panic(domain.Refuse("the method %s of a text that depends on values, with other letters than those of ASCII", name))
				} else if name == "toUpperCase" {
					return domain.ConstString{S: strings.ToUpper(letter.S)}
				} else {
					return domain.ConstString{S: strings.ToLower(letter.S)}
				}
			})
		})
		return &domain.StringValue{List: l.MaskedArray(letters, bits), Zeros: x.Zeros}
	case "charAt", "at", "includes", "indexOf", "lastIndexOf":
		if name == "includes" || name == "indexOf" || name == "lastIndexOf" {
			if len(argument(0, "")) != 1 || len(args) > 1 {
				break
			}
		}
		method := name
		if name == "charAt" {
			method = "at"
			if i := l.Index(args[0]); i.Lo < 0 {
				break
			}
		}
		v := l.maskedMethod(method, list(x.List.Items, bits), args, s)
		if name == "charAt" {
			return l.insteadOfUndefined(v, domain.ConstString{S: ""})
		}
		return v
	}
	panic(domain.Refuse("the method %s of a text that depends on values, with these arguments", name))
}
