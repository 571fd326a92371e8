package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/sim"
	"simten.dev/invariants/thorough"
)

// TestNothingFailsAfterAReturn has lambdas that return before they would fail: whether they fail, and what they give,
// is the same on all simulators.
func TestNothingFailsAfterAReturn(t *testing.T) {
	for _, body := range []string{
		"if (a === 1) return { y: 3n }; return { y: 5n / b }",
		"if (a > 1) { if (a === 3) return { y: 1n } } else return { y: 2n }; return { y: 5n % b }",
		"if (a < 3) return { y: BigInt(a) }; throw new Error('three')",
		"const f = (x) => { if (a & 1) return 4n; return 7n / x }; return { y: f(b) + 1n }",
		"const f = (x) => 7n / x; if (a === 2) return { y: f(1n) }; const y = f(b); return { y }",
		"let y = 9n; for (let i = 0; i < 4; i++) { if (a === i) return { y }; if (i > 1) y = y / b } return { y }",
		"let y = 9n; for (let i = 0; i < 4; i++) { if (a === i) break; if (i > 1) y = y / b } return { y }",
		"let y = 0n; switch (a) { case 0: return { y: 8n }; case 1: break; case 2: y = 1n / b; default: y = y + 2n / b } return { y: y % (b + 1n) }",
		"let y = 9n; y /= b; if (a > 1) y %= b - 1n; return { y }",
		"const y = [9n]; if (a !== 1) y[0] /= b; return { y: y[0] }",
		"let y = 9n; const t = [b], o = { b }; if (a === 1) y /= t[0]; else if (a === 2) y %= o.b; else if (a) y /= -b; return { y }",
		"let y = 9n; const f = (x) => x; if (a === 1) y /= f(b); else if (a === 2) y %= b & 3n; else if (a) y /= b; return { y }",
		"let y = a > 1 ? 9n : 7; if (a !== 1) return { y: 1n }; y += b; return { y }",
		"if (a === 0 || b === 0n && a === 1) return { y: 1n }; return { y: a === 2 ? 2n : 3n / b }",
	} {
		const head = "circuit('P', { inputs: { a: bus(2), c: bus(40) }, outputs: { o: bus(40) }, "
		body = "{ const b = c - 1n; " + body + " }" // not 0 at the start, when eval must not fail
		for name, text := range map[string]string{
			"eval":         head + "eval: ({ a, c }) => { const run = () => " + body + "; return { o: run().y } } })",
			"eval at once": head + "eval: ({ a, c }) => " + strings.ReplaceAll(strings.ReplaceAll(body, "{ y }", "{ o: y }"), "{ y:", "{ o:") + " })",
			"onTick":       head + "state: { y: reg(40) }, eval: ({ y }) => ({ o: y }), onTick: ({ a, c }) => " + body + " })",
		} {
			var reference []string
			for _, m := range machines {
				t.Run(name+" "+m.name+" "+body, func(t *testing.T) {
					course := failing(t, m.start, text)
					if reference == nil {
						reference = course
					}
					require.Equal(t, reference, course)
				})
			}
		}
	}
}

// failures writes random statements that return, divide by what may be 0, throw, or call a helper that does.
type failures struct{ *rand.Rand }

func (f failures) condition() string {
	return []string{"a === %d", "a > %d", "(a & %d)", "b === %dn", "y !== %dn"}[f.IntN(5)]
}

func (f failures) statements(n, depth int) string {
	var text strings.Builder
	for range n {
		cond := fmt.Sprintf(f.condition(), f.IntN(4))
		switch kind := f.IntN(9); {
		case kind < 2:
			fmt.Fprintf(&text, "if (%s) return { y }; ", cond)
		case kind < 4:
			fmt.Fprintf(&text, "y = %d00n %s b; ", 1+f.IntN(9), []string{"/", "%"}[f.IntN(2)])
		case kind == 4:
			fmt.Fprintf(&text, "if (%s) throw new RangeError('%d'); ", cond, f.IntN(100))
		case kind == 5:
			fmt.Fprintf(&text, "y = y + help(BigInt(a), %s); ", cond)
		case depth == 0:
			text.WriteString("y = y + 1n; ")
		case kind == 6:
			fmt.Fprintf(&text, "if (%s) { %s} else { %s} ", cond, f.statements(2, depth-1), f.statements(1, depth-1))
		case kind == 7:
			fmt.Fprintf(&text, "for (let i = 0; i < 3; i++) { if (a + i === %d) %s; %s} ", f.IntN(5), []string{"break", "continue"}[f.IntN(2)], f.statements(2, depth-1))
		default:
			fmt.Fprintf(&text, "switch (a) { case %d: %sbreak; default: %s} ", f.IntN(4), f.statements(1, depth-1), f.statements(1, depth-1))
		}
	}
	return text.String()
}

// TestRandomFailures compares whether random lambdas fail, why, and what they leave behind.
func TestRandomFailures(t *testing.T) {
	compared := 0
	for seed := range thorough.Count(uint64(80)) {
		f := failures{rand.New(rand.NewPCG(seed, 5))}
		text := "const help = (x, odd) => { if (odd) return x; return 70n / x }\n" +
			"circuit('P', { inputs: { a: bus(2), b: bus(40) }, outputs: { o: bus(40) }, state: { y: reg(40, 1) }, eval: ({ y }) => ({ o: y }), " +
			"onTick: ({ a, b, y }) => { " + f.statements(4, 2) + "return { y } } })"
		if len(lowertest.Compile(t, text).Hints) > 0 {
			continue // always throws, say
		}
		compared++
		var reference []string
		for _, m := range machines {
			course := failing(t, m.start, text)
			if reference == nil {
				reference = course
			}
			require.Equal(t, reference, course, "%s: %s", m.name, text)
		}
	}
	require.Greater(t, compared, thorough.Count(80)/2)
}

// failing runs a circuit of two inputs and one output with all small inputs, and tells what it shows or why it fails.
func failing(t *testing.T, start func(*testing.T, *lowertest.Program) sim.Machine, text string) (course []string) {
	ctx := context.Background()
	p := lowertest.Compile(t, text)
	require.Empty(t, p.Hints)
	m := start(t, p)
	for a := range uint64(4) {
		for b := range uint64(3) {
			m.Set(0, circuit.Uint(a))
			m.Set(1, circuit.Uint(b))
			_, err := m.Step(ctx, 1)
			if err != nil {
				course = append(course, err.Error())
				continue
			}
			course = append(course, m.Peek(p.Net(t, "__top__.o")).String())
		}
	}
	return course
}
