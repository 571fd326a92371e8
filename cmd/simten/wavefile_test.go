package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/trace/fst"
	"simten.dev/engine/trace/vcd"
	"simten.dev/engine/trace/wave"
	"simten.dev/engine/trace/wave/wavetest"
)

const pulseText = `circuit('Pulse', {
  inputs: { button: bit, step: bus(4) }, outputs: { pulse: bit, count: bus(4) },
  nodes: { last: DFlipFlop(), inv: Not, rise: And, count: Register({ width: 4 }), inc: Adder({ width: 4 }) },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [
    i.button.to(n.last.d, n.rise.a), n.last.q.to(n.inv.in), n.inv.out.to(n.rise.b), n.rise.out.to(o.pulse, n.count.we),
    n.count.q.to(n.inc.a, o.count), i.step.to(n.inc.b), n.inc.sum.to(n.count.data),
  ],
})
`

const pulseInputs = `[{"button":0,"step":3},{"button":1},{},{"button":0,"step":2},{"button":1},{"button":0},{}]`

// A run is written in both formats at once, which say the same; either is the input of a run that does the same.
func TestRecordedWavesAsInputs(t *testing.T) {
	folder := t.TempDir()
	file, inputs := write(t, "pulse.ts", pulseText), write(t, "in.json", pulseInputs)
	dump, packed := filepath.Join(folder, "out.vcd"), filepath.Join(folder, "out.fst")
	code, want, problems := call(t, "sim", file, "--inputs", inputs, "--vcd", dump, "--fst="+packed)
	require.Equal(t, exitClean, code, problems)
	text, err := os.ReadFile(dump)
	require.NoError(t, err)
	data, err := os.ReadFile(packed)
	require.NoError(t, err)
	a, err := vcd.Read(bytes.NewReader(text), wave.Options{})
	require.NoError(t, err)
	b, err := fst.Read(data, wave.Options{})
	require.NoError(t, err)
	require.Equal(t, wavetest.Text(a), wavetest.Text(b))

	for _, wave := range []string{dump, packed} {
		code, out, problems := call(t, "sim", file, "--inputs", wave)
		require.Equal(t, exitClean, code, problems)
		require.Equal(t, want, out)
		code, out, problems = call(t, "find", file, "--inputs", wave, "--when", "pulse", "--on", "true")
		require.Equal(t, exitClean, code, problems)
		require.Equal(t, "{\"cycle\":1}\n{\"cycle\":4}\n", out)
		code, out, problems = call(t, "wave", wave, "--signals", "button,Pulse.count,last.q", "--to", "69", "--pixels", "14")
		require.Equal(t, exitClean, code, problems)
		require.Equal(t, "button      ▁▁▔▔▔▔▁▁▔▔▁▁▁▁\nPulse.count 0══╳3════╳5═══\nlast.q      ▁▁▁▔▔▔▔▁▁▔▔▁▁▁\ntime (ns)   0           69\n            one column is 5 ns\n", out)
		code, out, problems = call(t, "wave", wave, "--signals", "button,count", "--clock", "clk")
		require.Equal(t, exitClean, code, problems)
		require.Equal(t, "button ▁▔▔▁▔▁▁\ncount  0═╳3═╳5\ncycle  0     6\n", out)
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "cut.fst"), data[:len(data)/2], 0o600))
	code, _, problems = call(t, "wave", filepath.Join(folder, "cut.fst"))
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, "cut.fst: byte ")
}

// A wave of another program is told of in its own terms: names, scopes, unknown values.
func TestWavesFromElsewhere(t *testing.T) {
	file := write(t, "pulse.ts", pulseText)
	const begin = "$timescale 10 ps $end $scope module tb $end $var wire 1 ! clock $end $var wire 1 # btn $end $var reg 4 % step [3:0] $end $upscope $end $enddefinitions $end\n"
	elsewhere := write(t, "tb.vcd", begin+"#0 0! x# b11 % #5 1! #10 0! 1# #15 1! #20 0! #25 1!\n")
	code, out, problems := call(t, "sim", file, "--inputs", elsewhere)
	require.Equal(t, exitErrors, code)
	require.Empty(t, out)
	require.Contains(t, problems, "The input 'button' of Pulse is no signal of the scope 'tb' of the file.")
	code, out, problems = call(t, "sim", file, "--inputs", elsewhere, "--map", "button=btn")
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, problems, "The signal 'tb.btn' is not known (x or z) in 1 of 3 steps, first at time 4.")
	require.Contains(t, out, `"count":3`)
	code, out, problems = call(t, "sim", file, "--inputs", elsewhere, "--map", "button=", "--period", "10", "--ticks", "2")
	require.Equal(t, exitClean, code, problems)
	require.Equal(t, 2, strings.Count(out, "\n"))
	code, _, problems = call(t, "sim", file, "--clock", "clock")
	require.Equal(t, exitUsage, code)
	require.Contains(t, problems, "need a recorded wave")
	code, _, problems = call(t, "wave", elsewhere, "--signals", "tb.stepp")
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, "Did you mean 'tb.step'?")
	code, out, problems = call(t, "wave", elsewhere, "--pixels", "26")
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, "tb.btn       ░░░░░░░░░░▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔\n")
	code, _, problems = call(t, "sim", file, "--inputs", write(t, "bad.vcd", begin+"#5\n1?\n"), "--map", "button=btn")
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, `bad.vcd:3: no signal has the identifier "?"`)
	code, _, problems = call(t, "wave", elsewhere, "--ticks", "5")
	require.Equal(t, exitUsage, code)
	require.Contains(t, problems, "--ticks is for a circuit")
}
