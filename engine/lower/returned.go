package lower

import (
	"slices"

	"simten.dev/engine/word"
)

// result is what a function returns within the loop: extra adds a value that the loop gives, and tells which one; the
// result is made of those in the state after it.
func (x *loopOperation) result(extra func(next word.ID) int) func(s *state, given []word.ID) value {
	if keys := x.returnedKeys(); keys != nil {
		return x.objectResult(keys, extra)
	}
	made := x.scalarResult(x.returnedValues(func(e exit) value { return e.v }), extra)
	return func(_ *state, given []word.ID) value { return made(given) }
}

// returnedValues are values of the returns with the conditions under which they are those; the last one is so
// otherwise.
func (x *loopOperation) returnedValues(of func(exit) value) []returnedValue {
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
func (x *loopOperation) scalarResult(list []returnedValue, extra func(next word.ID) int) func(given []word.ID) value {
	l := x.l
	result := list[len(list)-1].v
	for i := len(list) - 2; i >= 0; i-- {
		result = l.choose(list[i].cond, list[i].v, result)
	}
	switch result.(type) {
	case undefinedValue, nullValue, constString, constantValue:
		return func([]word.ID) value { return result }
	}
	if m, ok := l.notUndefined(result).(memoryValue); ok && x.existed(m.log) { // what it contains is something else
		missing := l.undefined(result)
		if l.isFalse(missing) {
			return func([]word.ID) value { return result }
		}
		at := extra(missing)
		return func(given []word.ID) value { return l.choose(given[at], undefinedValue{}, m) }
	}
	kind := shapeOf(result)
	at := extra(l.hold(kind, result))
	return func(given []word.ID) value { return l.held(kind, given[at]) }
}

// returnedKeys are the properties of the objects that all returns give, which the round has made; nil when they give
// something else.
func (x *loopOperation) returnedKeys() []string {
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

// existed reports whether an object was there before the loop.
func (x *loopOperation) existed(object int) bool {
	return object < len(x.entry.heap) && x.entry.heap[object] != nil
}

// returnedObject is a plain object that a round has made and returns; nil when it returns something else.
func (x *loopOperation) returnedObject(e exit) *object {
	r, ok := e.v.(refValue)
	if !ok || x.existed(r.object) {
		return nil
	}
	o := e.s.heap[r.object]
	if o == nil || o.array || o.writes != nil || o.mixed || len(o.presentIf) > 0 || o.class != nil || len(o.keys) == 0 {
		return nil
	}
	return o
}

// objectResult is one of the objects that the returns give, with what its properties are.
func (x *loopOperation) objectResult(keys []string, extra func(next word.ID) int) func(s *state, given []word.ID) value {
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
