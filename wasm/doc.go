//go:build !(js && wasm)

// Command wasm is built for GOOS=js GOARCH=wasm only, by go run ./wasm/build.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "This program runs in a browser's worker. Build it with: go run ./wasm/build -out build/wasm")
	os.Exit(2)
}
