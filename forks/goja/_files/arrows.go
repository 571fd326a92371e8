package goja

import "github.com/dop251/goja/unistring"

// wholeArrow is an arrow function with its properties: a program that connects by callbacks makes one for each list.
type wholeArrow struct {
	v      Object
	f      arrowFuncObject
	name   valueProperty
	fields [2]property
}

// arrowNames are the names of its properties, one list for all functions, which is copied before anything in it
// changes.
var arrowNames = prepareNamesForCopy([]unistring.String{"length", "name"})

// newWholeArrow is newSeparateArrow in one piece of memory.
func (r *Runtime) newWholeArrow(name unistring.String, length int, strict bool) *arrowFuncObject {
	whole := &wholeArrow{}
	f := &whole.f
	whole.v.runtime, whole.v.self = r, f
	f.class, f.val, f.extensible, f.strict, f.prototype = classFunction, &whole.v, true, strict, r.getFunctionPrototype()
	f.newTarget = r.vm.newTarget
	f.lenProp.configurable, f.lenProp.value = true, intToValue(int64(length))
	whole.name.configurable, whole.name.value = true, stringValueFromRaw(name)
	whole.fields = [2]property{{"length", &f.lenProp}, {"name", &whole.name}}
	f.values.list, f.propNames = whole.fields[:], arrowNames
	return f
}
