package behavior

import (
	"github.com/dop251/goja/token"

	"simten.dev/engine/behavior/word"
)

// filteredValue is what filter keeps of an array by the values of its items: an array whose length is not known. It can be counted,
// added up, searched and filtered again; nothing else, since no wires could hold it.
type filteredValue struct {
	items []value
	kept  []word.ID // one bit for each item
}

func (*filteredValue) isValue() {}

// filtered keeps items where their bit is 1: an array when all bits are known.
func (l *lowering) filtered(items []value, kept []word.ID, s *state) value {
	var left []value
	for i, k := range kept {
		keep, known := l.constBool(k)
		if !known {
			return &filteredValue{items, kept}
		}
		if keep {
			left = append(left, items[i])
		}
	}
	return refValue{l.alloc(s, &object{array: true, items: left})}
}

// filteredMethods are the methods that need no known length.
var filteredMethods = map[string]bool{
	"reduce": true, "forEach": true, "map": true, "filter": true, "some": true, "every": true, "includes": true, "find": true,
}

func (l *lowering) filteredProperty(f *filteredValue, key value) value {
	name, ok := key.(stringValue)
	switch {
	case ok && name.s == "length":
		return l.position(f, len(f.items))
	case ok && filteredMethods[name.s]:
		return builtinValue{"Array." + name.s, f}
	case ok && arrayMethods[name.s]:
		panic(refuse("the method %s of an array whose length depends on values", name.s))
	}
	// item n is the one before which n are kept
	at := l.index(key)
	var v value = undefinedValue{}
	for i := len(f.items) - 1; i >= 0; i-- {
		hit := l.b.And(f.kept[i], l.numbersEqual(l.position(f, i), at))
		v = l.choose(hit, f.items[i], v)
	}
	return v
}

// position is how many items before item i are kept: its index.
func (l *lowering) position(f *filteredValue, i int) value {
	var n value = l.integer(0)
	for _, k := range f.kept[:i] {
		n, _ = l.intArithmetic(token.PLUS, n.(intValue), l.number(k, 0, 1))
	}
	return n
}

func (l *lowering) filteredMethod(name string, f *filteredValue, args []value, s *state) value {
	if len(args) == 0 {
		panic(refuse("%s without an argument (that throws)", name))
	}
	// each calls do for the items that are kept; it gives what do gave, or otherwise.
	each := func(i int, otherwise value, do func(*state) value) value {
		l.spend(1)
		return l.alternatives(f.kept[i], s, do, func(*state) value { return otherwise })
	}
	call := func(i int, s *state) value { return l.apply(args[0], []value{f.items[i], l.position(f, i), f}, s) }
	switch name {
	case "forEach":
		for i := range f.items {
			each(i, undefinedValue{}, func(s *state) value { return call(i, s) })
		}
		return undefinedValue{}
	case "map":
		items := make([]value, len(f.items))
		for i := range items {
			each(i, undefinedValue{}, func(s *state) value {
				items[i] = call(i, s)
				return undefinedValue{}
			})
			if items[i] == nil { // never kept
				items[i] = undefinedValue{}
			}
		}
		return l.filtered(items, f.kept, s)
	case "filter":
		kept := make([]word.ID, len(f.kept))
		for i := range kept {
			kept[i] = l.truthy(each(i, l.truth(false), func(s *state) value { return boolValue{l.truthy(call(i, s))} }))
		}
		return l.filtered(f.items, kept, s)
	case "reduce":
		if len(args) < 2 {
			panic(refuse("reduce without a start of an array that may be empty"))
		}
		acc := args[1]
		for i := range f.items {
			acc = each(i, acc, func(s *state) value {
				return l.apply(args[0], []value{acc, f.items[i], l.position(f, i), f}, s)
			})
		}
		return acc
	case "includes":
		hit := l.b.Uint(0, 1)
		for i, item := range f.items {
			same := l.b.Or(l.truthy(l.strictEqual(item, args[0])), l.b.And(l.isNaN(item), l.isNaN(args[0])))
			hit = l.b.Or(hit, l.b.And(f.kept[i], same))
		}
		return boolValue{hit}
	case "some", "every":
		return l.quantify(name == "some", 0, f.items, func(i int, s *state) value {
			return l.alternatives(f.kept[i], s, func(s *state) value { return boolValue{l.truthy(call(i, s))} },
				func(*state) value { return l.truth(name == "every") })
		}, s)
	case "find":
		return l.find(name, len(f.items), func(i int, _ *state) value { return f.items[i] }, func(_ value, i int, s *state) value {
			return l.alternatives(f.kept[i], s, func(s *state) value { return boolValue{l.truthy(call(i, s))} },
				func(*state) value { return l.truth(false) })
		}, s)
	}
	panic(refuse("the method %s of an array whose length depends on values", name))
}
