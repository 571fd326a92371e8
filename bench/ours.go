package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/sim/wasmgen"
)

// childReport is what a child process prints.
type childReport struct {
	Outputs         []uint32
	CyclesPerSecond float64
	FirstCycleMs    float64
	SourceMs        float64 // of that: until the netlist is there
	Operations      int
	Opaque          int
	Code            []byte
	Offset          uint32
	DigitalWhy      string // why there is no netlist for DigitalJS
}

// ours measures one of this project's simulators in a process of its own, so that its memory is its
// own too.
func ours(o options, which, name string) (*childReport, result, error) {
	var r childReport
	peak, err := child(&r, which, name, o.seconds, "-dir", o.dir, "-netlist", o.netlist(name))
	if err != nil {
		return nil, result{}, err
	}
	note := fmt.Sprintf("%d operations, %.0f ms until the netlist", r.Operations, r.SourceMs)
	if r.Opaque > 0 {
		note += fmt.Sprintf(", %d opaque lambdas", r.Opaque)
	}
	if which != "wasm" {
		note = ""
	}
	return &r, result{CyclesPerSecond: r.CyclesPerSecond, FirstCycleMs: r.FirstCycleMs, MemoryMiB: peak, Note: note, outputs: r.Outputs}, nil
}

// child runs this program again to measure one thing, so that its memory is its own, and reads the report that it
// prints. peakMiB is its largest resident set.
func child(report any, which, name string, seconds float64, flags ...string) (peakMiB float64, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	arguments := append([]string{"-child", which, "-seconds", strconv.FormatFloat(seconds, 'f', -1, 64)}, flags...)
	cmd := exec.Command(self, append(arguments, name)...)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, strings.TrimSpace(problems.String()))
	}
	return peak(cmd), json.Unmarshal(out.Bytes(), report)
}

// peak is the largest resident set of a finished process, in MiB.
func peak(cmd *exec.Cmd) float64 {
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	unit := 1024.0 // Linux counts KiB, macOS bytes
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(usage.Maxrss) * unit / (1 << 20)
}

// compiled is the circuit of a text and its netlist. The first error of the circuit is the error.
func compiled(ctx context.Context, text string) (*sandbox.Compiled, *netlist.Module, error) {
	c, err := sandbox.Compile(ctx, sandbox.Source{Text: text}, sandbox.Limits{RunTime: time.Minute})
	if err != nil {
		return nil, nil, err
	}
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == circuit.Error {
			return nil, nil, &c.Diagnostics[i]
		}
	}
	netlist, _, err := c.Lower(ctx)
	return c, netlist, err
}

// runChild measures and prints a childReport.
func runChild(which, dir, name, digitalFile string, seconds float64) error {
	ctx := context.Background()
	debug.SetGCPercent(400) // as the simten command does
	text, err := source(dir, name)
	if err != nil {
		return err
	}
	if err := sandbox.Warm(); err != nil {
		return err
	}
	var r childReport
	start := time.Now()
	c, netlist, err := compiled(ctx, text)
	if err != nil {
		return err
	}
	r.SourceMs = ms(start)
	r.Operations, r.Opaque = len(netlist.Ops), netlist.OpaqueCalls()
	host, err := c.Host(netlist)
	if err != nil {
		return err
	}
	var m sim.Machine
	if which == "interp" {
		m, err = interp.New(ctx, netlist, c.Design, host)
	} else {
		m, err = wasmgen.New(ctx, netlist, c.Design, host)
	}
	if err != nil {
		return err
	}
	out := c.Design.Outputs[0].Net
	for i := range traced {
		r.Outputs = append(r.Outputs, uint32(m.Peek(out).Lo))
		if _, err := m.Step(ctx, 1); err != nil {
			return err
		}
		if i == 0 {
			r.FirstCycleMs = ms(start)
		}
	}
	if r.Opaque == 0 && which == "wasm" {
		image, err := wasmgen.NewImage(netlist)
		if err != nil {
			return err
		}
		r.Code, r.Offset = image.Code, image.Nets[out].Offset
		if digitalFile != "" {
			if err := writeDigital(digitalFile, netlist, netlist.Nets[out]); err != nil {
				r.DigitalWhy = err.Error()
			}
		}
	}
	if r.CyclesPerSecond, err = fastest(seconds, func(n int) error {
		_, err := m.Step(ctx, n)
		return err
	}); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// window is the length of one timed batch. On a shared machine a window of a few milliseconds has a
// fair chance to run undisturbed, so every simulator is measured by its fastest window.
const window = 2 * time.Millisecond

// fastest is the highest rate of the windows that fit in the given time, after a warm-up of as long.
func fastest(seconds float64, run func(n int) error) (float64, error) {
	limit := time.Duration(seconds * float64(time.Second))
	batch, best := 1, 0.0
	for began := time.Now(); time.Since(began) < 2*limit; {
		start := time.Now()
		if err := run(batch); err != nil {
			return 0, err
		}
		took := time.Since(start)
		if took < window {
			batch = max(batch+1, int(1.2*float64(batch)*float64(window)/float64(max(took, window/8))))
			continue
		}
		if rate := float64(batch) / took.Seconds(); rate > best {
			best = rate
			batch = max(1, int(1.2*best*window.Seconds()))
		}
	}
	return best, nil
}

func ms(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1000 }
