package realm

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"simten.dev/engine/modules"
	"simten.dev/engine/source"
)

// Module is what an import names: a script, or a value that the host has made.
type Module struct {
	Script  *source.Script  // nil: Value
	Trusted bool            // the script is the host's: an error in it is placed at the user's code that called it
	Bundle  *modules.Bundle // the packages that the script imports; nil for none
	Value   goja.Value
}

// Loader finds what an import of a script names. It is asked each time that an import statement runs.
type Loader func(from *source.Script, specifier string) (Module, error)

// module is a script that has run, or is running.
type module struct {
	running bool
	exports goja.Value
}

var errNoLoader = errors.New("there is nothing to import")

// SetLoader gives the realm what import statements ask. Without it scripts can import the library only.
func (r *Realm) SetLoader(l Loader) { r.loader = l }

// Trusted runs a script of the host before the user's program, and gives what it exports.
func (r *Realm) Trusted(ctx context.Context, script *source.Script) (exports *goja.Object, err error) {
	err = r.Do(ctx, func() error {
		exports, _ = r.runModule(Module{Script: script, Trusted: true}).(*goja.Object)
		return nil
	})
	return exports, err
}

// Module gives the exports of a module to a host function; it runs the script if it has not run yet.
func (r *Realm) Module(m Module) *goja.Object {
	o, _ := r.runModule(m).(*goja.Object)
	return o
}

// imported gives the exports of a module to the script that imports it.
func (r *Realm) imported(from *source.Script, specifier string) goja.Value {
	found, err := Module{}, errNoLoader
	if r.loader != nil {
		found, err = r.loader(from, specifier)
	}
	if err != nil {
		panic(r.rangeError("Cannot import '%s': %v", specifier, err))
	}
	if found.Script == nil {
		return found.Value
	}
	if m := r.ran[found.Script]; m != nil && m.running {
		panic(r.rangeError("Cannot import '%s': the files import each other in a circle. Move what both need into a third file.", specifier))
	}
	return r.runModule(found)
}

// runModule runs a script once and gives its exports.
func (r *Realm) runModule(found Module) goja.Value {
	if m := r.ran[found.Script]; m != nil {
		return m.exports
	}
	m := &module{running: true, exports: r.vm.NewObject()}
	r.ran[found.Script] = m
	if !found.Trusted {
		r.files[found.Script.File] = found.Script
	}
	if err := r.runPackages(found.Bundle); err != nil {
		rethrow(err)
	}
	r.installHooks(found.Script)
	if _, err := r.vm.RunProgram(found.Script.Program); err != nil {
		rethrow(err)
	}
	m.running = false
	return m.exports
}
