package sandbox

import (
	"context"
	"fmt"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/source"
)

// resolve brings the packages that a script imports; nil when it imports none. ok is false when it cannot be run: there
// are problems, or modules that must be fetched first.
func (c *Compiled) resolve(s Source, script *source.Script, l Limits) (bundle *modules.Bundle, ok bool) {
	if len(script.Imports) == 0 {
		return nil, true
	}
	if !s.Grants.Has(circuit.CapModules) {
		message, advice := circuit.CapModules.Denied()
		c.add(script.Imports[0].At(circuit.Diagnostic{
			Stage: circuit.StageSource, Code: circuit.CodeDenied, Severity: circuit.Error, Message: message, Suggestion: advice,
		}))
		return nil, false
	}
	store := s.Modules
	if store == nil {
		store = modules.NewStore("") // it knows nothing, but which names are packages
	}
	result := store.Resolve(script.Imports, s.Lock, l.Modules)
	if s.Modules == nil && len(result.Needs) > 0 {
		i := script.Imports[0]
		c.add(i.At(circuit.Diagnostic{
			Stage: circuit.StageSource, Code: circuit.CodeModuleUnavailable, Severity: circuit.Error,
			Message:    fmt.Sprintf("%q cannot be fetched: this engine runs without a module host.", i.Specifier),
			Suggestion: "Configure one, or copy what you need into this file.",
		}))
		return nil, false
	}
	c.Diagnostics = append(c.Diagnostics, result.Problems...)
	for _, need := range result.Needs {
		if !slices.Contains(c.Needs, need) {
			c.Needs = append(c.Needs, need)
		}
	}
	if result.Bundle == nil {
		return nil, false
	}
	c.Lock = c.Lock.With(result.Bundle.Lock)
	return result.Bundle, true
}

// maxRounds bounds how often a compile may ask for modules: imports of imports of imports.
const maxRounds = 64

// LoadPackages makes the bundle for the imports of one script, and fetches what that needs. The bundle is nil when
// there are problems, or no imports. A lock pins versions and hashes; it may be nil.
func LoadPackages(ctx context.Context, script *source.Script, store *modules.Store, loader modules.Loader, lock *modules.Lock, l Limits) (*modules.Bundle, []circuit.Diagnostic, error) {
	if len(script.Imports) == 0 {
		return nil, nil, nil
	}
	for range maxRounds {
		result := store.Resolve(script.Imports, lock, l.Modules)
		if len(result.Needs) == 0 {
			return result.Bundle, result.Problems, nil
		}
		for _, answer := range loader.Load(ctx, result.Needs) {
			store.Put(answer)
		}
	}
	return nil, nil, errTooManyRounds
}

var errTooManyRounds = fmt.Errorf("the imported packages import each other more than %d levels deep", maxRounds)

// CompileLoading is Compile for a host that can wait: it fetches the modules that are needed.
func CompileLoading(ctx context.Context, s Source, l Limits, loader modules.Loader) (*Compiled, error) {
	if s.Modules == nil {
		s.Modules = modules.NewStore(loader.Host())
	}
	for round := 0; ; round++ {
		c, err := Compile(ctx, s, l)
		if err != nil || len(c.Needs) == 0 {
			return c, err
		}
		if round == maxRounds {
			return nil, errTooManyRounds
		}
		for _, answer := range loader.Load(ctx, c.Needs) {
			s.Modules.Put(answer)
		}
	}
}
