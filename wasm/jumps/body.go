package jumps

import (
	"encoding/binary"
	"slices"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/wasm/module"
)

// blockVariable is the local with the number of the basic block to go on with: the function's only parameter.
const blockVariable = 0

// function is the body of a function of the form that Go gives it: something before, a loop, blocks in each other, a
// jump out of one of them by a table, and code behind the end of each block. These pieces of code are the segments.
type function struct {
	body     []byte
	locals   int   // with the parameter
	groups   int   // of locals, as they are declared
	declared int   // where the declarations end
	loop     int   // where the loop begins
	segment  []int // by number of a basic block
	segments []segment
	end      int   // behind the last segment: the end of the loop
	pending  int   // the local that this package adds: the basic block that is still to be found, or 0
	deferred int64 // the function deferReturn
}

// segment is a piece of straight code with jumps out of it.
type segment struct {
	start, end int
	jumps      []jump
	resumed    bool // the function is called to go on at its start: the first one always, others when a goroutine resumes there
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

// directBody makes the jumps of one function direct, and counts them. Without any, the table may still become shorter.
func directBody(body []byte, deferred int64) ([]byte, int) {
	f := &function{body: body, deferred: deferred}
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
		s.resumed = s.resumed || i == 0
		var last tail
		for inner := 0; inner >= 0; {
			in := r.Instruction()
			if r.Failed {
				return false
			}
			s.end = in.At
			if in.Op == module.Call && in.Value == f.deferred {
				s.resumed = true
			}
			switch in.Op {
			case module.Block, module.Loop, module.If:
				inner++
			case module.End:
				if inner--; inner < 0 && i+1 < len(f.segments) {
					f.segments[i+1].resumed = last.isCall()
				}
			case module.BrTable:
				if slices.ContainsFunc(in.Targets, func(to uint64) bool { return to >= uint64(inner) }) {
					return false
				}
			case module.Br, module.BrIf:
				j := jump{start: in.At, end: r.At, inner: inner, op: in.Op}
				loop := int64(len(f.segments) - 1 - i + inner) // its depth
				switch {
				case in.Value < int64(inner):
					last.push(in)
					continue
				case in.Value > loop && in.Value-loop <= 16:
					j.exit = int(in.Value - loop)
				case in.Value != loop || in.Op != module.Br || last[2].Op != module.I32Const || last[3].Op != module.LocalSet ||
					last[3].Value != blockVariable || last[2].Value < 0 || last[2].Value >= int64(len(f.segment)):
					return false
				default:
					j.start, j.block = last[2].At, int(last[2].Value)
					j.to = f.segment[j.block]
				}
				s.jumps = append(s.jumps, j)
			}
			last.push(in)
		}
	}
	f.end = f.segments[len(f.segments)-1].end
	return true
}

// tail are the last instructions of a segment.
type tail [4]module.Instruction

func (t *tail) push(in module.Instruction) {
	copy(t[:], t[1:])
	t[3] = in
}

// isCall tells whether a segment ends with a call and what Go writes behind it where a goroutine may resume: the stack
// pointer is read again, and the function left if the goroutine gave way. Behind a call that never returns, or whose
// result is returned, there is nothing of it.
func (t *tail) isCall() bool {
	call := t[0].Op
	if t[1].Op != module.GlobalGet || t[2].Op != module.LocalSet {
		call = t[2].Op
	}
	return t[3].Op == module.BrIf && (call == module.Call || call == module.CallIndirect)
}

// appendUnsigned appends an instruction with one number.
func appendUnsigned(out []byte, op byte, v int) []byte {
	return binary.AppendUvarint(append(out, op), uint64(v))
}

// appendConst appends i32.const.
func appendConst(out []byte, v int) []byte {
	return encode.AppendSigned(append(out, module.I32Const), int64(v))
}
