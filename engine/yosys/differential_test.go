package yosys_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/yosys"
)

// Each fixture is a Verilog file with a module of its name, the netlist that Yosys made of it, and what Icarus Verilog
// gave for random inputs: go test ./engine/yosys -run TestFixtures -update makes the last two, which needs both tools.
var update = flag.Bool("update", false, "make netlists and recorded runs anew; needs yosys and iverilog")

// run is a recorded run: three samples a step. Inputs are set and the logic settles, they are set again, then the
// clock has its edge. In stepped designs there is no third one.
type run struct {
	inputs, outputs []port
	steps           []step
}

type port struct {
	name  string
	width int
}

type step struct {
	first, second []string   // inputs, hexadecimal
	samples       [][]string // outputs, hexadecimal with x
}

func portsOf(t *testing.T, n *yosys.Netlist, r *yosys.Result, top string) (inputs, outputs []port) {
	t.Helper()
	m := n.Module(top)
	if m == nil {
		for _, x := range n.Modules {
			if x.Attributes["top"] != "" {
				m = x
			}
		}
	}
	require.NotNil(t, m, top)
	for _, p := range m.Ports {
		switch {
		case p.Direction == "output":
			outputs = append(outputs, port{p.Name, len(p.Bits)})
		case p.Name != r.Clock:
			inputs = append(inputs, port{p.Name, len(p.Bits)})
		}
	}
	return inputs, outputs
}

// randomWord draws a word; corners come often.
func randomWord(r *rand.Rand, width int) string {
	v := new(big.Int)
	switch r.IntN(8) {
	case 0:
	case 1:
		v.SetInt64(1)
	case 2:
		v.Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1))
	case 3:
		v.Lsh(big.NewInt(1), uint(width-1))
	case 4:
		v.SetInt64(int64(r.IntN(40)))
	default:
		for i := 0; i < width; i += 32 {
			v.Lsh(v, 32).Or(v, big.NewInt(int64(r.Uint32())))
		}
	}
	v.And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
	return v.Text(16)
}

// activeLow reports a reset that acts at level 0, by its name.
func activeLow(name string) bool {
	return strings.HasSuffix(name, "n") || strings.HasSuffix(name, "_l")
}

// stimulus draws the inputs of a run. A bit called like a reset is seldom active, so that registers get somewhere. In
// stepped designs clocks may have their edges together, unless they are apart.
func stimulus(seed uint64, inputs []port, stepped, apart bool, steps int) []step {
	r := rand.New(rand.NewPCG(seed, 1))
	var list []step
	before := make([]string, len(inputs))
	draw := func() []string {
		out := make([]string, len(inputs))
		for i, p := range inputs {
			name := strings.ToLower(p.name)
			switch {
			case p.width == 1 && strings.Contains(name, "rst") || p.width == 1 && strings.Contains(name, "reset"):
				active := r.IntN(12) == 0
				if activeLow(name) {
					active = !active
				}
				out[i] = strconv.Itoa(map[bool]int{true: 1}[active])
			default:
				out[i] = randomWord(r, p.width)
			}
		}
		return out
	}
	for i := range steps {
		s := step{first: draw(), second: draw()}
		if i < 2 { // begin with a reset
			for k, p := range inputs {
				name := strings.ToLower(p.name)
				if p.width == 1 && (strings.Contains(name, "rst") || strings.Contains(name, "reset")) {
					level := "1"
					if activeLow(name) {
						level = "0"
					}
					s.first[k], s.second[k] = level, level
				}
			}
		}
		if stepped { // either a clock changes in a step, or everything else
			edge := false
			for k, p := range inputs {
				isClock := strings.Contains(p.name, "clk")
				if before[k] != "" && isClock == (i%2 == 0) {
					s.first[k] = before[k]
				}
				if isClock && i < 2 || isClock && edge && apart {
					s.first[k] = "0"
					if i >= 2 {
						s.first[k] = before[k]
					}
				}
				edge = edge || isClock && before[k] != "" && s.first[k] != before[k]
			}
			s.second = s.first
		}
		copy(before, s.first)
		list = append(list, s)
	}
	return list
}

// idle is the level that an input has at first: a reset that is active low has to fall.
func idle(p port) int {
	name := strings.ToLower(p.name)
	if p.width == 1 && (strings.Contains(name, "rst") || strings.Contains(name, "reset")) && activeLow(name) {
		return 1
	}
	return 0
}

