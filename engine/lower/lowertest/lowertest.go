// Package lowertest is what tests of the lowering share: circuits with one lambda, and the comparison of compiled
// lambdas with the closures that they are.
//
// A text comes in; Compile gives its program, and Agree drives the netlist interpreter and the closures with the same
// random inputs and demands that all that can be seen is equal. A new form of test circuits is a function beside
// Eval.
package lowertest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/event"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/source"
	"simten.dev/engine/synthesis"
)

// T is a test.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Parent is a test that runs others, each with a test R.
type Parent[R T] interface {
	T
	Run(name string, f func(t R)) bool
}

// Program is a compiled circuit file.
type Program struct {
	Text   string
	Realm  *realm.Realm
	Design *elaborate.Design
	Module *netlist.Module
	Hints  []circuit.Diagnostic
}

// Compile builds the last circuit of a file.
func Compile(t T, text string) *Program {
	t.Helper()
	p, problems := build(t, text)
	if p == nil {
		t.Fatalf("no circuit: %v", problems)
	}
	p.Hints = slices.DeleteFunc(p.Hints, func(d circuit.Diagnostic) bool { return d.Code == circuit.CodeLatch })
	return p
}

// TryCompile is Compile for a text that may be no circuit at all.
func TryCompile(t T, text string) (*Program, bool) {
	t.Helper()
	p, _ := build(t, text)
	return p, p != nil
}

