package encode

import "errors"

// AppendUnsigned appends v in unsigned LEB128, the way the binary format writes indices, sizes
// and offsets: 7 bits a byte, least significant first, the top bit set on all but the last.
func AppendUnsigned(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

// AppendSigned appends v in signed LEB128, the way the binary format writes constants. It stops
// as soon as the remaining bits are all copies of the sign.
func AppendSigned(dst []byte, v int64) []byte {
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if (v == 0 && b&0x40 == 0) || (v == -1 && b&0x40 != 0) {
			return append(dst, b)
		}
		dst = append(dst, b|0x80)
	}
}

// ErrLEB reports a number that is cut off or longer than 64 bits.
var ErrLEB = errors.New("encode: malformed LEB128 number")

// Unsigned reads one unsigned LEB128 number from the front of src and returns the rest.
func Unsigned(src []byte) (v uint64, rest []byte, err error) {
	for i, b := range src {
		if i == 9 && b > 1 {
			return 0, src, ErrLEB
		}
		v |= uint64(b&0x7f) << (7 * uint(i))
		if b&0x80 == 0 {
			return v, src[i+1:], nil
		}
	}
	return 0, src, ErrLEB
}

// Signed reads one signed LEB128 number from the front of src and returns the rest.
func Signed(src []byte) (v int64, rest []byte, err error) {
	for i, b := range src {
		if i == 9 && b != 0 && b != 0x7f {
			return 0, src, ErrLEB
		}
		shift := 7 * uint(i)
		v |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if shift+7 < 64 && b&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v, src[i+1:], nil
		}
	}
	return 0, src, ErrLEB
}
