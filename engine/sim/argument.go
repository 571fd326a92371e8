package sim

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
)

// Argument names an interactive argument of a flat node, such as the position of a Switch.
type Argument struct {
	Node int // position among the flat nodes of the design
	Name string
}

// RestoreArguments gives the lambdas of a host, which may be nil, the arguments of another state: those that were given
// only before it take the values of their declarations again.
func RestoreArguments(h Host, before, given map[Argument]circuit.Value) {
	if h == nil {
		return
	}
	for k := range before {
		if _, kept := given[k]; !kept {
			h.UnsetArgument(k.Node, k.Name)
		}
	}
	for k, v := range given {
		h.SetArgument(k.Node, k.Name, v)
	}
}

// Arguments writes the arguments that were given and their values: in the order of the nodes and then of the names,
// so that one state has one form.
func (e *Encoder) Arguments(given map[Argument]circuit.Value) {
	keys := slices.SortedFunc(maps.Keys(given), func(a, b Argument) int {
		return cmp.Or(a.Node-b.Node, strings.Compare(a.Name, b.Name))
	})
	e.Uint(uint64(len(keys)))
	for _, k := range keys {
		e.Uint(uint64(k.Node))
		e.Text(k.Name)
		e.Value(given[k])
	}
}

// Arguments reads what Encoder.Arguments wrote for a design of so many flat nodes; an argument of another node is an
// error.
func (d *Decoder) Arguments(nodes int) map[Argument]circuit.Value {
	given := map[Argument]circuit.Value{}
	for range d.Count() {
		node := d.Uint()
		if node >= uint64(nodes) {
			d.fail()
		}
		k := Argument{Node: int(node), Name: d.Text()}
		given[k] = d.Value()
	}
	return given
}
