package realm

import (
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
)

// finishWires checks widths and drivers and writes the connections into the IR (6.3).
func (b *builder) finishWires(wires []wire) {
	type pair struct{ source, target circuit.Endpoint }
	seen := make(map[pair]bool, len(wires))
	drivers := map[circuit.Endpoint][]wire{}
	var targets []circuit.Endpoint
	for _, w := range wires {
		if seen[pair{w.source, w.target}] { // D34
			continue
		}
		seen[pair{w.source, w.target}] = true
		from, to := b.typeOf(w.source), b.typeOf(w.target)
		b.checkWidths(w, from, to)
		if len(drivers[w.target]) == 0 {
			targets = append(targets, w.target)
		}
		drivers[w.target] = append(drivers[w.target], w)
		b.c.Connections = append(b.c.Connections, circuit.Connection{
			ID: "conn_" + strconv.Itoa(len(b.c.Connections)), Source: w.source, Target: w.target, PortType: from, Place: w.place,
		})
	}
	conflicts := slices.DeleteFunc(targets, func(t circuit.Endpoint) bool { return len(drivers[t]) < 2 })
	slices.SortFunc(conflicts, func(x, y circuit.Endpoint) int { return strings.Compare(x.String(), y.String()) })
	for _, t := range conflicts { // D35
		names := make([]string, len(drivers[t]))
		for i, w := range drivers[t] {
			names[i] = w.source.String()
		}
		b.problem(circuit.CodeMultipleDrivers, drivers[t][1].place,
			"%s has multiple drivers: %s. Keep one, or choose between them with a Mux.", t, strings.Join(names, ", "))
	}
}

func (b *builder) checkWidths(w wire, from, to circuit.PortType) {
	if from.Wires() == to.Wires() || b.inferredNodes[w.source.NodeID] != nil ||
		(b.inferredNodes[w.target.NodeID] != nil && from.Wires() < to.Wires()) {
		return // what was inferred fits what is connected as well as it can
	}
	if from.Kind == circuit.Bus && to.Kind == circuit.Bit && !b.d.Library { // D38
		b.note(circuit.Diagnostic{
			Code: circuit.CodeBitCut, Severity: circuit.Warning,
			Message: sprintf("%s is bus(%d) but %s is a bit: only the lowest wire arrives. Use a BitSlice to choose one, or ReduceOr for \"not zero\".", w.source, from.Width, w.target),
		}.At(w.place))
	}
	if from.Kind != circuit.Bus || to.Kind != circuit.Bus {
		return
	}
	if from.Width > to.Width { // D36
		b.problem(circuit.CodeTruncates, w.place,
			"truncates %s bus(%d) into %s bus(%d). Slice it, or make %s bus(%d).", w.source, from.Width, w.target, to.Width, w.target, from.Width)
		return
	}
	message := sprintf("widens %s bus(%d) into %s bus(%d): the upper bits are 0.", w.source, from.Width, w.target, to.Width)
	if key := b.c.Name + "\x00" + message; !b.realm.widened[key] && !b.d.Library { // D37
		b.realm.widened[key] = true
		b.note(circuit.Diagnostic{Code: circuit.CodeWidens, Severity: circuit.Warning, Message: message}.At(w.place))
	}
}

// typeOf is the declared type of an endpoint that exists.
func (b *builder) typeOf(e circuit.Endpoint) circuit.PortType {
	ins, outs := b.c.Inputs, b.c.Outputs
	if e.NodeID != "" {
		i, ok := b.nodes[e.NodeID]
		if !ok {
			return circuit.PortType{Kind: circuit.Bit}
		}
		c := b.instances[i].definition.Circuit
		ins, outs = c.Inputs, c.Outputs
	}
	for _, list := range [][]circuit.Port{ins, outs} {
		for i := range list {
			if list[i].Name == e.PortName {
				return list[i].PortType
			}
		}
	}
	return circuit.PortType{Kind: circuit.Bit}
}
