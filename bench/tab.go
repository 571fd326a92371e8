package main

import (
	"fmt"
	"slices"
)

// sandboxSite is where make build puts the sandbox site, with the engine.
const sandboxSite = "sandbox-site/dist"

// The compiles of one circuit in a tab, after the first: while the browser still compiles the engine, and those that
// count.
const (
	coldCompiles = 6
	warmCompiles = 9
)

// times are the milliseconds of one compile.
type times struct{ Engine, Told float64 }

// compiles are those of one engine in a tab.
type compiles struct {
	First  times
	Rounds []times
}

// tab measures the engine as the page has it: its WebAssembly build, in a worker of Chromium. With another one to
// compare it with, that is the second result.
func tab(o options, name string) ([]result, error) {
	text, err := source(o.dir, name)
	if err != nil {
		return nil, err
	}
	var engines []compiles
	if err := drive("tab.mjs", map[string]any{
		"site": o.site, "chromium": o.chromium, "source": text, "cold": coldCompiles, "warm": warmCompiles, "against": o.against,
	}, &engines); err != nil {
		return nil, err
	}
	var results []result
	for i, e := range engines {
		if len(e.Rounds) == 0 {
			return nil, fmt.Errorf("no compile was measured")
		}
		engine, told := e.sorted(func(t times) float64 { return t.Engine }), e.sorted(func(t times) float64 { return t.Told })
		note := fmt.Sprintf("median of %d, after %d others; the page has heard of it and can draw the circuit after %.1f ms; the first compile of a fresh engine %.1f ms",
			len(engine), 1+coldCompiles, told[len(told)/2], e.First.Engine)
		if i > 0 {
			note += fmt.Sprintf("; in turns with the one above, which took %.2f times as long (median of the ratios)", longer(engines[0].Rounds, e.Rounds))
		}
		results = append(results, result{Simulator: "tab", FirstCycleMs: engine[len(engine)/2], Note: note})
	}
	return results, nil
}

func (c compiles) sorted(of func(times) float64) []float64 {
	list := make([]float64, len(c.Rounds))
	for i, r := range c.Rounds {
		list[i] = of(r)
	}
	slices.Sort(list)
	return list
}

// longer is the median of the ratios of two engines' rounds, each to the one beside it.
func longer(a, b []times) float64 {
	list := make([]float64, min(len(a), len(b)))
	for i := range list {
		list[i] = a[i].Engine / b[i].Engine
	}
	slices.Sort(list)
	return list[len(list)/2]
}
