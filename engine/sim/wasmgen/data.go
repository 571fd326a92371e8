package wasmgen

import (
	"encoding/binary"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// The contents of a module's memory besides the layout: constants, tables, and room to work in.

// constant returns the address of a wide constant.
func (g *generator) constant(id word.ID) uint32 {
	if at, ok := g.constants[id]; ok {
		return at
	}
	op := &g.m.Ops[id]
	a := arena{g.layout.end}
	p := a.place(int(op.Width))
	g.layout.end = a.next
	bytes := make([]byte, p.bytes())
	putValue(bytes, p, g.m.Wide[op.Imm])
	g.module.Data(p.offset, bytes)
	g.constants[id] = p.offset
	return p.offset
}

// scratch is a place to stage the next value of a wide loop variable.
func (g *generator) scratch(v, width int) place {
	if p, ok := g.scratches[v]; ok {
		return p
	}
	a := arena{g.layout.end}
	p := a.place(width)
	g.layout.end = a.next
	g.scratches[v] = p
	return p
}

// dividend is an area of twice n limbs and two more in which a long division works.
func (g *generator) dividend(n int) uint32 {
	if g.dividends[n] == 0 {
		a := arena{g.layout.end}
		g.dividends[n] = a.block(16*uint32(n)+16, 8)
		g.layout.end = a.next
	}
	return g.dividends[n]
}

// tables places the lookup tables, each followed by a zero entry.
func (g *generator) tables() {
	for _, t := range g.m.Tables {
		p := placeFor(t.Width)
		a := arena{g.layout.end}
		at := a.block(uint32(len(t.Data)+1)*p.bytes(), 8)
		g.layout.end = a.next
		g.layout.tables = append(g.layout.tables, at)
		bytes := make([]byte, len(t.Data)*int(p.bytes()))
		for i, v := range t.Data {
			putValue(bytes[i*int(p.bytes()):], p, v)
		}
		if len(bytes) > 0 {
			g.module.Data(at, bytes)
		}
	}
}

// putValue writes a value in the byte order of linear memory.
func putValue(dst []byte, p place, v circuit.Value) {
	switch {
	case p.limbs > 0:
		for i := range int(p.limbs) {
			binary.LittleEndian.PutUint64(dst[8*i:], v.Word(i))
		}
	case p.size == 1:
		dst[0] = byte(v.Lo)
	case p.size == 2:
		binary.LittleEndian.PutUint16(dst, uint16(v.Lo))
	case p.size == 4:
		binary.LittleEndian.PutUint32(dst, uint32(v.Lo))
	default:
		binary.LittleEndian.PutUint64(dst, v.Lo)
	}
}

// getValue reads what putValue wrote.
func getValue(src []byte, p place) circuit.Value {
	switch {
	case p.limbs > 0:
		words := make([]uint64, p.limbs)
		for i := range words {
			words[i] = binary.LittleEndian.Uint64(src[8*i:])
		}
		return circuit.FromWords(words)
	case p.size == 1:
		return circuit.Uint(uint64(src[0]))
	case p.size == 2:
		return circuit.Uint(uint64(binary.LittleEndian.Uint16(src)))
	case p.size == 4:
		return circuit.Uint(uint64(binary.LittleEndian.Uint32(src)))
	default:
		return circuit.Uint(binary.LittleEndian.Uint64(src))
	}
}
