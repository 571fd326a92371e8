package elaborate

import "slices"

// DriverNode follows views to the node that drives a net; false when a top-level input or nothing does.
func (d *Design) DriverNode(net int) (int, bool) {
	for {
		switch driver := d.Nets[net].Driver; driver.Kind {
		case View:
			net = driver.Source
		case NodeOutput:
			return driver.Node, true
		default:
			return 0, false
		}
	}
}

// Readers gives, for every node, the nodes whose outputs follow from its outputs without a clock
// edge. reads tells whether a node's k-th input can reach its outputs within a cycle.
func (d *Design) Readers(reads func(node, k int) bool) [][]int {
	next := make([][]int, len(d.Nodes))
	for i := range d.Nodes {
		for k := range d.Nodes[i].Inputs {
			if !reads(i, k) {
				continue
			}
			if from, ok := d.DriverNode(d.Nodes[i].Inputs[k].Net); ok {
				next[from] = append(next[from], i)
			}
		}
	}
	return next
}

// Cycle finds a shortest closed path through the first node of a component.
func Cycle(next [][]int, component []int) []int {
	start := component[0]
	from := map[int]int{}
	queue := []int{start}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range next[v] {
			if w == start {
				path := []int{v}
				for v != start {
					v = from[v]
					path = append(path, v)
				}
				slices.Reverse(path)
				return path
			}
			if _, seen := from[w]; !seen && slices.Contains(component, w) {
				from[w] = v
				queue = append(queue, w)
			}
		}
	}
	return component
}

// Components returns the strongly connected components in topological order: a component comes
// after those it is reachable from.
func Components(next [][]int) [][]int {
	n := len(next)
	index := make([]int, n) // 0 = not visited
	low := make([]int, n)
	onStack := make([]bool, n)
	var stack []int
	var out [][]int
	counter := 0
	type frame struct{ node, edge int }
	var work []frame
	// Visiting from the last node to the first and reversing at the end gives, among the orders that
	// are possible, the one closest to declaration order.
	for root := n - 1; root >= 0; root-- {
		if index[root] != 0 {
			continue
		}
		work = append(work[:0], frame{node: root})
		for len(work) > 0 {
			f := &work[len(work)-1]
			v := f.node
			if f.edge == 0 {
				counter++
				index[v], low[v] = counter, counter
				stack = append(stack, v)
				onStack[v] = true
			}
			if f.edge < len(next[v]) {
				w := next[v][f.edge]
				f.edge++
				if index[w] == 0 {
					work = append(work, frame{node: w})
				} else if onStack[w] {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				up := work[len(work)-1].node
				low[up] = min(low[up], low[v])
			}
			if low[v] == index[v] {
				var component []int
				for {
					w := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					onStack[w] = false
					component = append(component, w)
					if w == v {
						break
					}
				}
				out = append(out, component)
			}
		}
	}
	slices.Reverse(out)
	return out
}
