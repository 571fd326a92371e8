package testbench

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/realm"
	"simten.dev/engine/sandbox"
)

// Options say what to run and how.
type Options struct {
	Root     fs.FS          // what the test may import from; nothing outside of it is read
	File     string         // the test, a path below Root
	Filter   string         // run only tests whose name contains this
	Seed     int64          // of properties; the same seed tries the same inputs
	Packages []Package      // what tests can import by name
	Loader   modules.Loader // of the packages of npm that the files import; nil: there are none
	// Lock gives what the imports of a file are pinned to, nil for nothing. Without it nothing is pinned.
	Lock   func(file string) (*modules.Lock, error)
	Limits sandbox.Limits
	Alive  func() // called often while the tests run; nil: nobody wants to know
	// Verify runs the file as a verification: verify.run() records its result instead of failing the file.
	Verify bool
	// Text is the test itself, which then is one file and is not read from Root; Root may be nil.
	Text string
	// Subject is a circuit of another realm that the tests get as submission, to simulate; nil for none. Nothing of its
	// program is in the realm of the tests.
	Subject *sandbox.Compiled
	// Oracle is the declaration that is put in the place of the file's, as JSON; "" is none (M72).
	Oracle string
}

// hostNames are the functions that tests have besides the language and the library.
var hostNames = []string{"simulate", "simulateCircuit", "checkCircuit", "circuitToSource"}

// testNames are the exports of the test library that are there without an import.
var testNames = []string{"test", "it", "describe", "expect", "beforeAll", "afterAll", "beforeEach", "afterEach"}

// runner runs one file.
type runner struct {
	ctx     context.Context
	options Options
	realm   *realm.Realm
	bench   *bench
	program *program
	report  *Report
	suite   *goja.Object // exports of suite.ts
}

// Run runs one file of tests. An error means that the engine itself failed.
func Run(ctx context.Context, o Options) (*Report, error) {
	x := &runner{ctx: ctx, options: o, report: &Report{File: o.File, Tests: []Test{}, Diagnostics: []circuit.Diagnostic{}}}
	for first := 0; first >= 0; {
		next, err := x.runFrom(first)
		if err != nil {
			return nil, err
		}
		first = next
	}
	for i := range x.report.Diagnostics {
		x.report.Diagnostics[i].Cut()
	}
	return x.report, nil
}

// runFrom runs the file and its tests from one on, in a realm of their own. It ends early after a test that had to be
// stopped, since what that test has left is not fit for another one: next is the test to go on with, -1 at the end.
func (x *runner) runFrom(first int) (next int, err error) {
	o := x.options
	limits := o.Limits
	limits.Steps = steps(limits)
	r, err := sandbox.NewRealm(limits, circuit.AllGrants(), o.Alive)
	if err != nil {
		return -1, fmt.Errorf("the engine could not start: %w", err)
	}
	x.realm = r
	if x.program == nil {
		names := append(r.LibraryNames(), hostNames...)
		if o.Subject != nil {
			names = append(names, submissionName)
		}
		x.program = load(o, names)
		if err := x.program.loadPackages(x.ctx, o); err != nil {
			return -1, err
		}
		x.report.Diagnostics = append(x.report.Diagnostics, x.program.problems...)
		x.limits(x.program.problems)
	}
	if circuit.HasErrors(x.report.Diagnostics) {
		return -1, nil
	}
	if x.bench, err = newBench(x.ctx, r, o.Limits); err != nil {
		return -1, err
	}
	x.bench.submit(o.Subject)
	defer func() {
		x.bench.close()
		x.report.Cycles += x.bench.cycles
	}()
	if err := x.install(); err != nil {
		return -1, fmt.Errorf("the test library could not start: %w", err)
	}
	problems := r.Run(x.ctx, x.program.scripts[o.File], x.program.bundles[x.program.scripts[o.File]])
	printed := len(r.Console().Text()) // of the file itself
	if first == 0 {
		x.report.Diagnostics = append(x.report.Diagnostics, problems...)
		x.limits(problems)
		printed = 0
	}
	next = -1
	if !circuit.HasErrors(problems) {
		r.ThrowProblems(true)
		next = x.tests(first)
	}
	if next < 0 {
		x.finish()
	}
	x.report.Console = append(x.report.Console, r.Console().Text()[printed:]...)
	return next, nil
}

