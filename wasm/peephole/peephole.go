// Package peephole shortens the code of a Go program's WebAssembly module by peephole rules. Go's compiler
// (cmd/internal/obj/wasm) writes instruction by instruction for a machine with few registers, and a browser's
// compilers take the code as it is.
package peephole

import (
	"encoding/binary"
	"slices"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/wasm/module"
)

// Counts are how often each change was made.
type Counts struct {
	Ends       int // calls that never return end their path
	Addresses  int // places of the stack became offsets of the access
	Frames     int // frame and return address left the stack in one step
	Constants  int // constants that were made shorter by an instruction
	Conditions int // conditions that stay 32 bits
}

// endless are the functions of Go's runtime that do not return to where they are called, although they have an
// instruction that would: those behind every panic, which end the program or go on in a function with a deferred call,
// and the two that come back at the start of the function, when its stack is larger.
var endless = []string{
	"runtime.gopanic", "runtime.throw", "runtime.fatal", "runtime.fatalpanic", "runtime.fatalthrow", "runtime.sigpanic", "runtime.morestack", "runtime.morestack_noctxt",
}

// Shorten returns a copy of a module in which the functions do the same with fewer instructions. It needs the names of
// functions, and leaves them out of the copy.
//
//   - A call of a function that never returns is followed by a return. Otherwise a browser's compiler must expect
//     every check for nil to come back from its panic, so that it can keep no value in a register across it.
//   - An address on the stack and the offset of a load or a store are one number. The sum stays below 2^32, as the
//     stack is in a memory of 512 MiB.
//   - The stack pointer passes the frame and the return address at once.
//   - A constant is an i32 when the next instruction makes it one.
//   - A condition is not made an i64 to be compared with zero.
func Shorten(m []byte) (out []byte, counts Counts, err error) {
	names, err := module.FunctionNames(m)
	if err != nil {
		return nil, counts, err
	}
	never, err := neverReturn(m)
	if err != nil {
		return nil, counts, err
	}
	for i, name := range names {
		if slices.Contains(endless, name) {
			never[int64(i)] = true
		}
	}
	out, err = module.RewriteCode(m, func(body []byte) []byte {
		declared, list, ok := module.Body(body)
		f := &function{body: body, list: list, never: never, counts: &counts}
		if !ok || !f.hasStack() {
			return body
		}
		f.shorten()
		return f.appendTo(append(make([]byte, 0, len(body)), body[:declared]...))
	})
	if err != nil {
		return nil, counts, err
	}
	out, err = module.Rewrite(out, func(id module.Section, content []byte) ([]byte, error) {
		if module.IsNames(id, content) {
			return nil, nil
		}
		return content, nil
	})
	return out, counts, err
}

// stackGlobal is the global with the stack pointer, which each function keeps in a local, too.
const stackGlobal = 0

// function is the body of a function.
type function struct {
	body   []byte
	list   []module.Instruction
	texts  [][]byte // what is written for each instruction
	stack  int64    // the local with the stack pointer
	exit   bool     // a branch out of the outermost block returns 1
	never  map[int64]bool
	counts *Counts
}

// hasStack tells whether the function begins by reading the stack pointer.
func (f *function) hasStack() bool {
	if !f.is(0, module.GlobalGet, module.LocalSet) || f.list[0].Value != stackGlobal {
		return false
	}
	f.stack = f.list[1].Value
	end := len(f.list) - 3
	f.exit = f.is(2, module.Block) && end > 2 && f.is(end, module.End, module.I32Const, module.End) && f.list[end+1].Value == 1
	return true
}

// is tells whether instructions from i on have these opcodes.
func (f *function) is(i int, ops ...byte) bool {
	if i < 0 || i+len(ops) > len(f.list) {
		return false
	}
	for k, op := range ops {
		if f.list[i+k].Op != op {
			return false
		}
	}
	return true
}

// replace puts a text in the place of n instructions.
func (f *function) replace(i, n int, text []byte) {
	f.texts[i] = text
	clear(f.texts[i+1 : i+n])
}

func (f *function) appendTo(out []byte) []byte {
	for _, text := range f.texts {
		out = append(out, text...)
	}
	return out
}

// unknown is a value of which nothing is known; all others in function.values are the instruction that begins an
// address on the stack.
const unknown = -1

