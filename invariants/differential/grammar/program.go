package grammar

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Program is a random program.
type Program struct {
	Seed, Index uint64
	tree        *Node
}

// New gives the program of a seed and an index.
func New(seed, index uint64) Program {
	return Program{Seed: seed, Index: index, tree: generatorOf(seed, index).program()}
}

func generatorOf(seed, index uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, index)), budget: 160} //nolint:gosec // repeatable on purpose
}

// Text is the body of the function that the program is, with the names log and those of the prelude in scope.
func (p Program) Text() string { return p.text(false) }

// Reference is the program as the reference takes it, which is the same text unless the reference lacks something.
func (p Program) Reference() string { return p.text(true) }

func (p Program) text(reference bool) string {
	var b strings.Builder
	p.tree.write(&b, nil, reference)
	return b.String()
}

// Size is a measure of the program's length for the shrinker.
func (p Program) Size() int { return len(p.Text()) }

// Smaller gives programs with something left out or replaced by something simpler, those that lose most first, at
// most as many as are asked for.
func (p Program) Smaller(limit int) []Program {
	var all []Program
	add := func(replaced map[*Node]*Node) {
		tree := p.tree.with(replaced)
		if q := (Program{p.Seed, p.Index, tree}); q.Size() < p.Size() {
			all = append(all, q)
		}
	}
	nothing := &Node{}
	p.tree.each(func(n *Node) {
		switch n.kind {
		case statementKind, memberKind:
			add(map[*Node]*Node{n: nothing})
		case expressionKind:
			for _, constant := range []string{"(0)", "''", "undefined", "[]", "({})"} {
				add(map[*Node]*Node{n: {parts: []any{constant}}})
			}
		}
		if n.kind == plainKind || n.kind == memberKind {
			return
		}
		n.each(func(inner *Node) {
			if inner != n && inner.kind == n.kind {
				add(map[*Node]*Node{n: inner})
			}
		})
	})
	// Runs of statements at once, which a program of many statements needs.
	p.tree.each(func(n *Node) {
		var list []*Node
		for _, part := range n.parts {
			if child, ok := part.(*Node); ok && (child.kind == statementKind || child.kind == memberKind) {
				list = append(list, child)
			}
		}
		for size := len(list) / 2; size > 1; size /= 2 {
			for from := 0; from+size <= len(list); from += size {
				replaced := map[*Node]*Node{}
				for _, s := range list[from : from+size] {
					replaced[s] = nothing
				}
				add(replaced)
			}
		}
	})
	sortBySize(all)
	if len(all) > limit {
		// The smallest are the least likely to fail still; take from the whole range.
		chosen := make([]Program, 0, limit)
		for i := range limit {
			chosen = append(chosen, all[i*len(all)/limit])
		}
		all = chosen
	}
	return all
}

func sortBySize(list []Program) {
	sizes := map[*Node]int{}
	for _, p := range list {
		sizes[p.tree] = p.Size()
	}
	slices.SortStableFunc(list, func(a, b Program) int { return sizes[a.tree] - sizes[b.tree] })
}
