package source

import (
	"reflect"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/dop251/goja/ast"

	"simten.dev/engine/circuit"
)

const dynamicImportMessage = "dynamic import() does not work in circuit source; " +
	"write a static import at the top of the file"

// hostFunctions exist in public Simten for programs that run circuits, not in circuits themselves.
var hostFunctions = map[string]bool{
	"simulate": true, "elaborate": true, "createSimulator": true, "executeCircuitCode": true,
	"autoHarness": true, "circuitToSource": true, "exportVerilog": true,
}

// esbuild writes `import { And } from 'x'` as `var import_x=require("x")` and every use of And as
// `import_x.And`; default and namespace imports go through `__toESM(require("x"))`, and import()
// becomes `Promise.resolve().then(()=>__toESM(require("x")))`.

// importObject handles the declaration of such an object: its value becomes the object of library
// names for an `@simten/…` specifier, and the package's exports for a package of npm.
func (a *analysis) importObject(d *binding, b *ast.Binding) bool {
	require, whole := a.requireCall(b.Initializer)
	if require == nil {
		return false
	}
	specifier, ok := literalArgument(require)
	if !ok || isFileSpecifier(specifier) || a.foreign || a.isModule(specifier) {
		return false
	}
	start, value := a.startOf(whole), a.names.namespace
	if almostLibrary(specifier) {
		a.misspelledLibrary(require, specifier)
	}
	if isLibrarySpecifier(specifier) || almostLibrary(specifier) {
		a.usesNamespace = true
		d.namespace = true
	} else {
		d.imports = a.packageImport(require, specifier)
		value = a.packageExports(d.imports)
	}
	a.replace(start, at(whole.RightParenthesis)+1-start, value, at(b.Idx0()))
	d.kind = constBinding
	return true
}

// requireCall returns the require call that e is or wraps with __toESM, and the whole call.
func (a *analysis) requireCall(e ast.Expression) (require, whole *ast.CallExpression) {
	call, ok := e.(*ast.CallExpression)
	if !ok {
		return nil, nil
	}
	id, ok := call.Callee.(*ast.Identifier)
	if !ok {
		return nil, nil
	}
	switch id.Name.String() {
	case "require":
		if a.scope.lookup("require") == nil {
			return call, call
		}
	case "__toESM":
		if len(call.ArgumentList) > 0 {
			if inner, _ := a.requireCall(call.ArgumentList[0]); inner != nil {
				return inner, call
			}
		}
	}
	return nil, nil
}

func literalArgument(call *ast.CallExpression) (string, bool) {
	if len(call.ArgumentList) != 1 {
		return "", false
	}
	s, ok := call.ArgumentList[0].(*ast.StringLiteral)
	if !ok {
		return "", false
	}
	return s.Value.String(), true
}

func isLibrarySpecifier(s string) bool {
	scope, _, _ := strings.Cut(s, "/")
	return scope == "@simten" || scope == oldScope
}

// oldScope is the scope of public Simten's packages before they were called @simten.
const oldScope = "@turing-incomplete"

// almostLibrary recognises a misspelled @simten: no other package is meant.
func almostLibrary(s string) bool {
	scope, _, _ := strings.Cut(strings.ToLower(s), "/")
	return scope == "simten" || strings.HasPrefix(scope, "@") && levenshtein.ComputeDistance(scope, "@simten") <= 2 && !isLibrarySpecifier(s)
}

// misspelledLibrary reports an import of the library under another name.
func (a *analysis) misspelledLibrary(n *ast.CallExpression, specifier string) {
	d := problem(circuit.CodePackageImport, quoted(specifier)+" is no package of Simten's")
	d.Suggestion = "Write '@simten/core/circuit' or '@simten/core/std', or leave the import out: all names are there without it."
	a.problems = append(a.problems, a.atSpecifier(n, specifier, d))
}

// isDynamicImport recognises what esbuild makes of import().
func (a *analysis) isDynamicImport(n *ast.CallExpression) bool {
	then, ok := n.Callee.(*ast.DotExpression)
	if !ok || then.Identifier.Name != "then" || len(n.ArgumentList) != 1 {
		return false
	}
	arrow, ok := n.ArgumentList[0].(*ast.ArrowFunctionLiteral)
	if !ok {
		return false
	}
	body, ok := arrow.Body.(*ast.ExpressionBody)
	if !ok {
		return false
	}
	require, whole := a.requireCall(body.Expression)
	return require != nil && require != whole
}

// require answers a require call that is not the value of an import object.
func (a *analysis) require(n *ast.CallExpression) {
	specifier, literal := literalArgument(n)
	start := a.startOf(n)
	switch {
	case literal && a.isModule(specifier):
		a.importModule(n, specifier)
	case !literal:
		a.problems = append(a.problems, a.atSpecifier(n, specifier, problem(circuit.CodeDynamicImport,
			"require() does not work in circuit source; write a static import at the top of the file")))
	case isLibrarySpecifier(specifier):
		a.replace(start, at(n.RightParenthesis)+1-start, a.names.namespace, start)
		a.usesNamespace, a.wholeLibrary = true, true
	case almostLibrary(specifier):
		a.misspelledLibrary(n, specifier)
	case isFileSpecifier(specifier):
		message := " cannot be imported: the path of a file of the project begins with ./ or ../"
		if a.module == nil {
			message = " cannot be imported: this program is one file; paste what you need from the other file into this one"
		}
		a.problems = append(a.problems, a.atSpecifier(n, specifier, problem(circuit.CodeRelativeImport, quoted(specifier)+message)))
	default:
		i := a.packageImport(n, specifier)
		i.Whole = true
		a.replace(start, at(n.RightParenthesis)+1-start, a.packageExports(i), start)
	}
}