// shorten goes through straight code with the values that stand on the stack of the instructions. Values from before a
// call or a control instruction are forgotten.
func (f *function) shorten() {
	f.texts = make([][]byte, len(f.list))
	for i, in := range f.list {
		f.texts[i] = f.body[in.At:in.End]
	}
	var values []int
	depth := 0
	for i := 0; i < len(f.list); i++ {
		in := f.list[i]
		switch {
		case f.endsPath(i, depth):
			f.replace(i+1, 3, []byte{module.Return})
			f.counts.Ends++
			i += 3
			values = values[:0]
			continue
		case f.leavesFrame(i):
			both := encode.AppendSigned([]byte{module.I32Const}, f.list[i+1].Value+f.list[i+6].Value)
			f.replace(i+1, 8, append(both, module.I32Add))
			f.counts.Frames++
			i += 8
			values = append(values, unknown)
			continue
		case f.is(i, module.I64Const, module.I32WrapI64) && in.Value >= 0 && in.Value < 1<<31:
			f.replace(i, 2, encode.AppendSigned([]byte{module.I32Const}, in.Value))
			f.counts.Constants++
			i++
			values = append(values, unknown)
			continue
		case f.is(i, module.I64ExtendU, module.I64Eqz, module.I32Eqz, module.If):
			f.replace(i, 3, nil)
			f.counts.Conditions++
			i += 2
			continue
		case f.is(i, module.I64ExtendU, module.I64Eqz) && len(values) > 0:
			f.replace(i, 2, []byte{module.I32Eqz})
			f.counts.Conditions++
			i++
			values[len(values)-1] = unknown
			continue
		case f.isAddress(i):
			values = append(values, i)
			i += 4
			continue
		case in.Loads() && len(values) > 0:
			f.fold(values[len(values)-1], i)
		case in.Stores() && len(values) > 1:
			f.fold(values[len(values)-2], i)
		case in.Op == module.Block, in.Op == module.Loop, in.Op == module.If:
			depth++
		case in.Op == module.End:
			depth--
		}
		takes, puts, known := in.Arity()
		if !known || takes > len(values) {
			takes = len(values)
		}
		values = values[:len(values)-takes]
		for range puts {
			values = append(values, unknown)
		}
	}
}

// endsPath tells whether a call that never returns is followed by the stack pointer's return and by a branch to the
// exit.
func (f *function) endsPath(i, depth int) bool {
	return f.exit && f.list[i].Op == module.Call && f.never[f.list[i].Value] &&
		f.is(i+1, module.GlobalGet, module.LocalSet, module.BrIf, module.End) &&
		f.list[i+1].Value == stackGlobal && f.list[i+2].Value == f.stack && f.list[i+3].Value == int64(depth-1)
}

// leavesFrame tells whether the stack pointer is moved twice in turn before the function returns.
func (f *function) leavesFrame(i int) bool {
	moves := func(i int) bool {
		return f.is(i, module.LocalGet, module.I32Const, module.I32Add, module.LocalTee, module.GlobalSet) &&
			f.list[i].Value == f.stack && f.list[i+3].Value == f.stack && f.list[i+4].Value == stackGlobal
	}
	return moves(i) && moves(i+5) && f.is(i+10, module.I32Const, module.Return)
}

// isAddress tells whether five instructions make an address on the stack.
func (f *function) isAddress(i int) bool {
	return f.is(i, module.LocalGet, module.I64ExtendU, module.I64Const, module.I64Add, module.I32WrapI64) && f.list[i].Value == f.stack &&
		f.list[i+2].Value >= 0 && f.list[i+2].Value < 1<<31
}

// fold makes an address on the stack part of the access that uses it.
func (f *function) fold(address, access int) {
	if address == unknown {
		return
	}
	in, offset := f.list[access], f.list[address+2].Value
	if in.Value+offset >= 1<<32 {
		return
	}
	r := module.Reader{B: f.body, At: in.At + 1}
	text := binary.AppendUvarint([]byte{in.Op}, r.Unsigned()) // the alignment
	f.texts[access] = binary.AppendUvarint(text, uint64(in.Value+offset))
	f.replace(address+1, 4, nil)
	f.counts.Addresses++
}
