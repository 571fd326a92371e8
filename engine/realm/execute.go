package realm

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

// ExecuteHook is the name of the function that the text of an execution calls with the one function
// that it consists of. It exists while that text runs only.
const ExecuteHook = "__simten_execute"

// Execute runs a script that hands a function to ExecuteHook, calls that function with data and returns
// what it returned, as JSON text ("null" for undefined). A promise counts as what it was fulfilled with.
// The problem, if there is one, stands at its place in the script.
func (r *Realm) Execute(ctx context.Context, script *source.Script, data json.RawMessage) (string, *circuit.Diagnostic) {
	return r.ExecuteOn(ctx, script, func() (goja.Value, error) { return r.parse(data) }, nil)
}

// ExecuteOn is Execute for a function that gets an object of the host. replacer takes part in writing the result as
// that of JSON.stringify does; nil for none.
func (r *Realm) ExecuteOn(
	ctx context.Context, script *source.Script, argument func() (goja.Value, error), replacer func(goja.Value) goja.Value,
) (string, *circuit.Diagnostic) {
	var function goja.Callable
	global := r.vm.GlobalObject()
	_ = global.Set(ExecuteHook, func(call goja.FunctionCall) goja.Value {
		if function == nil {
			function, _ = goja.AssertFunction(call.Argument(0))
		}
		return goja.Undefined()
	})
	r.script = script
	r.files[script.File] = script
	r.installHooks(script)
	var result string
	err := r.protect(ctx, func() error {
		_, err := r.vm.RunProgram(script.Program)
		if err != nil {
			return err
		}
		if err := global.Delete(ExecuteHook); err != nil {
			return err
		}
		if function == nil {
			return &circuit.Diagnostic{
				Stage: circuit.StageRealm, Code: circuit.CodeLambdaResult, Severity: circuit.Error,
				Message: "This is not a function.", Suggestion: "Write a function that takes the data, such as (data) => data.length.",
			}
		}
		given, err := argument()
		if err != nil {
			return err
		}
		// Called within the interpreter's own protection, so that jobs of promises have run when it returns.
		var v goja.Value
		if err := r.inside(func() {
			var err error
			if v, err = function(goja.Undefined(), given); err != nil {
				rethrow(err)
			}
		}); err != nil {
			return err
		}
		if v, err = settled(v); err != nil {
			return err
		}
		result, err = r.stringify(v, replacer)
		return err
	})
	if err == nil {
		return result, nil
	}
	d := r.problemOf(err)
	return "", &d
}

// problemOf is an error of an execution as a diagnostic.
func (r *Realm) problemOf(err error) circuit.Diagnostic {
	if d, ok := err.(*circuit.Diagnostic); ok { //nolint:errorlint // made above, never wrapped
		return *d
	}
	return r.diagnose(err, circuit.StageRealm, circuit.CodeException)
}

// parse reads JSON with the original JSON.parse; nothing is undefined.
func (r *Realm) parse(data json.RawMessage) (goja.Value, error) {
	if len(data) == 0 {
		return goja.Undefined(), nil
	}
	return r.jsonParse(goja.Undefined(), r.vm.ToValue(string(data)))
}

// stringify writes JSON with the original JSON.stringify, as part of the run: toJSON and getters are
// user code.
func (r *Realm) stringify(v goja.Value, replacer func(goja.Value) goja.Value) (string, error) {
	arguments := []goja.Value{v}
	if replacer != nil {
		arguments = append(arguments, r.vm.ToValue(func(call goja.FunctionCall) goja.Value { return replacer(call.Argument(1)) }))
	}
	var text goja.Value
	if err := r.inside(func() {
		var err error
		if text, err = r.jsonStringify(goja.Undefined(), arguments...); err != nil {
			rethrow(err)
		}
	}); err != nil {
		return "", err
	}
	if goja.IsUndefined(text) { // of undefined, of a function, of a symbol
		return "null", nil
	}
	return text.String(), nil
}

var promiseType = reflect.TypeFor[*goja.Promise]()

// settled is what a promise was fulfilled with, or v when it is none.
func settled(v goja.Value) (goja.Value, error) {
	o, ok := v.(*goja.Object)
	if !ok || o.ExportType() != promiseType { // only then is exporting harmless
		return v, nil
	}
	p, ok := o.Export().(*goja.Promise)
	if !ok {
		return v, nil
	}
	never := circuit.Diagnostic{Stage: circuit.StageRealm, Code: circuit.CodeException, Severity: circuit.Error}
	switch p.State() {
	case goja.PromiseStateFulfilled:
		return p.Result(), nil
	case goja.PromiseStateRejected:
		never.Message = "The promise was rejected: " + rejection(p.Result())
		return nil, &never
	default:
		never.Message = "The promise that the function returned is never settled."
		never.Suggestion = "There are no timers and no events here: resolve it by the end of the function."
		return nil, &never
	}
}

// rejection is a rejected promise's reason as text, without running user code.
func rejection(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		return circuit.Cut(v.String(), 2_000)
	}
	if o.ClassName() != "Error" {
		return "an object."
	}
	text := ""
	_ = safely(func() {
		if message := o.Get("message"); message != nil {
			if _, isObject := message.(*goja.Object); !isObject {
				text = message.String()
			}
		}
	})
	return circuit.Cut(text, 2_000)
}
