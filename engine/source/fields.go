package source

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
)

// fields knows which expressions in a behaviour function are a field of its argument and nothing else: names that a
// pattern takes from it and that are neither declared a second time nor assigned, and properties of the argument
// itself.
type fields struct {
	argument string            // the name of the argument; "" when it is a pattern
	names    map[string]string // local name → field
	declared map[string]int
	assigned map[string]bool
	guarded  map[string]bool // names that are asked whether they are there, or what they are
}

// fields is read for each input of each node that is connected to nothing.
func (f *Function) fields() *fields {
	f.fieldsOnce.Do(func() { f.fieldsKnown = f.readFields() })
	return f.fieldsKnown
}

func (f *Function) readFields() *fields {
	k := &fields{names: map[string]string{}, declared: map[string]int{}, assigned: map[string]bool{}, guarded: map[string]bool{}}
	visit(reflect.ValueOf(f.Node), k.note)
	p := f.Parameters()
	if p == nil || len(p.List) == 0 || f.UsesArguments {
		return k
	}
	switch target := p.List[0].Target.(type) {
	case *ast.Identifier:
		if name := target.Name.String(); k.single(name) {
			k.argument = name
		}
	case *ast.ObjectPattern:
		k.take(target)
	}
	if k.argument != "" {
		visit(reflect.ValueOf(f.Node), func(n any) {
			if b, ok := n.(*ast.Binding); ok && k.isArgument(b.Initializer) {
				if pattern, ok := b.Target.(*ast.ObjectPattern); ok {
					k.take(pattern)
				}
			}
		})
	}
	return k
}

// note takes in what a node declares, assigns or asks for.
func (k *fields) note(n any) {
	name := func(e ast.Expression) {
		if id, ok := e.(*ast.Identifier); ok {
			k.guarded[id.Name.String()] = true
		}
	}
	switch n := n.(type) {
	case *ast.Binding:
		eachName(n.Target, func(id *ast.Identifier) { k.declared[id.Name.String()]++ })
	case *ast.ForDeclaration:
		eachName(n.Target, func(id *ast.Identifier) { k.declared[id.Name.String()]++ })
	case *ast.CatchStatement:
		eachName(n.Parameter, func(id *ast.Identifier) { k.declared[id.Name.String()]++ })
	case *ast.ForIntoExpression:
		eachName(n.Expression, func(id *ast.Identifier) { k.assigned[id.Name.String()] = true })
	case *ast.FunctionLiteral:
		if n.Name != nil {
			k.declared[n.Name.Name.String()]++
		}
	case *ast.ClassLiteral:
		if n.Name != nil {
			k.declared[n.Name.Name.String()]++
		}
	case *ast.AssignExpression:
		eachName(n.Left, func(id *ast.Identifier) { k.assigned[id.Name.String()] = true })
	case *ast.UnaryExpression:
		switch n.Operator {
		case token.INCREMENT, token.DECREMENT:
			eachName(n.Operand, func(id *ast.Identifier) { k.assigned[id.Name.String()] = true })
		case token.TYPEOF:
			name(n.Operand)
		}
	case *ast.BinaryExpression:
		switch n.Operator {
		case token.COALESCE, token.LOGICAL_OR:
			name(n.Left)
		case token.EQUAL, token.STRICT_EQUAL, token.NOT_EQUAL, token.STRICT_NOT_EQUAL:
			if isNothing(n.Right) {
				name(n.Left)
			}
			if isNothing(n.Left) {
				name(n.Right)
			}
		}
	}
}

// isNothing reports undefined, null and void 0.
func isNothing(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.NullLiteral:
		return true
	case *ast.Identifier:
		return e.Name == "undefined"
	case *ast.UnaryExpression:
		return e.Operator == token.VOID
	}
	return false
}

