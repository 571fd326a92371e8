package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"simten.dev/cmd/simten/frontend"
	"simten.dev/engine/yosys"
)

// design is a Verilog design that -verilog measures: a folder with Verilog files, and what its design.json says of it.
// All fields may be missing.
type design struct {
	Text       string            `json:"text"`       // what it is, for the table
	Top        string            `json:"top"`        // the module to measure; else the one that is part of no other
	Files      []string          `json:"files"`      // patterns of files to read, below the folder; else all that end in .v or .sv
	Include    []string          `json:"include"`    // folders of include files
	Defines    []string          `json:"defines"`    // NAME or NAME=VALUE
	Parameters map[string]string `json:"parameters"` // of the top module, as Verilog writes them
	// Inputs gives inputs a constant of Verilog, "8'h05". All others but the clock and the reset are random.
	Inputs map[string]string `json:"inputs"`
	// Every is how many cycles random inputs stay; 1 if it is 0.
	Every int `json:"every"`
	// Reset is the input that is active for the first cycles, with a ! before it if it is active at 0. Else those are the
	// inputs of one bit with rst or reset in their names, active at 0 if these end in n or b. "-" says that there is none.
	Reset string `json:"reset"`
	// Clocks are the inputs of a design with several clocks, each with how long half of its period is. Where none are
	// named, those that the design uses get 1, 2, 3 and so on.
	Clocks map[string]int `json:"clocks"`
	// Vectors is a file with a line for each cycle, a hexadecimal number with all inputs but clocks, the first
	// port of the module highest. They are repeated at their end.
	Vectors string `json:"vectors"`
	Seed    uint32 `json:"seed"` // of random inputs; 1 if it is 0

	name, folder string
	files        []string // absolute
}

// wrapper is the module that gives a design its inputs and folds its outputs into one word.
const wrapper = "simten_bench"

// resetCycles is how long a reset is active, in cycles of the slowest clock.
const resetCycles = 10

