package lower

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
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// Program is what is known of the objects of a program that is running.
type Program interface {
	// Entries lists what a Map or Set holds, a Set without values; false for anything else.
	Entries(o *goja.Object) (keys, values []goja.Value, ok bool)
	// Computed reports that a property is not there but computed when it is read.
	Computed(o *goja.Object, property string) bool
	// Getter is the function that computes such a property; nil for any other one.
	Getter(o *goja.Object, property string) *goja.Object
	// Function finds the text and the variables of a function; nil for one that is not known.
	Function(o *goja.Object) (script *source.Script, id int, captured func(index int) (goja.Value, error))
	// PureFunction is the name of a function of the language that only computes, such as Math.min; "" for anything else.
	PureFunction(o *goja.Object) string
	// ClassOf finds the class whose instances have a prototype; nil when it is not known.
	ClassOf(prototype *goja.Object) *realm.Class
}

// functionAt is a function that the program has made, nil when its text is not known.
func functionAt(p Program, o *goja.Object) (*source.Function, Outer) {
	script, id, values := p.Function(o)
	if script == nil {
		return nil, nil
	}
	return script.Function(id), values
}

// Outer gives the run-time values of the variables that a lambda captures, by
// source.Captured.Index.
type Outer func(index int) (goja.Value, error)

// outside is the value of a name that the lambda does not declare itself.
func (l *lowering) outside(e *ast.Identifier) value {
	name := e.Name.String()
	c := l.own.function.Lookup(e)
	if c == nil {
		if name == "arguments" {
			panic(refuse("arguments"))
		}
		panic(refuse("the variable '%s' is not known here", name))
	}
	if v, ok := l.own.captured[c]; ok {
		return l.use(v)
	}
	v := l.capture(c)
	l.own.captured[c] = v
	return l.use(v)
}

// notPlain begins the reason of other objects.
const notPlain = "an object that is neither a plain object nor an array "

func (l *lowering) capture(c *source.Captured) value {
	switch {
	case c.Function != nil:
		return l.closureOf(c.Function, c.Name)
	case c.Global:
		return l.globalValue(c)
	case c.BuiltIn != "":
		space, name, _ := strings.Cut(c.BuiltIn, ".")
		return l.builtinProperty(builtinValue{space, nil}, name)
	case c.Package:
		return refusedValue{reason: fmt.Sprintf("'%s' is from a package of npm, which is not compiled; compute with it outside and keep the result in a const", c.Name)}
	case c.Changes:
		return refusedValue{reason: fmt.Sprintf("an object outside the lambda is changed while the circuit runs, '%s'; keep it in a state", c.Name)}
	case !c.Const:
		return refusedValue{reason: fmt.Sprintf("the variable '%s' may change; make it a const", c.Name)}
	}
	if c.Class != nil {
		if v := l.classFrom(c); v != nil {
			return v
		}
	}
	v := l.runTimeValue(c)
	if r, ok := v.(refusedValue); ok && strings.HasPrefix(r.reason, notPlain) {
		return refusedValue{reason: fmt.Sprintf("'%s' is used, which is neither a plain object nor an array, such as an instance of a class of a package, of one whose methods have been changed, or of one with methods named by other symbols than Symbol.iterator; write functions beside the lambda instead of methods", c.Name)}
	}
	if o, ok := v.(constantValue); ok && c.Table != nil {
		l.takeFunctions(o.c, c.Table)
	}
	return v
}

// closureOf is a function of the file as a value.
func (l *lowering) closureOf(f *source.Function, name string) value {
	if f.UsesArguments {
		return refusedValue{reason: fmt.Sprintf("the function '%s' uses arguments", name)}
	}
	return funcValue{&closure{node: f.Node, own: l.own, method: f.UsesThis}}
}

