// Command gen bundles the standard library's TypeScript into engine/std/bundle.gen.js, so that
// the engine starts without compiling it. Run it after every change of the library:
//
//	go generate ./engine/std
package main

import (
	"fmt"
	"os"

	"simten.dev/engine/std/bundle"
)

func main() {
	code, err := bundle.Build("index.ts", func(name string) ([]byte, error) { return os.ReadFile(name) })
	if err == nil {
		err = os.WriteFile("bundle.gen.js", code, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "std/gen:", err)
		os.Exit(1)
	}
}
