//go:build !(js && wasm)

// Command importer is built for GOOS=js GOARCH=wasm only, by go run ./wasm/build.
package main

func main() {
	panic("This program runs in a browser's worker. Build it with: go run ./wasm/build -out build/wasm")
}
