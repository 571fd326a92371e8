package js

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/source"
)

// callsSuper reports that a constructor begins with a call of super.
func callsSuper(f *source.Function) bool {
	call := firstCall(f)
	if call == nil {
		return false
	}
	_, ok := call.Callee.(*ast.SuperExpression)
	return ok
}

// firstCall is the call that is the first statement of a constructor; nil when it begins otherwise.
func firstCall(f *source.Function) *ast.CallExpression {
	n, ok := f.Node.(*ast.FunctionLiteral)
	if !ok || len(n.Body.List) == 0 {
		return nil
	}
	first, ok := n.Body.List[0].(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	call, _ := first.Expression.(*ast.CallExpression)
	return call
}

// isInstance is v instanceof x.
func (l *Lowering) isInstance(v, x domain.Value, s *domain.State) domain.Value {
	class, ok := x.(*domain.ClassValue)
	if !ok || class.Text == nil || capture.TextOfClass(class).At == nil {
		panic(domain.Refuse("instanceof something else than a class of the file"))
	}
	return l.Each(v, func(v domain.Value) domain.Value {
		var of *domain.ClassValue
		switch x := v.(type) {
		case domain.RefValue:
			of = s.Heap[x.Object].Class
		case domain.ConstantValue:
			of = x.C.Class
		}
		found := false
		for ; of != nil; of = of.Base {
			if of.Text != nil && capture.TextOfClass(of).At == nil { // one that is in reach may be the same
				panic(domain.Refuse("instanceof of what a class makes that is out of reach"))
			}
			found = found || of == class
		}
		return l.Truth(found)
	})
}

// anyComputed reports that a property may be a getter of a class.
func (l *Lowering) anyComputed(o, key domain.Value, s *domain.State) (any bool) {
	l.AlternativesOf(key, func(key domain.Value) {
		name, _ := domain.ConstantKey(key)
		l.AlternativesOf(o, func(o domain.Value) {
			if x, ok := o.(*domain.ClassValue); ok {
				for ; x != nil && !any; x = x.Base {
					any = x.Statics[name].Getter
				}
			} else if class, _ := instanceClass(o, name, s); class != nil {
				any = any || class.Methods[name].Getter
			}
		})
	})
	return any
}

// instanceClass is the class of an instance, nil for anything else, and whether the instance has a property of its own
// with a name.
func instanceClass(v domain.Value, name string, s *domain.State) (class *domain.ClassValue, own bool) {
	switch x := v.(type) {
	case domain.RefValue:
		_, own = s.Heap[x.Object].Props[name]
		return s.Heap[x.Object].Class, own
	case domain.ConstantValue:
		_, own = x.C.Props[name]
		return x.C.Class, own
	}
	return nil, false
}

// commonClass is the class that all objects which a value can be are instances of, without a property of their own with
// a name.
func (l *Lowering) commonClass(v domain.Value, name string, s *domain.State) (common *domain.ClassValue, ok bool) {
	ok = true
	l.AlternativesOf(v, func(v domain.Value) {
		class, own := instanceClass(v, name, s)
		if class == nil || own || common != nil && common != class {
			ok = false
			return
		}
		common = class
	})
	return common, ok
}

// hasPrivate refuses a private field or method that an object has not, or not yet. Of one of several objects, those
// that have it are meant.
func (l *Lowering) hasPrivate(o, key domain.Value, s *domain.State) {
	name, ok := key.(domain.ConstString)
	if !ok || !source.IsPrivate(name.S) {
		return
	}
	switch x := o.(type) {
	case domain.ChoiceValue:
		return
	case *domain.ClassValue:
		if x.Statics[name.S].Closure != nil {
			return
		}
	default:
		class, own := instanceClass(o, name.S, s)
		if own || class != nil && (class.Methods[name.S].Closure != nil || class.Setters[name.S] != nil) {
			return
		}
	}
	panic(domain.Refuse("a private field is used that is not there (that throws)"))
}
