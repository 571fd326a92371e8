package lowertest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"simten.dev/engine/sim"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/wasmgen"
	"simten.dev/engine/word"
)

// AgreeGenerated runs the generated code and the interpreter side by side. Each has a realm of its own,
// as closures called by one must not see the state of the other.
func AgreeGenerated(t T, p *Program, rounds int, seed uint64) {
	t.Helper()
	ctx := context.Background()
	q := Compile(t, p.Text)
	if q.Module.String() != p.Module.String() {
		t.Fatalf("the netlist depends on something else than the circuit:\n%s\nand\n%s", q.Module, p.Module)
	}
	h, err := host.New(q.Realm, q.Design, q.Module)
	if err != nil {
		t.Fatalf("%v", err)
	}
	w, err := wasmgen.New(ctx, q.Module, q.Design, h)
	if err != nil {
		t.Fatalf("%v", err)
	}
	a, b := sim.Machine(p.Interp(t)), sim.Machine(w)
	rnd := rand.New(rand.NewPCG(seed, 1))
	for round := range rounds {
		Drive(p, rnd, 70, a, b)
		Run(t, rnd.IntN(3), a, b)
		Same(t, p, a, b, fmt.Sprintf("seed %d, round %d", seed, round))
	}
	if err := w.Close(); err != nil {
		t.Fatalf("%v", err)
	}
}

// AgreeCompiled demands that a circuit is compiled as a whole, to so many operations at most, and compares the ways to
// run it.
func AgreeCompiled(t T, text string, maxOps int) {
	t.Helper()
	p := Compile(t, text)
	if len(p.Hints) > 0 || len(p.Module.Ops) > maxOps {
		t.Fatalf("%d operations, not at most %d; not compiled: %v\n%s", len(p.Module.Ops), maxOps, p.Hints, text)
	}
	Agree(t, p, 200, 6)
	AgreeGenerated(t, p, 200, 6)
}

// AgreeOnRandom compares all ways to run n random circuits, of which more than a quarter must have operations of a
// kind.
func AgreeOnRandom[R Parent[R]](t R, n uint64, rounds int, kind word.Kind, text func(seed uint64) string) {
	t.Helper()
	some := uint64(0)
	for seed := range n {
		text := text(seed)
		p := Compile(t, text)
		if slices.ContainsFunc(p.Module.Ops, func(op word.Op) bool { return op.Kind == kind }) {
			some++
		}
		ok := t.Run(fmt.Sprint(seed), func(t R) {
			Agree(t, p, rounds, seed)
			AgreeGenerated(t, p, rounds, seed)
		})
		if !ok {
			t.Logf("%s", text)
		}
	}
	if t.Logf("%d of %d circuits have operations %s", some, n, kind); some <= n/4 {
		t.Fatalf("only %d of %d circuits have operations %s", some, n, kind)
	}
}
