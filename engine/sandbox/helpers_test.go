package sandbox

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// bench is a compiled circuit with its machine, for tests that read like the behaviour lists.
type bench struct {
	t *testing.T
	c *Compiled
	m sim.Machine
}

// start compiles a source without errors and starts it.
func start(t *testing.T, text string) *bench {
	t.Helper()
	c, m := build(t, text)
	return &bench{t, c, m}
}

// set sets inputs or switches by name, and settles.
func (b *bench) set(values map[string]uint64) *bench {
	b.t.Helper()
	given := map[string]circuit.Value{}
	for k, v := range values {
		given[k] = circuit.Uint(v)
	}
	require.NoError(b.t, NewControls(b.c.Design).Set(b.m, given))
	require.NoError(b.t, b.m.Settle(context.Background()))
	return b
}

func (b *bench) tick(n int) *bench {
	b.t.Helper()
	done, err := b.m.Step(context.Background(), n)
	require.NoError(b.t, err)
	require.Equal(b.t, n, done)
	return b
}

func (b *bench) get(name string) uint64 {
	b.t.Helper()
	return get(b.t, b.c, b.m, name)
}

func (b *bench) expect(name string, want uint64) *bench {
	b.t.Helper()
	require.Equal(b.t, want, b.get(name), "%s at cycle %d", name, b.m.Cycle())
	return b
}

// compile gives the result of a source, with or without problems.
func compile(t *testing.T, text string) *Compiled {
	t.Helper()
	c, err := Compile(context.Background(), Source{Text: text, Grants: circuit.AllGrants()}, Limits{})
	require.NoError(t, err)
	return c
}

// only asserts that a source has exactly one error, and returns it.
func only(t *testing.T, text string) circuit.Diagnostic {
	t.Helper()
	var errors []circuit.Diagnostic
	for _, d := range compile(t, text).Diagnostics {
		if d.Severity == circuit.Error {
			errors = append(errors, d)
		}
	}
	require.Len(t, errors, 1, "%+v", errors)
	return errors[0]
}

// find returns the first diagnostic with a code.
func find(t *testing.T, c *Compiled, code circuit.Code) circuit.Diagnostic {
	t.Helper()
	for _, d := range c.Diagnostics {
		if d.Code == code {
			return d
		}
	}
	t.Fatalf("no %s in %+v", code, c.Diagnostics)
	return circuit.Diagnostic{}
}

// wrap makes a circuit named Top around one body of config text.
func wrap(body string) string { return "circuit('Top', {\n" + body + "\n})\n" }

// lines joins source lines.
func lines(list ...string) string { return strings.Join(list, "\n") + "\n" }

// asJSON is the JSON form of v.
func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
