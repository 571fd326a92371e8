package rtl

import (
	"slices"

	"simten.dev/engine/behavior"
	"simten.dev/engine/elaborate"
)

// order groups the nodes so that each group comes after what it reads; a group of several nodes, in
// declaration order, is a combinational loop (as far as whole nodes can tell).
func (b *build) order() [][]int {
	next := make([][]int, len(b.design.Nodes)) // node → nodes that read its outputs
	for i := range b.design.Nodes {
		for _, net := range b.evalReads(i) {
			if from, ok := b.driver(net); ok && from != i {
				next[from] = append(next[from], i)
			}
		}
	}
	groups := components(next)
	for _, g := range groups {
		slices.Sort(g)
	}
	return groups
}

// evalReads lists the nets that the eval of a node depends on.
func (b *build) evalReads(i int) []int {
	n, node := &b.design.Nodes[i], b.nodes[i]
	var list []int
	switch {
	case node.Opaque != nil:
		if def := b.realm.Definition(n.Definition); def != nil {
			for _, k := range behavior.Reads(def.Eval, n.Inputs) {
				list = append(list, n.Inputs[k].Net)
			}
		}
	case node.Eval != nil:
		for _, p := range node.Eval.Params {
			if p.Kind == behavior.InputParam {
				list = append(list, n.Inputs[p.Index].Net)
			}
		}
	}
	return list
}

// driver follows views to the node that drives a net.
func (b *build) driver(net int) (int, bool) {
	for {
		switch d := b.design.Nets[net].Driver; d.Kind {
		case elaborate.View:
			net = d.Source
		case elaborate.NodeOutput:
			return d.Node, true
		default:
			return 0, false
		}
	}
}

// components returns the strongly connected components of a graph, each after those that lead to
// it (Tarjan's algorithm, without recursion). Among the possible orders it is close to that of the
// numbers.
func components(next [][]int) [][]int {
	n := len(next)
	index := make([]int32, n) // 0 = not visited
	low := make([]int32, n)
	onStack := make([]bool, n)
	edge := make([]int32, n)
	var stack, path []int
	var out [][]int
	counter := int32(0)
	for root := n - 1; root >= 0; root-- {
		if index[root] != 0 {
			continue
		}
		path = append(path[:0], root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == 0 {
				counter++
				index[v], low[v] = counter, counter
				stack = append(stack, v)
				onStack[v] = true
			}
			descended := false
			for int(edge[v]) < len(next[v]) {
				w := next[v][edge[v]]
				edge[v]++
				if index[w] == 0 {
					path = append(path, w)
					descended = true
					break
				}
				if onStack[w] {
					low[v] = min(low[v], index[w])
				}
			}
			if descended {
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1]
				low[up] = min(low[up], low[v])
			}
			if low[v] == index[v] {
				from := len(stack) - 1
				for stack[from] != v {
					from--
				}
				component := slices.Clone(stack[from:])
				for _, w := range component {
					onStack[w] = false
				}
				stack = stack[:from]
				out = append(out, component)
			}
		}
	}
	slices.Reverse(out)
	return out
}
