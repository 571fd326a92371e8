package sandbox_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

// The result of a lambda may throw when it is read, which is after the lambda's end. That crosses what calls it:
// generated code, too, out of which no panic may get. So all backends give the same error.
func TestReadingAResultThrows(t *testing.T) {
	tests := map[string]struct{ eval, onTick, says string }{
		"a getter":               {"() => ({ get y() { throw new Error('no y') } })", "() => ({})", "no y"},
		"a value":                {"() => ({ y: { valueOf() { throw new RangeError('no value') } } })", "() => ({})", "RangeError: no value"},
		"a proxy":                {"() => new Proxy({ y: 1 }, { get() { throw new TypeError('nothing here') } })", "() => ({})", "TypeError: nothing here"},
		"a bigint in an object":  {"() => ({ y: Object(5n) })", "() => ({})", "TypeError: Cannot convert a BigInt value to a number"},
		"a compiled getter":      {"({ n }) => ({ get y() { if (n < 9) throw new Error('low'); return n } })", "() => ({})", "eval of A failed: low"},
		"an object, no value":    {"() => ({ y: Object.create(null) })", "() => ({})", "Cannot convert object to primitive value"},
		"a symbol":               {"() => ({ y: Symbol('x') })", "() => ({})", "eval of A failed: TypeError: Cannot convert a Symbol value to a number"},
		"an endless value":       {"() => ({ y: { valueOf() { for (;;); } } })", "() => ({})", ""},
		"the state":              {"({ n }) => ({ y: n })", "() => ({ get n() { throw new Error('no n') } })", "no n"},
		"the state, as a number": {"({ n }) => ({ y: n })", "() => ({ n: { valueOf() { throw new Error('no number') } } })", "no number"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := "circuit('A', { outputs: { y: bus(4) }, state: { n: reg(4) }, eval: " + test.eval + ", onTick: " + test.onTick + " })"
			limits := sandbox.Limits{Steps: 10_000}
			var first *circuit.Diagnostic
			for _, backend := range backends {
				compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, limits)
				require.NoError(t, err)
				m, err := compiled.NewMachineOn(t.Context(), backend)
				if err == nil {
					_, err = m.Step(t.Context(), 1)
					require.NoError(t, m.Close())
				}
				var d *circuit.Diagnostic
				require.True(t, errors.As(err, &d), "%s: %v", backend, err)
				require.Contains(t, d.Message, test.says, backend)
				require.NotContains(t, d.Message, "&{", backend)
				require.Equal(t, 1, d.Line, backend)
				if first == nil {
					first = d
				}
				require.Equal(t, []any{first.Code, first.Line, first.Message}, []any{d.Code, d.Line, d.Message}, backend)
				compiled.Close()
			}
		})
	}
}
