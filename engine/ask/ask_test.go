package ask

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
)

// machineText has a register, a memory that is written to, a wide bus, a signed field, a ROM and an input.
const machineText = `
const Core = circuit('Core', {
  inputs: { step: bus(8), on: bit },
  outputs: { total: bus(8), zero: bit, wide: bus(70), word: bus(32), cell: bus(12) },
  state: { sum: reg(8), phase: reg(3, 5), ram: mem(16, 12), long: reg(70, 3), w: reg(32) },
  eval: ({ sum, phase, ram, long, w }) => ({ total: sum, zero: sum === 0, wide: long, word: w, cell: ram[phase] }),
  onTick: ({ sum, step, on, phase, ram, long, w }) => {
    if (on) ram[(sum + phase) & 15] = sum * 3 + phase
    return { sum: on ? sum + step : sum, phase: phase + (sum & 1) + 1, ram, long: long * 3n + BigInt(step), w: (w + 0x40000001) | 0 }
  },
})
circuit('Top', {
  inputs: { step: bus(8), on: bit },
  outputs: { total: bus(8), zero: bit, both: bus(8) },
  nodes: { core: Core, inv: Not, five: Constant({ value: 5, width: 8 }), add: Adder({ width: 8 }) },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [
    i.step.to(n.core.step), i.on.to(n.core.on), n.core.total.to(o.total, n.add.a), n.core.zero.to(o.zero, n.inv.in),
    n.five.out.to(n.add.b), n.add.sum.to(o.both),
  ],
})
`

// recorded compiles a text and runs it with random inputs.
func recorded(t testing.TB, text string, cycles int, seed uint64) *Run {
	ctx := context.Background()
	c, err := sandbox.Compile(ctx, sandbox.Source{Text: text}, sandbox.Limits{})
	require.NoError(t, err)
	require.NotNil(t, c.Design, "%v", c.Diagnostics)
	t.Cleanup(c.Close)
	m, err := c.NewMachine(ctx)
	require.NoError(t, err)
	past, err := history.New(m, history.Options{Interval: 1})
	require.NoError(t, err)
	rnd := rand.New(rand.NewPCG(seed, 1))
	for past.Cycle() < uint64(cycles) {
		for i, p := range c.Design.Inputs {
			if rnd.IntN(2) == 0 {
				past.Set(i, circuit.Uint(rnd.Uint64()).Mask(p.Type.Wires()))
			}
		}
		require.NoError(t, past.Settle(ctx))
		_, err := past.Step(ctx, min(1+rnd.IntN(40), cycles-int(past.Cycle())))
		require.NoError(t, err)
	}
	r := New(c, past, sandbox.Limits{})
	t.Cleanup(r.Close)
	return r
}

// formulas are conditions and values over the signals of machineText.
var formulas = []string{
	"total", "total === 0", "core.total > 100", "rise(on)", "fall(zero) || total === 7", "changed(core.phase)", "prev(total) > total",
	"core.phase === 3 && on === 1", "core.ram[3]", "core.ram[3] > prev(core.ram[3])", "core.wide & 1n", "core.wide > 1000n", "core.word > 0x7fffffff", "signed(core.word) < 0",
	"signed(total)", "signal('core.long') % 7n === 0n", "cycle % 10 === 3", "rise(total > 50 && total < 200)", "core.ram[core.phase] === 12", "core.ram[total & 15] * 2",
	"[1, 2, 3].some((x) => x === core.phase)", "Math.max(total, core.phase)", "both === ((total + 5) & 255)", "inv", "changed(total > 9)", "core.sum",
}

func TestExpressionsAreCompiled(t *testing.T) {
	r := recorded(t, machineText, 10, 1)
	for _, text := range formulas {
		e, err := r.Expression(context.Background(), text)
		require.NoError(t, err, text)
		f, err := r.frame(context.Background())
		require.NoError(t, err)
		_, _, err = e.observe(f)
		require.NoError(t, err, text)
	}
}

