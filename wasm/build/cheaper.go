package main

// cheaper are places in the interpreter that allocate for every property and every number, which costs a module of WebAssembly much
// more than a native program. They do the same with less of it; docs/performance/engine-module.md has the figures.
var cheaper = []edited{
	// The text of a small number, such as the i of node`${i}`, is kept. The module has one thread.
	{pkg: interpreter, file: "value.go", edits: [][2]string{{
		"func (i valueInt) toString() String {\n",
		`var smallNumbers [1024]String

func (i valueInt) toString() String {
	if uint64(i) < uint64(len(smallNumbers)) {
		if smallNumbers[i] == nil {
			smallNumbers[i] = asciiString(i.String())
		}
		return smallNumbers[i]
	}
`,
	}}},
	// A text or an integer as a key, and an integer as a number, is the value that it was.
	{pkg: interpreter, file: "runtime.go", edits: [][2]string{
		{"type Runtime struct {\n", "type Runtime struct {\n\tfreshDynamic slab[wholeDynamicObject]\n\tfreshAttached slab[attached]\n\tfreshLiterals slab[wholeLiteral]\n\tdescribe func(attached any, names []string, values []Value) Value\n\tdescribing [fewProperties]Value\n\taskedLast *dynamicObject\n\tlastsAsked bool\n\tinherited namesBegin\n\tpushes *Object // the method of arrays\n\ttexts        recentTexts\n\tfound        [foundPlaces]found\n\tstanding [foundPlaces]*mathCall\n\tmathKnown    [doFloor - doImul + 1]*Object\n"},
		{"func toPropertyKey(key Value) Value {\n", `func toPropertyKey(key Value) Value {
	switch key.(type) {
	case asciiString, valueInt:
		return key
	}
`},
		{"func toInt32(v Value) int32 {\n", `func toInt32(v Value) int32 {
	if i, ok := v.(valueInt); ok {
		return int32(i)
	}
`},
		{"func toUint32(v Value) uint32 {\n", `func toUint32(v Value) uint32 {
	if i, ok := v.(valueInt); ok {
		return uint32(i)
	}
`},
	}},
	contexts,
	// Dynamic objects come from pieces of memory for many of them.
	{pkg: interpreter, file: "object_dynamic.go", edits: [][2]string{
		{"type dynamicObject struct {\n", "type wholeDynamicObject struct {\n\tv Object\n\to dynamicObject\n}\n\ntype dynamicObject struct {\n"},
		{`	v := &Object{runtime: r}
	o := &dynamicObject{
		d: d,
		baseDynamicObject: baseDynamicObject{
			val:       v,
			prototype: r.global.ObjectPrototype,
		},
	}
	v.self = o
	return v
`, "\treturn r.NewHosted(d, r.global.ObjectPrototype)\n"},
	}},
	// A new element of an array asks the prototypes of arrays and objects whether they have one of its number. They have no elements,
	// as long as no program gives them some.
	{pkg: interpreter, file: "object_template.go", edits: [][2]string{{
		"func (o *templatedObject) setForeignIdx(name valueInt, val, receiver Value, throw bool) (bool, bool) {\n",
		`func (o *templatedObject) setForeignIdx(name valueInt, val, receiver Value, throw bool) (bool, bool) {
	if name >= 0 && name < 1<<31 {
		o.ensurePropOrder()
		if o.idxPropCount == 0 {
			o.materialiseProto()
			return o._setForeignIdx(name, nil, val, receiver, throw)
		}
	}
`,
	}}},
}

// Pushing a context writes all of it, so that it need not be cleared before.
var contexts = edited{pkg: interpreter, file: "vm.go", edits: [][2]string{{
	"\tvm.callStack = append(vm.callStack, context{})\n\tctx := &vm.callStack[len(vm.callStack)-1]\n\tvm.saveCtx(ctx)\n",
	`	n := len(vm.callStack)
	if n == cap(vm.callStack) {
		vm.callStack = append(vm.callStack, context{})
	} else {
		vm.callStack = vm.callStack[:n+1]
	}
	vm.saveCtx(&vm.callStack[n])
`,
}}}

const interpreter = "github.com/dop251/goja"