// eachName calls do for the names of a target of a declaration or assignment.
func eachName(target any, do func(*ast.Identifier)) {
	switch n := target.(type) {
	case *ast.Identifier:
		do(n)
	case *ast.AssignExpression:
		eachName(n.Left, do)
	case *ast.ArrayPattern:
		for _, e := range n.Elements {
			eachName(e, do)
		}
		eachName(n.Rest, do)
	case *ast.ObjectPattern:
		for _, p := range n.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				do(&p.Name)
			case *ast.PropertyKeyed:
				eachName(p.Value, do)
			}
		}
		eachName(n.Rest, do)
	}
}

// single reports a name that means the same wherever it stands, with the value that it was declared with.
func (k *fields) single(name string) bool { return k.declared[name] == 1 && !k.assigned[name] }

// take takes in the names of a pattern of the argument. One with a default need not be the field.
func (k *fields) take(pattern *ast.ObjectPattern) {
	for _, p := range pattern.Properties {
		local, field := "", ""
		switch p := p.(type) {
		case *ast.PropertyShort:
			if p.Initializer == nil {
				local = p.Name.Name.String()
				field = local
			}
		case *ast.PropertyKeyed:
			key, isText := p.Key.(*ast.StringLiteral)
			id, isName := p.Value.(*ast.Identifier)
			if isText && isName && !p.Computed {
				local, field = id.Name.String(), key.Value.String()
			}
		}
		if local != "" && k.single(local) && !k.guarded[local] {
			k.names[local] = field
		}
	}
}

func (k *fields) isArgument(e ast.Expression) bool {
	id, ok := e.(*ast.Identifier)
	return ok && k.argument != "" && id.Name.String() == k.argument
}

// of is the field that an expression is, how it is written, and where.
func (k *fields) of(e ast.Expression) (field, written string, at file.Idx) {
	switch e := e.(type) {
	case *ast.Identifier:
		name := e.Name.String()
		return k.names[name], name, e.Idx
	case *ast.DotExpression:
		if k.isArgument(e.Left) {
			name := e.Identifier.Name.String()
			return name, k.argument + "." + name, e.Idx0()
		}
	}
	return "", "", 0
}

// Comparison is a place at which a behaviour function compares a field of its argument with a value that is written
// out.
type Comparison struct {
	Field    string
	Written  string // how the field is written
	Operator string // as if the field stood on its left; "case" in a switch over the field
	Value    any    // bool, string, int64 or *big.Int
	Bigint   bool   // the value is written as a bigint
	At       file.Idx
}

// flipped are the operators that a comparison has with its operands changed about.
var flipped = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}

// Comparisons lists the comparisons of fields with values that are written out, in the order of the text.
func (f *Function) Comparisons() []Comparison {
	k := f.fields()
	var list []Comparison
	add := func(of, with ast.Expression, operator string) bool {
		field, written, at := k.of(of)
		value, isBigint, ok := literalValue(with)
		if field == "" || !ok {
			return false
		}
		list = append(list, Comparison{field, written, operator, value, isBigint, at})
		return true
	}
	visit(reflect.ValueOf(f.Node), func(n any) {
		switch n := n.(type) {
		case *ast.BinaryExpression:
			operator := n.Operator.String()
			if !slices.Contains([]string{"===", "!==", "==", "!=", "<", ">", "<=", ">="}, operator) {
				return
			}
			if other := flipped[operator]; !add(n.Left, n.Right, operator) {
				if other == "" {
					other = operator
				}
				add(n.Right, n.Left, other)
			}
		case *ast.SwitchStatement:
			for _, c := range n.Body {
				if add(n.Discriminant, c.Test, "case") {
					list[len(list)-1].At = c.Test.Idx0()
				}
			}
		}
	})
	return list
}

// literalValue is the value of a literal, with a minus before it or without.
func literalValue(e ast.Expression) (value any, isBigint, ok bool) {
	switch e := e.(type) {
	case *ast.BooleanLiteral:
		return e.Value, false, true
	case *ast.StringLiteral:
		return e.Value.String(), false, true
	case *ast.NumberLiteral:
		switch v := e.Value.(type) {
		case int64:
			return v, false, true
		case *big.Int:
			return v, true, true
		}
	case *ast.UnaryExpression:
		if e.Operator != token.MINUS {
			break
		}
		switch v, isBigint, _ := literalValue(e.Operand); v := v.(type) {
		case int64:
			return -v, false, true
		case *big.Int:
			return new(big.Int).Neg(v), isBigint, true
		}
	}
	return nil, false, false
}

