package behavior

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/dop251/goja/ast"
)

func (l *lowering) objectLiteral(e *ast.ObjectLiteral, s *state, sc *scope) value {
	o := &object{props: map[string]value{}}
	for _, p := range e.Value {
		switch p := p.(type) {
		case *ast.PropertyShort:
			o.set(p.Name.Name.String(), l.identifier(&p.Name, s, sc))
		case *ast.PropertyKeyed:
			if p.Kind == ast.PropertyKindGet || p.Kind == ast.PropertyKindSet {
				panic(refuse("a getter or setter"))
			}
			key, ok := constantKey(l.expression(p.Key, s, sc))
			if !ok || key == "__proto__" {
				panic(refuse("a property whose name depends on values"))
			}
			o.set(key, l.expression(p.Value, s, sc))
		case *ast.SpreadElement:
			source := l.expression(p.Expression, s, sc)
			keys, ok := l.keysOf(source, s)
			if !ok {
				panic(refuse("spreading something that is no plain object"))
			}
			for _, k := range keys {
				o.set(k, l.property(source, stringValue{k}, s))
			}
		}
	}
	return refValue{l.alloc(s, o)}
}

// keysOf lists the own properties of a plain object.
func (l *lowering) keysOf(v value, s *state) ([]string, bool) {
	switch x := v.(type) {
	case refValue:
		if o := s.heap[x.object]; !o.array {
			return o.keys, true
		}
	case constantValue:
		if x.c.props != nil {
			return x.c.keys, true
		}
	case undefinedValue, nullValue:
		return nil, true
	}
	return nil, false
}

// objectMethod is Object.keys, values, entries or assign.
func (l *lowering) objectMethod(name string, args []value, s *state) value {
	if len(args) == 0 {
		panic(refuse("%s without an argument (that throws)", name))
	}
	if name == "Object.assign" {
		into, ok := args[0].(refValue)
		if !ok || s.heap[into.object].array {
			panic(refuse("Object.assign to something that the lambda has not made"))
		}
		for _, from := range args[1:] {
			keys, ok := l.keysOf(from, s)
			if !ok {
				panic(refuse("Object.assign of something that is no plain object"))
			}
			for _, k := range keys {
				l.setProperty(into, stringValue{k}, l.property(from, stringValue{k}, s), s)
			}
		}
		return into
	}
	var keys []string
	if l.isArray(args[0], s) {
		if mayHaveHoles(args[0], s) {
			panic(refuse("%s of an array that Array(n) made, which has no values yet; fill it first", name))
		}
		for i := range l.iterate(args[0], s) {
			keys = append(keys, strconv.Itoa(i))
		}
	} else {
		named, ok := l.keysOf(args[0], s)
		if _, plain := args[0].(choiceValue); !ok || plain || args[0] == value(undefinedValue{}) || args[0] == value(nullValue{}) {
			panic(refuse("%s of something that is no plain object", name))
		}
		keys = inOrder(named)
	}
	list := func(items ...value) value {
		return refValue{l.alloc(s, &object{array: true, items: items})}
	}
	items := make([]value, len(keys))
	for i, k := range keys {
		switch name {
		case "Object.keys":
			items[i] = stringValue{k}
		case "Object.values":
			items[i] = l.property(args[0], stringValue{k}, s)
		default:
			items[i] = list(stringValue{k}, l.property(args[0], stringValue{k}, s))
		}
	}
	return list(items...)
}

// inOrder gives keys in the order of the language: those that are indices come first, by size.
func inOrder(keys []string) []string {
	var indices, others []string
	size := map[string]uint64{}
	for _, k := range keys {
		if n, err := strconv.ParseUint(k, 10, 32); err == nil && n < math.MaxUint32 && strconv.FormatUint(n, 10) == k {
			size[k] = n
			indices = append(indices, k)
		} else {
			others = append(others, k)
		}
	}
	slices.SortFunc(indices, func(a, b string) int { return cmp.Compare(size[a], size[b]) })
	return append(indices, others...)
}

// constantKey is ToString of a value that is known.
func constantKey(v value) (string, bool) {
	switch x := v.(type) {
	case stringValue:
		return x.s, true
	case intValue:
		if x.lo == x.hi && !x.negZero {
			return strconv.FormatInt(x.lo, 10), true
		}
	case undefinedValue:
		return "undefined", true
	case nullValue:
		return "null", true
	case bigValue:
		if x.lo.Cmp(x.hi) == 0 {
			return x.lo.String(), true
		}
	}
	return "", false
}

