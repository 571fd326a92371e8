package synthesis

import (
	"slices"

	"simten.dev/engine/graph"
	"simten.dev/engine/lower"
	"simten.dev/engine/word"
)

// inOrder visits the nodes so that each comes after what it reads; those of a combinational loop (as far
// as whole nodes can tell) come together, in declaration order.
func (b *build) inOrder(visit func(node int)) {
	readers := graph.New(len(b.parts), func(add func(from, to int)) {
		for i := range b.parts {
			b.evalReads(i, func(net int) {
				if from, ok := b.design.DriverNode(net); ok && from != i {
					add(from, i)
				}
			})
		}
	})
	readers.Components(func(group []int32) {
		if len(group) > 1 {
			b.m.Tangle(slices.Clone(group))
		}
		for _, i := range group {
			visit(int(i))
		}
	})
}

// evalReads visits the nets that the eval of a node depends on.
func (b *build) evalReads(i int, visit func(net int)) {
	p := b.parts[i]
	b.evalInputs(i, func(k int) { visit(p.Input(k)) })
}

// evalInputs visits the inputs (by index) that the eval of a node depends on. One that is called may look at all that
// its text names, unless it is called only because onTick is.
func (b *build) evalInputs(i int, visit func(k int)) {
	p, node := b.parts[i], b.nodes[i]
	switch {
	case node.Whole != nil:
		inputsRead(node.Whole, visit)
	case node.Opaque != nil, node.Eval != nil && node.Eval.Doubt != word.None:
		if def := b.realm.Definition(p.Circuit().Definition); def != nil {
			for _, k := range lower.Reads(def.Eval, p.Node().Inputs) {
				visit(k)
			}
		}
	case node.Eval != nil:
		inputsRead(node.Eval, visit)
	}
}

// inputsRead visits the inputs (by index) that what a lowered lambda does depends on.
func inputsRead(l *lower.Lowered, visit func(k int)) {
	for _, param := range l.Params {
		if param.Kind == lower.InputParam {
			visit(param.Index)
		}
	}
}
