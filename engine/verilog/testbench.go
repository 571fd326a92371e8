package verilog

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
)

// Step is one clock cycle of a run: what the inputs are set to, and what the outputs show before the clock edge.
type Step struct {
	Inputs, Outputs []circuit.Value // in the order of Result.Inputs and Result.Outputs
}

// Testbench writes a module that plays a run and compares the outputs, and the run: a line of hexadecimal digits for
// each step, the inputs above the outputs, each in the order of the ports. vectors is the name of the file with these
// lines, as the testbench opens it.
func Testbench(r *Result, vectors string, steps []Step) (text, lines string) {
	var b, data strings.Builder
	name := strings.TrimSuffix(strings.TrimPrefix(r.Top, "\\"), " ")
	inputs, outputs := widthOf(r.Inputs), widthOf(r.Outputs)
	for _, s := range steps {
		n := new(big.Int)
		put := func(ports []Port, values []circuit.Value) {
			for i, p := range ports {
				n.Or(n.Lsh(n, uint(p.Width)), values[i].Mask(p.Width).Big())
			}
		}
		put(r.Inputs, s.Inputs)
		put(r.Outputs, s.Outputs)
		fmt.Fprintf(&data, "%0*x\n", (inputs+outputs+3)/4, n)
	}
	taken := scope{name: true}
	for _, list := range [][]Port{r.Inputs, r.Outputs} {
		for _, p := range list {
			taken[p.Name] = true
		}
	}
	taken[r.Clock], taken[r.Reset] = true, true
	run, expected, step, errors, dut := taken.take("run"), taken.take("expected"), taken.take("step"), taken.take("errors"), taken.take("dut")

	fmt.Fprintf(&b, "// Plays a run of %s and compares its outputs before each clock edge.\n`timescale 1ns / 1ps\n\nmodule %s_tb;\n", name, name)
	var ports []string
	if r.Clock != "" {
		fmt.Fprintf(&b, "    reg  %s = 1'd0;\n", r.Clock)
		ports = append(ports, fmt.Sprintf("        .%s(%s)", r.Clock, r.Clock))
	}
	if r.Reset != "" {
		fmt.Fprintf(&b, "    reg  %s = 1'd0;\n", r.Reset)
		ports = append(ports, fmt.Sprintf("        .%s(%s)", r.Reset, r.Reset))
	}
	names := func(kind string, list []Port) (all []string) {
		for _, p := range list {
			fmt.Fprintf(&b, "    %s %s;\n", strings.TrimRight(kind+" "+span(p.Width), " "), p.Name)
			ports = append(ports, fmt.Sprintf("        .%s(%s)", p.Name, p.Name))
			all = append(all, p.Name)
		}
		return all
	}
	in := names("reg ", r.Inputs)
	out := names("wire", r.Outputs)
	fmt.Fprintf(&b, "\n    %s %s (\n%s\n    );\n\n", r.Top, dut, strings.Join(ports, ",\n"))
	fmt.Fprintf(&b, "    reg %s %s [0:%d];\n    reg %s %s;\n    integer %s, %s;\n\n", spanAlways(inputs+outputs), run, len(steps)-1, spanAlways(outputs), expected, step, errors)
	fmt.Fprintf(&b, "    initial begin\n        $readmemh(%q, %s);\n        %s = 0;\n        for (%s = 0; %s < %d; %s = %s + 1) begin\n", vectors, run, errors, step, step, len(steps), step, step)
	fmt.Fprintf(&b, "            {%s} = %s[%s];\n            #5;\n", strings.Join(append(in, expected), ", "), run, step)
	all := "{" + strings.Join(out, ", ") + "}"
	fmt.Fprintf(&b, "            if (%s !== %s) begin\n                %s = %s + 1;\n                if (%s <= 10)\n                    $display(\"%s: step %%0d gives %%h, expected %%h\", %s, %s, %s);\n            end\n", all, expected, errors, errors, errors, name, step, all, expected)
	if r.Clock != "" {
		fmt.Fprintf(&b, "            %s = 1'd1;\n            #5;\n            %s = 1'd0;\n", r.Clock, r.Clock)
	}
	fmt.Fprintf(&b, "        end\n        if (%s == 0)\n            $display(\"PASS %s: %%0d steps\", %s);\n        else\n            $display(\"FAIL %s: %%0d of %%0d steps\", %s, %s);\n    end\nendmodule\n", errors, name, step, name, errors, step)
	return b.String(), data.String()
}

func spanAlways(width int) string { return fmt.Sprintf("[%d:0]", max(1, width)-1) }

func widthOf(ports []Port) (n int) {
	for _, p := range ports {
		n += p.Width
	}
	return n
}

// Random gives random inputs for a run, the same for the same seed. They are often small, so that comparisons come out
// both ways, and often stay as they are.
func (r *Result) Random(seed uint64) func(step int) []circuit.Value {
	random := rand.New(rand.NewPCG(seed, 0))
	values := make([]circuit.Value, len(r.Inputs))
	return func(int) []circuit.Value {
		for i, p := range r.Inputs {
			switch random.IntN(8) {
			case 0, 1:
				values[i] = circuit.Uint(random.Uint64N(8)).Mask(p.Width)
			case 2, 3:
				values[i] = circuit.Uint(random.Uint64N(256)).Mask(p.Width)
			case 4, 5, 6:
				words := make([]uint64, (p.Width+63)/64)
				for k := range words {
					words[k] = random.Uint64()
				}
				values[i] = circuit.FromWords(words).Mask(p.Width)
			}
		}
		return slices.Clone(values)
	}
}
