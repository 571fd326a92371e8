package session

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

func exportOf(source string) *protocol.ExportQuestion {
	return &protocol.ExportQuestion{Compile: &protocol.CompileRequest{Source: source}, Testbench: "t_tb.hex"}
}

// The circuit runs between switches and lamps; its Verilog is that of the circuit alone, and the testbench plays what
// the user did.
func TestExportWritesTheCircuitAndItsRun(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	compile := compileOf(counter)
	compile.Compile.Harness = true
	require.Nil(t, b.ask(compile).Error)
	b.ask(setOf("step", 3))
	require.Nil(t, finished(t, b, b.send(tickOf(40))).Error)

	q := exportOf(counter)
	reply := finished(t, b, b.send(questionOf(protocol.AskRequest{Export: q})))
	require.Nil(t, reply.Error)
	x := reply.Ask.Export
	require.Empty(t, x.Diagnostics)
	require.Contains(t, x.Text, "module "+x.Top)
	require.True(t, x.Recorded)
	require.Equal(t, 41, x.Steps)
	lines := strings.Split(strings.TrimSpace(x.Run), "\n")
	require.Len(t, lines, 41)
	require.NotEqual(t, lines[1], lines[2], "it counts")
	require.Contains(t, x.Testbench, `"t_tb.hex"`)
	play(t, x)

	q.System, q.Testbench = true, ""
	x = finished(t, b, b.send(questionOf(protocol.AskRequest{Export: q}))).Ask.Export
	require.Contains(t, x.Text, "always_ff")
	require.Empty(t, x.Testbench+x.Run)
}

// play runs the testbench in Icarus, where that is installed.
func play(t *testing.T, x *protocol.ExportResult) {
	t.Helper()
	if _, err := exec.LookPath("iverilog"); err != nil {
		t.Log("skipped: iverilog is not installed")
		return
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"t.v": x.Text, "t_tb.v": x.Testbench, "t_tb.hex": x.Run} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	run := func(name string, args ...string) string {
		c := exec.Command(name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	run("iverilog", "-g2001", "-o", "t.vvp", "t.v", "t_tb.v")
	require.Contains(t, run("vvp", "t.vvp"), "PASS")
}

func TestExportWithoutARunHasRandomInputs(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(counter)).Error)
	x := finished(t, b, b.send(questionOf(protocol.AskRequest{Export: exportOf(counter)}))).Ask.Export
	require.False(t, x.Recorded)
	require.Equal(t, randomSteps, x.Steps)
	play(t, x)
}

func TestExportRefusesWhatHasNoForm(t *testing.T) {
	const console = `circuit('Says', {
  inputs: { letter: bus(8), write: bit },
  nodes: { say: Console() },
  connect: ({ inputs, nodes: { say } }) => [inputs.letter.to(say.data), inputs.write.to(say.we)],
})`
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(counter)).Error)
	x := finished(t, b, b.send(questionOf(protocol.AskRequest{Export: exportOf(console)}))).Ask.Export
	require.Empty(t, x.Text)
	require.True(t, circuit.HasErrors(x.Diagnostics))
	require.Equal(t, circuit.CodeNoVerilog, x.Diagnostics[0].Code)

	q := exportOf(console)
	q.BlackBoxes = true
	x = finished(t, b, b.send(questionOf(protocol.AskRequest{Export: q}))).Ask.Export
	require.NotEmpty(t, x.Text)
}
