package circuit

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
)

// Value is an unsigned number of any width, the value of a port, a register or a memory cell.
// Values up to 64 bits live in Lo; wider ones have their bits 64 and up in Hi, least
// significant word first. Hi is normalised: its last word is never zero. The zero Value is 0.
type Value struct {
	Lo uint64
	Hi []uint64
}

// Uint makes a Value from at most 64 bits.
func Uint(v uint64) Value { return Value{Lo: v} }

// FromBig masks b (two's complement when negative) to width bits.
func FromBig(b *big.Int, width int) Value {
	if b.Sign() >= 0 && b.IsUint64() {
		return Value{Lo: b.Uint64()}.Mask(width)
	}
	m := new(big.Int).And(b, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
	var v Value
	words := m.Bits()
	put := func(i int, w uint64) {
		if i == 0 {
			v.Lo = w
			return
		}
		for len(v.Hi) < i {
			v.Hi = append(v.Hi, 0)
		}
		v.Hi[i-1] = w
	}
	if bits.UintSize == 64 {
		for i, w := range words {
			put(i, uint64(w))
		}
	} else {
		for i := 0; i < len(words); i += 2 {
			w := uint64(words[i])
			if i+1 < len(words) {
				w |= uint64(words[i+1]) << 32
			}
			put(i/2, w)
		}
	}
	return v.normalise()
}

func (v Value) normalise() Value {
	n := len(v.Hi)
	for n > 0 && v.Hi[n-1] == 0 {
		n--
	}
	if n == 0 {
		v.Hi = nil
	} else {
		v.Hi = v.Hi[:n]
	}
	return v
}

// Mask keeps the low width bits. It never changes v's words in place.
func (v Value) Mask(width int) Value {
	if width <= 64 {
		if width < 64 {
			v.Lo &= 1<<uint(width) - 1
		}
		v.Hi = nil
		return v
	}
	words := (width - 1) / 64 // words of Hi that may be used
	if len(v.Hi) < words || (len(v.Hi) == words && width%64 == 0) {
		return v
	}
	hi := append([]uint64(nil), v.Hi[:words]...)
	if r := uint(width % 64); r != 0 {
		hi[words-1] &= 1<<r - 1
	}
	v.Hi = hi
	return v.normalise()
}

// Fits reports whether the value needs at most width bits.
func (v Value) Fits(width int) bool { return v.Len() <= width }

// Len is the number of bits needed; 0 for 0.
func (v Value) Len() int {
	if n := len(v.Hi); n > 0 {
		return 64*n + bits.Len64(v.Hi[n-1])
	}
	return bits.Len64(v.Lo)
}

// Equal compares two values.
func (v Value) Equal(w Value) bool {
	if v.Lo != w.Lo || len(v.Hi) != len(w.Hi) {
		return false
	}
	for i := range v.Hi {
		if v.Hi[i] != w.Hi[i] {
			return false
		}
	}
	return true
}

// IsZero reports whether the value is 0.
func (v Value) IsZero() bool { return v.Lo == 0 && len(v.Hi) == 0 }

// Word returns the i-th 64-bit word, least significant first.
func (v Value) Word(i int) uint64 {
	if i == 0 {
		return v.Lo
	}
	if i-1 < len(v.Hi) {
		return v.Hi[i-1]
	}
	return 0
}

// FromWords makes a value from 64-bit words, least significant first.
func FromWords(words []uint64) Value {
	if len(words) == 0 {
		return Value{}
	}
	v := Value{Lo: words[0]}
	if len(words) > 1 {
		v.Hi = append([]uint64(nil), words[1:]...)
	}
	return v.normalise()
}

// Big returns the value as a new big.Int.
func (v Value) Big() *big.Int {
	b := new(big.Int)
	for i := len(v.Hi) - 1; i >= 0; i-- {
		b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(v.Hi[i]))
	}
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(v.Lo))
}

// String is the unsigned decimal form.
func (v Value) String() string {
	if v.Hi == nil {
		return strconv.FormatUint(v.Lo, 10)
	}
	return v.Big().String()
}

// maxSafeInteger is the largest integer that JSON readers in JavaScript keep exact, 2^53 − 1.
const maxSafeInteger = 1<<53 - 1

// MarshalJSON writes an unsigned decimal number, as a string beyond 2^53 − 1.
func (v Value) MarshalJSON() ([]byte, error) {
	s := v.String()
	if v.Hi != nil || v.Lo > maxSafeInteger {
		return []byte(`"` + s + `"`), nil
	}
	return []byte(s), nil
}

// UnmarshalJSON reads a non-negative integer, a decimal or 0x string, or a boolean.
func (v *Value) UnmarshalJSON(data []byte) error {
	s := string(data)
	switch s {
	case "true":
		*v = Uint(1)
		return nil
	case "false":
		*v = Value{}
		return nil
	}
	if len(s) >= 2 && s[0] == '"' {
		u, err := strconv.Unquote(s)
		if err != nil {
			return fmt.Errorf("value %s: %w", s, err)
		}
		s = u
	}
	if len(s) > MaxWidth+2 { // reading decimal digits takes quadratic time
		return fmt.Errorf("value has %d digits, more than %d bits need", len(s), MaxWidth)
	}
	b, ok := new(big.Int).SetString(s, 0)
	if !ok || b.Sign() < 0 {
		return fmt.Errorf("value %q is not an unsigned whole number", s)
	}
	if b.BitLen() > MaxWidth {
		return fmt.Errorf("value has %d bits, more than %d", b.BitLen(), MaxWidth)
	}
	*v = FromBig(b, MaxWidth)
	return nil
}

// MaxWidth bounds the width of one port or register, so that a typing slip such as bus(1e9)
// is an error instead of a gigabyte. The language itself sets no limit (D26).
const MaxWidth = 1 << 16

// CellBytes is the number of bytes that a value of a width takes as a cell of a memory: 1, 2 or 4, and for more than 32
// bits 8 for each 64.
func CellBytes(width int) int {
	switch {
	case width <= 8:
		return 1
	case width <= 16:
		return 2
	case width <= 32:
		return 4
	}
	return 8 * ((width + 63) / 64)
}