// MemberUse is a place at which a behaviour function looks for something in a field of its argument.
type MemberUse struct {
	Field, Written string
	Member         string // such as "length"; "" for m[y][x]
	First, Second  string // the indexes of m[y][x], as far as they are short; else ""
	At             file.Idx
}

// MemberUses lists where f asks a field for its length, and where it takes something out of a cell by an index.
func (f *Function) MemberUses() []MemberUse {
	k := f.fields()
	var list []MemberUse
	asked := map[ast.Expression]bool{} // whether it is there
	visit(reflect.ValueOf(f.Node), func(n any) {
		switch n := n.(type) {
		case *ast.BinaryExpression:
			if n.Operator == token.COALESCE || n.Operator == token.LOGICAL_OR || isNothing(n.Right) {
				asked[n.Left] = true
			}
		case *ast.UnaryExpression:
			if n.Operator == token.TYPEOF {
				asked[n.Operand] = true
			}
		case *ast.DotExpression:
			if field, written, _ := k.of(n.Left); field != "" && n.Identifier.Name == "length" && !asked[n] {
				list = append(list, MemberUse{Field: field, Written: written, Member: "length", At: n.Identifier.Idx})
			}
		case *ast.BracketExpression:
			inner, ok := n.Left.(*ast.BracketExpression)
			if !ok {
				return
			}
			if field, written, at := k.of(inner.Left); field != "" {
				list = append(list, MemberUse{Field: field, Written: written, First: simple(inner.Member), Second: simple(n.Member), At: at})
			}
		}
	})
	return list
}

// simple is how a name or a number is written; "" for anything else.
func simple(e ast.Expression) string {
	switch e := e.(type) {
	case *ast.Identifier:
		return e.Name.String()
	case *ast.NumberLiteral:
		return e.Literal
	}
	return ""
}

// StoredText is a text that a behaviour function returns as one of its results.
type StoredText struct {
	Name, Text string
	At         file.Idx
}

// StoredTexts lists the texts that are written out as results of f, or as values of the variables that are results.
// Texts that are numbers are none.
func (f *Function) StoredTexts() []StoredText {
	k := f.fields()
	var list []StoredText
	var add func(name string, e ast.Expression)
	add = func(name string, e ast.Expression) {
		switch e := e.(type) {
		case *ast.StringLiteral:
			text := e.Value.String()
			if _, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil && strings.TrimSpace(text) != "" && !strings.HasPrefix(text, "0") {
				list = append(list, StoredText{name, text, e.Idx})
			}
		case *ast.ConditionalExpression:
			add(name, e.Consequent)
			add(name, e.Alternate)
		case *ast.BinaryExpression:
			switch e.Operator {
			case token.COALESCE, token.LOGICAL_OR:
				add(name, e.Left)
				add(name, e.Right)
			case token.LOGICAL_AND:
				add(name, e.Right)
			}
		}
	}
	variables := map[string][]string{} // variable → results
	results, _ := f.Results()
	for _, r := range results {
		local := r.Name
		if r.value != nil {
			id, ok := r.value.(*ast.Identifier)
			if !ok {
				add(r.Name, r.value)
				continue
			}
			local = id.Name.String()
		}
		if k.declared[local] == 1 && !slices.Contains(variables[local], r.Name) {
			variables[local] = append(variables[local], r.Name)
		}
	}
	visit(reflect.ValueOf(f.Node), func(n any) {
		var target, value ast.Expression
		switch n := n.(type) {
		case *ast.Binding:
			target, value = n.Target, n.Initializer
		case *ast.AssignExpression:
			if n.Operator == token.ASSIGN {
				target, value = n.Left, n.Right
			}
		}
		if id, ok := target.(*ast.Identifier); ok {
			for _, name := range variables[id.Name.String()] {
				add(name, value)
			}
		}
	})
	return list
}