// bench is a Verilog test bench that plays a run.
func bench(source yosys.Source, r *yosys.Result, inputs, outputs []port, steps []step) string {
	var b strings.Builder
	b.WriteString("`timescale 1ns/1ns\nmodule tb;\n")
	before, after := "1'b0", "1'b1"
	if r.Falling {
		before, after = after, before
	}
	var connections, names []string
	if r.Clock != "" {
		fmt.Fprintf(&b, "  reg clock_ = %s;\n", before)
		connections = append(connections, fmt.Sprintf(".%s(clock_)", r.Clock))
	}
	for i, p := range inputs {
		fmt.Fprintf(&b, "  reg [%d:0] i%d = %d;\n", p.width-1, i, idle(p))
		connections = append(connections, fmt.Sprintf(".%s(i%d)", p.name, i))
	}
	var formats []string
	for i, p := range outputs {
		fmt.Fprintf(&b, "  wire [%d:0] o%d;\n", p.width-1, i)
		connections = append(connections, fmt.Sprintf(".%s(o%d)", p.name, i))
		names = append(names, fmt.Sprintf("o%d", i))
		formats = append(formats, "%h")
	}
	var parameters []string
	for name, value := range source.Parameters {
		parameters = append(parameters, fmt.Sprintf(".%s(%s)", name, value))
	}
	changed := ""
	if len(parameters) > 0 {
		changed = " #(" + strings.Join(parameters, ", ") + ")"
	}
	fmt.Fprintf(&b, "  %s%s dut(%s);\n", source.Top, changed, strings.Join(connections, ", "))
	show := fmt.Sprintf("    $display(\"@ %s\", %s);\n", strings.Join(formats, " "), strings.Join(names, ", "))
	var set strings.Builder
	set.WriteString("    begin ")
	for i := range inputs {
		fmt.Fprintf(&set, "got = $fscanf(f, \"%%h\", t%d); ", i)
	}
	for i := range inputs {
		fmt.Fprintf(&set, "i%d = t%d; ", i, i)
	}
	set.WriteString("end\n")
	for i, p := range inputs {
		fmt.Fprintf(&b, "  reg [%d:0] t%d;\n", p.width-1, i)
	}
	b.WriteString("  integer f, got, k;\n  initial begin\n    f = $fopen(\"stimulus.txt\", \"r\");\n")
	fmt.Fprintf(&b, "    for (k = 0; k < %d; k = k + 1) begin\n", len(steps))
	b.WriteString(set.String() + "    #1;\n" + show)
	if !r.Steps {
		b.WriteString(set.String() + "    #1;\n" + show)
		if r.Clock != "" {
			fmt.Fprintf(&b, "    clock_ = %s; #1;\n", after)
		}
		b.WriteString(show)
		if r.Clock != "" {
			fmt.Fprintf(&b, "    clock_ = %s; #1;\n", before)
		}
	}
	b.WriteString("    end\n    $finish;\n  end\nendmodule\n")
	return b.String()
}

