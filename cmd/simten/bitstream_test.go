package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const blinker = `circuit('Blinker', {
  inputs: { on: bit },
  outputs: { led: bit, count: bus(4) },
  state: { value: reg(4, 3) },
  eval: ({ value }) => ({ led: value >> 3, count: value }),
  onTick: ({ on, value }) => ({ value: on ? value + 1 : value }),
})
`

func TestBitstreamForBothChips(t *testing.T) {
	for _, tool := range []string{"yosys", "nextpnr-ice40", "icepack"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("skipped: %s is not installed", tool)
		}
	}
	dir := t.TempDir()
	file, out := filepath.Join(dir, "blinker.ts"), filepath.Join(dir, "blinker.bin")
	require.NoError(t, os.WriteFile(file, []byte(blinker), 0o600))
	for device, size := range map[string]int64{"up5k": 104_090, "hx1k": 32_220} {
		code, stdout, stderr := call(t, "bitstream", file, "--device", device, "-o", out)
		require.Equal(t, exitClean, code, stderr)
		info, err := os.Stat(out)
		require.NoError(t, err)
		require.Equal(t, size, info.Size())
		require.Regexp(t, `logic cells: \d+ of \d+`, stdout)
		require.Regexp(t, `clk: at most \d+\.\d MHz`, stdout)
		require.Contains(t, stdout, "placed by nextpnr: clk, on, led, count[0]")
	}
	pins := filepath.Join(dir, "blinker.pcf")
	text, err := os.ReadFile(pins)
	require.NoError(t, err, "it lists the ports")
	require.Contains(t, string(text), "# set_io count[3] PIN\n")

	require.NoError(t, os.WriteFile(pins, []byte("set_io led 99\n"), 0o600))
	code, stdout, stderr := call(t, "bitstream", file, "--device", "hx1k", "--pins", pins, "-o", out)
	require.Equal(t, exitClean, code, stderr)
	require.NotContains(t, stdout, "led,")
	require.NoError(t, os.WriteFile(pins, []byte("set_io led 999\n"), 0o600))
	code, _, stderr = call(t, "bitstream", file, "--device", "hx1k", "--pins", pins, "-o", out)
	require.Equal(t, exitErrors, code)
	require.Contains(t, stderr, "nextpnr gave up: package does not have a pin named '999'")
}

func TestBitstreamArguments(t *testing.T) {
	for _, args := range [][]string{{"x.ts"}, {"x.ts", "-o", "a.bin", "--device", "ecp5"}} {
		code, _, _ := call(t, append([]string{"bitstream"}, args...)...)
		require.Equal(t, exitUsage, code)
	}
}

func TestExportAsAProjectOfTinyTapeout(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "blinker.ts")
	require.NoError(t, os.WriteFile(file, []byte(blinker), 0o600))
	code, _, stderr := call(t, "export", file, "--format", "tinytapeout", "-o", filepath.Join(dir, "tile"))
	require.Equal(t, exitClean, code, stderr)
	require.Contains(t, stderr, "do not begin with their start values")
	for _, name := range []string{"src/tt_um_blinker.v", "info.yaml", "docs/info.md"} {
		require.FileExists(t, filepath.Join(dir, "tile", name))
	}
	code, _, stderr = call(t, "export", file, "--format", "tinytapeout")
	require.Equal(t, exitUsage, code, stderr)
	require.NoError(t, os.WriteFile(file, []byte(`circuit('Wide', { inputs: { a: bus(30) }, outputs: { b: bit }, eval: ({ a }) => ({ b: a & 1 }) })`), 0o600))
	code, _, stderr = call(t, "export", file, "--format", "tinytapeout", "-o", filepath.Join(dir, "tile"))
	require.Equal(t, exitErrors, code)
	require.Contains(t, stderr, "Wide has 30 input bits and 1 output bits")
}
