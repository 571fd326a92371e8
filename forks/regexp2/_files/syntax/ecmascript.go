package syntax

import "math"

// counted reports that a loop counts its iterations. One of JavaScript whose body may match nothing has to know whether
// an iteration is the first, which may be empty where one is needed.
func counted(n *RegexNode) bool {
	return n.N < math.MaxInt32 || n.M > 1 || n.M == 1 && n.Options&ECMAScript != 0 && n.Children[0].ComputeMinLength() == 0
}

// resetCaptures begins an iteration of JavaScript: the groups in it are unset. Their numbers follow one another.
func (w *writer) resetCaptures(loop *RegexNode) {
	if loop.Options&ECMAScript == 0 {
		return
	}
	first, last := math.MaxInt, -1
	var visit func(n *RegexNode)
	visit = func(n *RegexNode) {
		if n.T == NtCapture && w.emitCapture(n) {
			first, last = min(first, w.mapCapnum(n.M)), max(last, w.mapCapnum(n.M))
		}
		for _, child := range n.Children {
			visit(child)
		}
	}
	visit(loop)
	if last >= 0 {
		w.emit2(Resetcapture, first, last)
	}
}
