package capture

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/source"
)

// outside is the value of a name that the lambda does not declare itself.
func (l *Lowering) outside(e *ast.Identifier) domain.Value {
	name := e.Name.String()
	c := l.Own.Function.Lookup(e)
	if c == nil {
		if name == "arguments" {
			panic(domain.Refuse("arguments"))
		}
		panic(domain.Refuse("the variable '%s' is not known here", name))
	}
	if v, ok := l.Own.Captured[c]; ok {
		return l.Use(v)
	}
	v := l.capture(c)
	l.Own.Captured[c] = v
	return l.Use(v)
}

func (l *Lowering) capture(c *source.Captured) domain.Value {
	switch {
	case c.Function != nil:
		return l.closureOf(c.Function, c.Name)
	case c.Global:
		return l.globalValue(c)
	case c.BuiltIn != "":
		space, name, _ := strings.Cut(c.BuiltIn, ".")
		return l.BuiltinProperty(domain.BuiltinValue{Name: space, This: nil}, name)
	case c.Package:
		return domain.RefusedValue{Reason: fmt.Sprintf("'%s' is from a package of npm, which is not compiled; compute with it outside and keep the result in a const", c.Name)}
	case c.Changes:
		return domain.RefusedValue{Reason: fmt.Sprintf("an object outside the lambda is changed while the circuit runs, '%s'; keep it in a state", c.Name)}
	case !c.Const:
		return domain.RefusedValue{Reason: fmt.Sprintf("the variable '%s' may change; make it a const", c.Name)}
	}
	if c.Class != nil {
		if v := l.classFrom(c); v != nil {
			return v
		}
	}
	v := l.runTimeValue(c)
	if r, ok := v.(domain.RefusedValue); ok && strings.HasPrefix(r.Reason, notPlain) {
		return domain.RefusedValue{Reason: fmt.Sprintf("'%s' is used, which is neither a plain object nor an array, such as an instance of a class of a package, of one whose methods have been changed, or of one with methods named by other symbols than Symbol.iterator; write functions beside the lambda instead of methods", c.Name)}
	}
	if o, ok := v.(domain.ConstantValue); ok && c.Table != nil {
		l.takeFunctions(o.C, c.Table)
	}
	return v
}

// closureOf is a function of the file as a value.
func (l *Lowering) closureOf(f *source.Function, name string) domain.Value {
	if f.UsesArguments {
		return domain.RefusedValue{Reason: fmt.Sprintf("the function '%s' uses arguments", name)}
	}
	return domain.FuncValue{F: &domain.Closure{Text: &FunctionText{Node: f.Node, Own: l.Own}, Method: f.UsesThis}}
}

// takeFunctions puts the functions of a table in the place of what they are at run time.
func (l *Lowering) takeFunctions(c *domain.Constant, t *source.Table) {
	if max(len(c.Items), len(c.Keys)) != t.Length {
		return
	}
	for key, f := range t.Functions {
		if i, err := strconv.Atoi(key); c.Array && err == nil {
			c.Items[i] = l.closureOf(f, key)
		} else if _, there := c.Props[key]; there {
			c.Props[key] = l.closureOf(f, key)
		}
	}
}

func (l *Lowering) globalValue(c *source.Captured) domain.Value {
	switch c.Name {
	case "undefined":
		return domain.UndefinedValue{}
	case "NaN", "Infinity":
		return l.runTimeValue(c)
	case "Int8Array", "Uint8Array", "Uint8ClampedArray", "JSON", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "Math", "Number", "BigInt", "Boolean", "String", "Array", "Map", "Set", "Object", "isNaN", "isFinite", "parseInt":
		return domain.BuiltinValue{Name: c.Name, This: nil}
	}
	if c.Index >= 0 && l.Own.Outer != nil {
		if _, err := l.Own.Outer(c.Index); err != nil {
			return domain.RefusedValue{Reason: fmt.Sprintf("'%s' is used, which is not declared anywhere; it fails when it gets there", c.Name)}
		}
	}
	v := l.runTimeValue(c)
	if _, ok := v.(domain.RefusedValue); ok {
		return domain.RefusedValue{Reason: fmt.Sprintf("'%s' is used", c.Name)}
	}
	return v
}

func (l *Lowering) runTimeValue(c *source.Captured) domain.Value {
	if c.Index < 0 || l.Own.Outer == nil {
		return domain.RefusedValue{Reason: fmt.Sprintf("the variable '%s' of a helper's surroundings is out of reach; pass it as an argument", c.Name)}
	}
	if v, ok := l.Own.Varied[c.Index]; ok {
		return l.Varying(v)
	}
	v, err := l.Own.Outer(c.Index)
	if err != nil {
		return domain.RefusedValue{Reason: fmt.Sprintf("the variable '%s' cannot be read: %v", c.Name, err)}
	}
	return l.fromRealm(v)
}

