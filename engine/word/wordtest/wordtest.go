// Package wordtest is what tests of graphs share: their operations counted, and their values computed one by one.
package wordtest

import (
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// Needed counts the operations of each kind that the roots need.
func Needed(g *word.Graph, roots ...word.ID) map[word.Kind]int {
	counts, seen := map[word.Kind]int{}, map[word.ID]bool{}
	for len(roots) > 0 {
		id := roots[len(roots)-1]
		roots = roots[:len(roots)-1]
		if !seen[id] {
			seen[id] = true
			counts[g.Ops[id].Kind]++
			roots = g.Ops[id].Operands(roots)
		}
	}
	return counts
}

// Values computes all operations of a graph, given its parameters.
func Values(g *word.Graph, parameters ...uint64) ([]uint64, error) {
	values := make([]uint64, len(g.Ops))
	for i := range g.Ops {
		op := &g.Ops[i]
		switch op.Kind {
		case word.Param:
			values[i] = parameters[op.Imm]
			continue
		case word.Const, word.FConst:
			values[i] = op.Imm
			continue
		}
		var v [3]circuit.Value
		n := 1
		for k, o := range op.Operands(nil) {
			v[k] = circuit.Uint(values[o])
			if k == 0 {
				n = int(g.Ops[o].Width)
			}
		}
		r, ok := g.Apply(op, n, v[0], v[1], v[2])
		if !ok {
			return nil, fmt.Errorf("operation %d, %s, has no value", i, op.Kind)
		}
		values[i] = r.Lo
	}
	return values, nil
}
