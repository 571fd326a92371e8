package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// edited is a file of a package of others, with changes to it.
type edited struct {
	pkg, file string
	edits     [][2]string // text that occurs once, and what takes its place
}

// changed are all files of others that the module is built with in another form.
func changed() []edited { return slices.Concat(counted, cheaper) }

// writeChanged changes files in copies of their modules, for which the go.mod in the folder then stands.
func writeChanged(folder string) error {
	gomod := filepath.Join(folder, "go.mod")
	copies := map[string]string{}
	for _, c := range changed() {
		listed, err := goTool("list", "-f", "{{.Module.Path}}\n{{.Module.Dir}}", c.pkg)
		if err != nil {
			return err
		}
		module, dir, _ := strings.Cut(strings.TrimSpace(string(listed)), "\n")
		if copies[module] == "" {
			copies[module] = filepath.Join(folder, fmt.Sprintf("changed%d", len(copies)))
			if err := copyGo(copies[module], dir); err != nil {
				return err
			}
			if _, err := goTool("mod", "edit", "-replace", module+"="+copies[module], gomod); err != nil {
				return err
			}
		}
		if err := change(filepath.Join(copies[module], strings.TrimPrefix(c.pkg, module), c.file), c.edits); err != nil {
			return fmt.Errorf("%s: %w", c.pkg, err)
		}
	}
	return nil
}

// change makes edits in a file. The module cache is read-only, and so is a copy of it.
func change(path string, edits [][2]string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if text, err = replaceOnce(text, edits); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o644); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// copyGo copies a module without its tests' data.
func copyGo(to, from string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(to, "testdata"))
}

// replaceOnce makes edits, each of which must find its text exactly once.
func replaceOnce(text []byte, edits [][2]string) ([]byte, error) {
	for _, e := range edits {
		if n := bytes.Count(text, []byte(e[0])); n != 1 {
			return nil, fmt.Errorf("%q occurs %d times", e[0], n)
		}
		text = bytes.Replace(text, []byte(e[0]), []byte(e[1]), 1)
	}
	return text, nil
}
