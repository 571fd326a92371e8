package lower

import (
	"slices"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/opt/sink"
	"simten.dev/engine/opt/tabulate"
	"simten.dev/engine/word"
)

// roots are the results of the lambda, as far as they are operations, with the signs of the fields for which sign is
// true.
func (out *Lowered) roots(sign func(field int) bool) []*word.ID {
	roots := []*word.ID{&out.Doubt}
	for i := range out.Outputs {
		roots = append(roots, &out.Outputs[i].Value, &out.Outputs[i].Given, &out.Outputs[i].Misfit)
	}
	for i := range out.Throws {
		t := &out.Throws[i]
		roots = append(roots, &t.When)
		for k := range t.Message {
			roots = append(roots, &t.Message[k].Value)
		}
	}
	for i := range out.Next {
		n := &out.Next[i]
		roots = append(roots, &n.Given, &n.Value)
		if sign(i) {
			roots = append(roots, &n.Sign)
		}
		for k := range n.Writes {
			w := &n.Writes[k]
			roots = append(roots, &w.Enable, &w.Address, &w.Data, &w.Has)
			if sign(i) {
				roots = append(roots, &w.Sign)
			}
		}
		for k := range n.Appends {
			roots = append(roots, &n.Appends[k].Enable, &n.Appends[k].Unit)
		}
	}
	return roots
}

// compact keeps what the results need of a graph, and renumbers.
func (out *Lowered) compact(from *word.Graph) {
	roots := out.roots(func(int) bool { return true })
	needed := make([]bool, len(from.Ops))
	for _, r := range roots {
		if *r != word.None {
			needed[*r] = true
		}
	}
	var operands []word.ID
	for i := len(from.Ops) - 1; i >= 0; i-- {
		if needed[i] {
			operands = from.Ops[i].Operands(operands[:0])
			for _, id := range operands {
				needed[id] = true
			}
		}
	}
	out.Graph = word.Graph{Wide: from.Wide, Tables: from.Tables}
	place := make([]word.ID, len(from.Ops))
	bodies := map[uint64]uint64{}
	move := func(id word.ID) word.ID {
		if id == word.None {
			return id
		}
		return place[id]
	}
	used := make([]bool, len(out.Params))
	for i, op := range from.Ops {
		if !needed[i] {
			continue
		}
		if op.Kind == word.Param {
			used[op.Imm] = true
		}
		if op.Kind == word.Repeat {
			if _, kept := bodies[op.Imm]; !kept {
				bodies[op.Imm] = uint64(len(out.Graph.Bodies))
				out.Graph.Bodies = append(out.Graph.Bodies, from.Bodies[op.Imm])
			}
			op.Imm = bodies[op.Imm]
		}
		op.A, op.B, op.C = move(op.A), move(op.B), move(op.C)
		place[i] = word.ID(len(out.Graph.Ops))
		out.Graph.Ops = append(out.Graph.Ops, op)
	}
	for _, r := range roots {
		*r = move(*r)
	}
	for id := range out.Names {
		if !needed[id] {
			place[id] = word.None
		}
	}
	out.Names = out.renamed(place)
	// parameters nobody reads are dropped too: what is left are the true dependencies
	number := make([]uint64, len(out.Params))
	params := out.Params[:0:0]
	for i, p := range out.Params {
		if used[i] {
			number[i] = uint64(len(params))
			params = append(params, p)
		}
	}
	out.Params = params
	for i := range out.Graph.Ops {
		if op := &out.Graph.Ops[i]; op.Kind == word.Param {
			op.Imm = number[op.Imm]
		}
	}
}

// renamed are the names of operations that have moved.
func (out *Lowered) renamed(place []word.ID) map[word.ID]string {
	var names map[word.ID]string
	for id, name := range out.Names {
		if to := place[id]; to != word.None && (names[to] == "" || name < names[to]) {
			if names == nil {
				names = make(map[word.ID]string, len(out.Names))
			}
			names[to] = name
		}
	}
	return names
}

// Reads lists the inputs (by index, ascending) that a value of the lambda follows from.
func (out *Lowered) Reads(value word.ID) []int {
	var list []int
	var operands []word.ID
	needed := make([]bool, value+1)
	needed[value] = true
	for i := value; i >= 0; i-- {
		op := &out.Graph.Ops[i]
		if !needed[i] {
			continue
		}
		if op.Kind == word.Param {
			if p := out.Params[op.Imm]; p.Kind == capture.InputParam {
				list = append(list, p.Index)
			}
		}
		operands = op.Operands(operands[:0])
		for _, id := range operands {
			needed[id] = true
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// finish makes the graph of the lambda shorter; roots are its results.
func (out *Lowered) finish(g *word.Graph, roots []*word.ID) {
	shorter := tabulate.Graph(sink.Graph(g, roots), roots)
	if shorter != g {
		out.Names = nil // they are of operations of the graph as it was
	}
	out.compact(shorter)
}
