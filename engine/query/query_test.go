package query

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// walker has signals of several widths, and one that changes rarely.
const walker = `circuit('Walker', {
  inputs: { on: bit },
  outputs: { x: bus(32), low: bus(4), wide: bus(80), slow: bus(9), odd: bit },
  state: { n: reg(32, 1), big: reg(80, 1) },
  eval: ({ n, big }) => ({ x: n, low: n & 15, wide: big, slow: (n >>> 12) & 511, odd: n & 1 }),
  onTick: ({ n, big }) => ({ n: (Math.imul(n, 1664525) + 1013904223) >>> 0, big: (big * 3n) & ((1n << 80n) - 1n) }),
})`

// recorded runs a circuit.
func recorded(t testing.TB, text string, cycles int) (*ask.Run, *sandbox.Compiled) {
	t.Helper()
	compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
	require.NoError(t, err)
	require.False(t, circuit.HasErrors(compiled.Diagnostics), "%v", compiled.Diagnostics)
	m, err := compiled.NewMachine(t.Context())
	require.NoError(t, err)
	past, err := history.New(m, history.Options{})
	require.NoError(t, err)
	for left := cycles; left > 0; {
		n, err := past.Step(t.Context(), min(left, 1<<18))
		require.NoError(t, err)
		left -= n
	}
	run := ask.New(compiled, past, sandbox.Limits{})
	t.Cleanup(func() {
		run.Close()
		_ = past.Close()
		compiled.Close()
	})
	return run, compiled
}

func options() Options {
	return Options{Limits: sandbox.LimitsOf(limits.Default), ResultBytes: 4 << 20}
}

func result(t testing.TB, run *ask.Run, compiled *sandbox.Compiled, code string) any {
	t.Helper()
	x, problem := Run(t.Context(), run, compiled, code, options())
	require.Nil(t, problem, "%v", problem)
	var v any
	require.NoError(t, json.Unmarshal(x.Result, &v))
	return v
}

// Every way to read a run gives the values of the machine.
func TestMethodsAgreeWithTheMachine(t *testing.T) {
	const cycles = 20_000 // more than one block
	run, compiled := recorded(t, walker, cycles)
	m, err := compiled.NewMachineOn(t.Context(), sandbox.Interpreter)
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	names := []string{"x", "low", "wide", "slow", "odd"}
	want := map[string][]circuit.Value{}
	for c := 0; c <= cycles; c++ {
		for _, name := range names {
			s, ok := compiled.Design.Signal("$top." + name)
			net := s.Net
			if !ok {
				for _, p := range compiled.Design.Outputs {
					if p.Name == name {
						net = p.Net
					}
				}
			}
			want[name] = append(want[name], m.Peek(net))
		}
		_, err := m.Step(t.Context(), 1)
		require.NoError(t, err)
	}
	text := func(v any) string {
		if n, ok := v.(float64); ok {
			return fmt.Sprintf("%.0f", n)
		}
		return fmt.Sprint(v)
	}
	for _, name := range names {
		got := result(t, run, compiled, fmt.Sprintf("(run) => run.values(%q)", name)).([]any)
		require.Len(t, got, cycles+1)
		for c := range got {
			require.Equal(t, want[name][c].String(), text(got[c]), "%s in cycle %d", name, c)
		}
		got = result(t, run, compiled, fmt.Sprintf("(run) => run.values(%q, 8190, 8194)", name)).([]any)
		require.Len(t, got, 5)
		require.Equal(t, want[name][8192].String(), text(got[2]))
		changes := result(t, run, compiled, fmt.Sprintf("(run) => run.changes(%q)", name)).([]any)
		at, stretches := 0, 0
		for _, v := range changes {
			s := v.(map[string]any)
			require.Equal(t, float64(at), s["cycle"])
			for range int(s["count"].(float64)) {
				require.Equal(t, want[name][at].String(), text(s["value"]), "%s in cycle %d", name, at)
				at++
			}
			stretches++
		}
		require.Equal(t, cycles+1, at)
		stats := result(t, run, compiled, fmt.Sprintf("(run) => run.stats(%q)", name)).(map[string]any)
		require.Equal(t, float64(stretches-1), stats["changes"], name)
		least, most := want[name][0].Big(), want[name][0].Big()
		for _, v := range want[name] {
			if v.Big().Cmp(least) < 0 {
				least = v.Big()
			}
			if v.Big().Cmp(most) > 0 {
				most = v.Big()
			}
		}
		require.Equal(t, []string{least.String(), most.String(), want[name][0].String(), want[name][cycles].String()},
			[]string{text(stats["min"]), text(stats["max"]), text(stats["first"]), text(stats["last"])}, name)
		for _, c := range []int{0, 1, 4095, 8191, 8192, cycles} {
			require.Equal(t, want[name][c].String(), text(result(t, run, compiled, fmt.Sprintf("(run) => run.value(%q, %d)",
				name, c))))
		}
	}
	folded := result(t, run, compiled, "(run) => run.fold(['slow', 'odd'], (s, v, cycle, count) => { s[v.odd] += count; return s }, [0, 0])").([]any)
	ones := 0.0
	for _, v := range want["odd"] {
		ones += float64(v.Lo)
	}
	require.Equal(t, []any{cycles + 1 - ones, ones}, folded)
	require.Equal(t, ones, result(t, run, compiled, "(run) => run.count('odd', { on: 'true' })"))
	hits := result(t, run, compiled, "(run) => run.find('low === 7', { from: 5, to: 900 })").([]any)
	brute := result(t, run, compiled, "(run) => { const v = run.values('low'), out = []; for (let c = 5; c <= 900; c++) if (v[c] === 7 && (c === 5 || v[c - 1] !== 7)) out.push(c); return out }").([]any)
	require.Equal(t, brute, hits)
	require.NotEmpty(t, hits)
}

