package lower

import (
	"github.com/dop251/goja"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/realm"
)

// A compiled lambda takes the objects outside of it for constants, and does not change them. One that stays interpreted
// may change what it can reach, so that no other lambda may be compiled that has taken such an object for constant.

// Changing are the objects of a program that closures may change while the circuit runs.
type changing struct {
	objects  map[*goja.Object]bool
	captured map[*goja.Object]bool // by compiled lambdas
	any      bool                  // there were too many to tell
	clash    bool                  // a compiled lambda has captured one of them
	rounds   int
}

// Test tells the objects that may be changed, as far as they are known.
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

// Reach adds what a closure can reach, if it changes objects.
func (c *changing) reach(r *realm.Realm, l *realm.Lambda) {
	f, outer := functionOf(r, l)
	if f == nil {
		return
	}
	w := capture.Walk{Program: r, Seen: map[*goja.Object]bool{}, Classes: map[*goja.Object]*realm.Class{}, Alters: f.Alters}
	w.From(f, outer)
	if !w.Alters {
		return
	}
	if w.Steps > capture.MaxReached {
		c.any, c.clash = true, c.clash || len(c.captured) > 0
		return
	}
	if c.objects == nil {
		c.objects = map[*goja.Object]bool{}
	}
	for o := range w.Seen {
		c.objects[o] = true
		c.clash = c.clash || c.captured[o]
	}
}
