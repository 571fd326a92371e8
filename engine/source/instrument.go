package source

import (
	"sort"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// fuelGrant is how much of the host's grant the checks count down at a time. Numbers below 256 cost the interpreter no
// memory, larger ones eight bytes at each check.
const fuelGrant = 250

// statementCheck burns one unit of fuel. Two statements are cheaper than if(!--F): the interpreter has a short form
// for a decrement whose value nobody uses.
func (a *analysis) statementCheck() string { return "--" + a.names.fuel + ";" + a.fuelTest() + ";" }

// expressionCheck is the same as the left side of a comma, inside parentheses.
func (a *analysis) expressionCheck() string { return "--" + a.names.fuel + "," + a.fuelTest() + "," }

func (a *analysis) fuelTest() string { return a.names.fuel + "||" + a.names.refill + "()" }

// traced puts a call of HookTrace before a statement of a list.
func (a *analysis) traced(statement ast.Statement) {
	switch statement.(type) {
	case *ast.EmptyStatement, *ast.FunctionDeclaration:
		return
	}
	if !a.script.traced || statement == a.exported {
		return
	}
	start := a.statementStart(statement)
	a.insert(start, a.names.trace+"();", start, opening)
}

func (a *analysis) insert(offset int, code string, anchor, order int) {
	a.edits = append(a.edits, edit{at: offset, text: code, anchor: anchor, order: order})
}

func (a *analysis) replace(offset, length int, code string, anchor int) {
	a.edits = append(a.edits, edit{at: offset, remove: length, text: code, anchor: anchor, order: opening})
}

// assemble builds Code: the clean script with all edits, inside the function that holds the fuel.
func (s *Script) assemble(clean string, a *analysis) {
	sort.SliceStable(a.edits, func(i, j int) bool {
		if a.edits[i].at != a.edits[j].at {
			return a.edits[i].at < a.edits[j].at
		}
		return a.edits[i].order < a.edits[j].order
	})
	var b strings.Builder
	b.Grow(len(clean) + len(clean)/2 + 512)
	head := a.head()
	s.edits = make([]edit, 0, len(a.edits)+1)
	s.edits = append(s.edits, edit{text: head, anchor: -1})
	b.WriteString(head)
	done := 0
	for _, e := range a.edits {
		b.WriteString(clean[done:e.at])
		e.codeStart = b.Len()
		b.WriteString(e.text)
		done = e.at + e.remove
		s.edits = append(s.edits, e)
	}
	b.WriteString(clean[done:])
	end := edit{at: len(clean), text: a.tail(), anchor: -1, codeStart: b.Len()}
	b.WriteString(end.text)
	s.edits = append(s.edits, end)
	s.Code = b.String()
	s.code = newTextLines(s.Code, false)
	s.calls = make(map[int]*Call, len(a.calls))
	for _, c := range a.calls {
		s.calls[s.codeOffset(c.leftParenthesis)] = c.call
	}
}

// head declares the hidden names. The fuel starts at one, so that the first check asks the host.
func (a *analysis) head() string {
	n := a.names
	var b strings.Builder
	b.WriteString(`(function(){"use strict";const ` + n.function + "=globalThis." + HookFunction + ",")
	b.WriteString(n.index + "=globalThis." + HookRefill + "," + n.bound + "=globalThis." + HookBound + "," + n.made + "=globalThis." + HookMade + ";")
	b.WriteString("let " + n.fuel + "=1," + n.grant + "=0," + n.value + ";")
	// The grant of the host is taken in portions. The first assignment is for an interrupt inside the host: without it
	// the fuel would stay at zero, and the next check count on below it without ever asking again.
	limit := itoa(fuelGrant)
	b.WriteString("const " + n.refill + "=()=>{" + n.fuel + "=1;if(" + n.grant + "<1){" + n.grant + "=" + n.index + "()|0;if(" + n.grant + "<1)" + n.grant + "=1}" +
		n.fuel + "=" + n.grant + ">" + limit + "?" + limit + ":" + n.grant + ";" + n.grant + "-=" + n.fuel + "};")
	if a.usesKeys { // a key is converted once
		b.WriteString("const " + n.key + "=k=>typeof k==\"object\"||typeof k==\"function\"?Reflect.ownKeys({[k]:0})[0]:k;")
	}
	if a.script.exportsVar != "" {
		b.WriteString("const " + n.exports + "=globalThis." + HookExports + ";")
	}
	if a.usesModules {
		b.WriteString("const " + n.module + "=globalThis." + HookModule + ";")
	}
	if a.script.traced {
		b.WriteString("const " + n.trace + "=globalThis." + HookTrace + ";")
	}
	if len(a.script.Imports) > 0 {
		b.WriteString("const " + n.packages + "=globalThis." + HookPackages + ";")
	}
	if a.exports != "" {
		b.WriteString("let " + n.packages + ";const " + a.exports + "=v=>{" + n.packages + "=v};")
	}
	if a.usesNamespace {
		names := a.usedNames
		if a.wholeLibrary {
			names = a.library
		}
		list := make([]string, 0, len(names))
		for name := range names {
			if isIdentifier(name) {
				list = append(list, name)
			}
		}
		sort.Strings(list)
		b.WriteString("const " + n.namespace + "={__proto__:null")
		for _, name := range list {
			b.WriteString("," + name)
		}
		b.WriteString("};" + n.namespace + ".default=" + n.namespace + ";")
	}
	return b.String()
}

// tail ends the function that head opens; the value of a bundle is its exports.
func (a *analysis) tail() string {
	if a.exports != "" {
		return "\nreturn " + a.names.packages + "})();"
	}
	if a.script.exportsVar != "" {
		return "\n" + a.names.exports + "(" + a.script.exportsVar + ")\n})();"
	}
	return "\n})();"
}

// isIdentifier reports whether a library name can stand in an object literal as a shorthand property.
func isIdentifier(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !isWordByte(name[i]) {
			return false
		}
	}
	keyword, _ := token.IsKeyword(name)
	return keyword == 0
}