// Every answer is that of looking at each cycle.
func TestFindIsThePlainAnswer(t *testing.T) {
	r := recorded(t, machineText, 700, 2)
	rnd := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 4))
	for n, text := range formulas {
		for k := range 6 {
			from := uint64(rnd.IntN(700))
			q := Find{
				Condition: Condition{When: text, Trigger: Trigger(k % 4), For: uint64(max(0, rnd.IntN(8)-4))},
				From:      from, To: from + uint64(rnd.IntN(701-int(from))), Last: rnd.IntN(2) == 0, Count: rnd.IntN(2) == 0, Limit: []int{0, 1, 3, 1000}[rnd.IntN(4)],
			}
			if k == 0 {
				q.From, q.To = 0, 0
			}
			if q.Limit == 0 {
				q.Count = true
			}
			r.plain, r.backend = true, ""
			want, err := r.Find(context.Background(), q)
			require.NoError(t, err, "%+v", q)
			r.plain, r.backend = false, []sandbox.Backend{sandbox.Interpreter, sandbox.WebAssembly}[(n+k)%2]
			got, err := r.Find(context.Background(), q)
			require.NoError(t, err, "%+v", q)
			require.Equal(t, want, got, "%+v", q)
		}
	}
}

func TestWaveIsThePlainPicture(t *testing.T) {
	r := recorded(t, machineText, 700, 5)
	rnd := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 7))
	for k := range 30 {
		from := uint64(rnd.IntN(700))
		q := Wave{From: from, To: from + uint64(rnd.IntN(701-int(from))), Pixels: []int{1, 7, 100, 1000}[rnd.IntN(4)], Flat: rnd.IntN(3) == 0}
		if q.To == 0 {
			q.To = 1
		}
		for range 1 + rnd.IntN(6) {
			q.Signals = append(q.Signals, formulas[rnd.IntN(len(formulas))])
		}
		if rnd.IntN(2) == 0 {
			q.Curves = q.Signals[:1]
		}
		r.plain, r.backend = true, ""
		want, err := r.Wave(context.Background(), q)
		require.NoError(t, err, "%+v", q)
		r.plain, r.backend = false, []sandbox.Backend{sandbox.Interpreter, sandbox.WebAssembly}[k%2]
		got, err := r.Wave(context.Background(), q)
		require.NoError(t, err, "%+v", q)
		for i := range want.Rows {
			require.Equal(t, texts(want.Rows[i]), texts(got.Rows[i]), "%+v row %s", q, want.Rows[i].Signal)
		}
		require.Equal(t, want.Span, got.Span)
		again, err := r.Wave(context.Background(), q) // with the observers that were kept
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
	require.NotEmpty(t, r.views.list)
}

func texts(r Row) []string {
	var list []string
	for i := range r.First {
		s := fmt.Sprintf("%d: %v %v %v", i, r.First[i], r.Last[i], r.Changed[i])
		if r.Min != nil {
			s += fmt.Sprintf(" %v %v", r.Min[i], r.Max[i])
		}
		list = append(list, s)
	}
	return list
}

// A chain is checked by force: what it names as the causes of a value decides it, and what it leaves out does not.
func TestWhyNamesWhatDecides(t *testing.T) {
	ctx := context.Background()
	r := recorded(t, machineText, 300, 9)
	for _, name := range []string{"total", "zero", "both", "core.cell", "core.ram[3]", "core.word", "core.wide", "inv"} {
		for _, cycle := range []uint64{0, 1, 57, 200, 300} {
			x, err := r.Why(ctx, Why{Signal: name, Cycle: cycle, Steps: 40})
			require.NoError(t, err)
			require.Equal(t, name, x.Steps[0].Signal)
			require.Equal(t, cycle, x.Steps[0].Cycle)
			for i, s := range x.Steps {
				q, err := r.Wave(ctx, Wave{Signals: []string{s.Signal}, From: s.Cycle, To: max(s.Cycle, 1), Pixels: 2})
				require.NoError(t, err)
				require.Equal(t, q.Rows[0].First[0], s.Value, "%s, step %d: %+v", name, i, s)
				require.NotEmpty(t, s.Text)
				for _, c := range s.Causes {
					require.LessOrEqual(t, x.Steps[c].Cycle, s.Cycle)
				}
			}
		}
	}
}

