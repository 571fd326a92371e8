// Command gen bundles the code that draws circuits on the page into one script, with the layout engine that it uses.
// `make build` runs it; neither file is kept in the repository, because other people's code is in both.
//
//	npm ci && go generate ./cmd/simten/picture
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"simten.dev/cmd/simten/picture/script"
)

// root is the folder of the repository, seen from the folder of the package.
const root = "../../.."

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, "picture/gen:", err)
		os.Exit(1)
	}
}

func generate() error {
	code, packages, err := script.Bundle(root)
	if err != nil {
		return err
	}
	if err := os.WriteFile("data/draw.js", code, 0o644); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	if !slices.Contains(packages, script.LayoutEngine) {
		packages = append(packages, script.LayoutEngine)
	}
	if err := note(packages); err != nil {
		return err
	}
	engine, err := os.ReadFile(filepath.Join(root, script.LayoutEngine, "lib/elk.bundled.js"))
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(engine); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile("data/elk.js.gz", packed.Bytes(), 0o644) //nolint:gosec // for everybody to read
}

// note writes down which packages of npm are in the command, for their licences (cmd/notices).
func note(packages []string) error {
	list, err := json.Marshal(packages)
	if err != nil {
		return err
	}
	folder := filepath.Join(root, "build/packages/command")
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // as the rest of the build
		return err
	}
	return os.WriteFile(filepath.Join(folder, "picture.json"), list, 0o644) //nolint:gosec // for everybody to read
}
