package session

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/history"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/protocol/protocoltest"
	"simten.dev/engine/sim"
)

// fakeEngine understands sources of words: "wide" adds a 70-bit net, "fails=N" makes the step from
// cycle N fail, "slow" takes a millisecond a cycle, "bad" has an error, "unstable" cannot settle.
type fakeEngine struct {
	clock    *fakeClock
	machines []*accumulator
	wrap     func(*accumulator) sim.Machine // may be nil
}

func (e *fakeEngine) Prepare() error { return nil }

func (e *fakeEngine) Precompile(context.Context, protocol.PrecompileRequest) (string, error) {
	return "{}", nil
}

func (e *fakeEngine) Grade(context.Context, protocol.GradeRequest, func()) (*protocol.GradeResult, error) {
	return &protocol.GradeResult{Verdict: protocol.VerdictPassed}, nil
}

func (e *fakeEngine) Provide(modules.Answer) {}

func (e *fakeEngine) Compile(_ context.Context, request protocol.CompileRequest, _ func(protocol.Progress)) (Program, error) {
	switch {
	case strings.Contains(request.Source, "explode"):
		return nil, protocol.NewError(protocol.ErrTimeout, "compiling took too long")
	case strings.Contains(request.Source, "bad"):
		return &fakeProgram{result: protocol.CompileResult{Diagnostics: []circuit.Diagnostic{{
			Stage: circuit.StageSource, Severity: circuit.Error, Message: "bad", Line: 1,
		}}}}, nil
	}
	return &fakeProgram{engine: e, source: request.Source, result: protocol.CompileResult{Main: "Accumulator"}, design: accumulatorDesign()}, nil
}

type fakeProgram struct {
	engine *fakeEngine
	source string
	result protocol.CompileResult
	design *elaborate.Design
	closed int
}

func (p *fakeProgram) Result() protocol.CompileResult { return p.result }
func (p *fakeProgram) Design() *elaborate.Design      { return p.design }
func (p *fakeProgram) Close()                         { p.closed++ }
func (p *fakeProgram) Continues(Program) bool         { return false }

func (p *fakeProgram) NewMachine(context.Context) (sim.Machine, error) {
	if strings.Contains(p.source, "unstable") {
		return nil, &circuit.Diagnostic{Code: circuit.CodeOscillation, Severity: circuit.Error, Message: "does not settle"}
	}
	m := &accumulator{clock: p.engine.clock, fails: -1}
	if i := strings.Index(p.source, "fails="); i >= 0 {
		if _, err := fmt.Sscanf(p.source[i:], "fails=%d", &m.fails); err != nil {
			return nil, err
		}
	}
	m.each = time.Microsecond
	if strings.Contains(p.source, "slow") {
		m.each = time.Millisecond
	}
	p.engine.machines = append(p.engine.machines, m)
	if p.engine.wrap != nil {
		return p.engine.wrap(m), nil
	}
	return m, nil
}

// parts finds circuits by name.
type parts map[string]*circuit.Circuit

func (p parts) Resolve(_ circuit.DefinitionID, name string) *circuit.Circuit { return p[name] }

// accumulatorDesign has an input "step", a switch "sw", an 8-bit and a 70-bit sum, an open input and a
// console.
func accumulatorDesign() *elaborate.Design {
	bus := func(name string, width int) []circuit.Port {
		return []circuit.Port{{Name: name, PortType: circuit.PortType{Kind: circuit.Bus, Width: width}}}
	}
	end := func(node, port string) circuit.Endpoint { return circuit.Endpoint{NodeID: node, PortName: port} }
	library := parts{
		"Switch": {Name: "Switch", Metadata: circuit.Metadata{InteractiveArg: "value"}},
		"Console": {
			Name: "Console", Inputs: bus("data", 8), Metadata: circuit.Metadata{Synthesizable: new(bool)},
			State: []circuit.StateBlock{{Name: "text", InitialValue: circuit.InitialValue{IsText: true}}},
		},
		"Sum":    {Name: "Sum", Outputs: bus("out", 8)},
		"Wide":   {Name: "Wide", Inputs: bus("in", 70)},
		"Nibble": {Name: "Nibble", Inputs: bus("in", 4)},
		"Open": {
			Name: "Open", Inputs: bus("a", 1), Nodes: []circuit.Node{{ID: "g", ComponentRef: "Nibble"}},
			Connections: []circuit.Connection{{Source: end("", "a"), Target: end("g", "in")}},
		},
	}
	top := &circuit.Circuit{Name: "Accumulator", Inputs: bus("step", 8), Outputs: bus("sum", 8)}
	for _, n := range [][2]string{{"sw", "Switch"}, {"console", "Console"}, {"acc", "Sum"}, {"wide", "Wide"}, {"open", "Open"}} {
		top.Nodes = append(top.Nodes, circuit.Node{ID: n[0], ComponentRef: n[1]})
	}
	top.Connections = []circuit.Connection{
		{Source: end("acc", "out"), Target: end("", "sum")},
		{Source: end("acc", "out"), Target: end("wide", "in")},
		{Source: end("acc", "out"), Target: end("console", "data")},
	}
	design, problems := elaborate.Elaborate(top, library, elaborate.Limits{})
	if design == nil {
		panic(fmt.Sprint(problems))
	}
	return design
}

