package process

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// TestMain lets the test binary be the sandbox process, too.
func TestMain(m *testing.M) {
	Main()
	os.Exit(m.Run())
}

// open makes a sandbox in processes of the test binary.
func open(t testing.TB, c sandbox.Config) *sandbox.Sandbox {
	t.Helper()
	c.Home = Self()
	s, err := sandbox.New(c)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// refused asserts that a call failed with a code, and gives the error.
func refused(t *testing.T, err error, code protocol.ErrorCode) *protocol.Error {
	t.Helper()
	var e *protocol.Error
	require.True(t, errors.As(err, &e), "%v", err)
	require.Equal(t, code, e.Code, "%+v", e)
	require.NotEmpty(t, e.Message)
	require.NotEmpty(t, e.Advice)
	return e
}

func TestExecute(t *testing.T) {
	s := open(t, sandbox.Config{})
	for name, c := range map[string]struct {
		code string
		data any
		want string
	}{
		"arrow":         {"(data) => data.a + 1", map[string]int{"a": 2}, "3"},
		"types":         {"(data: { a: number }): number => data.a", map[string]int{"a": 2}, "2"},
		"function":      {"function f(data) { return data.map((x) => x * 2) }", []int{1, 2}, "[2,4]"},
		"async":         {"async ({ a }) => { await null; return { a } };", map[string]string{"a": "é"}, `{"a":"é"}`},
		"comment":       {"// adds\n(a) => a // end", 1, "1"},
		"no data":       {"(data) => typeof data", nil, `"undefined"`},
		"nothing":       {"() => {}", nil, "null"},
		"own toJSON":    {"() => ({ toJSON: () => 7 })", nil, "7"},
		"prototype key": {`(d) => Object.keys(d)`, map[string]int{"__proto__": 1}, `["__proto__"]`},
		"a circuit":     {"() => { const A = circuit('A', { nodes: { g: And } }); return A.nodes.length ?? Object.keys(A.nodes).length }", nil, "1"},
	} {
		t.Run(name, func(t *testing.T) {
			x, err := s.Execute(t.Context(), c.code, c.data)
			require.NoError(t, err)
			require.JSONEq(t, c.want, string(x.Result))
			require.Positive(t, x.Stats.Milliseconds)
			require.Positive(t, x.Stats.MemoryBytes)
		})
	}
}

// A program that ends or hangs any process that interprets it costs one process, and the next call is served.
func TestHostileCode(t *testing.T) {
	quick := limits.Limits{RunMilliseconds: 300}
	long := limits.Limits{RunMilliseconds: 300, StepsPerCall: 2_000_000_000} // between two looks at the clock
	small := limits.Limits{RunMilliseconds: 60_000, MemoryMebibytes: 256}    // a busy machine takes time to fill it
	for name, c := range map[string]struct {
		limits limits.Limits
		code   string
		want   protocol.ErrorCode
		line   int
		says   string
	}{
		"loop":         {limits.Limits{StepsPerCall: 10_000}, "() => {\n  while (true);\n}", protocol.ErrTimeout, 2, "10,000 steps"},
		"regexp":       {limits.Limits{RunMilliseconds: 60_000}, "() => {\n\n  return /^(a+)+\\1$/.test('a'.repeat(40) + 'b')\n}", protocol.ErrTimeout, 3, "the built-in function RegExp"},
		"long match":   {long, "() => {\n\n  return /(?:a?){900}b/.test('a'.repeat(1e6))\n}", protocol.ErrTimeout, 3, "the built-in function RegExp"},
		"power":        {quick, "() => {\n  return (3n ** 60000n) ** 2000n }", protocol.ErrTimeout, 2, "300 ms"},
		"replace":      {small, "() => {\n const s = 'ab'.repeat(1e6)\n return s.replace(/b/g, \"$'\") }", protocol.ErrMemory, 3, "256 MiB"},
		"long text":    {small, "() =>\n  'x'.repeat(2 ** 40)", protocol.ErrRuntime, 2, "limit"},
		"array-like":   {small, "() => {\n\n  new Array(2 ** 32 - 1).indexOf(1)\n}", protocol.ErrRuntime, 3, "limit"},
		"many buffers": {small, "() => { const a = []\n  while (true) a.push(new ArrayBuffer(1e6)) }", protocol.ErrMemory, 2, "256 MiB"},
		"doubling":     {small, "() => { let s = 'x'\n  while (true) s += s }", protocol.ErrMemory, 1, "256 MiB"},
		"generators":   {small, "() => { function* g() { yield* g() } return [...g()] }", protocol.ErrRuntime, 1, "levels deep"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, sandbox.Config{Limits: c.limits})
			_, err := s.Execute(t.Context(), c.code, nil)
			e := refused(t, err, c.want)
			require.Contains(t, e.Message, c.says)
			// Memory can be used up faster than it is watched. Then the process ends by itself, and nothing is left that
			// knows the line.
			if died := strings.HasPrefix(e.Message, "The program was stopped because it needs more than"); !died {
				require.Equal(t, c.line, e.Line, "%+v", e)
			} else {
				require.Equal(t, protocol.ErrMemory, c.want)
				require.Zero(t, e.Line, "%+v", e)
			}
			x, err := s.Execute(t.Context(), "() => 1", nil)
			require.NoError(t, err, "the next call is served")
			require.Equal(t, "1", string(x.Result))
		})
	}
}
