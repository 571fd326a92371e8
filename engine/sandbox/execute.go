package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// The text of an execution is the function as the argument of one call.
const (
	executeHead = realm.ExecuteHook + "("
	executeTail = "\n)" // on a line of its own, for code that ends with a comment
	executeFile = "code.ts"
)

// Executed is what one execution gave.
type Executed struct {
	Result  json.RawMessage `json:"result"`  // what the function returned; null for undefined
	Console []string        `json:"console"` // what it printed
}

// execute runs a function on data in a fresh realm of this process.
func execute(ctx context.Context, code string, data json.RawMessage, grants circuit.Grants, resultBytes int, l Limits) (*Executed, *realm.Realm, *protocol.Error) {
	return executeOn(ctx, code, grants, resultBytes, l, func(r *realm.Realm, script *source.Script) (string, *circuit.Diagnostic) {
		return r.Execute(ctx, script, data)
	})
}

// ExecuteOn runs a function in a fresh realm of this process, as Sandbox.Execute does, on an object of the host that
// argument makes. replacer takes part in writing the result; see realm.ExecuteOn. The process must be one that may end
// at any time.
func ExecuteOn(
	ctx context.Context, code string, argument func(r *realm.Realm) (goja.Value, error),
	replacer func(r *realm.Realm, v goja.Value) goja.Value, resultBytes int, l Limits,
) (*Executed, *protocol.Error) {
	if problem := guard(code, limits.Limits{SourceBytes: l.SourceBytes}.Fill()); problem != nil {
		return nil, problem
	}
	grants := circuit.Grants{circuit.CapConsole}
	executed, _, problem := executeOn(ctx, code, grants, resultBytes, l, func(r *realm.Realm, script *source.Script) (string, *circuit.Diagnostic) {
		return r.ExecuteOn(ctx, script, func() (goja.Value, error) { return argument(r) }, func(v goja.Value) goja.Value { return replacer(r, v) })
	})
	return executed, problem
}

// executeOn prepares the text of an execution and has it run.
func executeOn(
	ctx context.Context, code string, grants circuit.Grants, resultBytes int, l Limits,
	run func(r *realm.Realm, script *source.Script) (string, *circuit.Diagnostic),
) (*Executed, *realm.Realm, *protocol.Error) {
	r, err := takeRealm(l, grants)
	if err != nil {
		return nil, nil, protocol.NewError(protocol.ErrUnavailable, "The engine could not start: "+err.Error())
	}
	text := executeHead + strings.TrimRight(code, "; \t\r\n") + executeTail
	script, problems := source.Prepare(executeFile, text, source.Options{Library: r.LibraryNames(), MaxBytes: len(text)})
	for i := range problems {
		if problems[i].Severity == circuit.Error {
			return nil, r, inCode(ctx, &problems[i])
		}
	}
	if !oneFunction(script.AST) {
		return nil, r, notAFunction("The code is not one function.")
	}
	result, problem := run(r, script)
	if problem != nil {
		return nil, r, inCode(ctx, problem)
	}
	if len(result) > resultBytes {
		return nil, r, protocol.NewError(protocol.ErrOutputTooLarge, fmt.Sprintf("The result has %v bytes; the limit is %v.", limits.Count(len(result)), limits.Count(resultBytes)))
	}
	return &Executed{Result: json.RawMessage(result), Console: r.Console().Text()}, r, nil
}

// oneFunction reports whether the program is the one call around one function that execute wrote, and
// not something that closes the bracket early. The source stage puts programs into an arrow function.
func oneFunction(program *ast.Program) bool {
	outer, ok := lastCall(program.Body)
	if !ok || len(program.Body) != 1 {
		return false
	}
	arrow, ok := outer.Callee.(*ast.ArrowFunctionLiteral)
	if !ok {
		return false
	}
	body, ok := arrow.Body.(*ast.BlockStatement)
	if !ok {
		return false
	}
	// The compiler's own helpers may come before. The call comes first in the text: if it is last, too, nothing else is
	// there.
	call, ok := lastCall(body.List)
	if !ok || len(call.ArgumentList) != 1 {
		return false
	}
	if name, ok := call.Callee.(*ast.Identifier); !ok || name.Name.String() != realm.ExecuteHook {
		return false
	}
	switch call.ArgumentList[0].(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return true
	}
	return false
}

// lastCall is the call that a list of statements ends with.
func lastCall(list []ast.Statement) (*ast.CallExpression, bool) {
	if len(list) == 0 {
		return nil, false
	}
	statement, ok := list[len(list)-1].(*ast.ExpressionStatement)
	if !ok {
		return nil, false
	}
	call, ok := statement.Expression.(*ast.CallExpression)
	return call, ok
}

// inCode is a problem of an execution as an error with its place in the code.
func inCode(ctx context.Context, d *circuit.Diagnostic) *protocol.Error {
	e := protocol.FromDiagnostic(d)
	if e.Line == 1 {
		e.Column = max(1, e.Column-len(executeHead))
	}
	if errors.Is(ctx.Err(), context.Canceled) && e.Code == protocol.ErrTimeout {
		e.Code, e.Message, e.Advice = protocol.ErrAborted, "Given up on request.", protocol.ErrAborted.Advice()
	}
	return e
}
