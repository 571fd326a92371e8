// Package npm brings packages to circuits: from node_modules, and from a module host over the network. The same answers
// are served to the page as a module host of its own.
package npm

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"simten.dev/engine/modules"
)

// Folder answers for the packages in the node_modules folders that a directory sees: its own, and those of the
// directories above. It answers as a module host does: a path without an exact version leads to one with it. It reads
// nothing outside of those folders.
type Folder struct {
	dir   string
	roots []string // node_modules folders, nearest first, without symbolic links

	mu    sync.Mutex
	built map[string]modules.Answer // by path with an exact version
}

// folderPrefix begins the paths of what comes from a folder: the bytes are not those of another host.
const folderPrefix = "/node_modules"

// NewFolder looks for node_modules at dir and above.
func NewFolder(dir string) *Folder {
	f := &Folder{dir: dir, built: map[string]modules.Answer{}}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return f
	}
	for {
		root := filepath.Join(absolute, "node_modules")
		if real, err := filepath.EvalSymlinks(root); err == nil {
			f.roots = append(f.roots, real)
		}
		up := filepath.Dir(absolute)
		if up == absolute {
			return f
		}
		absolute = up
	}
}

// Roots gives the folders outside of which nothing is read, without symbolic links.
func (f *Folder) Roots() []string { return f.roots }

// found is a package in a folder.
type found struct {
	dir     string
	version string
}

// find looks for a package in the folders, nearest first.
func (f *Folder) find(name string) (found, bool) {
	for _, root := range f.roots {
		dir := filepath.Join(root, filepath.FromSlash(name))
		if p, ok := manifest(dir); ok {
			return p, true
		}
	}
	return found{}, false
}

func manifest(dir string) (found, bool) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return found{}, false
	}
	var m struct{ Version string }
	if json.Unmarshal(text, &m) != nil || m.Version == "" {
		return found{}, false
	}
	return found{dir, m.Version}, true
}

// Has reports whether the path names a package that is in a folder at a version that fits.
func (f *Folder) Has(path string) bool {
	if strings.HasPrefix(path, folderPrefix+"/") {
		return true
	}
	s, ok := specifierOf(path)
	if !ok {
		return false
	}
	p, ok := f.find(s.Package)
	return ok && fits(p.version, s.Range)
}

// specifierOf reads a path on a module host as what it is made of.
func specifierOf(path string) (modules.Specifier, bool) {
	route, _, _ := strings.Cut(path, "?")
	s, refusal := modules.ParseSpecifier(strings.TrimPrefix(route, "/"))
	return s, refusal == nil
}

// Answer gives the module at a path on the host.
func (f *Folder) Answer(path string) modules.Answer {
	fail := func(format string, args ...any) modules.Answer {
		return modules.Answer{Path: path, Failure: fmt.Sprintf(format, args...)}
	}
	s, ok := specifierOf(strings.TrimPrefix(path, folderPrefix))
	if !ok {
		return fail("is not the name of a package")
	}
	p, ok := f.find(s.Package)
	if !ok {
		return fail("is not in node_modules; install it with: npm install %s", s.Package)
	}
	if !fits(p.version, s.Range) {
		return fail("is in node_modules as version %s", p.version)
	}
	final := folderPrefix + "/" + s.Package + "@" + p.version
	if s.Path != "" {
		final += "/" + s.Path
	}
	final += "?target=es2022"
	f.mu.Lock()
	defer f.mu.Unlock()
	a, ok := f.built[final]
	if !ok {
		text, err := f.build(p, s)
		if err != nil {
			return fail("cannot be built from node_modules: %v", err)
		}
		a = modules.Answer{Final: final, Type: modules.ModuleType, Text: text}
		f.built[final] = a
	}
	a.Path = path
	return a
}

// Host implements modules.Loader: locks name no place on this machine.
func (f *Folder) Host() string { return DefaultHost }

// Load implements modules.Loader.
func (f *Folder) Load(_ context.Context, paths []string) []modules.Answer {
	answers := make([]modules.Answer, len(paths))
	for i, path := range paths {
		answers[i] = f.Answer(path)
	}
	return answers
}

