package verilog_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/verilog"
	"simten.dev/invariants/icarus"
)

// The reset that is asked for gives registers their start values: without those in the text, and after a cycle of
// reset, a run is as it was. The netlist with it is proved equal to the Verilog.
func TestReset(t *testing.T) {
	icarus.Tool(t, "yosys")
	for _, name := range []string{"counter", "lfsr", "fifo", "traffic", "pwm"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile("testdata/twins/" + name + ".ts")
			require.NoError(t, err)
			c := compile(t, string(text), "")
			o := verilog.Options{Reset: true}
			r, err := c.Verilog(t.Context(), o)
			require.NoError(t, err)
			require.Equal(t, "reset", strings.TrimSuffix(r.Reset, "_2"))
			require.Contains(t, r.Text, "if ("+r.Reset+") begin")
			n, err := c.YosysNetlist(t.Context(), o)
			require.NoError(t, err)
			out, proved := proveEqual(t, r.Top, r.Text, n.Text)
			require.True(t, proved, "%s\n%s", out, r.Text)

			// Registers without start values get them from the reset.
			b := icarus.New(t)
			r.Text = withoutStart(r.Text)
			b.AddAfterReset(r, record(t, c, r))
			for name, why := range b.Run() {
				t.Errorf("%s: %s\n%s", name, why, r.Text)
			}
		})
	}
}

// withoutStart removes the start values of registers.
func withoutStart(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "    reg ") {
			if before, _, ok := strings.Cut(line, " = "); ok {
				lines[i] = before + ";\n"
			}
		}
	}
	return strings.Join(lines, "")
}
