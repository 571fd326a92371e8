// Package jumps makes the jumps inside the functions of a Go program's WebAssembly module direct.
//
// Go's compiler gives each function one table: a jump from one basic block to another sets a variable to the number of
// the block, goes back to the top of the function and from there through the table (cmd/internal/obj/wasm). The table
// is needed where a goroutine resumes in the middle of a function. Everywhere else it costs an indirect jump, and
// keeps a browser's compiler from seeing the loops.
package jumps

import (
	"errors"

	"simten.dev/wasm/module"
)

// Direct returns a copy of a module in which jumps forward leave the blocks that end before their target, and jumps
// back repeat loops of their own. The table is left for goroutines that resume, with the basic blocks at which they
// may: those behind a call that may return, and those with the call that runs deferred functions, where a function goes
// on that recovered from a panic. The names of the functions tell which call that is. A function that does not have the
// form which Go gives it stays as it is; count is how many jumps became direct.
func Direct(m []byte, names map[uint64]string) (out []byte, count int, err error) {
	deferred := int64(-1)
	for i, name := range names {
		if name == deferReturn {
			deferred = int64(i)
		}
	}
	if deferred < 0 {
		return nil, 0, errors.New("no function is named " + deferReturn)
	}
	out, err = module.RewriteCode(m, func(body []byte) []byte {
		body, k := directBody(body, deferred)
		count += k
		return body
	})
	return out, count, err
}

// deferReturn is the function of Go's runtime that runs what was deferred.
const deferReturn = "runtime.deferreturn"
