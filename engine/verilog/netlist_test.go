package verilog_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
	"simten.dev/engine/verilog"
	"simten.dev/invariants/icarus"
	"simten.dev/invariants/thorough"
)

// netlist writes a circuit for Yosys, to a file.
func netlist(t *testing.T, c *sandbox.Compiled, prefix, file string) *verilog.Result {
	t.Helper()
	o := verilog.Options{BlackBoxes: true}
	if prefix != "" {
		o.Prefix = strings.NewReplacer("-", "_", "/", "_").Replace(prefix) + "__"
	}
	r, err := c.YosysNetlist(t.Context(), o)
	require.NoError(t, err)
	require.True(t, json.Valid([]byte(r.Text)))
	require.NoError(t, os.WriteFile(file, []byte(r.Text), 0o600))
	return r
}

// throughYosys reads a netlist with Yosys, which checks it and writes it as Verilog.
func throughYosys(t *testing.T, r *verilog.Result, folder, file string) {
	t.Helper()
	out := filepath.Join(folder, "yosys.v")
	top := strings.TrimSpace(strings.TrimPrefix(r.Top, "\\"))
	script := "read_json " + file + "; hierarchy -check -top " + top +
		"; proc; check -assert; write_verilog -noattr " + out
	text, err := exec.CommandContext(within(t), "yosys", "-Q", "-T", "-q", "-p", script).CombinedOutput()
	require.NoError(t, err, "%.4000s", text)
	written, err := os.ReadFile(out)
	require.NoError(t, err)
	r.Text = string(written)
}

// TestNetlistsRunEqual has Yosys read the netlists of all examples, and plays random steps in Icarus of the Verilog
// that it makes of them.
func TestNetlistsRunEqual(t *testing.T) {
	icarus.Tool(t, "yosys")
	b := icarus.New(t)
	folder := t.TempDir()
	examples(t, func(name string, c *sandbox.Compiled) {
		file := filepath.Join(folder, "netlist.json")
		r := netlist(t, c, name, file)
		if strings.Contains(r.Text, `"blackbox"`) {
			t.Logf("%s has a part without a form, so it is not played", name)
			return
		}
		throughYosys(t, r, folder, file)
		b.Add(r, record(t, c, r))
	})
	require.Greater(t, b.Designs(), 20)
	for name, why := range b.Run() {
		t.Errorf("%s: %s", name, why)
	}
}

// TestNetlistsOfComponents does the same with the components of the library.
func TestNetlistsOfComponents(t *testing.T) {
	icarus.Tool(t, "yosys")
	b := icarus.New(t)
	folder := t.TempDir()
	seen := map[string]bool{}
	components(t, func(name string, c *sandbox.Compiled) {
		file := filepath.Join(folder, "netlist.json")
		r := netlist(t, c, "part_"+name, file)
		text := strings.ReplaceAll(r.Text, name, "")
		if withoutForm[strings.TrimRight(name, "_0123456789")] || name == "Divider_100" || name == "Modulo_100" ||
			len(r.Outputs) == 0 || seen[text] {
			return
		}
		seen[text] = true
		if !thorough.On() && len(seen)%4 != 0 {
			return
		}
		throughYosys(t, r, folder, file)
		b.Add(r, record(t, c, r))
	})
	require.Greater(t, b.Designs(), 40)
	for name, why := range b.Run() {
		t.Errorf("%s: %s", name, why)
	}
}

// TestTwinsOfNetlists proves netlists equal to Verilog that was written by hand.
func TestTwinsOfNetlists(t *testing.T) {
	icarus.Tool(t, "yosys")
	files, err := filepath.Glob("testdata/twins/*.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ts"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			twin, err := os.ReadFile(strings.TrimSuffix(file, ".ts") + ".v")
			require.NoError(t, err)
			written := filepath.Join(t.TempDir(), "netlist.json")
			r := netlist(t, compile(t, string(text), ""), "", written)
			out, proved := proveEqual(t, r.Top, string(twin), r.Text)
			require.True(t, proved, "%s\n%s", out, r.Text)
		})
	}
}