// build bundles the files of one package, an ES module or a CommonJS module as the package is. Other packages that an
// ES module imports stay modules of their own, shared by all who import them.
func (f *Folder) build(p found, s modules.Specifier) ([]byte, error) {
	name := s.Package
	if s.Path != "" {
		name += "/" + s.Path
	}
	result := f.bundle(name, api.FormatESModule)
	if err := failure(result); err != nil {
		return nil, err
	}
	var meta struct {
		Inputs  map[string]struct{ Format string }
		Outputs map[string]struct{ EntryPoint string }
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, err
	}
	for _, output := range meta.Outputs {
		if meta.Inputs[output.EntryPoint].Format == "cjs" {
			result = f.bundle(name, api.FormatCommonJS)
			if err := failure(result); err != nil {
				return nil, err
			}
		}
	}
	return result.OutputFiles[0].Contents, nil
}

func failure(r api.BuildResult) error {
	if len(r.Errors) == 0 {
		return nil
	}
	m := r.Errors[0]
	if m.Location != nil {
		return fmt.Errorf("%s (%s:%d)", m.Text, m.Location.File, m.Location.Line)
	}
	return fmt.Errorf("%s", m.Text)
}

func (f *Folder) bundle(name string, format api.Format) api.BuildResult {
	dir, err := filepath.Abs(f.dir)
	if err != nil {
		dir = string(filepath.Separator)
	}
	return api.Build(api.BuildOptions{
		EntryPoints:   []string{name},
		Bundle:        true,
		AbsWorkingDir: dir,
		Outdir:        filepath.Join(dir, "out"), // nothing is written
		Format:        format,
		Platform:      api.PlatformBrowser,
		Target:        api.ES2022,
		Charset:       api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone,
		TsconfigRaw:   "{}",
		Metafile:      true,
		LogLevel:      api.LogLevelSilent,
		Plugins:       []api.Plugin{{Name: "node_modules", Setup: f.plugin}},
	})
}

// resolving marks a resolution that the plugin itself asked for.
type resolving struct{}

func (f *Folder) plugin(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: `^[^./]`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		if _, ok := a.PluginData.(resolving); ok || filepath.IsAbs(a.Path) {
			return api.OnResolveResult{}, nil
		}
		if a.Kind == api.ResolveJSImportStatement {
			if path, ok := f.shared(a); ok {
				return api.OnResolveResult{Path: path, External: true}, nil
			}
		}
		if a.Kind == api.ResolveEntryPoint {
			return api.OnResolveResult{}, nil
		}
		result := build.Resolve(a.Path, api.ResolveOptions{
			Importer: a.Importer, ResolveDir: a.ResolveDir, Kind: a.Kind, PluginData: resolving{},
		})
		if len(result.Errors) > 0 {
			// A module of Node, or an optional one: whoever bundles the circuit decides.
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		}
		return api.OnResolveResult{}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "file"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		real, err := filepath.EvalSymlinks(a.Path)
		if err != nil {
			return api.OnLoadResult{}, err
		}
		for _, root := range f.roots {
			if rest, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rest) {
				return api.OnLoadResult{}, nil
			}
		}
		return api.OnLoadResult{}, fmt.Errorf("%s is outside of node_modules", filepath.Base(a.Path))
	})
}

// shared gives the path on the host of another package that a module imports, when it is the one that circuits see too.
func (f *Folder) shared(a api.OnResolveArgs) (string, bool) {
	s, refusal := modules.ParseSpecifier(a.Path)
	if refusal != nil || s.Range != "" {
		return "", false
	}
	seen, ok := f.find(s.Package)
	if !ok || strings.HasPrefix(a.Importer, seen.dir+string(filepath.Separator)) {
		return "", false
	}
	for dir := a.ResolveDir; ; dir = filepath.Dir(dir) {
		own, ok := manifest(filepath.Join(dir, "node_modules", filepath.FromSlash(s.Package)))
		if ok {
			if real, err := filepath.EvalSymlinks(own.dir); err != nil || real != seen.dir {
				return "", false // a version of its own
			}
			break
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
	path := folderPrefix + "/" + s.Package + "@" + seen.version
	if s.Path != "" {
		path += "/" + s.Path
	}
	return path + "?target=es2022", true
}
