package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersions(t *testing.T) {
	for text, want := range map[string]version{
		"go1.26.8": {1, 26}, "v20.19.1\n": {20, 19}, "go1.27rc1": {1, 27}, "devel go1.28-abc": {1, 28},
	} {
		got, ok := parseVersion(text)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	_, ok := parseVersion("none")
	require.False(t, ok)
	for v, want := range map[version]bool{
		{18, 20}: false, {20, 18}: false, {20, 19}: true, {21, 7}: false, {22, 11}: false, {22, 12}: true, {24, 0}: true,
	} {
		require.Equal(t, want, nodeWorks(v), v)
	}
}

func TestStampedRunsAStepWhenItMust(t *testing.T) {
	p := project{root: t.TempDir(), out: os.Stdout}
	source := p.path("engine", "a.go")
	require.NoError(t, os.MkdirAll(p.path("engine", "node_modules"), 0o755))
	require.NoError(t, os.WriteFile(source, []byte("1"), 0o644))
	runs := 0
	build := func(fail error) error {
		digest, err := p.digest([]string{"engine", "missing"}, func(path string) bool { return filepath.Ext(path) == ".go" })
		require.NoError(t, err)
		return p.stamped("x", digest, "product", func() error {
			runs++
			if fail != nil {
				return fail
			}
			return os.WriteFile(p.path("product"), nil, 0o644)
		})
	}
	broken := errors.New("broken")
	require.NoError(t, build(nil))
	require.NoError(t, build(nil))
	require.Equal(t, 1, runs, "nothing changed")

	require.NoError(t, os.WriteFile(p.path("engine", "node_modules", "b.go"), nil, 0o644))
	require.NoError(t, os.WriteFile(p.path("engine", "c.txt"), nil, 0o644))
	require.NoError(t, build(nil))
	require.Equal(t, 1, runs, "no source changed")

	require.NoError(t, os.WriteFile(source, []byte("2"), 0o644))
	require.ErrorIs(t, build(broken), broken)
	require.NoError(t, os.WriteFile(source, []byte("1"), 0o644))
	require.NoError(t, build(nil))
	require.Equal(t, 3, runs, "after a failure even the old sources are built")

	require.NoError(t, os.Remove(p.path("product")))
	require.NoError(t, build(nil))
	require.Equal(t, 4, runs, "the product is gone")
}

func TestCountedNeverReportsAFailedRunAsGood(t *testing.T) {
	report := filepath.Join(t.TempDir(), "r.json")
	exit := errors.New("exit status 1")
	got, err := counted(report, vitestTally, nil)
	require.Error(t, err)
	require.Equal(t, tally{failed: 1}, got, "no report")

	require.NoError(t, os.WriteFile(report, []byte(`{"numPassedTests":3,"success":true}`), 0o644))
	got, err = counted(report, vitestTally, exit)
	require.ErrorIs(t, err, exit)
	require.Equal(t, tally{passed: 3, failed: 1}, got)
}