func TestWhyOfAMultiplexerIsItsChosenLeg(t *testing.T) {
	ctx := context.Background()
	r := recorded(t, `circuit('Top', {
  inputs: { a: bus(8), b: bus(8), sel: bit, off: bit },
  outputs: { y: bus(8), z: bit },
  nodes: { mux: Mux({ width: 8 }), and: And },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [
    i.a.to(n.mux.in0), i.b.to(n.mux.in1), i.sel.to(n.mux.sel, n.and.a), i.off.to(n.and.b), n.mux.out.to(o.y), n.and.out.to(o.z),
  ],
})`, 0, 1)
	for input, v := range []uint64{3, 9, 1, 0} {
		r.past.Set(input, circuit.Uint(v))
	}
	require.NoError(t, r.past.Settle(ctx))
	signals := func(name string) []string {
		x, err := r.Why(ctx, Why{Signal: name, Cycle: 0})
		require.NoError(t, err)
		var list []string
		for _, s := range x.Steps {
			list = append(list, s.Signal)
		}
		return list
	}
	require.ElementsMatch(t, []string{"y", "b", "sel"}, signals("y"))
	require.ElementsMatch(t, []string{"z", "off"}, signals("z"))
}

// A pursuit stops in the cycle that a search finds afterwards.
func TestPursueStopsAtTheFirstHit(t *testing.T) {
	ctx := context.Background()
	for seed, when := range []string{"total === 77", "rise(zero)", "core.phase === 2 && total > 200", "changed(zero)", "core.ram[core.phase] === 12"} {
		for _, plain := range []bool{false, true} {
			r := recorded(t, machineText, 100, uint64(seed))
			r.plain = plain
			p, err := r.Pursue(ctx, Until{Condition: Condition{When: when}, Hit: 1 + seed%2})
			require.NoError(t, err)
			hit := false
			for past := uint64(0); !hit && past < 30; past++ {
				hit, err = p.Advance(ctx, time.Millisecond, 150)
				require.NoError(t, err)
			}
			p.Close()
			r.plain = false
			h, err := r.Find(ctx, Find{Condition: Condition{When: when}, From: 101, Limit: 100, Count: true})
			require.NoError(t, err)
			require.Equal(t, hit, len(h.Cycles) > seed%2, when)
			if hit {
				require.Equal(t, r.past.Cycle(), h.Cycles[seed%2], when)
			}
		}
	}
}

// sumText has a constant that its register depends on.
const sumText = `circuit('Sum', {
  inputs: { on: bit },
  outputs: { total: bus(8) },
  nodes: { sum: Register({ width: 8 }), add: Adder({ width: 8 }), five: Constant({ value: 5, width: 8 }) },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [
    n.sum.q.to(n.add.a, o.total), n.five.out.to(n.add.b), n.add.sum.to(n.sum.data), i.on.to(n.sum.we),
  ],
})`

