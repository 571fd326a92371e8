package split

import "simten.dev/engine/word"

// Multiplication works on digits of 32 bits, because a product of two and two more digits fit in 64.
const digitBits = 32

// maxProducts bounds what a multiplication is written out to; larger ones are loops.
const maxProducts = 160

// digits takes words apart, each digit in a word of its own, without the leading digits that are known to be 0.
func (s *splitter) digits(x []word.ID) []word.ID {
	var list []word.ID
	for at := 0; at < s.width(x); at += digitBits {
		list = append(list, s.b.ZExt(s.bits(x, at, digitBits), wordBits))
	}
	for len(list) > 0 && s.b.KnownBits(list[len(list)-1]) == 0 {
		list = list[:len(list)-1]
	}
	return list
}

// products counts the products of digits that w bits of the result need.
func products(p, q []word.ID, w int) int {
	n, maxDigits := 0, (w+digitBits-1)/digitBits
	for i := range p {
		n += max(0, min(len(q), maxDigits-i))
	}
	return n
}

// product multiplies as on paper: for each digit of p, its multiple of q is added to what there is.
func (s *splitter) product(x, p, q []word.ID, w int) {
	b := s.b
	zero := b.Uint(0, wordBits)
	sum := make([]word.ID, 2*len(x))
	for i := range sum {
		sum[i] = zero
	}
	for i := range p {
		carry := zero
		for j := range q {
			if i+j >= len(sum) {
				break
			}
			t := b.Add(b.Add(b.Binary(word.Mul, p[i], q[j]), sum[i+j]), carry)
			sum[i+j] = b.ZExt(b.Slice(t, 0, digitBits), wordBits)
			carry = b.ZExt(b.Slice(t, digitBits, digitBits), wordBits)
		}
		if at := i + len(q); at < len(sum) {
			sum[at] = carry
		}
	}
	for k := range x {
		both := b.Concat(b.Slice(sum[2*k+1], 0, digitBits), b.Slice(sum[2*k], 0, digitBits))
		x[k] = b.Slice(both, 0, wordWidth(w, k))
	}
}
