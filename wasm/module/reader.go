package module

import "slices"

// Reader reads a module's bytes. After an error Failed is set and everything else is zero.
type Reader struct {
	B      []byte
	At     int // of the next byte
	Failed bool
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if r.Failed || r.At >= len(r.B) {
		r.Failed = true
		return 0
	}
	r.At++
	return r.B[r.At-1]
}

// Bytes reads n bytes, which stay part of B.
func (r *Reader) Bytes(n int) []byte {
	if r.Failed || n < 0 || n > len(r.B)-r.At {
		r.Failed = true
		return nil
	}
	r.At += n
	return r.B[r.At-n : r.At]
}

// Sized reads a number and as many bytes.
func (r *Reader) Sized() []byte { return r.Bytes(int(min(r.Unsigned(), 1<<31-1))) }

// Unsigned reads an unsigned LEB128 number of at most 64 bits.
func (r *Reader) Unsigned() uint64 {
	v, _, _ := r.leb()
	return v
}

// Signed reads a signed LEB128 number of at most 64 bits.
func (r *Reader) Signed() int64 {
	v, bits, last := r.leb()
	if last&0x40 != 0 && bits < 64 {
		v |= ^uint64(0) << bits
	}
	return int64(v)
}

func (r *Reader) leb() (v uint64, bits int, last byte) {
	for bits < 70 {
		last = r.Byte()
		v |= uint64(last&0x7f) << bits
		bits += 7
		if last < 0x80 {
			return v, bits, last
		}
	}
	r.Failed = true
	return 0, 0, 0
}

// Instruction is one instruction.
type Instruction struct {
	At, End int // its bytes
	Op      byte
	Value   int64    // the number behind its opcode: an index, a depth, a constant, the offset of an access, the second opcode of 0xfc
	Targets []uint64 // of BrTable, the last one for all other values
}

// Instruction reads one of those that Go's compiler uses (WebAssembly 2.0 without vectors, tables and references);
// others fail.
func (r *Reader) Instruction() Instruction {
	in := Instruction{At: r.At}
	in.Op = r.Byte()
	switch op := in.Op; {
	case op <= Nop, op == Else, op == End, op == Return, op == Drop, op == Select:
	case op >= Block && op <= If: // their type
		in.Value = r.Signed()
	case op == Br, op == BrIf, op == Call, op >= LocalGet && op <= GlobalSet:
		in.Value = int64(r.Unsigned())
	case op == BrTable:
		for range min(r.Unsigned(), uint64(len(r.B))) {
			in.Targets = append(in.Targets, r.Unsigned())
			if r.Failed {
				break
			}
		}
		in.Targets = append(in.Targets, r.Unsigned())
	case op == CallIndirect:
		in.Value = int64(r.Unsigned())
		r.Unsigned()
	case in.Loads(), in.Stores():
		r.Unsigned()
		in.Value = int64(r.Unsigned())
	case op == MemorySize, op == MemoryGrow:
		r.Byte()
	case op == I32Const, op == I64Const:
		in.Value = r.Signed()
	case op == F32Const:
		r.Bytes(4)
	case op == F64Const:
		r.Bytes(8)
	case op >= I32Eqz && op <= I64Extend32S: // arithmetic, comparisons, conversions
	case op == Prefix:
		switch in.Value = int64(r.Unsigned()); {
		case in.Value >= 0 && in.Value <= lastSaturating:
		case in.Value == memoryCopy:
			r.Bytes(2)
		case in.Value == memoryFill:
			r.Bytes(1)
		default:
			r.Failed = true
		}
	default:
		r.Failed = true
	}
	in.End = r.At
	return in
}

// Body reads the body of a function: where the declarations of its locals end, and its instructions. It reports whether
// it could.
func Body(body []byte) (declared int, list []Instruction, ok bool) {
	r := Reader{B: body}
	for range r.Unsigned() {
		r.Unsigned()
		r.Byte()
		if r.Failed {
			break
		}
	}
	declared = r.At
	list = slices.Grow(list, len(body)/3)
	for r.At < len(body) && !r.Failed {
		list = append(list, r.Instruction())
	}
	if r.Failed {
		return 0, nil, false
	}
	return declared, list, true
}
