package jumps

import (
	"encoding/binary"
	"slices"

	"simten.dev/engine/sim/wasmgen/encode"
)

// Opcodes that matter here.
const (
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opCall         = 0x10
	opCallIndirect = 0x11
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opGlobalGet    = 0x23
	opI32Const     = 0x41
	opI32Eqz       = 0x45
	opI32Sub       = 0x6b

	typeI32   = 0x7f
	noResults = 0x40
)

// blockVariable is the local with the number of the basic block to go on with: the function's only parameter.
const blockVariable = 0

// function is the body of a function of the form that Go gives it: something before, a loop, blocks in each other, a jump out of
// one of them by a table, and code behind the end of each block. These pieces of code are the segments.
type function struct {
	body     []byte
	locals   int   // with the parameter
	groups   int   // of locals, as they are declared
	declared int   // where the declarations end
	loop     int   // where the loop begins
	segment  []int // by number of a basic block
	segments []segment
	end      int // behind the last segment: the end of the loop
	pending  int // the local that this package adds: the basic block that is still to be found, or 0
}

// segment is a piece of straight code with jumps out of it.
type segment struct {
	start, end int
	jumps      []jump
	calls      bool // it may be entered anew behind a call, when a goroutine resumes
}

// jump is a way out of a segment.
type jump struct {
	start, end int  // in the body
	inner      int  // how many blocks of the segment itself are open there
	op         byte // of an exit: opBr or opBrIf
	exit       int  // how many blocks around the loop it leaves; 0: it sets the variable and goes to the loop
	block      int  // the basic block that it sets
	to         int  // its segment
}

// directBody makes the jumps of one function direct, and counts them.
func directBody(body []byte) ([]byte, int) {
	f := &function{body: body}
	if !f.read() {
		return body, 0
	}
	n := 0
	for i := range f.segments {
		for _, j := range f.segments[i].jumps {
			if j.exit == 0 {
				n++
			}
		}
	}
	if n == 0 {
		return body, 0
	}
	return f.write(), n
}

// read takes a function apart; false when it does not have the form.
func (f *function) read() bool {
	r := reader{b: f.body}
	f.groups, f.locals = int(r.unsigned()), 1
	for range f.groups {
		f.locals += int(r.unsigned())
		r.byte()
	}
	f.declared = r.at
	for found := false; !found; {
		f.loop = r.at
		switch r.instruction().op {
		case opLoop:
			found = true
		case opBlock, opGlobalGet, opLocalSet: // the exit of a function that gives way to others; the stack pointer
		default:
			return false
		}
	}
	return !r.failed && f.readTable(&r) && f.readSegments(&r)
}

// readTable reads the blocks and the jump out of them.
func (f *function) readTable(r *reader) bool {
	blocks := 0
	in := r.instruction()
	for ; in.op == opBlock; in = r.instruction() {
		blocks++
	}
	if in.op != opLocalGet || in.value != blockVariable || blocks == 0 {
		return false
	}
	in = r.instruction()
	if in.op != opBrTable || r.failed {
		return false
	}
	for _, to := range in.targets {
		if to >= uint64(blocks) || len(f.segment) > 0 && int(to) < f.segment[len(f.segment)-1] {
			return false
		}
		f.segment = append(f.segment, int(to))
	}
	f.segments = make([]segment, blocks)
	return f.segment[0] == 0 && r.instruction().op == opEnd
}

func (f *function) readSegments(r *reader) bool {
	for i := range f.segments {
		s := &f.segments[i]
		s.start = r.at
		var last [2]instruction
		for inner := 0; inner >= 0; {
			in := r.instruction()
			if r.failed {
				return false
			}
			s.end = in.at
			switch in.op {
			case opBlock, opLoop, opIf:
				inner++
			case opEnd:
				inner--
			case opCall, opCallIndirect:
				s.calls = true
			case opBrTable:
				if slices.ContainsFunc(in.targets, func(to uint64) bool { return to >= uint64(inner) }) {
					return false
				}
			case opBr, opBrIf:
				j := jump{start: in.at, end: r.at, inner: inner, op: in.op}
				loop := uint64(len(f.segments) - 1 - i + inner) // its depth
				switch {
				case in.value < uint64(inner):
					last[0], last[1] = last[1], in
					continue
				case in.value > loop && in.value-loop <= 16:
					j.exit = int(in.value - loop)
				case in.value != loop || in.op != opBr || last[0].op != opI32Const || last[1].op != opLocalSet ||
					last[1].value != blockVariable || last[0].value >= uint64(len(f.segment)):
					return false
				default:
					j.start, j.block = last[0].at, int(last[0].value)
					j.to = f.segment[j.block]
				}
				s.jumps = append(s.jumps, j)
			}
			last[0], last[1] = last[1], in
		}
	}
	f.end = f.segments[len(f.segments)-1].end
	return true
}

// appendUnsigned appends an instruction with one number.
func appendUnsigned(out []byte, op byte, v int) []byte {
	return binary.AppendUvarint(append(out, op), uint64(v))
}

// appendConst appends i32.const.
func appendConst(out []byte, v int) []byte {
	return encode.AppendSigned(append(out, opI32Const), int64(v))
}