// icarus runs a design with Icarus Verilog.
func icarus(t *testing.T, source yosys.Source, r *yosys.Result, inputs, outputs []port, steps []step) run {
	t.Helper()
	top, files := source.Top, slices.Clone(source.Files)
	folder := t.TempDir()
	if keep := os.Getenv("SIMTEN_KEEP_DESIGN"); keep != "" { // a folder, to look at the run of one design
		folder = keep
		require.NoError(t, os.WriteFile(filepath.Join(folder, "imported.ts"), []byte(r.Program), 0o600))
	}
	tb := filepath.Join(folder, "tb.v")
	require.NoError(t, os.WriteFile(tb, []byte(bench(source, r, inputs, outputs, steps)), 0o600))
	var text strings.Builder
	for _, s := range steps {
		text.WriteString(strings.Join(s.first, " ") + "\n")
		if !r.Steps {
			text.WriteString(strings.Join(s.second, " ") + "\n")
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "stimulus.txt"), []byte(text.String()), 0o600))
	for i := range files {
		path, err := filepath.Abs(files[i])
		require.NoError(t, err)
		files[i] = path
	}
	if strings.HasSuffix(top, "cells") { // as Yosys models them
		files = append(files, cellModels())
	}
	arguments := []string{"-g2012", "-s", "tb", "-o", filepath.Join(folder, "sim")}
	for _, dir := range source.Include {
		arguments = append(arguments, "-I"+dir)
	}
	for _, d := range source.Defines {
		arguments = append(arguments, "-D"+d)
	}
	build := exec.CommandContext(t.Context(), "iverilog", append(append(arguments, tb), files...)...)
	build.Dir = filepath.Dir(files[0])
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	link := exec.CommandContext(t.Context(), "vvp", "-n", "sim")
	link.Dir = folder
	entries, _ := filepath.Glob(filepath.Join(filepath.Dir(files[0]), "*.hex"))
	for _, e := range entries { // for $readmemh
		_ = os.Symlink(e, filepath.Join(folder, filepath.Base(e)))
	}
	out, err = link.Output()
	require.NoError(t, err, string(out))
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	result := run{inputs: inputs, outputs: outputs, steps: slices.Clone(steps)}
	each := 3
	if r.Steps {
		each = 1
	}
	at := 0
	for i := range result.steps {
		for range each {
			for at < len(lines) && !strings.HasPrefix(lines[at], "@ ") { // what the design displays
				at++
			}
			require.Less(t, at, len(lines), "Icarus ended early: %s", out)
			result.steps[i].samples = append(result.steps[i].samples, strings.Fields(lines[at])[1:])
			at++
		}
	}
	return result
}

// save and load keep a run as a text.
func (r run) save(t *testing.T, path string) {
	t.Helper()
	var b strings.Builder
	for _, list := range [][]port{r.inputs, r.outputs} {
		for _, p := range list {
			fmt.Fprintf(&b, "%s:%d ", p.name, p.width)
		}
		b.WriteString("\n")
	}
	for _, s := range r.steps {
		fmt.Fprintf(&b, "%s | %s", strings.Join(s.first, " "), strings.Join(s.second, " "))
		for _, sample := range s.samples {
			b.WriteString(" | " + strings.Join(sample, " "))
		}
		b.WriteString("\n")
	}
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
}

func load(t *testing.T, path string) run {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	ports := func(line string) (list []port) {
		for _, f := range strings.Fields(line) {
			name, width, _ := strings.Cut(f, ":")
			w, err := strconv.Atoi(width)
			require.NoError(t, err)
			list = append(list, port{name, w})
		}
		return list
	}
	r := run{inputs: ports(lines[0]), outputs: ports(lines[1])}
	for _, line := range lines[2:] {
		parts := strings.Split(line, "|")
		s := step{first: strings.Fields(parts[0]), second: strings.Fields(parts[1])}
		for _, p := range parts[2:] {
			s.samples = append(s.samples, strings.Fields(p))
		}
		r.steps = append(r.steps, s)
	}
	return r
}

// play runs a program along a recorded run and returns the first difference, and how many hexadecimal digits were
// compared: those that Icarus does not know are not.
func play(t *testing.T, program string, backend sandbox.Backend, r run) (difference string, compared int) {
	t.Helper()
	ctx := context.Background()
	compiled, err := sandbox.Compile(ctx, sandbox.Source{Text: program}, sandbox.LimitsOf(limits.Default))
	require.NoError(t, err)
	defer compiled.Close()
	require.False(t, circuit.HasErrors(compiled.Diagnostics), "%v\n%s", compiled.Diagnostics, program)
	for _, d := range compiled.Diagnostics {
		require.NotEqual(t, circuit.CodeOpaque, d.Code, "%s\n%s", d.Message, program)
		require.NotEqual(t, circuit.CodeResultNames, d.Code, "%s\n%s", d.Message, program)
		require.NotEqual(t, circuit.CodeUnknownField, d.Code, "%s\n%s", d.Message, program)
		require.NotEqual(t, circuit.CodeNeverTrue, d.Code, "%s\n%s", d.Message, program)
	}
	return along(t, compiled, backend, r)
}

// playFlat runs a netlist that was made without a text.
func playFlat(t *testing.T, n *yosys.Netlist, o yosys.Options, r run) (difference string, compared int) {
	t.Helper()
	f, err := yosys.Flatten(n, o, elaborate.Limits{})
	require.NoError(t, err)
	require.NoError(t, f.Module.Check())
	return along(t, sandbox.FromNetlist(f.Design, f.Module), sandbox.Interpreter, r)
}

