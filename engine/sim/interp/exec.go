package interp

import (
	"math"
	"math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim/fault"
	"simten.dev/engine/word"
)

type opcode uint32

const (
	opUnless opcode = iota // go on at c when a is 0
	opIf
	opUnlessEqImm
	opUnlessNeImm
	opJump
	opCopy
	opAnd
	opAndImm
	opOr
	opXor
	opNot
	opAdd
	opAddMask
	opSub
	opSubMask
	opMul
	opMulMask
	opShl
	opShlImm
	opLShr
	opLShrImm
	opAShr
	opSlice
	opConcat
	opSExt
	opClz
	opUDiv
	opURem
	opSDiv
	opSRem
	opEq
	opEqImm
	opNe
	opNeImm
	opULt
	opULe
	opSLt
	opSLe
	opMux
	opMuxEqImm
	opAndEqImm
	opAndNeImm
	opOrEqImm
	opOrNeImm
	opAndNot
	opAnd3
	opAndOr
	opAndXor
	opOrAnd
	opOr3
	opOrXor
	opXorAnd
	opXorOr
	opXor3
	opAdd3
	opMulAdd
	opFunnel
	opTable
	opRead8
	opRead16
	opRead32
	opFFromS
	opFFromU
	opFAdd
	opFSub
	opFMul
	opFDiv
	opFLt
	opFLe
	opFEq

	// Instructions that call something; see rare.
	opParity
	opMemRead
	opMemAll
	opCopyWide
	opFToInt
	opOther
	opWide
	opCall
)

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// run executes code. The error is that of an opaque lambda.
func (m *Machine) run(list []code) error {
	for at := uint(0); ; {
		at = m.frequent(list, at)
		if at >= uint(len(list)) {
			return nil
		}
		if err := m.rare(&list[at]); err != nil {
			return err
		}
		at++
	}
}

