package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/sim/wasmgen"
)

// growths are the circuits of -growth: how they come, and their sizes in gates and flip-flops.
var growths = []struct {
	kind, text string
	sizes      []int
}{
	{"hierarchy", "copies of a block of 1,000 gates, in a chain", []int{1_000, 10_000, 100_000, 300_000, 1_000_000, 1_900_000}},
	{"loop", "gates made by a loop in one circuit, wired at random", []int{1_000, 10_000, 100_000, 300_000}},
}

//go:embed growth/hierarchy.ts
var hierarchyText string

//go:embed growth/loop.ts
var loopText string

// growthSource is a circuit of a kind.
func growthSource(kind string, gates int) string {
	if kind == "hierarchy" { // blocks of a thousand, with their flip-flops
		return fmt.Sprintf("const GATES = 998\nconst COPIES = %d\n%s", gates/1_000, hierarchyText)
	}
	return fmt.Sprintf("const N = %d\n%s", gates, loopText)
}

// growthReport is what a child process prints about one circuit.
type growthReport struct {
	Nodes, Operations int
	SourceSeconds     float64 // processor time until the netlist is there
	GenerateSeconds   float64 // and from there to the bytes of the WebAssembly module
	HeapBytes         uint64  // kept: by the flat design, the netlist and what the program made
	Code              []byte  // of the module, with its tables
	Offset            uint32  // of the output in its memory
	Wasm, Interp      float64 // cycles per second
}

// runGrowth measures one circuit and prints a growthReport.
func runGrowth(kind string, gates int, seconds float64) error {
	ctx := context.Background()
	if err := sandbox.Warm(); err != nil {
		return err
	}
	var r growthReport
	empty, start := heap(), processorTime()
	c, netlist, err := compiled(ctx, growthSource(kind, gates))
	if err != nil {
		return err
	}
	r.SourceSeconds = (processorTime() - start).Seconds()
	r.Nodes, r.Operations, r.HeapBytes = c.Design.NodeCount(), len(netlist.Ops), heap()-empty
	start = processorTime()
	image, err := wasmgen.NewImage(netlist)
	if err != nil {
		return err
	}
	r.GenerateSeconds = (processorTime() - start).Seconds()
	r.Code, r.Offset = image.Code, image.Nets[c.Design.Outputs[0].Net].Offset
	host, err := c.Host(netlist)
	if err != nil {
		return err
	}
	rate := func(m sim.Machine, err error) (float64, error) {
		if err != nil {
			return 0, err
		}
		defer func() { _ = m.Close() }()
		m.Set(0, circuit.Uint(1))
		return fastest(seconds, func(n int) error {
			_, err := m.Step(ctx, n)
			return err
		})
	}
	if r.Interp, err = rate(interp.New(ctx, netlist, c.Design, host)); err != nil {
		return err
	}
	if r.Wasm, err = rate(wasmgen.New(ctx, netlist, c.Design, host)); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// processorTime is what this process has used so far, in all threads.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// growthTable measures every circuit in a process of its own, and prints one row each. Bytes are those of an operation
// of the netlist: kept by Go, in the module, and of its linear memory.
func growthTable(o options) error {
	fmt.Printf("%-9s %9s %10s %9s %10s %8s %8s %8s %10s %9s %12s %13s %12s\n", "", "nodes", "operations", "compile s", "generate s",
		"µs/op", "heap/op", "code/op", "memory/op", "peak MiB", "native Gop/s", "browser Gop/s", "interp Gop/s")
	for _, g := range growths {
		for _, size := range g.sizes {
			var r growthReport
			peak, err := child(&r, "growth-"+g.kind, strconv.Itoa(size), o.seconds)
			if err != nil {
				return fmt.Errorf("%s of %d: %w", g.kind, size, err)
			}
			v8, err := javascript(o, &childReport{Code: r.Code, Offset: r.Offset}, 0)
			if err != nil {
				return err
			}
			ops := float64(r.Operations)
			fmt.Printf("%-9s %9d %10d %9.2f %10.2f %8.2f %8.0f %8.2f %10.1f %9.0f %12.2f %13.2f %12.2f\n", g.kind, r.Nodes, r.Operations,
				r.SourceSeconds, r.GenerateSeconds, (r.SourceSeconds+r.GenerateSeconds)/ops*1e6, float64(r.HeapBytes)/ops,
				float64(len(r.Code))/ops, v8.MemoryMiB*(1<<20)/ops, peak, r.Wasm*ops/1e9, v8.CyclesPerSecond*ops/1e9, r.Interp*ops/1e9)
		}
	}
	return nil
}
