package testbench

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/realm"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/source"
	"simten.dev/engine/texts"
)

// Package is a library that tests can import by its name, given by the host as the text of one module.
type Package struct {
	Name string // "fast-check"
	Text string
}

//go:embed runtime/*.ts
var runtimeFiles embed.FS

const (
	runtimeFolder = "simten:runtime/" // the names of our own scripts, which no file can have
	hostModule    = "simten:host"
	testModule    = runtimeFolder + "suite.ts"
	verifyModule  = runtimeFolder + "verify.ts"
	fastCheck     = "fast-check"
)

// aliases are the import specifiers that stand for our own scripts. The names of test libraries are there so that
// tests written for them run unchanged.
var aliases = map[string]string{
	"@simten/test":        testModule,
	"vitest":              testModule,
	"@jest/globals":       testModule,
	"bun:test":            testModule,
	"@simten/core/verify": verifyModule,
}

// program is the files of a test, read and prepared before any of them runs.
type program struct {
	root     fs.FS
	library  []string
	packages map[string]Package
	scripts  map[string]*source.Script // by path below the root
	targets  map[[2]string]string      // of a file's relative imports: path below the root
	bundles  map[*source.Script]*modules.Bundle
	problems []circuit.Diagnostic
}

// packageBytes bounds a library that the host gives, programFiles the number of files of a test.
const (
	packageBytes = 16 << 20
	programFiles = 1000
)

// load reads a file and everything that it imports. main is a path below the root, with slashes.
func load(root fs.FS, main string, library []string, packages []Package) *program {
	p := &program{root: root, library: library, packages: map[string]Package{}, scripts: map[string]*source.Script{}, targets: map[[2]string]string{}, bundles: map[*source.Script]*modules.Bundle{}}
	for _, known := range packages {
		p.packages[known.Name] = known
	}
	text, err := p.read(main)
	if err != nil {
		p.problems = append(p.problems, circuit.Diagnostic{
			Stage: circuit.StageSource, Code: circuit.CodeRelativeImport, Severity: circuit.Error,
			Message: fmt.Sprintf("%s cannot be read: %v", main, reason(err)),
		})
		return p
	}
	p.add(main, "", text)
	return p
}

// add prepares a file and then what it imports. placeFile is how messages name it.
func (p *program) add(name, placeFile, text string) {
	p.scripts[name] = nil // it is under way: files that import each other end here
	script, problems := source.Prepare(name, text, source.Options{
		Library: p.library, Exports: true, PlaceFile: placeFile,
		Module: func(specifier string) bool { return relative(specifier) || p.named(specifier) },
	})
	p.problems = append(p.problems, problems...)
	p.scripts[name] = script
	if script == nil {
		return
	}
	for _, i := range script.Modules {
		if !relative(i.Specifier) {
			continue
		}
		target, text, err := p.find(name, i.Specifier)
		if err != nil {
			p.problems = append(p.problems, circuit.Diagnostic{
				Stage: circuit.StageSource, Code: circuit.CodeRelativeImport, Severity: circuit.Error,
				Message: fmt.Sprintf("'%s' cannot be imported: %v", i.Specifier, err),
			}.At(i.Place))
			continue
		}
		p.targets[[2]string{name, i.Specifier}] = target
		if _, known := p.scripts[target]; !known {
			p.add(target, target, text)
		}
	}
}

