package testbench

import (
	"context"

	"github.com/dop251/goja"
)

// historyLength is how many states can be visited, the present one among them (M51).
const historyLength = 1000

// historyMethods are stepBack, stepForward and seek. Each shows another cycle and gives its entry, or null when there
// is none, or while the simulation runs by itself (M49).
func (s *simulation) historyMethods(method func(string, func(goja.FunctionCall) goja.Value)) {
	method("stepBack", func(goja.FunctionCall) goja.Value {
		return s.visit(func(ctx context.Context) (bool, error) { return s.past.StepBack(ctx) })
	})
	method("stepForward", func(goja.FunctionCall) goja.Value {
		return s.visit(func(ctx context.Context) (bool, error) { return s.past.StepForward(ctx) })
	})
	method("seek", func(call goja.FunctionCall) goja.Value {
		index, ok := s.realm.Cell(call.Argument(0), 53)
		return s.visit(func(ctx context.Context) (bool, error) {
			r := s.past.Range()
			if !ok || call.Argument(0).ToFloat() < 0 || index.Lo > r.Last-r.First {
				return false, nil
			}
			return true, s.past.Seek(ctx, r.First+index.Lo)
		})
	})
}

// visit goes to another cycle.
func (s *simulation) visit(move func(context.Context) (bool, error)) goja.Value {
	if !s.alive() || s.past == nil || s.run != nil {
		return goja.Null()
	}
	moved := false
	s.work(func() (err error) {
		moved, err = move(s.ctx)
		return err
	})
	if !moved {
		return goja.Null()
	}
	s.changed()
	return s.entry(s.cycle())
}

// entry describes a state of the history.
func (s *simulation) entry(cycle uint64) goja.Value {
	o := s.vm.NewObject()
	s.put(o, "index", s.vm.ToValue(int64(cycle-s.past.Range().First)))
	s.put(o, "cycle", s.vm.ToValue(int64(cycle)))
	return o
}

// index is the place in the history, from 0; -1 without one (11.11).
func (s *simulation) index() int64 {
	if s.past == nil {
		return -1
	}
	r := s.past.Range()
	return int64(r.At - r.First)
}

// session is the handle as public Simten's SimulationSession: the history layer with a state object.
func (s *simulation) session() goja.Value {
	o := s.vm.NewObject()
	method := func(name string, f func(goja.FunctionCall) goja.Value) { s.put(o, name, s.vm.ToValue(f)) }
	action := func(name string, f func()) {
		method(name, func(goja.FunctionCall) goja.Value { f(); return goja.Undefined() })
	}
	s.historyMethods(method)
	action("tick", s.tick)
	action("reset", s.reset)
	method("setNode", s.setNode)
	action("runCombinational", func() {
		if s.alive() {
			s.settle()
			s.changed()
		}
	})
	method("startAutoRun", func(call goja.FunctionCall) goja.Value {
		return s.begin(call.Argument(0), call.Argument(1))
	})
	action("stopAutoRun", s.stop)
	method("subscribe", s.watch)
	action("dispose", s.dispose)
	method("getState", s.sessionState)
	return o
}

// sessionState is what a display of the simulation shows.
func (s *simulation) sessionState(goja.FunctionCall) goja.Value {
	o := s.vm.NewObject()
	s.put(o, "cycle", s.vm.ToValue(int64(s.cycle())))
	s.put(o, "isSequential", s.vm.ToValue(s.Design.Sequential))
	s.put(o, "historyIndex", s.vm.ToValue(s.index()))
	s.put(o, "isRunning", s.vm.ToValue(s.run != nil))
	speed, past := 0.0, false
	if s.run != nil {
		speed = s.run.speed
	}
	entries := []any{}
	if s.past != nil {
		r := s.past.Range()
		past = r.Past()
		for c := r.First; c <= r.Last; c++ {
			entries = append(entries, s.entry(c))
		}
	}
	s.put(o, "isViewingPast", s.vm.ToValue(past))
	s.put(o, "speed", s.vm.ToValue(speed))
	s.put(o, "history", s.vm.NewArray(entries...))
	if s.machine != nil {
		frozen, _ := s.snapshot(goja.FunctionCall{}).(*goja.Object)
		s.put(o, "portValues", frozen.Get("portValues"))
		s.put(o, "sequentialState", frozen.Get("sequentialState"))
	}
	return o
}
