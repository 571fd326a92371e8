package yosys_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/verilog"
	"simten.dev/engine/yosys"
	"simten.dev/invariants/thorough"
)

// TestRoundTrip exports the examples as Verilog, has Yosys read that, and imports what it gives: the circuits that come
// back show the same values as the examples, in a run with random inputs.
func TestRoundTrip(t *testing.T) {
	if _, err := exec.LookPath("yosys"); err != nil {
		t.Skip("yosys is not installed, so that no exported example is imported again")
	}
	large := sandbox.LimitsOf(limits.Default)
	large.SourceBytes = 4 << 20 // the network switch has four parts with tables of their own
	steps := 100
	if thorough.On() {
		steps = 2000
	}
	files, err := filepath.Glob("../../examples/*/circuit.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	compared := 0
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			c, err := sandbox.Compile(ctx, sandbox.Source{Text: string(text), Grants: circuit.AllGrants()}, sandbox.Limits{})
			require.NoError(t, err)
			defer c.Close()
			if len(c.Diagnostics) > 0 && c.Diagnostics[0].Code == circuit.CodeModuleUnavailable {
				t.Skip("it needs a package")
			}
			r, err := c.Verilog(ctx, verilog.Options{BlackBoxes: true})
			require.NoError(t, err)
			if len(r.Text) > maxRoundTrip && !thorough.On() {
				t.Skip("Yosys takes a minute for it; SIMTEN_THOROUGH=1 tries it, too")
			}
			r.Text = byHand.Replace(r.Text)
			began := time.Now()
			path := filepath.Join(t.TempDir(), "exported.v")
			require.NoError(t, os.WriteFile(path, []byte(r.Text), 0o600))
			top := strings.TrimSpace(strings.TrimPrefix(r.Top, "\\"))
			n, err := yosys.Decode(netlistOf(t, []string{path}, top))
			require.NoError(t, err)
			back, err := yosys.Import(n, yosys.Options{Top: top})
			require.NoError(t, err)
			require.False(t, back.Steps, "%v", back.Warnings)
			for _, w := range back.Warnings {
				t.Errorf("a warning: %s", w.String())
			}
			read := time.Since(began)
			again, err := sandbox.Compile(ctx, sandbox.Source{Text: back.Program, Grants: circuit.AllGrants()}, large)
			require.NoError(t, err)
			defer again.Close()
			require.False(t, circuit.HasErrors(again.Diagnostics), "%v", again.Diagnostics)
			run, err := c.VerilogRun(ctx, r, steps, r.Random(1))
			require.NoError(t, err)
			play := &verilog.Result{
				Inputs: found(t, r.Inputs, again.Circuit.Inputs), Outputs: found(t, r.Outputs, again.Circuit.Outputs),
			}
			other, err := again.VerilogRun(ctx, play, steps, func(step int) []circuit.Value { return run[step].Inputs })
			require.NoError(t, err)
			for i := range run {
				for k, p := range r.Outputs {
					want, got := run[i].Outputs[k], other[i].Outputs[k]
					require.True(t, want.Equal(got), "step %d: %s is %s, not %s\n%s", i, p.Path, got, want, r.Text)
				}
			}
			compared++
			t.Logf("%d bytes of Verilog, %d of the program; Yosys and import took %v", len(r.Text), len(back.Program),
				read.Round(time.Millisecond))
		})
	}
	require.Greater(t, compared, 15)
}

// maxRoundTrip is how long a Verilog text may be that every run of the tests reads.
const maxRoundTrip = 100_000

// byHand puts what one would write by hand into black boxes: devices that only take what they are given.
var byHand = strings.NewReplacer("(* blackbox *)\n", "",
	"    output wire [31:0] read_data\n);\nendmodule",
	"    output wire [31:0] read_data\n);\n    assign read_data = {31'd0, mem_read};\nendmodule")

// found are the ports of an exported circuit in the one that was imported again, which has them all as its own.
func found(t *testing.T, exported []verilog.Port, ports []circuit.Port) (list []verilog.Port) {
	t.Helper()
	for _, p := range exported {
		name := strings.TrimSpace(strings.TrimPrefix(p.Name, "\\"))
		p.Node, p.Pin = -1, slices.IndexFunc(ports, func(q circuit.Port) bool { return q.Name == name })
		require.GreaterOrEqual(t, p.Pin, 0, "there is no port %s", name)
		list = append(list, p)
	}
	return list
}