// fromRealm makes a value of a run-time value.
func (l *Lowering) fromRealm(v goja.Value) domain.Value {
	if v == nil || goja.IsUndefined(v) {
		return domain.UndefinedValue{}
	}
	if goja.IsNull(v) {
		return domain.NullValue{}
	}
	if _, ok := v.(*goja.Symbol); ok { // its export is a text
		return domain.RefusedValue{Reason: "a symbol is used"}
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return l.FromData(v.Export())
	}
	if v, ok := l.Made[o]; ok {
		return v
	}
	if c, ok := l.Constants[o]; ok {
		return domain.ConstantValue{C: c}
	}
	if l.Changing != nil && l.Changing(o) {
		return domain.RefusedValue{Reason: "an object outside the lambda may be changed while the circuit runs; keep it in a state"}
	}
	if _, callable := goja.AssertFunction(o); callable {
		return l.madeFunction(o)
	}
	if o.ExportType() == reflect.TypeFor[goja.Proxy]() {
		return domain.RefusedValue{Reason: "a Proxy"}
	}
	c := &domain.Constant{Cache: map[int]domain.Value{}}
	length, isList := listLength(o)
	if isList {
		if o.ClassName() != "Array" {
			c.Elements = domain.OtherNumbers
		}
		if length > MaxConstant {
			return domain.RefusedValue{Reason: "an array of more than a million values"}
		}
		c.Array = true
		c.Items = make([]any, length)
		for i := range c.Items {
			c.Items[i] = o.Get(fmt.Sprint(i)) // nil, which is undefined, where there is none
			c.Holes = c.Holes || c.Items[i] == nil
		}
	} else {
		c.Props = map[string]any{}
		if o.ClassName() != "Object" || !plainPrototype(o) && !l.instanceOf(o, c) {
			if v, ok := l.collection(o); ok {
				return v
			}
			return domain.RefusedValue{Reason: notPlain + "is used, such as an instance of a class"}
		}
		c.Keys = o.Keys()
		if len(c.Keys) > MaxConstant {
			return domain.RefusedValue{Reason: "an object of more than a million values"}
		}
		names := o.GetOwnPropertyNames()
		marked := len(names) == len(c.Keys)+1 && slices.Contains(names, moduleMark) && !slices.Contains(c.Keys, moduleMark)
		if len(names) != len(c.Keys) && !marked {
			return domain.RefusedValue{Reason: "an object with properties that are not enumerable"}
		}
		l.Constants[o] = c // a getter may lead to the object itself
		for _, k := range names {
			if !l.Program.Computed(o, k) {
				c.Props[k] = o.Get(k)
			} else if v, ok := l.forwarded(o, k, 0); ok {
				c.Props[k] = v
			} else {
				c.Props[k] = domain.RefusedValue{Reason: fmt.Sprintf("an object outside the lambda has a getter, '%s'; call a function instead", k)}
			}
		}
	}
	c.Single = true
	l.Constants[o] = c
	return domain.ConstantValue{C: c}
}

// madeFunction is a function that the program has made: an entry of a table, or what another function gave.
func (l *Lowering) madeFunction(o *goja.Object) domain.Value {
	reason := "a function is used whose text is not known, as a class, a method or what a package has; write it as a const function beside the lambda"
	var v domain.Value
	if name := l.Program.PureFunction(o); name != "" {
		v = domain.BuiltinValue{Name: name, This: nil}
	} else if f, outer := functionAt(l.Program, o); f != nil && ofEnvironment(f) != "" {
		if name := ofEnvironment(f); name == "structuredClone" {
			v = domain.BuiltinValue{Name: name, This: nil}
		} else {
			reason = name + " is called, which is not compiled"
		}
	} else if f != nil {
		reason = "a function is used that uses arguments; give its parameters names"
		if !f.UsesArguments {
			v = domain.FuncValue{F: &domain.Closure{Text: &FunctionText{Node: f.Node, Own: NewSurroundings(f, outer)}, This: l.OuterThis(f, outer), Method: f.UsesThis}}
		}
	}
	if v == nil {
		if x := l.classMade(o); x != nil {
			return x
		}
		v = l.classOf(o, reason)
	}
	if v == nil && l.prints(o) {
		reason = "console is called, which only a lambda that is not compiled can do; leave it out when it has told what you wanted to know"
	}
	if v == nil {
		v = domain.RefusedValue{Reason: reason}
	}
	l.Made[o] = v
	return v
}

