// Package ask answers questions about a recorded run: waveforms, searches, conditions to run until, causes.
//
// Nothing is recorded for that but what the history keeps anyway: inputs and now and then a full state. A run is
// deterministic, so a question about any past cycle is answered by running again from the nearest checkpoint, on a
// machine of its own whose netlist has the question compiled into it (package probe). The live run does not notice.
//
//	run := ask.New(compiled, recorder)
//	hits, err := run.Find(ctx, ask.Find{When: "x10 === 0x1000", Mode: ask.First})
//	rows, err := run.Wave(ctx, ask.Wave{Signals: []string{"clk", "pc"}, To: 1_000_000, Pixels: 1000})
//
// In come a compiled circuit, its recorder, and a question that names signals by path or combines them in an
// expression (see Expression). Out come values by cycle. Every question keeps to its context, reports progress, and is
// bounded.
//
// A newcomer adds a question as a file of its own: it says which observers it needs in the netlist, runs a replay over
// the cycles with them, and reads them. Its name, arguments and help stand in engine/commands. The plain answer, made
// by looking at every cycle, stands beside it for tests and for expressions that cannot be compiled.
package ask

import (
	"context"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// Run is a recorded run that can be asked. It is not safe for concurrent use, nor beside its recorder.
type Run struct {
	compiled *sandbox.Compiled
	past     *history.Recorder
	limits   sandbox.Limits
	backend  sandbox.Backend // on which answers are computed; "" chooses by the work there is

	// Progress, when set, hears how much of a question is done, from 0 to 1, after the first 300 ms and then at most ten
	// times a second.
	Progress func(part float64)

	// Pause, when set, is called every few milliseconds of work, so that others can do theirs. The run may be recorded on
	// meanwhile. A question whose cycles were replaced meanwhile ends with history.ErrRecordingGone.
	Pause func()

	// Interpret keeps to the interpreter: no module is generated for a question.
	Interpret bool

	paused      time.Time // the end of the last Pause
	expressions map[string]*Expression
	views       views
	writes      map[writeKey]write // what was found of the past; see searchWrite
	epoch       uint64             // of the recorder, for which writes holds
	horizon     uint64             // cycles that pictures after this one are going to show, too
	plain       bool               // every answer is made without compiling anything, for tests
}

// New makes a run out of a compiled circuit and the recorder of its machine. The limits are those of expressions.
func New(compiled *sandbox.Compiled, past *history.Recorder, limits sandbox.Limits) *Run {
	return &Run{compiled: compiled, past: past, limits: limits, expressions: map[string]*Expression{}}
}

// Close releases what was compiled.
func (r *Run) Close() {
	r.views.close()
	for _, e := range r.expressions {
		e.close()
	}
	r.expressions = map[string]*Expression{}
}

// Range is the part of the run that can be asked about: the first and the last cycle.
func (r *Run) Range() (first, last uint64) {
	g := r.past.Range()
	return g.First, g.Last
}

// within cuts a question's cycles to those that there are. to is inclusive; 0 means the last one.
func (r *Run) within(from, to uint64) (uint64, uint64, error) {
	first, last := r.Range()
	if to == 0 || to > last {
		to = last
	}
	from = max(from, first)
	if from > to {
		return 0, 0, refused("", "The run has no cycle between these two.", "Ask about cycles that it has reached.")
	}
	return from, to, nil
}

// progress reports the part of a question that is done.
type progress struct {
	tell  func(part float64)
	begin time.Time
	last  time.Time
}

// Reports of progress begin after quietTime, so that quick answers do not flicker, and come every reportInterval.
const (
	quietTime      = 300 * time.Millisecond
	reportInterval = 100 * time.Millisecond
)

func (r *Run) begin() *progress {
	now := time.Now()
	return &progress{tell: r.Progress, begin: now, last: now}
}

func (p *progress) at(done, all uint64) {
	if p == nil || p.tell == nil || all == 0 {
		return
	}
	if now := time.Now(); now.Sub(p.begin) >= quietTime && now.Sub(p.last) >= reportInterval {
		p.last = now
		p.tell(float64(done) / float64(all))
	}
}

// pause lets others work when it is time for that.
func (r *Run) pause() {
	if r.Pause != nil && time.Since(r.paused) >= portionTime {
		r.Pause()
		r.paused = time.Now()
	}
}

// pauser is what a player calls between its portions; nil when nobody waits.
func (r *Run) pauser() func() {
	if r.Pause == nil {
		return nil
	}
	return r.pause
}

// worthCompiling is the work, in operations times cycles, from which a generated module is quicker than the interpreter
// of netlists, which starts at once.
const worthCompiling = 20_000_000

// start makes a machine for so many cycles of a netlist.
func (r *Run) start(ctx context.Context, m *netlist.Module, cycles uint64) (sim.Machine, error) {
	return r.compiled.StartNetlist(ctx, r.backendFor(m, cycles), m)
}

// backendFor is the backend on which so many cycles of a netlist take the least time.
func (r *Run) backendFor(m *netlist.Module, cycles uint64) sandbox.Backend {
	switch {
	case r.backend != "":
		return r.backend
	case !r.Interpret && uint64(len(m.Ops))*cycles > worthCompiling:
		return sandbox.WebAssembly
	}
	return sandbox.Interpreter
}

// one is the value of a true condition.
var one = circuit.Uint(1)