// steps is the bound of one test in loop rounds and calls. Tests run in one home of the engine only, where the clock
// bounds them; a property of fast-check alone needs millions.
func steps(l sandbox.Limits) int {
	if l.Steps > 0 {
		return l.Steps
	}
	return math.MaxInt / 2
}

// limits notes that a limit was hit.
func (x *runner) limits(list []circuit.Diagnostic) {
	for i := range list {
		x.report.Limit = x.report.Limit || list[i].Severity == circuit.Error && limit(list[i].Code)
	}
}

func limit(code circuit.Code) bool {
	switch code {
	case circuit.CodeTimeLimit, circuit.CodeLambdaTime, circuit.CodeTooLarge, circuit.CodeSourceTooLarge:
		return true
	}
	return false
}

// install gives the realm the functions of tests.
func (x *runner) install() error {
	host := x.host()
	x.realm.SetLoader(x.program.loader(host))
	for _, name := range hostNames {
		if err := x.realm.Define(name, host.Get(name)); err != nil {
			return err
		}
	}
	if x.options.Subject != nil {
		if err := x.realm.Define(submissionName, x.bench.submission); err != nil {
			return err
		}
	}
	module, err := trusted(testModule)
	if err != nil {
		return err
	}
	if x.suite, err = x.realm.Trusted(x.ctx, module.Script); err != nil {
		return err
	}
	for _, name := range testNames {
		if err := x.realm.Define(name, x.suite.Get(name)); err != nil {
			return err
		}
	}
	return nil
}

// listed is a test as the test library knows it.
type listed struct {
	Name   string        `json:"name"`
	Place  circuit.Place `json:"place"`
	Status Status        `json:"status"` // "" when it is to be run
}

// tests runs the tests that the file has declared, from one on; see runFrom.
func (x *runner) tests(first int) (next int) {
	var list []listed
	if v, failure := x.call("list"); failure != nil {
		x.problem(*failure)
		return -1
	} else if err := json.Unmarshal([]byte(v.String()), &list); err != nil {
		x.problem(Failure{Message: "the list of tests cannot be read: " + err.Error()})
		return -1
	}
	for i := first; i < len(list); i++ {
		t := list[i]
		result := Test{Name: t.Name, Status: t.Status, Place: t.Place}
		if t.Status == "" && !strings.Contains(t.Name, x.options.Filter) {
			result.Status = Skipped
		}
		stopped := false
		if result.Status == "" {
			result.Status = Passed
			x.bench.driven = nil
			if _, failure := x.call("run", x.bench.vm.ToValue(i)); failure != nil {
				result.Status, result.Failure = Failed, failure
				if failure.Place.IsZero() {
					failure.Place = t.Place
				}
				stopped = failure.stopped
			}
		}
		x.count(result)
		if stopped {
			if x.ctx.Err() != nil {
				return -1
			}
			return i + 1
		}
	}
	// Hooks that end a group may fail too.
	if _, failure := x.call("end"); failure != nil {
		x.problem(*failure)
	}
	return -1
}

func (x *runner) count(t Test) {
	x.report.Tests = append(x.report.Tests, t)
	switch t.Status {
	case Passed:
		x.report.Passed++
	case Failed:
		x.report.Failed++
		x.report.Limit = x.report.Limit || t.Failure.Limit
	default:
		x.report.Skipped++
	}
}

// problem notes a failure outside of any test.
func (x *runner) problem(f Failure) {
	d := circuit.Diagnostic{Stage: circuit.StageRealm, Code: circuit.CodeException, Severity: circuit.Error, Message: f.Message}
	if f.Limit {
		d.Code = circuit.CodeTimeLimit
		x.report.Limit = true
	}
	x.report.Diagnostics = append(x.report.Diagnostics, d.At(f.Place))
}

