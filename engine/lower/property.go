package lower

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/word"
)

func (l *lowering) objectLiteral(e *ast.ObjectLiteral, s *state, sc *scope) value {
	o := &object{props: map[string]value{}}
	for _, p := range e.Value {
		switch p := p.(type) {
		case *ast.PropertyShort:
			o.set(p.Name.Name.String(), l.identifier(&p.Name, s, sc))
		case *ast.PropertyKeyed:
			if p.Kind == ast.PropertyKindGet || p.Kind == ast.PropertyKindSet {
				l.accessor(o, p, s, sc)
				continue
			}
			key := l.asName(l.expression(p.Key, s, sc))
			v := l.expression(p.Value, s, sc)
			if _, function := p.Value.(*ast.FunctionLiteral); function {
				v.(funcValue).f.method = true
			}
			l.setKey(o, l.b.Uint(1, 1), key, v)
		case *ast.SpreadElement:
			l.spreadInto(o, l.b.Uint(1, 1), l.expression(p.Expression, s, sc), s)
		}
	}
	if o.class != nil {
		for _, k := range o.keys {
			if _, computed := o.class.methods[k]; computed || o.class.setters[k] != nil {
				panic(refuse("a property with a getter or setter is given twice"))
			}
		}
	}
	return refValue{l.alloc(s, o)}
}

// accessor gives an object a property that is computed: it is an instance of a class of its own.
func (l *lowering) accessor(o *object, p *ast.PropertyKeyed, s *state, sc *scope) {
	name, known := constantKey(l.asName(l.expression(p.Key, s, sc)))
	f, ok := l.expression(p.Value, s, sc).(funcValue)
	if !known || !ok {
		panic(refuse("a getter or setter whose name depends on values"))
	}
	f.f.method = true
	if o.class == nil {
		o.class = &classValue{c: &constant{}, methods: map[string]classMethod{}, setters: map[string]*closure{}}
	}
	if p.Kind == ast.PropertyKindGet {
		l.getters = true
		o.class.methods[name] = classMethod{f.f, true}
	} else {
		o.class.setters[name] = f.f
	}
}

// asName is a value as the name of a property.
func (l *lowering) asName(key value) value {
	if t, ok := key.(textValue); ok {
		panic(readsText(t))
	}
	if i, ok := key.(intValue); ok && i.hi-i.lo >= maxTexts {
		panic(refuse("a property whose name depends on values; it can be one of more than %d", maxTexts))
	}
	return l.asText(key)
}

// setKey gives an object that nobody else has yet a property, where a condition holds, under one of some names.
func (l *lowering) setKey(o *object, cond word.ID, key, v value) {
	switch k := key.(type) {
	case choiceValue:
		l.setKey(o, l.b.And(cond, k.cond), k.a, v)
		l.setKey(o, l.b.And(cond, l.b.Not(k.cond)), k.b, v)
	case constString:
		if k.s == "__proto__" {
			panic(refuse("a property with the name __proto__"))
		}
		l.spend(1)
		l.setWhere(cond, o, k.s, v)
	default:
		panic(refuse("a key that is a text which depends on values"))
	}
}

// hasProperty is one bit: o has a property, itself or, unless own, from what all objects or arrays have.
func (l *lowering) hasProperty(o, key value, own bool, s *state) value {
	return l.each2(o, key, func(o, key value) value {
		if has, ok := l.eachKey(key, o, s, l.truth(false), func(name value) value { return l.hasProperty(o, name, own, s) }); ok {
			return has
		}
		switch x := o.(type) {
		case refValue:
			from := s.heap[x.object]
			if from.array {
				if mayHaveHoles(x, s) || from.elements != anything || from.present != nil {
					break
				}
				l.noStrays()
				return l.hasItem(from.length(), key, own)
			}
			if has, known := l.inherits(from.class, key, own); known {
				return has
			} else if from.class.isLiteral() {
				break
			}
			return l.hasKey(from.publicKeys(), func(k string) word.ID { return l.present(from, k) }, key, own)
		case constantValue:
			if x.c.array && (x.c.elements != anything || x.c.holes) {
				break
			}
			if has, known := l.inherits(x.c.class, key, own); known {
				return has
			}
			if x.c.array {
				return l.hasItem(len(x.c.items), key, own)
			}
			return l.hasKey(x.c.keys, l.always, key, own)
		}
		panic(refuse("whether something that is no plain object has a property"))
	})
}

