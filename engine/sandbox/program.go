package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
)

// Outcome is what the compiler said and made. Circuit and Library are the intermediate representation of
// docs/protocol.md as JSON: what runs, and the circuits that it refers to by name. With errors, they and
// Design are nil.
type Outcome struct {
	Diagnostics []circuit.Diagnostic `json:"diagnostics"`
	Circuits    []string             `json:"circuits"`       // names, in call order
	Main        string               `json:"main,omitempty"` // name of the circuit that was asked for
	Circuit     json.RawMessage      `json:"circuit,omitempty"`
	Library     json.RawMessage      `json:"library,omitempty"`
	Design      *protocol.DesignInfo `json:"design,omitempty"` // ports, signals and widths
	Console     []string             `json:"console"`          // what the program printed
}

// Program is a source compiled in a process of its own, which it holds until Close.
type Program struct {
	Outcome
	Lock  *modules.Lock // what the source's imports are pinned to, for Source.Lock of a later compile; nil when it has none
	Stats Stats

	sandbox *Sandbox
	mu      sync.Mutex // one call at a time
	link    *link
	ended   *protocol.Error // why the process is gone; nil while it is there
}

// Compile compiles a circuit file in a process of its own. Problems of the source are the program's
// Diagnostics, not errors; errors are limits that were hit past the compiler's own checks.
func (s *Sandbox) Compile(ctx context.Context, source Source) (*Program, error) {
	if limit := s.config.Limits.SourceBytes; len(source.Text) > limit {
		return nil, protocol.NewError(protocol.ErrPayloadTooLarge, fmt.Sprintf("The source has %v bytes; the limit is %v.", limits.Count(len(source.Text)), limits.Count(limit)))
	}
	s.mu.Lock()
	full := s.programs >= s.config.Limits.Slots
	if !full {
		s.programs++
	}
	s.mu.Unlock()
	if full {
		e := protocol.NewError(protocol.ErrOverloaded, fmt.Sprintf("%d programs are open, as many as may be.", s.config.Limits.Slots))
		e.Advice = "Close programs that are no longer used."
		return nil, e
	}
	l, problem := s.take()
	if problem != nil {
		s.forget()
		return nil, problem
	}
	p := &Program{sandbox: s, link: l}
	a, problem := p.compile(ctx, source)
	if problem != nil {
		p.Close()
		return nil, problem
	}
	p.Outcome, p.Lock, p.Stats = *a.Compiled, a.Lock, *a.Stats
	return p, nil
}

// compile compiles a source, and fetches the modules that it turns out to need.
func (p *Program) compile(ctx context.Context, source Source) (*answer, *protocol.Error) {
	c := &call{Op: opCompile, Source: &source}
	loader := p.sandbox.config.Modules
	if loader != nil {
		c.Host = loader.Host()
	}
	for range maxRounds {
		a, problem := p.call(ctx, c)
		if problem != nil || len(a.Needs) == 0 {
			return a, problem
		}
		fetching, done := context.WithTimeout(ctx, time.Duration(p.sandbox.config.Limits.ModuleMilliseconds)*time.Millisecond)
		c.Answers = loader.Load(fetching, a.Needs)
		done()
	}
	return nil, protocol.NewError(protocol.ErrInvalidCode, fmt.Sprintf("The imported packages import each other more than %d levels deep.", maxRounds))
}

func (s *Sandbox) forget() {
	s.mu.Lock()
	s.programs--
	s.mu.Unlock()
}

// call sends a call to the program's process.
func (p *Program) call(ctx context.Context, c *call) (*answer, *protocol.Error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != nil {
		return nil, p.ended
	}
	a, alive, problem := p.link.do(ctx, c)
	if !alive {
		p.ended = problem
		p.sandbox.done(p.link, false)
	}
	return a, problem
}

// Failed lists the errors among the diagnostics as one error, nil when there is none.
func (p *Program) Failed() error {
	for i := range p.Diagnostics {
		if p.Diagnostics[i].Severity == circuit.Error {
			return protocol.FromDiagnostic(&p.Diagnostics[i])
		}
	}
	return nil
}

// Close gives the program's process back. It may be called twice.
func (p *Program) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sandbox == nil {
		return
	}
	if p.ended == nil {
		_, alive, _ := p.link.do(context.Background(), &call{Op: opClose})
		p.sandbox.done(p.link, alive)
	}
	p.ended = protocol.NewError(protocol.ErrInvalidRequest, "The program has been closed.")
	p.sandbox.forget()
	p.sandbox = nil
}

// Simulation runs a program's circuit, in the program's process. Calls cross a pipe, which took 65 to
// 105 µs on a busy machine (BenchmarkCycles in process): Step and Run do many cycles in one call.
type Simulation struct {
	program *Program
	owns    bool // the program is closed with the simulation
	cycle   uint64
	// Warnings are the run-time warnings so far, such as a value that does not fit its port.
	Warnings []circuit.Diagnostic
	Stats    Stats // of the last call
}

