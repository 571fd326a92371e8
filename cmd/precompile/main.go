// The precompile command compiles, while the product is built, the circuits that come with it: the sandbox page runs
// them while the engine is still loading (protocol.Precompiled). A circuit that needs the engine is left out. A further
// folder of circuits is an entry in the list of texts.
//
//	go run ./cmd/precompile build/precompiled
package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"simten.dev/engine/protocol"
	"simten.dev/engine/session"
	"simten.dev/examples"
)

// maxBytes bounds a file: a larger one is not there much sooner than the engine.
const maxBytes = 512 << 10

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "precompile: say where to, as in: go run ./cmd/precompile build/precompiled")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "precompile:", err)
		os.Exit(1)
	}
}

// run writes a file for each circuit into an empty folder.
func run(ctx context.Context, folder string) error {
	list, err := examples.Catalogue()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, example := range list {
		request := protocol.CompileRequest{Source: example.Code, Harness: true}
		compiled, err := session.Precompile(ctx, request, protocol.DefaultLimits)
		if errors.Is(err, session.ErrNotPrecompiled) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", example.ID, err)
		}
		content, err := protocol.Encode(compiled)
		if err != nil {
			return fmt.Errorf("%s: %w", example.ID, err)
		}
		if len(content) > maxBytes {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, fileName(request.Source)), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// fileName names the file of a text by its FNV-1a hash of 32 bits and its length; whoever reads it compares the text.
// sandbox-site/src/precompiled/store.ts makes the same name.
func fileName(text string) string {
	hash := fnv.New32a()
	hash.Write([]byte(text))
	return fmt.Sprintf("circuit.%08x-%d.json", hash.Sum32(), len(text))
}
