// Command wasi is the sandbox process as a WebAssembly program, for the measurement that compares the two
// homes (BenchmarkWazero).
package main

import (
	"fmt"
	"os"

	"simten.dev/engine/sandbox"
)

func main() {
	if err := sandbox.Serve(os.Stdin, os.Stdout, nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
