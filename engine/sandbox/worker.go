package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// Worker carries out calls, one after the other, in the process that it is in. It holds at most one
// program with one machine, so that a program that ends the process takes nothing else with it.
type Worker struct {
	startup  startup
	limits   Limits
	progress func() // called between pieces of work

	modules  *modules.Store // of the source that is being compiled
	compiled *Compiled
	machine  sim.Machine
	controls *Controls
	warned   int // warnings of the machine that were sent
}

func newWorker(s startup) *Worker {
	l := LimitsOf(s.Limits)
	l.Profile = s.Profile
	return &Worker{startup: s, limits: l, progress: func() {}}
}

// handle carries one call out.
func (w *Worker) handle(ctx context.Context, c *call) *answer {
	start := time.Now()
	a := &answer{}
	r, err := w.do(ctx, c, a)
	if err != nil {
		a.Error = failure(ctx, err)
	}
	if r == nil && w.compiled != nil {
		r = w.compiled.realm
	}
	a.Stats = &Stats{Milliseconds: milliseconds(time.Since(start))}
	if r != nil {
		a.Stats.Steps = r.Steps()
		if w.startup.Profile {
			a.Stats.Lambdas = lambdasOf(r)
		}
	}
	if w.machine != nil {
		a.Cycle = w.machine.Cycle()
		if all := w.machine.Warnings(); len(all) > w.warned {
			a.Warnings, w.warned = all[w.warned:], len(all)
		}
	}
	return a
}

// do gives the realm of an execution; else nil.
func (w *Worker) do(ctx context.Context, c *call, a *answer) (*realm.Realm, error) {
	switch c.Op {
	case opExecute:
		executed, r, problem := execute(ctx, c.Code, c.Data, w.startup.Grants, w.startup.Limits.ResultBytes, w.limits)
		a.Executed = executed
		if problem != nil {
			return r, problem
		}
		return r, nil
	case opCompile:
		return nil, w.compile(ctx, c, a)
	case opClose:
		w.forget()
		return nil, nil
	}
	if w.compiled == nil || w.compiled.Design == nil {
		return nil, protocol.NewError(protocol.ErrInvalidRequest, "There is no circuit here that could be simulated. Compile one without errors first.")
	}
	if c.Op == opStart {
		return nil, w.start(ctx, c)
	}
	if w.machine == nil {
		return nil, protocol.NewError(protocol.ErrInvalidRequest, "No simulation has been started.")
	}
	return nil, w.simulate(ctx, c, a)
}

func (w *Worker) compile(ctx context.Context, c *call, a *answer) error {
	w.close()
	if c.Host != "" {
		if w.modules == nil || w.modules.Host() != c.Host {
			w.modules = modules.NewStore(c.Host)
		}
		for _, m := range c.Answers {
			w.modules.Put(m)
		}
		c.Source.Modules = w.modules
	}
	compiled, err := Compile(ctx, *c.Source, w.limits)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	a.Needs, a.Lock = compiled.Needs, compiled.Lock
	w.compiled = compiled
	a.Compiled = &Outcome{Diagnostics: compiled.Diagnostics, Circuits: compiled.Circuits, Main: compiled.Main, Console: compiled.Console}
	if compiled.Design == nil {
		return nil
	}
	a.Compiled.Design = Describe(compiled.Design)
	if a.Compiled.Circuit, err = json.Marshal(compiled.Circuit); err != nil {
		return err
	}
	a.Compiled.Library, err = json.Marshal(compiled.Library)
	return err
}

func (w *Worker) start(ctx context.Context, c *call) error {
	if w.machine != nil {
		_ = w.machine.Close() // it holds no resources that could fail to be released
	}
	w.machine, w.warned = nil, 0
	backend := c.Backend
	if backend == "" {
		backend = homeBackend
	}
	if w.startup.Profile {
		backend = Closures
	}
	m, err := w.compiled.NewMachineOn(ctx, backend)
	if err != nil {
		return err
	}
	w.machine, w.controls = m, NewControls(w.compiled.Design)
	return nil
}

func (w *Worker) close() {
	if w.machine != nil {
		_ = w.machine.Close()
	}
	if w.compiled != nil {
		w.compiled.Close()
	}
	w.machine, w.compiled, w.controls = nil, nil, nil
}

// forget leaves nothing of a program.
func (w *Worker) forget() {
	w.close()
	w.modules = nil
}

func (w *Worker) simulate(ctx context.Context, c *call, a *answer) error {
	switch c.Op {
	case opSet:
		if err := w.controls.Set(w.machine, c.Values); err != nil {
			return err
		}
		return w.machine.Settle(ctx)
	case opStep:
		done, err := w.step(ctx, c.Count)
		a.Done = done
		return err
	case opRun:
		return w.run(ctx, c, a)
	case opValues:
		nets, err := w.nets(c.Names)
		if err != nil {
			return err
		}
		a.Values = w.peek(nets)
		return nil
	case opReset:
		return w.machine.Reset(ctx)
	case opSnapshot:
		state, err := w.machine.Snapshot()
		if err != nil {
			return err
		}
		if limit := w.startup.Limits.StateBytes; len(state) > limit {
			return protocol.NewError(protocol.ErrOutputTooLarge, fmt.Sprintf("The state has %v bytes; the limit is %v.", limits.Count(len(state)), limits.Count(limit)))
		}
		a.Snapshot = state
		return nil
	case opRestore:
		return w.machine.Restore(ctx, c.Snapshot)
	}
	return protocol.NewError(protocol.ErrInvalidRequest, fmt.Sprintf("There is no operation %q.", c.Op))
}