// frequent executes instructions from one on until it comes to a rare one, which it returns, or to the end. It calls
// nothing, so that all it needs stays in the processor's registers.
func (m *Machine) frequent(list []code, at uint) uint {
	s := m.slots
	for at < uint(len(list)) {
		x := &list[at]
		at++
		switch x.op {
		case opUnless:
			if s[x.a] == 0 {
				at = uint(x.c)
			}
		case opIf:
			if s[x.a] != 0 {
				at = uint(x.c)
			}
		case opUnlessEqImm:
			if s[x.a] != x.imm {
				at = uint(x.c)
			}
		case opUnlessNeImm:
			if s[x.a] == x.imm {
				at = uint(x.c)
			}
		case opJump:
			at = uint(x.c)
		case opCopy:
			s[x.dst] = s[x.a]
		case opAnd:
			s[x.dst] = s[x.a] & s[x.b]
		case opAndImm:
			s[x.dst] = s[x.a] & x.imm
		case opOr:
			s[x.dst] = s[x.a] | s[x.b]
		case opXor:
			s[x.dst] = s[x.a] ^ s[x.b]
		case opNot:
			s[x.dst] = ^s[x.a] & x.imm
		case opAdd:
			s[x.dst] = s[x.a] + s[x.b]
		case opAddMask:
			s[x.dst] = (s[x.a] + s[x.b]) & x.imm
		case opSub:
			s[x.dst] = s[x.a] - s[x.b]
		case opSubMask:
			s[x.dst] = (s[x.a] - s[x.b]) & x.imm
		case opMul:
			s[x.dst] = s[x.a] * s[x.b]
		case opMulMask:
			s[x.dst] = s[x.a] * s[x.b] & x.imm
		case opShl:
			s[x.dst] = s[x.a] << s[x.b] & x.imm
		case opShlImm:
			s[x.dst] = s[x.a] << x.b & x.imm
		case opLShr:
			s[x.dst] = s[x.a] >> s[x.b]
		case opLShrImm:
			s[x.dst] = s[x.a] >> x.imm
		case opAShr:
			s[x.dst] = uint64(int64(s[x.a]<<x.c)>>x.c>>s[x.b]) & x.imm
		case opSlice:
			s[x.dst] = s[x.a] >> x.b & x.imm
		case opConcat:
			s[x.dst] = s[x.a]<<x.imm | s[x.b]
		case opSExt:
			s[x.dst] = uint64(int64(s[x.a]<<x.c)>>x.c) & x.imm
		case opClz:
			s[x.dst] = uint64(bits.LeadingZeros64(s[x.a])) - x.imm
		case opUDiv:
			if d := s[x.b]; d != 0 {
				s[x.dst] = s[x.a] / d
			} else {
				s[x.dst] = 0
			}
		case opURem:
			if d := s[x.b]; d != 0 {
				s[x.dst] = s[x.a] % d
			} else {
				s[x.dst] = 0
			}
		case opSDiv:
			if d := int64(s[x.b]<<x.c) >> x.c; d != 0 {
				s[x.dst] = uint64(int64(s[x.a]<<x.c)>>x.c/d) & x.imm
			} else {
				s[x.dst] = 0
			}
		case opSRem:
			if d := int64(s[x.b]<<x.c) >> x.c; d != 0 {
				s[x.dst] = uint64(int64(s[x.a]<<x.c)>>x.c%d) & x.imm
			} else {
				s[x.dst] = 0
			}
		case opEq:
			s[x.dst] = bit(s[x.a] == s[x.b])
		case opEqImm:
			s[x.dst] = bit(s[x.a] == x.imm)
		case opNe:
			s[x.dst] = bit(s[x.a] != s[x.b])
		case opNeImm:
			s[x.dst] = bit(s[x.a] != x.imm)
		case opULt:
			s[x.dst] = bit(s[x.a] < s[x.b])
		case opULe:
			s[x.dst] = bit(s[x.a] <= s[x.b])
		case opSLt:
			s[x.dst] = bit(int64(s[x.a]<<x.imm) < int64(s[x.b]<<x.imm))
		case opSLe:
			s[x.dst] = bit(int64(s[x.a]<<x.imm) <= int64(s[x.b]<<x.imm))
		case opMux:
			from := x.c
			if s[x.a] != 0 {
				from = x.b
			}
			s[x.dst] = s[from]
		case opMuxEqImm:
			from := x.c
			if s[x.a] == x.imm {
				from = x.b
			}
			s[x.dst] = s[from]
		case opAndEqImm:
			s[x.dst] = bit(s[x.a] == x.imm) & s[x.b]
		case opAndNeImm:
			s[x.dst] = bit(s[x.a] != x.imm) & s[x.b]
		case opOrEqImm:
			s[x.dst] = bit(s[x.a] == x.imm) | s[x.b]
		case opOrNeImm:
			s[x.dst] = bit(s[x.a] != x.imm) | s[x.b]
		case opAndNot:
			s[x.dst] = s[x.b] &^ s[x.a]
		case opAnd3:
			s[x.dst] = s[x.a] & s[x.b] & s[x.c]
		case opAndOr:
			s[x.dst] = s[x.a]&s[x.b] | s[x.c]
		case opAndXor:
			s[x.dst] = s[x.a]&s[x.b] ^ s[x.c]
		case opOrAnd:
			s[x.dst] = (s[x.a] | s[x.b]) & s[x.c]
		case opOr3:
			s[x.dst] = s[x.a] | s[x.b] | s[x.c]
		case opOrXor:
			s[x.dst] = (s[x.a] | s[x.b]) ^ s[x.c]
		case opXorAnd:
			s[x.dst] = (s[x.a] ^ s[x.b]) & s[x.c]
		case opXorOr:
			s[x.dst] = s[x.a] ^ s[x.b] | s[x.c]
		case opXor3:
			s[x.dst] = s[x.a] ^ s[x.b] ^ s[x.c]
		case opAdd3:
			s[x.dst] = (s[x.a] + s[x.b] + s[x.c]) & x.imm
		case opMulAdd:
			s[x.dst] = (s[x.a]*s[x.b] + s[x.c]) & x.imm
		case opFunnel:
			s[x.dst] = (s[x.a]<<(x.c&63) | s[x.b]>>(x.c>>8&63)) & x.imm
		case opTable:
			t := m.tables[x.imm]
			if k := s[x.a]; k < uint64(len(t)) {
				s[x.dst] = t[k]
			} else {
				s[x.dst] = 0
			}
		case opFFromS:
			s[x.dst] = math.Float64bits(float64(int64(s[x.a]<<x.imm) >> x.imm))
		case opFFromU:
			s[x.dst] = math.Float64bits(float64(s[x.a]))
		case opFAdd:
			s[x.dst] = math.Float64bits(float(s[x.a]) + float(s[x.b]))
		case opFSub:
			s[x.dst] = math.Float64bits(float(s[x.a]) - float(s[x.b]))
		case opFMul:
			s[x.dst] = math.Float64bits(float(s[x.a]) * float(s[x.b]))
		case opFDiv:
			s[x.dst] = math.Float64bits(float(s[x.a]) / float(s[x.b]))
		case opFLt:
			s[x.dst] = bit(float(s[x.a]) < float(s[x.b]))
		case opFLe:
			s[x.dst] = bit(float(s[x.a]) <= float(s[x.b]))
		case opFEq:
			s[x.dst] = bit(float(s[x.a]) == float(s[x.b]))
		case opRead8:
			if d, k := m.memories[x.imm].b8, s[x.a]; k < uint64(len(d)) {
				s[x.dst] = uint64(d[k])
			} else {
				s[x.dst] = 0
			}
		case opRead16:
			if d, k := m.memories[x.imm].b16, s[x.a]; k < uint64(len(d)) {
				s[x.dst] = uint64(d[k])
			} else {
				s[x.dst] = 0
			}
		case opRead32:
			if d, k := m.memories[x.imm].b32, s[x.a]; k < uint64(len(d)) {
				s[x.dst] = uint64(d[k])
			} else {
				s[x.dst] = 0
			}
		default:
			return at - 1
		}
	}
	return at
}

