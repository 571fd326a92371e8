package loop

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/domain"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	builtin.Lowering
	Runner

	At         file.Idx // of the expression being run, for the place of a refusal
	CameBy     file.Idx // where the interpreter says that taking a value apart failed: what it came by last
	Calls      int
	Closures   int                // functions made so far
	short      int                // rounds of a loop that is tried, and operations until it ends; 0: none is
	shortOps   int                // rounds of a loop that is tried, and operations until it ends; 0: none is
	nested     int                // rounds of the loops around what is run whose end depends on values, multiplied
	searches   int                // loops around what is run that are lowered in two ways; see search
	loopParams uint64             // parameters of loops made so far
	Catching   int                // try statements around what is run
	This       domain.Value       // of the method that is run; nil outside of one
	Home       *domain.ClassValue // whose text is run; nil outside of classes
	Yielded    *domain.RefValue   // what the generator that is run has given; nil outside of one
}

// Runner is what loops need of the package above, which runs their bodies.
type Runner struct {
	// Statement runs a statement.
	Statement func(st ast.Statement, s *domain.State, sc *domain.Scope, label string) Flow
}

// Flow is what running statements leads to: the path that goes on (nil when none does) and the
// paths that left, each kind in program order.
type Flow struct {
	Next      *domain.State
	Returns   []domain.Exit
	Breaks    []domain.Exit
	Continues []domain.Exit
}
