package lower

import (
	"maps"
	"reflect"
	"strconv"

	"github.com/dop251/goja"

	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// A compiled lambda takes the objects outside of it for constants, and does not change them. One that stays interpreted
// may change what it can reach, so that no other lambda may be compiled that has taken such an object for constant.

// changing are the objects of a program that closures may change while the circuit runs.
type changing struct {
	objects  map[*goja.Object]bool
	captured map[*goja.Object]bool // by compiled lambdas
	any      bool                  // there were too many to tell
	clash    bool                  // a compiled lambda has captured one of them
	rounds   int
}

// Bounds of looking for them: rounds of lowering all lambdas again, and objects and properties looked at.
const (
	maxPasses  = 6
	maxReached = 1 << 18
)

// test tells the objects that may be changed, as far as they are known.
func (c *changing) test() func(*goja.Object) bool {
	switch {
	case c.any:
		return func(*goja.Object) bool { return true }
	case c.objects == nil:
		return nil
	}
	return func(o *goja.Object) bool { return c.objects[o] }
}

// note takes a node that has been lowered into account, or that has not.
func (c *changing) note(r *realm.Realm, def *realm.Definition, n *Node) {
	if c.captured == nil {
		c.captured = map[*goja.Object]bool{}
	}
	for _, l := range [3]*Lowered{n.Eval, n.Tick, n.Whole} {
		if l == nil {
			continue
		}
		for _, o := range l.captured {
			c.captured[o] = true
			c.clash = c.clash || c.objects[o] || c.any
		}
		l.captured = nil
	}
	if n.Opaque == nil || c.any {
		return
	}
	for _, l := range [2]*realm.Lambda{def.Eval, def.OnTick} {
		if l != nil {
			c.reach(r, l)
		}
	}
}

// reach adds what a closure can reach, if it changes objects.
func (c *changing) reach(r *realm.Realm, l *realm.Lambda) {
	f, outer := functionOf(r, l)
	if f == nil {
		return
	}
	w := walk{program: r, seen: map[*goja.Object]bool{}, classes: map[*goja.Object]*realm.Class{}, alters: f.Alters}
	w.from(f, outer)
	if !w.alters {
		return
	}
	if w.steps > maxReached {
		c.any, c.clash = true, c.clash || len(c.captured) > 0
		return
	}
	if c.objects == nil {
		c.objects = map[*goja.Object]bool{}
	}
	for o := range w.seen {
		c.objects[o] = true
		c.clash = c.clash || c.captured[o]
	}
}

// walk goes through objects without running code of the program.
type walk struct {
	program Program
	seen    map[*goja.Object]bool
	pending []*goja.Object                // lists of the program may be longer than calls can be deep
	classes map[*goja.Object]*realm.Class // by their prototypes
	steps   int
	alters  bool // one of the functions found changes something
}

// from goes through all that a function can reach.
func (w *walk) from(f *source.Function, outer Outer) {
	w.variables(f, outer)
	for len(w.pending) > 0 && w.steps <= maxReached {
		o := w.pending[len(w.pending)-1]
		w.pending = w.pending[:len(w.pending)-1]
		w.object(o)
	}
}

func (w *walk) variables(f *source.Function, outer Outer) {
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

func (w *walk) value(v goja.Value) {
	w.steps++
	if o, ok := v.(*goja.Object); ok && !w.seen[o] {
		w.seen[o] = true
		w.pending = append(w.pending, o)
	}
}

func (w *walk) object(o *goja.Object) {
	if _, callable := goja.AssertFunction(o); callable {
		f, outer := functionAt(w.program, o)
		if f == nil && w.program.PureFunction(o) != "" {
			return
		}
		if f == nil { // a class, a method, or a function that bind gave
			w.alters = true
			w.properties(o)
			if !w.program.Computed(o, "prototype") {
				if prototype, ok := o.Get("prototype").(*goja.Object); ok {
					w.methods(prototype, nil)
				}
			}
			return
		}
		w.alters = w.alters || f.Alters || f.AltersArguments
		w.variables(f, outer)
		return
	}
	if o.ExportType() == reflect.TypeFor[goja.Proxy]() {
		return
	}
	if keys, values, ok := w.program.Entries(o); ok {
		for _, list := range [2][]goja.Value{keys, values} {
			for _, v := range list {
				w.value(v)
			}
		}
		return
	}
	switch o.ClassName() {
	case "Array":
		for i := int64(0); i < o.Get("length").ToInteger() && w.steps <= maxReached; i++ {
			w.value(o.Get(strconv.FormatInt(i, 10)))
		}
	case "Object":
		if !plainPrototype(o) {
			w.alters = true // by its methods
			w.methods(o.Prototype(), o)
		}
		w.properties(o)
	}
}

func (w *walk) properties(o *goja.Object) {
	for _, k := range o.Keys() {
		if w.steps > maxReached {
			return
		}
		if !w.program.Computed(o, k) {
			w.value(o.Get(k))
		}
	}
}

// methods adds what the methods of a class can reach by its variables, and by the private fields of an instance, if one
// is given.
func (w *walk) methods(prototype, instance *goja.Object) {
	for p := prototype; p != nil && w.steps <= maxReached; p = p.Prototype() {
		class, known := w.classes[p]
		if !known {
			class = w.program.ClassOf(p)
			w.classes[p] = class
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

// objectsRead lists the objects that a lambda has taken for constants.
func (l *lowering) objectsRead() []*goja.Object {
	var list []*goja.Object
	for k := range l.constants {
		if o, ok := k.(*goja.Object); ok {
			list = append(list, o)
		}
	}
	for o := range l.collections {
		list = append(list, o)
	}
	return list
}

// Again reports that a lambda was compiled which reads an object that a closure may change, as has turned out since.
// Then all nodes are to be lowered once more; what is known of such objects is kept, and the lambdas that read them
// stay interpreted.
func (w *Lowerer) Again() bool {
	if !w.changing.clash {
		return false
	}
	reasons := maps.Clone(w.reasons)
	if reasons == nil {
		reasons = map[string]*Refusal{}
	}
	for key, n := range w.cache {
		if n.Opaque != nil && reasons[key] == nil {
			reasons[key] = n.Opaque
		}
	}
	c := changing{objects: w.changing.objects, rounds: w.changing.rounds + 1}
	c.any = w.changing.any || c.rounds > maxPasses
	*w = Lowerer{realm: w.realm, reachable: w.reachable, cache: map[string]*Node{}, changing: c, reasons: reasons}
	return true
}