// designs reads the designs of a folder: each folder in it that has Verilog.
func designs(dir string) ([]*design, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []*design
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		d := &design{name: e.Name()}
		if d.folder, err = filepath.Abs(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(d.folder, "design.json"))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		default:
			decoder := json.NewDecoder(strings.NewReader(string(text)))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(d); err != nil {
				return nil, fmt.Errorf("%s/design.json: %w", e.Name(), err)
			}
		}
		if err := d.find(); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		if len(d.files) > 0 {
			list = append(list, d)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no NAME/*.v in %s", dir)
	}
	return list, nil
}

// find lists the files of a design.
func (d *design) find() error {
	if len(d.Files) > 0 {
		for _, p := range d.Files {
			matches, err := filepath.Glob(filepath.Join(d.folder, p))
			if err != nil {
				return err
			}
			if len(matches) == 0 {
				return fmt.Errorf("no file %s", p)
			}
			d.files = append(d.files, matches...)
		}
		return nil
	}
	return filepath.WalkDir(d.folder, func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && slices.Contains([]string{".v", ".sv"}, strings.ToLower(filepath.Ext(p))) {
			d.files = append(d.files, p)
		}
		return err
	})
}

// netlist has Yosys read files, in the folder of the design, from where $readmemh finds its files.
func (d *design) netlist(s yosys.Source) (*yosys.Netlist, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := os.Chdir(d.folder); err != nil {
		return nil, err
	}
	text, messages, err := frontend.Run(context.Background(), s, frontend.Limits{Time: patience, Memory: 8192})
	if back := os.Chdir(here); back != nil {
		return nil, back
	}
	if err != nil {
		for _, m := range messages {
			if m.Severity == "error" {
				return nil, errors.New(m.String())
			}
		}
		return nil, err
	}
	return yosys.Decode(text)
}

func (d *design) absolute(paths []string) []string {
	list := make([]string, len(paths))
	for i, p := range paths {
		list[i] = filepath.Join(d.folder, p)
	}
	return list
}

// prepare writes the wrapper of a design and the circuit that is imported of both into a folder of its name, and gives
// the file of the wrapper.
func (d *design) prepare(build string) (string, error) {
	dir := filepath.Join(build, d.name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	source := yosys.Source{Files: d.files, Top: d.Top, Parameters: d.Parameters, Include: d.absolute(d.Include), Defines: d.Defines}
	n, err := d.netlist(source)
	if err != nil {
		return "", err
	}
	r, err := yosys.Import(n, yosys.Options{Top: d.Top})
	if err != nil {
		return "", err
	}
	module := n.Module(r.TopModule)
	name := d.Top
	if name == "" {
		name = strings.TrimPrefix(module.Name, "\\")
		if i := strings.LastIndex(name, "\\"); i >= 0 { // the name of a module with parameters
			name = name[i+1:]
		}
	}
	if r.Steps && len(d.Clocks) == 0 {
		d.Clocks = map[string]int{}
		for i, name := range r.Clocks {
			d.Clocks[name] = i + 1
		}
	}
	text, err := d.wrap(name, r.Clock, r.Falling, module.Ports)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "top.v")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return "", err
	}
	source.Files, source.Top, source.Parameters = append(slices.Clone(d.files), file), wrapper, nil
	if n, err = d.netlist(source); err != nil {
		return "", err
	}
	if r, err = yosys.Import(n, yosys.Options{Top: wrapper}); err != nil {
		return "", err
	}
	return file, os.WriteFile(filepath.Join(dir, "circuit.ts"), []byte(r.Program), 0o644)
}

// resets finds the inputs that reset the design, and whether each is active at 0.
func (d *design) resets(ports []*yosys.Port) (map[string]bool, error) {
	found := map[string]bool{}
	if d.Reset == "-" {
		return found, nil
	}
	wanted, low := strings.CutPrefix(d.Reset, "!")
	for _, p := range ports {
		if p.Direction != "input" {
			continue
		}
		lower := strings.ToLower(p.Name)
		switch {
		case wanted != "" && p.Name == wanted:
			found[p.Name] = low
		case wanted == "" && len(p.Bits) == 1 && (strings.Contains(lower, "rst") || strings.Contains(lower, "reset")):
			found[p.Name] = strings.HasSuffix(lower, "n") || strings.HasSuffix(lower, "b")
		}
	}
	if wanted != "" && len(found) == 0 {
		return nil, fmt.Errorf("there is no input %s", wanted)
	}
	return found, nil
}

// wrap writes the wrapper: a counter for the reset, xorshift generators or a memory of vectors for the inputs, and a
// register that all outputs are folded into in each cycle after the reset, so that nothing of the design is without use
// and every difference stays visible. Before, simulators may differ: what nothing has set is undefined in Verilog.
func (d *design) wrap(top, clock string, falling bool, ports []*yosys.Port) (string, error) {
	var b strings.Builder
	out := func(format string, a ...any) { fmt.Fprintf(&b, format, a...) }
	resets, err := d.resets(ports)
	if err != nil {
		return "", err
	}
	for name := range d.Inputs {
		if !slices.ContainsFunc(ports, func(p *yosys.Port) bool { return p.Name == name && p.Direction == "input" }) {
			return "", fmt.Errorf("there is no input %s", name)
		}
	}
	if clock == "" && len(d.Clocks) == 0 && slices.ContainsFunc(ports, func(p *yosys.Port) bool { return p.Name == "clk" }) {
		clock = "clk"
	}
	if clock == "" && len(d.Clocks) == 0 {
		return "", errors.New("it has several clocks or none: name them in design.json as \"clocks\"")
	}
	// With several clocks a cycle here is a step, and clk is what Yosys calls the global clock. Clocks change in every
	// second step and inputs in the others: so no register takes an input at the moment at which it changes.
	global, change, half := "", "", 1
	if len(d.Clocks) > 0 {
		global, change = "(* gclk *) ", "if (!phase_) "
		for _, n := range d.Clocks {
			half = max(half, n)
		}
	}
	out("module %s(%sinput clk, output [31:0] out);\n", wrapper, global)
	if len(d.Clocks) > 0 {
		out("  reg phase_ = 0;\n  always @(posedge clk) phase_ <= ~phase_;\n")
		half *= 2
	}
	out("  reg [15:0] count_ = 0;\n  reg resetting_ = 1;\n")
	out("  always @(posedge clk) %sif (resetting_) begin count_ <= count_ + 1'b1; resetting_ <= count_ != %d; end\n", change, resetCycles*half-1)
	clocks := slices.Sorted(maps.Keys(d.Clocks))
	for _, name := range clocks {
		if !slices.ContainsFunc(ports, func(p *yosys.Port) bool { return p.Name == name && p.Direction == "input" }) {
			return "", fmt.Errorf("there is no input %s", name)
		}
		out("  reg clock_%s = 0;\n  reg [15:0] time_%[1]s = 0;\n", name)
		out("  always @(posedge clk) if (phase_) begin\n    time_%s <= time_%[1]s + 1'b1;\n", name)
		out("    if (time_%s == %d) begin time_%[1]s <= 0; clock_%[1]s <= ~clock_%[1]s; end\n  end\n", name, max(1, d.Clocks[name])-1)
	}
	var connections, results []string
	random, results32 := 0, 0
	type field struct {
		name  string
		width int
	}
	var inputs []field
	for _, p := range ports {
		width := len(p.Bits)
		if p.Direction == "output" {
			wire := "out_" + p.Name
			out("  wire [%d:0] %s;\n", width-1, wire)
			connections = append(connections, fmt.Sprintf(".%s(%s)", p.Name, wire))
			results = append([]string{wire}, results...)
			results32 += width
			continue
		}
		value := ""
		constant, fixed := d.Inputs[p.Name]
		low, resets := resets[p.Name]
		switch {
		case p.Name == clock && falling: // so that all edges are the rising ones of the wrapper's clock
			value = "~clk"
		case p.Name == clock:
			value = "clk"
		case slices.Contains(clocks, p.Name):
			value = "clock_" + p.Name
		case d.Vectors != "":
			value = "in_" + p.Name
			inputs = append(inputs, field{p.Name, width})
			random += width
		case fixed:
			value = constant
		case resets && low:
			value = "~resetting_"
		case resets:
			value = "resetting_"
		default:
			value = "in_" + p.Name
			inputs = append(inputs, field{p.Name, width})
			random += width
		}
		connections = append(connections, fmt.Sprintf(".%s(%s)", p.Name, value))
	}
	if results32 == 0 {
		return "", errors.New("it has no outputs")
	}
	for _, f := range inputs {
		out("  wire [%d:0] in_%s;\n", f.width-1, f.name)
	}
	if random > 0 {
		names := make([]string, len(inputs))
		for i, f := range inputs {
			names[i] = "in_" + f.name
		}
		switch d.Vectors {
		case "":
			d.generators(out, random, change)
		default:
			if err := d.recorded(out, random, change); err != nil {
				return "", err
			}
		}
		out("  assign {%s} = stimulus_;\n", strings.Join(names, ", "))
	}
	parameters := ""
	if len(d.Parameters) > 0 {
		var list []string
		for name, value := range d.Parameters {
			list = append(list, fmt.Sprintf(".%s(%s)", name, value))
		}
		sort.Strings(list)
		parameters = " #(" + strings.Join(list, ", ") + ")"
	}
	out("  %s%s dut(%s);\n", top, parameters, strings.Join(connections, ", "))
	words := (results32 + 31) / 32
	out("  wire [%d:0] results_ = {%s};\n  reg [31:0] fold_ = 0;\n", 32*words-1, strings.Join(results, ", "))
	fold := "{fold_[30:0], fold_[31]}"
	for i := range words {
		low, turn := 32*i, 7*i%32
		if turn == 0 {
			fold += fmt.Sprintf(" ^ results_[%d:%d]", low+31, low)
			continue
		}
		fold += fmt.Sprintf(" ^ {results_[%d:%d], results_[%d:%d]}", low+31-turn, low, low+31, low+32-turn)
	}
	out("  always @(posedge clk) if (!resetting_) fold_ <= %s;\n  assign out = fold_;\nendmodule\n", fold)
	return b.String(), nil
}

// generators writes a xorshift generator for each 32 bits of the inputs.
func (d *design) generators(out func(string, ...any), width int, enable string) {
	words := (width + 31) / 32
	if every := d.every(); every > 1 {
		out("  reg [15:0] wait_ = 0;\n  always @(posedge clk) %swait_ <= wait_ == %d ? 16'd0 : wait_ + 1'b1;\n", enable, every-1)
		enable += "if (wait_ == 0) "
	}
	seed := max(1, d.Seed)
	names := make([]string, words)
	for i := range words {
		seed ^= seed << 13
		seed ^= seed >> 17
		seed ^= seed << 5
		name := "random" + strconv.Itoa(i) + "_"
		names[words-1-i] = name
		out("  reg [31:0] %s = 32'h%08x;\n  wire [31:0] a%s = %[1]s ^ {%[1]s[18:0], 13'd0};\n  wire [31:0] b%[1]s = a%[1]s ^ (a%[1]s >> 17);\n", name, seed, name)
		out("  always @(posedge clk) %s%s <= b%[2]s ^ {b%[2]s[26:0], 5'd0};\n", enable, name)
	}
	out("  wire [%d:0] random_ = {%s};\n  wire [%d:0] stimulus_ = random_[%[3]d:0];\n", 32*words-1, strings.Join(names, ", "), width-1)
}

// every is how long random inputs stay: by itself a cycle of the fastest clock.
func (d *design) every() int {
	if d.Every > 0 || len(d.Clocks) == 0 {
		return d.Every
	}
	return 2 * max(1, slices.Min(slices.Collect(maps.Values(d.Clocks))))
}

// recorded writes a memory of vectors.
func (d *design) recorded(out func(string, ...any), width int, enable string) error {
	file := filepath.Join(d.folder, d.Vectors)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		n += len(strings.Fields(line))
	}
	if n == 0 {
		return fmt.Errorf("%s has no vectors", d.Vectors)
	}
	out("  reg [%d:0] vectors_ [0:%d];\n  initial $readmemh(\"%s\", vectors_);\n", width-1, n-1, file)
	out("  reg [31:0] at_ = 0;\n  always @(posedge clk) %sat_ <= at_ == %d ? 0 : at_ + 1;\n", enable, n-1)
	out("  wire [%d:0] stimulus_ = vectors_[at_];\n", width-1)
	return nil
}

// measureDesign measures one design here and in Verilator.
func measureDesign(o options, d *design) (row, error) {
	r := row{Name: d.name, Text: d.Text}
	began := time.Now()
	file, err := d.prepare(o.build)
	if err != nil {
		return r, err
	}
	imported := ms(began)
	if o.tabOnly {
		res, err := tab(o, d.name)
		r.Results = res
		return r, err
	}
	image, native, err := ours(o, "wasm", d.name)
	if err != nil {
		return r, fmt.Errorf("native: %w", err)
	}
	native.Note += fmt.Sprintf("; imported in %.0f ms", imported)
	if err := r.add("native", native); err != nil {
		return r, err
	}
	label := "browser"
	if o.chromium == "" {
		label = "node"
	}
	js, err := javascript(o, image, native.FirstCycleMs)
	if err != nil {
		return r, fmt.Errorf("%s: %w", label, err)
	}
	if err := r.add(label, js); err != nil {
		return r, err
	}
	if !o.verilator {
		return r, nil
	}
	arguments := []string{}
	for _, dir := range d.absolute(d.Include) {
		arguments = append(arguments, "-I"+dir)
	}
	for _, f := range d.files { // Verilator looks for modules and includes there, too
		if dir := "-I" + filepath.Dir(f); !slices.Contains(arguments, dir) {
			arguments = append(arguments, dir)
		}
	}
	for _, name := range d.Defines {
		arguments = append(arguments, "+define+"+name)
	}
	arguments = append(append(arguments, d.files...), file)
	v, err := verilator(o, program{name: d.name, top: wrapper, arguments: arguments, folder: d.folder, kept: o.built})
	if err != nil {
		return r, fmt.Errorf("verilator: %w", err)
	}
	if o.icarus && !slices.Equal(v.outputs, native.outputs) {
		defined, err := d.defined(o, file)
		if err != nil {
			return r, fmt.Errorf("icarus: %w", err)
		}
		if defined < len(v.outputs) {
			v.outputs = v.outputs[:defined]
			v.Note += fmt.Sprintf("outputs are undefined after %d cycles, and were compared until then", defined)
		}
	}
	return r, r.add("verilator", v)
}

// defined is how many cycles the outputs are defined, by Icarus, which knows undefined values.
func (d *design) defined(o options, file string) (int, error) {
	compiled, driver := filepath.Join(o.build, d.name, "sim.vvp"), filepath.Join(home, "drivers/driver.v")
	arguments := []string{"-g2012", "-o", compiled, "-s", "driver", "-DTOP=" + wrapper}
	for _, dir := range d.absolute(d.Include) {
		arguments = append(arguments, "-I", dir)
	}
	for _, name := range d.Defines {
		arguments = append(arguments, "-D"+name)
	}
	if _, err := output(exec.Command("iverilog", append(append(arguments, driver, file), d.files...)...)); err != nil {
		return 0, err
	}
	run := exec.Command("vvp", compiled, "+trace="+strconv.Itoa(traced))
	run.Dir = d.folder
	out, err := output(run)
	if err != nil {
		return 0, err
	}
	n := 0
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if len(line) != 8 { // a warning
			continue
		}
		if strings.ContainsAny(line, "xXzZ") {
			break
		}
		n++
	}
	return n, nil
}
