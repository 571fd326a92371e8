package process

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// Every error code of the protocol comes out of the library, from a call that deserves it; the list has no
// other codes, and no code is missing here.
func TestEveryErrorCode(t *testing.T) {
	execute := func(l limits.Limits, code string, data any) func(*testing.T) error {
		return func(t *testing.T) error {
			_, err := open(t, sandbox.Config{Limits: l}).Execute(t.Context(), code, data)
			return err
		}
	}
	provoke := map[protocol.ErrorCode]func(*testing.T) error{
		protocol.ErrTimeout:         execute(limits.Limits{StepsPerCall: 1000}, "() => { while (true); }", nil),
		protocol.ErrMemory:          execute(limits.Limits{MemoryMebibytes: 128, RunMilliseconds: 60_000}, "() => { const a = []; while (true) a.push(new ArrayBuffer(1e6)) }", nil),
		protocol.ErrSyntax:          execute(limits.Limits{}, "(d) => d +", nil),
		protocol.ErrRuntime:         execute(limits.Limits{}, "(d) => d.x.y", map[string]int{}),
		protocol.ErrOutputTooLarge:  execute(limits.Limits{ResultBytes: 10}, "() => 'x'.repeat(10)", nil),
		protocol.ErrInvalidCode:     execute(limits.Limits{}, "1 + 1", nil),
		protocol.ErrInvalidRequest:  execute(limits.Limits{}, "(d) => d", math.NaN()),
		protocol.ErrPayloadTooLarge: execute(limits.Limits{SourceBytes: 10}, "(data) => data", nil),
		protocol.ErrDenied:          execute(limits.Limits{}, "() => eval('1')", nil),
		protocol.ErrUnavailable: func(t *testing.T) error {
			s, err := sandbox.New(sandbox.Config{Home: Command("/nowhere/simten")})
			require.NoError(t, err)
			_, err = s.Execute(t.Context(), "() => 1", nil)
			return err
		},
		protocol.ErrAborted: func(t *testing.T) error {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			_, err := open(t, sandbox.Config{}).Execute(ctx, "() => { for (let i = 0; i < 1e9; i++); }", nil)
			return err
		},
		protocol.ErrOverloaded: func(t *testing.T) error {
			s := open(t, sandbox.Config{Limits: limits.Limits{Slots: 1}})
			p, err := s.Compile(t.Context(), sandbox.Source{Text: aCounter})
			require.NoError(t, err)
			defer p.Close()
			_, err = s.Compile(t.Context(), sandbox.Source{Text: aCounter})
			return err
		},
	}
	for _, code := range protocol.ErrorCodes {
		t.Run(string(code), func(t *testing.T) {
			require.Contains(t, provoke, code, "no test provokes this code")
			refused(t, provoke[code](t), code)
		})
	}
	require.Len(t, provoke, len(protocol.ErrorCodes))
}

func TestErrorsHaveTheirPlace(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{StepsPerCall: 1000}})
	for code, line := range map[string]int{
		"(d) => {\n  while (true);\n}":        2,
		"(d) => {\n\n  return d.x.y\n}":       3,
		"(d) => {\n  return eval('1')\n}":     2,
		"(d) => {\n  return d +\n}":           3,
		"(d) => {\n  throw new Error('x')\n}": 2,
	} {
		_, err := s.Execute(t.Context(), code, map[string]int{})
		var e *protocol.Error
		require.ErrorAs(t, err, &e, code)
		require.Equal(t, line, e.Line, "%s: %+v", code, e)
		require.Positive(t, e.Column, code)
	}
}

func TestLimit_resultBytes(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{ResultBytes: 100}})
	x, err := s.Execute(t.Context(), "() => 'é'.repeat(49)", nil)
	require.NoError(t, err)
	require.Len(t, x.Result, 100, "two bytes each and the quotes")
	require.Equal(t, 100, x.Stats.OutputBytes)
	x, err = s.Execute(t.Context(), "() => 'é'.repeat(49) + 'x'", nil)
	refused(t, err, protocol.ErrOutputTooLarge)
	require.Positive(t, x.Stats.Steps, "what it took is told for failures, too")

	// The default, and an answer that travels in parts since it is larger than one.
	s = open(t, sandbox.Config{})
	_, err = s.Execute(t.Context(), "() => 'x'.repeat(1 << 20)", nil)
	refused(t, err, protocol.ErrOutputTooLarge)
	s = open(t, sandbox.Config{Limits: limits.Limits{ResultBytes: 1000}})
	p, err := s.Compile(t.Context(), sandbox.Source{Text: anAdder})
	require.NoError(t, err)
	defer p.Close()
	require.Greater(t, len(p.Circuit), 1000)
}

func TestLimit_messageBytes(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{MessageBytes: 1000}})
	_, err := s.Execute(t.Context(), "(d) => d.length", strings.Repeat("x", 999))
	refused(t, err, protocol.ErrPayloadTooLarge)
	x, err := s.Execute(t.Context(), "(d) => d.length", strings.Repeat("x", 998))
	require.NoError(t, err)
	require.Equal(t, "998", string(x.Result))
	_, err = s.Compile(t.Context(), sandbox.Source{Text: anAdder})
	refused(t, err, protocol.ErrOutputTooLarge)
}

