package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/invariants/differential/grammar"
)

//go:embed scripts/lambda.js
var lambdaScript string

// vectors are the values of the inputs with which every lambda is called, as decimal numbers; all 0 first. Each input
// goes through its edges, each with another step.
func vectors() [][]string {
	list := make([][]string, 24)
	for k := range list {
		for i, p := range grammar.LambdaInputs {
			top := new(big.Int).Lsh(big.NewInt(1), uint(p.Width)) //nolint:gosec // a width
			half := new(big.Int).Rsh(top, 1)
			edges := []*big.Int{
				big.NewInt(0), new(big.Int).Sub(top, big.NewInt(1)), half, big.NewInt(1), new(big.Int).Sub(half, big.NewInt(1)),
				new(big.Int).Div(top, big.NewInt(3)), new(big.Int).Sub(top, big.NewInt(7)),
			}
			v := edges[k*(i+1)%len(edges)]
			list[k] = append(list[k], v.Mod(v, top).String())
		}
	}
	return list
}

// lambdaReference calls lambdas in Node.
type lambdaReference struct{ reference }

func (r lambdaReference) run(ctx context.Context, programs []body) (map[int]string, error) {
	pairs := func(ports []grammar.Port) string {
		var list [][2]any
		for _, p := range ports {
			list = append(list, [2]any{p.Name, p.Width})
		}
		text, _ := json.Marshal(list) // texts and numbers
		return string(text)
	}
	all, err := json.Marshal(vectors())
	if err != nil {
		return nil, err
	}
	list := make([]body, len(programs))
	for i, p := range programs {
		list[i] = body{p.index, fmt.Sprintf("%s\n$lambda(log, %s, %s, %s, %s)", lambdaScript, p.text, pairs(grammar.LambdaInputs), pairs(grammar.LambdaOutputs), all)}
	}
	return r.reference.run(ctx, list)
}

// lambdaEngine runs lambdas as the eval of circuits, on one backend.
type lambdaEngine struct{ backend sandbox.Backend }

func (e lambdaEngine) close() {}

func (e lambdaEngine) run(ctx context.Context, programs []body) (map[int]string, error) {
	seen := map[int]string{}
	for _, p := range programs {
		told, err := e.one(ctx, p.text)
		if err != nil {
			return nil, err
		}
		seen[p.index] = told
	}
	return seen, nil
}

// one runs one lambda and writes what the reference writes.
func (e lambdaEngine) one(ctx context.Context, lambda string) (string, error) {
	ports := func(list []grammar.Port) string {
		var parts []string
		for _, p := range list {
			parts = append(parts, fmt.Sprintf("%s: bus(%d)", p.Name, p.Width))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	text := fmt.Sprintf("circuit('L', { inputs: %s, outputs: %s, eval: %s })", ports(grammar.LambdaInputs), ports(grammar.LambdaOutputs), lambda)
	compiled, err := sandbox.Compile(ctx, sandbox.Source{Text: text}, sandbox.LimitsOf(bounds()))
	if err != nil {
		return "", err
	}
	for _, d := range compiled.Diagnostics {
		if d.Severity == circuit.Error {
			return fmt.Sprintf("refused %s: %s", d.Code, d.Message), nil
		}
	}
	machine, err := compiled.NewMachineOn(ctx, e.backend)
	if err != nil {
		return `"throws at the start"` + "\n" + `"result" undefined`, nil // it has called the lambda with all inputs 0
	}
	defer machine.Close()
	var lines []string
	for _, vector := range vectors() {
		lines = append(lines, `"`+outputsFor(ctx, machine, compiled, vector)+`"`)
	}
	return strings.Join(append(lines, `"result" undefined`), "\n"), nil
}

// outputsFor are the outputs for a vector of inputs.
func outputsFor(ctx context.Context, machine sim.Machine, compiled *sandbox.Compiled, vector []string) string {
	for i, text := range vector {
		v, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return "no number: " + text
		}
		machine.Set(i, circuit.FromBig(v, grammar.LambdaInputs[i].Width))
	}
	if err := machine.Settle(ctx); err != nil {
		return "throws"
	}
	var values []string
	for _, net := range compiled.Design.Outputs {
		values = append(values, machine.Peek(net.Net).String())
	}
	return strings.Join(values, " ")
}

// lambdaSides are the reference and the backends for lambdas.
func lambdaSides() ([]side, error) {
	r, err := newReference()
	if err != nil {
		return nil, err
	}
	sides := []side{{"reference", lambdaReference{r}, true}}
	for _, b := range []sandbox.Backend{sandbox.Closures, sandbox.Interpreter, sandbox.WebAssembly} {
		sides = append(sides, side{string(b), lambdaEngine{b}, false})
	}
	return sides, nil
}
