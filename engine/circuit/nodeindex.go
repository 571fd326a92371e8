package circuit

import "sync"

// SameName reports whether two names are equal. The names that are compared with one another often differ at the end
// only, as those of ports do: that is looked at first.
func SameName(a, b string) bool {
	n := len(a)
	return n == len(b) && (n == 0 || a[n-1] == b[n-1] && a == b)
}

// NodeIndex finds the nodes of a circuit by their ids. It may be used by several goroutines.
type NodeIndex struct {
	Nodes []Node // of the circuit; they must not change any more

	once sync.Once
	byID map[string]int32 // made at the first question that no note answers
}

// fewNodes is up to how many nodes looking at each is faster than an index.
const fewNodes = 8

// Find is where the node of an id stands in Nodes; -1 when there is none. noted is what a connection says about the
// node of its end, Connection.SourceNode or TargetNode, or 0: it is tried first and saves looking the id up.
func (x *NodeIndex) Find(id string, noted int32) int {
	nodes := x.Nodes
	if i := int(noted) - 1; i >= 0 && i < len(nodes) && nodes[i].ID == id {
		return i
	}
	if len(nodes) <= fewNodes {
		for i := len(nodes) - 1; i >= 0; i-- {
			if nodes[i].ID == id {
				return i
			}
		}
		return -1
	}
	x.once.Do(func() {
		x.byID = make(map[string]int32, len(nodes))
		for i := range nodes {
			x.byID[nodes[i].ID] = int32(i)
		}
	})
	if i, ok := x.byID[id]; ok {
		return int(i)
	}
	return -1
}
