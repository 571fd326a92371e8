package modules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/source"
)

// Bundle is the code of everything that a circuit imports, ready for a realm.
type Bundle struct {
	Script *source.Script // its value holds the exports under source.PackageKey
	Lock   *Lock
	roots  map[string]int // source of the bundle → import through which it came
}

// File names the bundle in stacks.
const File = "packages.js"

// Result is what came of a Resolve. Exactly one of its fields is set.
type Result struct {
	Bundle *Bundle
	// Needs are paths on the module host that must be fetched first.
	Needs []string
	// Problems stand at the imports of the circuit.
	Problems []circuit.Diagnostic
}

// Resolve makes the bundle for the imports of a circuit from modules that are known. lock is nil, or what an earlier
// Resolve gave for this circuit.
func (s *Store) Resolve(imports []*source.Import, lock *Lock, limits Limits) Result {
	b := &building{
		store: s, imports: imports, limits: limits.orDefault(), lock: lock, used: map[string]*module{},
		next:  &Lock{Host: s.host, Packages: map[string]string{}, Modules: map[string]string{}},
		needs: map[string]bool{}, root: map[string]int{}, entries: make([]string, len(imports)),
	}
	if lock != nil && !lock.Valid() {
		b.lock = nil
	}
	for i := range imports {
		b.entry(i)
	}
	if len(b.needs) == 0 && len(b.problems) == 0 {
		if known := s.bundleOf(b.key()); known != nil && b.holds(known.Lock) {
			return Result{Bundle: known}
		}
		b.build()
	}
	switch {
	case len(b.problems) > 0:
		return Result{Problems: b.problems}
	case len(b.needs) > 0:
		needs := make([]string, 0, len(b.needs))
		for path := range b.needs {
			needs = append(needs, path)
		}
		slices.Sort(needs)
		return Result{Needs: needs}
	}
	s.keep(b.key(), b.bundle)
	return Result{Bundle: b.bundle}
}

// building is one Resolve. esbuild calls its plugin from several goroutines.
type building struct {
	store   *Store
	imports []*source.Import
	limits  Limits
	lock    *Lock
	next    *Lock
	entries []string // path of each import's entry module

	mu       sync.Mutex
	used     map[string]*module // by the path that answered
	bytes    int
	needs    map[string]bool
	root     map[string]int // module → import through which it came
	problems []circuit.Diagnostic
	bundle   *Bundle
}

func (b *building) report(index int, code circuit.Code, message, suggestion string) {
	b.problems = append(b.problems, b.imports[index].At(circuit.Diagnostic{
		Stage: circuit.StageSource, Code: code, Severity: circuit.Error, Message: message, Suggestion: suggestion,
	}))
}

// entry finds the entry module of an import, at the version that the lock or the host says.
func (b *building) entry(i int) {
	text := b.imports[i].Specifier
	s, refusal := ParseSpecifier(text)
	if refusal != nil {
		b.report(i, circuit.CodePackageImport, fmt.Sprintf("%q cannot be imported: it %s.", clip(text), refusal.Reason), refusal.Advice)
		return
	}
	version := s.Range
	if !s.Exact() {
		version = ""
		if b.lock != nil {
			version = b.lock.Packages[s.Key()]
		}
		if version == "" {
			asked := s.hostPath(s.Range)
			m, ok := b.have(i, asked)
			if !ok {
				return
			}
			if version = versionIn(s.Package, m.path, ""); version != "" { // the host redirected to it
				b.next.Packages[s.Key()] = version
				b.entries[i] = m.path
				return
			}
			if version = versionIn(s.Package, "", m.text); version == "" {
				b.report(i, circuit.CodeModuleUnavailable, fmt.Sprintf("The module host does not say which version of %q it has.", s.Package),
					"Import an exact version, such as '"+s.Package+"@1.2.3'.")
				return
			}
		}
		b.next.Packages[s.Key()] = version
	}
	path := s.hostPath(version)
	if m, ok := b.have(i, path); ok {
		b.entries[i] = m.path
	}
}

// have gives a module that is known, and notes when it must be fetched or cannot be had.
func (b *building) have(index int, path string) (*module, bool) {
	m := b.store.find(path)
	switch {
	case m == nil:
		b.needs[path] = true
	case m.failure != nil:
		advice := m.failure.Advice
		b.report(index, circuit.CodeModuleUnavailable, fmt.Sprintf("%s cannot be fetched from %s: it %s.", nameOf(path), b.store.host, m.failure.Reason), advice)
	default:
		return m, true
	}
	return nil, false
}

// nameOf is how a message names a path on the host: without the query.
func nameOf(path string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "?")
	return name
}

// key stands for the imports and what is read of them.
func (b *building) key() string {
	var k strings.Builder
	for i, imported := range b.imports {
		names := "*"
		if !imported.Whole {
			names = strings.Join(imported.Names, ",")
		}
		k.WriteString(b.entries[i] + " " + names + "\n")
	}
	return k.String()
}

