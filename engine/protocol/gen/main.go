// Command gen writes what the browser side knows about the protocol from the Go structs: the
// TypeScript types with their schema, and docs/protocol.md. Run it anywhere in the repository:
//
//	go run ./engine/protocol/gen
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run writes both files below the top of the repository.
func run() error {
	root, err := repository()
	if err != nil {
		return err
	}
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// repository finds the top of the repository: the closest folder upwards that holds go.mod.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod here or above; run this inside the repository")
		}
		dir = parent
	}
}

// The generated files, relative to the top of the repository.
const (
	typesFile = "embed/client/src/protocol.gen.ts"
	docsFile  = "docs/protocol.md"
	// commandsFile is made from the table of engine/commands.
	commandsFile = "embed/client/src/commands.gen.ts"
)

// generate returns the text of each generated file. It reads the Go sources below root for the
// comments; the shapes come from the compiled structs.
func generate(root string) (map[string][]byte, error) {
	notes, err := readNotes(filepath.Join(root, "engine/protocol"), filepath.Join(root, "engine/limits"), filepath.Join(root, "engine/circuit"))
	if err != nil {
		return nil, err
	}
	model, err := newModel(notes)
	if err != nil {
		return nil, err
	}
	table, err := commandTable()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		typesFile:    []byte(typescript(model)),
		docsFile:     []byte(markdown(model)),
		commandsFile: table,
	}, nil
}