// property reads o[key].
func (l *lowering) property(o, key value, s *state) value {
	return l.each2(o, key, func(o, key value) value {
		switch x := o.(type) {
		case refValue:
			return l.objectProperty(s.heap[x.object], key, x, s)
		case constantValue:
			return l.constantProperty(x, key)
		case memoryValue:
			return l.memoryProperty(x, key, s)
		case *filteredValue:
			return l.filteredProperty(x, key)
		case builtinValue:
			if name, ok := key.(stringValue); ok {
				return l.builtinProperty(x, name.s)
			}
		case textValue:
			if name, ok := key.(stringValue); ok && (name.s == "slice" || name.s == "concat") {
				return builtinValue{"String." + name.s, x}
			}
			panic(refuse("the text state is read; a lowered lambda can only append to it"))
		case stringValue:
			return l.stringProperty(x, key)
		case intValue, floatValue, boolValue, bigValue:
			panic(refuse("a method of a number"))
		case undefinedValue, nullValue:
			panic(refuse("a property of undefined or null (that throws)"))
		}
		panic(refuse("a property of a function or text that depends on values"))
	})
}

func (l *lowering) objectProperty(o *object, key value, ref refValue, s *state) value {
	if o.array {
		if name, ok := key.(stringValue); ok {
			if name.s == "length" {
				return l.integer(int64(len(o.items)))
			}
			if arrayMethods[name.s] {
				return builtinValue{"Array." + name.s, ref}
			}
		}
		return l.element(key, len(o.items), func(i int) value { return l.use(o.items[i]) })
	}
	if name, ok := constantKey(key); ok {
		v := l.use(o.get(name))
		if _, own := o.props[name]; !own && objectMethods[name] {
			panic(refuse("the method %s of an object", name))
		}
		return v
	}
	if len(o.keys) == 0 {
		panic(refuse("a property whose name depends on values"))
	}
	// a property chosen by a number: try each
	var v value = undefinedValue{}
	for _, k := range o.keys {
		n, err := strconv.ParseInt(k, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != k {
			panic(refuse("a property whose name depends on values"))
		}
		v = l.choose(l.truthy(l.equal(false, key, l.integer(n))), l.use(o.props[k]), v)
	}
	return v
}

// element is item key of a list, undefined outside it.
func (l *lowering) element(key value, n int, item func(int) value) value {
	switch i := l.index(key); {
	case i.lo == i.hi:
		if i.lo < 0 || i.lo >= int64(n) {
			return undefinedValue{}
		}
		return item(int(i.lo))
	default:
		lo, hi := max(i.lo, 0), min(i.hi, int64(n-1))
		if hi-lo >= maxAlternatives {
			panic(refuse("an array of more than %d values indexed by a value", maxAlternatives))
		}
		if v, ok := l.selectItem(i, n, item); ok {
			return v
		}
		var v value = undefinedValue{}
		start := lo
		if i.lo >= 0 && i.hi < int64(n) { // never outside
			v = item(int(lo))
			start++
		}
		for k := start; k <= hi; k++ {
			v = l.choose(l.numbersEqual(i, l.integer(k)), item(int(k)), v)
		}
		return v
	}
}

// index makes an integer of a property key; a double is refused, since its key may be any text.
func (l *lowering) index(key value) intValue {
	switch k := key.(type) {
	case intValue:
		k.negZero = false // "-0" is the key "0"
		return k
	case stringValue:
		if n, err := strconv.ParseInt(k.s, 10, 64); err == nil && strconv.FormatInt(n, 10) == k.s {
			return l.integer(n)
		}
		panic(refuse("the property '%s'", k.s))
	case bigValue:
		if k.lo.Sign() >= 0 && k.hi.Cmp(big.NewInt(maxInt)) <= 0 {
			return l.bigToNumber(k).(intValue)
		}
		panic(refuse("an index of more than 53 bits"))
	case floatValue:
		panic(refuse("an index that may not be a whole number; use Math.floor or | 0"))
	}
	panic(refuse("an index that is no number"))
}

// toInteger is ToIntegerOrInfinity of a constant argument.
func toInteger(v value) (int64, bool) {
	switch x := v.(type) {
	case intValue:
		return x.lo, x.lo == x.hi
	case undefinedValue:
		return 0, true
	case floatValue:
		if x.lo == x.hi && !x.nan && math.Abs(x.lo) < 1<<53 {
			return int64(math.Trunc(x.lo)), true
		}
	}
	return 0, false
}
