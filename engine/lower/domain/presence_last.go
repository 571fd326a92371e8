package domain

import (
	"slices"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// The last item of an array whose length depends on values, list[list.length - 1], such as the top of a stack: the last
// one that is there, whatever its index is.

// isLast reports whether an index is that of the last item of an array, or -1 of an empty one.
func (l *Lowering) isLast(kept []word.ID, at IntValue) bool {
	length, ok := l.Positions(kept)[len(kept)].(IntValue)
	if !ok || length.Lo == length.Hi {
		return false
	}
	before, _ := l.intArithmetic(token.MINUS, length, l.Integer(1))
	last, ok := before.(IntValue)
	return ok && last.ID == at.ID && last.Lo == at.Lo && last.Hi == at.Hi
}

// lastItem is the last item; otherwise when there is none.
func (l *Lowering) lastItem(items []Value, kept []word.ID, otherwise Value) Value {
	v := otherwise
	for i, k := range kept {
		v = l.Choose(k, l.Use(items[i]), v)
	}
	return v
}

// LastToChange is the last item, which is changed next. Where there is none the lambda is given up then, so it is given
// up before.
func (l *Lowering) LastToChange(v, key Value, s *State) (Value, bool) {
	r, ok := v.(RefValue)
	if !ok || l.Doubts == nil {
		return nil, false
	}
	o := l.Object(s, r.Object)
	if i, ok := key.(IntValue); !ok || o.Present == nil || o.Holes != nil || !l.isLast(o.Present, i) {
		return nil, false
	}
	l.Assume(l.B.Not(l.AnyOf(o.Present)), s)
	return l.lastItem(o.Items[1:], o.Present[1:], l.Use(o.Items[0])), true
}

// setLast changes the last item. There is one, or the lambda may be given up where there is none; false when neither is
// so.
func (l *Lowering) setLast(o *Object, v Value, s *State) (*Object, bool) {
	empty := l.B.Not(l.AnyOf(o.Present))
	if sure, known := l.ConstBool(empty); !known || sure {
		if l.Doubts == nil {
			return nil, false
		}
		l.Assume(empty, s)
	}
	l.Spend(1 + len(o.Present)/8)
	items := slices.Clone(o.Items)
	after := l.B.Uint(0, 1) // one of the items after this one is there
	for i, k := range slices.Backward(o.Present) {
		items[i] = l.Choose(l.B.And(k, l.B.Not(after)), v, items[i])
		after = l.B.Or(after, k)
	}
	return &Object{Array: true, Items: items, Present: o.Present}, true
}
