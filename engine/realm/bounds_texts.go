package realm

import (
	"reflect"

	"github.com/dop251/goja"

	"simten.dev/engine/limits"
)

func (r *Realm) boundTexts() {
	texts := r.class("String").Get("prototype").(*goja.Object)
	made := func(what string, n float64) {
		if n > maxCharacters {
			panic(r.tooMuch("%s makes a text of %v characters: the limit is %v", what, grouped(n), limits.Count(maxCharacters)))
		}
		r.work(what, int64(max(0, n))/16)
	}
	r.wrap(texts, "repeat", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		text(&call)
		if n := number(&call, 0); n >= 0 {
			made("repeat", n*float64(max(1, r.length(call.This))))
		}
		return f(call)
	})
	for _, name := range []string{"padStart", "padEnd"} {
		r.wrap(texts, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			text(&call)
			if n := number(&call, 0); n > float64(r.length(call.This)) {
				if len(call.Arguments) > 1 && isObject(call.Arguments[1]) {
					call.Arguments[1] = call.Arguments[1].ToString()
				}
				if with, ok := call.Argument(1).(goja.String); !ok || with.Length() > 0 { // which makes nothing
					made(name, n)
				}
			}
			return f(call)
		})
	}
	// These look at every character, some of them at every pair of two.
	for _, name := range []string{
		"split", "replace", "replaceAll", "match", "matchAll", "search", "indexOf", "lastIndexOf", "includes", "normalize", "toLowerCase",
		"toUpperCase", "toLocaleLowerCase", "toLocaleUpperCase", "localeCompare", "trim",
	} {
		r.wrap(texts, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			n := r.textLength(call.This)
			r.note(name)
			argument := call.Argument(0)
			if what, ok := argument.(goja.String); ok {
				switch name {
				case "match", "matchAll", "search":
					r.refusePattern(what.String())
				case "split":
					if what.Length() == 0 && n > maxElements {
						panic(r.tooMuch("split into %v characters: the limit is %v", limits.Count(n), limits.Count(maxElements)))
					}
				}
			}
			r.work(name, n)
			r.searching(name, call.This, argument)
			return f(call)
		})
	}
	r.wrap(r.class("String"), "raw", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if o, ok := call.Argument(0).(*goja.Object); ok {
			if r.hearing != nil {
				r.goes = goesThrough{what: "String.raw"}
			} else if raw := o.Get("raw"); raw != nil {
				r.elements("String.raw", raw)
			}
		}
		return f(call)
	})
	patterns := r.class("RegExp").Get("prototype").(*goja.Object)
	for _, name := range []string{"test", "compile"} {
		r.wrap(patterns, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			r.note(name)
			r.work(name, r.textLength(call.Argument(0)))
			if pattern, ok := call.Argument(0).(goja.String); ok && name == "compile" {
				r.refusePattern(pattern.String())
			}
			return f(call)
		})
	}
}

// searching counts the work of finding a text in a text that has other than plain characters: both are compared at
// every place.
func (r *Realm) searching(name string, in, v goja.Value) {
	what, ok := v.(goja.String)
	if ok && reflect.TypeOf(in).Kind() != reflect.String {
		r.work(name, r.textLength(in)*int64(what.Length())/64)
	}
}

// refusePattern refuses a regular expression that its compiler would have to follow too deeply.
func (r *Realm) refusePattern(pattern string) {
	if len(pattern) > maxPattern {
		panic(r.tooMuch("A regular expression of %v characters: the limit is %v", limits.Count(len(pattern)), limits.Count(maxPattern)))
	}
	if depth := groupDepth(pattern); depth > maxGroups {
		panic(r.tooMuch("A regular expression with groups nested %d deep: the limit is %d", depth, maxGroups))
	}
}

func groupDepth(pattern string) int {
	depth, deepest := 0, 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '(':
			depth++
			deepest = max(deepest, depth)
		case ')':
			depth--
		}
	}
	return deepest
}
