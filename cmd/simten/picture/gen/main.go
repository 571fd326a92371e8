// Command gen bundles the code that draws circuits on the page into one script, with the layout engine that it uses.
// `make build` runs it; neither file is kept in the repository, because other people's code is in both.
//
//	npm ci && go generate ./cmd/simten/picture
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"

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
	code, err := script.Bundle(root)
	if err != nil {
		return err
	}
	if err := os.WriteFile("data/draw.js", code, 0o644); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	engine, err := os.ReadFile(filepath.Join(root, "node_modules/elkjs/lib/elk.bundled.js"))
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
