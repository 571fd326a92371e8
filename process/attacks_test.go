package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	_ "time/tzdata" // time zones, whatever the machine has

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

var (
	timeout = []protocol.ErrorCode{protocol.ErrTimeout}
	memory  = []protocol.ErrorCode{protocol.ErrMemory, protocol.ErrTimeout} // on a busy machine it may not fill in time
	endless = []protocol.ErrorCode{protocol.ErrTimeout, protocol.ErrMemory}
)

// Each costs one process, ends with its code, and the next call is served. Another caller's work meanwhile is served,
// too.
func TestFatalInputs_A285_A300(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{RunMilliseconds: 400, MemoryMebibytes: 256}, Processes: 2})
	before := runtime.NumGoroutine()
	// Programs that hang or end any process that interprets them.
	for _, c := range []struct {
		name, code string
		want       []protocol.ErrorCode
	}{
		{"A119 a back-reference", "() => /^(a+)+\\1$/.test('a'.repeat(40) + 'b')", timeout},
		{"A120 a pattern started off zero", "() => { var r = /(a+)+$/g; r.lastIndex = 1; return r.test('a'.repeat(36) + 'b') }", timeout},
		{"A121 replacing with look-around", "() => ('a'.repeat(34) + 'b').replace(/(?!x)(a+)+$/g, '')", timeout},
		{"A121 splitting with look-around", "() => ('a'.repeat(34) + 'b').split(/(?!x)(a+)+$/)", timeout},
		{"A121 searching, sticky", "() => ('a'.repeat(34) + 'b').search(/(?!x)(a+)+$/y)", timeout},
		{"A122 polynomial", "() => /(?!x)\\s+$/.test(' '.repeat(400000) + 'x')", timeout},
		{"A127 a pattern compiled again and again", "() => { for (;;) new RegExp('a'.repeat(5000)).test('b') }", timeout},
		{"A130 objects without end", "() => { const a = []; for (;;) a.push({ a: 1 }) }", endless},
		{"A130 keys of a Map without end", "() => { const m = new Map; for (let i = 0; ; i++) m.set('k' + i, i) }", endless},
		{"A130 promises without end", "() => { const a = []; for (;;) a.push(Promise.resolve([1, 2, 3])) }", endless},
		{"A131 a text doubled", "() => { let s = 'x'; for (;;) s += s }", memory},
		{"A134 a buffer of four thousand million", "() => new Uint8Array(4e9).length", append(memory, protocol.ErrRuntime)},
		{"A134 buffers without end", "() => { const a = []; for (;;) a.push(new ArrayBuffer(1e7)) }", memory},
		{"A137 replacements of replacements", "() => { let s = 'x'.repeat(1e5); const t = s; for (let i = 0; i < 3; i++) s = s.replace(/x/g, () => t); return s.length }", endless},
		{"A140 an error near the end of memory", "() => { const a = []; try { for (;;) a.push(new ArrayBuffer(1e6)) } catch (e) { throw e } }", memory},
		{"A141 allocating and freeing near the end", "() => { const a = []; for (let i = 0; i < 100; i++) a.push(new ArrayBuffer(1e6)); for (;;) a[0] = new ArrayBuffer(1e6) }", endless},
	} {
		t.Run(c.name, func(t *testing.T) {
			var others sync.WaitGroup
			others.Go(func() {
				x, err := s.Execute(context.Background(), "(n) => n + 1", 41)
				if err == nil {
					err = fmt.Errorf("answered %s", x.Result)
				}
				require.EqualError(t, err, "answered 42")
			})
			_, err := s.Execute(t.Context(), c.code, nil)
			others.Wait()
			var e *protocol.Error
			require.ErrorAs(t, err, &e)
			require.Contains(t, c.want, e.Code, e.Message)
		})
	}
	s.Close()
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, 10*time.Second, 20*time.Millisecond, "nothing is left running")
}

// The classic catastrophic patterns end with a result or at the limit.
func TestClassicPatterns_A123(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{RunMilliseconds: 300}, Processes: 1})
	for _, pattern := range []string{"(x+x+)+y", "([a-z]+)*$", "(a|a)*b", "(a|ab)*c", "^(.*a){12}$", "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$", "(.*)*\\1x"} {
		t.Run(pattern, func(t *testing.T) {
			x, err := s.Execute(t.Context(), "(p) => [new RegExp(p).test('x'.repeat(30)), new RegExp(p, 'y').test('a'.repeat(30) + '!')]", pattern)
			if err != nil {
				refused(t, err, protocol.ErrTimeout)
				return
			}
			require.Regexp(t, `^\[(true|false),(true|false)\]$`, string(x.Result))
		})
	}
}