// along runs a compiled design along a recorded run.
func along(t *testing.T, compiled *sandbox.Compiled, backend sandbox.Backend, r run) (difference string, compared int) {
	t.Helper()
	ctx := context.Background()
	m, err := compiled.NewMachineOn(ctx, backend)
	require.NoError(t, err)
	defer func() { _ = m.Close() }()
	inputs, outputs := map[string]int{}, map[string]int{}
	for i, p := range compiled.Design.Inputs {
		inputs[p.Name] = i
	}
	for i, p := range compiled.Design.Outputs {
		outputs[p.Name] = i
	}
	set := func(values []string) {
		for i, p := range r.inputs {
			at, ok := inputs[p.name]
			require.True(t, ok, "there is no input %s", p.name)
			v, ok := new(big.Int).SetString(values[i], 16)
			require.True(t, ok, values[i])
			m.Set(at, circuit.FromBig(v, p.width))
		}
	}
	check := func(when string, sample []string) string {
		for i, p := range r.outputs {
			at, ok := outputs[p.name]
			require.True(t, ok, "there is no output %s", p.name)
			got := m.Peek(compiled.Design.Outputs[at].Net).Big().Text(16)
			want := sample[i]
			got = strings.Repeat("0", max(0, len(want)-len(got))) + got
			for k := range len(want) {
				if c := want[k]; strings.IndexByte("xXzZ", c) < 0 {
					compared++
					if got[k] != c {
						return fmt.Sprintf("%s: %s is %s, not %s", when, p.name, got, want)
					}
				}
			}
		}
		return ""
	}
	for i, s := range r.steps {
		set(s.first)
		require.NoError(t, m.Settle(ctx))
		if d := check(fmt.Sprintf("step %d", i), s.samples[0]); d != "" {
			return d, compared
		}
		if len(s.samples) == 3 {
			set(s.second)
			require.NoError(t, m.Settle(ctx))
			if d := check(fmt.Sprintf("step %d, second inputs", i), s.samples[1]); d != "" {
				return d, compared
			}
		}
		if n, err := m.Step(ctx, 1); n != 1 {
			require.NoError(t, err)
		}
		if len(s.samples) == 3 {
			if d := check(fmt.Sprintf("step %d, after the edge", i), s.samples[2]); d != "" {
				return d, compared
			}
		}
	}
	return "", compared
}

func digits(r run) (n int) {
	for _, s := range r.steps {
		for _, sample := range s.samples {
			for _, v := range sample {
				n += len(v)
			}
		}
	}
	return n
}

func netlistOf(t *testing.T, files []string, top string) []byte {
	t.Helper()
	return netlistOfSource(t, yosys.Source{Files: files, Top: top})
}

func netlistOfSource(t *testing.T, source yosys.Source) []byte {
	t.Helper()
	folder := t.TempDir()
	out := filepath.Join(folder, "netlist.json")
	files, top := source.Files, source.Top
	source.Files = nil
	for _, f := range files {
		p, err := filepath.Abs(f)
		require.NoError(t, err)
		source.Files = append(source.Files, p)
	}
	script, err := yosys.Script(source, out)
	require.NoError(t, err)
	if strings.HasSuffix(top, "cells") { // instances of the cells themselves
		script = strings.Replace(script, "read_verilog -sv -defer", "read_verilog -icells -sv", 1)
	}
	if top == "syncread" { // with registers found behind its read ports
		script = strings.Replace(script, "opt_mem_feedback", "opt_mem_feedback\nmemory_dff", 1)
	}
	path := filepath.Join(folder, "script.ys")
	require.NoError(t, os.WriteFile(path, []byte(script), 0o600))
	c := exec.CommandContext(t.Context(), "yosys", "-q", "-s", path)
	c.Dir = filepath.Dir(files[0])
	text, err := c.CombinedOutput()
	require.NoError(t, err, string(text))
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	return data
}

const steps = 150

