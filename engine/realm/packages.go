package realm

import (
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/source"
)

// runPackages runs the packages that a file imports, nil for none, and leaves their exports for the file to read.
func (r *Realm) runPackages(bundle *modules.Bundle) error {
	if bundle == nil {
		return nil
	}
	r.installHooks(bundle.Script)
	exports, err := r.vm.RunProgram(bundle.Script.Program)
	if err != nil {
		return err
	}
	r.installOnce(source.HookPackages, exports)
	return nil
}

// inPackage says of an error that arose in a package where that was, and places one that no code of the file led to
// at the import.
func (r *Realm) inPackage(d circuit.Diagnostic, stack []goja.StackFrame) circuit.Diagnostic {
	if r.bundle == nil || r.script == nil {
		return d
	}
	for i := range stack {
		switch stack[i].SrcName() {
		case r.script.File:
			return d // the file's own code failed
		case modules.File:
		default:
			continue
		}
		p := stack[i].Position()
		where := r.bundle.Describe(p.Line, p.Column)
		if where == "" {
			continue
		}
		d.Message = strings.TrimSuffix(d.Message, ".") + " (in " + where + ")."
		if d.Line == 0 {
			d = r.script.Imports[r.bundle.Import(p.Line, p.Column)].At(d)
		}
		return d
	}
	return d
}
