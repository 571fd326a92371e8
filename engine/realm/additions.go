package realm

import (
	"unicode/utf16"

	"github.com/dop251/goja"
)

// wellKnown are the symbols of the language that the interpreter lacks. The code that esbuild writes for `using`, `for
// await` and async generators looks for them.
var wellKnown = []string{"asyncIterator", "dispose", "asyncDispose"}

// addToLanguage adds what the interpreter lacks of the language and what is small. The rest is in web.js.
func (r *Realm) addToLanguage() {
	symbols := r.class("Symbol")
	r.symbols = map[string]*goja.Symbol{}
	for _, name := range wellKnown {
		if isNothing(symbols.Get(name)) {
			r.symbols[name] = goja.NewSymbol("Symbol." + name)
			_ = symbols.DefineDataProperty(name, r.symbols[name], goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		}
	}
	texts := r.class("String").Get("prototype").(*goja.Object)
	method := func(name string, f func(units []uint16, wellFormed bool) goja.Value) {
		_ = texts.DefineDataProperty(name, r.native(name, func(call goja.FunctionCall) goja.Value {
			if isNothing(call.This) {
				panic(r.typeError("%s is a method of texts", name))
			}
			text := call.This.ToString()
			units, wellFormed := r.wellFormed(name, text)
			return f(units, wellFormed)
		}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	method("isWellFormed", func(_ []uint16, wellFormed bool) goja.Value { return r.vm.ToValue(wellFormed) })
	method("toWellFormed", func(units []uint16, _ bool) goja.Value { return goja.StringFromUTF16(units) })

	// Their arguments are those of ECMA-402, which the interpreter does not have, and no base.
	for _, class := range []string{"Number", "BigInt"} {
		r.wrap(r.class(class).Get("prototype").(*goja.Object), "toLocaleString", func(call goja.FunctionCall, f nativeFunction) goja.Value {
			call.Arguments = nil
			return f(call)
		})
	}
}

// wellFormed gives the UTF-16 units of a text with U+FFFD in place of surrogates that are alone, and reports that there
// are none.
func (r *Realm) wellFormed(builtin string, text goja.Value) (units []uint16, wellFormed bool) {
	s, ok := text.(goja.String)
	if !ok {
		return utf16.Encode([]rune(text.String())), true
	}
	r.work(builtin, int64(s.Length()))
	units, wellFormed = make([]uint16, s.Length()), true
	for i := range units {
		units[i] = s.CharAt(i)
	}
	for i := 0; i < len(units); i++ {
		switch {
		case !utf16.IsSurrogate(rune(units[i])):
		case i+1 < len(units) && utf16.DecodeRune(rune(units[i]), rune(units[i+1])) != 0xFFFD:
			i++
		default:
			units[i], wellFormed = 0xFFFD, false
		}
	}
	return units, wellFormed
}
