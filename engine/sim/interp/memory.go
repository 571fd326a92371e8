package interp

import (
	"encoding/binary"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/image"
	"simten.dev/engine/word"
)

// memory is an array of cells, in the smallest machine word that holds one.
type memory struct {
	depth uint64
	width int
	b8    []uint8
	b16   []uint16
	b32   []uint32
	b64   []uint64 // words(width) per cell

	cell  uint64 // bytes of a cell, in the form of sim.Machine.Cells
	pages *sim.Paged
}

func newMemory(m *netlist.Memory) *memory {
	x := &memory{depth: uint64(m.Depth), width: m.Width, cell: uint64(sim.CellBytes(m.Width))}
	x.pages = sim.NewPaged(image.MemoryBytes(m))
	switch {
	case m.Width <= 8:
		x.b8 = make([]uint8, m.Depth)
	case m.Width <= 16:
		x.b16 = make([]uint16, m.Depth)
	case m.Width <= 32:
		x.b32 = make([]uint32, m.Depth)
	default:
		x.b64 = make([]uint64, m.Depth*int(words(int32(m.Width))))
	}
	return x
}

func (x *memory) read(address uint64, dst []uint64) {
	n := words(int32(x.width))
	if address >= x.depth {
		clear(dst[:n])
		return
	}
	switch {
	case x.b8 != nil:
		dst[0] = uint64(x.b8[address])
	case x.b16 != nil:
		dst[0] = uint64(x.b16[address])
	case x.b32 != nil:
		dst[0] = uint64(x.b32[address])
	default:
		copy(dst[:n], x.b64[address*uint64(n):])
	}
}

func (x *memory) write(address uint64, v []uint64) {
	if address >= x.depth {
		return
	}
	x.touch(address)
	switch {
	case x.b8 != nil:
		x.b8[address] = uint8(v[0])
	case x.b16 != nil:
		x.b16[address] = uint16(v[0])
	case x.b32 != nil:
		x.b32[address] = uint32(v[0])
	default:
		n := uint64(words(int32(x.width)))
		copy(x.b64[address*n:(address+1)*n], v)
	}
}

// readAll copies all cells into words, each into a lane; see word.MemAll.
func (x *memory) readAll(dst []uint64) {
	switch {
	case x.b8 != nil:
		gather(dst, x.b8, 8)
	case x.b16 != nil:
		gather(dst, x.b16, 16)
	case x.b32 != nil:
		gather(dst, x.b32, 32)
	default:
		copy(dst, x.b64)
	}
}

// wordsOfAll is the number of words that readAll copies.
func (x *memory) wordsOfAll() uint32 { return uint32(x.depth) * uint32(word.CellLane(x.width)) / 64 }

// writeAll is the opposite of readAll.
func (x *memory) writeAll(v []uint64) {
	x.pages.TouchAll()
	switch {
	case x.b8 != nil:
		scatter(x.b8, v, 8)
	case x.b16 != nil:
		scatter(x.b16, v, 16)
	case x.b32 != nil:
		scatter(x.b32, v, 32)
	default:
		copy(x.b64, v)
	}
}

func gather[T uint8 | uint16 | uint32](dst []uint64, cells []T, lane int) {
	clear(dst)
	for i, v := range cells {
		at := i * lane
		dst[at/64] |= uint64(v) << (at % 64)
	}
}

func scatter[T uint8 | uint16 | uint32](cells []T, v []uint64, lane int) {
	for i := range cells {
		at := i * lane
		cells[i] = T(v[at/64] >> (at % 64))
	}
}

// touch notes that a cell changes. A cell of three words can lie in two pages.
func (x *memory) touch(address uint64) {
	at := address * x.cell
	x.pages.Touch(int(at / sim.PageBytes))
	x.pages.Touch(int((at + x.cell - 1) / sim.PageBytes))
}

// fill replaces the whole content.
func (x *memory) fill(cells map[uint64]circuit.Value) {
	clear(x.b8)
	clear(x.b16)
	clear(x.b32)
	clear(x.b64)
	x.pages.TouchAll()
	buffer := make([]uint64, words(int32(x.width)))
	for a, v := range cells {
		v = v.Mask(x.width)
		for k := range buffer {
			buffer[k] = v.Word(k)
		}
		x.write(a, buffer)
	}
}

// cells copies cells from the cell first on, in the form of sim.Machine.Cells.
func (x *memory) cells(first uint64, dst []byte) {
	clear(dst)
	size := sim.CellBytes(x.width)
	n := uint64(words(int32(x.width)))
	for i := range min(uint64(len(dst)/size), x.depth-min(first, x.depth)) {
		at := dst[int(i)*size:]
		switch address := first + i; {
		case x.b8 != nil:
			at[0] = x.b8[address]
		case x.b16 != nil:
			binary.LittleEndian.PutUint16(at, x.b16[address])
		case x.b32 != nil:
			binary.LittleEndian.PutUint32(at, x.b32[address])
		default:
			for k, w := range x.b64[address*n : (address+1)*n] {
				binary.LittleEndian.PutUint64(at[8*k:], w)
			}
		}
	}
}

// setCells overwrites cells from the cell first on, in the form of sim.Machine.Cells.
func (x *memory) setCells(first uint64, src []byte) {
	size := sim.CellBytes(x.width)
	buffer := make([]uint64, words(int32(x.width)))
	for at := 0; at+size <= len(src); at += size {
		v := sim.GetCell(src[at:], x.width).Mask(x.width)
		for k := range buffer {
			buffer[k] = v.Word(k)
		}
		x.write(first+uint64(at/size), buffer)
	}
}

// setBits gives cells of one bit from the cell first on.
func (x *memory) setBits(first uint64, bits []byte) {
	for i, bit := range bits {
		x.write(first+uint64(i), []uint64{uint64(bit)})
	}
}

// readBytes copies from the cells as they stand one behind the other.
func (x *memory) readBytes(offset int, dst []byte) {
	first := uint64(offset) / x.cell
	skip := uint64(offset) - first*x.cell
	if skip == 0 && uint64(len(dst))%x.cell == 0 {
		x.cells(first, dst)
		return
	}
	whole := make([]byte, (skip+uint64(len(dst))+x.cell-1)/x.cell*x.cell)
	x.cells(first, whole)
	copy(dst, whole[skip:])
}

// writeBytes is the opposite of readBytes.
func (x *memory) writeBytes(offset int, src []byte) {
	first := uint64(offset) / x.cell
	skip := uint64(offset) - first*x.cell
	whole := src
	if skip != 0 || uint64(len(src))%x.cell != 0 {
		whole = make([]byte, (skip+uint64(len(src))+x.cell-1)/x.cell*x.cell)
		x.cells(first, whole)
		copy(whole[skip:], src)
	}
	value := make([]uint64, words(int32(x.width)))
	for i := uint64(0); i < uint64(len(whole))/x.cell; i++ {
		v := sim.GetCell(whole[i*x.cell:], x.width).Mask(x.width)
		for k := range value {
			value[k] = v.Word(k)
		}
		x.write(first+i, value)
	}
}

// contents lists the cells that are not 0.
func (x *memory) contents() map[uint64]circuit.Value {
	cells := map[uint64]circuit.Value{}
	buffer := make([]uint64, words(int32(x.width)))
	for a := range x.depth {
		x.read(a, buffer)
		if v := circuit.FromWords(buffer); !v.IsZero() {
			cells[a] = v
		}
	}
	return cells
}
