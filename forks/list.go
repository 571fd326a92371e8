package main

import (
	"fmt"
	"io"
	"path/filepath"
)

// listEdits writes what there is to know of every edit, as Markdown.
func listEdits(w io.Writer, root string) error {
	forks, err := readForks(filepath.Join(root, "forks"))
	if err != nil {
		return err
	}
	for _, f := range forks {
		fmt.Fprintf(w, "# %s %s\n\n", f.module, f.version)
		for _, e := range f.edits {
			fmt.Fprintf(w, "## %s\n\nLane %s, %s:%d, held by %s.\n%s\nUpstream: %s\n\n", e.Name, e.Lane, e.File, e.Line, e.Test, e.Why, e.Upstream)
		}
	}
	return nil
}
