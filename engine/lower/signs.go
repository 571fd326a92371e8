package lower

import (
	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// neededSigns tells, by state field, whether the bit that keeps the sign of its numbers matters: whether an output, or
// what another part of the state becomes, depends on it. Most programs that store numbers of both kinds only shift and
// combine their bits.
func neededSigns(n *Node) map[int]bool {
	needed := map[int]bool{}
	for { // a sign may matter only because another one does
		before := len(needed)
		for _, l := range []*Lowered{n.Eval, n.Tick} {
			if l != nil {
				l.markSigns(needed)
			}
		}
		if len(needed) == before {
			return needed
		}
	}
}

// markSigns adds the fields whose sign the lambda looks at, for what matters as far as it is known.
func (out *Lowered) markSigns(needed map[int]bool) {
	live := make([]bool, len(out.Graph.Ops))
	for _, r := range out.roots(func(field int) bool { return needed[field] }) {
		if *r != word.None {
			live[*r] = true
		}
	}
	var operands []word.ID
	for i := len(live) - 1; i >= 0; i-- {
		if !live[i] {
			continue
		}
		op := &out.Graph.Ops[i]
		switch {
		case op.Kind == word.Param && out.Params[op.Imm].Kind == capture.SignParam:
			needed[out.Params[op.Imm].Index] = true
		default:
			out.Graph.ReadMemories(op, func(memory uint64) {
				if memory%domain.MemoryParts == domain.MemorySign {
					needed[int(memory/domain.MemoryParts)] = true
				}
			})
		}
		operands = op.Operands(operands[:0])
		for _, id := range operands {
			live[id] = true
		}
	}
}

// dropSigns removes the signs of fields for which none is kept, and what is computed for them only.
func (n *Node) dropSigns(dropped func(field int) bool) {
	for _, out := range []*Lowered{n.Eval, n.Tick} {
		if out == nil {
			continue
		}
		for i := range out.Next {
			if next := &out.Next[i]; dropped(i) {
				next.Sign = word.None
				for k := range next.Writes {
					next.Writes[k].Sign = word.None
				}
			}
		}
		graph := out.Graph
		out.compact(&graph)
	}
}
