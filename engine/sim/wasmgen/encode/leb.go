package encode

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
