// Command gen compiles the standard library's TypeScript into plain scripts, so that the engine
// starts without compiling it, and writes what the page knows of it: declarations for the
// editor, and the reference. Run it after every change of the library:
//
//	go generate ./engine/std
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"simten.dev/engine/std"
	"simten.dev/engine/std/bundle"
)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, "std/gen:", err)
		os.Exit(1)
	}
}

func generate() error {
	library, err := bundle.Build(std.Index, func(name string) ([]byte, error) { return os.ReadFile(name) })
	if err != nil {
		return err
	}
	old, err := filepath.Glob("parts/*.gen.js")
	if err != nil {
		return err
	}
	for _, file := range old {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	if err := os.MkdirAll("parts", 0o755); err != nil {
		return err
	}
	for file, code := range std.FormatParts(library.Parts) {
		if err := os.WriteFile(filepath.Join("parts", file+".gen.js"), []byte(code), 0o644); err != nil {
			return err
		}
	}
	if err := os.WriteFile("parts/names.gen.txt", []byte(std.FormatNames(library.Names)), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.FromSlash("../../app-site/src/language/language.gen.txt"), []byte(std.Declarations()), 0o644); err != nil {
		return err
	}
	reference, err := std.Reference()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.FromSlash("../../app-site/src/components/components.gen.json"), reference, 0o644)
}