func build(t T, text string) (*Program, []circuit.Diagnostic) {
	t.Helper()
	r, err := realm.New(realm.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	script, problems := source.Prepare("circuit.ts", text, source.Options{Library: r.LibraryNames()})
	if script == nil {
		return nil, problems
	}
	if problems = r.Run(context.Background(), script, nil); circuit.HasErrors(problems) {
		return nil, problems
	}
	circuits := r.Circuits()
	if len(circuits) == 0 {
		return nil, nil
	}
	design, problems := elaborate.Elaborate(circuits[len(circuits)-1].Circuit, r, elaborate.Limits{})
	if design == nil {
		return nil, problems
	}
	module, hints, err := synthesis.Build(context.Background(), r, design, synthesis.Options{Reachable: true})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := module.Check(); err != nil {
		t.Fatalf("%v\n%s", err, module)
	}
	return &Program{Text: text, Realm: r, Design: design, Module: module, Hints: hints}, nil
}

// Interp is a machine that interprets the netlist.
func (p *Program) Interp(t T) *interp.Machine {
	t.Helper()
	h, err := host.New(p.Realm, p.Design, p.Module)
	if err != nil {
		t.Fatalf("%v", err)
	}
	m, err := interp.New(context.Background(), p.Module, p.Design, h)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m
}

// Event is a machine that calls the closures.
func (p *Program) Event(t T) *event.Machine {
	t.Helper()
	m, err := event.New(context.Background(), p.Realm, p.Design)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m
}

// Net finds a port by its path.
func (p *Program) Net(t T, path string) int {
	t.Helper()
	for s := range p.Design.Signals() {
		if s.Path == path {
			return s.Net
		}
	}
	t.Fatalf("no such port: %s", path)
	return -1
}

// Agree runs the netlist and the closures with the same random inputs and demands equal nets and state.
func Agree(t T, p *Program, cycles int, seed uint64) {
	t.Helper()
	a, b := sim.Machine(p.Interp(t)), sim.Machine(p.Event(t))
	rnd := rand.New(rand.NewPCG(seed, 1))
	for cycle := range cycles {
		Drive(p, rnd, 16, a, b)
		Run(t, rnd.IntN(3), a, b)
		Same(t, p, a, b, fmt.Sprintf("seed %d, round %d", seed, cycle))
	}
}

// AgreesWithSeed compares a circuit with the closures it is, driven by random inputs, and reports whether all of it was
// lowered.
func AgreesWithSeed[R Parent[R]](t R, text string, rounds int, seed uint64) (lowered bool) {
	t.Helper()
	ok := t.Run(fmt.Sprint(seed), func(t R) {
		p := Compile(t, text)
		for _, h := range p.Hints {
			t.Logf("%s", h.Message)
		}
		lowered = len(p.Hints) == 0
		Agree(t, p, rounds, seed)
	})
	if !ok {
		t.Logf("%s", text)
	}
	return lowered
}

// MostAreLowered checks random lambdas by their seeds; more than a share of them has to be lowered.
func MostAreLowered[R T](t R, count int, share float64, check func(t R, seed uint64) (lowered bool)) {
	t.Helper()
	lowered := 0
	for seed := range uint64(count) {
		if check(t, seed) {
			lowered++
		}
	}
	if t.Logf("%d of %d lambdas were lowered", lowered, count); float64(lowered) <= share*float64(count) {
		t.Fatalf("only %d of %d lambdas were lowered", lowered, count)
	}
}

// AgreeInEach demands that a circuit is compiled as a whole with each of some bodies, and compares it with its
// closures.
func AgreeInEach[R Parent[R]](t R, around [2]string, bodies map[string]string) {
	t.Helper()
	for name, body := range bodies {
		t.Run(name, func(t R) {
			p := Compile(t, around[0]+body+around[1])
			if len(p.Hints) > 0 {
				t.Fatalf("it is not compiled: %v", p.Hints)
			}
			Agree(t, p, 300, 5)
		})
	}
}

// Drive gives all machines the same random inputs, and some interactive arguments of up to so many bits.
func Drive(p *Program, rnd *rand.Rand, bits int, machines ...sim.Machine) {
	for i, in := range p.Design.Inputs {
		v := Random(rnd, in.Type.Wires())
		for _, m := range machines {
			m.Set(i, v)
		}
	}
	for i := range p.Design.NodeCount() {
		if name := p.Design.Node(i).Metadata.InteractiveArg; name != "" && rnd.IntN(3) == 0 {
			v := Random(rnd, bits)
			for _, m := range machines {
				m.SetArgument(i, name, v)
			}
		}
	}
}

// Run runs n cycles, or settles all machines when there are none to run.
func Run(t T, n int, machines ...sim.Machine) {
	t.Helper()
	for _, m := range machines {
		var err error
		if n == 0 {
			err = m.Settle(context.Background())
		} else {
			_, err = m.Step(context.Background(), n)
		}
		if err != nil {
			t.Fatalf("%v", err)
		}
	}
}

// Same demands that two machines are in the same state.
func Same(t T, p *Program, a, b sim.Machine, where string) {
	t.Helper()
	for s := range p.Design.Signals() {
		if x, y := a.Peek(s.Net).String(), b.Peek(s.Net).String(); x != y {
			t.Fatalf("%s: %s is %s, not %s\n%s\n%s", where, s.Path, x, y, p.Text, p.Module)
		}
	}
	for i := range p.Design.NodeCount() {
		for k := range p.Design.Node(i).State {
			if x, y := fmt.Sprint(a.State(i, k)), fmt.Sprint(b.State(i, k)); x != y {
				t.Fatalf("%s: %s.%s is %s, not %s\n%s", where, p.Design.Node(i).Path, p.Design.Node(i).State[k].Name, x, y, p.Text)
			}
		}
	}
	if a.Cycle() != b.Cycle() {
		t.Fatalf("%s: cycle %d, not %d", where, a.Cycle(), b.Cycle())
	}
}

// Random is a value of some bits, often a small one or one near the largest.
func Random(rnd *rand.Rand, width int) circuit.Value {
	words := make([]uint64, (width+63)/64)
	for i := range words {
		words[i] = rnd.Uint64()
		switch rnd.IntN(4) {
		case 0:
			words[i] = uint64(rnd.IntN(4))
		case 1:
			words[i] = ^uint64(rnd.IntN(4))
		}
	}
	return circuit.FromWords(words).Mask(width)
}
