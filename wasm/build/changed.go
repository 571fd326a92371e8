package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// edited is a file of a package of others, with changes to it.
type edited struct {
	pkg, file string
	rewrites  [][2]string // regular expressions that match at least once, and what takes the place of each match; before the edits
	edits     [][2]string // text that occurs once, and what takes its place
	split     []string    // functions of whose cases functions are made; after both
	added     string      // instead of both: the whole text of a file that the package has not
}

// changed are all files of others that the module is built with in another form.
func changed() []edited { return slices.Concat(counted, cheaper, compact, helpers) }

// writeChanged changes files in copies of their modules, for which the go.mod in the folder then stands.
func writeChanged(folder string) error {
	gomod := filepath.Join(folder, "go.mod")
	copies := map[string]string{}
	for _, c := range changed() {
		listed, err := goTool("list", "-modfile", gomod, "-f", "{{.Module.Path}}\n{{with .Module.Replace}}{{.Dir}}{{else}}{{.Module.Dir}}{{end}}", c.pkg)
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
		if err := change(filepath.Join(copies[module], strings.TrimPrefix(c.pkg, module), c.file), c); err != nil {
			return fmt.Errorf("%s: %w", c.pkg, err)
		}
	}
	return nil
}

// change makes edits in a file, or the file. The module cache is read-only, and so is a copy of it.
func change(path string, c edited) error {
	if c.added != "" {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already (%v)", c.file, err)
		}
		return os.WriteFile(path, []byte(c.added), 0o644)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if text, err = rewriteAll(text, c.rewrites); err != nil {
		return err
	}
	if text, err = replaceOnce(text, c.edits); err != nil {
		return err
	}
	if text, err = splitCases(text, c.split); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o644); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// rewriteAll puts something else where regular expressions match, each of which must.
func rewriteAll(text []byte, rewrites [][2]string) ([]byte, error) {
	for _, r := range rewrites {
		pattern, err := regexp.Compile(r[0])
		if err != nil {
			return nil, err
		}
		if !pattern.Match(text) {
			return nil, fmt.Errorf("nothing is like %s", r[0])
		}
		text = pattern.ReplaceAll(text, []byte(r[1]))
	}
	return text, nil
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
