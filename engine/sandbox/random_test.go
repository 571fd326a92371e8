package sandbox

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/batch"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/tier"
	"simten.dev/invariants/thorough"
)

// Whole random files, from their text to every port of every backend. The random tests of engine/netlist, engine/sim
// and engine/opt begin with netlists or with one lambda in a flat circuit; these have hierarchies, arrays and
// factories with options, components of the library at random widths, several registers and memories beside each
// other, open inputs, false and real combinational loops, outputs that are left out, and lambdas of many statements.
// All runs of a file must agree: those of the three backends and of the change-over between two of them, also after
// resets, restored snapshots and edited constants; each vector of a batch and a run with these inputs; each visited
// cycle of a history and what it was.
//
// The generated modules run in wazero here, and in V8 as they do in the browser with
//
//	GOOS=js GOARCH=wasm go test -exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" -run TestRandomFiles ./engine/sandbox

// randomKind is what there is in a file beside components of the library.
type randomKind struct {
	name                     string
	lambdas, loops, machines bool
	rows                     bool // nothing but rows of many parts
	jumps                    bool // nothing but jumps
	lists                    bool // nothing but lists that grow and shrink
	arrays                   bool // nothing but lists that are changed at indices
	doubtful                 bool // nothing but lambdas that are compiled only as long as certain things do not happen
	modes                    bool // nothing but state machines whose states are texts
}

// randomKinds are the kinds of files. Lambdas that fail are as welcome as others: all backends must fail alike.
var randomKinds = []randomKind{
	{name: "lambdas", lambdas: true},
	{name: "loops", lambdas: true, loops: true},
	{name: "components"},
	{name: "components with loops", loops: true},
	{name: "state machines", machines: true},
	{name: "rows", rows: true},
	{name: "jumps", jumps: true},
	{name: "lists", lists: true},
	{name: "modes", modes: true},
	{name: "arrays", arrays: true},
	{name: "doubtful", doubtful: true},
}

// TestRandomFiles holds the backends to each other on a fixed choice of files; FuzzRandomFiles goes on from there.
func TestRandomFiles(t *testing.T) {
	for k, kind := range randomKinds {
		t.Run(kind.name, func(t *testing.T) {
			run, compiled := 0, 0
			count := thorough.Count(20)
			for seed := range uint64(count) {
				ran, lowered := checkRandomFile(t, seed, k)
				run += ran
				compiled += lowered
			}
			require.Greater(t, run, count/3, "most files must run, or this shows nothing")
			threshold := run * 2 / 3
			if kind.doubtful {
				threshold = run / 5
			}
			require.Greater(t, compiled, threshold, "most lambdas must be compiled, or this shows nothing")
		})
	}
}

func FuzzRandomFiles(f *testing.F) {
	for k := range randomKinds {
		f.Add(uint64(1000), k)
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind int) {
		if kind >= 0 && kind < len(randomKinds) {
			checkRandomFile(t, seed, kind)
		}
	})
}

// checkRandomFile counts files that ran, and those of them whose lambdas were all compiled.
func checkRandomFile(t *testing.T, seed uint64, kind int) (ran, lowered int) {
	t.Helper()
	k := randomKinds[kind]
	rnd := rand.New(rand.NewPCG(seed, uint64(kind)))
	text := writeRandomFile(rnd, k)
	defer func() {
		if t.Failed() || recoverAndShow(t, recover()) {
			t.Logf("seed %d of %s:\n%s", seed, k.name, text)
		}
	}()
	for _, d := range compile(t, text).Diagnostics {
		if d.Severity == circuit.Error {
			require.True(t, k.loops, "%s", d.Error()) // wires alone may not make a loop
			return 0, 0
		}
	}
	closures := runRandomFile(t, text, seed)
	runRandomBatch(t, text, seed)
	runRandomHistory(t, text, seed)
	if closures == 0 {
		lowered = 1
	}
	return 1, lowered
}

// recoverAndShow makes a panic of the engine a failure that shows the file.
func recoverAndShow(t *testing.T, problem any) bool {
	t.Helper()
	if problem != nil {
		t.Errorf("panic: %v", problem)
	}
	return problem != nil
}

// randomBits prefers corners.
func randomBits(rnd *rand.Rand, width int) circuit.Value {
	words := make([]uint64, (width+63)/64)
	corner := rnd.IntN(4)
	for i := range words {
		words[i] = rnd.Uint64()
		switch corner {
		case 0:
			words[i] = 0
		case 1:
			words[i] = ^uint64(0)
		}
	}
	words[0] -= uint64(rnd.IntN(4))
	return circuit.FromWords(words).Mask(width)
}

