package lower

import (
	"slices"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// The last item of an array whose length depends on values, list[list.length - 1], such as the top of a stack: the last
// one that is there, whatever its index is.

// isLast reports whether an index is that of the last item of an array, or -1 of an empty one.
func (l *lowering) isLast(kept []word.ID, at intValue) bool {
	length, ok := l.positions(kept)[len(kept)].(intValue)
	if !ok || length.lo == length.hi {
		return false
	}
	before, _ := l.intArithmetic(token.MINUS, length, l.integer(1))
	last, ok := before.(intValue)
	return ok && last.id == at.id && last.lo == at.lo && last.hi == at.hi
}

// lastItem is the last item; otherwise when there is none.
func (l *lowering) lastItem(items []value, kept []word.ID, otherwise value) value {
	v := otherwise
	for i, k := range kept {
		v = l.choose(k, l.use(items[i]), v)
	}
	return v
}

// lastToChange is the last item, which is changed next. Where there is none the lambda is given up then, so it is given
// up before.
func (l *lowering) lastToChange(v, key value, s *state) (value, bool) {
	r, ok := v.(refValue)
	if !ok || l.doubts == nil {
		return nil, false
	}
	o := l.object(s, r.object)
	if i, ok := key.(intValue); !ok || o.present == nil || o.holes != nil || !l.isLast(o.present, i) {
		return nil, false
	}
	l.assume(l.b.Not(l.anyOf(o.present)), s)
	return l.lastItem(o.items[1:], o.present[1:], l.use(o.items[0])), true
}

// setLast changes the last item. There is one, or the lambda may be given up where there is none; false when neither is
// so.
func (l *lowering) setLast(o *object, v value, s *state) (*object, bool) {
	empty := l.b.Not(l.anyOf(o.present))
	if sure, known := l.constBool(empty); !known || sure {
		if l.doubts == nil {
			return nil, false
		}
		l.assume(empty, s)
	}
	l.spend(1 + len(o.present)/8)
	items := slices.Clone(o.items)
	after := l.b.Uint(0, 1) // one of the items after this one is there
	for i, k := range slices.Backward(o.present) {
		items[i] = l.choose(l.b.And(k, l.b.Not(after)), v, items[i])
		after = l.b.Or(after, k)
	}
	return &object{array: true, items: items, present: o.present}, true
}
