package main

import "embed"

//go:embed _goja/*.go _esbuild/*.go
var added embed.FS

// text is that of a file that is added to the interpreter.
func text(name string) string {
	b, err := added.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}

// compact keeps the properties of the interpreter's objects in a list instead of a map, and the parts of an object in one piece of memory. Go's smallest map takes 48 bytes and 288 more with its first entry.
var compact = []edited{
	{pkg: interpreter, file: "properties.go", added: text("_goja/properties.go")},
	{pkg: interpreter, file: "object.go", rewrites: propertiesAccess, edits: [][2]string{
		{"\tvalues    map[unistring.String]Value\n", "\tvalues    properties\n"},
		{"\to.values = make(map[unistring.String]Value)\n", "\to.values = properties{}\n"},
		{"\tdelete(o.values, name)\n", "\to.values.remove(name)\n"},
		{"func copyNamesIfNeeded(names []unistring.String, extraCap int) []unistring.String {\n", `func copyNamesIfNeeded(names []unistring.String, extraCap int) []unistring.String {
	if names == nil {
		return make([]unistring.String, 0, 4)
	}
`},
	}},
	{pkg: interpreter, file: "array.go", edits: [][2]string{
		{"\tlengthProp     valueProperty\n}\n", "\tlengthProp     valueProperty\n\tfirst          [1]property // its length\n}\n\n" + arrayNames},
		{"\ta._put(\"length\", &a.lengthProp)\n", "\ta.first[0] = property{\"length\", &a.lengthProp}\n\ta.baseObject.values.list, a.propNames = a.first[:], arrayNames\n"},
	}},
	{pkg: interpreter, file: "func.go", rewrites: propertiesAccess[1:2]},
	{pkg: interpreter, file: "object_args.go", rewrites: propertiesAccess[2:]},
	{pkg: interpreter, file: "object_template.go", rewrites: propertiesAccess[:2], edits: [][2]string{
		{"\ttmpl *objectTemplate\n\n\tprotoMaterialised bool\n", "\ttmpl *objectTemplate\n\n\tprotoMaterialised bool\n\tnamed Value // of a native function, if it has another name than Go's\n\tattached any // to a native function\n"},
		{"\t\tv := f(o.val.runtime)\n\t\to.values.set(p, v)\n", "\t\tv := o.fresh(p, f)\n\t\to.values.set(p, v)\n"},
		{"o.values.set(name, f(o.val.runtime))", "o.values.set(name, o.fresh(name, f))"},
		{"\tvar nf nativeFuncObject\n\tnf.f = f.f\n\tnf.vmCall(vm, n)\n", "\tcallNative(f.f, vm, n)\n"},
	}},
	{pkg: interpreter, file: "natives.go", added: text("_goja/natives.go")},
	{pkg: interpreter, file: "runtime.go", edits: [][2]string{
		{
			"\tcase func(FunctionCall) Value:\n\t\tname := unistring.NewFromString(runtime.FuncForPC(reflect.ValueOf(i).Pointer()).Name())\n\t\treturn r.newNativeFunc(i, name, 0)\n",
			"\tcase func(FunctionCall) Value:\n\t\treturn r.newNative(i)\n",
		},
		{"\tv := &Object{runtime: r}\n\treturn newBaseObjectObj(v, proto, class)\n", `	both := &struct {
		v Object
		o baseObject
	}{}
	o = &both.o
	both.v.runtime, both.v.self = r, o
	o.class, o.val, o.extensible, o.prototype = class, &both.v, true, proto
	return o
`},
	}},
	{pkg: interpreter, file: "fused.go", added: text("_goja/fused.go")},
	{pkg: interpreter, file: "template.go", added: text("_goja/template.go")},
	{pkg: interpreter, file: "literal.go", added: text("_goja/literal.go")},
	{pkg: interpreter, file: "loads.go", added: text("_goja/loads.go")},
	{pkg: interpreter, file: "arithmetic.go", added: text("_goja/arithmetic.go")},
	{pkg: interpreter, file: "fields.go", added: text("_goja/fields.go")},
	{pkg: interpreter, file: "calls.go", added: text("_goja/calls.go")},
	{pkg: interpreter, file: "blocks.go", added: text("_goja/blocks.go")},
	{pkg: interpreter, file: "arrows.go", added: text("_goja/arrows.go")},
	{pkg: interpreter, file: "caller.go", added: text("_goja/caller.go")},
	{pkg: interpreter, file: "fixed.go", added: text("_goja/fixed.go")},
	{pkg: interpreter, file: "texts.go", added: text("_goja/texts.go")},
	{pkg: interpreter, file: "push.go", added: text("_goja/push.go")},
	{pkg: interpreter, file: "builtin_array.go", edits: [][2]string{{
		"func (r *Runtime) generic_push(obj *Object, call FunctionCall) Value {\n",
		`func (r *Runtime) generic_push(obj *Object, call FunctionCall) Value {
	if a, ok := obj.self.(*arrayObject); ok && a.pushed(call.Arguments) {
		return intToValue(int64(a.length))
	}
`,
	}, {
		"\tt.putStr(\"push\", func(r *Runtime) Value { return r.methodProp(r.arrayproto_push, \"push\", 1) })\n",
		"\tt.putStr(\"push\", func(r *Runtime) Value {\n\t\tp := valueProp(r.newNativeFunc(r.arrayproto_push, \"push\", 1), true, false, true)\n\t\tr.pushes, _ = p.(*valueProperty).value.(*Object)\n\t\treturn p\n\t})\n",
	}}},
	{pkg: interpreter, file: "runtime.go", edits: [][2]string{
		{
			"func (r *Runtime) newArrowFunc(name unistring.String, length int, strict bool) (f *arrowFuncObject) {\n",
			"func (r *Runtime) newArrowFunc(name unistring.String, length int, strict bool) (f *arrowFuncObject) {\n\treturn r.newWholeArrow(name, length, strict)\n}\n\nfunc (r *Runtime) newSeparateArrow(name unistring.String, length int, strict bool) (f *arrowFuncObject) {\n",
		},
		{"func (r *Runtime) eval(srcVal String, direct, strict bool) Value {\n", "func (r *Runtime) eval(srcVal String, direct, strict bool) Value {\n\tclear(r.found[:]) // it may declare variables\n\tclear(r.standing[:])\n"},
		{"\tc.compile(prg, strict, inGlobal, evalVm)\n\tp = c.p\n", "\tc.compile(prg, strict, inGlobal, evalVm)\n\tp = c.p\n\tfuse(p)\n"},
	}},
	// Nobody else can set the flag while the only thread is here, and there is no profiler.
	{pkg: interpreter, file: "vm.go", edits: [][2]string{
		{"func (vm *vm) run() {\n", `func (vm *vm) run() {
	for vm.interrupted == 0 {
		pc := vm.pc
		if pc < 0 || pc >= len(vm.prg.code) { // below 0 there is no program
			return
		}
		in := vm.prg.code[pc]
		// What runs most is called directly: the tables through which an interface calls are mostly not in the processor's cache.
		if f, ok := in.(*arithmetic); ok {
			f.exec(vm)
		} else if f, ok := in.(*branch); ok {
			f.exec(vm)
		} else if f, ok := in.(*read); ok {
			f.exec(vm)
		} else if f, ok := in.(*text); ok {
			f.exec(vm)
		} else if f, ok := in.(*entered); ok {
			f.exec(vm)
		} else if f, ok := in.(*directCall); ok {
			f.exec(vm)
		} else if f, ok := in.(*loads); ok {
			f.exec(vm)
		} else if f, ok := in.(*readCallee); ok {
			f.exec(vm)
		} else {
			in.exec(vm)
		}
	}
	vm.runCounting() // throws
}

func (vm *vm) runCounting() {
`},
		{"\tif idx := 256 + i; idx >= 0 && idx < 256 {\n\t\treturn intCache[idx]\n", "\tif idx := 256 + i; idx >= 0 && idx < int64(len(intCache)) {\n\t\treturn intCache[idx]\n"},
	}},
	{pkg: interpreter, file: "value.go", edits: [][2]string{
		{"var intCache [256]Value\n", "var intCache [256 + 1024]Value\n"},
		{"\tfor i := 0; i < 256; i++ {\n\t\tintCache[i]", "\tfor i := range intCache {\n\t\tintCache[i]"},
		{"func (o *Object) SetPrototype(proto *Object) error {\n", `func (o *Object) SetPrototype(proto *Object) error {
	switch o.self.(type) {
	case *dynamicObject, *templatedFuncObject:
		if o.self.setProto(proto, false) { // what cannot be done is done again, to be told
			return nil
		}
	}
`},
		{"func (o *Object) DefineDataProperty(name string, value Value, writable, configurable, enumerable Flag) error {\n", `func (o *Object) DefineDataProperty(name string, value Value, writable, configurable, enumerable Flag) error {
	if f, ok := o.self.(*templatedFuncObject); ok && name == "name" && writable == FLAG_FALSE && configurable == FLAG_TRUE && enumerable == FLAG_FALSE && f.rename(value) {
		return nil
	}
`},
		{"func (o *Object) Keys() (keys []string) {\n", `func (o *Object) Keys() (keys []string) {
	if o, ok := o.self.(*baseObject); ok {
		return o.enumerableNames()
	}
`},
	}},
}

// arrayNames are the names of what every new array has; they are copied before anything in them changes.
const arrayNames = `var arrayNames = prepareNamesForCopy([]unistring.String{"length"})
`

// propertiesAccess are the three forms in which properties are set and read.
var propertiesAccess = [][2]string{
	{`\b(\w+(?:\.o)?\.values)\[(\w+)\] = ([^/\n]*[^/\s])`, "$1.set($2, $3)"},
	{`, exists := (\w+\.values)\[([^\]]+)\]`, ", exists := $1.find($2)"},
	{`\b(\w+(?:\.o)?\.values)\[(\w+)\]`, "$1.get($2)"},
}
