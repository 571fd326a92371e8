// Command bench measures the simulators side by side, each circuit in TypeScript and in equivalent
// Verilog: generated WebAssembly natively (native) and in a browser's engine (browser, or node when
// there is no Chromium), the netlist interpreter (interp), Verilator -O3 and Icarus Verilog.
//
//	go run ./bench [-circuits a,b] [-seconds 1] [-chromium /usr/bin/chromium] [-json FILE]
//
// A circuit is measured only after the first cycles' outputs are equal in all simulators. Rates are
// those of the fastest window of a few milliseconds. They depend on the machine and on what else runs
// on it; the ratios within one run are what counts.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// traced is the number of cycles whose outputs must be equal.
const traced = 200

// result is one measurement.
type result struct {
	Simulator       string  `json:"simulator"`
	CyclesPerSecond float64 `json:"cyclesPerSecond"`
	FirstCycleMs    float64 `json:"firstCycleMs"` // from source text to the end of the first cycle
	MemoryMiB       float64 `json:"memoryMiB"`    // peak resident set of the process, or linear memory
	Note            string  `json:"note,omitempty"`
	outputs         []uint32
}

// row is one circuit.
type row struct {
	Name    string   `json:"name"`
	Text    string   `json:"text"`
	Results []result `json:"results"`
}

type options struct {
	dir, build string
	seconds    float64
	chromium   string
}

func main() {
	only := flag.String("circuits", "", "names of the circuits to measure, separated by commas; all when empty")
	seconds := flag.Float64("seconds", 1, "seconds of each measurement")
	chromium := flag.String("chromium", findChromium(), "path of a Chromium; without one Node stands in")
	jsonFile := flag.String("json", "", "write the figures to this file")
	child := flag.String("child", "", "measure one simulator of this project in this process (internal)")
	dir := flag.String("dir", "bench", "folder of the circuits")
	flag.Parse()

	if *child != "" {
		if err := runChild(*child, *dir, flag.Arg(0), *seconds); err != nil {
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
	o := options{dir: *dir, build: build, seconds: *seconds, chromium: *chromium}
	var rows []row
	failed := false
	for _, c := range circuits {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), c.name) {
			continue
		}
		r, err := measure(o, c.name)
		r.Name, r.Text = c.name, c.text
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
	if failed {
		os.Exit(1)
	}
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
	add := func(simulator string, res result, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", simulator, err)
		}
		res.Simulator = simulator
		if len(r.Results) > 0 {
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
	_, res, err := ours(o, "interp", name)
	if err := add("interp", res, err); err != nil {
		return r, err
	}
	if _, err := exec.LookPath("verilator"); err == nil {
		res, err := verilator(o, name, v)
		if err := add("verilator", res, err); err != nil {
			return r, err
		}
	}
	if _, err := exec.LookPath("iverilog"); err == nil {
		res, err := icarus(o, name, v)
		if err := add("icarus", res, err); err != nil {
			return r, err
		}
	}
	return r, nil
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
		ratio := "-"
		if base > 0 {
			ratio = fmt.Sprintf("%.2f", x.CyclesPerSecond/base)
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