// loadPackages gets the packages of npm that the files import.
func (p *program) loadPackages(ctx context.Context, o Options) error {
	names := make([]string, 0, len(p.scripts))
	for name, script := range p.scripts {
		if script != nil && len(script.Imports) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var store *modules.Store
	for _, name := range names {
		script, file := p.scripts[name], name
		if name == o.File {
			file = ""
		}
		if o.Loader == nil {
			p.problems = append(p.problems, script.Imports[0].At(circuit.Diagnostic{
				Stage: circuit.StageSource, Code: circuit.CodeModuleUnavailable, Severity: circuit.Error, File: file,
				Message: fmt.Sprintf("%q cannot be imported: nothing here fetches packages.", script.Imports[0].Specifier),
			}))
			continue
		}
		if store == nil {
			store = modules.NewStore(o.Loader.Host())
		}
		var lock *modules.Lock
		if o.Lock != nil {
			var err error
			if lock, err = o.Lock(name); err != nil {
				return err
			}
		}
		bundle, problems, err := sandbox.LoadPackages(ctx, script, store, o.Loader, lock, o.Limits)
		if err != nil {
			return err
		}
		for i := range problems {
			problems[i].File = file
		}
		p.problems = append(p.problems, problems...)
		p.bundles[script] = bundle
	}
	return nil
}

func relative(specifier string) bool {
	return strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../")
}

// named reports whether a specifier is known by name.
func (p *program) named(specifier string) bool {
	_, isPackage := p.packages[specifier]
	return isPackage || aliases[specifier] != ""
}

var errOutside = errors.New("it is outside of the folder of the tests. Name a folder around both with --root")

// find resolves a relative specifier and reads the file. A name without an ending may leave out .ts, and .js may stand
// for .ts, as TypeScript has it.
func (p *program) find(from, specifier string) (name, text string, err error) {
	base := path.Join(path.Dir(from), specifier)
	if base == ".." || strings.HasPrefix(base, "../") {
		return "", "", errOutside
	}
	candidates := []string{base}
	switch ending := path.Ext(base); ending {
	case ".ts":
	case ".json":
	case ".js":
		candidates = append(candidates, strings.TrimSuffix(base, ending)+".ts")
	default:
		candidates = []string{base + ".ts", path.Join(base, "index.ts")}
	}
	for _, name := range candidates {
		if text, err = p.read(name); err == nil {
			if path.Ext(name) == ".json" {
				text = "export default " + text
			}
			return name, text, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", reason(err)
		}
	}
	return "", "", fmt.Errorf("there is no file %s", strings.Join(candidates, " or "))
}

func (p *program) read(name string) (string, error) {
	if len(p.scripts) >= programFiles {
		return "", fmt.Errorf("the test imports more than %d files", programFiles)
	}
	info, err := fs.Stat(p.root, name)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", errors.New("it is not a file")
	case info.Size() > int64(limits.Default.SourceBytes):
		return "", fmt.Errorf("it has %v bytes, more than the limit of %v", limits.Count(info.Size()), limits.Count(limits.Default.SourceBytes))
	}
	content, err := fs.ReadFile(p.root, name)
	if err != nil {
		return "", err
	}
	return texts.Decode(content)
}

// reason is an error of the file system without the path, which the message names already.
func reason(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}

// loader answers the import statements of the program.
func (p *program) loader(host goja.Value) realm.Loader {
	return func(from *source.Script, specifier string) (realm.Module, error) {
		if p.scripts[from.File] != from { // one of our own
			switch {
			case specifier == hostModule:
				return realm.Module{Value: host}, nil
			case relative(specifier):
				return trusted(runtimeFolder + strings.TrimPrefix(specifier, "./"))
			}
			return p.external(specifier)
		}
		if alias := aliases[specifier]; alias != "" {
			return trusted(alias)
		}
		if specifier == fastCheck {
			return p.fastCheck()
		}
		if relative(specifier) {
			if script := p.scripts[p.targets[[2]string{from.File, specifier}]]; script != nil {
				return realm.Module{Script: script, Bundle: p.bundles[script]}, nil
			}
		}
		return p.external(specifier)
	}
}

// fastCheck is fast-check as tests have it: set up for repeatable runs.
func (p *program) fastCheck() (realm.Module, error) {
	if _, ok := p.packages[fastCheck]; !ok {
		return realm.Module{}, errors.New("it is not installed")
	}
	return trusted(runtimeFolder + "fastcheck.ts")
}

func (p *program) external(specifier string) (realm.Module, error) {
	known, ok := p.packages[specifier]
	if !ok {
		return realm.Module{}, errors.New("it is not installed")
	}
	script, err := prepared(known.Name, known.Text)
	return realm.Module{Script: script, Trusted: true}, err
}

// trusted gives one of our own scripts.
func trusted(name string) (realm.Module, error) {
	text, err := runtimeFiles.ReadFile("runtime/" + strings.TrimPrefix(name, runtimeFolder))
	if err != nil {
		return realm.Module{}, err
	}
	script, err := prepared(name, string(text))
	return realm.Module{Script: script, Trusted: true}, err
}

// cache holds the scripts that are not the user's, prepared once per process.
var cache struct {
	sync.Mutex
	scripts map[string]*source.Script
}

func prepared(name, text string) (*source.Script, error) {
	cache.Lock()
	defer cache.Unlock()
	if s := cache.scripts[name]; s != nil && s.Text == text {
		return s, nil
	}
	script, problems := source.Prepare(name, text, source.Options{
		Exports: true, MaxBytes: packageBytes, Module: func(string) bool { return true },
	})
	if script == nil {
		return nil, fmt.Errorf("%s: %w", name, &problems[0])
	}
	if cache.scripts == nil {
		cache.scripts = map[string]*source.Script{}
	}
	cache.scripts[name] = script
	return script, nil
}
