// Command bench measures the simulators side by side, each circuit in TypeScript and in equivalent
// Verilog: generated WebAssembly natively (native) and in a browser's engine (browser, or node when
// there is no Chromium), the netlist interpreter (interp), Verilator -O3 and Icarus Verilog.
//
//	go run ./bench [-circuits a,b] [-seconds 1] [-chromium /usr/bin/chromium] [-json FILE]
//	go run ./bench -tab [-circuits a,b] [-against engine.wasm]
//	go run ./bench -verilog FOLDER [-circuits a,b]
//	go run ./bench -growth [-seconds 1]
//
// A circuit is measured only after the first cycles' outputs are equal in all simulators. Rates are
// those of the fastest window of a few milliseconds. They depend on the machine and on whatever runs beside them
// on it; the ratios within one run are what counts.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// traced is the number of cycles whose outputs must be equal.
const traced = 5000

// result is one measurement.
type result struct {
	Simulator       string  `json:"simulator"`
	CyclesPerSecond float64 `json:"cyclesPerSecond"`
	FirstCycleMs    float64 `json:"firstCycleMs"` // from source text to the end of the first cycle
	MemoryMiB       float64 `json:"memoryMiB"`    // peak resident set of the process, or linear memory
	Note            string  `json:"note,omitempty"`
	outputs         []uint32
	skipped         bool // there is a note instead of figures
}

// row is one circuit.
type row struct {
	Name    string   `json:"name"`
	Text    string   `json:"text"`
	Public  float64  `json:"public,omitempty"` // cycles per second of the public Simten for this kind
	Results []result `json:"results"`
}

type options struct {
	dir, build string
	seconds    float64
	chromium   string
	site       string // what make build makes of the sandbox site; "" when it has not
	built      bool   // programs that Verilator built before are taken
	tabOnly    bool   // nothing else is measured
	against    string // the module of another engine, to be compared with the one of the site
	// The other simulators, where they are installed.
	verilator, icarus, digitaljs bool
}

