package testbench

import (
	"fmt"

	"github.com/dop251/goja"

	"simten.dev/engine/sim"
)

// frozen is a state of a machine.
type frozen struct{ state []byte }

// snapshot keeps the whole state: inputs, switches, registers, memories, cycle. The object has the properties
// portValues and sequentialState of public Simten (12.1), which are worked out when they are read.
func (s *simulation) snapshot(goja.FunctionCall) goja.Value {
	if !s.alive() {
		s.realm.Throw(fmt.Errorf("the simulation was disposed: there is no state to keep"))
	}
	state, err := s.machine.Snapshot()
	if err != nil {
		s.realm.Throw(err)
	}
	o := s.vm.NewObject()
	_ = o.DefineDataPropertySymbol(s.kept, s.vm.ToValue(&frozen{state}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	s.put(o, "cycleCount", s.vm.ToValue(int64(s.cycle())))
	lazily := func(name string, build func(m sim.Machine) goja.Value) {
		get := s.vm.ToValue(func(goja.FunctionCall) goja.Value {
			v := s.thaw(state, build)
			s.put(o, name, v)
			return v
		})
		_ = o.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	lazily("portValues", func(m sim.Machine) goja.Value {
		values, set := s.mapOf()
		for signal := range s.Design.Signals() {
			set(s.vm.ToValue(signal.Path), s.realm.Unsigned(m.Peek(signal.Net), signal.Type.Wires()))
		}
		return values
	})
	lazily("sequentialState", func(m sim.Machine) goja.Value {
		states, set := s.mapOf()
		for i, n := range s.Design.Nodes() {
			if len(n.State) > 0 {
				set(s.vm.ToValue(n.Path), s.stateOf(m, i))
			}
		}
		all := s.vm.NewObject()
		s.put(all, "currentState", states)
		s.put(all, "cycleCount", s.vm.ToValue(int64(m.Cycle())))
		return all
	})
	return o
}

// thaw reads a kept state on a machine of its own.
func (s *simulation) thaw(state []byte, read func(sim.Machine) goja.Value) goja.Value {
	m, err := s.compiled.machine(s.ctx)
	if err == nil {
		err = m.Restore(s.ctx, state)
	}
	if err != nil {
		s.realm.Throw(err)
	}
	defer s.release(m)
	return read(m)
}

// restore brings a snapshot back: everything, inputs and switches too.
func (s *simulation) restore(call goja.FunctionCall) goja.Value {
	o, _ := call.Argument(0).(*goja.Object)
	var kept *frozen
	if o != nil {
		if v := o.GetSymbol(s.kept); v != nil {
			kept, _ = v.Export().(*frozen)
		}
	}
	if kept == nil {
		s.realm.ThrowTypeError("restore() expects what snapshot() returned")
	}
	if s.alive() {
		s.work(func() error { return s.machine.Restore(s.ctx, kept.state) })
		s.changed()
	}
	return goja.Undefined()
}
