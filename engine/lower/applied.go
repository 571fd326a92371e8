package lower

import (
	"slices"

	"github.com/dop251/goja/ast"
)

// functionMethods are the methods of functions that are compiled.
var functionMethods = map[string]bool{"apply": true, "bind": true, "call": true}

// functionMethod is call, apply or bind of a function.
func (l *lowering) functionMethod(name string, callee value, args []value, s *state) value {
	var this value = undefinedValue{}
	if len(args) > 0 {
		this, args = args[0], args[1:]
	}
	f, ofProgram := callee.(funcValue)
	if ofProgram && f.f.hasOwnThis() {
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
	c.bound, c.given = true, slices.Concat(c.given, args)
	return funcValue{&c}
}

// hasOwnThis reports that a function is no arrow function.
func (c *closure) hasOwnThis() bool {
	_, ok := c.node.(*ast.FunctionLiteral)
	return ok
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