// takeFunctions puts the functions of a table in the place of what they are at run time.
func (l *lowering) takeFunctions(c *constant, t *source.Table) {
	if max(len(c.items), len(c.keys)) != t.Length {
		return
	}
	for key, f := range t.Functions {
		if i, err := strconv.Atoi(key); c.array && err == nil {
			c.items[i] = l.closureOf(f, key)
		} else if _, there := c.props[key]; there {
			c.props[key] = l.closureOf(f, key)
		}
	}
}

func (l *lowering) globalValue(c *source.Captured) value {
	switch c.Name {
	case "undefined":
		return undefinedValue{}
	case "NaN", "Infinity":
		return l.runTimeValue(c)
	case "Int8Array", "Uint8Array", "Uint8ClampedArray", "JSON", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "Math", "Number", "BigInt", "Boolean", "String", "Array", "Map", "Set", "Object", "isNaN", "isFinite", "parseInt":
		return builtinValue{c.Name, nil}
	}
	if c.Index >= 0 && l.own.outer != nil {
		if _, err := l.own.outer(c.Index); err != nil {
			return refusedValue{reason: fmt.Sprintf("'%s' is used, which is not declared anywhere; it fails when it gets there", c.Name)}
		}
	}
	v := l.runTimeValue(c)
	if _, ok := v.(refusedValue); ok {
		return refusedValue{reason: fmt.Sprintf("'%s' is used", c.Name)}
	}
	return v
}

func (l *lowering) runTimeValue(c *source.Captured) value {
	if c.Index < 0 || l.own.outer == nil {
		return refusedValue{reason: fmt.Sprintf("the variable '%s' of a helper's surroundings is out of reach; pass it as an argument", c.Name)}
	}
	if v, ok := l.own.varied[c.Index]; ok {
		return l.varying(v)
	}
	v, err := l.own.outer(c.Index)
	if err != nil {
		return refusedValue{reason: fmt.Sprintf("the variable '%s' cannot be read: %v", c.Name, err)}
	}
	return l.fromRealm(v)
}

// constant is an array or plain object from outside the lambda.
type constant struct {
	array    bool
	elements elements
	items    []any
	holes    bool // some items are not there
	keys     []string
	props    map[string]any
	single   bool          // it is an object of the program
	class    *classValue   // that it is an instance of, whose private fields are in props; nil: a plain object
	cache    map[int]value // of items
}

// constantTable is an array of numbers as a lookup table.
type constantTable struct {
	table   uint64
	lo, hi  int64
	negZero bool        // -0 is among them
	big     [2]*big.Int // set for bigints instead of lo and hi
	floats  *floatTable // set for fractions
	ok      bool
}

// maxConstant bounds the entries of a captured array or object.
const maxConstant = 1 << 20

