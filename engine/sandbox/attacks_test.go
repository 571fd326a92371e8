package sandbox

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// The catalogue of hostile inputs (docs/attacks.md) against the engine. The rows of one table are
// programs; each says what must come of it.

// attack is one hostile program.
type attack struct {
	name string
	text string
	// want is the code of the first error, "" when there must be none.
	want circuit.Code
	// says are words of that error's message.
	says string
	// prints are the lines of the console, when the row is about them.
	prints []string
	// runs makes a machine and steps it; want is then about that, too.
	runs bool
}

// hostile are the limits of an attack: steps decide, so that a busy machine changes no verdict; the
// time is for what makes no steps.
var hostile = Limits{RunTime: 30 * time.Second, Steps: 200_000, Nodes: 10_000}

// watchdog is how long an attack may take on the slowest machine, with everything around it.
const watchdog = 180 * time.Second

// withstand runs every attack twice, and after each a circuit that is known to be good.
func withstand(t *testing.T, attacks []attack) {
	t.Helper()
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			done := make(chan struct{})
			guard := time.AfterFunc(watchdog, func() { panic("the engine did not end " + a.name) })
			defer guard.Stop()
			defer close(done)
			for range 2 {
				a.run(t)
			}
			pristine(t)
		})
	}
}

func (a attack) run(t *testing.T) {
	t.Helper()
	l := hostile
	if a.want == circuit.CodeTimeLimit || a.want == circuit.CodeLambdaTime {
		l.RunTime = 200 * time.Millisecond // what must be stopped anyway
	}
	c, err := Compile(context.Background(), Source{Text: a.text, Grants: circuit.AllGrants()}, l)
	require.NoError(t, err)
	problem := firstError(c)
	if problem == nil && a.runs {
		problem = stepError(t, c)
	}
	if a.want == "" {
		require.Nil(t, problem)
	} else {
		require.NotNil(t, problem, "%v", c.Console)
		require.Equal(t, a.want, problem.Code, problem.Message)
		require.Contains(t, problem.Message, a.says)
		require.Less(t, len(problem.Message), 3_000)
		for _, secret := range []string{"simten.dev/", ".go:", "goroutine", "/engine/", "__simten"} {
			require.NotContains(t, problem.Message, secret, "nothing of the engine shows")
		}
	}
	if a.prints != nil {
		require.Equal(t, a.prints, append([]string{}, c.Console...))
	}
}

func firstError(c *Compiled) *circuit.Diagnostic {
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == circuit.Error {
			return &c.Diagnostics[i]
		}
	}
	return nil
}

// stepError runs a compiled circuit for a few cycles.
func stepError(t *testing.T, c *Compiled) *circuit.Diagnostic {
	t.Helper()
	m, err := c.NewMachineOn(context.Background(), Interpreter)
	if err == nil {
		_, err = m.Step(context.Background(), 3)
	}
	if err == nil {
		return nil
	}
	var d *circuit.Diagnostic
	require.ErrorAs(t, err, &d)
	return d
}

// knownGood is a circuit of which everything is known: a counter, an adder, a memory.
const knownGood = `
const Sum = circuit('Sum', {
  inputs: { a: bus(8), b: bus(8) }, outputs: { y: bus(8), carry: bit },
  nodes: { add: Adder({ width: 8 }) },
  connect: ({ inputs, outputs, nodes }) => [
    inputs.a.to(nodes.add.a), inputs.b.to(nodes.add.b), nodes.add.sum.to(outputs.y), nodes.add.carry_out.to(outputs.carry),
  ],
})
circuit('Good', {
  outputs: { n: bus(8), twice: bus(8) },
  nodes: { count: circuit('Count', {
    outputs: { n: bus(8) }, state: { c: reg(8) }, eval: ({ c }) => ({ n: c }), onTick: ({ c }) => ({ c: c + 3 }),
  }), sum: Sum },
  connect: ({ outputs, nodes }) => [
    nodes.count.n.to(outputs.n, nodes.sum.a, nodes.sum.b), nodes.sum.y.to(outputs.twice),
  ],
})
console.log(({}).p, [].hacked, typeof leak, Math.max(1, 2), JSON.stringify([1]), [3, 1, 2].sort().join(), Date.now(), Math.random())
`

// pristine checks that whatever ran before left nothing behind: the known circuit compiles to the
// same, prints the same and computes the same.
func pristine(t *testing.T) {
	t.Helper()
	c, err := Compile(context.Background(), Source{Text: knownGood, Grants: circuit.AllGrants()}, Limits{})
	require.NoError(t, err)
	require.Empty(t, c.Diagnostics)
	m, err := c.NewMachineOn(context.Background(), Interpreter)
	require.NoError(t, err)
	_, err = m.Step(context.Background(), 50)
	require.NoError(t, err)
	require.Equal(t, uint64(150), get(t, c, m, "n"))
	require.Equal(t, uint64(300&255), get(t, c, m, "twice"))
	require.Equal(t, []string{"undefined undefined undefined 2 [1] 1,2,3 1767225600000 0.6046602879796196"}, c.Console)
}

// probe is a program that prints the results of expressions, each of which may throw: the name of the
// error is its result then.
func probe(expressions ...string) string {
	var b strings.Builder
	b.WriteString("const see = (f: any) => { try { return String(f()) } catch (e) { return e instanceof Error ? e.name : 'thrown' } }\n")
	for _, e := range expressions {
		b.WriteString("console.log(see(() => (" + e + ")))\n")
	}
	return b.String() + aCircuit
}

// same is n times one line.
func same(line string, n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = line
	}
	return lines
}