// rare executes an instruction that calls something.
func (m *Machine) rare(x *code) error {
	s := m.slots
	switch x.op {
	case opParity:
		s[x.dst] = uint64(bits.OnesCount64(s[x.a]) & 1)
	case opMemRead:
		m.memories[x.imm].read(s[x.a], s[x.dst:])
	case opMemAll:
		m.memories[x.imm].readAll(s[x.dst : x.dst+x.b])
	case opCopyWide:
		copy(s[x.dst:x.dst+x.b], s[x.a:x.a+x.b])
	case opFToInt:
		s[x.dst] = word.FloatToInt(float(s[x.a])) & x.imm
	case opOther:
		s[x.dst], _ = word.Apply64(word.Kind(x.c), uint(x.imm&0xff), uint(x.imm>>8&0xff), x.imm>>16, s[x.a], s[x.b])
	case opWide:
		m.wide(word.ID(x.imm), x)
	case opCall:
		if err := m.call(int(x.imm)); err != nil {
			return err
		}
	}
	return nil
}

// value reads a value of a width at a slot.
func (m *Machine) value(slot uint32, width int) circuit.Value {
	if width <= 64 {
		return circuit.Uint(m.slots[slot])
	}
	return circuit.FromWords(m.slots[slot : slot+words(int32(width))])
}

// setValue writes a value, masked to the width.
func (m *Machine) setValue(slot uint32, width int, v circuit.Value) {
	v = v.Mask(width)
	for k := range words(int32(width)) {
		m.slots[slot+k] = v.Word(int(k))
	}
}

// call runs an opaque lambda.
func (m *Machine) call(index int) error {
	c := &m.module.Calls[index]
	if c.Throws || c.BailOut {
		if m.slots[m.p.slot[c.Args[0].Value]] == 0 {
			return nil
		}
	}
	args := make([]circuit.Value, len(c.Args))
	for k, a := range c.Args {
		args[k] = m.value(m.p.slot[a.Value], int(m.module.Ops[a.Value].Width))
	}
	if c.Throws {
		return fault.Threw(m.module, m.design, index, args[1:])
	}
	results := make([]circuit.Value, len(c.Results))
	if err := m.host.Call(index, args, results); err != nil {
		m.inTick = c.BailOut && c.Tick
		return err
	}
	for k, id := range m.results[index] {
		if id != word.None {
			m.setValue(m.p.slot[id], c.Results[k].Width, results[k])
		}
	}
	return nil
}
