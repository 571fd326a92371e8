package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
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

// hierarchySource is a chain of blocks of a thousand gates. Every gate follows from the ones before it and from two
// flip-flops of its block.
func hierarchySource(gates int) string {
	return fmt.Sprintf(`const GATES = 998
const Block = circuit('Block', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit, z: bit },
  nodes: { g: Array.from({ length: GATES }, (_, i) => (i %% 3 === 0 ? Nand : i %% 3 === 1 ? Xor : Or)), d: DFlipFlop(), e: DFlipFlop() },
  connect: ({ inputs, outputs, nodes: { g, d, e } }) => [
    inputs.a.to(g[0].a), inputs.b.to(g[0].b), g[0].out.to(g[1].a), d.q.to(g[1].b),
    ...g.slice(2).map((n, i) => g[i + 1].out.to(n.a)), ...g.slice(2).map((n, i) => (i %% 7 ? g[i].out : e.q).to(n.b)),
    g[GATES - 1].out.to(d.d), g[GATES - 2].out.to(e.d), d.q.to(outputs.y), e.q.to(outputs.z),
  ],
})
const COPIES = %d
circuit('Growth', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { b: Array.from({ length: COPIES }, () => Block) },
  connect: ({ inputs, outputs, nodes: { b } }) => [
    inputs.a.to(b[0].a), inputs.b.to(b[0].b),
    ...b.slice(1).flatMap((n, i) => [b[i].y.to(n.a), b[i].z.to(n.b)]),
    b[COPIES - 1].y.to(outputs.y),
  ],
})
`, gates/1_000)
}

// loopSource is one circuit of gates that are wired to near ones at random; every tenth is a flip-flop.
func loopSource(gates int) string {
	return fmt.Sprintf(`const N = %d
let seed = 12345
const random = (below: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
  return (seed >>> 8) %% below
}
const g = []
for (let i = 0; i < N; i++) g.push(i %% 10 === 0 ? DFlipFlop() : i %% 3 === 0 ? Nand : i %% 3 === 1 ? Xor : Or)
circuit('Growth', {
  inputs: { a: bit },
  outputs: { y: bit },
  nodes: { g },
  connect: ({ inputs, outputs, nodes: { g } }) => {
    const out = (i: number) => (i < 0 ? inputs.a : i %% 10 === 0 ? g[i].q : g[i].out)
    const list = [out(N - 1).to(outputs.y)]
    for (let i = 0; i < N; i++) {
      if (i %% 10 === 0) list.push(out(i - 1).to(g[i].d))
      else list.push(out(i - 1).to(g[i].a), out(i - 1 - random(Math.min(i, 50) + 1)).to(g[i].b))
    }
    return list
  },
})
`, gates)
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
	text := loopSource(gates)
	if kind == "hierarchy" {
		text = hierarchySource(gates)
	}
	if err := sandbox.Warm(); err != nil {
		return err
	}
	var r growthReport
	empty, start := heap(), processorTime()
	c, err := sandbox.Compile(ctx, sandbox.Source{Text: text}, sandbox.Limits{RunTime: time.Minute})
	if err != nil {
		return err
	}
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == circuit.Error {
			return &c.Diagnostics[i]
		}
	}
	netlist, _, err := c.Lower(ctx)
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

// growthTable measures every circuit in a process of its own, and prints one row each. Bytes are those of an operation of the
// netlist: kept by Go, in the module, and of its linear memory.
func growthTable(o options) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Printf("%-9s %9s %10s %9s %10s %8s %8s %8s %10s %9s %12s %13s %12s\n", "", "nodes", "operations", "compile s", "generate s",
		"µs/op", "heap/op", "code/op", "memory/op", "peak MiB", "native Gop/s", "browser Gop/s", "interp Gop/s")
	for _, g := range growths {
		for _, size := range g.sizes {
			cmd := exec.Command(self, "-child", "growth-"+g.kind, "-seconds", strconv.FormatFloat(o.seconds, 'f', -1, 64), strconv.Itoa(size))
			var out, problems bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &problems
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("%s of %d: %w: %s", g.kind, size, err, strings.TrimSpace(problems.String()))
			}
			var r growthReport
			if err := json.Unmarshal(out.Bytes(), &r); err != nil {
				return err
			}
			v8, err := javascript(o, &childReport{Code: r.Code, Offset: r.Offset}, 0)
			if err != nil {
				return err
			}
			ops := float64(r.Operations)
			fmt.Printf("%-9s %9d %10d %9.2f %10.2f %8.2f %8.0f %8.2f %10.1f %9.0f %12.2f %13.2f %12.2f\n", g.kind, r.Nodes, r.Operations,
				r.SourceSeconds, r.GenerateSeconds, (r.SourceSeconds+r.GenerateSeconds)/ops*1e6, float64(r.HeapBytes)/ops,
				float64(len(r.Code))/ops, v8.MemoryMiB*(1<<20)/ops, peak(cmd), r.Wasm*ops/1e9, v8.CyclesPerSecond*ops/1e9, r.Interp*ops/1e9)
		}
	}
	return nil
}
