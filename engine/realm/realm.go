// Package realm runs the program of a circuit file in a sealed JavaScript world and collects the
// circuits it makes. It is the only place where user code is executed.
//
// A realm has the language (circuit, bit, bus, reg, mem), the standard library, and the ordinary
// JavaScript objects; it has no way out: no host object, no network, no timers, no eval, a fixed
// clock and a seeded random source. Lambdas (eval, onTick) stay closures of the realm and are
// called through an Instance.
package realm

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/source"
	"simten.dev/engine/std"
)

// Options bound what a realm may do. Zero fields take the defaults of engine/limits.
type Options struct {
	RunTime      time.Duration // of one call into user code: a module run, or one step of simulation
	Steps        int           // loop rounds and function calls of the program, or of one lambda's call
	Circuits     int           // circuit() and factory calls per file
	CallDepth    int           // nested JavaScript calls
	ConsoleCalls int           // lines printed
	ConsoleBytes int           // of all lines printed
	StateBytes   int           // of the memories that lambda calls write to, at CellBytes a cell
	Now          func() time.Time
	Beat         func(steps int) // called about as often, with the steps of the call under way so far; nil: nobody wants to know
	Trace        *Trace          // nil: nobody wants to know
	Alive        func()          // called about once a millisecond while user code runs; nil: nobody wants to know
	Grants       circuit.Grants  // what the program may use beyond the language; nothing by default

	// Profile counts every step by itself and keeps LambdaStats. Each check of the fuel then asks the host:
	// a call of a lambda takes 1.2 times as long, with a loop 1.7 times (BenchmarkProfile in engine/sandbox).
	Profile bool
}