// holds reports whether a bundle is also what this circuit's lock asks for.
func (b *building) holds(made *Lock) bool {
	for key, version := range b.next.Packages {
		if made.Packages[key] != version {
			return false
		}
	}
	if b.lock == nil || b.lock.Host != b.store.host {
		return true
	}
	for path, hash := range made.Modules {
		if want, ok := b.lock.Modules[path]; ok && want != hash {
			return false
		}
	}
	return true
}

// virtual namespaces of the build.
const (
	hosted  = "npm"    // modules of the host
	portals = "import" // one module for each import of the circuit: what is read of it
	absent  = "absent" // modules that throw when they are loaded
)

func (b *building) build() {
	var entry strings.Builder
	for i := range b.imports {
		fmt.Fprintf(&entry, "import * as %s from %q;", source.PackageKey(i), portals+":"+strconv.Itoa(i))
	}
	exports := b.freeName()
	entry.WriteString(exports + "({")
	for i := range b.imports {
		entry.WriteString(source.PackageKey(i) + ",")
	}
	entry.WriteString("});")
	result := api.Build(api.BuildOptions{
		Stdin:            &api.StdinOptions{Contents: entry.String(), Sourcefile: "imports", Loader: api.LoaderJS},
		Bundle:           true,
		AbsWorkingDir:    "/",
		Outfile:          "/" + File,
		Format:           api.FormatIIFE,
		Supported:        source.Lowered(),
		Platform:         api.PlatformNeutral,
		Define:           map[string]string{"process.env.NODE_ENV": `"production"`, "global": "globalThis"},
		MinifyWhitespace: true, // no comments between tokens, so that positions are exact
		Charset:          api.CharsetUTF8,
		LegalComments:    api.LegalCommentsNone,
		Sourcemap:        api.SourceMapExternal,
		SourcesContent:   api.SourcesContentExclude,
		TsconfigRaw:      "{}",
		LogLevel:         api.LogLevelSilent,
		Plugins:          []api.Plugin{{Name: "modules", Setup: b.plugin}},
	})
	if len(b.problems) > 0 || len(b.needs) > 0 {
		return
	}
	if len(result.Errors) > 0 {
		b.buildProblems(result.Errors)
		return
	}
	var code, sourceMap string
	for _, f := range result.OutputFiles {
		if strings.HasSuffix(f.Path, ".map") {
			sourceMap = string(f.Contents)
		} else {
			code = string(f.Contents)
		}
	}
	script, err := source.PreparePackages(File, code, sourceMap, exports)
	if err != nil {
		b.report(0, circuit.CodeModuleCode, "The packages hold code that the interpreter does not know: "+err.Error()+".", "Another version of the package may be written more plainly.")
		return
	}
	b.bundle = &Bundle{Script: script, Lock: b.next, roots: map[string]int{}}
	for path, i := range b.root {
		b.bundle.roots[hosted+":"+path] = i
	}
}

// freeName is a name that occurs in no module, so that none of them can call it.
func (b *building) freeName() string {
	name := "$simtenExports"
	for n := 0; ; n++ {
		taken := false
		b.store.mu.Lock()
		for _, m := range b.store.modules {
			taken = taken || strings.Contains(m.text, name)
		}
		b.store.mu.Unlock()
		if !taken {
			return name
		}
		name = "$simtenExports" + strconv.Itoa(n)
	}
}

func (b *building) plugin(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: `.*`}, b.resolve)
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: portals}, b.portal)
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: hosted}, b.load)
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: absent}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := json.Marshal(a.Path)
		code := "throw new TypeError(" + string(text) + ")"
		return api.OnLoadResult{Contents: &code, Loader: api.LoaderJS}, err
	})
}

