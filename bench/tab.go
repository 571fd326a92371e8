package main

import (
	"fmt"
	"slices"
)

// sandboxSite is where make build puts the sandbox site, with the engine.
const sandboxSite = "sandbox-site/dist"

// The compiles of one circuit in a tab, after the first: while the browser still compiles the engine, and those that count.
const (
	coldCompiles = 6
	warmCompiles = 9
)

// tab measures the engine as the page has it: its WebAssembly build, in a worker of Chromium.
func tab(o options, name string) (result, error) {
	text, err := source(o.dir, name)
	if err != nil {
		return result{}, err
	}
	type times struct{ Engine, Told float64 }
	var v struct {
		First  times
		Rounds []times
	}
	if err := drive("tab.mjs", map[string]any{
		"site": o.site, "chromium": o.chromium, "source": text, "cold": coldCompiles, "warm": warmCompiles,
	}, &v); err != nil {
		return result{}, err
	}
	engine, told := make([]float64, len(v.Rounds)), make([]float64, len(v.Rounds))
	for i, r := range v.Rounds {
		engine[i], told[i] = r.Engine, r.Told
	}
	if len(engine) == 0 {
		return result{}, fmt.Errorf("no compile was measured")
	}
	slices.Sort(engine)
	slices.Sort(told)
	return result{
		Simulator:    "tab",
		FirstCycleMs: engine[len(engine)/2],
		Note: fmt.Sprintf("median of %d, after %d others; the page has heard of it and can draw the circuit after %.1f ms; the first compile of a fresh engine %.1f ms",
			len(engine), 1+coldCompiles, told[len(told)/2], v.First.Engine),
	}, nil
}
