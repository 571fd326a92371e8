package behavior

import "github.com/dop251/goja/ast"

// functionMethods are the methods of functions that are compiled.
var functionMethods = map[string]bool{"apply": true, "bind": true, "call": true}

// functionMethod is call, apply or bind of a function.
func (l *lowering) functionMethod(name string, callee value, args []value, s *state) value {
	var this value = undefinedValue{}
	if len(args) > 0 {
		this, args = args[0], args[1:]
	}
	f, ofProgram := callee.(funcValue)
	if _, own := f.f.text(); own {
		f = funcValue{f.f.with(this)}
		callee = f
	}
	switch name {
	case "call":
		return l.apply(callee, args, s)
	case "apply":
		if len(args) == 0 || isNothing(args[0]) {
			return l.apply(callee, nil, s)
		}
		if !l.isArray(args[0], s) {
			panic(refuse("apply with something else than an array"))
		}
		items, bits := l.appendSparse(nil, nil, args[0], s)
		return l.applySparse(callee, items, bits, s)
	}
	if !ofProgram {
		panic(refuse("bind of a function of the language"))
	}
	c := *f.f
	c.bound, c.given = true, append(append([]value{}, c.given...), args...)
	return funcValue{&c}
}

// text is the literal of a function that has a this of its own; false for any other one.
func (c *closure) text() (*ast.FunctionLiteral, bool) {
	if c == nil {
		return nil, false
	}
	n, ok := c.node.(*ast.FunctionLiteral)
	return n, ok
}

// freeze is Object.freeze: an object that is changed afterwards is refused.
func (l *lowering) freeze(v value) value {
	l.alternativesOf(v, func(v value) {
		if r, ok := v.(refValue); ok {
			if l.frozen == nil {
				l.frozen = map[int]bool{}
			}
			l.frozen[r.object] = true
		}
	})
	return v
}
