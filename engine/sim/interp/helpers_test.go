package interp_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
	"simten.dev/engine/rtl"
	"simten.dev/engine/sim/event"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/source"
)

// program is a compiled circuit file.
type program struct {
	realm  *realm.Realm
	design *elaborate.Design
	module *rtl.Module
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
	module, hints, err := rtl.Build(context.Background(), r, design, rtl.Options{Reachable: true})
	require.NoError(t, err)
	require.NoError(t, module.Check(), "%s", module)
	hints = slices.DeleteFunc(hints, func(d circuit.Diagnostic) bool { return d.Code == circuit.CodeLatch })
	return &program{realm: r, design: design, module: module, hints: hints}
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
	module, hints, err := rtl.Build(context.Background(), r, design, rtl.Options{Reachable: true})
	require.NoError(t, err)
	require.NoError(t, module.Check(), "%s", module)
	return &program{realm: r, design: design, module: module, hints: hints}, true
}
