package jumps

// reader reads a module's bytes. After an error failed is set and everything else is zero.
type reader struct {
	b      []byte
	at     int
	failed bool
}

func (r *reader) byte() byte {
	if r.failed || r.at >= len(r.b) {
		r.failed = true
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

func (r *reader) bytes(n int) []byte {
	if r.failed || n < 0 || n > len(r.b)-r.at {
		r.failed = true
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

// unsigned reads a LEB128 number of at most 64 bits; of a type, which is a signed one, without its sign.
func (r *reader) unsigned() uint64 {
	var v uint64
	for shift := 0; shift < 70; shift += 7 {
		c := r.byte()
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	r.failed = true
	return 0
}

// negative stands for all constants below 0, which are no basic blocks.
const negative = 1<<64 - 1

// instruction is one instruction, with the first number behind its opcode.
type instruction struct {
	at      int
	op      byte
	value   uint64
	targets []uint64 // of br_table, the last one for all other values
}

// instruction reads one of those that Go's compiler uses (WebAssembly 2.0 without vectors, tables and references); others fail.
func (r *reader) instruction() instruction {
	in := instruction{at: r.at}
	in.op = r.byte()
	switch op := in.op; {
	case op <= 0x01, op == 0x05, op == opEnd, op == 0x0f, op == 0x1a, op == 0x1b: // unreachable, nop, else, end, return, drop, select
	case op >= opBlock && op <= opIf: // their type
		in.value = r.unsigned()
	case op == opBr, op == opBrIf, op == opCall:
		in.value = r.unsigned()
	case op == opBrTable:
		for range min(r.unsigned(), uint64(len(r.b))) {
			in.targets = append(in.targets, r.unsigned())
			if r.failed {
				break
			}
		}
		in.targets = append(in.targets, r.unsigned())
	case op == opCallIndirect:
		in.value = r.unsigned()
		r.unsigned()
	case op >= 0x20 && op <= 0x24: // locals and globals
		in.value = r.unsigned()
	case op >= 0x28 && op <= 0x3e: // loads and stores
		r.unsigned()
		in.value = r.unsigned()
	case op == 0x3f, op == 0x40: // memory.size, memory.grow
		r.byte()
	case op == opI32Const, op == 0x42: // i64.const
		in.value = r.unsigned()
		if r.at > 0 && r.b[r.at-1]&0x40 != 0 {
			in.value = negative
		}
	case op == 0x43: // f32.const
		r.bytes(4)
	case op == 0x44: // f64.const
		r.bytes(8)
	case op >= opI32Eqz && op <= 0xc4: // arithmetic, comparisons, conversions
	case op == 0xfc:
		switch in.value = r.unsigned(); {
		case in.value <= 7: // saturating conversions
		case in.value == 10: // memory.copy
			r.bytes(2)
		case in.value == 11: // memory.fill
			r.bytes(1)
		default:
			r.failed = true
		}
	default:
		r.failed = true
	}
	return in
}