// OuterThis is the this that an arrow function captures; nil when it captures none.
func (l *Lowering) OuterThis(f *source.Function, outer Outer) domain.Value {
	c := f.OuterThis()
	if c == nil || outer == nil {
		return nil
	}
	v, err := outer(c.Index)
	if err != nil {
		return nil
	}
	return l.fromRealm(v)
}

// prints reports that a function, whose text is not known, has the name of one of console.
func (l *Lowering) prints(o *goja.Object) bool {
	if o.ExportType() == reflect.TypeFor[goja.Proxy]() || l.Program.Computed(o, "name") {
		return false
	}
	switch name := o.Get("name"); {
	case name == nil:
	case slices.Contains([]string{"log", "info", "warn", "error", "debug", "trace"}, name.String()):
		return true
	}
	return false
}

// fromData makes a value of plain Go data: an option, or the export of a primitive value.
func (l *Lowering) fromData(data any) domain.Value {
	switch x := data.(type) {
	case nil:
		return domain.UndefinedValue{}
	case goja.Value:
		return l.fromRealm(x)
	case domain.Value: // a function of a table
		return x
	case int64:
		return l.ConstantNumber(float64(x))
	case float64:
		return l.ConstantNumber(x)
	case bool:
		return l.Truth(x)
	case string:
		return domain.ConstString{S: x}
	case *big.Int:
		return l.Bigint(x)
	case circuit.Value:
		if x.Fits(53) {
			return l.Integer(int64(x.Lo))
		}
		return l.Bigint(x.Big())
	case []any:
		return domain.ConstantValue{C: &domain.Constant{Array: true, Items: x, Cache: map[int]domain.Value{}}}
	case circuit.Arguments:
		c := &domain.Constant{Keys: x.Keys, Props: x.Values, Cache: map[int]domain.Value{}}
		if c.Props == nil {
			c.Props = map[string]any{}
		}
		return domain.ConstantValue{C: c}
	}
	return domain.RefusedValue{Reason: "a value of an unknown kind"}
}

// classFrom is a class of the file, with the constants that it holds when it can be reached; nil when its methods are
// not those of its text any more.
func (l *Lowering) classFrom(c *source.Captured) domain.Value {
	if c.Index < 0 || l.Own.Outer == nil {
		x := l.newClass(c.Class, l.Own, nil)
		if x != nil {
			x.C = &domain.Constant{Cache: map[int]domain.Value{}}
			return x
		}
		return nil
	}
	at, err := l.Own.Outer(c.Index)
	if o, ok := at.(*goja.Object); ok && err == nil {
		if x, ok := l.fromRealm(o).(*domain.ClassValue); ok && x.Text != nil {
			return x
		}
	}
	return nil
}

// forwarded is the value that a getter of an object gives, when the getter only says where it is.
func (l *Lowering) forwarded(o *goja.Object, key string, depth int) (domain.Value, bool) {
	getter := l.Program.Getter(o, key)
	if getter == nil || depth > maxForwarded {
		return nil, false
	}
	f, outer := functionAt(l.Program, getter)
	if f == nil {
		return nil, false
	}
	arrow, ok := f.Node.(*ast.ArrowFunctionLiteral)
	if !ok || f.UsesArguments || len(arrow.ParameterList.List) > 0 || arrow.ParameterList.Rest != nil {
		return nil, false
	}
	body, ok := arrow.Body.(*ast.ExpressionBody)
	if !ok {
		return nil, false
	}
	own := l.Own
	l.Own = NewSurroundings(f, outer)
	defer func() { l.Own = own }()
	switch e := body.Expression.(type) {
	case *ast.Identifier:
		c := f.Lookup(e)
		if c == nil {
			return nil, false
		}
		return l.capture(c), true
	case *ast.DotExpression: // import_x.name, that this file hands on
		if id, ok := e.Left.(*ast.Identifier); !ok || f.Lookup(id) == nil || !f.Lookup(id).Const {
			return nil, false
		}
		return l.read(l.heldBy(e.Left), e.Identifier.Name.String(), depth)
	case *ast.BracketExpression:
		// In the user's text the object and the name may be others when it is read.
		if name := l.heldBy(e.Member); name != nil && f.PlaceOf(arrow.Idx0()).IsZero() {
			return l.read(l.heldBy(e.Left), name.String(), depth)
		}
	}
	return nil, false
}

// Read is a property of an object of another file.
func (l *Lowering) read(from goja.Value, name string, depth int) (domain.Value, bool) {
	o, ok := from.(*goja.Object)
	if !ok || o.ExportType() == reflect.TypeFor[goja.Proxy]() {
		return nil, false
	}
	if l.Program.Computed(o, name) {
		return l.forwarded(o, name, depth+1)
	}
	if l.Changing != nil && l.Changing(o) {
		return nil, false
	}
	return l.FromData(o.Get(name)), true
}
