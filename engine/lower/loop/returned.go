package loop

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Result is what a function returns within the loop: extra adds a value that the loop gives, and tells which one; the
// result is made of those in the state after it.
func (x *loopOperation) result(extra func(next word.ID) int) func(s *domain.State, given []word.ID) domain.Value {
	if keys := x.returnedKeys(); keys != nil {
		return x.objectResult(keys, extra)
	}
	made := x.scalarResult(x.returnedValues(func(e domain.Exit) domain.Value { return e.V }), extra)
	return func(_ *domain.State, given []word.ID) domain.Value { return made(given) }
}

// returnedValues are values of the returns with the conditions under which they are those; the last one is so
// otherwise.
func (x *loopOperation) returnedValues(of func(domain.Exit) domain.Value) []returnedValue {
	list := make([]returnedValue, len(x.returns))
	for i, e := range x.returns {
		list[i] = returnedValue{e.S.Cond, of(e)}
	}
	return list
}

type returnedValue struct {
	cond word.ID
	v    domain.Value
}

// scalarResult is one of some values, none of which is an object that the round has made.
func (x *loopOperation) scalarResult(list []returnedValue, extra func(next word.ID) int) func(given []word.ID) domain.Value {
	l := x.l
	result := list[len(list)-1].v
	for i := len(list) - 2; i >= 0; i-- {
		result = l.Choose(list[i].cond, list[i].v, result)
	}
	switch result.(type) {
	case domain.UndefinedValue, domain.NullValue, domain.ConstString, domain.ConstantValue:
		return func([]word.ID) domain.Value { return result }
	}
	if m, ok := l.NotUndefined(result).(domain.MemoryValue); ok && x.existed(m.Log) { // what it contains is something else
		missing := l.Undefined(result)
		if l.IsFalse(missing) {
			return func([]word.ID) domain.Value { return result }
		}
		at := extra(missing)
		return func(given []word.ID) domain.Value { return l.Choose(given[at], domain.UndefinedValue{}, m) }
	}
	kind := shapeOf(result)
	at := extra(l.hold(kind, result))
	return func(given []word.ID) domain.Value { return l.held(kind, given[at]) }
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
		for _, k := range o.Keys {
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// existed reports whether an object was there before the loop.
func (x *loopOperation) existed(object int) bool {
	return object < len(x.entry.Heap) && x.entry.Heap[object] != nil
}

// returnedObject is a plain object that a round has made and returns; nil when it returns something else.
func (x *loopOperation) returnedObject(e domain.Exit) *domain.Object {
	r, ok := e.V.(domain.RefValue)
	if !ok || x.existed(r.Object) {
		return nil
	}
	o := e.S.Heap[r.Object]
	if o == nil || o.Array || o.Writes != nil || o.Mixed || len(o.PresentIf) > 0 || o.Class != nil || len(o.Keys) == 0 {
		return nil
	}
	return o
}

// objectResult is one of the objects that the returns give, with what its properties are.
func (x *loopOperation) objectResult(keys []string, extra func(next word.ID) int) func(s *domain.State, given []word.ID) domain.Value {
	made := make([]func(given []word.ID) domain.Value, len(keys))
	for i, k := range keys {
		made[i] = x.scalarResult(x.returnedValues(func(e domain.Exit) domain.Value { return x.returnedObject(e).Get(k) }), extra)
	}
	return func(s *domain.State, given []word.ID) domain.Value {
		o := &domain.Object{Props: map[string]domain.Value{}}
		for i, k := range keys {
			o.Set(k, made[i](given))
		}
		return domain.RefValue{Object: x.l.Alloc(s, o)}
	}
}
