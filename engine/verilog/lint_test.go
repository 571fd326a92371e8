package verilog_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
	"simten.dev/engine/verilog"
	"simten.dev/invariants/icarus"
)

// TestVerilatorAccepts gives all examples to Verilator with all warnings on, as Verilog and as SystemVerilog. Allowed
// are values that nobody looks at, and that one file has many modules.
func TestVerilatorAccepts(t *testing.T) {
	icarus.Tool(t, "verilator")
	for _, system := range []bool{false, true} {
		var all strings.Builder
		examples(t, func(name string, c *sandbox.Compiled) {
			r := export(t, c, name, verilog.Options{BlackBoxes: true, System: system})
			all.WriteString(byHand.Replace(r.Text))
		})
		name := "all.v"
		if system {
			name = "all.sv"
		}
		file := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(file, []byte(all.String()), 0o600))
		out, err := exec.CommandContext(within(t), "verilator", "--lint-only", "-Wall", "-Wno-UNUSED", "-Wno-DECLFILENAME", "-Wno-MULTITOP", file).CombinedOutput()
		require.NoError(t, err, "%.4000s", out)
	}
}

// TestYosysAccepts gives the examples to Yosys: it must find no problem, and no latch.
func TestYosysAccepts(t *testing.T) {
	icarus.Tool(t, "yosys")
	var all strings.Builder
	examples(t, func(name string, c *sandbox.Compiled) {
		r := export(t, c, name, verilog.Options{BlackBoxes: true})
		if !strings.Contains(r.Text, "[0:65535]") && len(r.Text) < 20_000 { // large memories take Yosys minutes
			all.WriteString(r.Text)
		}
	})
	file := filepath.Join(t.TempDir(), "all.v")
	require.NoError(t, os.WriteFile(file, []byte(all.String()), 0o600))
	out, err := exec.CommandContext(within(t), "yosys", "-Q", "-T", "-q", "-p", "read_verilog "+file+"; proc; check -assert; select -assert-none t:$dlatch").CombinedOutput()
	require.NoError(t, err, "%.4000s", out)
}

// within bounds the run of a tool.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	return ctx
}
