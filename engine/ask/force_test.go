package ask

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
)

// The chain of causes of a value is checked by force: in random circuits with random inputs, other values are put in
// the place of what it names, and of what it leaves out.

// forced is a random circuit of parts of one and four wires, with its inputs for every cycle.
type forced struct {
	nodes   []string // lines of the text, in which $name stands for a value of given
	wires   []string
	outputs []string
	inputs  []string // "a: bit"
	given   map[string]uint64
	widths  map[string]int // of given
	table   [][]uint64     // cycle, input
}

// partsOfForce define parts with a register that counts, a memory, and lambdas that use parts of their inputs.
const partsOfForce = `
const Sum = circuit('Sum', { inputs: { step: bus(4), on: bit }, outputs: { q: bus(4) }, state: { sum: reg(4) },
  eval: ({ sum }) => ({ q: sum }), onTick: ({ sum, step, on }) => ({ sum: on ? sum + step : sum }) })
const Cells = circuit('Cells', { inputs: { at: bus(2), to: bus(2), data: bus(4), we: bit }, outputs: { q: bus(4) }, state: { ram: mem(4, 4) },
  eval: ({ ram, at }) => ({ q: ram[at] }), onTick: ({ ram, to, data, we }) => { if (we) ram[to] = data; return { ram } } })
const Pick = circuit('Pick', { inputs: { a: bus(4), b: bus(4), c: bit }, outputs: { q: bus(4), t: bit },
  eval: ({ a, b, c }) => { const [x, y] = c ? [a, b] : [b, 3]; return { q: x === y ? a & 5 : x - y, t: (a & 3) > (b & 3) || c === 1 } } })
const Join = circuit('Join', { inputs: { a: bus(4), b: bus(4) }, outputs: { q: bus(4), t: bit },
  eval: ({ a, b }) => ({ q: ((a & 3) << 2) | (b >> 2), t: (a >> 3) & 1 }) })
`

