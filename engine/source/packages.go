package source

import (
	"encoding/json"
	"slices"

	"github.com/dop251/goja/ast"

	"simten.dev/engine/circuit"
)

// Import is a package of npm that the file imports. Whether it may be had, and where from, is not decided here.
type Import struct {
	Specifier string
	// Names are the exports that the file reads, in the order of their first use. Whole says that it may read any,
	// and that Names does not list them.
	Names []string
	Whole bool

	specifier circuit.Diagnostic // carries the place of the specifier
}

// At returns the diagnostic placed on the specifier, in the first import of the package.
func (i *Import) At(d circuit.Diagnostic) circuit.Diagnostic {
	d = d.At(circuit.Place{Line: i.specifier.Line, Column: i.specifier.Column})
	d.EndLine, d.EndColumn = i.specifier.EndLine, i.specifier.EndColumn
	return d
}

// HookPackages is what a script with imports reads from the global object once, like the functions: an object
// that holds the exports of its i-th import under PackageKey(i).
const HookPackages = "__simten_packages"

// PackageKey names the exports of the import with an index.
func PackageKey(index int) string { return "m" + itoa(index) }

// packageImport notes that the file imports a package.
func (a *analysis) packageImport(n *ast.CallExpression, specifier string) *Import {
	for _, i := range a.script.Imports {
		if i.Specifier == specifier {
			return i
		}
	}
	i := &Import{Specifier: specifier, specifier: a.atSpecifier(n, specifier, circuit.Diagnostic{})}
	a.script.Imports = append(a.script.Imports, i)
	return i
}

// packageExports is the code that reads the exports of a package.
func (a *analysis) packageExports(i *Import) string {
	return a.names.packages + "." + PackageKey(slices.Index(a.script.Imports, i))
}

// packageName resolves `import_x.name` of a package. In the AST the expression becomes a plain name.
func (a *analysis) packageName(slot *ast.Expression, n *ast.DotExpression) bool {
	object, ok := n.Left.(*ast.Identifier)
	if !ok {
		return false
	}
	d := a.scope.lookup(object.Name.String())
	if d == nil || d.imports == nil {
		return false
	}
	name := n.Identifier.Name.String()
	if !slices.Contains(d.imports.Names, name) {
		d.imports.Names = append(d.imports.Names, name)
	}
	key := d.name + "." + name
	b := a.imported[key]
	if b == nil {
		shown := name
		if name == "default" {
			shown = d.imports.Specifier
		}
		b = &binding{name: shown, kind: packageBinding, scope: d.scope, code: key}
		a.imported[key] = b
	}
	id := &ast.Identifier{Name: n.Identifier.Name, Idx: object.Idx}
	a.use(id, b)
	a.rewrites = append(a.rewrites, func() { *slot = id })
	return true
}

// PreparePackages prepares the bundle of packages: plain JavaScript in esbuild's IIFE form without white space, which
// calls the free name exports with the object that HookPackages stands for. The Program's value is that object.
// Functions of packages carry the same fuel checks as the file's own.
func PreparePackages(file, code, sourceMap, exports string) (*Script, error) {
	program, err := parse(file, code)
	if err != nil {
		return nil, err
	}
	s := &Script{File: file, AST: program, text: newTextLines("", true)}
	var m struct {
		Sources  []string
		Mappings string
	}
	if err := json.Unmarshal([]byte(sourceMap), &m); err != nil {
		return nil, err
	}
	s.sources = m.Sources
	s.segments = decodeMappings(m.Mappings, code)
	a := analyseForeign(s, code, program)
	a.exports = exports
	if circuit.HasErrors(a.problems) {
		return nil, &a.problems[0]
	}
	s.assemble(code, a)
	if s.Program, err = compile(file, s.Code); err != nil {
		return nil, err
	}
	return s, nil
}

// Origin returns the source, as the source map of a bundle names it, and the place in it that a position in Code comes
// from. It is "" for text that is from no source.
func (s *Script) Origin(line, column int) (name string, at circuit.Place) {
	offset, ok := s.code.offset(line, column)
	if !ok {
		return "", circuit.Place{}
	}
	g, ok := s.segmentAt(s.cleanOffset(offset))
	if !ok || int(g.source) >= len(s.sources) {
		return "", circuit.Place{}
	}
	return s.sources[g.source], circuit.Place{Line: int(g.line) + 1, Column: int(g.column) + 1}
}

// CheckLimits reports text that would make a parser recurse, or its output grow, without bound; nil when there is
// nothing of the kind.
func CheckLimits(text string) *circuit.Diagnostic {
	s := &Script{Text: text, text: newTextLines(text, true)}
	return s.checkLimits(scan(text))
}
