package main

// compact keeps the properties of the interpreter's objects in a list instead of a map as long as they are few, and the parts of
// an object in one piece of memory. Go's smallest map takes 48 bytes and 288 more with its first entry.
var compact = []edited{
	{pkg: interpreter, file: "properties.go", added: properties},
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
	{pkg: interpreter, file: "func.go", rewrites: propertiesAccess[1:2]},
	{pkg: interpreter, file: "object_args.go", rewrites: propertiesAccess[2:]},
	{pkg: interpreter, file: "object_template.go", rewrites: propertiesAccess[:2], edits: [][2]string{
		{"\ttmpl *objectTemplate\n\n\tprotoMaterialised bool\n", "\ttmpl *objectTemplate\n\n\tprotoMaterialised bool\n\tnamed Value // of a native function, if it has another name than Go's\n"},
		{"\t\tv := f(o.val.runtime)\n\t\to.values.set(p, v)\n", "\t\tv := o.fresh(p, f)\n\t\to.values.set(p, v)\n"},
		{"o.values.set(name, f(o.val.runtime))", "o.values.set(name, o.fresh(name, f))"},
		{"\tvar nf nativeFuncObject\n\tnf.f = f.f\n\tnf.vmCall(vm, n)\n", "\tcallNative(f.f, vm, n)\n"},
	}},
	{pkg: interpreter, file: "natives.go", added: natives},
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
	{pkg: interpreter, file: "value.go", edits: [][2]string{
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

// propertiesAccess are the three forms in which properties are set and read.
var propertiesAccess = [][2]string{
	{`\b(\w+(?:\.o)?\.values)\[(\w+)\] = ([^/\n]*[^/\s])`, "$1.set($2, $3)"},
	{`, exists := (\w+\.values)\[([^\]]+)\]`, ", exists := $1.find($2)"},
	{`\b(\w+(?:\.o)?\.values)\[(\w+)\]`, "$1.get($2)"},
}

// properties is the text of the list that stands for the map.
const properties = `package goja

import "github.com/dop251/goja/unistring"

// properties are the values of an object by their names: a short list in the order in which they came, or a map.
type properties struct {
	few  []property
	many map[unistring.String]Value // nil: they are in few
}

type property struct {
	name  unistring.String
	value Value
}

const fewProperties = 8

func (p *properties) find(name unistring.String) (Value, bool) {
	if p.many != nil {
		v, ok := p.many[name]
		return v, ok
	}
	for i := range p.few {
		if e := &p.few[i]; e.name == name {
			return e.value, true
		}
	}
	return nil, false
}

func (p *properties) get(name unistring.String) Value {
	v, _ := p.find(name)
	return v
}

func (p *properties) set(name unistring.String, v Value) {
	if p.many != nil {
		p.many[name] = v
		return
	}
	for i := range p.few {
		if e := &p.few[i]; e.name == name {
			e.value = v
			return
		}
	}
	if p.few == nil {
		p.few = make([]property, 0, 2)
	}
	if len(p.few) < fewProperties {
		p.few = append(p.few, property{name, v})
		return
	}
	p.many = make(map[unistring.String]Value, 2*fewProperties)
	for _, e := range p.few {
		p.many[e.name] = e.value
	}
	p.few = nil
	p.many[name] = v
}

func (p *properties) remove(name unistring.String) {
	if p.many != nil {
		delete(p.many, name)
		return
	}
	for i := range p.few {
		if p.few[i].name == name {
			p.few = append(p.few[:i], p.few[i+1:]...)
			return
		}
	}
}
`

// natives is the text of functions of Go whose properties are made when somebody looks at them.
const natives = `package goja

import (
	"reflect"
	"runtime"

	"github.com/dop251/goja/unistring"
)

var nativeTemplate *objectTemplate

func init() {
	nativeTemplate = newObjectTemplate()
	nativeTemplate.putStr("length", func(*Runtime) Value { return valueProp(intToValue(0), false, false, true) })
	nativeTemplate.putStr("name", func(*Runtime) Value { return nil }) // fresh has it
}

func (r *Runtime) newNative(f func(FunctionCall) Value) *Object {
	both := &struct {
		v Object
		o templatedFuncObject
	}{}
	both.v.runtime, both.v.self = r, &both.o
	both.o.f, both.o.tmpl = f, nativeTemplate
	both.o.class, both.o.val, both.o.extensible = classFunction, &both.v, true
	both.o.prototype, both.o.protoMaterialised = r.getFunctionPrototype(), true
	return &both.v
}

// rename gives a function that nobody has looked at another name.
func (f *templatedFuncObject) rename(name Value) bool {
	if _, ok := name.(asciiString); !ok || f.tmpl != nativeTemplate || f.values.few != nil || f.values.many != nil || f.propNames != nil || !f.extensible {
		return false
	}
	f.named = name
	return true
}

// fresh makes a property that a template describes.
func (o *templatedObject) fresh(name unistring.String, make templatePropFactory) Value {
	if o.tmpl != nativeTemplate || name != "name" {
		return make(o.val.runtime)
	}
	value := o.named
	if value == nil {
		f := o.val.self.(*templatedFuncObject).f
		value = newStringValue(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name())
	}
	return valueProp(value, false, false, true)
}

func callNative(f func(FunctionCall) Value, vm *vm, n int) {
	if f == nil {
		vm.stack[vm.sp-n-2] = _undefined
		vm.sp -= n + 1
		vm.pc++
		return
	}
	vm.pushCtx()
	vm.prg = nil
	vm.sb = vm.sp - n // so that [sb-1] points to the callee
	ret := f(FunctionCall{Arguments: vm.stack[vm.sp-n : vm.sp], This: vm.stack[vm.sp-n-2]})
	if ret == nil {
		ret = _undefined
	}
	vm.stack[vm.sp-n-2] = ret
	vm.popCtx()
	vm.sp -= n + 1
	vm.pc++
}

// enumerableNames are the keys of an object without templates, proxies or elements.
func (o *baseObject) enumerableNames() (keys []string) {
	o.ensurePropOrder()
	for _, name := range o.propNames {
		if p, ok := o.values.get(name).(*valueProperty); ok && !p.enumerable {
			continue
		}
		keys = append(keys, name.String())
	}
	return keys
}
`