// firstOf is the first of some places.
func firstOf(places map[string]file.Idx) file.Idx {
	first := file.Idx(math.MaxInt)
	for _, at := range places {
		first = min(first, at)
	}
	return first
}

// LostFields lists the fields of its argument that f assigns, as properties of the argument, and then neither reads nor
// returns.
func (f *Function) LostFields() []Result {
	k := f.fields()
	results, whole := f.Results()
	if k.argument == "" || !whole {
		return nil
	}
	returned := map[string]bool{}
	for _, r := range results {
		returned[r.Name] = true
	}
	// A read that belongs to an assignment of the same field, s.n = s.n + 1, is none of its own.
	own := map[*ast.DotExpression]bool{}
	first := map[string]file.Idx{}
	var order []Result
	write := func(target ast.Expression, value ast.Expression) {
		dot, ok := target.(*ast.DotExpression)
		if !ok || !k.isArgument(dot.Left) {
			return
		}
		name := dot.Identifier.Name.String()
		if _, known := first[name]; !known {
			first[name] = dot.Idx0()
			order = append(order, Result{Name: name, At: dot.Idx0()})
		}
		own[dot] = true
		if value != nil {
			visit(reflect.ValueOf(value), func(n any) {
				if read, ok := n.(*ast.DotExpression); ok && k.isArgument(read.Left) && read.Identifier.Name.String() == name {
					own[read] = true
				}
			})
		}
	}
	uses, again := 0, false // whether what stands before an assignment may run after it
	visit(reflect.ValueOf(f.Node), func(n any) {
		switch n := n.(type) {
		case *ast.AssignExpression:
			write(n.Left, n.Right)
		case *ast.UnaryExpression:
			if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT {
				write(n.Operand, nil)
			}
		case *ast.Identifier:
			if k.isArgument(n) {
				uses++
			}
		case *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement, *ast.WhileStatement, *ast.DoWhileStatement:
			again = true
		case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral:
			again = again || n != any(f.Node)
		}
	})
	if uses == 0 {
		return nil
	}
	read := map[string]bool{}
	visit(reflect.ValueOf(f.Node), func(n any) {
		if b, ok := n.(*ast.Binding); ok && k.isArgument(b.Initializer) {
			if pattern, ok := b.Target.(*ast.ObjectPattern); ok && pattern.Rest == nil {
				uses--
				if again || pattern.Idx0() > firstOf(first) {
					for _, name := range k.names {
						read[name] = true
					}
				}
			}
		}
		if dot, ok := n.(*ast.DotExpression); ok && k.isArgument(dot.Left) {
			uses--
			if name := dot.Identifier.Name.String(); !own[dot] && (again || dot.Idx0() > first[name]) {
				read[name] = true
			}
		}
	})
	if uses > 1 { // one is the parameter; the argument itself goes elsewhere
		return nil
	}
	return slices.DeleteFunc(order, func(r Result) bool { return returned[r.Name] || read[r.Name] })
}

// Text is the comparison as it may be written.
func (c *Comparison) Text() string {
	value := fmt.Sprint(c.Value)
	if text, ok := c.Value.(string); ok {
		value = "'" + text + "'"
	}
	if c.Bigint {
		value += "n"
	}
	return c.Written + " " + c.Operator + " " + value
}

// IsWord reports a text that no number is written as.
func IsWord(text string) bool { return isIdentifier(text) && text != "Infinity" && text != "NaN" }

// Unguarded lists the fields that f takes from its argument by names that it uses without asking whether they are
// there.
func (f *Function) Unguarded() []string {
	k := f.fields()
	list := make([]string, 0, len(k.names))
	for _, field := range k.names {
		list = append(list, field)
	}
	return list
}
