package goja

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
	r.native(&both.v, &both.o, f)
	both.o.prototype = r.getFunctionPrototype()
	return &both.v
}

func (r *Runtime) native(v *Object, o *templatedFuncObject, f func(FunctionCall) Value) {
	v.runtime, v.self = r, o
	o.f, o.tmpl = f, nativeTemplate
	o.class, o.val, o.extensible, o.protoMaterialised = classFunction, v, true, true
}

// rename gives a function that nobody has looked at another name.
func (f *templatedFuncObject) rename(name Value) bool {
	if _, ok := name.(asciiString); !ok || f.tmpl != nativeTemplate || f.values.list != nil || f.propNames != nil || !f.extensible {
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
	last := len(vm.callStack) - 1
	vm.restoreCtx(&vm.callStack[last])
	vm.callStack = vm.callStack[:last] // the next call overwrites it
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
