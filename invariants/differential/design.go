package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/invariants/differential/grammar"
)

//go:embed scripts/design.js
var designScript string

// designCycles is for how many cycles a circuit runs.
const designCycles = 20

// designVectors are the inputs of each cycle, as decimal numbers: edges and random values, and some that stay.
func designVectors() [][]string {
	rnd := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // repeatable on purpose
	list := make([][]string, designCycles)
	for k := range list {
		for i, p := range grammar.DesignInputs {
			top := new(big.Int).Lsh(big.NewInt(1), uint(p.Width)) //nolint:gosec // a width
			v := new(big.Int).SetUint64(rnd.Uint64())
			switch rnd.IntN(6) {
			case 0:
				v.Sub(top, big.NewInt(rnd.Int64N(3)+1))
			case 1, 2:
				v.SetInt64(rnd.Int64N(20))
			case 3:
				if k > 0 {
					v.SetString(list[k-1][i], 10)
				}
			}
			list[k] = append(list[k], v.Mod(v, top).String())
		}
	}
	return list
}

// designReference runs circuit files in Node, on the model of scripts/design.js.
type designReference struct{ reference }

func (r designReference) run(ctx context.Context, programs []body) (map[int]string, error) {
	all, err := json.Marshal(designVectors())
	if err != nil {
		return nil, err
	}
	list := make([]body, len(programs))
	for i, p := range programs {
		list[i] = body{p.index, fmt.Sprintf("%s\n{\n%s\n}\n$design(log, %s)", designScript, p.text, all)}
	}
	return r.reference.run(ctx, list)
}

// designEngine runs circuit files on several backends.
type designEngine struct{ backends []sandbox.Backend }

func (e designEngine) close() {}

func (e designEngine) run(ctx context.Context, programs []body) (map[int]string, error) {
	seen := map[int]string{}
	for _, p := range programs {
		lines, err := e.one(ctx, p.text)
		if err != nil {
			return nil, err
		}
		seen[p.index] = lines
	}
	return seen, nil
}

// one compiles a circuit file and writes what the reference writes, which is the same for all backends; else each
// backend's lines after its name.
func (e designEngine) one(ctx context.Context, text string) (string, error) {
	compiled, err := sandbox.Compile(ctx, sandbox.Source{Text: text}, sandbox.LimitsOf(bounds()))
	if err != nil {
		return "", err
	}
	for _, d := range compiled.Diagnostics {
		if d.Severity == circuit.Error {
			return fmt.Sprintf("refused %s: %s", d.Code, d.Message), nil
		}
	}
	var first, all string
	for _, backend := range e.backends {
		lines := on(ctx, compiled, backend)
		all += string(backend) + "\n" + lines + "\n"
		if first == "" {
			first = lines
		}
		if lines != first {
			return all, nil
		}
	}
	return first, nil
}

// on is the run of a circuit on a backend.
func on(ctx context.Context, compiled *sandbox.Compiled, backend sandbox.Backend) string {
	const ended = `"result" undefined`
	machine, err := compiled.NewMachineOn(ctx, backend)
	if err != nil {
		return `"throws at the start"` + "\n" + ended
	}
	defer machine.Close()
	var lines []string
	for cycle, vector := range designVectors() {
		shown, ok := oneCycle(ctx, machine, compiled, vector)
		if !ok {
			lines = append(lines, `"throws"`)
			break
		}
		lines = append(lines, shown...)
		if cycle%5 == 4 {
			lines = append(lines, asLines(stateItems(machine, compiled))...)
		}
	}
	lines = append(lines, ended)
	return strings.Join(lines[:min(len(lines), maxLines)], "\n")
}

// maxLines is how many observations of a program the prelude keeps.
const maxLines = 120

// oneCycle sets the inputs and gives the outputs before the edge and those after it. It reports false if a lambda
// throws.
func oneCycle(ctx context.Context, machine sim.Machine, compiled *sandbox.Compiled, vector []string) (lines []string, ok bool) {
	var items []string
	outputs := func() {
		for _, net := range compiled.Design.Outputs {
			items = append(items, machine.Peek(net.Net).String())
		}
	}
	for i, text := range vector {
		v, _ := new(big.Int).SetString(text, 10) // designVectors wrote it
		machine.Set(i, circuit.FromBig(v, grammar.DesignInputs[i].Width))
	}
	if machine.Settle(ctx) != nil {
		return nil, false
	}
	outputs()
	items = append(items, "|")
	if _, err := machine.Step(ctx, 1); err != nil {
		return nil, false
	}
	outputs()
	return asLines(items), true
}

// stateItems are the contents of all fields: texts, numbers, and cells that are not 0.
func stateItems(machine sim.Machine, compiled *sandbox.Compiled) (items []string) {
	d := compiled.Design
	for n := range d.NodeCount() {
		for f, block := range d.Node(n).State {
			path := d.Path(n) + "." + block.Name
			switch s := machine.State(n, f); {
			case s.IsText:
				items = append(items, path+"="+s.Text)
			case s.Memory == nil:
				items = append(items, path+"="+s.Scalar.String())
			default:
				for _, a := range slices.Sorted(maps.Keys(s.Memory)) {
					if v := s.Memory[a]; !v.IsZero() {
						items = append(items, fmt.Sprintf("%s[%d]=%s", path, a, v))
					}
				}
			}
		}
	}
	return items
}

// asLines puts as many items into a line as have 150 characters, and quotes it as the prelude does.
func asLines(items []string) (lines []string) {
	line := ""
	for _, item := range items {
		if line != "" && len(line)+len(item) >= 150 {
			lines, line = append(lines, `"`+line+`"`), ""
		}
		if line != "" {
			line += " "
		}
		line += item
	}
	return append(lines, `"`+line+`"`)
}

// designSides are the reference and the engine for circuits.
func designSides() ([]side, error) {
	r, err := newReference()
	if err != nil {
		return nil, err
	}
	backends := []sandbox.Backend{sandbox.Closures, sandbox.Interpreter, sandbox.WebAssembly}
	return []side{{"reference", designReference{r}, true}, {"engine", designEngine{backends}, false}}, nil
}
