package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/invariants/differential/grammar"
	"simten.dev/invariants/thorough"
)

// Random circuits show on all backends what the model in Node shows, cycle by cycle.
func TestRandomCircuitsAsInNode(t *testing.T) {
	sides, err := designSides()
	require.NoError(t, err)
	defer closeAll(sides)
	const seed, batch = 2026, 50
	count := max(thorough.Count(uint64(8000)), batch)
	for at := uint64(0); at < count; at += batch {
		var programs []grammar.Program
		for i := range uint64(batch) {
			programs = append(programs, grammar.NewDesign(seed, at+i))
		}
		found, err := compare(t.Context(), programs, sides)
		require.NoError(t, err)
		for _, d := range found {
			t.Errorf("%s\nTo reduce it: go run ./invariants/differential -circuits -seed %d -from %d -n 1", d, seed, d.program.Index)
		}
	}
}

// The circuits are worth their time: hardly any is refused or ends by an error, and nearly all lambdas are compiled.
func TestRandomCircuitsRun(t *testing.T) {
	const count = 100
	e := designEngine{[]sandbox.Backend{sandbox.Interpreter}}
	ended, interpreted, lambdas := 0, 0, 0
	for i := range uint64(count) {
		text := grammar.NewDesign(5, i).Text()
		lines, err := e.one(t.Context(), text)
		require.NoError(t, err)
		require.False(t, refused(lines), "%s\n%s", lines, text)
		if strings.Contains(lines, "throws") {
			ended++
		}
		compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.LimitsOf(bounds()))
		require.NoError(t, err)
		lambdas += strings.Count(text, "eval: ") + strings.Count(text, "onTick: ")
		for _, d := range compiled.Diagnostics {
			if d.Code == circuit.CodeOpaque {
				interpreted++
			}
		}
	}
	require.Less(t, ended, count/20)
	require.Less(t, interpreted, lambdas/10)
}

// wrongDesign is an engine with a defect: it forgets writes of the second of two memories.
type wrongDesign struct{ designEngine }

func (w wrongDesign) run(ctx context.Context, programs []body) (map[int]string, error) {
	list := make([]body, len(programs))
	for i, p := range programs {
		list[i] = body{p.index, strings.ReplaceAll(p.text, "m1[", "m0[")}
	}
	return w.designEngine.run(ctx, list)
}

// A defect that is put in is found.
func TestADefectOfCircuitsIsFound(t *testing.T) {
	sides, err := designSides()
	require.NoError(t, err)
	defer closeAll(sides)
	sides[1].runner = wrongDesign{designEngine{[]sandbox.Backend{sandbox.Interpreter}}}
	var programs []grammar.Program
	for i := range uint64(60) {
		programs = append(programs, grammar.NewDesign(1, i))
	}
	found, err := compare(t.Context(), programs, sides)
	require.NoError(t, err)
	require.NotEmpty(t, found)
}
