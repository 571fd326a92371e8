package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// counted are places in packages of others where user code can make work without end: matching regular expressions. A
// call of engine/effort is put there, so that the work counts as steps, and ends where the program called for it. The
// worker would be lost over it otherwise.
var counted = []struct {
	pkg, file string
	edits     [][2]string // text that occurs once, and what takes its place
}{
	{
		pkg: "github.com/dlclark/regexp2/v2", file: "runner.go",
		edits: [][2]string{
			{"\"fmt\"\n", "\"fmt\"\n\n\t\"simten.dev/engine/effort\"\n"},
			{"\t\tif findFirstChar(r) {\n", "\t\tbefore := r.Runtextpos\n\t\tfound := findFirstChar(r)\n\t\teffort.Step(r.Runtextpos - before)\n\t\tif found {\n"},
			{"func executeDefault(r *Runner) error {\n", "func executeDefault(r *Runner) error {\n\tbefore := r.Runtextpos\n"},
			{"\t\tswitch r.operator {\n", "\t\teffort.Step(r.Runtextpos - before)\n\t\tbefore = r.Runtextpos\n\t\tswitch r.operator {\n"},
		},
	},
	{
		pkg: "github.com/dop251/goja", file: "regexp.go",
		edits: [][2]string{
			{"\"io\"\n", "\"io\"\n\n\t\"simten.dev/engine/effort\"\n"},
			{
				"func (p *regexpPattern) findSubmatchIndex(s String, start int) regexpResult {\n",
				"func (p *regexpPattern) findSubmatchIndex(s String, start int) regexpResult {\n\teffort.Match(p.src, s.Length(), p.regexpWrapper != nil && start == 0)\n",
			},
			{
				"func (p *regexpPattern) findAllSubmatchIndex(s String, start int, limit int, sticky bool) []regexpResult {\n",
				"func (p *regexpPattern) findAllSubmatchIndex(s String, start int, limit int, sticky bool) []regexpResult {\n\teffort.Match(p.src, s.Length(), p.regexpWrapper != nil && start == 0)\n",
			},
		},
	},
}

// writeCounted puts the calls into copies of the modules, for which the go.mod in the folder then stands.
func writeCounted(folder string) error {
	gomod := filepath.Join(folder, "go.mod")
	for i, c := range counted {
		listed, err := goTool("list", "-f", "{{.Module.Path}}\n{{.Module.Dir}}", c.pkg)
		if err != nil {
			return err
		}
		module, dir, _ := strings.Cut(strings.TrimSpace(string(listed)), "\n")
		to := filepath.Join(folder, fmt.Sprintf("counted%d", i))
		if err := copyGo(to, dir); err != nil {
			return err
		}
		path := filepath.Join(to, strings.TrimPrefix(c.pkg, module), c.file)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if text, err = replaceOnce(text, c.edits); err != nil {
			return fmt.Errorf("%s: %w", c.pkg, err)
		}
		if err := os.Chmod(path, 0o644); err != nil { // the module cache is read-only, and so is a copy of it
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
		if _, err := goTool("mod", "edit", "-replace", module+"="+to, gomod); err != nil {
			return err
		}
	}
	return nil
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