// fromRealm makes a value of a run-time value.
func (l *lowering) fromRealm(v goja.Value) value {
	if v == nil || goja.IsUndefined(v) {
		return undefinedValue{}
	}
	if goja.IsNull(v) {
		return nullValue{}
	}
	if _, ok := v.(*goja.Symbol); ok { // its export is a text
		return refusedValue{reason: "a symbol is used"}
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return l.fromData(v.Export())
	}
	if v, ok := l.made[o]; ok {
		return v
	}
	if c, ok := l.constants[o]; ok {
		return constantValue{c}
	}
	if l.changing != nil && l.changing(o) {
		return refusedValue{reason: "an object outside the lambda may be changed while the circuit runs; keep it in a state"}
	}
	if _, callable := goja.AssertFunction(o); callable {
		return l.madeFunction(o)
	}
	if o.ExportType() == reflect.TypeFor[goja.Proxy]() {
		return refusedValue{reason: "a Proxy"}
	}
	c := &constant{cache: map[int]value{}}
	length, isList := listLength(o)
	if isList {
		if o.ClassName() != "Array" {
			c.elements = otherNumbers
		}
		if length > maxConstant {
			return refusedValue{reason: "an array of more than a million values"}
		}
		c.array = true
		c.items = make([]any, length)
		for i := range c.items {
			c.items[i] = o.Get(fmt.Sprint(i)) // nil, which is undefined, where there is none
			c.holes = c.holes || c.items[i] == nil
		}
	} else {
		c.props = map[string]any{}
		if o.ClassName() != "Object" || !plainPrototype(o) && !l.instanceOf(o, c) {
			if v, ok := l.collection(o); ok {
				return v
			}
			return refusedValue{reason: notPlain + "is used, such as an instance of a class"}
		}
		c.keys = o.Keys()
		if len(c.keys) > maxConstant {
			return refusedValue{reason: "an object of more than a million values"}
		}
		names := o.GetOwnPropertyNames()
		marked := len(names) == len(c.keys)+1 && slices.Contains(names, moduleMark) && !slices.Contains(c.keys, moduleMark)
		if len(names) != len(c.keys) && !marked {
			return refusedValue{reason: "an object with properties that are not enumerable"}
		}
		l.constants[o] = c // a getter may lead to the object itself
		for _, k := range names {
			if !l.program.Computed(o, k) {
				c.props[k] = o.Get(k)
			} else if v, ok := l.forwarded(o, k, 0); ok {
				c.props[k] = v
			} else {
				c.props[k] = refusedValue{reason: fmt.Sprintf("an object outside the lambda has a getter, '%s'; call a function instead", k)}
			}
		}
	}
	c.single = true
	l.constants[o] = c
	return constantValue{c}
}

