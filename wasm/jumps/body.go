package jumps

import (
	"encoding/binary"
	"slices"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/wasm/module"
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
	op         byte // of an exit: br or br_if
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
	r := module.Reader{B: f.body}
	f.groups, f.locals = int(r.Unsigned()), 1
	for range f.groups {
		f.locals += int(r.Unsigned())
		r.Byte()
	}
	f.declared = r.At
	for found := false; !found; {
		f.loop = r.At
		switch r.Instruction().Op {
		case module.Loop:
			found = true
		case module.Block, module.GlobalGet, module.LocalSet: // the exit of a function that gives way to others; the stack pointer
		default:
			return false
		}
	}
	return !r.Failed && f.readTable(&r) && f.readSegments(&r)
}

// readTable reads the blocks and the jump out of them.
func (f *function) readTable(r *module.Reader) bool {
	blocks := 0
	in := r.Instruction()
	for ; in.Op == module.Block; in = r.Instruction() {
		blocks++
	}
	if in.Op != module.LocalGet || in.Value != blockVariable || blocks == 0 {
		return false
	}
	in = r.Instruction()
	if in.Op != module.BrTable || r.Failed {
		return false
	}
	for _, to := range in.Targets {
		if to >= uint64(blocks) || len(f.segment) > 0 && int(to) < f.segment[len(f.segment)-1] {
			return false
		}
		f.segment = append(f.segment, int(to))
	}
	f.segments = make([]segment, blocks)
	return f.segment[0] == 0 && r.Instruction().Op == module.End
}

func (f *function) readSegments(r *module.Reader) bool {
	for i := range f.segments {
		s := &f.segments[i]
		s.start = r.At
		var last [2]module.Instruction
		for inner := 0; inner >= 0; {
			in := r.Instruction()
			if r.Failed {
				return false
			}
			s.end = in.At
			// Nothing resumes behind a call whose result is returned: it is a jump to another function, or does not come back.
			if (last[1].Op == module.Call || last[1].Op == module.CallIndirect) && in.Op != module.Return {
				s.calls = true
			}
			switch in.Op {
			case module.Block, module.Loop, module.If:
				inner++
			case module.End:
				inner--
			case module.BrTable:
				if slices.ContainsFunc(in.Targets, func(to uint64) bool { return to >= uint64(inner) }) {
					return false
				}
			case module.Br, module.BrIf:
				j := jump{start: in.At, end: r.At, inner: inner, op: in.Op}
				loop := int64(len(f.segments) - 1 - i + inner) // its depth
				switch {
				case in.Value < int64(inner):
					last[0], last[1] = last[1], in
					continue
				case in.Value > loop && in.Value-loop <= 16:
					j.exit = int(in.Value - loop)
				case in.Value != loop || in.Op != module.Br || last[0].Op != module.I32Const || last[1].Op != module.LocalSet ||
					last[1].Value != blockVariable || last[0].Value < 0 || last[0].Value >= int64(len(f.segment)):
					return false
				default:
					j.start, j.block = last[0].At, int(last[0].Value)
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
	return encode.AppendSigned(append(out, module.I32Const), int64(v))
}
