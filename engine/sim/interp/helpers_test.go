package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/source"
	"simten.dev/engine/synthesis"
)

// program is the last circuit of a file.
type program struct {
	realm  *realm.Realm
	design *elaborate.Design
	module *netlist.Module
}

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
	module, _, err := synthesis.Build(context.Background(), r, design, synthesis.Options{Reachable: true})
	require.NoError(t, err)
	return &program{realm: r, design: design, module: module}
}

func (p *program) interp(t testing.TB) *interp.Machine {
	t.Helper()
	h, err := host.New(p.realm, p.design, p.module)
	require.NoError(t, err)
	m, err := interp.New(context.Background(), p.module, p.design, h)
	require.NoError(t, err)
	return m
}

// benchCircuits are the files of the benchmark that tests here use too.
func benchCircuits(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../../bench/*/circuit.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	texts := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		texts[filepath.Base(filepath.Dir(f))] = string(text)
	}
	return texts
}
