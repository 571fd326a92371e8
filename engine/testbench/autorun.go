package testbench

import (
	"math"

	"github.com/dop251/goja"
)

// autoRun is a simulation that ticks by itself, in frames of the test's time (11.3, 11.4).
type autoRun struct {
	end   func()  // of its timer
	speed float64 // ticks per second
	owed  float64 // ticks, of which the whole ones are run at the next frame
}

const defaultDisplayRate = 30 // frames per second

// start is run({ speed, displayRate }).
func (s *simulation) start(call goja.FunctionCall) goja.Value {
	speed := goja.Undefined()
	if o, ok := call.Argument(0).(*goja.Object); ok {
		if v := o.Get("speed"); v != nil {
			speed = v
		}
	}
	return s.begin(speed, call.Argument(0))
}

// begin runs a simulation by itself; options may have the display rate.
func (s *simulation) begin(ticksPerSecond, options goja.Value) goja.Value {
	speed, rate := ticksPerSecond.ToFloat(), float64(defaultDisplayRate)
	if o, ok := options.(*goja.Object); ok {
		if v := o.Get("displayRate"); v != nil && !goja.IsUndefined(v) {
			rate = v.ToFloat()
		}
	}
	if !(speed > 0 && speed <= 1e9) || !(rate > 0 && rate <= 1000) {
		s.realm.ThrowTypeError("run() expects { speed: ticks per second, displayRate: frames per second (30), at most 1000 }")
	}
	if !s.alive() || !s.Design.Sequential { // M52
		return goja.Undefined()
	}
	s.end()
	run := &autoRun{speed: speed}
	run.end = s.realm.Repeat(1000/rate, func() { s.frame(run, speed/rate) })
	s.run = run
	s.changed()
	return goja.Undefined()
}

// frame runs the ticks that are due since the last frame, with one report.
func (s *simulation) frame(run *autoRun, ticks float64) {
	run.owed += ticks
	n := math.Floor(run.owed)
	if run.owed -= n; n < 1 || s.run != run || !s.alive() {
		return
	}
	s.step(int(n))
	s.changed()
}

// stop ends the automatic run; the watchers hear of it if there was one (11.7).
func (s *simulation) stop() {
	if s.end() {
		s.changed()
	}
}

func (s *simulation) end() bool {
	if s.run == nil {
		return false
	}
	s.run.end()
	s.run = nil
	return true
}
