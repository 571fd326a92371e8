package js

import (
	"slices"

	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

func (l *Lowering) objectLiteral(e *ast.ObjectLiteral, s *domain.State, sc *domain.Scope) domain.Value {
	o := &domain.Object{Props: map[string]domain.Value{}}
	for _, p := range e.Value {
		switch p := p.(type) {
		case *ast.PropertyShort:
			o.Set(p.Name.Name.String(), l.Identifier(&p.Name, s, sc))
		case *ast.PropertyKeyed:
			if p.Kind == ast.PropertyKindGet || p.Kind == ast.PropertyKindSet {
				l.accessor(o, p, s, sc)
				continue
			}
			key := l.AsName(l.Expression(p.Key, s, sc))
			v := l.Expression(p.Value, s, sc)
			if _, function := p.Value.(*ast.FunctionLiteral); function {
				v.(domain.FuncValue).F.Method = true
			}
			l.SetKey(o, l.B.Uint(1, 1), key, v)
		case *ast.SpreadElement:
			l.SpreadInto(o, l.B.Uint(1, 1), l.Expression(p.Expression, s, sc), s)
		}
	}
	if o.Class != nil {
		for _, k := range o.Keys {
			if _, computed := o.Class.Methods[k]; computed || o.Class.Setters[k] != nil {
				panic(domain.Refuse("a property with a getter or setter is given twice"))
			}
		}
	}
	return domain.RefValue{Object: l.Alloc(s, o)}
}

// accessor gives an object a property that is computed: it is an instance of a class of its own.
func (l *Lowering) accessor(o *domain.Object, p *ast.PropertyKeyed, s *domain.State, sc *domain.Scope) {
	name, known := domain.ConstantKey(l.AsName(l.Expression(p.Key, s, sc)))
	f, ok := l.Expression(p.Value, s, sc).(domain.FuncValue)
	if !known || !ok {
		panic(domain.Refuse("a getter or setter whose name depends on values"))
	}
	f.F.Method = true
	if o.Class == nil {
		o.Class = &domain.ClassValue{C: &domain.Constant{}, Methods: map[string]domain.ClassMethod{}, Setters: map[string]*domain.Closure{}}
	}
	if p.Kind == ast.PropertyKindGet {
		l.Getters = true
		o.Class.Methods[name] = domain.ClassMethod{Closure: f.F, Getter: true}
	} else {
		o.Class.Setters[name] = f.F
	}
}

// spreadInto copies the own properties of a value into an object that nobody else has yet, where a condition holds.
func (l *Lowering) spreadInto(o *domain.Object, cond word.ID, v domain.Value, s *domain.State) {
	switch x := v.(type) {
	case domain.ChoiceValue:
		if x.Sel != nil && l.spreadRows(o, cond, x.Sel, s) {
			return
		}
		if f, ok := l.FormOf(x, s); ok && !f.Array && f.Nothing == nil {
			for _, k := range f.Keys {
				l.SetWhere(cond, o, k, l.Use(l.Across(x, func(v domain.Value) domain.Value { return l.PropertyOf(v, k, s) })))
			}
			return
		}
		l.SpreadInto(o, l.B.And(cond, x.Cond), x.A, s)
		l.SpreadInto(o, l.B.And(cond, l.B.Not(x.Cond)), x.B, s)
		return
	case domain.UndefinedValue, domain.NullValue, domain.BoolValue, domain.IntValue, domain.FloatValue, domain.BigValue:
		return
	case domain.ConstString:
		if x.S == "" {
			return
		}
	case domain.RefValue:
		from := s.Heap[x.Object]
		if from.Array || from.Class.IsLiteral() {
			break
		}
		o.Mixed = o.Mixed || from.Mixed
		for _, k := range capture.PublicKeys(from) {
			l.SetWhere(l.B.And(cond, l.Present(from, k)), o, k, l.Use(from.Get(k)))
		}
		return
	case domain.ConstantValue:
		if x.C.Props == nil {
			break
		}
		for _, k := range x.C.Keys {
			l.SetWhere(cond, o, k, l.Property(x, domain.ConstString{S: k}, s))
		}
		return
	case domain.RefusedValue:
		panic(domain.Refused{Reason: x.Reason})
	}
	panic(domain.Refuse("spreading something that is no plain object"))
}

// spreadRows is SpreadInto of one of some rows that have the same properties in the same order, or are missing: a table
// for each property.
func (l *Lowering) spreadRows(o *domain.Object, cond word.ID, sel *domain.Selection, s *domain.State) bool {
	var keys []string
	var row domain.Value // that there is
	for _, e := range sel.Entries {
		if choice.IsNothing(e) {
			continue
		}
		r, isRef := e.(domain.RefValue)
		if isRef && (len(s.Heap[r.Object].PresentIf) > 0 || s.Heap[r.Object].Mixed) {
			return false
		}
		mine, plain := l.KeysOf(e, s)
		if !plain || row != nil && !slices.Equal(mine, keys) {
			return false
		}
		row, keys = e, mine
	}
	if row == nil {
		return true
	}
	there := l.SelectedBit(sel, func(v domain.Value) word.ID { return l.Truth(!choice.IsNothing(v)).ID })
	for _, k := range keys {
		item := l.Through(sel, func(e domain.Value) domain.Value {
			if choice.IsNothing(e) {
				e = row
			}
			return l.PropertyOf(e, k, s)
		})
		l.SetWhere(l.B.And(cond, there), o, k, l.Use(item))
	}
	return true
}