func randomForced(rnd *rand.Rand) *forced {
	f := &forced{given: map[string]uint64{}, widths: map[string]int{}}
	bits, words := []string{}, []string{}
	for i := range 2 + rnd.IntN(3) {
		name := fmt.Sprintf("i%d", i)
		if i == 1 || i > 1 && rnd.IntN(2) == 0 {
			f.inputs, words = append(f.inputs, name+": bus(4)"), append(words, "i."+name)
		} else {
			f.inputs, bits = append(f.inputs, name+": bit"), append(bits, "i."+name)
		}
	}
	before := ""
	// One wire at both inputs of a part makes values that nothing decides, such as those of x ^ x.
	pick := func(list []string) string {
		w := list[rnd.IntN(len(list))]
		for k := 0; k < 3 && w == before; k++ {
			w = list[rnd.IntN(len(list))]
		}
		before = w
		return w
	}
	bit := func() string { return pick(bits) }
	word := func() string { return pick(words) }
	var feedback []func()
	value := func(name string, width int) string {
		f.given[name], f.widths[name] = rnd.Uint64()&(1<<width-1), width
		return "$" + name
	}
	for k := range 4 + rnd.IntN(10) {
		n := fmt.Sprintf("n%d", k)
		wire := func(from, pin string) { f.wires = append(f.wires, fmt.Sprintf("%s.to(n.%s.%s)", from, n, pin)) }
		later := func(from func() string, pin string) { feedback = append(feedback, func() { wire(from(), pin) }) }
		part := func(text string) { f.nodes = append(f.nodes, n+": "+text) }
		gives := func(list *[]string, pins ...string) {
			for _, p := range pins {
				*list = append(*list, "n."+n+"."+p)
			}
		}
		switch rnd.IntN(11) {
		case 0, 1:
			part([]string{"And", "Or", "Xor"}[rnd.IntN(3)])
			wire(bit(), "a")
			wire(bit(), "b")
			gives(&bits, "out")
		case 2:
			part("Mux({ width: 4 })")
			wire(word(), "in0")
			wire(word(), "in1")
			wire(bit(), "sel")
			gives(&words, "out")
		case 3:
			part("Adder({ width: 4 })")
			wire(word(), "a")
			wire(word(), "b")
			gives(&words, "sum")
		case 4:
			part("Register({ width: 4, value: " + value(n, 4) + " })")
			later(word, "data")
			later(bit, "we")
			if rnd.IntN(3) == 0 {
				later(bit, "rst")
			}
			gives(&words, "q")
		case 5:
			part("Comparator({ width: 4 })")
			wire(word(), "a")
			wire(word(), "b")
			gives(&bits, "eq", "lt")
		case 6:
			part("Sum({ sum: " + value(n, 4) + " })")
			later(word, "step")
			later(bit, "on")
			gives(&words, "q")
		case 7:
			part("Cells")
			for _, s := range []string{"at", "to"} {
				f.nodes = append(f.nodes, n+s+": Slice({ inWidth: 4, width: 2 })")
				f.wires = append(f.wires, fmt.Sprintf("%s.to(n.%s%s.in), n.%s%s.out.to(n.%s.%s)", word(), n, s, n, s, n, s))
			}
			later(word, "data")
			later(bit, "we")
			gives(&words, "q")
		case 8:
			part("Constant({ width: 4, value: " + value(n, 4) + " })")
			gives(&words, "out")
		case 9:
			part("Pick")
			wire(word(), "a")
			wire(word(), "b")
			wire(bit(), "c")
			gives(&words, "q")
			gives(&bits, "t")
		default:
			part("Join")
			wire(word(), "a")
			wire(word(), "b")
			gives(&words, "q")
			gives(&bits, "t")
		}
	}
	for _, add := range feedback {
		add()
	}
	f.outputs = append(slices.Clone(bits), words...)
	f.table = make([][]uint64, 6+rnd.IntN(20))
	for c := range f.table {
		for range f.inputs {
			f.table[c] = append(f.table[c], rnd.Uint64()&15)
		}
	}
	return f
}

func (f *forced) copy() *forced {
	c := *f
	c.given = map[string]uint64{}
	for k, v := range f.given {
		c.given[k] = v
	}
	c.table = make([][]uint64, len(f.table))
	for i := range f.table {
		c.table[i] = slices.Clone(f.table[i])
	}
	return &c
}

func (f *forced) text() string {
	nodes := strings.Join(f.nodes, ", ")
	for name, v := range f.given {
		nodes = strings.ReplaceAll(nodes, "$"+name+" ", strconv.FormatUint(v, 10)+" ")
	}
	return fmt.Sprintf("%s\ncircuit('Forced', { inputs: { %s }, nodes: { %s }, connect: ({ inputs: i, nodes: n }) => [ %s ] })",
		partsOfForce, strings.Join(f.inputs, ", "), nodes, strings.Join(f.wires, ", "))
}

// compile makes the circuit.
func (f *forced) compile(t *testing.T) *sandbox.Compiled {
	c, err := sandbox.Compile(context.Background(), sandbox.Source{Text: f.text()}, sandbox.Limits{})
	require.NoError(t, err)
	require.NotNil(t, c.Design, "%v\n%s", c.Diagnostics, f.text())
	return c
}

// run gives the circuit its inputs.
func (f *forced) run(t *testing.T, c *sandbox.Compiled) *Run {
	ctx := context.Background()
	m, err := c.NewMachineOn(ctx, sandbox.Interpreter)
	require.NoError(t, err)
	past, err := history.New(m, history.Options{})
	require.NoError(t, err)
	for cycle, values := range f.table {
		for i, v := range values {
			past.Set(i, circuit.Uint(v).Mask(c.Design.Inputs[i].Type.Wires()))
		}
		require.NoError(t, past.Settle(ctx))
		if cycle < len(f.table)-1 {
			_, err := past.Step(ctx, 1)
			require.NoError(t, err)
		}
	}
	return New(c, past, sandbox.Limits{})
}