func TestLimit_memoryMebibytes(t *testing.T) {
	code := "(n) => { const a = []; for (let i = 0; i < n; i++) a.push(new ArrayBuffer(1e6)); return a.length }"
	s := open(t, sandbox.Config{Limits: limits.Limits{MemoryMebibytes: 128}})
	_, err := s.Execute(t.Context(), code, 60)
	require.NoError(t, err)
	_, err = s.Execute(t.Context(), code, 300)
	refused(t, err, protocol.ErrMemory)
	s = open(t, sandbox.Config{})
	x, err := s.Execute(t.Context(), code, 300)
	require.NoError(t, err, "the default is 512 MiB")
	require.Greater(t, x.Stats.MemoryBytes, int64(250e6))
	_, err = s.Execute(t.Context(), code, 700)
	refused(t, err, protocol.ErrMemory)
}

func TestLimit_stateBytesOfASnapshot(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{StateBytes: 2000}})
	m, err := s.Simulate(t.Context(), sandbox.Source{Text: `circuit('Log', { outputs: { y: bit }, state: { m: mem(4096, 8), n: reg(12) }, eval: () => ({ y: 0 }),
  onTick: ({ m, n }) => { m[n] = 1; return { m, n: n + 1 } } })`})
	require.NoError(t, err)
	defer m.Close()
	_, err = m.Snapshot(t.Context())
	require.NoError(t, err)
	_, err = m.Step(t.Context(), 4000)
	require.NoError(t, err)
	_, err = m.Snapshot(t.Context())
	refused(t, err, protocol.ErrOutputTooLarge)
}

func TestLimit_moduleMilliseconds(t *testing.T) {
	s := open(t, sandbox.Config{Modules: &slowModules{}, Limits: limits.Limits{ModuleMilliseconds: 50}})
	start := time.Now()
	p, err := s.Compile(t.Context(), sandbox.Source{Text: "import x from 'slow'\nx()\n" + aCounter, Grants: circuit.AllGrants()})
	require.NoError(t, err)
	defer p.Close()
	require.Contains(t, p.Failed().Error(), "slow")
	require.Less(t, time.Since(start), 30*time.Second)
}

// Nothing that one execution leaves is there for the next one.
func TestEachCallHasAPristineRealm(t *testing.T) {
	s := open(t, sandbox.Config{Processes: 1, Grants: circuit.AllGrants()})
	first := ""
	for range 3 {
		x, err := s.Execute(t.Context(), `() => {
  const seen = [globalThis.left, Object.prototype.left, [].left, Math.random()]
  globalThis.left = 1
  try { Object.prototype.left = 1 } catch {}
  try { Array.prototype.left = 1 } catch {}
  return seen
}`, nil)
		require.NoError(t, err)
		require.Regexp(t, `^\[null,null,null,0\.\d+\]$`, string(x.Result))
		if first == "" {
			first = string(x.Result)
		}
		require.Equal(t, first, string(x.Result), "also chance repeats")
	}
}

func TestManyCallersAtOnce(t *testing.T) {
	s := open(t, sandbox.Config{Processes: 2, Queue: 3})
	errs := make(chan error, 12)
	for i := range 12 {
		go func() {
			x, err := s.Execute(t.Context(), "(n) => { for (let i = 0; i < 200000; i++); return n }", i)
			if err == nil && string(x.Result) == "" {
				err = io.ErrUnexpectedEOF
			}
			errs <- err
		}()
	}
	served, refusals := 0, 0
	for range 12 {
		if err := <-errs; err == nil {
			served++
		} else {
			refused(t, err, protocol.ErrOverloaded)
			refusals++
		}
	}
	require.GreaterOrEqual(t, served, 5, "two run and three wait")
	require.Positive(t, refusals)
}

func TestCloseEndsEverything(t *testing.T) {
	s := open(t, sandbox.Config{})
	m, err := s.Simulate(t.Context(), sandbox.Source{Text: aCounter})
	require.NoError(t, err)
	s.Close()
	_, err = m.Step(t.Context(), 1)
	refused(t, err, protocol.ErrUnavailable)
	_, err = s.Execute(t.Context(), "() => 1", nil)
	refused(t, err, protocol.ErrUnavailable)
	m.Close()
	m.Close()
}

func TestWithoutAHome(t *testing.T) {
	_, err := sandbox.New(sandbox.Config{})
	require.Contains(t, refused(t, err, protocol.ErrUnavailable).Advice, "process.Main")
}

// A program that does not call Main is found out, and its output is no answer.
func TestAProgramThatIsNoHome(t *testing.T) {
	s, err := sandbox.New(sandbox.Config{Home: Command("/bin/echo", "hello")})
	require.NoError(t, err)
	defer s.Close()
	_, err = s.Execute(t.Context(), "() => 1", nil)
	var e *protocol.Error
	require.ErrorAs(t, err, &e)
	require.Contains(t, []protocol.ErrorCode{protocol.ErrUnavailable, protocol.ErrRuntime}, e.Code)
}
