// The precompile command compiles, while the product is built, the circuits that come with it: the examples and those
// of the lessons. The sandbox page runs them while the engine is still loading (protocol.Precompiled). A circuit that
// needs the engine is left out. Further circuits are an entry in texts. It runs at the top of the repository.
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
	"strings"

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
	sources, err := texts()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, source := range sources {
		request := protocol.CompileRequest{Source: source, Harness: true}
		compiled, err := session.Precompile(ctx, request, protocol.DefaultLimits)
		if errors.Is(err, session.ErrNotPrecompiled) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%.40q: %w", source, err)
		}
		content, err := protocol.Encode(compiled)
		if err != nil {
			return fmt.Errorf("%.40q: %w", source, err)
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

// lessons is the folder of the learning path, below the top of the repository.
const lessons = "examples/learn"

// texts are the circuits that come with the pages: the examples, and what the lessons show and begin with.
func texts() ([]string, error) {
	list, err := examples.Catalogue()
	if err != nil {
		return nil, err
	}
	var all []string
	for _, example := range list {
		all = append(all, example.Code)
	}
	starters, err := filepath.Glob(lessons + "/*/starter.ts")
	if err != nil {
		return nil, err
	}
	for _, name := range starters {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, string(text))
		prose, err := os.ReadFile(filepath.Join(filepath.Dir(name), "lesson.md"))
		if err != nil {
			return nil, err
		}
		all = append(all, circuits(string(prose))...)
	}
	return all, nil
}

// circuits are the texts in the fences of a lesson that show a live circuit, as app-site/src/learn/blocks.ts reads
// them.
func circuits(prose string) []string {
	var list, lines []string
	inside := false
	for line := range strings.Lines(prose) {
		switch {
		case !inside && strings.HasPrefix(line, "```circuit"):
			inside, lines = true, nil
		case inside && strings.TrimRight(line, "\r\n") == "```":
			inside = false
			list = append(list, strings.TrimSuffix(strings.Join(lines, ""), "\n"))
		case inside:
			lines = append(lines, line)
		}
	}
	return list
}

// fileName names the file of a text by its FNV-1a hash of 32 bits and its length; whoever reads it compares the text.
// sandbox-site/src/precompiled/store.ts makes the same name.
func fileName(text string) string {
	hash := fnv.New32a()
	hash.Write([]byte(text))
	return fmt.Sprintf("circuit.%08x-%d.json", hash.Sum32(), len(text))
}