// change runs the circuit with other values in the place of some leaves, and passes it on.
func (f *forced) change(t *testing.T, c *sandbox.Compiled, leaves []leaf, rnd *rand.Rand, see func(r *Run)) {
	g := f.copy()
	anew := false
	for _, l := range leaves {
		g.put(l, rnd)
		anew = anew || l.given != ""
	}
	if anew {
		c = g.compile(t)
		defer c.Close()
	}
	r := g.run(t, c)
	defer func() { _ = r.past.Close() }()
	defer r.Close()
	see(r)
}

// A leaf is where a chain can end: an input in a cycle, a start value or a constant.
type leaf struct {
	input, cycle int
	given        string
}

func (f *forced) leaves(until int) []leaf {
	var list []leaf
	for c := range until + 1 {
		for i := range f.inputs {
			list = append(list, leaf{input: i, cycle: c})
		}
	}
	for name := range f.given {
		list = append(list, leaf{input: -1, given: name})
	}
	slices.SortFunc(list, func(a, b leaf) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return list
}

// put gives a leaf another value.
func (f *forced) put(l leaf, rnd *rand.Rand) {
	if l.given != "" {
		f.given[l.given] = (f.given[l.given] + 1 + rnd.Uint64N(1<<f.widths[l.given]-1)) & (1<<f.widths[l.given] - 1)
		return
	}
	width := 4
	if strings.HasSuffix(f.inputs[l.input], "bit") {
		width = 1
	}
	v := f.table[l.cycle][l.input] & (1<<width - 1)
	f.table[l.cycle][l.input] = (v + 1 + rnd.Uint64N(1<<width-1)) & (1<<width - 1)
}

var writtenAt = regexp.MustCompile(`at the clock edge after cycle (\d+)\.`)

// named are the leaves of a chain, and the registers that hold a value in it: from a write to a cycle.
func (f *forced) named(r *Run, x *Explanation) (leaves []leaf, held []Step) {
	add := func(l leaf) {
		if !slices.Contains(leaves, l) {
			leaves = append(leaves, l)
		}
	}
	for _, s := range x.Steps {
		node, _, _ := strings.Cut(s.Signal, ".")
		switch {
		case s.Kind == FromRegister && s.Node != "" || s.Kind == FromStart && s.Node != "":
			if sig, err := r.Signal(s.Signal); err == nil && sig.Kind != Port {
				held = append(held, s)
			}
			if _, ok := f.given[node]; ok && s.Kind == FromStart {
				add(leaf{input: -1, given: node})
			}
		case s.Kind == FromInput || s.Kind == FromStart || s.Kind == FromConstant:
			if _, ok := f.given[node]; ok {
				add(leaf{input: -1, given: node})
				continue
			}
			for i, in := range f.inputs {
				if strings.HasPrefix(in, s.Signal+":") {
					add(leaf{input: i, cycle: int(s.Cycle)})
				}
			}
		}
	}
	return leaves, held
}

// holds tells whether the registers of a chain are written in another run when they were in the first: a chain tells of
// writes, not of why there were none later.
func (f *forced) holds(t *testing.T, r *Run, held []Step) bool {
	ctx := context.Background()
	x := &explainer{run: r, max: 100, known: map[fact]int{}}
	var err error
	x.behaviors, err = r.compiled.Behaviors(ctx)
	require.NoError(t, err)
	x.machine, err = r.compiled.NewMachineOn(ctx, sandbox.Interpreter)
	require.NoError(t, err)
	defer func() { _ = x.machine.Close() }()
	x.player = r.past.Player(x.machine, nil)
	for _, s := range held {
		sig, err := r.Signal(s.Signal)
		require.NoError(t, err)
		at := uint64(0)
		written := false
		if m := writtenAt.FindStringSubmatch(s.Text); m != nil {
			at, _ = strconv.ParseUint(m[1], 10, 64)
			written = true
		}
		if s.Cycle == 0 {
			continue
		}
		cycle, found, err := x.lastWrite(ctx, sig, 0, s.Cycle-1, false)
		require.NoError(t, err)
		if found != written || found && cycle != at {
			return false
		}
	}
	return true
}

// forcedCircuits is how many circuits are made; each is run some hundred times.
const forcedCircuits = 25

func TestWhyByForce(t *testing.T) {
	ctx := context.Background()
	seed := rand.Uint64()
	rnd := rand.New(rand.NewPCG(seed, 1))
	var out, moved, alone, aloneEffect, together, togetherEffect int
	for range forcedCircuits {
		f := randomForced(rnd)
		c := f.compile(t)
		r := f.run(t, c)
		for range 5 {
			signal := strings.TrimPrefix(strings.TrimPrefix(f.outputs[rnd.IntN(len(f.outputs))], "n."), "i.")
			cycle := uint64(rnd.IntN(len(f.table)))
			x, err := r.Why(ctx, Why{Signal: signal, Cycle: cycle, Steps: MaxSteps})
			require.NoError(t, err)
			require.False(t, x.More)
			named, held := f.named(r, x)
			left := slices.DeleteFunc(f.leaves(int(cycle)), func(l leaf) bool { return slices.Contains(named, l) })
			differs := func(other *Run) bool {
				require.NoError(t, other.past.Seek(ctx, cycle))
				s, err := other.Signal(signal)
				require.NoError(t, err)
				return !s.Read(other.past).Equal(x.Steps[0].Value)
			}
			for k := range 6 {
				changed := some(left, k, rnd)
				f.change(t, c, changed, rnd, func(other *Run) {
					out++
					if !differs(other) {
						return
					}
					moved++
					require.False(t, f.holds(t, other, held), "seed %d: %s in cycle %d is another after a change of %+v, which the chain leaves out\n%s\n%s\n%v",
						seed, signal, cycle, changed, f.text(), steps(x), f.table)
				})
			}
			if len(named) == 0 {
				continue
			}
			// Some change has an effect, unless the value is the same whatever its causes are, as of a & !a.
			try := func(leaves []leaf) (effect int) {
				for k := 0; k < 24 && effect == 0; k++ {
					f.change(t, c, some(leaves, k, rnd), rnd, func(other *Run) {
						if differs(other) {
							effect = 1
						}
					})
				}
				return effect
			}
			together++
			togetherEffect += try(named)
			alone++
			aloneEffect += try(some(named, 0, rnd))
		}
		r.Close()
		_ = r.past.Close()
		c.Close()
	}
	t.Logf("left out: %d changes, after %d of which a register was written at another time; named: %d of %d changes of one had an effect, %d of %d of several",
		out, moved, aloneEffect, alone, togetherEffect, together)
	require.Greater(t, 100*togetherEffect, 70*together)
	require.Greater(t, 100*aloneEffect, 55*alone)
	require.Greater(t, out, 20*forcedCircuits)
}

// some are one of the leaves, or with k several.
func some(leaves []leaf, k int, rnd *rand.Rand) []leaf {
	if len(leaves) == 0 {
		return nil
	}
	if k == 0 || k > 2 {
		return []leaf{leaves[rnd.IntN(len(leaves))]}
	}
	var list []leaf
	for _, l := range leaves {
		if rnd.IntN(2) == 0 {
			list = append(list, l)
		}
	}
	return list
}

func steps(x *Explanation) string {
	var b strings.Builder
	for i, s := range x.Steps {
		fmt.Fprintf(&b, "%d: %s@%d = %v %s [%s] %v\n", i, s.Signal, s.Cycle, s.Value, s.Kind, s.Text, s.Causes)
	}
	return b.String()
}
