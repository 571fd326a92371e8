package realm

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"simten.dev/engine/limits"
)

// boundJSON bounds the nesting of JSON both ways and looks at the clock on the way.
func (r *Realm) boundJSON() {
	object := r.class("JSON")
	r.wrap(object, "parse", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		text := call.Argument(0)
		if s, ok := text.(goja.String); ok {
			if depth := bracketDepth(s.String()); depth > maxNative {
				panic(r.tooMuch("JSON nested %d levels deep: the limit is %d", depth, maxNative))
			}
			r.work("JSON.parse", int64(s.Length()))
		}
		v := f(goja.FunctionCall{This: call.This, Arguments: []goja.Value{text}})
		if reviver, ok := goja.AssertFunction(call.Argument(1)); ok {
			root := r.vm.NewObject()
			_ = root.Set("", v)
			return r.revive(root, "", reviver, 0)
		}
		return v
	})
	r.wrap(object, "stringify", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		replacer := call.Argument(1)
		if r.hearing != nil {
			before := r.written
			defer func() { r.written = before }()
			r.written = r.writing()
			if o, ok := replacer.(*goja.Object); ok && kindOf(o) != "function" {
				r.elements("JSON.stringify", o)
			}
			return f(call)
		}
		own, _ := goja.AssertFunction(replacer)
		var keys []string
		if own == nil && isObject(replacer) {
			keys = r.listed(replacer.(*goja.Object))
		}
		call.Arguments = []goja.Value{call.Argument(0), r.native("replacer", r.nested(own, keys)), call.Argument(2)}
		return f(call)
	})
	r.jsonStringify, _ = goja.AssertFunction(object.Get("stringify"))
}

// revive calls a reviver for everything that was read, inner values first. The reviver may change what
// is still to come, so the depth is bounded here.
func (r *Realm) revive(holder *goja.Object, key string, reviver goja.Callable, level int) goja.Value {
	if level > maxNative {
		panic(r.tooMuch("JSON nested more than %d levels deep", maxNative))
	}
	value := orUndefined(holder.Get(key))
	if o, ok := value.(*goja.Object); ok {
		for _, k := range r.revived(o) {
			if v := r.revive(o, k, reviver, level+1); goja.IsUndefined(v) {
				_ = o.Delete(k)
			} else {
				_ = o.DefineDataProperty(k, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
			}
		}
	}
	v, err := reviver(holder, r.vm.ToValue(key), value)
	if err != nil {
		rethrow(err)
	}
	return v
}

// revived are the keys of the values in a value that was read.
func (r *Realm) revived(o *goja.Object) []string {
	if list, err := r.isArray(goja.Undefined(), o); err != nil || !list.ToBoolean() {
		keys := o.Keys()
		r.work("JSON.parse", int64(len(keys)))
		return keys
	}
	n := r.length(o)
	if n > maxElements {
		panic(r.tooMuch("%s of %v elements: the limit is %v", "JSON.parse", limits.Count(n), limits.Count(maxElements)))
	}
	r.work("JSON.parse", n)
	keys := make([]string, max(n, 0))
	for i := range keys {
		keys[i] = strconv.Itoa(i)
	}
	return keys
}

// writing follows how deep values that are written are inside each other, whatever getters and toJSON make up on the
// way.
func (r *Realm) writing() func(holder *goja.Object, value goja.Value) {
	depth := map[*goja.Object]int{}
	var size int
	return func(holder *goja.Object, value goja.Value) {
		r.work("JSON.stringify", 8)
		switch v := value.(type) {
		case goja.String:
			size += v.Length()
		case *goja.Object:
			level := depth[holder] + 1
			depth[v] = max(depth[v], level)
			if level > maxNative {
				panic(r.tooMuch("JSON nested more than %d levels deep", maxNative))
			}
			if v.ClassName() == "Array" {
				r.elements("JSON", v)
			}
		}
		if size += 2; size > maxCharacters {
			panic(r.tooMuch("JSON of more than %v characters", limits.Count(maxCharacters)))
		}
	}
}

// nested is a replacer that follows what is written for the published interpreter, and calls the program's own. keys,
// if not nil, are the ones that objects are written with; those that are numbers come first.
func (r *Realm) nested(own goja.Callable, keys []string) nativeFunction {
	written := r.writing()
	return func(call goja.FunctionCall) goja.Value {
		value := call.Argument(1)
		if own != nil {
			var err error
			if value, err = own(call.This, call.Arguments...); err != nil {
				rethrow(err)
			}
		}
		holder, _ := call.This.(*goja.Object)
		written(holder, value)
		if v, ok := value.(*goja.Object); ok && keys != nil && v.ClassName() == "Object" {
			chosen := r.vm.NewObject()
			for _, key := range keys {
				if inner := v.Get(key); inner != nil {
					_ = chosen.DefineDataProperty(key, inner, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
				}
			}
			written(holder, chosen) // so that it is as deep
			return chosen
		}
		return value
	}
}

// listed reads the keys of an array that is given to JSON.stringify.
func (r *Realm) listed(list *goja.Object) []string {
	if list.ClassName() != "Array" {
		return nil
	}
	r.elements("JSON.stringify", list)
	keys := []string{}
	for i := range r.length(list) {
		switch v := list.Get(sprintf("%d", i)); kindOf(orUndefined(v)) {
		case "string", "number":
			if key := v.String(); !slices.Contains(keys, key) {
				keys = append(keys, key)
				r.work("JSON.stringify", int64(len(keys)))
			}
		}
	}
	return keys
}

// bracketDepth is how deep the brackets of a JSON text are inside each other.
func bracketDepth(text string) int {
	depth, deepest := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		}
	}
	return deepest
}