// A run until a condition is the run that it would be without: its present and its past, also where inputs and a
// constant are set on the way.
func TestPursueLeavesTheRunAsItIs(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(12) {
		rnd := rand.New(rand.NewPCG(seed, 9))
		r := recorded(t, []string{sumText, machineText, machineText}[seed%3], 40, seed)
		d := r.compiled.Design
		r.backend = []sandbox.Backend{sandbox.Interpreter, sandbox.WebAssembly}[seed%2]
		p, err := r.Pursue(ctx, Until{Condition: Condition{When: "total === 77"}, Hit: 1000})
		require.NoError(t, err)
		adopted := 0
		for round := range 12 {
			for i, port := range d.Inputs {
				if rnd.IntN(3) == 0 {
					r.past.Set(i, circuit.Uint(rnd.Uint64()).Mask(port.Type.Wires()))
				}
			}
			if seed%3 == 0 && round == 6 {
				r.past.SetArgument(d.NodeIndex("five"), "value", circuit.Uint(9))
			}
			if rnd.IntN(4) > 0 {
				require.NoError(t, r.past.Settle(ctx))
			}
			_, err := p.Advance(ctx, time.Second, uint64(1+rnd.IntN(300)))
			require.NoError(t, err)
			if !p.follows {
				adopted++
			}
		}
		p.Close()
		require.Positive(t, adopted, "seed %d", seed)
		tape, whole := NewTape(d, r.past)
		require.True(t, whole)
		last := r.past.Cycle()
		for _, cycle := range []uint64{last, rnd.Uint64N(last), rnd.Uint64N(last), last} {
			plain, err := r.compiled.NewMachineOn(ctx, sandbox.Interpreter)
			require.NoError(t, err)
			playback := tape.On(d)
			require.NoError(t, playback.Reset(ctx, plain))
			require.NoError(t, playback.Run(ctx, cycle))
			require.NoError(t, r.past.StartSeek(ctx, cycle))
			for done := 1; r.past.Seeking() && done > 0; {
				done, err = r.past.Continue(ctx, 1000)
				require.NoError(t, err)
			}
			require.Equal(t, cycle, r.past.Cycle())
			for net := range d.Nets {
				require.Equal(t, plain.Peek(net), r.past.Peek(net), "seed %d, cycle %d, net %d", seed, cycle, net)
			}
			for i, n := range d.Nodes() {
				for f := range n.State {
					require.Equal(t, plain.State(i, f), r.past.State(i, f), "seed %d, cycle %d, %s", seed, cycle, n.Path)
				}
			}
		}
	}
}

func TestCompare(t *testing.T) {
	ctx := context.Background()
	r := recorded(t, machineText, 400, 3)
	compile := func(text string) *sandbox.Compiled {
		c, err := sandbox.Compile(ctx, sandbox.Source{Text: text}, sandbox.Limits{})
		require.NoError(t, err)
		require.NotNil(t, c.Design)
		t.Cleanup(c.Close)
		return c
	}
	d, err := r.Compare(ctx, Compare{Other: compile(machineText)})
	require.NoError(t, err)
	require.True(t, d.Equal)
	other := compile(strings.Replace(machineText, "on ? sum + step : sum", "on ? sum + step + (sum === 77 ? 1 : 0) : sum", 1))
	d, err = r.Compare(ctx, Compare{Other: other, Limit: 10})
	require.NoError(t, err)
	h, err := r.Find(ctx, Find{Condition: Condition{When: "total === 77 && on", Trigger: Holds}, Limit: 1})
	require.NoError(t, err)
	if len(h.Cycles) == 0 {
		require.True(t, d.Equal)
		return
	}
	require.Equal(t, h.Cycles[0]+1, d.Cycle)
	require.Equal(t, "total", d.Signal)
	require.Equal(t, d.Left.Lo+1, d.Right.Lo)
}

// TestNamesBetweenSwitchesAndLamps: on the page a circuit stands between switches and lamps, and its signals are still
// called as in its text.
func TestNamesBetweenSwitchesAndLamps(t *testing.T) {
	ctx := context.Background()
	compiled, err := sandbox.Compile(ctx, sandbox.Source{Harness: true, Text: `circuit('Count', {
  inputs: { step: bus(4) }, outputs: { count: bus(8) }, state: { n: reg(8) },
  eval: ({ n }) => ({ count: n }), onTick: ({ n, step }) => ({ n: n + step }),
})`}, sandbox.Limits{})
	require.NoError(t, err)
	defer compiled.Close()
	machine, err := compiled.NewMachineOn(ctx, "interp")
	require.NoError(t, err)
	past, err := history.New(machine, history.Options{})
	require.NoError(t, err)
	run := New(compiled, past, sandbox.Limits{})
	defer run.Close()
	for _, name := range []string{"count", "dut.count", "n", "dut.n"} {
		s, err := run.Signal(name)
		require.NoError(t, err, name)
		require.Equal(t, 8, s.Width, name)
	}
	why, err := run.Why(ctx, Why{Signal: "count"})
	require.NoError(t, err)
	require.Equal(t, "count", why.Steps[0].Signal)
	for _, step := range why.Steps {
		require.NotContains(t, step.Text, "dut.")
	}
	_, err = run.Expression(ctx, "conut === 1")
	require.ErrorContains(t, err, "conut")
}