// call calls a function of the test library and waits for the promise it returns.
func (x *runner) call(name string, args ...goja.Value) (goja.Value, *Failure) {
	f, ok := goja.AssertFunction(x.suite.Get(name))
	if !ok {
		return nil, &Failure{Message: "the test library has no " + name}
	}
	var result goja.Value
	var failure *Failure
	x.realm.AllowTimers(true)
	defer x.realm.AllowTimers(false)
	err := x.realm.Guard(x.ctx, func() error {
		v, thrown, err := x.realm.Call(x.ctx, f, args...)
		if err != nil {
			failure = x.failure(err, thrown)
			return nil
		}
		result, failure = x.wait(v)
		return nil
	})
	if err != nil && failure == nil {
		failure = &Failure{Message: err.Error()}
	}
	return result, failure
}

// wait lets promises and timers go on until a promise is settled.
func (x *runner) wait(v goja.Value) (goja.Value, *Failure) {
	promise, ok := v.Export().(*goja.Promise)
	if !ok {
		return v, nil
	}
	for promise.State() == goja.PromiseStatePending {
		fired, err := x.realm.FireTimer()
		if err != nil {
			thrown, d := x.realm.Explain(err)
			return nil, x.failure(d, thrown)
		}
		if !fired {
			return nil, &Failure{Message: "This test waits for something that never happens: its promise is pending and no timer is left."}
		}
	}
	if promise.State() == goja.PromiseStateRejected {
		return nil, x.failure(nil, promise.Result())
	}
	return promise.Result(), nil
}

// failure tells why user code ended: err is the engine's report, thrown what the code threw.
func (x *runner) failure(err error, thrown goja.Value) *Failure {
	f := &Failure{}
	d, isDiagnostic := err.(*circuit.Diagnostic) //nolint:errorlint // Call gives it unwrapped
	if isDiagnostic {
		f.Message, f.Place, f.Limit = d.Message, circuit.Place{Line: d.Line, Column: d.Column, File: d.File}, limit(d.Code)
		if d.Suggestion != "" && thrown == nil {
			f.Message += " " + d.Suggestion
		}
	}
	if thrown == nil {
		f.stopped = true
		if f.Message == "" {
			f.Message = fmt.Sprint(err)
		}
		return f
	}
	if !isDiagnostic || f.Message == "" {
		f.Message = x.realm.Message(thrown)
	}
	f.Message = strings.TrimPrefix(f.Message, "AssertionError: ")
	if at := x.realm.Origin(thrown); !at.IsZero() {
		f.Place = at
	}
	if o, ok := thrown.(*goja.Object); ok {
		x.details(f, o)
	}
	return f
}

// details reads what the test library keeps about an error: the text to show, and a counterexample.
func (x *runner) details(f *Failure, o *goja.Object) {
	describe, ok := goja.AssertFunction(x.suite.Get("describeFailure"))
	if !ok {
		return
	}
	v, _, err := x.realm.Call(x.ctx, describe, o)
	if err != nil || v == nil || goja.IsUndefined(v) {
		return
	}
	var known struct {
		Message        string          `json:"message"`
		Counterexample *Counterexample `json:"counterexample"`
		Expected       string          `json:"expected"`
		Got            string          `json:"got"`
	}
	if json.Unmarshal([]byte(v.String()), &known) != nil {
		return
	}
	if known.Message != "" {
		f.Message = known.Message
	}
	f.Counterexample = known.Counterexample
	f.Case = x.bench.lastCase(known.Expected, known.Got)
	// The check that failed inside a property says more than the line of the property itself.
	if cause, ok := o.Get("cause").(*goja.Object); ok && f.Counterexample != nil {
		if at := x.realm.Origin(cause); !at.IsZero() {
			f.Place = at
		}
	}
}
