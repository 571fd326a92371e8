package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/project"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
	"simten.dev/engine/texts"
)

// programFiles is the files of one program: the entry and everything that it imports, prepared before any of them runs.
type programFiles struct {
	c       *Compiled
	files   project.Files
	options source.Options
	limits  Limits
	bytes   int // of all files so far

	scripts map[string]*source.Script // by path; nil for one that cannot run
	names   []string                  // of the scripts, the entry first
	targets map[[2]string]string      // of a file's imports: path
	bundles map[*source.Script]*modules.Bundle
	open    []string // the files that are being read, each imported by the one before
}

// prepare reads the program of a source.
func (c *Compiled) prepare(s Source, options source.Options, l Limits) *programFiles {
	p := &programFiles{
		c: c, options: options, limits: l,
		scripts: map[string]*source.Script{}, targets: map[[2]string]string{}, bundles: map[*source.Script]*modules.Bundle{},
	}
	p.limits.SourceBytes = l.SourceBytes
	if p.limits.SourceBytes <= 0 {
		p.limits.SourceBytes = limits.Default.SourceBytes
	}
	if p.limits.Files <= 0 {
		p.limits.Files = limits.Default.FilesPerProgram
	}
	c.Texts = map[string]string{}
	entry, text, files, err := project.Split(s.Text)
	if err != nil {
		c.add(circuit.Diagnostic{
			Stage: circuit.StageSource, Code: circuit.CodeRelativeImport, Severity: circuit.Error,
			Message: fmt.Sprintf("The files of this text cannot be told apart: %v.", err),
		})
		return p
	}
	if files == nil { // the text is one file, whose name is known
		files = s.Files
		if project.Check(s.File) == "" {
			entry = s.File
		}
	}
	known := layers{project.Map{entry: text}, files}
	if s.Folder != nil {
		known = append(known, s.Folder)
	}
	p.files = known
	p.add(entry, "", entry, text)
	return p
}

// layers are files of which the first that has a path counts.
type layers []project.Files

// Read implements project.Files.
func (l layers) Read(name string) (text string, err error) {
	for _, files := range l {
		if text, err = files.Read(name); !errors.Is(err, fs.ErrNotExist) {
			return text, err
		}
	}
	return "", err
}

// Near implements project.Files.
func (l layers) Near(name string) (names []string) {
	for _, files := range l {
		names = append(names, files.Near(name)...)
	}
	return names
}

// add prepares a file and then what it imports. placeFile is how places name it, and file how the realm does.
func (p *programFiles) add(name, placeFile, file, text string) {
	p.open = append(p.open, name)
	defer func() { p.open = p.open[:len(p.open)-1] }()
	text = texts.Normalize(text) // places and fixes are of this form
	p.scripts[name] = nil
	p.names = append(p.names, name)
	p.bytes += len(text)
	p.c.Texts[placeFile] = text
	options := p.options
	options.PlaceFile, options.Exports, options.Module = placeFile, placeFile != "", project.Imports
	script, problems := source.Prepare(file, text, options)
	p.c.Diagnostics = append(p.c.Diagnostics, problems...)
	p.scripts[name] = script
	if script == nil {
		return
	}
	for _, i := range script.Modules {
		found, err := project.Resolve(p.files, name, i.Specifier)
		if err == nil {
			err = p.admit(found)
		}
		if err != nil {
			p.c.add(circuit.Diagnostic{
				Stage: circuit.StageSource, Code: circuit.CodeRelativeImport, Severity: circuit.Error,
				Message: fmt.Sprintf("'%s' cannot be imported: %v.", i.Specifier, err), Suggestion: p.advice(name, i.Specifier, err),
			}.At(i.Place))
			continue
		}
		p.targets[[2]string{name, i.Specifier}] = found.Name
		if at := slices.Index(p.open, found.Name); at >= 0 {
			p.c.add(circuit.Diagnostic{
				Stage: circuit.StageSource, Code: circuit.CodeImportCycle, Severity: circuit.Error,
				Message:    fmt.Sprintf("These files import each other in a circle: %s → %s.", strings.Join(p.open[at:], " → "), found.Name),
				Suggestion: "Move what both need into a third file. Types alone may be imported in a circle.",
			}.At(i.Place))
			continue
		}
		if _, known := p.scripts[found.Name]; !known {
			p.add(found.Name, found.Name, found.Name, found.Text)
		}
	}
}

// admit keeps the bounds of a program's files.
func (p *programFiles) admit(f project.File) error {
	if _, known := p.scripts[f.Name]; known {
		return nil
	}
	switch l := p.limits; {
	case len(p.scripts) >= l.Files:
		return fmt.Errorf("a program has at most %v files", limits.Count(l.Files))
	case p.bytes+len(f.Text) > l.SourceBytes:
		return fmt.Errorf("with it the program has %v bytes, more than the limit of %v", limits.Count(p.bytes+len(f.Text)), limits.Count(l.SourceBytes))
	}
	return nil
}

// advice is what to do about an import that leads to no file.
func (p *programFiles) advice(from, specifier string, err error) string {
	if guess := project.Guess(p.files, from, specifier, err); guess != "" {
		return guess
	}
	var missing *project.Missing
	switch {
	case errors.Is(err, project.ErrOutside):
		return "Make the folder that holds both files the project."
	case !errors.As(err, &missing):
		return ""
	case strings.HasPrefix(specifier, project.Own):
		return "Files of your own library are in the folder 'my' of the project."
	}
	return fmt.Sprintf("Add a file %s to the project, or paste what you need from it into this one.", missing.Names[0])
}

// entry is the script with which the program begins, nil when a file cannot run.
func (p *programFiles) entry() *source.Script {
	if len(p.names) == 0 {
		return nil
	}
	for _, name := range p.names {
		if p.scripts[name] == nil {
			return nil
		}
	}
	if circuit.HasErrors(p.c.Diagnostics) {
		return nil
	}
	return p.scripts[p.names[0]]
}

// resolve brings the packages that the files import. ok is false when the program cannot be run: there are problems,
// or modules that must be fetched first.
func (p *programFiles) resolve(s Source) (ok bool) {
	ok = true
	for _, name := range p.names {
		script := p.scripts[name]
		bundle, fine := p.c.resolve(s, script, p.limits)
		ok = ok && fine
		if bundle != nil {
			p.bundles[script] = bundle
		}
	}
	return ok
}

// load answers the import statements of the program.
func (p *programFiles) load(from *source.Script, specifier string) (realm.Module, error) {
	for _, name := range p.names {
		if p.scripts[name] == from {
			if script := p.scripts[p.targets[[2]string{name, specifier}]]; script != nil {
				return realm.Module{Script: script, Bundle: p.bundles[script]}, nil
			}
		}
	}
	return realm.Module{}, errors.New("there is no such file")
}