// fill puts the defaults into zero fields.
func (o Options) fill() Options {
	l := limits.Limits{
		StepsPerCall: o.Steps, CircuitsPerFile: o.Circuits, CallDepth: o.CallDepth,
		ConsoleCalls: o.ConsoleCalls, ConsoleBytes: o.ConsoleBytes, StateBytes: o.StateBytes,
	}.Fill()
	o.StateBytes = l.StateBytes
	o.Steps, o.Circuits, o.CallDepth, o.ConsoleCalls, o.ConsoleBytes = l.StepsPerCall, l.CircuitsPerFile, l.CallDepth, l.ConsoleCalls, l.ConsoleBytes
	if o.RunTime <= 0 {
		o.RunTime = l.RunTime()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// epoch is the clock of user code: Date.now() is always this, so that runs repeat exactly.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Realm is one sealed world. It is not safe for concurrent use.
type Realm struct {
	vm      *goja.Runtime
	options Options
	script  *source.Script            // the user's main file, nil while the library loads
	files   map[string]*source.Script // the user's files that have run, by name
	loader  Loader
	ran     map[*source.Script]*module // the modules that have run
	bundle  *modules.Bundle            // the packages that the file imports; may be nil

	definitions []*Definition // index = DefinitionID - 1
	collected   []*Definition // the file's circuit() calls, in call order (D10)
	diagnostics []circuit.Diagnostic

	built        map[*goja.Object]*instanceValue // circuits as values of the language
	functions    map[*goja.Object]functionMark   // functions marked by the source stage
	classes      map[*goja.Object]*classMark     // and classes, by their prototypes
	pure         map[*goja.Object]string         // names of built-in functions that only compute
	ownFactories []string                        // names of the program's factories
	thrown       []*goja.Object                  // the last errors of the language's own functions, see isOwn
	denied       map[*goja.Object]string         // errors thrown for something that is not granted, with advice
	timers       timers
	random       func() float64
	web          *goja.Object // exports of web.js, when something of it was used

	factories                                    map[string]*factory     // the library's, by name
	parts                                        map[string]*goja.Object // parts of the library that have run: their exports
	builtProto, refProto, wireProto, memoryProto *goja.Object
	intrinsics                                   // the originals, before user code could replace them
	views                                        map[*goja.Object]*memoryView
	corrected                                    map[*goja.Object]nativeFunction // what wrap takes instead of a built-in function
	trampoline                                   goja.Callable
	body                                         func()
	inference                                    map[string]inferenceRule
	libraryNames                                 []string

	ctx      context.Context
	deadline time.Time
	steps    int  // of the call under way: what the fuel checks were granted
	total    int  // steps of all calls before
	depth    int  // calls of protect around the one that runs
	throwing bool // see ThrowProblems
	reading  reading
	mark     atomic.Pointer[CurrentCode]
	profile  map[lambdaKey]*LambdaStats
	seen     atomic.Pointer[sighting]
	busy     *sighting         // what seen holds
	until    atomic.Int64      // deadline of the call under way, in Unix nanoseconds; 0 outside calls
	stack    []goja.StackFrame // scratch
	given    []field           // scratch of instantiate, nil while it is used
	key      []byte            // scratch
	places   map[goja.StackFrame]*circuit.Place

	faster     faster                                  // nil: the interpreter has no such lane
	matching   countsMatching                          // nil: the interpreter does not count
	hearing    hearing                                 // nil: the interpreter does not tell
	goes       goesThrough                             // of the built-in function that is about to read a length
	written    func(holder *goja.Object, v goja.Value) // what hears of the values of the JSON that is being written
	calls      [callPlaces]callPlace
	recent     recentPlaces
	read       *portRef     // the port that was read last
	asked      *portRef     // the port that was asked last for its to
	toFunction *goja.Object // the to of all ports

	someOptions goja.Value // stands for options of which there is no object

	plainRead []field                         // what plainFields has read
	addPlain  func(name string, v goja.Value) // adds to it

	widened map[string]bool // widening warnings already given (D37)
	console Console

	nativeDepth int              // see deeper
	stopped     string           // the built-in function that used up the steps, "" when loops and calls did
	wiring      *circuit.Circuit // whose connect callback runs; nil when none does
	stoppedAt   circuit.Place    // where a built-in function was called that stopped the program: a finally may come first
	owed        int64            // work of built-in functions that is not counted in steps yet
}

type functionMark struct {
	script   *source.Script
	id       int
	captured goja.Callable
}

// New makes a realm with the standard library loaded.
func New(o Options) (*Realm, error) {
	o = o.fill()
	r := &Realm{
		vm:        goja.New(),
		options:   o,
		built:     map[*goja.Object]*instanceValue{},
		functions: map[*goja.Object]functionMark{},
		classes:   map[*goja.Object]*classMark{},
		denied:    map[*goja.Object]string{},
		places:    map[goja.StackFrame]*circuit.Place{},
		widened:   map[string]bool{},
		factories: map[string]*factory{},
		parts:     map[string]*goja.Object{},
		files:     map[string]*source.Script{},
		ran:       map[*source.Script]*module{},
		ctx:       context.Background(),
	}
	r.faster, _ = any(r.vm).(faster)
	r.matching, _ = any(r.vm).(countsMatching)
	if r.hearing, _ = any(r.vm).(hearing); r.hearing != nil {
		r.hearing.OnLength(r.heard)
		r.hearing.OnWritten(func(holder *goja.Object, v goja.Value) {
			if r.written != nil {
				r.written(holder, v)
			}
		})
	}
	if r.faster != nil {
		r.someOptions = r.vm.NewObject()
		r.faster.OnDescribed(r.described)
	}
	r.addPlain = func(name string, v goja.Value) { r.plainRead = append(r.plainRead, field{name, orUndefined(v)}) }
	r.vm.SetMaxCallStackSize(o.CallDepth)
	r.random = rand.New(rand.NewSource(1)).Float64 //nolint:gosec // repeatable on purpose
	r.vm.SetRandSource(func() float64 {
		r.require(circuit.CapRandom)
		return r.random()
	})
	r.vm.SetTimeSource(func() time.Time {
		r.require(circuit.CapClock)
		return epoch
	})
	r.views = map[*goja.Object]*memoryView{}
	r.trampoline, _ = goja.AssertFunction(r.vm.ToValue(func(goja.FunctionCall) goja.Value {
		r.body()
		return goja.Undefined()
	}))
	r.keepIntrinsics()
	r.addToLanguage()
	placeCorrected := r.correctNatives()
	r.boundNatives()
	placeCorrected()
	r.showOwnText()
	r.exactSign()
	if err := r.exactNumber(); err != nil {
		return nil, err
	}
	r.installLanguage()
	r.installConsole()
	r.installTimers()
	r.installWeb()
	r.deadline = o.Now().Add(libraryTime)
	if err := r.loadLibrary(); err != nil {
		return nil, fmt.Errorf("standard library: %w", err)
	}
	r.seal()
	r.fixIntrinsics()
	r.keepPureFunctions()
	return r, nil
}

// Configure changes the options of a realm that has not run a program yet.
func (r *Realm) Configure(o Options) {
	r.options = o.fill()
	r.vm.SetMaxCallStackSize(r.options.CallDepth)
}

// Run executes a prepared script with the packages it imports, nil when it imports none. Problems of the program come
// back as diagnostics; all problems of the file at once, as far as it could be run. The circuits it made are available
// afterwards even when there were errors, but must not be simulated then.
func (r *Realm) Run(ctx context.Context, script *source.Script, bundle *modules.Bundle) []circuit.Diagnostic {
	r.script, r.bundle = script, bundle
	r.files[script.File] = script
	m := &module{running: true, exports: goja.Undefined()} // it is a module too: a file may import it in a circle
	r.ran[script] = m
	defer func() { m.running = false }()
	r.timers.running = true
	defer func() { r.timers = timers{} }()
	err := r.protect(ctx, func() error {
		if err := r.runPackages(bundle); err != nil {
			return err
		}
		r.installHooks(script)
		if _, err := r.vm.RunProgram(script.Program); err != nil {
			return err
		}
		return r.runTimers()
	})
	if err != nil {
		r.report(r.diagnose(err, circuit.StageRealm, circuit.CodeException))
	}
	return r.diagnostics
}

// Circuits are the circuits the file made, in call order.
func (r *Realm) Circuits() []*Definition { return r.collected }

// Made are all circuits that the program made, those of the library and of factories, too.
func (r *Realm) Made() []*Definition { return r.definitions }

// Definition returns a definition by its id.
func (r *Realm) Definition(id circuit.DefinitionID) *Definition {
	if id <= 0 || int(id) > len(r.definitions) {
		return nil
	}
	return r.definitions[id-1]
}

// Resolve finds the circuit that a node refers to: exactly when the node came from this realm, else
// the last circuit of that name, else the library's factory of that name made without options.
func (r *Realm) Resolve(id circuit.DefinitionID, name string) *circuit.Circuit {
	if d := r.Definition(id); d != nil {
		return d.Circuit
	}
	for i := len(r.definitions) - 1; i >= 0; i-- {
		if r.definitions[i].Circuit.Name == name {
			return r.definitions[i].Circuit
		}
	}
	return r.Library().Resolve(id, name)
}

// Library resolves names to the standard library only, whatever the file calls its own circuits.
func (r *Realm) Library() circuit.Library { return libraryOnly{r} }

type libraryOnly struct{ realm *Realm }

func (l libraryOnly) Resolve(_ circuit.DefinitionID, name string) *circuit.Circuit {
	l.realm.need(name)
	for _, d := range l.realm.definitions {
		if d.Library && d.Circuit.Name == name {
			return d.Circuit
		}
	}
	return l.realm.fromFactory(name)
}

// need runs the part of the library that defines a name, if there is one.
func (r *Realm) need(name string) {
	for _, export := range std.Exports() {
		if export.Name == name {
			// A failure shows as an unknown component.
			_ = r.ofLibrary(func() { _, _ = r.loadPart(export.Part) })
			return
		}
	}
}

// ofLibrary runs code of the library that Go asks for, after the program: the time and the steps are
// not the program's, which may have used up its own.
func (r *Realm) ofLibrary(f func()) error {
	ctx, deadline, steps := r.ctx, r.deadline, r.steps
	defer func() { r.ctx, r.deadline, r.steps = ctx, deadline, steps }()
	r.ctx, r.deadline, r.steps = context.Background(), r.options.Now().Add(libraryTime), 0
	return r.inside(f)
}

// fromFactory calls a factory of the library without options; nil when there is none.
func (r *Realm) fromFactory(name string) *circuit.Circuit {
	f := r.factories[name]
	if f == nil {
		return nil
	}
	var d *Definition
	if err := r.ofLibrary(func() { d = r.specialise(f, goja.Undefined(), circuit.Arguments{}) }); err != nil {
		return nil
	}
	return d.Circuit
}

// LibraryNames are the names that exist without import, the language's own among them.
func (r *Realm) LibraryNames() []string {
	return append(slices.Clone(languageNames), r.libraryNames...)
}

// Console is what the program printed, bounded.
func (r *Realm) Console() Console { return r.console }

// Begin starts the clock of one call into user code; protect does it for module runs, a simulation
// step does it once for all the lambdas of the step.
func (r *Realm) Begin(ctx context.Context) {
	r.ctx = ctx
	r.deadline = r.options.Now().Add(r.options.RunTime)
	r.until.Store(r.deadline.UnixNano())
	r.beginCall(nil)
}

// beginCall gives a program or a lambda its own budget of steps, so that the verdict does not depend
// on how many calls the time limit covers.
func (r *Realm) beginCall(m *CurrentCode) {
	r.total += r.steps
	r.steps, r.owed, r.stopped, r.stoppedAt, r.wiring = 0, 0, "", circuit.Place{}, nil
	r.mark.Store(m)
	if r.busy != nil {
		r.see(nil)
	}
	if m != nil && r.options.Trace.on() {
		r.options.Trace.Tell(*m)
	}
}

// Steps is the number of loop rounds and function calls of user code since the realm was made. It is
// counted in advance, by the fuel that the checks were given, so it may be high by up to 2,000 a
// script; the same calls always give the same number.
func (r *Realm) Steps() int { return r.total + r.steps }

// libraryTime bounds the loading of the library, on the slowest of machines.
const libraryTime = time.Minute

// The values of the interrupts that end user code at its limits.
var (
	errTimeLimit = errors.New("time limit")
	errStepLimit = errors.New("step limit")
)

// refill is called by the fuel checks in user code. It is what makes an endless loop end: goja's
// interrupt cannot be caught by the program.
func (r *Realm) refill(goja.FunctionCall) goja.Value {
	// The steps come first: where both are exhausted, the verdict is the one that every machine gives.
	granted := fuel
	if r.options.Profile || r.options.Trace != nil {
		granted = 1
	} else if r.script != nil {
		r.see(&sighting{place: r.here()})
	}
	r.traceHere("")
	if left := r.options.Steps - r.steps; left <= 0 && r.script != nil {
		r.vm.Interrupt(errStepLimit)
	} else if r.CheckTime() {
		granted = fuel // the interrupt is on its way
	} else if left < granted && left > 0 {
		granted = left
	}
	r.steps += granted
	return r.vm.ToValue(granted)
}

// fuel is the number of loop rounds and calls between two looks at the clock: about a millisecond
// in WebAssembly.
const fuel = 2_000

// CheckTime stops user code whose time is up or whose context has ended: at its next instruction, without a
// chance to catch it. It reports whether it did. Host functions that work for long call it in between.
func (r *Realm) CheckTime() bool {
	r.alive()
	if err := r.ctx.Err(); err != nil {
		r.vm.Interrupt(err)
		return true
	}
	if r.options.Now().After(r.deadline) {
		r.vm.Interrupt(errTimeLimit)
		return true
	}
	return false
}

// protect runs f with the clock started, and turns a panic that crosses goja (appendix A.4 of the
// sandbox facts: makeslice, bounds errors) into an error. When user code runs already, and a host
// function that it called comes back to it, the clock of the outer call goes on, and so does its interrupt.
func (r *Realm) protect(ctx context.Context, f func() error) (err error) {
	outer, before := r.depth == 0, r.mark.Load()
	r.depth++
	defer func() {
		r.depth--
		if x := recover(); x != nil {
			err = fmt.Errorf("%w: %v", errBroken, x)
		}
		err = withoutProxy(err)
		if outer {
			r.vm.ClearInterrupt()
			r.until.Store(0)
		} else {
			r.mark.Store(before) // the program goes on, not the lambda that ran last
		}
	}()
	if outer {
		r.Begin(ctx)
		if r.matching != nil {
			r.matching.CountMatching(r.matchingWork)
			defer r.matching.CountMatching(nil)
		}
	}
	return f()
}

// errBroken marks an error after which the realm must not be used any more.
var errBroken = errors.New("the interpreter failed")

// maxDiagnostics bounds the problems that are kept of one file.
const maxDiagnostics = 1_000

func (r *Realm) report(d circuit.Diagnostic) {
	if len(r.diagnostics) >= maxDiagnostics && d.Severity != circuit.Error || len(r.diagnostics) >= 2*maxDiagnostics {
		return
	}
	r.diagnostics = append(r.diagnostics, d)
}
