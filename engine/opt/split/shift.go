package split

import (
	"math/bits"
	"slices"

	"simten.dev/engine/word"
)

// shift emits Shl, LShr and AShr.
func (s *splitter) shift(op *word.Op, x []word.ID) {
	p, w := s.words(op.A), int(op.Width)
	count, ok := s.b.ConstValue(s.narrow(op.B))
	if !ok {
		s.shiftBy(op, x)
		return
	}
	n := int(min(count.Lo, uint64(w)))
	switch op.Kind {
	case word.Shl:
		s.gather(x, p, w, -n)
	case word.LShr:
		s.gather(x, p, w, n)
	default:
		long := make([]word.ID, words(w+n))
		s.extend(long, p, w+n)
		s.gather(x, long, w, n)
	}
}

// shiftBy shifts by a count that is not known: whole words first, by choices of 1, 2, 4 … words, then bits.
func (s *splitter) shiftBy(op *word.Op, x []word.ID) {
	const inWord = 6 // bits of the count that stay within a word
	b, n, w := s.b, len(x), int(op.Width)
	count := s.narrow(op.B)
	zero := b.Uint(0, wordBits)
	fill := zero
	v := slices.Clone(s.words(op.A))
	v[n-1] = b.ZExt(v[n-1], wordBits)
	if op.Kind == word.AShr {
		fill = s.sign(s.words(op.A))
		v[n-1] = b.SExt(s.words(op.A)[n-1], wordBits)
	}
	source := func(v []word.ID, k int) word.ID {
		switch {
		case k >= 0 && k < n:
			return v[k]
		case k < 0:
			return zero
		}
		return fill
	}
	up := 1 // where the bits of a word come from
	if op.Kind == word.Shl {
		up = -1
	}
	part := func(low, width int) word.ID { // of the count
		if known := b.KnownBits(count); low >= known {
			return b.Uint(0, width)
		}
		return b.Resize(b.Slice(count, low, min(width, b.Width(count)-low)), width)
	}
	stages := bits.Len(uint(n - 1))
	for stage := stages - 1; stage >= 0; stage-- {
		by := part(inWord+stage, 1)
		next := make([]word.ID, n)
		for k := range v {
			next[k] = b.Mux(by, source(v, k+up<<stage), v[k])
		}
		v = next
	}
	near, far := word.LShr, word.Shl
	if op.Kind == word.Shl {
		near, far = far, near
	}
	by := part(0, inWord)
	rest, one := b.Not(by), b.Uint(1, 32) // 63 - by; two shifts, because one by 64 is needed for 0
	over := b.Uint(0, 1)
	if all := b.Width(count); all > inWord+stages {
		over = b.NonZero(b.Slice(count, inWord+stages, all-inWord-stages))
	}
	for k := range x {
		other := b.Binary(far, b.Binary(far, source(v, k+up), one), rest)
		id := b.Or(b.Binary(near, v[k], by), other)
		if op.Kind == word.AShr && k == n-1 {
			id = b.Binary(word.AShr, v[k], by)
		}
		x[k] = b.Slice(b.Mux(over, fill, id), 0, wordWidth(w, k))
	}
}
