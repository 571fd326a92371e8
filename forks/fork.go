package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"simten.dev/forks/patch"
)

// fork is a dependency with our edits.
type fork struct {
	name    string // of its folder
	module  string
	version string // that the edits are made for
	folder  string // with fork.txt
	edits   []patch.Edit
}

// readForks reads the folders of all dependencies, in the order of their names.
func readForks(folder string) ([]fork, error) {
	found, err := filepath.Glob(filepath.Join(folder, "*", "fork.txt"))
	if err != nil {
		return nil, err
	}
	var forks []fork
	for _, file := range found {
		f, err := readFork(filepath.Dir(file))
		if err != nil {
			return nil, err
		}
		forks = append(forks, f)
	}
	if len(forks) == 0 {
		return nil, fmt.Errorf("%s has no folder with a fork.txt", folder)
	}
	return forks, nil
}

func readFork(folder string) (fork, error) {
	f := fork{name: filepath.Base(folder), folder: folder}
	text, err := os.ReadFile(filepath.Join(folder, "fork.txt"))
	if err != nil {
		return f, err
	}
	var files string
	fields := map[string]*string{"module": &f.module, "version": &f.version, "edits": &files}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(line, ":")
		field := fields[key]
		if value = strings.TrimSpace(value); field == nil || value == "" {
			return f, fmt.Errorf("%s/fork.txt: %q is none of module, version and edits with a value", f.name, line)
		}
		*field = value
	}
	if f.module == "" || f.version == "" || files == "" {
		return f, fmt.Errorf("%s/fork.txt: it needs module, version and edits", f.name)
	}
	for name := range strings.SplitSeq(files, ",") {
		name = strings.TrimSpace(name)
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return f, err
		}
		edits, err := patch.Parse("forks/"+f.name+"/"+name, string(text))
		if err != nil {
			return f, err
		}
		f.edits = append(f.edits, edits...)
	}
	return f, f.check()
}

// check makes sure that no edit stands twice or needs what comes later, and that every file that we add belongs to one.
func (f fork) check() error {
	names, files := map[string]bool{}, map[string]bool{}
	for _, e := range f.edits {
		if names[e.Name] {
			return fmt.Errorf("%s:%d: there are two edits %s", e.File, e.Line, e.Name)
		}
		for _, need := range e.Needs {
			if !names[need] {
				return fmt.Errorf("%s:%d: edit %s needs %s, which does not come before it", e.File, e.Line, e.Name, need)
			}
		}
		names[e.Name] = true
		for _, name := range e.Added {
			files[name] = true
		}
	}
	added := filepath.Join(f.folder, "_files")
	err := filepath.WalkDir(added, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		inside, err := filepath.Rel(added, name)
		if inside = filepath.ToSlash(inside); err == nil && !files[inside] {
			err = fmt.Errorf("forks/%s/_files/%s is added by no edit", f.name, inside)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// chosen are the edits of some lanes.
func (f fork) chosen(lanes []patch.Lane) ([]patch.Edit, error) {
	var edits []patch.Edit
	made := map[string]bool{}
	for _, e := range f.edits {
		if !slices.Contains(lanes, e.Lane) {
			continue
		}
		for _, need := range e.Needs {
			if !made[need] {
				return nil, fmt.Errorf("%s:%d: edit %s (%s) needs %s, which is in a lane that is left out", e.File, e.Line, e.Name, e.Lane, need)
			}
		}
		made[e.Name] = true
		edits = append(edits, e)
	}
	return edits, nil
}

// files are those of the fork, made of the published module's in a folder.
func (f fork) files(published string, lanes []patch.Lane) (patch.Files, error) {
	edits, err := f.chosen(lanes)
	if err != nil {
		return nil, err
	}
	files, err := readModule(published)
	if err != nil {
		return nil, err
	}
	problems := patch.Apply(files, edits, func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(f.folder, "_files", filepath.FromSlash(name)))
	})
	if len(problems) == 0 {
		return files, nil
	}
	errs := []error{fmt.Errorf("nothing is built, because %d of the edits of %s %s do not apply", len(problems), f.module, f.version)}
	for _, p := range problems {
		errs = append(errs, p)
	}
	return nil, errors.Join(errs...)
}

// readModule reads what a module is built and tested from.
func readModule(folder string) (patch.Files, error) {
	files := patch.Files{}
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if filepath.Ext(name) != ".go" && filepath.Base(name) != "go.mod" && filepath.Base(name) != "go.sum" &&
			filepath.Base(name) != "LICENSE" && !strings.Contains(filepath.ToSlash(name), "/testdata/") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(folder, name)
		files[filepath.ToSlash(inside)] = text
		return err
	})
	return files, err
}

// published is where a module is, as it is published, and its version.
type published struct {
	Path    string
	Version string
	Dir     string
	Error   string
}

// download gets modules, at the versions of go.mod or at the named one.
func download(root string, modules ...string) (map[string]published, error) {
	output, err := goTool(root, append([]string{"mod", "download", "-json"}, modules...)...)
	got := map[string]published{}
	for d := json.NewDecoder(bytes.NewReader(output)); d.More(); {
		var p published
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		if p.Error != "" {
			return nil, fmt.Errorf("%s: %s", p.Path, p.Error)
		}
		got[p.Path] = p
	}
	return got, err
}

// goTool runs the go command on our own module alone, whatever a go.work says.
func goTool(root string, args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Dir = root
	c.Env = append(os.Environ(), "GOWORK=off")
	c.Stderr = os.Stderr
	output, err := c.Output()
	if err != nil {
		return output, fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return output, nil
}

// checkout is the top folder of this one.
func checkout() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "forks", "patch")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no checkout here or above; start this inside of one")
		}
		dir = up
	}
}