// TestRecentWritesAreThoseOfTheSearch: computing the lambda cycle by cycle finds the write that a search through the
// netlist finds.
func TestRecentWritesAreThoseOfTheSearch(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(4) {
		run := recorded(t, machineText, 300, seed)
		x := &explainer{run: run, max: 100, known: map[fact]int{}}
		var err error
		x.behaviors, err = run.compiled.Behaviors(ctx)
		require.NoError(t, err)
		x.machine, err = run.compiled.NewMachineOn(ctx, "interp")
		require.NoError(t, err)
		x.player = run.past.Player(x.machine, nil)
		x.player.Keep = true
		first, last := run.Range()
		found := 0
		for _, name := range []string{"core.sum", "core.phase", "core.long", "core.w"} {
			s, err := run.Signal(name)
			require.NoError(t, err)
			for to := last - 1; to > first; to -= 1 + to%7 {
				for _, changing := range []bool{false, true} {
					cycle, ok, err := x.recentWrite(ctx, s, max(first, to-min(to, recent)), to, changing)
					require.NoError(t, err)
					if !ok {
						continue
					}
					found++
					want, ok, err := x.searchWrite(ctx, s, first, to, changing)
					require.NoError(t, err)
					require.True(t, ok)
					require.Equal(t, want, cycle, "%s before %d, changing %v, seed %d", name, to, changing, seed)
				}
				if to < 8 {
					break
				}
			}
		}
		require.Greater(t, found, 200)
	}
}

// TestWhyEndsAtADeposit: what somebody wrote into a register or a cell is the cause of its value until the circuit
// writes there again.
func TestWhyEndsAtADeposit(t *testing.T) {
	ctx := context.Background()
	run := recorded(t, machineText, 50, 3)
	past := run.past
	last := func(name string, cycle uint64) Step {
		x, err := run.Why(ctx, Why{Signal: name, Cycle: cycle})
		require.NoError(t, err)
		return x.Steps[0]
	}
	past.Set(1, circuit.Value{})
	require.NoError(t, past.Settle(ctx))
	_, err := past.Step(ctx, 40)
	require.NoError(t, err)
	at := past.Cycle()
	require.NoError(t, run.compiled.Deposit(ctx, past, []sandbox.Deposit{
		{Node: "core", Field: "sum", Cells: []byte{77}},
		{Node: "core", Field: "ram", First: 4, Cells: []byte{5, 1, 6, 1}},
		{Node: "core", Field: "w", Cells: []byte{0, 0, 0, 0x90}},
	}))
	require.NoError(t, past.Settle(ctx))
	_, err = past.Step(ctx, 30)
	require.NoError(t, err)
	for name, value := range map[string]uint64{"core.sum": 77, "core.ram[4]": 261, "core.ram[5]": 262} {
		step := last(name, at+30)
		require.Equal(t, FromInput, step.Kind, "%s: %s", name, step.Text)
		require.Contains(t, step.Text, fmt.Sprintf("was set by hand to %d", value))
		require.Contains(t, step.Text, fmt.Sprintf("in cycle %d.", at))
		require.NotEqual(t, FromInput, last(name, at-1).Kind)
	}
	require.Equal(t, FromRegister, last("core.w", at+3).Kind, "it is written in every cycle")
	require.Equal(t, FromInput, last("core.w", at).Kind)
	require.NotEqual(t, FromInput, last("core.ram[6]", at+30).Kind)
	// A wave and a search see it, too.
	hits, err := run.Find(ctx, Find{Condition: Condition{When: "core.sum === 77 && core.ram[5] === 262"}, From: at - 30, Limit: 9})
	require.NoError(t, err)
	require.Equal(t, []uint64{at}, hits.Cycles)
	picture, err := run.Wave(ctx, Wave{Signals: []string{"core.ram[4]"}, From: at - 1, To: at + 1, Pixels: 3})
	require.NoError(t, err)
	require.EqualValues(t, 261, picture.Rows[0].First[1].Lo)
	require.NotEqualValues(t, 261, picture.Rows[0].First[0].Lo)
}