func (b *building) resolve(a api.OnResolveArgs) (api.OnResolveResult, error) {
	if index, ok := strings.CutPrefix(a.Path, portals+":"); ok && a.Namespace != hosted {
		return api.OnResolveResult{Path: index, Namespace: portals}, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	from, path := "", ""
	index := 0
	var refusal *Refusal
	if a.Namespace == portals {
		index, _ = strconv.Atoi(a.Importer)
		path = b.entries[index]
	} else {
		from = a.Importer
		index = b.root[from]
		path, refusal = Locate(b.store.host, from, a.Path)
	}
	if a.Kind == api.ResolveJSDynamicImport {
		return api.OnResolveResult{Path: "import() does not exist in circuits; " + nameOf(from) + " asks for " + a.Path, Namespace: absent}, nil
	}
	if refusal != nil {
		if a.Kind == api.ResolveJSRequireCall || a.Kind == api.ResolveJSRequireResolve {
			// CommonJS asks for such modules where it may do without them.
			return api.OnResolveResult{Path: clip(a.Path) + " " + refusal.Reason, Namespace: absent}, nil
		}
		b.report(index, circuit.CodePackageImport,
			fmt.Sprintf("%q, which %s imports, cannot be imported: it %s.", clip(a.Path), nameOf(from), refusal.Reason), refusal.Advice)
		return api.OnResolveResult{Path: "refused", Namespace: absent}, nil
	}
	m, ok := b.have(index, path)
	if !ok {
		return api.OnResolveResult{Path: "unknown", Namespace: absent}, nil
	}
	if _, known := b.root[m.path]; !known {
		b.root[m.path] = index
	}
	if b.used[m.path] == nil {
		b.use(index, m)
	}
	return api.OnResolveResult{Path: m.path, Namespace: hosted}, nil
}

// use counts a module against the limits and holds it to the lock.
func (b *building) use(index int, m *module) {
	b.used[m.path] = m
	b.bytes += len(m.text)
	if len(b.used) > b.limits.Modules || b.bytes > b.limits.Bytes {
		if len(b.problems) == 0 {
			b.report(index, circuit.CodeTooLarge,
				fmt.Sprintf("The imported packages have more than %v modules or %v bytes.", limits.Count(b.limits.Modules), limits.Count(b.limits.Bytes)),
				"Import a smaller package, or one file of it: 'name/file.js'.")
		}
		return
	}
	if d := source.CheckLimits(m.text); d != nil && !m.data {
		b.report(index, circuit.CodeModuleCode, fmt.Sprintf("%s, line %d: %s.", nameOf(m.path), d.Line, d.Message), "Another version of the package may be written more plainly.")
	}
	b.next.Modules[m.path] = m.hash
	if b.lock == nil || b.lock.Host != b.store.host {
		return
	}
	if want, ok := b.lock.Modules[m.path]; ok && want != m.hash {
		b.report(index, circuit.CodeModuleLock,
			fmt.Sprintf("%s is not what this circuit was made with: its SHA-256 is %s, the lock says %s.", nameOf(m.path), m.hash, want),
			"The module host or the link was changed. If you trust the package as it is now, forget the lock and compile again.")
	}
}

// portal is the module of one import: exactly what the circuit reads of it, so that the rest is left out of the bundle.
func (b *building) portal(a api.OnLoadArgs) (api.OnLoadResult, error) {
	index, err := strconv.Atoi(a.Path)
	if err != nil {
		return api.OnLoadResult{}, err
	}
	i := b.imports[index]
	code := "export * from 'x';import * as n from 'x';export default n.default"
	if !i.Whole {
		code = "import 'x';export {" + strings.Join(i.Names, ",") + "} from 'x'"
	}
	return api.OnLoadResult{Contents: &code, Loader: api.LoaderJS}, nil
}

func (b *building) load(a api.OnLoadArgs) (api.OnLoadResult, error) {
	b.mu.Lock()
	m := b.used[a.Path]
	b.mu.Unlock()
	if m == nil {
		return api.OnLoadResult{}, fmt.Errorf("the module %s is not there", a.Path)
	}
	loader := api.LoaderJS
	if m.data {
		loader = api.LoaderJSON
	}
	return api.OnLoadResult{Contents: &m.text, Loader: loader}, nil
}

// buildProblems tells what esbuild says of modules at the import through which they came.
func (b *building) buildProblems(errors []api.Message) {
	for _, m := range errors[:min(len(errors), 10)] {
		index, where := 0, ""
		if l := m.Location; l != nil {
			if text, ok := strings.CutPrefix(l.File, portals+":"); ok {
				index, _ = strconv.Atoi(text)
			} else if path, ok := strings.CutPrefix(l.File, hosted+":"); ok {
				index = b.root[path]
				where = fmt.Sprintf("%s, line %d: ", nameOf(path), l.Line)
			}
		}
		if missing, ok := strings.CutPrefix(m.Text, "No matching export in "); ok && where == "" {
			_, name, _ := strings.Cut(missing, " for import ")
			b.report(index, circuit.CodeModuleCode, fmt.Sprintf("%q has no export %s.", b.imports[index].Specifier, strings.Trim(name, `"`)),
				"Check the spelling, or what this version of the package exports.")
			continue
		}
		b.report(index, circuit.CodeModuleCode, where+m.Text+".", "Another version of the package may work.")
	}
}

// Describe says where in the packages a position of the bundle is, "fast-check@4.10.2/es2022/fast-check.mjs:12", ""
// when it is nowhere.
func (b *Bundle) Describe(line, column int) string {
	name, at := b.Script.Origin(line, column)
	path, ok := strings.CutPrefix(name, hosted+":")
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", nameOf(path), at.Line, at.Column)
}

// maxBundles is how many bundles a store keeps: a page has few circuits that import.
const maxBundles = 8

func (s *Store) bundleOf(key string) *Bundle {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bundles[key]
}

func (s *Store) keep(key string, b *Bundle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bundles[key] == nil {
		s.order = append(s.order, key)
		if len(s.order) > maxBundles {
			delete(s.bundles, s.order[0])
			s.order = s.order[1:]
		}
	}
	s.bundles[key] = b
}

// Import is the index of the import through which the code at a position of the bundle came.
func (b *Bundle) Import(line, column int) int {
	name, _ := b.Script.Origin(line, column)
	return b.roots[name]
}
