package conformance

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim/event"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/source"
	"simten.dev/engine/synthesis"
)

// program is a compiled circuit file.
type program struct {
	text   string
	realm  *realm.Realm
	design *elaborate.Design
	module *netlist.Module
	hints  []circuit.Diagnostic
}

// compile builds the last circuit of a file.
func compile(t testing.TB, text string) *program {
	t.Helper()
	r, err := realm.New(realm.Options{})
	require.NoError(t, err)
	script, problems := source.Prepare("circuit.ts", text, source.Options{Library: r.LibraryNames()})
	require.NotNil(t, script, "%v", problems)
	problems = r.Run(context.Background(), script, nil)
	require.False(t, circuit.HasErrors(problems), "%v", problems)
	circuits := r.Circuits()
	require.NotEmpty(t, circuits)
	design, problems := elaborate.Elaborate(circuits[len(circuits)-1].Circuit, r, elaborate.Limits{})
	require.NotNil(t, design, "%v", problems)
	module, hints, err := synthesis.Build(context.Background(), r, design, synthesis.Options{Reachable: true})
	require.NoError(t, err)
	require.NoError(t, module.Check(), "%s", module)
	hints = slices.DeleteFunc(hints, func(d circuit.Diagnostic) bool { return d.Code == circuit.CodeLatch })
	return &program{text: text, realm: r, design: design, module: module, hints: hints}
}

func (p *program) interp(t testing.TB) *interp.Machine {
	t.Helper()
	h, err := host.New(p.realm, p.design, p.module)
	require.NoError(t, err)
	m, err := interp.New(context.Background(), p.module, p.design, h)
	require.NoError(t, err)
	return m
}

func (p *program) event(t testing.TB) *event.Machine {
	t.Helper()
	m, err := event.New(context.Background(), p.realm, p.design)
	require.NoError(t, err)
	return m
}

// net finds a port by its path.
func (p *program) net(t testing.TB, path string) int {
	t.Helper()
	for s := range p.design.Signals() {
		if s.Path == path {
			return s.Net
		}
	}
	require.Failf(t, "no such port", "%s", path)
	return -1
}

// tryCompile is compile for a text that may be no circuit at all.
func tryCompile(t testing.TB, text string) (*program, bool) {
	t.Helper()
	r, err := realm.New(realm.Options{})
	require.NoError(t, err)
	script, _ := source.Prepare("circuit.ts", text, source.Options{Library: r.LibraryNames()})
	if script == nil || circuit.HasErrors(r.Run(context.Background(), script, nil)) || len(r.Circuits()) == 0 {
		return nil, false
	}
	design, _ := elaborate.Elaborate(r.Circuits()[len(r.Circuits())-1].Circuit, r, elaborate.Limits{})
	if design == nil {
		return nil, false
	}
	module, hints, err := synthesis.Build(context.Background(), r, design, synthesis.Options{Reachable: true})
	require.NoError(t, err)
	require.NoError(t, module.Check(), "%s", module)
	return &program{text: text, realm: r, design: design, module: module, hints: hints}, true
}

// agreesWithSeed compares a circuit with the closures it is, driven by random inputs, and reports whether all of it was
// lowered.
func agreesWithSeed(t *testing.T, text string, rounds int, seed uint64) (lowered bool) {
	t.Helper()
	t.Run(fmt.Sprint(seed), func(t *testing.T) {
		defer func() {
			if t.Failed() {
				t.Log(text)
			}
		}()
		p := compile(t, text)
		for _, h := range p.hints {
			t.Log(h.Message)
		}
		lowered = len(p.hints) == 0
		agree(t, p, rounds, seed)
	})
	return lowered
}

// mostAreLowered checks random lambdas by their seeds; more than a share of them has to be lowered.
func mostAreLowered(t *testing.T, count int, share float64, check func(t *testing.T, seed uint64) (lowered bool)) {
	t.Helper()
	lowered := 0
	for seed := range uint64(count) {
		if check(t, seed) {
			lowered++
		}
	}
	t.Logf("%d of %d lambdas were lowered", lowered, count)
	require.Greater(t, float64(lowered), share*float64(count))
}
