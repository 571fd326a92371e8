package verilog_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/verilog"
)

// The diagram of a counter has its clock, its input and the values of its output, one character a step.
func TestWaveJSON(t *testing.T) {
	text, err := os.ReadFile("../../examples/counter/circuit.ts")
	require.NoError(t, err)
	c := compile(t, string(text), "")
	r, err := c.Verilog(t.Context(), verilog.Options{})
	require.NoError(t, err)
	run, err := c.VerilogRun(t.Context(), r, 6, func(step int) []circuit.Value {
		return []circuit.Value{circuit.Uint(map[int]uint64{3: 1}[step])}
	})
	require.NoError(t, err)
	written, err := verilog.WaveJSON("Counter8", r, run)
	require.NoError(t, err)
	var got any
	require.NoError(t, json.Unmarshal([]byte(written), &got))
	require.Equal(t, map[string]any{
		"head": map[string]any{"text": "Counter8", "tick": 0.0},
		"signal": []any{
			map[string]any{"name": "clk", "wave": "p....."},
			[]any{"inputs", map[string]any{"name": "clear", "wave": "0..10."}},
			[]any{"outputs", map[string]any{
				"name": "count", "wave": "======",
				"data": []any{"0", "1", "2", "3", "0", "1"},
			}},
		},
	}, got)
}
