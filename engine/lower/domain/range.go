package domain

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"simten.dev/engine/word"
)

// MaxInt bounds integers that doubles hold exactly.
const MaxInt = 1<<53 - 1

// IntWidth is the number of bits in which an integer of this range is held.
func IntWidth(lo, hi int64) int {
	if lo >= math.MinInt32 && hi <= math.MaxInt32 || lo >= 0 && hi <= math.MaxUint32 {
		return 32
	}
	return 64
}

// BigWidth is the number of bits in which a bigint of this range is held.
func BigWidth(lo, hi *big.Int) int {
	if lo.Sign() >= 0 {
		return max(1, hi.BitLen())
	}
	n := new(big.Int).Not(lo).BitLen()
	if hi.Sign() > 0 {
		n = max(n, hi.BitLen())
	}
	return n + 1
}

// Before is the operation that a number was before it was narrowed down to one.
func (v IntValue) Before() word.ID {
	if v.Was != 0 {
		return v.Was - 1
	}
	return v.ID
}

// Parts are the ranges that an integer is in: one, or two with a gap between them.
func (v IntValue) parts() [][2]int64 {
	if v.Below < v.Above {
		return [][2]int64{{v.Lo, v.Below}, {v.Above, v.Hi}}
	}
	return [][2]int64{{v.Lo, v.Hi}}
}

// MayBeZero reports whether 0 is one of the numbers that an integer may be.
func (v IntValue) MayBeZero() bool {
	return v.Lo <= 0 && v.Hi >= 0 && (v.Below >= 0 || v.Above <= 0)
}

// GapOf is the largest gap in the numbers that are x or y.
func GapOf(x, y IntValue) (below, above int64) {
	parts := append(x.parts(), y.parts()...)
	slices.SortFunc(parts, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	end := parts[0][1]
	for _, p := range parts[1:] {
		if p[0]-end > max(1, above-below) {
			below, above = end, p[0]
		}
		end = max(end, p[1])
	}
	return below, above
}

// Tidy is an integer whose range does not end in its gap.
func (v IntValue) Tidy() IntValue {
	if v.Below < v.Above {
		if v.Lo > v.Below {
			v.Lo = max(v.Lo, v.Above)
		}
		if v.Hi < v.Above {
			v.Hi = min(v.Hi, v.Below)
		}
		if v.Lo > v.Below || v.Hi < v.Above || v.Lo > v.Hi {
			v.Below, v.Above = 0, 0
		}
	}
	return v
}

// MaxAlternatives bounds arrays built in the lambda that are indexed by a value.
const MaxAlternatives = 1024

// SignedBits is how many bits of two's complement hold v.
func SignedBits(v IntValue) int {
	need := func(n int64) int {
		if n < 0 {
			n = ^n
		}
		return bits.Len64(uint64(n)) + 1
	}
	return max(need(v.Lo), need(v.Hi))
}