// madeFunction is a function that the program has made: an entry of a table, or what another function gave.
func (l *lowering) madeFunction(o *goja.Object) value {
	reason := "a function is used whose text is not known, as a class, a method or what a package has; write it as a const function beside the lambda"
	var v value
	if name := l.program.PureFunction(o); name != "" {
		v = builtinValue{name, nil}
	} else if f, outer := functionAt(l.program, o); f != nil && ofEnvironment(f) != "" {
		if name := ofEnvironment(f); name == "structuredClone" {
			v = builtinValue{name, nil}
		} else {
			reason = name + " is called, which is not compiled"
		}
	} else if f != nil {
		reason = "a function is used that uses arguments; give its parameters names"
		if !f.UsesArguments {
			v = funcValue{&closure{node: f.Node, own: newSurroundings(f, outer), this: l.outerThis(f, outer), method: f.UsesThis}}
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
		v = refusedValue{reason: reason}
	}
	l.made[o] = v
	return v
}

// outerThis is the this that an arrow function captures; nil when it captures none.
func (l *lowering) outerThis(f *source.Function, outer Outer) value {
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

// ofEnvironment is the name of a function that no text of the user has; "" for any other one.
func ofEnvironment(f *source.Function) string {
	n, ok := f.Node.(*ast.FunctionLiteral)
	if !ok || n.Name == nil || !f.PlaceOf(n.Idx0()).IsZero() {
		return ""
	}
	return n.Name.Name.String()
}

// prints reports that a function, whose text is not known, has the name of one of console.
func (l *lowering) prints(o *goja.Object) bool {
	if o.ExportType() == reflect.TypeFor[goja.Proxy]() || l.program.Computed(o, "name") {
		return false
	}
	switch name := o.Get("name"); {
	case name == nil:
	case slices.Contains([]string{"log", "info", "warn", "error", "debug", "trace"}, name.String()):
		return true
	}
	return false
}

func plainPrototype(o *goja.Object) bool {
	p := o.Prototype()
	return p == nil || p.Prototype() == nil
}

// listLength tells arrays and typed arrays from other objects.
func listLength(o *goja.Object) (int, bool) {
	if o.ClassName() == "Array" {
		return int(o.Get("length").ToInteger()), true
	}
	switch x := o.Export().(type) {
	case []uint8:
		return len(x), true
	case []int8:
		return len(x), true
	case []uint16:
		return len(x), true
	case []int16:
		return len(x), true
	case []uint32:
		return len(x), true
	case []int32:
		return len(x), true
	case []float32:
		return len(x), true
	case []float64:
		return len(x), true
	case []uint64:
		return len(x), true
	case []int64:
		return len(x), true
	}
	return 0, false
}

// fromData makes a value of plain Go data: an option, or the export of a primitive value.
func (l *lowering) fromData(data any) value {
	switch x := data.(type) {
	case nil:
		return undefinedValue{}
	case goja.Value:
		return l.fromRealm(x)
	case value: // a function of a table
		return x
	case int64:
		return l.constantNumber(float64(x))
	case float64:
		return l.constantNumber(x)
	case bool:
		return l.truth(x)
	case string:
		return constString{x}
	case *big.Int:
		return l.bigint(x)
	case circuit.Value:
		if x.Fits(53) {
			return l.integer(int64(x.Lo))
		}
		return l.bigint(x.Big())
	case []any:
		return constantValue{&constant{array: true, items: x, cache: map[int]value{}}}
	case circuit.Arguments:
		c := &constant{keys: x.Keys, props: x.Values, cache: map[int]value{}}
		if c.props == nil {
			c.props = map[string]any{}
		}
		return constantValue{c}
	}
	return refusedValue{reason: "a value of an unknown kind"}
}

func (l *lowering) constantItem(c *constant, i int) value {
	v, ok := c.cache[i]
	if !ok {
		v = l.fromData(c.items[i])
		c.cache[i] = v
	}
	return v
}

// constantProperty reads an object or array from outside.
func (l *lowering) constantProperty(o constantValue, key value) value {
	c := o.c
	if !c.array {
		name, ok := constantKey(key)
		if !ok {
			return l.chooseConstantProperty(c, key)
		}
		if v, own := c.props[name]; own {
			return l.use(l.fromData(v))
		}
		if name == "hasOwnProperty" {
			return builtinValue{"Object.hasOwnProperty", o}
		}
		if objectMethods[name] {
			panic(refuse("the method %s of an object", name))
		}
		return undefinedValue{}
	}
	if name, ok := key.(constString); ok {
		if name.s == "length" {
			return l.integer(int64(len(c.items)))
		}
		if c.elements != anything && name.s == "subarray" || hasMethod(c.elements, name.s) {
			return builtinValue{"Array." + name.s, o}
		}
	}
	i := l.index(key)
	if i.lo == i.hi || len(c.items) == 0 || i.lo >= int64(len(c.items)) || i.hi < 0 {
		return l.element(i, len(c.items), func(k int) value { return l.use(l.constantItem(c, k)) })
	}
	t := l.tableOf(c)
	if !t.ok {
		return l.element(i, len(c.items), func(k int) value { return l.use(l.constantItem(c, k)) })
	}
	// a negative index looks like a very large one, which is outside the table
	var v value
	switch {
	case t.floats != nil:
		v = l.lookupFloat(t.floats, i)
	case t.big[0] != nil:
		v = l.bigOf(l.b.Lookup(t.table, i.id), t.big[0], t.big[1])
	default:
		n := l.number(l.b.Lookup(t.table, i.id), t.lo, t.hi)
		n.negZero = t.negZero
		v = n
	}
	if i.lo >= 0 && i.hi < int64(len(c.items)) {
		return v
	}
	inside := l.truthy(l.compare(false, i, l.integer(int64(len(c.items)))))
	if i.lo < 0 {
		inside = l.b.And(inside, l.truthy(l.compare(true, l.integer(0), i)))
	}
	return l.choose(inside, v, undefinedValue{})
}

// chooseConstantProperty reads an object with number keys, such as { 0: …, 1: … }, at a number.
func (l *lowering) chooseConstantProperty(c *constant, key value) value {
	if c.class != nil {
		panic(refuse("an instance of a class read under a name that depends on values"))
	}
	if len(c.keys) > maxAlternatives {
		panic(refuse("an object of more than %d properties read under a name that depends on values", maxAlternatives))
	}
	i := l.index(key)
	if v, ok := l.selectProperty(c, i); ok {
		return v
	}
	var v value = undefinedValue{}
	found := int64(0)
	for _, k := range c.keys {
		n, ok := l.stringIndex(k)
		if !ok || n < i.lo || n > i.hi {
			continue
		}
		item := l.use(l.fromData(c.props[k]))
		if found++; found == i.hi-i.lo+1 { // every number that there can be is one of the keys
			return l.choose(l.numbersEqual(i, l.integer(n)), item, l.notUndefined(v))
		}
		v = l.choose(l.numbersEqual(i, l.integer(n)), item, v)
	}
	return v
}

// selectProperty is that when the keys are small and the properties static.
func (l *lowering) selectProperty(c *constant, i intValue) (value, bool) {
	items := map[int]value{}
	size := 0
	for _, k := range c.keys {
		n, ok := l.stringIndex(k)
		if !ok || n < i.lo || n > i.hi {
			continue
		}
		if n < 0 || n >= maxSelected {
			return nil, false
		}
		items[int(n)] = l.use(l.fromData(c.props[k]))
		size = max(size, int(n)+1)
	}
	return l.selectItem(i, size, func(k int) value {
		if v, ok := items[k]; ok {
			return v
		}
		return undefinedValue{}
	})
}

func (l *lowering) stringIndex(k string) (int64, bool) {
	if !plainNumber(k) {
		return 0, false
	}
	v, ok := constInt(l.stringToNumber(k))
	return v, ok && fmt.Sprint(v) == k
}

// tableItem is constantItem as a table holds it: -0, which tables of sines have, is a 0 whose sign is not known.
func (l *lowering) tableItem(c *constant, i int) value {
	v := l.constantItem(c, i)
	if f, ok := v.(floatValue); ok && f.lo == 0 && f.hi == 0 && !f.nan {
		n := l.integer(0)
		n.negZero = true
		return n
	}
	return v
}

// tableOf makes a lookup table of an array of integers (or of bigints).
func (l *lowering) tableOf(c *constant) *constantTable {
	if t, ok := l.tables[c]; ok {
		return t
	}
	t := &constantTable{}
	l.tables[c] = t
	for i := range c.items {
		switch v := l.tableItem(c, i).(type) {
		case intValue:
			if t.big[0] != nil {
				return t
			}
			if i == 0 {
				t.lo, t.hi = v.lo, v.hi
			}
			t.lo, t.hi = min(t.lo, v.lo), max(t.hi, v.hi)
			t.negZero = t.negZero || v.negZero
		case floatValue:
			items := make([]float64, len(c.items))
			for k := range items {
				n, known := l.knownNumber(l.constantItem(c, k))
				if !known {
					return t
				}
				items[k] = n
			}
			t.floats = l.floatTable(items)
			t.ok = t.floats != nil
			return t
		case bigValue:
			if i == 0 {
				t.big = [2]*big.Int{v.lo, v.hi}
			}
			if t.big[0] == nil {
				return t
			}
			if v.lo.Cmp(t.big[0]) < 0 {
				t.big[0] = v.lo
			}
			if v.hi.Cmp(t.big[1]) > 0 {
				t.big[1] = v.hi
			}
		default:
			return t
		}
	}
	width := intWidth(t.lo, t.hi)
	if t.big[0] != nil {
		width = bigWidth(t.big[0], t.big[1])
	}
	data := make([]circuit.Value, len(c.items))
	for i := range data {
		switch v := l.tableItem(c, i).(type) {
		case intValue:
			data[i] = circuit.Uint(uint64(v.lo)).Mask(width)
		case bigValue:
			data[i] = circuit.FromBig(v.lo, width)
		}
	}
	t.table = l.b.Table(word.LookupTable{Width: width, Data: data})
	t.ok = true
	return t
}