// cellModels is the file in which the installed Yosys has its cells as Verilog; "" when it is not found.
func cellModels() string {
	program, err := exec.LookPath("yosys")
	if err != nil {
		return ""
	}
	file := filepath.Join(filepath.Dir(program), "..", "share", "yosys", "simlib.v")
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

// A $ff takes its input in every step, as a $dff does when each cycle is one of its clock.
func TestRegisterWithoutClock(t *testing.T) {
	data, err := os.ReadFile("testdata/registers.json")
	require.NoError(t, err)
	n, err := yosys.Decode(data)
	require.NoError(t, err)
	for _, c := range n.Modules[0].Cells {
		if c.Type == "$dff" {
			c.Type = "$ff"
			delete(c.Connections, "CLK")
		}
	}
	r, err := yosys.Import(n, yosys.Options{})
	require.NoError(t, err)
	difference, _ := play(t, r.Program, sandbox.Interpreter, load(t, "testdata/registers.run"))
	require.Empty(t, difference)
}

func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/*.v")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	_, missing := exec.LookPath("iverilog")
	if missing != nil {
		t.Log("iverilog is not installed: the recorded runs are compared, and no new ones")
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".v")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := strings.TrimSuffix(file, ".v")
			if *update {
				var compact bytes.Buffer
				require.NoError(t, json.Compact(&compact, netlistOf(t, []string{file}, name)))
				folder, err := filepath.Abs(filepath.Dir(file))
				require.NoError(t, err)
				text := bytes.ReplaceAll(compact.Bytes(), []byte(folder+"/"), nil) // places are below the folder
				require.NoError(t, os.WriteFile(base+".json", text, 0o600))
			}
			data, err := os.ReadFile(base + ".json")
			require.NoError(t, err)
			n, err := yosys.Decode(data)
			require.NoError(t, err)
			r, err := yosys.Import(n, yosys.Options{ResetPulses: true})
			require.NoError(t, err)
			inputs, outputs := portsOf(t, n, r, name)
			if *update {
				icarus(t, yosys.Source{Top: name, Files: []string{file}}, r, inputs, outputs, stimulus(1, inputs, r.Steps, false, steps)).save(t, base+".run")
			}
			recorded := load(t, base+".run")
			require.Equal(t, inputs, recorded.inputs)
			difference, compared := play(t, r.Program, sandbox.Interpreter, recorded)
			require.Empty(t, difference, "%s", r.Program)
			require.Greater(t, compared, digits(recorded)/2, "Icarus knew too few values for a comparison")
			difference, _ = play(t, r.Program, sandbox.Closures, recorded) // as the text says, not as the compiler reads it
			require.Empty(t, difference, "%s", r.Program)
			difference, compared = playFlat(t, n, yosys.Options{ResetPulses: true}, recorded)
			require.Empty(t, difference)
			require.Greater(t, compared, digits(recorded)/2)
			if missing == nil && (!strings.HasSuffix(name, "cells") || cellModels() != "") {
				seed := rand.Uint64()
				t.Logf("a new run of seed %d", seed)
				fresh := icarus(t, yosys.Source{Top: name, Files: []string{file}}, r, inputs, outputs, stimulus(seed, inputs, r.Steps, false, steps))
				difference, _ = play(t, r.Program, sandbox.Interpreter, fresh)
				require.Empty(t, difference, "%s", r.Program)
				difference, _ = playFlat(t, n, yosys.Options{ResetPulses: true}, fresh)
				require.Empty(t, difference, "without a text")
			}
		})
	}
}

// TestDesigns imports whole designs and runs them beside Icarus Verilog: those of bench/verilog, a folder with a file
// of its name each, or those that the file SIMTEN_DESIGNS lists, a line each with the top module and what import takes:
// FILE… [NETLIST.json] [-IDIR]… [-DNAME[=VALUE]]… [-PNAME=VALUE]… [-steps].
func TestDesigns(t *testing.T) {
	for _, tool := range []string{"yosys", "iverilog"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed, so that no whole designs are run")
		}
	}
	list := os.Getenv("SIMTEN_DESIGNS")
	if list == "" {
		for top, files := range wholeDesigns(t) {
			t.Run(top, func(t *testing.T) { compareDesign(t, yosys.Source{Top: top, Files: files}, "", false) })
		}
		return
	}
	text, err := os.ReadFile(list)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		source, steps, written := yosys.Source{Top: words[0], Parameters: map[string]string{}}, false, ""
		for _, word := range words[1:] {
			switch {
			case word == "-steps":
				steps = true
			case strings.HasPrefix(word, "-I"):
				source.Include = append(source.Include, word[2:])
			case strings.HasPrefix(word, "-D"):
				source.Defines = append(source.Defines, word[2:])
			case strings.HasSuffix(word, ".json"): // a netlist that another Yosys has written
				written = word
			case strings.HasPrefix(word, "-P"):
				name, value, _ := strings.Cut(word[2:], "=")
				source.Parameters[name] = value
			default:
				source.Files = append(source.Files, word)
			}
		}
		t.Run(source.Top, func(t *testing.T) { compareDesign(t, source, written, steps) })
	}
}

// compareDesign runs a design here and in Icarus. Where they differ, the same design without x is run there, too, and
// one whose clocks have no edges together: values that Icarus does not know, and two clocks that write to one cell of a
// memory at once, are no faults.
func compareDesign(t *testing.T, source yosys.Source, written string, steps bool) {
	t.Helper()
	const cycles = 2000
	sources := []yosys.Source{source}
	var netlist []byte
	var err error
	if written != "" {
		netlist, err = os.ReadFile(written)
		require.NoError(t, err)
	} else {
		netlist = netlistOfSource(t, source)
		sources = append(sources, withoutUnknown(t, source))
	}
	n, err := yosys.Decode(netlist)
	require.NoError(t, err)
	r, err := yosys.Import(n, yosys.Options{Top: source.Top, ResetPulses: true, Steps: steps})
	require.NoError(t, err)
	for _, w := range r.Warnings {
		t.Log(w)
	}
	inputs, outputs := portsOf(t, n, r, r.TopModule)
	for _, w := range r.Warnings {
		if strings.Contains(w.Text, " is the clock ") { // which is high after its edge in Icarus
			outputs = slices.DeleteFunc(outputs, func(p port) bool { return strings.HasPrefix(w.Text, "output "+p.name+" ") })
		}
	}
	seed := rand.Uint64()
	difference := ""
	for _, apart := range []bool{false, true} {
		draw := stimulus(seed, inputs, r.Steps, apart, cycles)
		var known run
		for _, of := range sources {
			known = icarus(t, of, r, inputs, outputs, draw)
			var compared int
			if difference, compared = play(t, r.Program, sandbox.Interpreter, known); difference == "" {
				require.Greater(t, compared, digits(known)/4)
				t.Logf("%s: %d bytes, %d of %d digits compared, seed %d", source.Top, len(r.Program), compared, digits(known), seed)
				difference, _ = playFlat(t, n, yosys.Options{Top: source.Top, ResetPulses: true, Steps: steps}, known)
				require.Empty(t, difference, "without a text")
				return
			}
			t.Logf("clocks apart %v: %s", apart, difference)
		}
		if !r.Steps {
			break
		}
	}
	t.Errorf("seed %d: %s", seed, difference)
}

// withoutUnknown is a design in which what has no value begins with 0, as Yosys writes it.
func withoutUnknown(t *testing.T, source yosys.Source) yosys.Source {
	t.Helper()
	out := filepath.Join(t.TempDir(), "zeroed.v")
	script, err := yosys.Script(source, "netlist.json")
	require.NoError(t, err)
	script = strings.Replace(script, "write_json netlist.json", "setundef -zero -undriven\nsetundef -zero -init\nwrite_verilog "+out, 1)
	path := filepath.Join(filepath.Dir(out), "script.ys")
	require.NoError(t, os.WriteFile(path, []byte(script), 0o600))
	c := exec.CommandContext(t.Context(), "yosys", "-q", "-s", path)
	text, err := c.CombinedOutput()
	require.NoError(t, err, string(text))
	text, err = os.ReadFile(out)
	require.NoError(t, err)
	text = memoryDeclaration.ReplaceAll(text, []byte("$0\n  initial begin : \\zeros-of-$2 \n    integer i;\n    for (i = 0; i <= $3; i = i + 1) $1$2 [i] = 0;\n  end"))
	require.NoError(t, os.WriteFile(out, text, 0o600))
	return yosys.Source{Top: source.Top, Files: []string{out}}
}

// memoryDeclaration finds the memories of a file that Yosys wrote.
var memoryDeclaration = regexp.MustCompile(`(?m)^ *reg \[\d+:0\] (\\?)([^ ;]+) *\[(\d+):0\];$`)
