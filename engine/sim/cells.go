package sim

import (
	"encoding/binary"

	"simten.dev/engine/circuit"
)

// CellBytes is the number of bytes that a value of a width takes in the form of Machine.Cells; see circuit.CellBytes.
func CellBytes(width int) int {
	return circuit.CellBytes(width)
}

// PutCell writes a value in the form of Machine.Cells: little-endian, CellBytes(width) bytes.
func PutCell(dst []byte, v circuit.Value, width int) {
	switch CellBytes(width) {
	case 1:
		dst[0] = byte(v.Word(0))
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(v.Word(0)))
	case 4:
		binary.LittleEndian.PutUint32(dst, uint32(v.Word(0)))
	default:
		for i := range (width + 63) / 64 {
			binary.LittleEndian.PutUint64(dst[8*i:], v.Word(i))
		}
	}
}

// GetCell reads what PutCell wrote.
func GetCell(src []byte, width int) circuit.Value {
	switch CellBytes(width) {
	case 1:
		return circuit.Uint(uint64(src[0]))
	case 2:
		return circuit.Uint(uint64(binary.LittleEndian.Uint16(src)))
	case 4:
		return circuit.Uint(uint64(binary.LittleEndian.Uint32(src)))
	}
	words := make([]uint64, (width+63)/64)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(src[8*i:])
	}
	return circuit.FromWords(words)
}

// MemoryShape is the number of cells of a memory field and the bits of each. A field that is declared
// without a depth (a bare Map) has 2^AddressWidth cells that can be listed, and holds numbers of 32 bits.
func MemoryShape(s circuit.StateBlock) (cells uint64, width int) {
	if s.Depth > 0 {
		return uint64(s.Depth), s.StateType.DataWidth
	}
	return 1 << min(s.StateType.AddressWidth, 62), 32
}

// Signs are the signs of cells of 32 bits, one bit each: those of the numbers as they are, or of unsigned ones.
func Signs(cells []byte, signed bool) []byte {
	bits := make([]byte, len(cells)/4)
	for i := range bits {
		if signed {
			bits[i] = cells[4*i+3] >> 7
		}
	}
	return bits
}

// SignBit is a sign as a register has it.
func SignBit(negative bool) circuit.Value {
	if negative {
		return circuit.Uint(1)
	}
	return circuit.Value{}
}