func main() {
	only := flag.String("circuits", "", "names of the circuits to measure, separated by commas; all when empty")
	seconds := flag.Float64("seconds", 1, "seconds of each measurement")
	chromium := flag.String("chromium", findChromium(), "path of a Chromium; without one Node stands in")
	jsonFile := flag.String("json", "", "write the figures to this file")
	digitals := flag.Bool("digitaljs", true, "measure DigitalJS too; it is installed from npm when it is missing")
	tableFile := flag.String("table", "", "write the figures as Markdown to this file")
	child := flag.String("child", "", "measure one simulator of this project in this process (internal)")
	netlist := flag.String("netlist", "", "with -child: also write the netlist for DigitalJS to this file (internal)")
	dir := flag.String("dir", "bench", "folder of the circuits; in another one every folder with a circuit.ts is measured")
	verilogDir := flag.String("verilog", "", "measure the Verilog designs of this folder instead, each a folder in it: imported here, and in Verilator")
	built := flag.Bool("built", false, "with -verilog: take the programs that Verilator built in an earlier run; for changes of this project only")
	growth := flag.Bool("growth", false, "measure compile time, memory and rate of circuits from a thousand to a million gates instead")
	tabOnly := flag.Bool("tab", false, "measure the engine in a tab only, from source to first cycle")
	against := flag.String("against", "", "with -tab: the path of another engine.wasm, which compiles in turns with the one that is built")
	flag.Parse()

	if kind, ok := strings.CutPrefix(*child, "growth-"); ok {
		size, err := strconv.Atoi(flag.Arg(0))
		if err == nil {
			err = runGrowth(kind, size, *seconds)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *growth {
		if err := growthTable(options{dir: *dir, seconds: *seconds, chromium: *chromium}); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *child != "" {
		if err := runChild(*child, *dir, flag.Arg(0), *netlist, *seconds); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	build, err := filepath.Abs("build/bench")
	if err == nil {
		err = os.MkdirAll(build, 0o755)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	o := options{dir: *dir, build: build, seconds: *seconds, chromium: *chromium, built: *built}
	o.look(*digitals && !*tabOnly && *verilogDir == "")
	o.tabOnly = *tabOnly
	if *against != "" {
		if o.against, err = filepath.Abs(*against); err == nil { // the driver runs in a folder of its own
			_, err = os.Stat(o.against)
		}
		if err == nil && !o.tabOnly {
			err = errors.New("-against needs -tab")
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(2)
		}
	}
	var rows []row
	failed := false
	var list []entry
	var verilogs []*design
	if *verilogDir != "" {
		o.build, o.dir = filepath.Join(o.build, "designs"), filepath.Join(o.build, "designs")
		if verilogs, err = designs(*verilogDir); err == nil {
			for _, d := range verilogs {
				list = append(list, entry{name: d.name, text: d.Text})
			}
		}
	} else {
		list, err = found(o.dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	for _, name := range strings.Split(*only, ",") {
		if name != "" && !slices.ContainsFunc(list, func(c entry) bool { return c.name == name }) {
			fmt.Fprintf(os.Stderr, "bench: there is no circuit %s in %s\n", name, o.dir)
			os.Exit(2)
		}
	}
	for i, c := range list {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), c.name) {
			continue
		}
		var r row
		var err error
		if verilogs != nil {
			r, err = measureDesign(o, verilogs[i])
		} else {
			r, err = measure(o, c.name)
		}
		r.Name, r.Text, r.Public = c.name, c.text, c.public
		if err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", c.name, err)
			failed = true
		}
		rows = append(rows, r)
		print1(r)
	}
	summary(rows)
	if *jsonFile != "" {
		b, err := json.MarshalIndent(rows, "", "  ")
		if err == nil {
			err = os.WriteFile(*jsonFile, append(b, '\n'), 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			failed = true
		}
	}
	if *tableFile != "" {
		if err := os.WriteFile(*tableFile, []byte(table(rows)), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// look finds the other simulators and says which are missing.
func (o *options) look(digitaljs bool) {
	missing := func(name, text string) {
		fmt.Printf("%s is not installed: %s\n", name, text)
	}
	if _, err := exec.LookPath("verilator"); err == nil {
		o.verilator = true
	} else {
		missing("verilator", "its column and all ratios are left out")
	}
	if _, err := exec.LookPath("iverilog"); err == nil {
		o.icarus = true
	} else {
		missing("iverilog", "its column is left out")
	}
	if o.chromium == "" {
		missing("Chromium", "the generated modules run in Node instead, which has the same engine")
	} else if _, err := os.Stat(filepath.Join(sandboxSite, "assets")); err != nil {
		fmt.Println("sandbox-site is not built (make build): the column tab is left out")
	} else {
		o.site = sandboxSite
		if built, err := os.Stat("build/wasm/engine.wasm"); err == nil {
			fmt.Printf("tab: the engine that make build made on %s\n", built.ModTime().Format("2 January at 15:04"))
		}
	}
	if !digitaljs {
		return
	}
	if _, err := os.Stat(filepath.Join(home, "node_modules/digitaljs")); err != nil {
		if out, err := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", home).CombinedOutput(); err != nil {
			missing("digitaljs", "npm could not fetch it ("+lastLine(string(out))+"), so its column is left out")
			return
		}
	}
	o.digitaljs = true
}

func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	return ""
}

// measure runs one circuit everywhere.
func measure(o options, name string) (row, error) {
	var r row
	if o.tabOnly {
		if o.site == "" {
			return r, errors.New("there is no engine or no Chromium")
		}
		res, err := tab(o, name)
		r.Results = append(r.Results, res...)
		return r, err
	}
	add := func(simulator string, res result, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", simulator, err)
		}
		return r.add(simulator, res)
	}
	v, err := verilog(o.dir, o.build, name)
	if err != nil {
		return r, err
	}
	image, native, err := ours(o, "wasm", name)
	if err := add("native", native, err); err != nil {
		return r, err
	}
	if image != nil {
		js, err := javascript(o, image, native.FirstCycleMs)
		label := "browser"
		if o.chromium == "" {
			label = "node"
		}
		if err := add(label, js, err); err != nil {
			return r, err
		}
	}
	if o.site != "" {
		res, err := tab(o, name)
		if err != nil {
			return r, fmt.Errorf("tab: %w", err)
		}
		r.Results = append(r.Results, res...)
	}
	_, res, err := ours(o, "interp", name)
	if err := add("interp", res, err); err != nil {
		return r, err
	}
	if o.digitaljs {
		res, err := digitalJS(o, name, image)
		if err := add("digitaljs", res, err); err != nil {
			return r, err
		}
	}
	if v == "" {
		return r, nil
	}
	if o.verilator {
		res, err := verilator(o, program{name: name, top: "top", arguments: []string{v}})
		if err := add("verilator", res, err); err != nil {
			return r, err
		}
	}
	if o.icarus {
		res, err := icarus(o, name, v)
		if err := add("icarus", res, err); err != nil {
			return r, err
		}
	}
	return r, nil
}

// add notes a measurement, whose outputs must be those of the first one.
func (r *row) add(simulator string, res result) error {
	res.Simulator = simulator
	if len(r.Results) > 0 && !res.skipped {
		first := r.Results[0]
		for i, v := range res.outputs {
			if v != first.outputs[i] {
				return fmt.Errorf("%s: output after %d cycles is %08x, %s has %08x", simulator, i, v, first.Simulator, first.outputs[i])
			}
		}
		if len(res.outputs) < icarusTraced {
			return fmt.Errorf("%s: only %d outputs to compare", simulator, len(res.outputs))
		}
	}
	r.Results = append(r.Results, res)
	return nil
}

func print1(r row) {
	fmt.Printf("\n%s: %s\n", r.Name, r.Text)
	base := 0.0
	for _, x := range r.Results {
		if x.Simulator == "verilator" {
			base = x.CyclesPerSecond
		}
	}
	fmt.Printf("  %-10s %16s %12s %14s %12s  %s\n", "", "cycles/s", "x verilator", "first cycle", "memory", "")
	for _, x := range r.Results {
		if x.skipped {
			fmt.Printf("  %-10s %s\n", x.Simulator, x.Note)
			continue
		}
		if x.CyclesPerSecond == 0 {
			fmt.Printf("  %-10s %16s %12s %11.1f ms %12s  %s\n", x.Simulator, "", "", x.FirstCycleMs, "", x.Note)
			continue
		}
		ratio := "-"
		if base > 0 {
			ratio = fmt.Sprintf("%.2f", x.CyclesPerSecond/base)
		}
		if r.Public > 0 && (x.Simulator == "browser" || x.Simulator == "node") {
			x.Note += fmt.Sprintf("; %.0f times the public Simten", x.CyclesPerSecond/r.Public)
		}
		fmt.Printf("  %-10s %16.0f %12s %11.1f ms %8.1f MiB  %s\n", x.Simulator, x.CyclesPerSecond, ratio, x.FirstCycleMs, x.MemoryMiB, x.Note)
	}
}

// summary prints the geometric means of the ratios to Verilator, the counter left out.
func summary(rows []row) {
	logs := map[string][]float64{}
	var order []string
	for _, r := range rows {
		base := 0.0
		for _, x := range r.Results {
			if x.Simulator == "verilator" {
				base = x.CyclesPerSecond
			}
		}
		if base == 0 || r.Name == "counter" {
			continue
		}
		for _, x := range r.Results {
			if x.skipped || x.CyclesPerSecond == 0 {
				continue
			}
			if logs[x.Simulator] == nil {
				order = append(order, x.Simulator)
			}
			logs[x.Simulator] = append(logs[x.Simulator], math.Log(x.CyclesPerSecond/base))
		}
	}
	if len(order) == 0 {
		return
	}
	fmt.Printf("\ngeometric mean of the ratios to Verilator, without the counter\n")
	for _, s := range order {
		sum := 0.0
		for _, v := range logs[s] {
			sum += v
		}
		fmt.Printf("  %-10s %8.3f over %d circuits, least %.3f\n", s, math.Exp(sum/float64(len(logs[s]))), len(logs[s]), math.Exp(slices.Min(logs[s])))
	}
}