// runRandomFile drives all backends alike, and compares all that can be seen. It gives the number of lambdas that
// were not compiled.
func runRandomFile(t *testing.T, text string, seed uint64) (closures int) {
	t.Helper()
	ctx := context.Background()
	type side struct {
		sim.Machine
		saved []byte
	}
	var sides []side
	var failures []error
	var c *Compiled
	backends := append(slices.Clone(backends), Tiered)
	for _, backend := range backends {
		c = compile(t, text) // each with a realm of its own
		m, err := newRandomMachine(ctx, c, backend)
		failures = append(failures, err)
		if m != nil {
			defer func() { require.NoError(t, m.Close()) }()
		}
		sides = append(sides, side{Machine: m})
	}
	module, _, err := c.Lower(ctx)
	require.NoError(t, err)
	if sameFailures(t, backends, failures, "the start") {
		return module.OpaqueCalls()
	}
	d := c.Design
	rnd := rand.New(rand.NewPCG(seed, 77))
	deposited := rand.New(rand.NewPCG(seed, 80))
	changeOver := rnd.IntN(14)
	for round := range 14 {
		if m, ok := sides[3].Machine.(sim.Improver); ok && round >= changeOver {
			m.TierUp(ctx, time.Hour) // it ends as soon as the module is there
		}
		at := fmt.Sprintf("round %d", round)
		inputs := map[int]circuit.Value{}
		for i, p := range d.Inputs {
			if rnd.IntN(3) > 0 {
				inputs[i] = randomBits(rnd, p.Type.Wires())
			}
		}
		arguments := map[int]circuit.Value{}
		for i := range d.NodeCount() {
			if d.Node(i).Metadata.InteractiveArg != "" && rnd.IntN(12) == 0 {
				arguments[i] = randomBits(rnd, 40)
			}
		}
		act := rnd.IntN(10)
		deposits := randomDeposits(deposited, c)
		for i := range sides {
			m := &sides[i]
			for _, deposit := range deposits { // some of a text, or of a register that holds less than fits, are refused
				_ = c.Deposit(ctx, m, []Deposit{deposit})
			}
			for k, v := range inputs {
				m.Set(k, v)
			}
			for n, v := range arguments {
				m.SetArgument(n, d.Node(n).Metadata.InteractiveArg, v)
			}
			switch {
			case act < 3:
				failures[i] = m.Settle(ctx)
			case act == 3:
				failures[i] = m.Reset(ctx)
			case act == 4 && m.saved != nil:
				failures[i] = m.Restore(ctx, m.saved)
			default:
				_, failures[i] = m.Step(ctx, 1+act%3)
			}
			if failures[i] == nil && act%2 == 0 {
				m.saved, failures[i] = m.Snapshot()
			}
		}
		if sameFailures(t, backends, failures, at) {
			return module.OpaqueCalls()
		}
		changed := sides[0].Changed(nil)
		for i := 1; i < len(sides); i++ {
			for s := range d.Signals() {
				want, got := sides[0].Peek(s.Net), sides[i].Peek(s.Net)
				require.True(t, want.Equal(got), "%s: %s is %s, not %s, with %s", at, s.Path, got, want, backends[i])
			}
			for n := range d.NodeCount() {
				for f := range d.Node(n).State {
					require.Equal(t, fmt.Sprint(sides[0].State(n, f)), fmt.Sprint(sides[i].State(n, f)), "%s: state %d of %s with %s", at, f, d.Path(n), backends[i])
				}
			}
			require.Equal(t, changed, sides[i].Changed(nil), "%s: what changed with %s", at, backends[i])
			require.Equal(t, sides[0].Cycle(), sides[i].Cycle(), "%s: the cycle with %s", at, backends[i])
		}
	}
	return module.OpaqueCalls()
}

// randomDeposits are for some fields of a design, seldom any.
func randomDeposits(rnd *rand.Rand, c *Compiled) (list []Deposit) {
	if rnd.IntN(3) > 0 {
		return nil
	}
	for i := range c.Design.NodeCount() {
		for _, s := range c.Design.Node(i).State {
			if rnd.IntN(3) > 0 {
				continue
			}
			cells, width := uint64(1), circuit.PortType{Kind: s.StateType.Kind, Width: s.StateType.Width}.Wires()
			if s.StateType.Kind == circuit.Memory {
				cells, width = sim.MemoryShape(s)
			}
			d := Deposit{Node: c.Design.Path(i), Field: s.Name, First: rnd.Uint64N(min(cells, 20)), Text: []string{"", "idle", "a"}[rnd.IntN(3)]}
			count := 1 + rnd.Uint64N(min(cells-d.First, 5))
			for range count {
				cell := make([]byte, sim.CellBytes(width))
				sim.PutCell(cell, randomBits(rnd, 64*((width+63)/64)), width)
				d.Cells = append(d.Cells, cell...)
			}
			list = append(list, d)
		}
	}
	return list
}

// newRandomMachine is NewMachineOn, except that circuits of any size are tiered.
func newRandomMachine(ctx context.Context, c *Compiled, backend Backend) (sim.Machine, error) {
	module, _, err := c.Lower(ctx)
	if err != nil || backend != Tiered {
		return c.NewMachineOn(ctx, backend)
	}
	return c.specialized(ctx, module, func(ctx context.Context, m *netlist.Module) (sim.Machine, error) {
		lambdas, err := host.New(c.realm, c.Design, m)
		if err != nil {
			return nil, err
		}
		return machine(tier.New(ctx, m, c.Design, lambdas))
	})
}