func (a *analysis) isModule(specifier string) bool { return a.module != nil && a.module(specifier) }

// importModule turns the require call of a module into a call of the host.
func (a *analysis) importModule(n *ast.CallExpression, specifier string) {
	start := a.startOf(n)
	a.replace(start, len("require"), a.names.module, start)
	a.usesModules = true
	for _, known := range a.script.Modules {
		if known.Specifier == specifier {
			return
		}
	}
	i := ModuleImport{Specifier: specifier, Place: a.place(start)}
	if from, ok := a.script.textOffset(start); ok {
		if t, ok := a.specifierToken(from, specifier); ok {
			i.Place = a.script.text.editorPlace(t.start)
		}
	}
	a.script.Modules = append(a.script.Modules, i)
}

// isFileSpecifier recognises the names of other files.
func isFileSpecifier(s string) bool { return strings.HasPrefix(s, ".") || strings.HasPrefix(s, "/") }

// atSpecifier places a problem on the specifier of an import.
func (a *analysis) atSpecifier(n *ast.CallExpression, specifier string, d circuit.Diagnostic) circuit.Diagnostic {
	from, known := a.script.textOffset(a.startOf(n))
	if t, ok := a.specifierToken(from, specifier); known && ok {
		return a.script.spanned(d, t.start, t.end)
	}
	return d.At(a.place(a.startOf(n)))
}

// specifierToken finds the import specifier in the user's text, at or after offset from.
func (a *analysis) specifierToken(from int, specifier string) (scanned, bool) {
	for _, t := range a.tokens {
		if t.start >= from && t.kind == text && unquote(a.script.Text[t.start:t.end]) == specifier {
			return t, true
		}
	}
	return scanned{}, false
}

// importedName resolves `import_x.Name`. In the AST the expression becomes the plain name.
func (a *analysis) importedName(slot *ast.Expression, n *ast.DotExpression) bool {
	if a.packageName(slot, n) {
		return true
	}
	object, ok := a.importIdentifier(n.Left)
	if !ok {
		return false
	}
	name := n.Identifier.Name.String()
	if name == "default" {
		// The default export is the object of all names. Reads of its members are checked one level up.
		a.usesNamespace, a.wholeLibrary = true, true
		return true
	}
	if !a.library[name] {
		a.unknownImport(object, n, name)
		return true
	}
	a.usesNamespace = true
	a.usedNames[name] = true
	b := a.imported[name]
	if b == nil {
		b = &binding{name: name, kind: libraryBinding, code: a.names.namespace + "." + name}
		a.imported[name] = b
	}
	id := &ast.Identifier{Name: n.Identifier.Name, Idx: object.Idx}
	a.use(id, b)
	a.rewrites = append(a.rewrites, func() { *slot = id })
	return true
}

// importIdentifier returns the import object that e is, or of which e is the default export.
func (a *analysis) importIdentifier(e ast.Expression) (*ast.Identifier, bool) {
	if d, ok := e.(*ast.DotExpression); ok && d.Identifier.Name == "default" {
		e = d.Left
	}
	id, ok := e.(*ast.Identifier)
	if !ok {
		return nil, false
	}
	b := a.scope.lookup(id.Name.String())
	return id, b != nil && b.namespace
}

func (a *analysis) unknownImport(object *ast.Identifier, n *ast.DotExpression, name string) {
	code, message := circuit.CodeUnknownImport, quoted(name)+" is not in the library; check the spelling or define it in this file"
	if hostFunctions[name] {
		code = circuit.CodeHostImport
		message = quoted(name) + " is not available in circuit source: the page runs the circuit; remove this import and its uses"
	}
	d := problem(code, message)
	if code == circuit.CodeUnknownImport {
		if near := closest(name, a.library); near != "" {
			d.Instead(circuit.UseImport, name, "Did you mean %s?", near)
			d.Suggestion = "Did you mean " + quoted(near) + "?"
		}
	}
	// The name in the import statement, or else where it is used.
	b := a.scope.lookup(object.Name.String())
	if from, ok := a.script.textOffset(b.declared); ok {
		for _, t := range a.tokens {
			if t.start < from || t.kind != word {
				if t.start > from && t.kind == text {
					break // the specifier ends the names
				}
				continue
			}
			if a.script.Text[t.start:t.end] == name {
				a.problems = appendOnce(a.problems, a.script.spanned(d, t.start, t.end))
				return
			}
		}
	}
	a.problems = appendOnce(a.problems, d.At(a.place(at(n.Idx0()))))
}

func appendOnce(list []circuit.Diagnostic, d circuit.Diagnostic) []circuit.Diagnostic {
	for _, old := range list {
		if reflect.DeepEqual(old, d) {
			return list
		}
	}
	return append(list, d)
}

// closest returns the name that is nearest in spelling, "" when none is near.
func closest(name string, names map[string]bool) string {
	best, distance := "", max(1, len(name)/3)+1
	for candidate := range names {
		d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(candidate))
		if d < distance || d == distance && best != "" && candidate < best {
			best, distance = candidate, d
		}
	}
	return best
}