// accumulator adds its step input to a sum in every cycle.
type accumulator struct {
	clock        *fakeClock
	each         time.Duration
	fails        int
	step, sum    uint64
	position     uint64
	cycle        uint64
	reported     [5]circuit.Value
	everReported bool
	closed       int
}

var errNoSense = errors.New("the lambda threw")

func (m *accumulator) Set(_ int, v circuit.Value)                   { m.step = v.Mask(8).Lo }
func (m *accumulator) SetArgument(_ int, _ string, v circuit.Value) { m.position = v.Lo }
func (m *accumulator) Warnings() []circuit.Diagnostic {
	if m.position > 100 {
		return []circuit.Diagnostic{{Code: circuit.CodeDoesNotFit, Severity: circuit.Warning, Message: "too large"}}
	}
	return nil
}
func (m *accumulator) SetState(int, int, sim.State) {}

func (m *accumulator) SetCells(int, int, uint64, []byte, bool) {}
func (m *accumulator) Settle(context.Context) error            { return nil }
func (m *accumulator) Cycle() uint64                           { return m.cycle }
func (m *accumulator) Close() error                            { m.closed++; return nil }
func (m *accumulator) State(int, int) sim.State {
	return sim.State{IsText: true, Text: strings.Repeat("x", int(m.cycle/10))}
}
func (m *accumulator) Cells(_, _ int, _ uint64, dst []byte) { clear(dst) }
func (m *accumulator) Reset(context.Context) error          { m.sum, m.cycle = 0, 0; return nil }

func (m *accumulator) Step(ctx context.Context, n int) (int, error) {
	for i := range n {
		if int(m.cycle) == m.fails {
			return i, &circuit.Diagnostic{Code: circuit.CodeLambdaThrew, Message: errNoSense.Error(), Circuit: "Accumulator", Node: "add", Line: 3, Column: 7}
		}
		m.sum += m.step
		m.cycle++
		m.clock.now = m.clock.now.Add(m.each)
	}
	return n, ctx.Err()
}

func (m *accumulator) Peek(net int) circuit.Value {
	switch net {
	case 0:
		return circuit.Uint(m.step)
	case 1:
		return circuit.Uint(m.sum & 255)
	case 2:
		return circuit.FromWords([]uint64{m.sum<<32 | m.position, m.cycle & 63})
	}
	return circuit.Value{}
}

func (m *accumulator) Changed(dst []int) []int {
	for i := range m.reported {
		if v := m.Peek(i); !m.everReported || !v.Equal(m.reported[i]) {
			m.reported[i] = v
			dst = append(dst, i)
		}
	}
	m.everReported = true
	return dst
}

func (m *accumulator) Touched(_, _ int, _ uint64, pages []bool) uint64 { return sim.AllPages(pages) }
func (m *accumulator) Snapshot() ([]byte, error)                       { return sim.Snapshot(m) }
func (m *accumulator) Restore(ctx context.Context, b []byte) error     { return sim.Restore(ctx, m, b) }

func (m *accumulator) Image() (*sim.Block, error) {
	var b []byte
	for _, v := range []uint64{m.step, m.sum, m.position, m.cycle} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return &sim.Block{Bytes: b}, nil
}

func (m *accumulator) Show(_ context.Context, image *sim.Block) error {
	b := image.Bytes
	if len(b) != 32 {
		return &circuit.Diagnostic{Code: circuit.CodeBadSnapshot, Message: "not a snapshot of this circuit"}
	}
	for i, v := range []*uint64{&m.step, &m.sum, &m.position, &m.cycle} {
		*v = binary.LittleEndian.Uint64(b[8*i:])
	}
	return nil
}

type fakeClock struct{ now time.Time }

// record is a Sink that keeps everything, in order.
type record struct {
	all         []any // protocol.Reply, protocol.Event, checkpoint, enter
	checkpoints map[string]Checkpoint
	states      map[string]map[uint64]history.State // of the slots, by id
}

type (
	checkpoint struct {
		slot  string
		cycle uint64
	}
	enter struct {
		slot    string
		request int
		cycle   uint64
	}
)

// Reply keeps a reply as its reader has it.
func (r *record) Reply(reply protocol.Reply) {
	if reply.Compile != nil {
		if err := protocoltest.Unfold(reply.Compile); err != nil {
			panic(err)
		}
	}
	r.all = append(r.all, reply)
}

func (r *record) Event(event protocol.Event) { r.all = append(r.all, event) }
func (r *record) Checkpoint(slot string, c Checkpoint) {
	if r.states == nil {
		r.states = map[string]map[uint64]history.State{}
	}
	if r.states[slot] == nil {
		r.states[slot] = map[uint64]history.State{}
	}
	for _, state := range c.States {
		r.states[slot][state.ID] = state
	}
	for _, id := range c.Forgotten {
		delete(r.states[slot], id)
	}
	r.checkpoints[slot] = c
	r.all = append(r.all, checkpoint{slot, c.Cycle})
}

func (r *record) Enter(slot string, request int, cycle uint64) {
	r.all = append(r.all, enter{slot, request, cycle})
}

// of returns everything recorded of one kind, in order.
func of[T any](r *record) []T {
	var list []T
	for _, x := range r.all {
		if v, ok := x.(T); ok {
			list = append(list, v)
		}
	}
	return list
}

func last[T any](r *record) T {
	list := of[T](r)
	return list[len(list)-1]
}
