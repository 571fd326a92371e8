package elaborate

import (
	"fmt"

	"simten.dev/engine/circuit"
)

// maxDepth bounds how many circuits may be inside each other. The work on a hierarchy recurses, and
// the stack of a browser is small.
const maxDepth = 1_000

// size is what a circuit comes to when it is flattened.
type size struct {
	primitives, instances int64
}

// measure counts before anything is built: twenty circuits of which each holds the one before twice are
// a short text and a million nodes. Each circuit is counted once, however often it is used. false means
// that the limits do not allow it, which has been reported.
func (e *elaborator) measure(top *circuit.Circuit) bool {
	known := map[*circuit.Circuit]size{}
	most := int64(e.limits.Nodes)
	var count func(*circuit.Circuit, int) size
	count = func(c *circuit.Circuit, level int) size {
		if s, ok := known[c]; ok || e.full {
			return s
		}
		if level > maxDepth {
			e.full = true
			e.report(circuit.Diagnostic{Code: circuit.CodeTooLarge, Circuit: c.Name, Message: fmt.Sprintf(
				"More than %d circuits are inside each other. Build repeated parts side by side.", maxDepth)}.At(c.Place))
			return size{}
		}
		known[c] = size{} // a circuit inside itself is reported when it is placed
		s := size{instances: 1}
		for i := range c.Nodes {
			sub := e.library.Resolve(c.Nodes[i].Definition, c.Nodes[i].ComponentRef)
			if sub == nil {
				continue
			}
			inner := count(sub, level+1)
			s.primitives = min(s.primitives+inner.primitives, most+1)
			s.instances = min(s.instances+inner.instances, 2*most+1)
		}
		if len(c.Nodes) == 0 && len(c.Connections) == 0 {
			s.primitives = 1
		}
		known[c] = s
		return s
	}
	s := count(top, 1)
	if !e.full && (s.primitives > most || s.instances > 2*most) {
		e.full = true
		e.report(circuit.Diagnostic{Code: circuit.CodeTooLarge, Circuit: top.Name, Message: fmt.Sprintf(
			"The flat design has more than %d primitives, or twice as many circuits. Use a memory for what is large and regular.", most)}.At(top.Place))
	}
	return !e.full
}
