package realm

import (
	"slices"

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
		keys := o.Keys()
		r.work("JSON.parse", int64(len(keys)))
		for _, k := range keys {
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

// nested is a replacer that follows how deep it is, whatever getters and toJSON make up on
// the way, and calls the program's own. keys, if not nil, are the ones that objects are written with.
func (r *Realm) nested(own goja.Callable, keys []string) nativeFunction {
	depth := map[*goja.Object]int{}
	var size int
	return func(call goja.FunctionCall) goja.Value {
		r.work("JSON.stringify", 8)
		value := call.Argument(1)
		if own != nil {
			var err error
			if value, err = own(call.This, call.Arguments...); err != nil {
				rethrow(err)
			}
		}
		switch v := value.(type) {
		case goja.String:
			size += v.Length()
		case *goja.Object:
			holder, _ := call.This.(*goja.Object)
			level := depth[holder] + 1
			depth[v] = max(depth[v], level)
			if level > maxNative {
				panic(r.tooMuch("JSON nested more than %d levels deep", maxNative))
			}
			if v.ClassName() == "Array" {
				r.elements("JSON", v)
			} else if keys != nil && v.ClassName() == "Object" {
				chosen := r.vm.NewObject()
				for _, key := range keys {
					if inner := v.Get(key); inner != nil {
						_ = chosen.DefineDataProperty(key, inner, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
					}
				}
				depth[chosen] = depth[v]
				value = chosen
			}
		}
		if size += 2; size > maxCharacters {
			panic(r.tooMuch("JSON of more than %v characters", limits.Count(maxCharacters)))
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
