// Package graph orders things that depend on each other: nodes of a design, operations of a netlist. In come numbers
// and the edges between them; out come strongly connected components in an order of evaluation, and a shortest cycle of
// one. Another question about graphs is a method of Directed.
package graph

import "slices"

// Directed is a directed graph over the numbers 0 … n−1, in two flat lists: it has room for millions.
type Directed struct {
	start []int32 // the successors of v are to[start[v]:start[v+1]]
	to    []int32
}

// fewVertices is up to how many of them edges are noted when they are asked for.
const fewVertices = 1 << 16

// New collects edges. For a large graph it asks for them twice, first to count, which needs less memory; both
// times they must be the same.
func New(n int, edges func(add func(from, to int))) Directed {
	if n <= fewVertices {
		return smallGraph(n, edges)
	}
	return largeGraph(n, edges)
}

func smallGraph(n int, edges func(add func(from, to int))) Directed {
	g := Directed{start: make([]int32, n+1)}
	type edge struct{ from, to int32 }
	list := make([]edge, 0, 2*n)
	edges(func(from, to int) {
		list = append(list, edge{int32(from), int32(to)})
		g.start[from+1]++
	})
	for v := range n {
		g.start[v+1] += g.start[v]
	}
	g.to = make([]int32, len(list))
	next := slices.Clone(g.start[:n])
	for _, e := range list {
		g.to[next[e.from]] = e.to
		next[e.from]++
	}
	return g
}

func largeGraph(n int, edges func(add func(from, to int))) Directed {
	g := Directed{start: make([]int32, n+1)}
	edges(func(from, _ int) { g.start[from+1]++ })
	for v := range n {
		g.start[v+1] += g.start[v]
	}
	g.to = make([]int32, g.start[n])
	next := slices.Clone(g.start[:n])
	edges(func(from, to int) {
		g.to[next[from]] = int32(to)
		next[from]++
	})
	return g
}

// Next are the successors of v.
func (g Directed) Next(v int) []int32 { return g.to[g.start[v]:g.start[v+1]] }

// SelfLoop reports an edge from v to itself.
func (g Directed) SelfLoop(v int) bool { return slices.Contains(g.Next(v), int32(v)) }

// Components visits the strongly connected components, each after those that lead to it and each in
// ascending order (Tarjan's algorithm, without recursion). Among the orders that are possible, that of
// the components is close to that of the numbers. The list is valid during the visit only.
func (g Directed) Components(visit func(component []int32)) {
	n := len(g.start) - 1
	room := make([]int32, 3*n)
	index, low, edge := room[:n:n], room[n:2*n:2*n], room[2*n:] // index 0 = not visited
	onStack := make([]bool, n)
	var stack, path []int32
	order, ends := make([]int32, 0, n), []int32{} // components in reverse; ends only of those with several members
	counter := int32(0)
	for root := n - 1; root >= 0; root-- {
		if index[root] != 0 {
			continue
		}
		if !slices.ContainsFunc(g.Next(root), func(w int32) bool { return index[w] == 0 }) {
			// It leads to finished components only, as every vertex of a graph in order does.
			counter++
			index[root] = counter
			order = append(order, int32(root))
			continue
		}
		path = append(path[:0], int32(root))
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == 0 {
				counter++
				index[v], low[v], edge[v] = counter, counter, g.start[v]
				stack = append(stack, v)
				onStack[v] = true
			}
			descended := false
			for edge[v] < g.start[v+1] {
				w := g.to[edge[v]]
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
			if low[v] != index[v] {
				continue
			}
			from := len(stack) - 1
			for stack[from] != v {
				from--
			}
			for _, w := range stack[from:] {
				onStack[w] = false
			}
			if len(stack)-from > 1 {
				slices.Sort(stack[from:])
				ends = append(ends, int32(len(order)), int32(len(order)+len(stack)-from))
			}
			order = append(order, stack[from:]...)
			stack = stack[:from]
		}
	}
	for end := len(order); end > 0; {
		from := end - 1
		if n := len(ends); n > 0 && int(ends[n-1]) == end {
			from = int(ends[n-2])
			ends = ends[:n-2]
		}
		visit(order[from:end])
		end = from
	}
}

// Cycle finds a shortest closed path through the first node of a component, and another node of it if there is one.
func (g Directed) Cycle(component []int32) []int32 {
	start := component[0]
	from := map[int32]int32{}
	queue := []int32{start}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range g.Next(int(v)) {
			if w == start && v == start && len(component) > 1 {
				continue
			}
			if w == start {
				path := []int32{v}
				for v != start {
					v = from[v]
					path = append(path, v)
				}
				slices.Reverse(path)
				return path
			}
			if _, seen := from[w]; seen {
				continue
			}
			if _, inside := slices.BinarySearch(component, w); inside {
				from[w] = v
				queue = append(queue, w)
			}
		}
	}
	return component
}
