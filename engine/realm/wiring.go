package realm

import (
	"slices"
	"strings"

	"simten.dev/engine/circuit"
)

// finishWires checks widths and drivers and writes the connections into the IR (6.3).
func (b *builder) finishWires(wires []wire) {
	// Every port of every node and of the circuit has a number, its seat. At the seat of a target stands
	// its first driver; further ones, which are an error, stand in more.
	seats := make([]int, len(b.c.Nodes)+1)
	next := b.d.portCount()
	for i := range b.c.Nodes {
		seats[i] = next
		next += b.instances[i].definition.portCount()
	}
	driver := make([]int32, next) // of a seat: 1 + the number of a wire
	more := map[int][]wire{}
	b.c.Connections = make([]circuit.Connection, 0, len(wires))
	id := counter{prefix: "conn_"}
	for i := range wires {
		w := &wires[i]
		seat, to := b.portOf(w.target)
		if seat >= 0 && w.target.node != ownPorts {
			seat += seats[w.target.node]
		}
		if seat < 0 {
			// elaboration leaves the connection out
		} else if first := driver[seat]; first != 0 {
			same := func(x wire) bool { return x.source == w.source }
			if same(wires[first-1]) || slices.ContainsFunc(more[seat], same) { // D34
				continue
			}
			more[seat] = append(more[seat], *w)
		} else {
			driver[seat] = int32(i + 1)
		}
		_, from := b.portOf(w.source)
		b.checkWidths(w, from, to)
		b.c.Connections = append(b.c.Connections, circuit.Connection{
			ID: id.next(), Source: b.endpoint(w.source), Target: b.endpoint(w.target), PortType: from, Place: *w.place,
			SourceNode: w.source.node + 1, TargetNode: w.target.node + 1,
		})
	}
	if len(more) == 0 {
		return
	}
	conflicts := make([]circuit.Diagnostic, 0, len(more)) // D35
	for seat, others := range more {
		names := []string{b.endpoint(wires[driver[seat]-1].source).String()}
		for _, w := range others {
			names = append(names, b.endpoint(w.source).String())
		}
		target := b.endpoint(others[0].target).String()
		conflicts = append(conflicts, circuit.Diagnostic{
			Code: circuit.CodeMultipleDrivers, Severity: circuit.Error,
			Message: sprintf("%s has multiple drivers: %s. Keep one, or choose between them with a Mux.", target, strings.Join(names, ", ")),
		}.At(*others[0].place))
	}
	slices.SortFunc(conflicts, func(x, y circuit.Diagnostic) int { return strings.Compare(x.Message, y.Message) })
	for _, d := range conflicts {
		b.note(d)
	}
}

func (b *builder) checkWidths(w *wire, from, to circuit.PortType) {
	if from.Wires() == to.Wires() || b.inferred(w.source) ||
		(b.inferred(w.target) && from.Wires() < to.Wires()) {
		return // what was inferred fits what is connected as well as it can
	}
	if from.Kind == circuit.Bus && to.Kind == circuit.Bit && !b.d.Library { // D38
		b.note(circuit.Diagnostic{
			Code: circuit.CodeBitCut, Severity: circuit.Warning,
			Message: sprintf("%s is bus(%d) but %s is a bit: only the lowest wire arrives. Use a BitSlice to choose one, or ReduceOr for \"not zero\".",
				b.endpoint(w.source), from.Width, b.endpoint(w.target)),
		}.At(*w.place))
	}
	if from.Kind != circuit.Bus || to.Kind != circuit.Bus {
		return
	}
	source, target := b.endpoint(w.source), b.endpoint(w.target)
	if from.Width > to.Width { // D36
		b.problem(circuit.CodeTruncates, *w.place,
			"truncates %s bus(%d) into %s bus(%d): '%s' has %d bits, but '%s' has %d. Slice it, or make '%s' bus(%d).",
			source, from.Width, target, to.Width, target, to.Width, source, from.Width, target, from.Width)
		return
	}
	message := sprintf("widens %s bus(%d) into %s bus(%d): '%s' has %d bits and '%s' has %d, so the upper bits are 0.",
		source, from.Width, target, to.Width, target, to.Width, source, from.Width)
	if key := b.c.Name + "\x00" + message; !b.realm.widened[key] && !b.d.Library { // D37
		b.realm.widened[key] = true
		b.note(circuit.Diagnostic{Code: circuit.CodeWidens, Severity: circuit.Warning, Message: message}.At(*w.place))
	}
}

// portOf is the number of a port among those of its owner, and its declared type. The number is -1 when
// there is no such port any more: a component made again with another width may have other ports.
func (b *builder) portOf(e end) (int, circuit.PortType) {
	d := b.d
	if e.node != ownPorts {
		d = b.instances[e.node].definition
	}
	k := d.numberOf(e)
	if k < 0 {
		return -1, circuit.PortType{Kind: circuit.Bit}
	}
	return k, d.portAt(k).PortType
}

// typeOf is the declared type of an existing port.
func (b *builder) typeOf(e end) circuit.PortType {
	_, t := b.portOf(e)
	return t
}
