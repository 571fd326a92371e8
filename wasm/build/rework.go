package main

import (
	"fmt"
	"os"

	"simten.dev/wasm/jumps"
	"simten.dev/wasm/lines"
	"simten.dev/wasm/module"
	"simten.dev/wasm/peephole"
)

// rework makes a module that Go's linker wrote faster and smaller. It does the same.
func rework(m []byte) ([]byte, error) {
	names, err := module.FunctionNames(m)
	if err != nil {
		return nil, err
	}
	m, counts, err := peephole.Shorten(m)
	if err != nil {
		return nil, err
	}
	m, direct, err := jumps.Direct(m, names)
	if err != nil {
		return nil, err
	}
	m, begun, err := peephole.Begin(m)
	if err != nil {
		return nil, err
	}
	if counts.Ends == 0 || counts.Addresses == 0 || direct == 0 || begun == 0 { // another release of Go; it works, and is slower
		fmt.Fprintf(os.Stderr, "wasm/build: Go's code has another form: %+v, %d jumps, %d calls that never return\n", counts, direct, begun)
	}
	small, forgotten, err := lines.Forget(m)
	if err != nil { // another release of Go; it works, and is larger
		fmt.Fprintf(os.Stderr, "wasm/build: built with the lines of code: %v\n", err)
		return m, nil
	}
	fmt.Printf("engine.wasm: without %.1f MB of files and lines\n", float64(forgotten)/1e6)
	return small, nil
}