// inherits says that an instance of a class has a property as its class has a method or setter of that name; known is
// false when it has not.
func (l *lowering) inherits(class *classValue, key value, own bool) (has value, known bool) {
	if class == nil || own || class.isLiteral() {
		return nil, false
	}
	name, constant := constantKey(key)
	if !constant {
		panic(refuse("whether an instance of a class has a property whose name depends on values"))
	}
	if _, method := class.methods[name]; method || class.setters[name] != nil {
		return l.truth(true), true
	}
	return nil, false
}

func (l *lowering) hasItem(n int, key value, own bool) value {
	if name, ok := key.(constString); ok {
		if _, isIndex := l.stringIndex(name.s); !isIndex {
			if name.s != "length" && !own {
				panic(refuse("whether an array has the property '%s'", name.s))
			}
			return l.truth(name.s == "length")
		}
	}
	i := l.index(key)
	return boolValue{l.b.And(l.truthy(l.compare(false, i, l.integer(int64(n)))), l.truthy(l.compare(true, l.integer(0), i)))}
}

// always is the presence of a property that is always there.
func (l *lowering) always(string) word.ID { return l.b.Uint(1, 1) }

func (l *lowering) hasKey(keys []string, present func(string) word.ID, key value, own bool) value {
	if name, ok := constantKey(key); ok {
		if slices.Contains(keys, name) {
			return boolValue{present(name)}
		}
		if !own && strings.HasPrefix(name, "__") && objectMethods[name] {
			panic(refuse("whether an object has the property '%s'", name))
		}
		return l.truth(!own && objectMethods[name])
	}
	i := l.index(key)
	hit := l.b.Uint(0, 1)
	for _, k := range keys {
		if n, ok := l.stringIndex(k); ok && n >= i.lo && n <= i.hi {
			hit = l.b.Or(hit, l.b.And(l.truthy(boolValue{l.numbersEqual(i, l.integer(n))}), present(k)))
		}
	}
	return boolValue{hit}
}

// fromEntries is Object.fromEntries.
func (l *lowering) fromEntries(list value, s *state) value {
	o := &object{props: map[string]value{}}
	for _, item := range l.iterate(list, s) {
		pair := append(l.iterate(item, s), undefinedValue{}, undefinedValue{})
		l.setKey(o, l.b.Uint(1, 1), l.asName(pair[0]), pair[1])
	}
	return refValue{l.alloc(s, o)}
}

