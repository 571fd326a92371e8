package testbench

import (
	"encoding/json"

	"github.com/dop251/goja"
)

// Verification is the outcome of a file that uses verify (simulator.md 18.13).
type Verification struct {
	// Result is what verify.run() reports: the checks and failures, or a violated contract ("verify_error").
	Result json.RawMessage `json:"result"`
	Passed bool            `json:"passed"`
}

// notRun is the violation of a file that uses verify and does not end with verify.run().
const notRun = `{"verify_error":"verify.run() was never called — end your testbench with verify.run().","phase":"contract"}`

// declared takes what the verify module says: "" when it is first used, then the outcome.
func (x *runner) declared(v goja.Value) {
	text := v.String()
	if text == "" {
		if x.report.Verify == nil {
			x.report.Verify = &Verification{Result: json.RawMessage(notRun)}
		}
		return
	}
	var outcome struct {
		Passed bool `json:"testbench_passed"`
	}
	if err := json.Unmarshal([]byte(text), &outcome); err != nil {
		x.realm.ThrowTypeError("the outcome of the verification is not JSON: %v", err)
	}
	x.report.Verify = &Verification{Result: json.RawMessage(text), Passed: outcome.Passed}
}

// check is host.check(property, parameters): fc.check of the fast-check that made the property.
func (x *runner) check(call goja.FunctionCall) goja.Value {
	module, err := x.program.fastCheck()
	if err != nil {
		x.realm.Throw(err)
	}
	fc := x.realm.Module(module)
	check, ok := goja.AssertFunction(fc.Get("check"))
	if !ok {
		x.realm.ThrowTypeError("fast-check has no check()")
	}
	v, err := check(goja.Undefined(), call.Arguments...)
	if err != nil {
		x.realm.Rethrow(err)
	}
	return v
}

// finish judges a verification that was begun and not ended.
func (x *runner) finish() {
	if v := x.report.Verify; v != nil && string(v.Result) == notRun && !x.options.Verify {
		x.problem(Failure{Message: "verify.run() was never called — end your testbench with verify.run()."})
	}
}
