package goja

import (
	"math/big"
	"regexp"
	"regexp/syntax"
	"strings"
)

// sameElement reports that an element is a value: as === has it, and NaN, which indexOf does not look for, is itself.
func (a *typedArrayObject) sameElement(k int, raw uint64, v Value) bool {
	switch a.typedArray.(type) {
	case *float32Array, *float64Array:
		x, y := a.typedArray.get(a.offset+k).ToFloat(), v.ToFloat()
		return x == y || x != x && y != y
	case *bigInt64Array, *bigUint64Array:
		return a.typedArray.get(a.offset + k).StrictEquals(v)
	}
	return a.typedArray.getRaw(a.offset+k) == raw
}

// withoutHoles puts undefined where an array has nothing.
func withoutHoles(values []Value) []Value {
	for i, v := range values {
		values[i] = nilSafe(v)
	}
	return values
}

// isAccessor reports that a function is the one of a descriptor, in which undefined stands for none.
func isAccessor(v Value, f *Object) bool {
	o, _ := v.(*Object)
	return v == nil || o == f
}

// mayMatchNothing reports that an expression of Go may match the empty text. Go leaves out such matches at the end of
// others.
func (r *regexpWrapper) mayMatchNothing() bool {
	tree, err := syntax.Parse((*regexp.Regexp)(r).String(), syntax.Perl)
	return err != nil || nullable(tree)
}

func nullable(tree *syntax.Regexp) bool {
	switch tree.Op {
	case syntax.OpLiteral:
		return len(tree.Rune) == 0
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return nullable(tree.Sub[0])
	case syntax.OpRepeat:
		return tree.Min == 0 || nullable(tree.Sub[0])
	case syntax.OpConcat:
		for _, part := range tree.Sub {
			if !nullable(part) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		for _, part := range tree.Sub {
			if nullable(part) {
				return true
			}
		}
		return false
	}
	return true
}

// readBigInt reads a number that is too long for an int64.
func readBigInt(into *big.Int, text string) bool {
	base := 10
	if len(text) > 2 && text[0] == '0' {
		if letter := text[1] | 0x20; letter == 'x' || letter == 'o' || letter == 'b' {
			base = 0
		}
	}
	_, ok := into.SetString(text, base)
	return ok && !strings.Contains(text, "_")
}