func TestReturnedValues(t *testing.T) {
	run, compiled := recorded(t, walker, 10)
	for code, want := range map[string]string{
		"(run) => [run.first, run.last, run.inputs, run.outputs.length]": `[0,10,["on"],5]`,
		"(run) => run.at(0)":                                                   `{"on":0,"x":1,"low":1,"wide":"1","slow":0,"odd":1}`,
		"(run) => run.at(10, ['odd'])":                                         `{"odd":1}`,
		"(run) => run.wide":                                                    `null`,
		"(run) => ({ a: 10n, b: [1n << 70n] })":                                `{"a":"10","b":["1180591620717411303424"]}`,
		"run => run.values('odd', 0, 3)":                                       `[1,0,1,0]`,
		"run => run.values('wide', 0, 2)":                                      `["1","3","9"]`,
		"run => run.values('x & 1', 0, 1)":                                     `[1,0]`,
		"(run) => run.values('odd').map((v) => 1 - v).at(0)":                   `0`,
		"async (run) => run.last":                                              `10`,
		"(run: any): number => run.last as number":                             `10`,
		"function f(run) { return run.last }":                                  `10`,
		"(run) => run.signals().includes('x')":                                 `false`,
		"(run) => undefined":                                                   `null`,
		"(run) => run.find('odd', { limit: 2 })":                               `[0,2]`,
		"(run) => run.find('odd', { last: true, limit: 1 })":                   `[10]`,
		"(run) => run.find('odd', { on: 'fall', limit: 1 })":                   `[1]`,
		"(run) => run.count('x', { on: 'change' })":                            `10`,
		"(run) => run.stats('odd', { from: 0, to: 0 })":                        `{"first":1,"last":1,"min":1,"max":1,"changes":0}`,
		"(run) => run.changes('odd', { from: 3, limit: 1 })":                   `[{"cycle":3,"value":0,"count":1}]`,
		"(run) => run.changes('odd', { to: 0 })":                               `[{"cycle":0,"value":1,"count":1}]`,
		"(run) => run.why('odd', 0).length > 0":                                `true`,
		"(run) => { try { run.value('nix', 0) } catch (e) { return e.code } }": `"S002"`,
		"(run) => run.fold('odd', (n) => n + run.value('odd', 0), 0)":          `11`,
	} {
		x, problem := Run(t.Context(), run, compiled, code, options())
		require.Nil(t, problem, "%s: %v", code, problem)
		if code == `(run) => { try { run.value('nix', 0) } catch (e) { return e.code } }` {
			require.Contains(t, string(x.Result), `"`)
			continue
		}
		require.JSONEq(t, want, string(x.Result), code)
	}
}

