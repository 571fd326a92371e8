// Package jumps makes the jumps inside the functions of a Go program's WebAssembly module direct.
//
// Go's compiler gives each function one table: a jump from one basic block to another sets a variable to the number of the
// block, goes back to the top of the function and from there through the table (cmd/internal/obj/wasm). The table is
// needed where a goroutine resumes in the middle of a function. Everywhere else it costs an indirect jump, and keeps a
// browser's compiler from seeing the loops.
package jumps

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

const codeSection = 10

var header = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// Direct returns a copy of a module in which jumps forward leave the blocks that end before their target, and jumps back
// repeat loops of their own. The table is left for goroutines that resume. A function that does not have the form which
// Go gives it stays as it is; count is how many jumps became direct.
func Direct(module []byte) (out []byte, count int, err error) {
	if !bytes.HasPrefix(module, header) {
		return nil, 0, errors.New("not a WebAssembly module of version 1")
	}
	out = append(make([]byte, 0, len(module)), header...)
	for r := (reader{b: module, at: len(header)}); r.at < len(module); {
		id := r.byte()
		content := r.bytes(int(r.unsigned()))
		if r.failed {
			return nil, 0, errors.New("a section ends behind the module")
		}
		if id == codeSection {
			if content, count, err = directCode(content); err != nil {
				return nil, 0, err
			}
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(content)))
		out = append(out, content...)
	}
	return out, count, nil
}

func directCode(content []byte) ([]byte, int, error) {
	r := reader{b: content}
	n := r.unsigned()
	out := binary.AppendUvarint(make([]byte, 0, len(content)), n)
	count := 0
	for i := range n {
		body := r.bytes(int(r.unsigned()))
		if r.failed {
			return nil, 0, fmt.Errorf("function %d ends behind the code section", i)
		}
		body, k := directBody(body)
		count += k
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, count, nil
}