// Nothing of the machine is in a result or an error.
func TestTheMachineIsAbsent_A301_A302(t *testing.T) {
	t.Setenv("SECRET_OF_THE_MACHINE", "secret-4711")
	t.Setenv("TZ", "Asia/Kathmandu")
	s := open(t, sandbox.Config{})
	host, err := os.Hostname()
	require.NoError(t, err)
	folder, err := os.Getwd()
	require.NoError(t, err)
	x, err := s.Execute(t.Context(), `() => {
		const out = [String(Object.getOwnPropertyNames(globalThis)), typeof process, typeof require, new Error('x').stack]
		for (const f of [() => bus(-1), () => null.x, () => eval('1'), () => JSON.parse('{'), () => new RegExp('('), () => BigInt('x'), () => [].reduce(() => 1)]) try { f() } catch (e) { out.push(String(e), e.stack) }
		return out
	}`, nil)
	require.NoError(t, err)
	for _, secret := range []string{"secret-4711", host, folder, os.TempDir(), "simten.dev/", "goroutine", ".go:"} {
		require.NotContains(t, string(x.Result), secret)
	}
	x, err = s.Execute(t.Context(), "() => [new Date(0).getTimezoneOffset(), String(new Date(0)), new Date(2026, 0, 1).getTime()]", nil)
	require.NoError(t, err)
	require.JSONEq(t, `[0, "Thu Jan 01 1970 00:00:00 GMT+0000 (UTC)", 1767225600000]`, string(x.Result), "A239")
	_, err = s.Execute(t.Context(), "() => { throw new Error(new Error('x').stack) }", nil)
	e := refused(t, err, protocol.ErrRuntime)
	for _, secret := range []string{host, folder, "simten.dev/", "goroutine", ".go:"} {
		require.NotContains(t, e.Message, secret)
	}
}

// The machine's time zone is not the program's; the process sets one for itself.
func TestTimeZone_A239(t *testing.T) {
	t.Setenv("TZ", "America/St_Johns")
	s := open(t, sandbox.Config{})
	x, err := s.Execute(t.Context(), "() => new Date(2026, 6, 1).toISOString()", nil)
	require.NoError(t, err)
	require.Equal(t, `"2026-07-01T00:00:00.000Z"`, string(x.Result))
}

// More than the processes and the queue hold is refused at once.
func TestFloodOfCalls_A118_A303(t *testing.T) {
	s := open(t, sandbox.Config{Processes: 1, Queue: 3, Limits: limits.Limits{RunMilliseconds: 5_000}})
	var calls sync.WaitGroup
	codes := make(chan protocol.ErrorCode, 30)
	for range 30 {
		calls.Go(func() {
			_, err := s.Execute(context.Background(), "() => { for (let i = 0; i < 1e5; i++); return 1 }", nil)
			var e *protocol.Error
			if err == nil {
				codes <- ""
			} else if errors.As(err, &e) {
				codes <- e.Code
			} else {
				codes <- "UNKNOWN"
			}
		})
	}
	calls.Wait()
	close(codes)
	count := map[protocol.ErrorCode]int{}
	for c := range codes {
		count[c]++
	}
	require.Equal(t, 30, count[""]+count[protocol.ErrOverloaded])
	require.Positive(t, count[""])
	require.Positive(t, count[protocol.ErrOverloaded])
}

// A caller that goes away ends the work.
func TestCallerGoesAway_A283_A284(t *testing.T) {
	s := open(t, sandbox.Config{Processes: 1})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	_, err := s.Execute(ctx, "() => /^(a+)+\\1$/.test('a'.repeat(40) + 'b')", nil)
	refused(t, err, protocol.ErrAborted)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.Execute(gone, "() => 1", nil)
	refused(t, err, protocol.ErrAborted)
	x, err := s.Execute(t.Context(), "() => 1", nil)
	require.NoError(t, err)
	require.Equal(t, "1", string(x.Result))
}

// Limits that are none take the default: there is no call without one.
func TestOddLimits_A290(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{RunMilliseconds: -1, StepsPerCall: -5, MemoryMebibytes: 0, CallDepth: -1}})
	_, err := s.Execute(t.Context(), "() => { for (;;); }", nil)
	refused(t, err, protocol.ErrTimeout)
}

// Errors worded like limits are errors of the program; an interrupt that comes late hurts nobody; a
// payload that is too large is refused before it is sent.
func TestVerdicts_A084_A286_A292(t *testing.T) {
	s := open(t, sandbox.Config{Processes: 1, Limits: limits.Limits{RunMilliseconds: 2_000, MessageBytes: 10_000}})
	for _, message := range []string{"Script execution timed out", "out of memory", "Isolate was disposed", "time limit", "fatal error: stack overflow"} {
		_, err := s.Execute(t.Context(), "(m) => { throw new Error(m) }", message)
		require.Contains(t, refused(t, err, protocol.ErrRuntime).Message, message)
	}
	_, err := s.Execute(t.Context(), "(m) => m.length", strings.Repeat("x", 10_001))
	refused(t, err, protocol.ErrPayloadTooLarge)
	for i := range 20 {
		_, err := s.Execute(t.Context(), "() => { while (true); }", nil)
		refused(t, err, protocol.ErrTimeout)
		x, err := s.Execute(t.Context(), "(i) => i", i)
		require.NoError(t, err, "the next call knows nothing of the limit of the last")
		require.Equal(t, fmt.Sprint(i), string(x.Result))
	}
}
