package peephole

import (
	"encoding/binary"
	"errors"
	"slices"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/wasm/module"
)

// i64Store is an opcode that only calls need (WebAssembly 2.0, chapter 5.4).
const i64Store = 0x37

const typeI64 = 0x7e

// starter is the signature of the functions that begin a call for others: with the stack pointer and the return
// address, and with the result of the function called.
var starter = []byte{0x60, 2, module.TypeI32, typeI64, 1, module.TypeI32}

// Begin returns a copy of a module with a function for each function that is called and never returns, in more than one
// place. It puts the return address onto the stack and calls; in those places only the two values are left. count is
// how many they are.
func Begin(m []byte) (out []byte, count int, err error) {
	next, types, err := ends(m)
	if err != nil {
		return nil, 0, err
	}
	calls := map[int64]int{}
	if _, err = eachCall(m, func(callee int64) int { calls[callee]++; return 0 }); err != nil {
		return nil, 0, err
	}
	var callees []int64
	for f, n := range calls {
		if n > 1 {
			callees = append(callees, f)
		}
	}
	if len(callees) == 0 {
		return m, 0, nil
	}
	slices.Sort(callees)
	starters := map[int64]int{}
	for i, f := range callees {
		starters[f] = next + i
		count += calls[f]
	}
	if out, err = eachCall(m, func(callee int64) int { return starters[callee] }); err != nil {
		return nil, 0, err
	}
	out, err = module.Rewrite(out, func(id module.Section, content []byte) ([]byte, error) {
		switch id {
		case module.Types:
			return extended(content, starter), nil
		case module.Functions:
			return extended(content, slices.Repeat([][]byte{binary.AppendUvarint(nil, uint64(types))}, len(callees))...), nil
		case module.Code:
			var bodies [][]byte
			for _, f := range callees {
				bodies = append(bodies, module.AppendSized(nil, starterOf(f)))
			}
			return extended(content, bodies...), nil
		}
		return content, nil
	})
	return out, count, err
}

// ends are the numbers that the next function and the next type of a module would have.
func ends(m []byte) (function, typ int, err error) {
	if function, err = module.ImportedFunctions(m); err != nil {
		return 0, 0, err
	}
	err = module.Sections(m, func(id module.Section, content []byte) error {
		r := module.Reader{B: content}
		switch id {
		case module.Types:
			typ = int(r.Unsigned())
		case module.Functions:
			function += int(r.Unsigned())
		}
		if r.Failed {
			return errors.New("it has no length")
		}
		return nil
	})
	return function, typ, err
}

// extended appends elements to a vector.
func extended(content []byte, elements ...[]byte) []byte {
	r := module.Reader{B: content}
	out := binary.AppendUvarint(nil, r.Unsigned()+uint64(len(elements)))
	out = append(out, content[r.At:]...)
	for _, e := range elements {
		out = append(out, e...)
	}
	return out
}

// eachCall finds the calls that never return, and puts a call of the function that starter returns, if it is not 0, in
// their place.
func eachCall(m []byte, starter func(callee int64) int) ([]byte, error) {
	return module.RewriteCode(m, func(body []byte) []byte {
		_, list, ok := module.Body(body)
		f := &function{body: body, list: list}
		if !ok || !f.hasStack() {
			return body
		}
		var out []byte
		from := 0
		for i, in := range list {
			if in.Op != module.LocalGet || !f.beginsCall(i) {
				continue
			}
			to := starter(list[i+9].Value)
			if to == 0 {
				continue
			}
			out = append(out, body[from:in.End]...) // the stack pointer
			out = encode.AppendSigned(append(out, module.I64Const), list[i+6].Value)
			out = binary.AppendUvarint(append(out, module.Call), uint64(to))
			from = list[i+9].End
		}
		return append(out, body[from:]...)
	})
}

// beginsCall tells whether instructions from i on put a return address onto the stack, call a function and return what
// it returns.
func (f *function) beginsCall(i int) bool {
	return f.is(i, module.LocalGet, module.I32Const, module.I32Sub, module.LocalTee, module.GlobalSet, module.LocalGet, module.I64Const, i64Store, module.I32Const, module.Call, module.Return) &&
		f.list[i].Value == f.stack && f.list[i+1].Value == 8 && f.list[i+3].Value == f.stack && f.list[i+4].Value == stackGlobal && f.list[i+5].Value == f.stack &&
		f.list[i+7].Value == 0 && f.list[i+8].Value == 0
}

// starterOf is the body of the function that begins calls of a function.
func starterOf(callee int64) []byte {
	out := []byte{
		0, module.LocalGet, 0, module.I32Const, 8, module.I32Sub, module.LocalTee, 0, module.GlobalSet, stackGlobal,
		module.LocalGet, 0, module.LocalGet, 1, i64Store, 3, 0, module.I32Const, 0,
	}
	return append(binary.AppendUvarint(append(out, module.Call), uint64(callee)), module.End)
}
