package lower

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/word"
)

// missesHas is a memory of which it matters which cells were ever written, though a loop changes it that does not keep
// that; -1: there is none.
func (n *Node) missesHas() int {
	if n.Tick == nil {
		return -1
	}
	for i := range n.Tick.Next {
		anew := n.Tick.Next[i].Anew || slices.ContainsFunc(n.Tick.Next[i].Writes, func(w memory.Write) bool { return w.Whole && w.Has == word.None })
		if anew && n.ReadsPart(i, domain.MemoryHas) {
			return i
		}
	}
	return -1
}

// ReadsPart reports that a lambda of the node reads a part of a memory field.
func (n *Node) ReadsPart(field, part int) (reads bool) {
	for _, l := range [2]*Lowered{n.Eval, n.Tick} {
		if l == nil {
			continue
		}
		for i := range l.Graph.Ops {
			l.Graph.ReadMemories(&l.Graph.Ops[i], func(memory uint64) { reads = reads || memory == uint64(field*domain.MemoryParts+part) })
		}
	}
	return reads
}
