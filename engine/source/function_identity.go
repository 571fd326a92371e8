package source

import (
	"strings"

	"github.com/dop251/goja/ast"
)

// chosen notes the functions that a value of eval or onTick chooses from: eval: narrow ? … : ….
func (a *analysis) chosen(e ast.Expression, kind string) {
	switch n := e.(type) {
	case *ast.ConditionalExpression:
		a.chosen(n.Consequent, kind)
		a.chosen(n.Alternate, kind)
	case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral:
		a.kinds[n] = kind
	}
}

// behaviorElsewhere wraps a function literal that is not directly the value of eval or onTick but may
// become one: an alternative of such a value, or a function that takes its one argument apart and
// is no callback. It is returned by a helper, say, or kept in a constant.
func (a *analysis) behaviorElsewhere(e ast.Expression) bool {
	kind, isChosen := a.kinds[e]
	// Marking costs a call to the host: not for functions made anew each time a behaviour runs.
	if a.plain[e] || a.inBehavior > 0 || a.foreign {
		return false
	}
	var p *ast.ParameterList
	start, end := 0, 0
	switch n := e.(type) {
	case *ast.ArrowFunctionLiteral:
		if n.Async {
			return false
		}
		p, start, end = n.ParameterList, at(n.Start), a.arrowEnd(n)
	case *ast.FunctionLiteral:
		if n.Async || n.Generator || n.Name != nil {
			return false
		}
		p, start, end = n.ParameterList, at(n.Function), at(n.Body.RightBrace)+1
	}
	if !isChosen {
		kind = KindEval
		if !a.mayBehave(p, a.nameFor[e]) {
			if !a.given[e] && (a.nameFor[e] == "" || !a.atTop()) {
				return false
			}
			kind = KindHelper
		}
	}
	f := &Function{ID: len(a.wrapped) + 1, Kind: kind, Node: e, Place: a.place(start), script: a.script, scope: a.scope}
	f.certain = isChosen || a.namedAsBehavior(a.nameFor[e])
	a.wrapped = append(a.wrapped, f)
	head, tail := a.names.function+"("+itoa(f.ID)+",", ""
	if name := a.nameFor[e]; name != "" { // it keeps the name of the variable it initialises
		head, tail = head+"{"+name+":", "}."+name
	} else {
		before, after := a.aroundKeyed(a.keyFor[e], start)
		head, tail = head+before, after
	}
	if start > 0 && isWordByte(a.clean[start-1]) { // return({a})=>…
		head = " " + head
	}
	f.tail = tail
	a.insert(start, head, start, opening)
	switch n := e.(type) {
	case *ast.FunctionLiteral:
		f.own = a.functionLiteral(n, true)
	case *ast.ArrowFunctionLiteral:
		f.own = a.arrow(n)
	}
	a.edits = append(a.edits, edit{at: a.closed(start, end), order: closing, anchor: start, function: f})
	return true
}

// kept notes a function literal that becomes the entry of a table or the result of a function: a behaviour may call it,
// and where it is written cannot be seen there. The same goes for functions of the file that have a name: they may be
// given to a function that makes another one of them.
func (a *analysis) kept(e ast.Expression) {
	switch e.(type) {
	case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral:
		a.given[e] = true
	}
}

// mayBehave reports that a function with these parameters and this name looks like a behaviour: it takes its one
// argument apart, or its name stands as a value of eval or onTick.
func (a *analysis) mayBehave(p *ast.ParameterList, name string) bool {
	if p == nil || len(p.List) > 1 || p.Rest != nil || len(p.List) == 1 && p.List[0].Initializer != nil {
		return false
	}
	if len(p.List) == 1 {
		if _, ok := p.List[0].Target.(*ast.ObjectPattern); ok {
			return true
		}
	}
	return a.namedAsBehavior(name)
}

// namedAsBehavior reports that a name stands as a value of eval or onTick.
func (a *analysis) namedAsBehavior(name string) bool {
	if a.behaviors == nil {
		a.behaviors = behaviorNames(a.clean)
	}
	return a.behaviors[name]
}

// behaviorNames lists the names after eval: and onTick: in a text. It is no matter when one of them stands in a
// comment: a function that is no behaviour may be marked, too.
func behaviorNames(text string) map[string]bool {
	names := map[string]bool{"eval": true, "onTick": true} // { eval, onTick }
	for _, key := range []string{KindEval, KindOnTick} {
		for rest := text; ; {
			_, after, found := strings.Cut(rest, key)
			if !found {
				break
			}
			rest = after
			after, found = strings.CutPrefix(strings.TrimLeft(after, " \t\r\n\"'"), ":")
			if !found {
				continue
			}
			after = strings.TrimLeft(after, " \t\r\n")
			end := 0
			for end < len(after) && isWordByte(after[end]) {
				end++
			}
			names[after[:end]] = true
		}
	}
	delete(names, "")
	return names
}

// declaredBehaviors marks the functions that are declared in a list of statements and may become behaviours, before
// the first statement runs: onTick: next may stand above function next.
func (a *analysis) declaredBehaviors(list []ast.Statement) {
	if a.inBehavior > 0 || a.foreign {
		return
	}
	first := -1
	for _, statement := range list {
		switch statement.(type) {
		case *ast.FunctionDeclaration, *ast.EmptyStatement:
		default:
			first = a.statementStart(statement)
		}
		if first >= 0 {
			break
		}
	}
	for _, statement := range list {
		d, ok := statement.(*ast.FunctionDeclaration)
		if !ok || first < 0 {
			continue
		}
		n := d.Function
		if n.Async || n.Generator || n.Name == nil {
			continue
		}
		kind := KindEval
		if !a.mayBehave(n.ParameterList, n.Name.Name.String()) {
			if !a.atTop() {
				continue
			}
			kind = KindHelper
		}
		f := &Function{ID: len(a.wrapped) + 1, Kind: kind, Node: n, Place: a.place(at(n.Function)), script: a.script, scope: a.scope}
		f.certain = a.namedAsBehavior(n.Name.Name.String())
		f.tail = a.names.function + "(" + itoa(f.ID) + "," + n.Name.Name.String()
		a.wrapped = append(a.wrapped, f)
		a.declared[n] = f
		a.edits = append(a.edits, edit{at: first, order: opening, anchor: first, function: f})
		a.insert(first, ";", first, opening)
	}
}
