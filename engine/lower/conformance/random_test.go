package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// randomCircuit writes a circuit of random nodes: pure ones with random lambdas, registers and
// memories, wired to earlier nodes; what only onTick reads may come from later ones too.
func randomCircuit(g *generator) string {
	widths := []int{1, 4, 8, 16, 31, 32, 33, 64, 70}
	var definitions, wires strings.Builder
	type port struct {
		name  string
		width int
	}
	var sources []port // what is driven so far
	var inputs []string
	for i := range 4 {
		w := widths[g.IntN(len(widths))]
		inputs = append(inputs, fmt.Sprintf("t%d: bus(%d)", i, w))
		sources = append(sources, port{fmt.Sprintf("inputs.t%d", i), w})
	}
	count := 3 + g.IntN(10)
	type pending struct {
		sink  string
		width int
	}
	var later []pending // sinks that may be fed by any node
	connect := func(sink string, width int, from []port) {
		var fitting []port
		for _, p := range from {
			if p.width <= width {
				fitting = append(fitting, p)
			}
		}
		if len(fitting) > 0 && g.IntN(8) > 0 {
			fmt.Fprintf(&wires, "%s.to(nodes.%s), ", fitting[g.IntN(len(fitting))].name, sink)
		}
	}
	var nodes []string
	for i := range count {
		name := fmt.Sprintf("N%d", i)
		g.vars, g.bigs = nil, nil
		var ports, fields []string
		inWidths := make([]int, 1+g.IntN(3))
		for k := range inWidths {
			inWidths[k] = widths[g.IntN(len(widths))]
			field := fmt.Sprintf("i%d", k)
			ports = append(ports, fmt.Sprintf("%s: bus(%d)", field, inWidths[k]))
			fields = append(fields, field)
			if inWidths[k] > 32 {
				g.bigs = append(g.bigs, field)
			} else {
				g.vars = append(g.vars, field)
			}
		}
		outWidth := widths[g.IntN(len(widths))]
		kind := g.IntN(4)
		stateWidth := widths[g.IntN(len(widths))]
		if kind == 0 || kind == 1 {
			if stateWidth > 32 {
				g.bigs = append(g.bigs, "s")
			} else {
				g.vars = append(g.vars, "s")
			}
		}
		if len(g.vars) == 0 {
			g.vars = []string{"1"}
		}
		value := func(width int) string {
			if width > 32 || len(g.bigs) > 0 && g.IntN(2) == 0 {
				return g.big(2)
			}
			return g.number(2)
		}
		text := fmt.Sprintf("const %s = circuit('%s', { inputs: { %s }, outputs: { o: bus(%d) }, ", name, name, strings.Join(ports, ", "), outWidth)
		reads := strings.Join(fields, ", ")
		tickOnly := false
		address := "(i0 & 15)"
		if inWidths[0] > 32 {
			address = "Number(i0 & 15n)"
		}
		switch kind {
		case 0: // a register whose output depends on the state only
			tickOnly = true
			text += fmt.Sprintf("state: { s: reg(%d) }, eval: ({ s }) => ({ o: s }), onTick: ({ %s, s }) => ({ s: %s }) })", stateWidth, withDefaults(fields, inWidths), value(stateWidth))
		case 1: // one whose output depends on the inputs too
			text += fmt.Sprintf("state: { s: reg(%d) }, eval: ({ %s, s }) => ({ o: %s }), onTick: ({ %s, s }) => ({ s: %s }) })", stateWidth, reads, value(outWidth), withDefaults(fields, inWidths), value(stateWidth))
		case 2:
			text += fmt.Sprintf("state: { m: mem(%d, %d) }, eval: ({ %s, m }) => ({ o: m[%s] }), onTick: ({ %s, m }) => { if (i0) m[%s] = %s; return { m } } })",
				5+g.IntN(12), stateWidth, reads, address, withDefaults(fields, inWidths), address, value(stateWidth))
		default:
			text += fmt.Sprintf("eval: ({ %s }) => ({ o: %s }) })", reads, value(outWidth))
		}
		definitions.WriteString(text + "\n")
		node := strings.ToLower(name)
		nodes = append(nodes, fmt.Sprintf("%s: %s", node, name))
		for k, w := range inWidths {
			sink := fmt.Sprintf("%s.i%d", node, k)
			if tickOnly {
				later = append(later, pending{sink, w})
			} else {
				connect(sink, w, sources)
			}
		}
		sources = append(sources, port{"nodes." + node + ".o", outWidth})
	}
	for _, p := range later {
		connect(p.sink, p.width, sources)
	}
	return fmt.Sprintf("%sconst Only = circuit('Only', { inputs: { %s }, nodes: { %s }, connect: ({ inputs, nodes }) => [%s] })",
		definitions.String(), strings.Join(inputs, ", "), strings.Join(nodes, ", "), wires.String())
}

// withDefaults writes the inputs with the values that unconnected ones have in eval.
func withDefaults(fields []string, widths []int) string {
	var list []string
	for i, f := range fields {
		zero := "0"
		if widths[i] > 32 {
			zero = "0n"
		}
		list = append(list, f+" = "+zero)
	}
	return strings.Join(list, ", ")
}

// TestRandomCircuits compares random circuits with their closures on every port, cycle by cycle.
func TestRandomCircuits(t *testing.T) {
	lowered := 0
	count := thorough.Count(120)
	for seed := range uint64(count) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
			text := randomCircuit(g)
			defer func() {
				if t.Failed() {
					t.Log(text)
				}
			}()
			p := lowertest.Compile(t, text)
			if len(p.Hints) == 0 {
				lowered++
			}
			lowertest.Agree(t, p, 25, seed)
		})
	}
	require.Greater(t, lowered, count/2)
}