// Simulate starts the program's circuit, settled with all inputs 0, on the netlist's interpreter. A
// program has one simulation: starting another ends the first.
func (p *Program) Simulate(ctx context.Context) (*Simulation, error) {
	return p.SimulateOn(ctx, Interpreter)
}

// SimulateOn starts the program's circuit on a backend. WebAssembly takes some milliseconds longer to
// start, and is the fastest for many cycles.
func (p *Program) SimulateOn(ctx context.Context, backend Backend) (*Simulation, error) {
	m := &Simulation{program: p}
	if _, err := m.call(ctx, &call{Op: opStart, Backend: backend}); err != nil {
		return nil, err
	}
	return m, nil
}

// Simulate compiles a source and starts its circuit. An error of the source is the error.
func (s *Sandbox) Simulate(ctx context.Context, source Source) (*Simulation, error) {
	p, err := s.Compile(ctx, source)
	if err != nil {
		return nil, err
	}
	err = p.Failed()
	var m *Simulation
	if err == nil {
		m, err = p.Simulate(ctx)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	m.owns = true
	return m, nil
}

// Program is what is simulated.
func (m *Simulation) Program() *Program { return m.program }

// Cycle is the number of clock edges since the start or the last Reset, as of the last call.
func (m *Simulation) Cycle() uint64 { return m.cycle }

// call returns an error interface, so that no nil *protocol.Error becomes one.
func (m *Simulation) call(ctx context.Context, c *call) (*answer, error) {
	a, problem := m.program.call(ctx, c)
	if a != nil {
		m.cycle, m.Stats = a.Cycle, *a.Stats
		m.Warnings = append(m.Warnings, a.Warnings...)
	}
	if problem != nil {
		return a, problem
	}
	return a, nil
}

// Set drives inputs by name, and switches and the like by path, all of them or none, and settles. Values
// are cut to the width of what they drive.
func (m *Simulation) Set(ctx context.Context, values map[string]circuit.Value) error {
	_, err := m.call(ctx, &call{Op: opSet, Values: values})
	return err
}

// Step runs n clock cycles and gives how many were done, fewer than n only with an error. When ctx ends,
// the simulation stands after the cycles that were done.
func (m *Simulation) Step(ctx context.Context, n int) (done int, err error) {
	a, err := m.call(ctx, &call{Op: opStep, Count: n})
	if a != nil {
		done = a.Done
	}
	return done, err
}

// Value reads one output of the circuit, or any port as "<node path>.<port>".
func (m *Simulation) Value(ctx context.Context, name string) (circuit.Value, error) {
	list, err := m.Values(ctx, name)
	if err != nil {
		return circuit.Value{}, err
	}
	return list[0], nil
}

// Values reads several at once, in the order of names; all outputs of the circuit without names.
func (m *Simulation) Values(ctx context.Context, names ...string) ([]circuit.Value, error) {
	a, err := m.call(ctx, &call{Op: opValues, Names: names})
	if err != nil {
		return nil, err
	}
	return a.Values, nil
}

// Row is the values after one cycle of a Run.
type Row struct {
	Cycle  uint64          `json:"cycle"`
	Values []circuit.Value `json:"values"` // in the order of the names asked for
}

// Run does n cycles. Before cycle i it sets inputs[i], if there is one, and after each it calls row with
// the values of names (all outputs without names) until row returns an error, which Run returns. A
// circuit without state settles instead. Many rows travel in one message.
func (m *Simulation) Run(ctx context.Context, n int, inputs []map[string]circuit.Value, names []string, row func(Row) error) error {
	for done := 0; done < n; {
		count := min(n-done, runBatch)
		batch := inputs[min(done, len(inputs)):min(done+count, len(inputs))]
		a, err := m.call(ctx, &call{Op: opRun, Count: count, Inputs: batch, Names: names})
		if a != nil {
			done += a.Done
			for _, r := range a.Rows {
				if err := row(r); err != nil {
					return err
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runBatch bounds the cycles of one message of Run.
const runBatch = 1 << 12

// Reset returns all state to its start values and the cycle to 0; inputs stay.
func (m *Simulation) Reset(ctx context.Context) error {
	_, err := m.call(ctx, &call{Op: opReset})
	return err
}

// Snapshot is the complete state as bytes, for Restore of the same circuit.
func (m *Simulation) Snapshot(ctx context.Context) ([]byte, error) {
	a, err := m.call(ctx, &call{Op: opSnapshot})
	if err != nil {
		return nil, err
	}
	return a.Snapshot, nil
}

// Restore brings a snapshot back, bit for bit.
func (m *Simulation) Restore(ctx context.Context, snapshot []byte) error {
	_, err := m.call(ctx, &call{Op: opRestore, Snapshot: snapshot})
	return err
}

// Close ends the simulation, and the program that was compiled for it by Sandbox.Simulate.
func (m *Simulation) Close() {
	if m.owns {
		m.program.Close()
	}
}
