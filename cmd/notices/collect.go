package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceFile are the names of files that have to come along.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|attrib|third-?party-?notice)[\w.-]*$`)

// textsIn are the licences and notices in a folder, the licence first. prefix is how the folder is called below its
// component's.
func textsIn(folder, prefix string) ([]text, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var list []text
	for _, e := range entries {
		if !e.Type().IsRegular() || !licenceFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, text{prefix + e.Name(), string(content)})
	}
	slices.SortStableFunc(list, func(a, b text) int { return rank(a) - rank(b) })
	return list, nil
}

func rank(t text) int {
	if strings.Contains(strings.ToLower(t.Name), "licen") {
		return 0
	}
	return 1
}

// goPackage is what the go command says of a package.
type goPackage struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
		Replace            *struct{ Path, Version string }
	}
}

// goModules are the modules of a Go program, and Go itself. A module has the licences of the folders of which the
// program has packages, too.
func goModules(ctx context.Context, root, program string, env []string) ([]component, error) {
	c := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Dir,Standard,Module", program)
	c.Dir, c.Stderr = root, os.Stderr
	c.Env = append(os.Environ(), env...)
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", program, err)
	}
	var list []component
	seen, published := map[string]bool{}, map[string]string{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		m := p.Module
		i := slices.IndexFunc(list, func(c component) bool { return c.Name == m.Path })
		if i < 0 {
			i = len(list)
			list = append(list, component{Ecosystem: "golang", Name: m.Path, Version: m.Version, Changed: m.Replace != nil && m.Replace.Version == ""})
			published[m.Path] = m.Dir
			if list[i].Changed { // a fork has the code alone
				if published[m.Path], err = publishedFolder(ctx, root, m.Path); err != nil {
					return nil, err
				}
			}
		}
		for dir := p.Dir; strings.HasPrefix(dir, m.Dir) && !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			prefix, err := filepath.Rel(m.Dir, dir)
			if err != nil {
				return nil, err
			}
			texts, err := textsIn(filepath.Join(published[m.Path], prefix), strings.TrimPrefix(filepath.ToSlash(prefix)+"/", "./"))
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // a fork may have folders of its own
				return nil, err
			}
			if prefix == "." {
				texts = append(texts, list[i].Texts...) // the licence of the whole comes first
				list[i].Texts = texts
				continue
			}
			list[i].Texts = append(list[i].Texts, texts...)
		}
	}
	itself, err := goItself(ctx, root)
	return append(list, itself), err
}

// publishedFolder is where the published files of a module are of which there is a fork.
func publishedFolder(ctx context.Context, root, module string) (string, error) {
	c := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", module)
	c.Dir, c.Stderr = root, os.Stderr
	c.Env = append(os.Environ(), "GOWORK=off")
	out, err := c.Output()
	folder := strings.TrimSpace(string(out))
	if err == nil && folder == "" {
		err = errors.New("it is not in the module cache")
	}
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w", module, err)
	}
	return folder, nil
}

// goItself is Go's runtime and standard library, which are in every program.
func goItself(ctx context.Context, root string) (component, error) {
	c := exec.CommandContext(ctx, "go", "env", "GOROOT", "GOVERSION")
	c.Dir, c.Stderr = root, os.Stderr
	out, err := c.Output()
	if err != nil {
		return component{}, fmt.Errorf("go env: %w", err)
	}
	fields := strings.Fields(string(out))
	if len(fields) != 2 {
		return component{}, fmt.Errorf("go env says %q", out)
	}
	texts, err := textsIn(fields[0], "")
	return component{Ecosystem: "golang", Name: "std", Version: strings.TrimPrefix(fields[1], "go"), Texts: texts}, err
}

// Where fast-check's copy for the command says what it is made of, and the licences of that.
const (
	fastCheckCopy     = "cmd/simten/fastcheck/data/fast-check.js"
	fastCheckLicences = "cmd/simten/fastcheck/data/LICENSE"
)

var madeOf = regexp.MustCompile(`^// Generated .* under the MIT licence, see LICENSE:((?: \S+ \d\S*)+)\n`)

// fastCheck is what the command's copy of fast-check is made of.
func fastCheck(root string) ([]component, error) {
	code, err := os.ReadFile(filepath.Join(root, fastCheckCopy))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: `go generate ./cmd/simten/fastcheck` makes it", err)
	}
	if err != nil {
		return nil, err
	}
	licences, err := os.ReadFile(filepath.Join(root, fastCheckLicences))
	if err != nil {
		return nil, err
	}
	head := madeOf.FindSubmatch(code)
	if head == nil {
		return nil, fmt.Errorf("%s does not say what it is made of", fastCheckCopy)
	}
	var list []component
	words := strings.Fields(string(head[1]))
	for i := 0; i+1 < len(words); i += 2 {
		name, version := words[i], words[i+1]
		if !strings.Contains(string(licences), name+" "+version) {
			return nil, fmt.Errorf("%s has no licence of %s %s", fastCheckLicences, name, version)
		}
		list = append(list, component{Ecosystem: "npm", Name: name, Version: version, Licence: "MIT", Texts: []text{{"LICENSE", string(licences)}}})
	}
	return list, nil
}

// The folders of build/packages in which the builds note the packages of npm that they take in.
var (
	commandNotes = []string{"command"}
	pageNotes    = []string{"app-site", "embed", "sandbox-site"}
)

// npmPackages are the packages of npm that bundlers took in, by their notes.
func npmPackages(root string, folders []string) ([]component, error) {
	names := map[string]bool{}
	for _, w := range folders {
		notes, err := filepath.Glob(filepath.Join(root, "build/packages", w, "*.json"))
		if err != nil {
			return nil, err
		}
		if len(notes) == 0 {
			return nil, fmt.Errorf("build/packages/%s is not there: `make build` makes it", w)
		}
		for _, note := range notes {
			content, err := os.ReadFile(note)
			if err != nil {
				return nil, err
			}
			var list []string
			if err := json.Unmarshal(content, &list); err != nil {
				return nil, fmt.Errorf("%s: %w", note, err)
			}
			for _, name := range list {
				names[name] = true
			}
		}
	}
	var list []component
	for name := range names {
		c, err := npmPackage(root, name)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// npmPackage reads a package by its folder: "node_modules/lit".
func npmPackage(root, folder string) (component, error) {
	dir := filepath.Join(root, filepath.FromSlash(folder))
	content, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return component{}, err
	}
	var about struct{ Name, Version, License string }
	if err := json.Unmarshal(content, &about); err != nil {
		return component{}, fmt.Errorf("%s: %w", folder, err)
	}
	texts, err := textsIn(dir, "")
	if words := iscText(about.Name); err == nil && len(texts) == 0 && about.License == "ISC" && words != "" {
		texts = []text{{Name: "package.json", Content: words}}
	}
	return component{Ecosystem: "npm", Name: about.Name, Version: about.Version, Licence: about.License, Texts: texts}, err
}
