package wasmgen

import (
	"simten.dev/engine/opt/region"
	"simten.dev/engine/word"
)

// Costs of what is not an operation, in operations.
const (
	branchWeight = 2 // a branch
	jumpWeight   = 6 // a jump through a table
	moveWeight   = 1 // a value that a branch gives
)

// expected estimates what a cycle costs when it is arranged as a tree has it: each of the cases that branches lead to
// is as likely as another.
func (p *plan) expected(t *region.Tree, guards []guard, after []bool) float64 {
	var ops []word.ID
	for _, u := range p.units {
		if u.op != word.None {
			ops = append(ops, u.op)
		}
	}
	if t == nil { // nothing but operations
		sum := 0.0
		for _, id := range ops {
			if p.uses[id] > 0 {
				sum += float64(p.weight(id))
			}
		}
		return sum
	}
	items := t.Order(ops, p.operands, p.fixed(after, guards))
	cases := make([]float64, len(items))
	cost := make([]float64, len(items))
	for s := len(items) - 1; s >= 0; s-- { // a side comes after the one that it is in
		cases[s] = 1
		for _, x := range items[s] {
			if x.Op != word.None {
				if p.uses[x.Op] > 0 {
					cost[s] += float64(p.weight(x.Op))
				}
				continue
			}
			r := &t.Regions[x.Region]
			sides, weight := []int32{r.Then, r.Else}, float64(branchWeight)
			if r.Switch != 0 {
				sides, weight = r.Sides, jumpWeight
			}
			all, sum := 0.0, 0.0
			for _, in := range sides {
				all += cases[in]
				sum += cases[in] * cost[in]
			}
			cost[s] += weight + sum/all + moveWeight*float64(len(r.Muxes))
			cases[s] = max(cases[s], all)
		}
	}
	return cost[region.Always]
}
