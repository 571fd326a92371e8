package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/invariants/differential/grammar"
	"simten.dev/invariants/thorough"
)

// wrong is a runner that makes a mistake: it forgets what programs with a certain text threw.
type wrong struct{ runner }

func (w wrong) run(ctx context.Context, programs []body) (map[int]string, error) {
	seen, err := w.runner.run(ctx, programs)
	for _, p := range programs {
		if strings.Contains(p.text, "finally") {
			seen[p.index] = strings.ReplaceAll(seen[p.index], `"f"`, `"g"`)
		}
	}
	return seen, err
}

// A defect that is put in is found, and its program is reduced to little more than what shows it.
func TestAPlantedDefectIsFoundAndReduced(t *testing.T) {
	r, err := newReference()
	require.NoError(t, err)
	defer r.close()
	sides := []side{{"reference", r, true}, {"wrong", wrong{r}, true}}
	var programs []grammar.Program
	for i := range uint64(60) {
		programs = append(programs, grammar.New(1, i))
	}
	found, err := compare(t.Context(), programs, sides)
	require.NoError(t, err)
	require.NotEmpty(t, found)
	small, err := shrink(t.Context(), found[0], sides)
	require.NoError(t, err)
	require.Less(t, small.program.Size(), 120, "%s", small)
	want, got := small.lines()
	require.Equal(t, []string{`"f"`, `"g"`}, []string{want, got})
}

// open are the programs of TestRandomProgramsAsInNode that differ still, with what is known. One that differs no longer
// is to be removed.
var open = map[uint64]string{}

// Random programs observe in the engine what they observe in Node. The command runs more of them, in the module, too.
func TestRandomProgramsAsInNode(t *testing.T) {
	count := thorough.Count(2000)
	const seed, batch = 2026, 100
	r, err := newReference()
	require.NoError(t, err)
	defer r.close()
	sides := []side{{"reference", r, true}, {"native", engine{newNative()}, false}}
	for at := 0; at < count; at += batch {
		var programs []grammar.Program
		for i := range batch {
			programs = append(programs, grammar.New(seed, uint64(at+i))) //nolint:gosec // small
		}
		found, err := compare(t.Context(), programs, sides)
		require.NoError(t, err)
		for _, p := range programs {
			reason, expected := open[p.Index]
			differs := slices.ContainsFunc(found, func(d difference) bool { return d.program.Index == p.Index })
			if expected && !differs {
				t.Errorf("program %d differs no longer (%s): remove it", p.Index, reason)
			}
		}
		for _, d := range found {
			if open[d.program.Index] != "" {
				continue
			}
			t.Errorf("%s\nTo reduce it: go run ./invariants/differential -seed %d -from %d -n 1", d, seed, d.program.Index)
		}
	}
}

// All that the prelude tells apart comes through the engine as it does through Node.
func TestObservationsComeThrough(t *testing.T) {
	r, err := newReference()
	require.NoError(t, err)
	defer r.close()
	list := []body{
		{0, "log(-0, 0, [, undefined], 'a\\n\\ud83d', 12n, { b: 1, 0: 2, a: 3 }, new RangeError('x'), new Error('m:y'), Symbol('s'), null, new Map([[1, -0]]))"},
		{1, "log('x'.repeat(700)); Promise.resolve(1).then((v) => log('later', v)); return 5"},
		{2, "this is no program"},
		{3, "throw 7"},
		{4, "for (;;) $t()"},
	}
	want, err := r.run(t.Context(), list)
	require.NoError(t, err)
	require.Equal(t, `-0 0 [hole, undefined] "a\u000a\ud83d" 12n {0: 2, b: 1, a: 3} RangeError Error m:y Symbol(s) null Map(1 => -0)`+"\nresult undefined", strings.Replace(want[0], `"result"`, "result", 1))
	got, err := engine{newNative()}.run(t.Context(), list)
	require.NoError(t, err)
	require.Contains(t, got[2], "refused E001")
	require.Contains(t, want[2], "refused SyntaxError")
	delete(got, 2)
	delete(want, 2)
	require.Equal(t, want, got)
}

// Every exception is needed still: its example differs without it, and not with it.
func TestExceptionsAreNeeded(t *testing.T) {
	r, err := newReference()
	require.NoError(t, err)
	defer r.close()
	for i, e := range exceptions {
		list := []body{{i, e.example}}
		want, err := r.run(t.Context(), list)
		require.NoError(t, err)
		got, err := engine{newNative()}.run(t.Context(), list)
		require.NoError(t, err)
		require.NotEmpty(t, e.reason, e.name)
		require.NotEqual(t, want[i], got[i], "%s: the engine does as the reference now; remove the exception", e.name)
		require.True(t, excused(e.example, want[i], got[i]), "%s: %q, %q", e.name, want[i], got[i])
	}
}

// The seed is any number: every one gives programs that all sides run.
func FuzzPrograms(f *testing.F) {
	f.Add(uint64(1), uint64(1))
	f.Fuzz(func(t *testing.T, seed, index uint64) {
		p := grammar.New(seed, index)
		require.NotEmpty(t, p.Text())
		require.Equal(t, p.Text(), grammar.New(seed, index).Text())
	})
}
