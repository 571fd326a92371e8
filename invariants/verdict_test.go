//go:build built

package invariants

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/session"
)

// hostile are sources that never end by themselves, in the program or in a lambda.
var hostile = map[string]string{
	"loop":          "const a = 1\nwhile (true)\n  a.toString()\n",
	"two lines":     "let n = 0\nfor (;;) {\n  n++\n  for (let i = 0; i < 7; i++)\n    n += i\n}",
	"catch":         "for (;;) {\n  try { for (;;) { throw 1 } } catch { } finally { continue }\n}",
	"recursion":     "const f = (n) =>\n  n ? f(n - 1) + f(n - 1) : 0\nf(60)",
	"deep":          "const f = (n) => f(n + 1)\nf(0)",
	"generator":     "function* g() { while (true) yield 1 }\nfor (const x of g());",
	"sort":          "const a = Array.from({ length: 3000 }, (_, i) => i * 7919 % 3001)\nfor (;;)\n  a.sort((x, y) =>\n    x - y)",
	"library":       "for (;;)\n  Adder({ width: 8 })",
	"circuits":      "for (let i = 0; ; i++)\n  circuit('C' + i, { nodes: { g: Not } })",
	"replace":       "while (true)\n  'aaaa'.replace(/a/g, () => {\n    return 'b' })",
	"eval lambda":   "circuit('A', { outputs: { y: bit }, eval: () => {\n  let n = 0\n  while (true)\n    n++\n} })",
	"onTick lambda": "circuit('A', { outputs: { y: bit }, state: { r: reg(4) }, eval: () => ({ y: 0 }), onTick: ({ r }) => {\n  const m = new Map()\n  for (;;)\n    m.set(r, r)\n} })",
	"late": "circuit('A', { outputs: { y: bit }, state: { r: reg(8) }, eval: () => ({ y: 0 }), onTick: ({ r }) => {\n  const m = new Map()\n  while (r > 5)\n    m.set(r, r)\n" +
		"  for (let i = 0; i < 100; i++) m.set(i, r)\n  return { r: r + 1 }\n} })",
	"text":        "'x'.repeat(2 ** 40)",
	"denied":      "const a = 1\neval('1')",
	"unfinished":  "circuit('A', {",
	"many nodes":  "circuit('A', { nodes: { g: Array.from({ length: 300 }, () => And()) } })",
	"much output": "for (let i = 0; i < 50; i++) console.log('line ' + i)\ncircuit('A', { outputs: { y: bit }, eval: () => ({ y: 0 }) })",
}

// verdict is what must not depend on the machine.
type verdict struct {
	Error   *protocol.Error
	Status  struct{ Cycle uint64 }
	Compile struct {
		Diagnostics []circuit.Diagnostic
		Console     []string
	}
}

// replies keeps the replies of a session.
type replies struct{ list []protocol.Reply }

func (r *replies) Reply(reply protocol.Reply)            { r.list = append(r.list, reply) }
func (r *replies) Event(protocol.Event)                  {}
func (r *replies) Checkpoint(string, session.Checkpoint) {}
func (r *replies) Enter(string, int, uint64)             {}

// The same source gets the same verdict, in words and place, from the module of the browser and natively:
// the budget is counted in steps, not in time.
func TestBuiltEngineGivesTheNativeVerdict(t *testing.T) {
	limits := protocol.DefaultLimits
	limits.RunMilliseconds = 120_000 // so that no clock decides
	limits.StepsPerCall, limits.NodesPerCircuit, limits.ConsoleCalls = 30_000, 200, 20
	var names []string
	var requests []protocol.Request
	for name, source := range hostile {
		slot, id := "slot "+name, 2*len(names)
		requests = append(requests,
			protocol.Request{ID: id + 1, Slot: slot, Type: protocol.TypeCompile, Compile: &protocol.CompileRequest{Source: source}},
			protocol.Request{ID: id + 2, Slot: slot, Type: protocol.TypeTick, Tick: &protocol.TickRequest{Count: 20}})
		names = append(names, name)
	}
	native, browser := natively(t, limits, requests), inModule(t, limits, requests)
	require.Len(t, native, len(requests))
	require.Len(t, browser, len(requests))
	for i, name := range names {
		for k := 2 * i; k < 2*i+2; k++ {
			require.Equal(t, native[k], browser[k], "%s, request %d", name, k-2*i+1)
		}
	}
}

// natively answers requests in this process.
func natively(t *testing.T, limits protocol.Limits, requests []protocol.Request) []verdict {
	t.Helper()
	sink := &replies{}
	s := session.New(session.Native(limits, "", session.Signs{}), limits, time.Now, sink)
	for _, r := range requests {
		before := len(sink.list)
		s.Handle(t.Context(), r, nil)
		for len(sink.list) == before && s.Run(t.Context(), 10*time.Millisecond) != session.Idle {
		}
	}
	texts := make([]json.RawMessage, len(sink.list))
	for i := range sink.list {
		parts, err := protocol.EncodeReply(&sink.list[i], limits)
		require.NoError(t, err)
		require.Len(t, parts, 1)
		texts[i] = parts[0].Text
	}
	text, err := json.Marshal(texts)
	require.NoError(t, err)
	return verdicts(t, text)
}

// inModule has them answered by the module that is served, under Node.
func inModule(t *testing.T, limits protocol.Limits, requests []protocol.Request) []verdict {
	t.Helper()
	input, err := json.Marshal(map[string]any{"limits": limits, "requests": requests})
	require.NoError(t, err)
	folder, err := filepath.Abs(filepath.Join(checkout, "build", "wasm"))
	require.NoError(t, err)
	node := exec.Command("node", "testdata/engine.mjs", folder)
	node.Stdin = bytes.NewReader(input)
	output, err := node.Output()
	require.NoError(t, err)
	return verdicts(t, output)
}

func verdicts(t *testing.T, text []byte) []verdict {
	t.Helper()
	var list []verdict
	require.NoError(t, json.Unmarshal(text, &list))
	return list
}
