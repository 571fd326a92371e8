package builtin

import (
	"slices"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
)

// FunctionMethods are the methods of functions that are compiled.
var FunctionMethods = map[string]bool{"apply": true, "bind": true, "call": true}

// functionMethod is call, apply or bind of a function.
func (l *Lowering) functionMethod(name string, callee domain.Value, args []domain.Value, s *domain.State) domain.Value {
	var this domain.Value = domain.UndefinedValue{}
	if len(args) > 0 {
		this, args = args[0], args[1:]
	}
	f, ofProgram := callee.(domain.FuncValue)
	if ofProgram && f.F.Text.HasOwnThis() {
		f = domain.FuncValue{F: f.F.With(this)}
		callee = f
	}
	switch name {
	case "call":
		return l.Apply(callee, args, s)
	case "apply":
		if len(args) == 0 || choice.IsNothing(args[0]) {
			return l.Apply(callee, nil, s)
		}
		if !l.isArray(args[0], s) {
			panic(domain.Refuse("apply with something else than an array"))
		}
		items, bits := l.AppendSparse(nil, nil, args[0], s)
		return l.ApplySparse(callee, items, bits, s)
	}
	if !ofProgram {
		panic(domain.Refuse("bind of a function of the language"))
	}
	c := *f.F
	c.Bound, c.Given = true, slices.Concat(c.Given, args)
	return domain.FuncValue{F: &c}
}

// freeze is Object.freeze: an object that is changed afterwards is refused.
func (l *Lowering) freeze(v domain.Value) domain.Value {
	l.AlternativesOf(v, func(v domain.Value) {
		if r, ok := v.(domain.RefValue); ok {
			if l.Frozen == nil {
				l.Frozen = map[int]bool{}
			}
			l.Frozen[r.Object] = true
		}
	})
	return v
}
