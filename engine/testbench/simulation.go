package testbench

import (
	"fmt"
	"math/big"
	"time"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// simulation is what simulate() returns, the handle of simulator.md section 14.
type simulation struct {
	*bench
	*compiled
	machine sim.Machine // what is driven: base, or past around it; nil once disposed
	base    sim.Machine
	past    *history.Recorder // nil without state

	busy     bool // the machine runs: a lambda that calls back must not drive it
	last     map[string]goja.Value
	loaded   map[field]sim.State // memory contents given from outside, which survive reset (M43)
	watchers []*watcher
	run      *autoRun
	port     string // that was read last
}

// field is a state field of a flat node.
type field struct{ node, field int }

// watcher is a function that is called after every change.
type watcher struct {
	call   goja.Callable
	signal *reading   // the port that watchPort watches, or nil
	seen   goja.Value // what it was called with last; nil: it has not been called
	quiet  bool       // the change that is told now is none for it
	before goja.Value // the port's value when the watch began
}

// object makes what the program sees.
func (s *simulation) object() *goja.Object {
	o := s.vm.NewObject()
	method := func(name string, f func(goja.FunctionCall) goja.Value) {
		_ = o.DefineDataProperty(name, s.vm.ToValue(f), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	getter := func(name string, f func() goja.Value) {
		get := s.vm.ToValue(func(goja.FunctionCall) goja.Value { return f() })
		_ = o.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	action := func(name string, f func()) {
		method(name, func(goja.FunctionCall) goja.Value { f(); return goja.Undefined() })
	}
	method("set", s.set)
	method("setNode", s.setNode)
	method("get", s.get)
	method("read", s.read)
	method("state", s.state)
	action("tick", s.tick)
	method("tickN", s.tickN)
	method("run", s.start)
	action("stop", s.stop)
	method("snapshot", s.snapshot)
	method("restore", s.restore)
	action("reset", s.reset)
	method("watch", s.watch)
	method("watchPort", s.watchPort)
	s.historyMethods(method)
	action("dispose", s.dispose)
	getter("cycle", func() goja.Value { return s.vm.ToValue(int64(s.cycle())) })
	getter("isSequential", func() goja.Value { return s.vm.ToValue(s.Design.Sequential) })
	getter("historyIndex", func() goja.Value { return s.vm.ToValue(s.index()) })
	getter("session", s.session)
	getter("isRunning", func() goja.Value { return s.vm.ToValue(s.run != nil) })
	return o
}

// alive reports that the machine may be driven. A disposed simulation ignores it (M54).
func (s *simulation) alive() bool {
	if s.busy {
		s.realm.Throw(fmt.Errorf("a circuit drives its own simulation: eval and onTick must not call simulate()'s functions"))
	}
	return s.machine != nil
}

// work runs the machine; what goes wrong is thrown.
func (s *simulation) work(f func() error) {
	s.drives()
	s.busy = true
	err := f()
	s.busy = false
	if err != nil {
		s.realm.Throw(err)
	}
}

// set changes inputs, switches and state by name; the logic follows at once.
func (s *simulation) set(call goja.FunctionCall) goja.Value {
	values, ok := call.Argument(0).(*goja.Object)
	if !ok {
		s.realm.ThrowTypeError("set() expects an object such as { a: 1, b: 0 }")
	}
	if !s.alive() {
		return goja.Undefined()
	}
	for _, name := range values.Keys() {
		if v := values.Get(name); v != nil && !goja.IsUndefined(v) {
			s.assign(name, v)
		}
	}
	s.settle()
	s.changedBySetting()
	return goja.Undefined()
}

// setNode changes one input, switch, or the state of a node.
func (s *simulation) setNode(call goja.FunctionCall) goja.Value {
	if s.alive() {
		s.assign(call.Argument(0).String(), call.Argument(1))
		s.settle()
		s.changedBySetting()
	}
	return goja.Undefined()
}

func (s *simulation) settle() {
	s.work(func() error { return s.machine.Settle(s.ctx) })
}

// assign gives a value to what a name stands for: a top-level input, else the node of that path (10.2).
func (s *simulation) assign(name string, v goja.Value) {
	if i, ok := s.inputs[name]; ok {
		s.machine.Set(i, s.number(name, v, s.Design.Inputs[i].Type.Wires()))
		return
	}
	i := s.Design.NodeIndex(name)
	if i >= 0 && len(s.Design.Node(i).State) > 0 {
		if s.compiled == s.subject {
			s.realm.ThrowTypeError("'%s': the state of a submission cannot be set, only its inputs", circuit.Cut(name, 100))
		}
		s.assignState(i, v)
		return
	}
	values := map[string]circuit.Value{name: {}}
	if i >= 0 {
		values[name] = s.number(name, v, circuit.MaxWidth)
	}
	if err := s.controls.Set(s.machine, values); err != nil {
		s.realm.Throw(err)
	}
}

// number reads a value for a port or field of a width. A number that does not fit is cut to its lower bits.
func (s *simulation) number(name string, v goja.Value, width int) circuit.Value {
	number, err := given(v)
	if err != nil {
		s.realm.ThrowTypeError("'%s': %v", circuit.Cut(name, 100), err)
	}
	return number.In(width)
}

// given reads a number of the program by the rule for values from outside. It runs no user code.
func given(v goja.Value) (circuit.Number, error) {
	kind := realm.KindOf(v)
	switch x := exported(v, kind).(type) {
	case bool:
		if x {
			return circuit.FromFloat(1)
		}
		return circuit.Number{}, nil
	case int64:
		return circuit.FromBigInt(big.NewInt(x)), nil
	case float64:
		return circuit.FromFloat(x)
	case *big.Int:
		return circuit.FromBigInt(x), nil
	case string:
		return circuit.ParseNumber(x)
	}
	return circuit.Number{}, &circuit.NumberError{Reason: "It needs a number, not " + kind, Advice: circuit.ExampleNumbers}
}

// exported is a plain value of the program in Go; nil for objects.
func exported(v goja.Value, kind string) any {
	switch kind {
	case "number", "bigint", "boolean", "string":
		return v.Export()
	}
	return nil
}

// step runs clock cycles, in pieces, so that the clock of the test is looked at.
func (s *simulation) step(n int) {
	const minChunk, rest = 16, 20 * time.Millisecond
	for chunk := minChunk; n > 0; {
		k := min(n, chunk)
		began := time.Now()
		s.work(func() error {
			_, err := s.machine.Step(s.ctx, k)
			return err
		})
		if s.compiled == s.subject {
			s.cycles += k
		}
		n -= k
		if s.realm.CheckTime() {
			return // the program stops at its next instruction
		}
		if time.Since(began) < rest {
			chunk *= 2
		}
	}
}

func (s *simulation) tick() {
	if s.run == nil { // M52
		s.advance(1)
	}
}

// tickN is n single ticks.
func (s *simulation) tickN(call goja.FunctionCall) goja.Value {
	n := call.Argument(0).ToInteger()
	if n < 0 || n > 1<<53 {
		s.realm.ThrowTypeError("tickN() expects the number of ticks")
	}
	if s.run == nil {
		s.advance(int(n))
	}
	return goja.Undefined()
}

// advance is n ticks: clock cycles of a circuit with state; otherwise the logic settles (M36).
func (s *simulation) advance(n int) {
	switch {
	case !s.alive() || n == 0:
	case !s.Design.Sequential:
		s.settle()
		s.changed()
	case len(s.watchers) == 0:
		s.step(n)
	default:
		for i := 0; i < n && s.machine != nil; i++ {
			s.step(1)
			s.changed()
		}
	}
}

func (s *simulation) cycle() uint64 {
	if s.machine == nil || !s.Design.Sequential {
		return 0
	}
	return s.machine.Cycle()
}

// reset returns to the start values and the memory contents that were given from outside (12.8, 12.10).
func (s *simulation) reset() {
	if !s.alive() {
		return
	}
	s.stop()
	s.work(func() error {
		if err := s.machine.Reset(s.ctx); err != nil || len(s.loaded) == 0 {
			return err
		}
		for f, contents := range s.loaded {
			s.machine.SetState(f.node, f.field, contents)
		}
		return s.machine.Settle(s.ctx)
	})
	s.changed()
}

// dispose releases the machine; the ports of the circuit can still be read.
func (s *simulation) dispose() {
	if !s.alive() {
		return
	}
	s.stop()
	s.watchers = nil
	s.last = map[string]goja.Value{}
	for i := range s.Design.Inputs {
		s.last[s.Design.Inputs[i].Name] = s.peek(s.Design.Inputs[i].Net, s.Design.Inputs[i].Type)
	}
	for i := range s.Design.Outputs {
		s.last[s.Design.Outputs[i].Name] = s.peek(s.Design.Outputs[i].Net, s.Design.Outputs[i].Type)
	}
	s.release(s.base)
	s.machine, s.base, s.past = nil, nil, nil
}

// watch calls a function after every change; it returns what ends that.
func (s *simulation) watch(call goja.FunctionCall) goja.Value {
	f, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		s.realm.ThrowTypeError("watch() expects a function")
	}
	return s.subscribe(&watcher{call: f})
}

// watchPort calls a function with the value of a port when it differs from the last one that was seen (M53).
func (s *simulation) watchPort(call goja.FunctionCall) goja.Value {
	f, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		s.realm.ThrowTypeError("watchPort() expects the name of a port and a function")
	}
	r := s.reading(call.Argument(0).String())
	w := &watcher{call: f, signal: &r}
	if s.machine != nil {
		w.before = s.peek(r.net, r.port)
	}
	return s.subscribe(w)
}

func (s *simulation) subscribe(w *watcher) goja.Value {
	if s.machine != nil {
		s.watchers = append(s.watchers, w)
	}
	return s.vm.ToValue(func(goja.FunctionCall) goja.Value {
		var kept []*watcher // a new list: the old one may be walked right now
		for _, other := range s.watchers {
			if other != w {
				kept = append(kept, other)
			}
		}
		s.watchers = kept
		return goja.Undefined()
	})
}

// changedBySetting tells the watchers that inputs have changed. A port that keeps its value is no news then: the first
// news of the output of a register is what the next edge makes of it.
func (s *simulation) changedBySetting() {
	for _, w := range s.watchers {
		if w.signal != nil && w.seen == nil && s.peek(w.signal.net, w.signal.port).StrictEquals(w.before) {
			w.quiet = true
		}
	}
	s.changed()
}

// changed tells the watchers.
func (s *simulation) changed() {
	for _, w := range s.watchers {
		if s.machine == nil {
			return // one of them has disposed the simulation
		}
		var args []goja.Value
		if w.signal != nil {
			v := s.peek(w.signal.net, w.signal.port)
			quiet := w.quiet
			w.quiet = false
			if quiet || w.seen != nil && v.StrictEquals(w.seen) {
				continue
			}
			w.seen, args = v, []goja.Value{v}
		}
		if _, err := w.call(goja.Undefined(), args...); err != nil {
			s.realm.Rethrow(err)
		}
	}
}