// batchTime is how long a machine steps before the worker looks up again.
const batchTime = 20 * time.Millisecond

// step runs cycles in batches, so that a cancellation is heard and signs of life are given.
func (w *Worker) step(ctx context.Context, n int) (done int, err error) {
	batch := 1
	for done < n {
		start := time.Now()
		k, err := w.machine.Step(ctx, min(batch, n-done))
		done += k
		if err != nil {
			return done, err
		}
		if err := ctx.Err(); err != nil {
			return done, err
		}
		w.progress()
		batch = resized(batch, time.Since(start))
	}
	return done, nil
}

// resized is the batch that takes about batchTime when the last one took the given time.
func resized(batch int, took time.Duration) int {
	const largest = 1 << 24
	factor := 8.0 // the clock may be too coarse to see a short batch
	if took > 0 {
		factor = min(factor, float64(batchTime)/float64(took))
	}
	return max(1, min(largest, int(float64(batch)*factor)))
}

// run does cycles one by one with inputs before and values after each, until it has worked for
// batchTime or the rows fill a message. The caller goes on from there.
func (w *Worker) run(ctx context.Context, c *call, a *answer) error {
	nets, err := w.nets(c.Names)
	if err != nil {
		return err
	}
	start, room := time.Now(), w.startup.Limits.ResultBytes/2
	for a.Done < c.Count && room > 0 && time.Since(start) < batchTime {
		if a.Done < len(c.Inputs) && len(c.Inputs[a.Done]) > 0 {
			if err := w.controls.Set(w.machine, c.Inputs[a.Done]); err != nil {
				return err
			}
		}
		if err := w.machine.Settle(ctx); err != nil {
			return err
		}
		if w.compiled.Design.Sequential {
			if _, err := w.machine.Step(ctx, 1); err != nil {
				return err
			}
		}
		a.Done++
		row := Row{Cycle: w.machine.Cycle(), Values: w.peek(nets)}
		for _, net := range nets {
			room -= w.compiled.Design.Nets[net].Width/3 + 4 // decimal digits, quotes and a comma
		}
		room -= 32
		a.Rows = append(a.Rows, row)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// nets finds signals by name: an output of the circuit, or "<node path>.<port>". No names are all outputs.
func (w *Worker) nets(names []string) ([]int, error) {
	d := w.compiled.Design
	if len(names) == 0 {
		list := make([]int, len(d.Outputs))
		for i := range d.Outputs {
			list[i] = d.Outputs[i].Net
		}
		return list, nil
	}
	list := make([]int, len(names))
	for i, name := range names {
		net, ok := netOf(w.compiled, name)
		if !ok {
			known := make([]string, 0, len(d.Outputs)+d.SignalCount())
			for k := range d.Outputs {
				known = append(known, d.Outputs[k].Name)
			}
			for s := range d.Signals() {
				known = append(known, s.Path)
			}
			return nil, &circuit.Diagnostic{
				Stage: circuit.StageSimulate, Code: circuit.CodeUnknownSignal, Severity: circuit.Error, Circuit: d.Name, Node: name,
				Message:    fmt.Sprintf("Nothing in %s is called '%s' that could be read.", d.Name, name),
				Suggestion: circuit.DidYouMean(name, known),
			}
		}
		list[i] = net
	}
	return list, nil
}

func netOf(c *Compiled, name string) (int, bool) {
	for i := range c.Design.Outputs {
		if c.Design.Outputs[i].Name == name {
			return c.Design.Outputs[i].Net, true
		}
	}
	if s, ok := c.Design.Signal(name); ok {
		return s.Net, true
	}
	return 0, false
}

func (w *Worker) peek(nets []int) []circuit.Value {
	values := make([]circuit.Value, len(nets))
	for i, net := range nets {
		values[i] = w.machine.Peek(net)
	}
	return values
}

// failure is any error of the engine with its code.
func failure(ctx context.Context, err error) *protocol.Error {
	var known *protocol.Error
	var d *circuit.Diagnostic
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(ctx.Err(), context.Canceled):
		return protocol.NewError(protocol.ErrAborted, "Given up on request.")
	case errors.As(err, &d):
		return protocol.FromDiagnostic(d)
	case errors.Is(err, context.DeadlineExceeded):
		return protocol.NewError(protocol.ErrTimeout, "The caller's deadline passed.")
	}
	return protocol.NewError(protocol.ErrRuntime, err.Error())
}