// spreadInto copies the own properties of a value into an object that nobody else has yet, where a condition holds.
func (l *lowering) spreadInto(o *object, cond word.ID, v value, s *state) {
	switch x := v.(type) {
	case choiceValue:
		if x.sel != nil && l.spreadRows(o, cond, x.sel, s) {
			return
		}
		if f, ok := l.formOf(x, s); ok && !f.array && f.nothing == nil {
			for _, k := range f.keys {
				l.setWhere(cond, o, k, l.use(l.across(x, func(v value) value { return l.propertyOf(v, k, s) })))
			}
			return
		}
		l.spreadInto(o, l.b.And(cond, x.cond), x.a, s)
		l.spreadInto(o, l.b.And(cond, l.b.Not(x.cond)), x.b, s)
		return
	case undefinedValue, nullValue, boolValue, intValue, floatValue, bigValue:
		return
	case constString:
		if x.s == "" {
			return
		}
	case refValue:
		from := s.heap[x.object]
		if from.array || from.class.isLiteral() {
			break
		}
		o.mixed = o.mixed || from.mixed
		for _, k := range from.publicKeys() {
			l.setWhere(l.b.And(cond, l.present(from, k)), o, k, l.use(from.get(k)))
		}
		return
	case constantValue:
		if x.c.props == nil {
			break
		}
		for _, k := range x.c.keys {
			l.setWhere(cond, o, k, l.property(x, constString{k}, s))
		}
		return
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	panic(refuse("spreading something that is no plain object"))
}

// spreadRows is spreadInto of one of some rows that have the same properties in the same order, or are missing: a table
// for each property.
func (l *lowering) spreadRows(o *object, cond word.ID, sel *selection, s *state) bool {
	var keys []string
	var row value // that there is
	for _, e := range sel.entries {
		if isNothing(e) {
			continue
		}
		r, isRef := e.(refValue)
		if isRef && (len(s.heap[r.object].presentIf) > 0 || s.heap[r.object].mixed) {
			return false
		}
		mine, plain := l.keysOf(e, s)
		if !plain || row != nil && !slices.Equal(mine, keys) {
			return false
		}
		row, keys = e, mine
	}
	if row == nil {
		return true
	}
	there := l.selectedBit(sel, func(v value) word.ID { return l.truth(!isNothing(v)).id })
	for _, k := range keys {
		item := l.through(sel, func(e value) value {
			if isNothing(e) {
				e = row
			}
			return l.propertyOf(e, k, s)
		})
		l.setWhere(l.b.And(cond, there), o, k, l.use(item))
	}
	return true
}

// constantKey is ToString of a value that is known.
func constantKey(v value) (string, bool) {
	switch x := v.(type) {
	case constString:
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

// readMember reads o[key] where a program does. Where o is sometimes undefined or null, as what find gives, the path on
// which it is ends with the exception that the interpreter throws.
func (l *lowering) readMember(o, key value, at file.Idx, s *state) value {
	o, ok := l.coercible(o, func() value { return l.cannotRead(key, "' of undefined") }, at, s)
	if !ok {
		return undefinedValue{}
	}
	return l.property(o, key, s)
}

// cannotRead is the message of the interpreter where the property of something is read that is undefined.
func (l *lowering) cannotRead(key value, rest string) value {
	return l.each(key, func(key value) value {
		return l.joinText(l.joinText(constString{"Cannot read property '"}, key), constString{rest})
	})
}

// coercible is a value without undefined and null. Where it is one of them, the path ends with a TypeError; ok is false
// when it is nothing else.
func (l *lowering) coercible(v value, message func() value, at file.Idx, s *state) (_ value, ok bool) {
	missing := l.nothing(v)
	always, known := l.constBool(missing)
	if known && !always {
		if _, choice := v.(choiceValue); choice {
			some := false
			l.alternativesOf(v, func(x value) { some = some || isNothing(x) })
			if some { // it is never that one
				v = l.defined(v)
			}
		}
		return v, true
	}
	before := l.missing
	l.missing = true
	l.throwOne(missing, message(), "TypeError", "TypeError: ", at, s)
	l.missing = before
	if always {
		return v, false
	}
	return l.defined(v), true
}

// property reads o[key].
func (l *lowering) property(o, key value, s *state) value {
	if l.doubts != nil && l.doubts.Reads && l.isIndexed(o, s) {
		key = l.certainKey(key, s)
	}
	l.refuseNegative(o, key, s)
	l.hasPrivate(o, key, s)
	if v, ok := l.computed(o, key, s); ok {
		return v
	}
	if c, ok := o.(choiceValue); ok && c.sel != nil {
		if i, ok := key.(intValue); ok {
			if v, ok := l.itemOfRows(c.sel, i); ok {
				return v
			}
		}
	}
	return l.each2(o, key, func(o, key value) value {
		switch k := key.(type) {
		case floatValue:
			if l.isIndexed(o, s) {
				i := l.toInt32(k) // a number that is another one is no index of a list
				return l.choose(l.b.Compare(word.FEq, k.id, l.float(i).id), l.property(o, i, s), undefinedValue{})
			}
		case textValue:
			panic(readsText(k))
		case charValue, *stringValue:
			if _, collection := o.(collectionValue); !collection {
				v, _ := l.eachKey(k, o, s, undefinedValue{}, func(name value) value { return l.property(o, name, s) })
				return v
			}
		case undefinedValue, nullValue, boolValue: // their names are no index
			if l.isIndexed(o, s) {
				return undefinedValue{}
			}
		}
		l.refuseNegative(o, key, s)
		switch x := o.(type) {
		case refValue:
			return l.objectProperty(s.heap[x.object], key, x, s)
		case constantValue:
			if name, ok := constantKey(key); ok && x.c.class != nil {
				if m, ok := x.c.class.methods[name]; ok && x.c.props[name] == nil {
					return l.methodOf(m, x, s)
				}
			}
			return l.constantProperty(x, key)
		case *classValue:
			return l.classProperty(x, key, s)
		case funcValue:
			if name, ok := key.(constString); ok && functionMethods[name.s] {
				return builtinValue{"Function." + name.s, x}
			}
		case memoryValue:
			return l.memoryProperty(x, key, s)
		case cellsValue:
			panic(refuse("a property of what %s of a memory gives; make an array of it, [...m.%[1]s()]", x.kind))
		case setValue:
			return l.propertyOfSet(x, key, s)
		case collectionValue:
			return l.collectionProperty(x, key, s)
		case builtinValue:
			if name, ok := key.(constString); ok {
				return l.builtinProperty(x, name.s)
			}
		case textValue:
			if name, ok := key.(constString); ok && (name.s == "slice" || name.s == "concat") {
				return builtinValue{"String." + name.s, x}
			}
			panic(readsText(x))
		case constString:
			return l.stringProperty(x, key)
		case intValue, floatValue, boolValue, bigValue:
			name, ok := key.(constString)
			_, fraction := x.(floatValue)
			_, truth := x.(boolValue)
			if ok && name.s == "toString" && (l.inMessage || !fraction && !truth) {
				return builtinValue{"Number.toString", x}
			}
			if ok && (numberMethods[name.s] || objectMethods[name.s]) {
				panic(refuse("the method %s of a %s", name.s, typeOf(x)))
			}
			return undefinedValue{}
		case charValue:
			if name, ok := key.(constString); ok && name.s == "length" {
				return l.integer(1)
			} else if ok && charMethods[name.s] {
				return builtinValue{"String." + name.s, x}
			}
		case *stringValue:
			return l.lettersProperty(x, key)
		case *messageValue:
			if name, ok := key.(constString); ok && messageMethods[name.s] {
				return builtinValue{"String." + name.s, x}
			}
		case undefinedValue, nullValue:
			panic(refuse("a property of undefined or null (that throws)"))
		}
		panic(refuse("a property of a function or text that depends on values"))
	})
}

// isIndexed reports that a value is a list or a text.
func (l *lowering) isIndexed(v value, s *state) bool {
	_, text := v.(constString)
	return text || l.isList(v, s)
}

func (l *lowering) objectProperty(o *object, key value, ref refValue, s *state) value {
	if o.lists != nil {
		panic(refuse("a property of the entries, keys or values of an array, a Map or a Set; spread them into an array"))
	}
	if o.present != nil {
		return l.maskedProperty(o, key, ref)
	}
	if o.array {
		if name, ok := key.(constString); ok {
			if name.s == "length" {
				return l.integer(int64(o.length()))
			}
			if hasMethod(o.elements, name.s) {
				return builtinValue{"Array." + name.s, ref}
			}
		}
		return l.listItem(o, key, s)
	}
	if name, ok := constantKey(key); ok {
		_, own := o.props[name]
		if o.class != nil {
			if m, ok := o.class.methods[name]; ok && own {
				panic(refuse("a property has the name of a method, '%s'", name))
			} else if ok {
				return l.methodOf(m, ref, s)
			}
		}
		v := l.use(o.get(name))
		if !own && name == "hasOwnProperty" {
			return builtinValue{"Object.hasOwnProperty", ref}
		}
		if !own && objectMethods[name] {
			panic(refuse("the method %s of an object", name))
		}
		return v
	}
	return l.numberedProperty(o, l.index(key))
}

// numberedProperty is a property of an object that is chosen by a number.
func (l *lowering) numberedProperty(o *object, key intValue) value {
	byNumber, first, last := map[int64]value{}, int64(0), int64(-1)
	for _, k := range o.keys {
		if n, ok := l.stringIndex(k); ok && key.lo <= n && n <= key.hi {
			byNumber[n], first, last = l.use(o.props[k]), min(first, n), max(last, n)
		}
	}
	if first == 0 && last < maxAlternatives {
		return l.element(key, int(last)+1, func(i int) value {
			if v, there := byNumber[int64(i)]; there {
				return v
			}
			return undefinedValue{}
		})
	}
	var v value = undefinedValue{}
	for _, k := range o.keys {
		if n, ok := l.stringIndex(k); ok && byNumber[n] != nil {
			v = l.choose(l.numbersEqual(key, l.integer(n)), byNumber[n], v)
		}
	}
	return v
}

// element is item key of a list, undefined outside it.
func (l *lowering) element(key value, n int, item func(int) value) value {
	l.marks.add(int64(n))
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
	case constString:
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
	if _, choice := key.(choiceValue); choice && typeOf(key) != "string" {
		panic(refuse("an index that may be undefined, or is not always a number"))
	}
	panic(refuse("a text that depends on values is an index; index with its code, as in c.charCodeAt(0)"))
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
