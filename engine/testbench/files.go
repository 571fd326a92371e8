package testbench

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/project"
	"simten.dev/engine/realm"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/source"
	"simten.dev/engine/texts"
)

// Package is a library that tests can import by its name, given by the host as the text of one module.
type Package struct {
	Name    string // "fast-check"
	Text    string
	Missing string // why there is no text; an import of the library says it
}

// text is the module of a library, or why the host has none.
func (p *program) text(name string) (string, error) {
	known, ok := p.packages[name]
	switch {
	case !ok:
		return "", errors.New("it is not installed")
	case known.Missing != "":
		return "", errors.New(known.Missing)
	}
	return known.Text, nil
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

// load reads a file and everything that it imports.
func load(o Options, library []string) *program {
	main := o.File
	p := &program{
		root: o.Root, library: library, packages: map[string]Package{}, scripts: map[string]*source.Script{},
		targets: map[[2]string]string{}, bundles: map[*source.Script]*modules.Bundle{},
	}
	for _, known := range o.Packages {
		p.packages[known.Name] = known
	}
	text, err := texts.Normalize(o.Text), error(nil)
	if o.Text == "" {
		text, err = project.Folder{FS: o.Root}.Read(main)
	}
	if err != nil {
		p.problems = append(p.problems, circuit.Diagnostic{
			Stage: circuit.StageSource, Code: circuit.CodeRelativeImport, Severity: circuit.Error,
			Message: fmt.Sprintf("%s cannot be read: %v", main, err),
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
		Module: func(specifier string) bool { return project.Imports(specifier) || p.named(specifier) },
	})
	p.problems = append(p.problems, problems...)
	p.scripts[name] = script
	if script == nil {
		return
	}
	for _, i := range script.Modules {
		if !project.Imports(i.Specifier) {
			continue
		}
		found, err := p.find(name, i.Specifier)
		if err != nil {
			p.problems = append(p.problems, circuit.Diagnostic{
				Stage: circuit.StageSource, Code: circuit.CodeRelativeImport, Severity: circuit.Error,
				Message:    fmt.Sprintf("'%s' cannot be imported: %v", i.Specifier, err),
				Suggestion: project.Guess(project.Folder{FS: p.root}, name, i.Specifier, err),
			}.At(i.Place))
			continue
		}
		p.targets[[2]string{name, i.Specifier}] = found.Name
		if _, known := p.scripts[found.Name]; !known {
			p.add(found.Name, found.Name, found.Text)
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

// named reports whether a specifier is known by name.
func (p *program) named(specifier string) bool {
	_, isPackage := p.packages[specifier]
	return isPackage || aliases[specifier] != ""
}

// find resolves the specifier of an import and reads the file.
func (p *program) find(from, specifier string) (project.File, error) {
	if p.root == nil {
		return project.File{}, errors.New("these tests are one file, and nothing is beside it")
	}
	f, err := project.Resolve(project.Folder{FS: p.root}, from, specifier)
	switch _, known := p.scripts[f.Name]; {
	case errors.Is(err, project.ErrOutside):
		return f, fmt.Errorf("%w. Name a folder around both with --root", errOutside)
	case err == nil && !known && len(p.scripts) >= programFiles:
		return f, fmt.Errorf("the test imports more than %d files", programFiles)
	}
	return f, err
}

var errOutside = errors.New("it is outside of the folder of the tests")

// loader answers the import statements of the program.
func (p *program) loader(host goja.Value) realm.Loader {
	return func(from *source.Script, specifier string) (realm.Module, error) {
		if p.scripts[from.File] != from { // one of our own
			switch {
			case specifier == hostModule:
				return realm.Module{Value: host}, nil
			case project.Relative(specifier):
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
		if project.Imports(specifier) {
			if script := p.scripts[p.targets[[2]string{from.File, specifier}]]; script != nil {
				return realm.Module{Script: script, Bundle: p.bundles[script]}, nil
			}
		}
		return p.external(specifier)
	}
}

// fastCheck is fast-check as tests have it: set up for repeatable runs.
func (p *program) fastCheck() (realm.Module, error) {
	if _, err := p.text(fastCheck); err != nil {
		return realm.Module{}, err
	}
	return trusted(runtimeFolder + "fastcheck.ts")
}

func (p *program) external(specifier string) (realm.Module, error) {
	text, err := p.text(specifier)
	if err != nil {
		return realm.Module{}, err
	}
	script, err := prepared(specifier, text)
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
