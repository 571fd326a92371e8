package peephole

import (
	"slices"

	"simten.dev/wasm/module"
)

// neverReturn finds the functions that do not come back to where they are called: none of their instructions returns.
// Functions that begin a panic are among them, as the runtime continues behind the panic by its own ways.
func neverReturn(m []byte) (map[int64]bool, error) {
	next, err := module.ImportedFunctions(m)
	if err != nil {
		return nil, err
	}
	never := map[int64]bool{}
	_, err = module.RewriteCode(m, func(body []byte) []byte {
		_, list, ok := module.Body(body)
		f := &function{list: list}
		if ok && f.hasStack() && f.exit && !f.returns() {
			never[int64(next)] = true
		}
		next++
		return body
	})
	return never, err
}

func (f *function) returns() bool {
	return slices.ContainsFunc(f.list, func(in module.Instruction) bool { return in.Op == module.Return })
}
