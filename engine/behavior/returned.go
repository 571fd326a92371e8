package behavior

import (
	"slices"

	"simten.dev/engine/behavior/word"
)

// result is what a function returns within the loop: extra adds a value that the loop gives, and tells which one; the result is made of those in the state
// after it.
func (x *iteration) result(extra func(next word.ID) int) func(s *state, given []word.ID) value {
	if keys := x.returnedKeys(); keys != nil {
		return x.objectResult(keys, extra)
	}
	made := x.scalarResult(x.returnedValues(func(e exit) value { return e.v }), extra)
	return func(_ *state, given []word.ID) value { return made(given) }
}

// returnedValues are values of the returns with the conditions under which they are those; the last one is so otherwise.
func (x *iteration) returnedValues(of func(exit) value) []returnedValue {
	list := make([]returnedValue, len(x.returns))
	for i, e := range x.returns {
		list[i] = returnedValue{e.s.cond, of(e)}
	}
	return list
}

type returnedValue struct {
	cond word.ID
	v    value
}

// scalarResult is one of some values, none of which is an object that the round has made.
func (x *iteration) scalarResult(list []returnedValue, extra func(next word.ID) int) func(given []word.ID) value {
	l := x.l
	// A property that not every return has is there or not.
	there, always := l.b.Uint(0, 1), true
	var result value
	for i := len(list) - 1; i >= 0; i-- {
		missing := isUndefined(list[i].v)
		there = l.b.Mux(list[i].cond, l.b.Uint(uint64(boolBit(!missing)), 1), there)
		switch {
		case missing:
			always = false
		case result == nil:
			result = list[i].v
		default:
			result = l.choose(list[i].cond, list[i].v, result)
		}
	}
	switch r := result.(type) {
	case nil:
		return func([]word.ID) value { return undefinedValue{} }
	case nullValue, stringValue, constantValue:
		if always {
			return func([]word.ID) value { return result }
		}
	case memoryValue:
		if always && r.log < len(x.entry.heap) && x.entry.heap[r.log] != nil { // its content is something else
			return func([]word.ID) value { return result }
		}
	}
	kind := shapeOf(result)
	at := extra(l.hold(kind, result))
	if always {
		return func(given []word.ID) value { return l.held(kind, given[at]) }
	}
	flag := extra(there)
	return func(given []word.ID) value { return l.choose(given[flag], l.held(kind, given[at]), undefinedValue{}) }
}

func isUndefined(v value) bool {
	_, is := v.(undefinedValue)
	return is
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// returnedKeys are the properties of the objects that all returns give, which the round has made; nil when they give something else.
func (x *iteration) returnedKeys() []string {
	var keys []string
	for _, e := range x.returns {
		o := x.returnedObject(e)
		if o == nil {
			return nil
		}
		for _, k := range o.keys {
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// returnedObject is a plain object that a round has made and returns; nil when it returns something else.
func (x *iteration) returnedObject(e exit) *object {
	r, ok := e.v.(refValue)
	if !ok || r.object < len(x.entry.heap) && x.entry.heap[r.object] != nil {
		return nil
	}
	o := e.s.heap[r.object]
	if o == nil || o.array || o.writes != nil || o.mixed || len(o.has) > 0 || o.class != nil || len(o.keys) == 0 {
		return nil
	}
	return o
}

// objectResult is one of the objects that the returns give, with what its properties are.
func (x *iteration) objectResult(keys []string, extra func(next word.ID) int) func(s *state, given []word.ID) value {
	made := make([]func(given []word.ID) value, len(keys))
	for i, k := range keys {
		made[i] = x.scalarResult(x.returnedValues(func(e exit) value { return x.returnedObject(e).get(k) }), extra)
	}
	return func(s *state, given []word.ID) value {
		o := &object{props: map[string]value{}}
		for i, k := range keys {
			o.set(k, made[i](given))
		}
		return refValue{x.l.alloc(s, o)}
	}
}
