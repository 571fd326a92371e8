package lower

import (
	"slices"

	"github.com/dop251/goja/token"
)

// elements is what an array holds: anything, or the numbers of one kind that a typed array holds.
type elements uint8

const (
	anything elements = iota
	int8s
	uint8s
	clamped // Uint8ClampedArray
	int16s
	uint16s
	int32s
	uint32s
	float32s
	float64s
	otherNumbers // of a typed array outside the lambda; they are only read
)

// typedArrays are the classes of which a lambda can make arrays.
var typedArrays = map[string]elements{
	"Int8Array": int8s, "Uint8Array": uint8s, "Uint8ClampedArray": clamped, "Int16Array": int16s, "Uint16Array": uint16s, "Int32Array": int32s, "Uint32Array": uint32s, "Float32Array": float32s, "Float64Array": float64s,
}

// typedMethods are the methods of typed arrays that are compiled. Those of arrays that change the length are none of
// theirs.
var typedMethods = map[string]bool{
	"at": true, "entries": true, "every": true, "fill": true, "find": true, "findIndex": true, "findLast": true, "findLastIndex": true,
	"forEach": true, "includes": true, "indexOf": true, "keys": true, "lastIndexOf": true, "map": true, "reduce": true, "reduceRight": true,
	"reverse": true, "set": true, "slice": true, "some": true, "sort": true, "toSorted": true, "values": true,
}

// hasMethod reports that arrays of a kind have a method, of those that are known here.
func hasMethod(e elements, name string) bool {
	if e == anything {
		return arrayMethods[name]
	}
	if arrayMethods[name] && !typedMethods[name] {
		panic(refuse("the method %s of a typed array", name))
	}
	return typedMethods[name]
}

// elementsOf is what an array holds.
func (l *lowering) elementsOf(v value, s *state) elements {
	switch x := v.(type) {
	case refValue:
		return s.heap[x.object].elements
	case constantValue:
		return x.c.elements
	case choiceValue:
		a := l.elementsOf(x.a, s)
		if a != l.elementsOf(x.b, s) {
			panic(refuse("an array that may be a typed array or another one"))
		}
		return a
	}
	return anything
}

// storedIn is the number that an array holds when it is given a value.
func (l *lowering) storedIn(e elements, v value) value {
	if e == anything {
		return v
	}
	return l.each(v, func(v value) value {
		if _, big := v.(bigValue); big {
			panic(refuse("a bigint is stored in a typed array of numbers (that throws)"))
		}
		signed := func(unused int64) value {
			return l.shift(token.SHIFT_RIGHT, l.shift(token.SHIFT_LEFT, v, l.integer(unused)), l.integer(unused))
		}
		v = l.toNumber(v)
		switch e {
		case int8s:
			return signed(24)
		case uint8s:
			return l.bitwise(token.AND, v, l.integer(0xff))
		case clamped:
			if _, whole := v.(intValue); !whole {
				panic(refuse("something else than a whole number is stored in a Uint8ClampedArray"))
			}
			n := l.extreme(true, []value{l.integer(0), l.extreme(false, []value{v, l.integer(255)})}).(intValue)
			n.negZero = false
			return n
		case int16s:
			return signed(16)
		case uint16s:
			return l.bitwise(token.AND, v, l.integer(0xffff))
		case int32s:
			return l.toInt32(v)
		case uint32s:
			return l.toUint32(v)
		case float32s:
			return l.fround(v)
		case float64s:
			return v
		}
		panic(refuse("a typed array outside the lambda is changed, or of a kind that is not compiled"))
	})
}

func (l *lowering) allStoredIn(e elements, items []value) []value {
	list := slices.Clone(items)
	for i, v := range list {
		list[i] = l.storedIn(e, v)
	}
	return list
}

// newTyped is new Uint8Array(…) and the like.
func (l *lowering) newTyped(e elements, args []value, s *state) value {
	if len(args) != 1 {
		panic(refuse("a typed array of other than a length or a list"))
	}
	var items []value
	if n, ok := constInt(args[0]); ok && n >= 0 && n <= maxConstant {
		items = make([]value, n)
		for i := range items {
			items[i] = l.integer(0)
		}
	} else {
		if !l.isList(args[0], s) {
			panic(refuse("a typed array whose length depends on values"))
		}
		items = l.allStoredIn(e, l.live(args[0])(s))
	}
	return refValue{l.alloc(s, &object{array: true, elements: e, items: items})}
}

// isList reports that a value is an array, typed or not.
func (l *lowering) isList(v value, s *state) bool {
	switch x := v.(type) {
	case refValue:
		return s.heap[x.object].array
	case constantValue:
		return x.c.array
	case choiceValue:
		return l.isList(x.a, s) && l.isList(x.b, s)
	}
	return false
}

// setNumber changes a typed array at an index. A write outside of the array has no effect.
func (l *lowering) setNumber(n int, old *object, i intValue, v value, s *state) {
	v = l.storedIn(old.elements, v)
	lo, hi := max(i.lo, 0), min(i.hi, int64(old.length())-1)
	if lo <= hi {
		if c := l.packedChange(old, i, v); c != nil {
			s.setObject(n, c)
			return
		}
	}
	c := &object{array: true, elements: old.elements, items: slices.Clone(l.full(old).items), apart: old.apart, changed: old.changed || lo < hi}
	switch {
	case lo > hi:
		return
	case i.lo == i.hi:
		c.items[lo] = v
	default:
		l.setOneOf(c.items, i, lo, hi, v)
	}
	s.setObject(n, c)
}

// setAll is the method set of typed arrays.
func (l *lowering) setAll(r refValue, args []value, s *state) {
	old := l.object(s, r.object)
	from, at := []value(nil), int64(0)
	if len(args) > 0 && l.isList(args[0], s) {
		from = l.live(args[0])(s)
	}
	ok := from != nil
	if len(args) > 1 {
		at, ok = toInteger(args[1])
	}
	if !ok || from == nil || at < 0 || at+int64(len(from)) > int64(len(old.items)) {
		panic(refuse("the method set with other than a list that surely fits"))
	}
	items := slices.Clone(old.items)
	copy(items[at:], l.allStoredIn(old.elements, from))
	l.mayChange(r.object)
	s.setObject(r.object, &object{array: true, elements: old.elements, items: items})
}
