package verilog_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/verilog"
	"simten.dev/invariants/thorough"
)

// steps is how many random steps are compared.
func steps() int {
	if thorough.On() {
		return 10_000
	}
	return 200
}

// tool finds a program, or skips the test and says so.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed, so the Verilog is not compared with it", name)
	}
	return path
}

func compile(t *testing.T, text, name string) *sandbox.Compiled {
	t.Helper()
	c, err := sandbox.Compile(context.Background(), sandbox.Source{Text: text, Circuit: name, Grants: circuit.AllGrants()}, sandbox.Limits{})
	require.NoError(t, err)
	if len(c.Diagnostics) > 0 && c.Diagnostics[0].Code == circuit.CodeModuleUnavailable {
		return nil
	}
	require.False(t, circuit.HasErrors(c.Diagnostics), "%v", c.Diagnostics)
	return c
}

// bench collects exported circuits with their testbenches, which one run of the simulator plays.
type bench struct {
	folder string
	text   strings.Builder
	names  []string
}

// add exports a circuit and records random steps.
func (b *bench) add(t *testing.T, name string, c *sandbox.Compiled, o verilog.Options) *verilog.Result {
	t.Helper()
	o.Prefix = strings.NewReplacer("-", "_", "/", "_").Replace(name) + "__"
	r, err := c.Verilog(context.Background(), o)
	require.NoError(t, err)
	if r.Text == "" {
		return r
	}
	run, err := c.VerilogRun(context.Background(), r, steps(), r.Random(1))
	require.NoError(t, err)
	bench, vectors := verilog.Testbench(r, filepath.Join(b.folder, o.Prefix+".hex"), run)
	require.NoError(t, os.WriteFile(filepath.Join(b.folder, o.Prefix+".hex"), []byte(vectors), 0o600))
	b.text.WriteString(r.Text)
	b.text.WriteString(bench)
	b.names = append(b.names, strings.TrimRight(strings.TrimPrefix(r.Top, "\\"), " "))
	return r
}

// run plays all testbenches, and gives the failures by name.
func (b *bench) run(t *testing.T) map[string]string {
	t.Helper()
	file, program := filepath.Join(b.folder, "all.v"), filepath.Join(b.folder, "all.vvp")
	require.NoError(t, os.WriteFile(file, []byte(b.text.String()), 0o600))
	out, err := exec.Command(tool(t, "iverilog"), "-g2001", "-o", program, file).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Empty(t, string(out))
	out, err = exec.Command(tool(t, "vvp"), "-n", program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	failed := map[string]string{}
	for _, name := range b.names {
		if !strings.Contains(string(out), "PASS "+name+":") {
			failed[name] = "did not end"
		}
	}
	for line := range strings.Lines(string(out)) {
		for name := range failed {
			if strings.Contains(line, name+": ") && len(failed[name]) < 400 {
				failed[name] += "\n" + line
			}
		}
	}
	return failed
}

func TestExamplesRunEqual(t *testing.T) {
	tool(t, "iverilog")
	b := &bench{folder: t.TempDir()}
	files, err := filepath.Glob("../../examples/*/circuit.ts")
	require.NoError(t, err)
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		c := compile(t, string(text), "")
		if c == nil {
			t.Logf("%s needs a package, so it is not compared", name)
			continue
		}
		r := b.add(t, name, c, verilog.Options{})
		for i := range r.Diagnostics {
			t.Logf("%s: %s", name, r.Diagnostics[i].Error())
		}
		if os.Getenv("KEEP") != "" {
			_ = os.WriteFile(filepath.Join(os.Getenv("KEEP"), name+".v"), []byte(r.Text), 0o600)
		}
	}
	for name, why := range b.run(t) {
		t.Errorf("%s: %s", name, why)
	}
}
