package facts

import (
	"simten.dev/engine/lower/domain"
)

// MaxDoubtedCalls bounds nested calls of such a lambda.
const MaxDoubtedCalls = 20 // nested

// Inside is an index as one inside an array of n items, when the lambda may be given up where it is not.
func (l *Lowering) Inside(i domain.IntValue, n int, s *domain.State) (domain.IntValue, bool) {
	last := int64(n) - 1
	if n == 0 || i.Hi < 0 || i.Lo > last {
		return i, false
	}
	if inside := i.Lo >= 0 && i.Hi <= last; l.Doubts == nil && (inside || !l.MayAssume()) {
		return i, false
	}
	outside := l.B.Uint(0, 1)
	if i.Hi > last {
		outside = l.B.Not(l.Truthy(l.Compare(false, i, l.Integer(last+1))))
	}
	if i.Lo < 0 {
		outside = l.B.Or(outside, l.Truthy(l.Compare(false, i, l.Integer(0))))
	}
	l.Assume(outside, s)
	i.Lo, i.Hi, i.Below, i.Above = max(i.Lo, 0), min(i.Hi, last), 0, 0
	return i, true
}

// CertainKey is an index that is neither undefined nor null, when it never is or the lambda may be given up where it
// is.
func (l *Lowering) CertainKey(key domain.Value, s *domain.State) domain.Value {
	if _, choice := key.(domain.ChoiceValue); !choice {
		return key
	}
	nothing := l.Nothing(key)
	if always, known := l.ConstBool(nothing); known && always || !known && !l.MayAssume() {
		return key
	} else if !known {
		l.Assume(nothing, s)
	}
	return l.Defined(key)
}