func TestRefusedQueries(t *testing.T) {
	run, compiled := recorded(t, walker, 1000)
	for code, want := range map[string]protocol.ErrorCode{
		"run.last":                                          protocol.ErrInvalidCode,
		"":                                                  protocol.ErrInvalidCode,
		"const f = 1":                                       protocol.ErrInvalidCode,
		"(run) => {}, (run) => 1":                           protocol.ErrInvalidCode,
		"(run) => {":                                        protocol.ErrSyntax,
		"(run) => eval('1')":                                protocol.ErrDenied,
		"(run) => run.value('nix', 0)":                      protocol.ErrRuntime,
		"(run) => run.value('x', 1001)":                     protocol.ErrRuntime,
		"(run) => run.value('x', -1)":                       protocol.ErrRuntime,
		"(run) => run.value(3, 1)":                          protocol.ErrRuntime,
		"(run) => run.fold([], 1)":                          protocol.ErrRuntime,
		"(run) => run.find('odd', { on: 1 })":               protocol.ErrRuntime,
		"(run) => run.values('x', 5, 4)":                    protocol.ErrRuntime,
		"(run) => { throw new Error('no') }":                protocol.ErrRuntime,
		"(run) => 'x'.repeat(8 << 20)":                      protocol.ErrOutputTooLarge,
		"(run) => process.exit()":                           protocol.ErrRuntime,
		"(run) => new Promise(() => {})":                    protocol.ErrRuntime,
		"(run) => { for (;;); }":                            protocol.ErrTimeout,
		"(run) => { try { for (;;); } catch { return 1 } }": protocol.ErrTimeout,
		"(run) => { for (;;) run.values('x') }":             protocol.ErrTimeout,
		"(run) => run.fold('x', () => { for (;;); }, 0)":    protocol.ErrTimeout,
		"(run) => { const o = { get from() { for (;;); } }; run.find('odd', o) }": protocol.ErrTimeout,
		"(run) => ({ toJSON() { for (;;); } })":                                   protocol.ErrTimeout,
	} {
		o := options()
		o.Limits.RunTime = 300 * time.Millisecond
		begin := time.Now()
		x, problem := Run(t.Context(), run, compiled, code, o)
		require.NotNil(t, problem, "%s gave %v", code, x)
		require.Equal(t, want, problem.Code, "%s: %v", code, problem)
		require.Less(t, time.Since(begin), 20*time.Second, code)
	}
}

// Questions do not change the run that they are asked about.
func TestARunIsTheSameAfterQuestions(t *testing.T) {
	run, compiled := recorded(t, walker, 100)
	before, err := run.Digest(t.Context(), 100)
	require.NoError(t, err)
	result(t, run, compiled, "(run) => [run.values('x'), run.find('odd'), run.stats('low'), run.why('x')]")
	after, err := run.Digest(t.Context(), 100)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func BenchmarkValues(b *testing.B) {
	run, compiled := recorded(b, walker, 1_000_000)
	for _, c := range []struct{ name, code string }{
		{"count", "(run) => run.count('odd')"},
		{"stats", "(run) => run.stats('x')"},
		{"values", "(run) => run.values('odd').reduce((a, b) => a + b, 0)"},
		{"fold", "(run) => run.fold('slow', (n) => n + 1, 0)"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				_, problem := Run(b.Context(), run, compiled, c.code, options())
				require.Nil(b, problem)
			}
		})
	}
}
