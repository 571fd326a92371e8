package sandbox

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/verilog"
	"simten.dev/invariants/icarus"
	"simten.dev/invariants/thorough"
)

// TestRandomFilesAsVerilog exports random files and plays random steps of them in Icarus. Combinational loops begin in
// an unknown state there, so files have none.
func TestRandomFilesAsVerilog(t *testing.T) {
	b := icarus.New(t)
	texts := map[string]string{}
	for k, kind := range randomKinds {
		if kind.loops || kind.doubtful || kind.modes || (kind.lists || kind.arrays || kind.jumps) && !thorough.On() {
			continue // Icarus takes long for lambdas with lists
		}
		exported, reasons := 0, map[string]int{}
		count := thorough.Count(16)
		for seed := range uint64(count) {
			text := writeRandomFile(rand.New(rand.NewPCG(seed, uint64(k))), kind)
			c := compile(t, text)
			if circuit.HasErrors(c.Diagnostics) {
				continue
			}
			prefix := fmt.Sprintf("%d_%d_", k, seed)
			r, err := c.Verilog(context.Background(), verilog.Options{Prefix: "f" + prefix})
			require.NoError(t, err)
			if r.Text == "" {
				reasons[r.Diagnostics[0].Message]++
			}
			if r.Text == "" || len(r.Outputs) == 0 {
				continue
			}
			run, err := c.VerilogRun(context.Background(), r, 60, r.Random(seed))
			if len(run) == 0 || err != nil && len(run) < 2 {
				continue // a lambda fails at once
			}
			if err != nil {
				run = run[:len(run)-1]
			}
			exported++
			texts[r.Top] = text + "\n" + r.Text
			b.Add(r, run)
		}
		t.Logf("%s: %d of %d files; refused: %v", kind.name, exported, count, reasons)
	}
	for name, why := range b.Run() {
		t.Errorf("%s: %s\n%s", name, why, texts[name])
	}
}
