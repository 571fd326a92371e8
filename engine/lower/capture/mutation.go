package capture

import (
	"reflect"
	"strconv"

	"github.com/dop251/goja"

	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// Bounds of looking for them: rounds of lowering all lambdas again, and objects and properties looked at.

const (
	MaxPasses  = 6
	MaxReached = 1 << 18
)

// Walk goes through objects without running code of the program.
type Walk struct {
	Program Program
	Seen    map[*goja.Object]bool
	pending []*goja.Object                // lists of the program may be longer than calls can be deep
	Classes map[*goja.Object]*realm.Class // by their prototypes
	Steps   int
	Alters  bool // one of the functions found changes something
}

// From goes through all that a function can reach.
func (w *Walk) From(f *source.Function, outer Outer) {
	w.variables(f, outer)
	for len(w.pending) > 0 && w.Steps <= MaxReached {
		o := w.pending[len(w.pending)-1]
		w.pending = w.pending[:len(w.pending)-1]
		w.object(o)
	}
}

func (w *Walk) variables(f *source.Function, outer Outer) {
	if outer == nil {
		return
	}
	for i := range f.Captured {
		c := &f.Captured[i]
		if c.Index < 0 || c.Global || c.Package || c.BuiltIn != "" {
			continue
		}
		if v, err := outer(c.Index); err == nil {
			w.value(v)
		}
	}
}

func (w *Walk) value(v goja.Value) {
	w.Steps++
	if o, ok := v.(*goja.Object); ok && !w.Seen[o] {
		w.Seen[o] = true
		w.pending = append(w.pending, o)
	}
}

func (w *Walk) object(o *goja.Object) {
	if _, callable := goja.AssertFunction(o); callable {
		f, outer := functionAt(w.Program, o)
		if f == nil && w.Program.PureFunction(o) != "" {
			return
		}
		if f == nil { // a class, a method, or a function that bind gave
			w.Alters = true
			w.properties(o)
			if !w.Program.Computed(o, "prototype") {
				if prototype, ok := o.Get("prototype").(*goja.Object); ok {
					w.methods(prototype, nil)
				}
			}
			return
		}
		w.Alters = w.Alters || f.Alters || f.AltersArguments
		w.variables(f, outer)
		return
	}
	if o.ExportType() == reflect.TypeFor[goja.Proxy]() {
		return
	}
	if keys, values, ok := w.Program.Entries(o); ok {
		for _, list := range [2][]goja.Value{keys, values} {
			for _, v := range list {
				w.value(v)
			}
		}
		return
	}
	switch o.ClassName() {
	case "Array":
		for i := int64(0); i < o.Get("length").ToInteger() && w.Steps <= MaxReached; i++ {
			w.value(o.Get(strconv.FormatInt(i, 10)))
		}
	case "Object":
		if !plainPrototype(o) {
			w.Alters = true // by its methods
			w.methods(o.Prototype(), o)
		}
		w.properties(o)
	}
}

func (w *Walk) properties(o *goja.Object) {
	for _, k := range o.Keys() {
		if w.Steps > MaxReached {
			return
		}
		if !w.Program.Computed(o, k) {
			w.value(o.Get(k))
		}
	}
}

// Methods adds what the methods of a class can reach by its variables, and by the private fields of an instance, if one
// is given.
func (w *Walk) methods(prototype, instance *goja.Object) {
	for p := prototype; p != nil && w.Steps <= MaxReached; p = p.Prototype() {
		class, known := w.Classes[p]
		if !known {
			class = w.Program.ClassOf(p)
			w.Classes[p] = class
		}
		if class == nil {
			return
		}
		f := class.Script.Function(class.ID)
		w.variables(f, class.Captured)
		if instance == nil {
			continue
		}
		for i := range f.Class.Private {
			if v, err := class.Private(instance, i); err == nil {
				w.value(v)
			}
		}
	}
}

// ObjectsRead lists the objects that a lambda has taken for constants.
func (l *Lowering) ObjectsRead() []*goja.Object {
	var list []*goja.Object
	for k := range l.Constants {
		if o, ok := k.(*goja.Object); ok {
			list = append(list, o)
		}
	}
	for o := range l.Collections {
		list = append(list, o)
	}
	return list
}
