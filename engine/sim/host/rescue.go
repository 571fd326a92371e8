package host

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/realm"
)

// rescue calls the function of a compiled lambda, with the state that the machine has; see netlist.Call.
func (h *Host) rescue(c *netlist.Call, n *node, arguments, results []circuit.Value) error {
	k := 1 // after the condition
	for ; k < len(c.Args) && c.Args[k].Port >= 0; k++ {
		n.in[c.Args[k].Port] = arguments[k]
	}
	fields := h.module.Fields[n.index]
	cells := slices.Clone(n.cells)
	for i := range fields {
		cells[i].Number = realm.Number{Value: arguments[k]}
		if k++; fields[i].Sign >= 0 {
			cells[i].Number.Negative = !arguments[k].IsZero()
			k++
		}
	}
	if c.Tick {
		next, _, err := n.Tick(n.in, cells)
		if err != nil {
			return err
		}
		k = 0
		for i := range fields {
			results[k] = next[i].Number.Value
			if k++; fields[i].Sign >= 0 {
				results[k] = circuit.Value{}
				if next[i].Number.Negative {
					results[k] = circuit.Uint(1)
				}
				k++
			}
		}
		return nil
	}
	for k := range n.outputs {
		n.outputs[k] = circuit.Value{Hi: omitted}
	}
	misfit, err := n.Eval(n.in, cells, n.outputs)
	if err != nil {
		return err
	}
	if misfit >= 0 {
		h.warn(n, misfit)
	}
	for k, v := range n.outputs {
		results[k], results[len(n.outputs)+k] = v, circuit.Uint(1)
		if len(v.Hi) > 0 && &v.Hi[0] == &omitted[0] {
			results[k], results[len(n.outputs)+k] = circuit.Value{}, circuit.Value{}
		}
	}
	return nil
}

// omitted marks an output that eval has not returned. Only where it stands counts.
var omitted = []uint64{1}