// sameFailures holds that all backends have failed with the same problem, or none. Which loop is found to oscillate
// first depends on how much of the others is left after compiling.
func sameFailures(t *testing.T, backends []Backend, failures []error, at string) (failed bool) {
	t.Helper()
	code := func(err error) string {
		var d *circuit.Diagnostic
		if errors.As(err, &d) {
			return string(d.Code)
		}
		return fmt.Sprint(err)
	}
	for i, err := range failures {
		require.Equal(t, code(failures[0]), code(err), "%s with %s: %v, not %v", at, backends[i], err, failures[0])
	}
	return failures[0] != nil
}

// runRandomBatch compares vectors of a batch with single runs.
func runRandomBatch(t *testing.T, text string, seed uint64) {
	t.Helper()
	ctx := context.Background()
	rnd := rand.New(rand.NewPCG(seed, 78))
	c := compile(t, text)
	m, err := c.NewMachineOn(ctx, Interpreter)
	if err != nil {
		return
	}
	start, err := m.Snapshot()
	require.NoError(t, err)
	var nets []int
	for s := range c.Design.Signals() {
		nets = append(nets, s.Net)
	}
	names := c.FreeControls()
	p, err := c.NewBatch(ctx, nets, names)
	var opaque *batch.OpaqueError
	if errors.As(err, &opaque) {
		return
	}
	require.NoError(t, err)
	fields, err := NewControls(c.Design).Fields(names)
	require.NoError(t, err)
	vectors := batch.Random{Fields: fields, Seed: seed}
	cycles, count := rnd.IntN(4), 1+rnd.Uint64N(200)
	seen := make([][]circuit.Value, count)
	err = p.Run(ctx, count, batch.Options{Cycles: cycles, Vectors: vectors, Each: func(b *batch.Block) error {
		for lane := range b.Count {
			for i := range nets {
				seen[b.First+uint64(lane)] = append(seen[b.First+uint64(lane)], b.Peek(i, lane))
			}
		}
		return nil
	}})
	single := func(vector uint64) error {
		require.NoError(t, m.Restore(ctx, start))
		for k, v := range vectors.Values(vector, nil) {
			if f := fields[k]; f.Name == "" {
				m.Set(f.Input, v)
			} else {
				m.SetArgument(f.Node, f.Name, v)
			}
		}
		if err := m.Settle(ctx); err != nil {
			return err
		}
		_, err := m.Step(ctx, cycles)
		return err
	}
	if err != nil { // of one vector
		failed := false
		for vector := range count {
			failed = failed || single(vector) != nil
		}
		require.True(t, failed, "only the batch fails: %s", err)
		return
	}
	for range 5 {
		vector := rnd.Uint64N(count)
		require.NoError(t, single(vector), "vector %d", vector)
		for i, net := range nets {
			require.True(t, m.Peek(net).Equal(seen[vector][i]), "vector %d of %d after %d cycles: net %d is %s, not %s", vector, count, cycles, net, seen[vector][i], m.Peek(net))
		}
	}
}

// runRandomHistory visits cycles of a run and compares them with what they were.
func runRandomHistory(t *testing.T, text string, seed uint64) {
	t.Helper()
	ctx := context.Background()
	rnd := rand.New(rand.NewPCG(seed, 79))
	c := compile(t, text)
	m, err := c.NewMachineOn(ctx, backends[1+rnd.IntN(2)])
	if err != nil {
		return
	}
	defer func() { require.NoError(t, m.Close()) }()
	var now time.Time // a checkpoint after every few cycles
	h, err := history.New(m, history.Options{Interval: time.Millisecond, Clock: func() time.Time { now = now.Add(300 * time.Microsecond); return now }})
	require.NoError(t, err)
	shown := func() (all []string) {
		for s := range c.Design.Signals() {
			all = append(all, s.Path+" = "+h.Peek(s.Net).String())
		}
		return all
	}
	past := map[uint64][]string{0: shown()}
	deposited := rand.New(rand.NewPCG(seed, 81))
	for range 15 {
		_ = c.Deposit(ctx, h, randomDeposits(deposited, c)) // all of them or none
		for i, p := range c.Design.Inputs {
			if rnd.IntN(3) == 0 {
				h.Set(i, randomBits(rnd, p.Type.Wires()))
			}
		}
		if h.Settle(ctx) != nil {
			return
		}
		past[h.Cycle()] = shown()
		if _, err := h.Step(ctx, 1+rnd.IntN(3)); err != nil {
			return
		}
		past[h.Cycle()] = shown()
	}
	last := h.Range().Last
	for range 8 {
		cycle := rnd.Uint64N(last + 1)
		require.NoError(t, h.Seek(ctx, cycle))
		if was, ok := past[cycle]; ok {
			require.Equal(t, was, shown(), "cycle %d of %d", cycle, last)
		}
	}
}
