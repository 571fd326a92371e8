package verilog_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/verilog"
	"simten.dev/invariants/icarus"
)

// proof is a script of Yosys that proves two designs equal. State is matched by its names, so these have to be those of
// the circuit; nothing is renamed.
const proof = `read_verilog GOLD
hierarchy -check -top TOP; proc; flatten; memory -nomap; memory_map; opt -full; rename TOP gold; design -stash gold
read_verilog GATE
hierarchy -check -top TOP; proc; flatten; memory -nomap; memory_map; opt -full; rename TOP gate; design -stash gate
design -copy-from gold gold; design -copy-from gate gate
equiv_make gold gate equiv
hierarchy -top equiv
opt_clean
equiv_struct
equiv_simple -undef
equiv_induct -undef
equiv_status -assert
`

// proveEqual asks Yosys for a proof, and gives what it says.
func proveEqual(t *testing.T, top, gold, gate string) (output string, proved bool) {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	script := strings.NewReplacer("GOLD", write("gold.v", gold), "GATE", write("gate.v", gate), "TOP",
		top).Replace(proof)
	if strings.HasPrefix(gate, "{") {
		script = strings.Replace(script, "read_verilog "+filepath.Join(folder, "gate.v"),
			"read_json "+filepath.Join(folder, "gate.v"), 1)
	}
	out, err := exec.CommandContext(within(t), "yosys", "-Q", "-T", "-q", "-s", write("proof.ys", script)).CombinedOutput()
	return string(out), err == nil
}

// TestHandWrittenTwins proves exported circuits equal to Verilog that was written by hand.
func TestHandWrittenTwins(t *testing.T) {
	icarus.Tool(t, "yosys")
	files, err := filepath.Glob("testdata/twins/*.ts")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 12)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ts"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			twin, err := os.ReadFile(strings.TrimSuffix(file, ".ts") + ".v")
			require.NoError(t, err)
			r, err := compile(t, string(text), "").Verilog(t.Context(), verilog.Options{})
			require.NoError(t, err)
			require.Empty(t, r.Diagnostics)
			out, proved := proveEqual(t, r.Top, string(twin), r.Text)
			require.True(t, proved, "%s\n%s", out, r.Text)
		})
	}
}

// TestPlantedFaultIsFound changes one operator of an exported circuit: the proof must fail.
func TestPlantedFaultIsFound(t *testing.T) {
	icarus.Tool(t, "yosys")
	for file, fault := range map[string][2]string{
		"counter": {" + ", " - "}, "lfsr": {" ^ ", " | "}, "fifo": {"- ", "+ "}, "accumulator": {"+", "-"},
		"alu": {" & ", " | "},
	} {
		text, err := os.ReadFile("testdata/twins/" + file + ".ts")
		require.NoError(t, err)
		twin, err := os.ReadFile("testdata/twins/" + file + ".v")
		require.NoError(t, err)
		r, err := compile(t, string(text), "").Verilog(t.Context(), verilog.Options{})
		require.NoError(t, err)
		wrong := strings.Replace(r.Text, fault[0], fault[1], 1)
		require.NotEqual(t, r.Text, wrong, file)
		_, proved := proveEqual(t, r.Top, string(twin), wrong)
		require.False(t, proved, "%s: %s for %s was not found", file, fault[1], fault[0])
	}
}
