package session

import (
	"encoding/base64"
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
)

// maxWords is how many cells of a memory one reply has.
const maxWords = 64

// inspect answers what a node remembers and where it is declared. It changes nothing, so it waits behind nothing: while
// a tick or a visit goes on, it tells of the cycle that is reached.
func (s *Session) inspect(slot *slot, request protocol.Request) {
	reply := protocol.Reply{ID: request.ID, Slot: request.Slot, Type: request.Type}
	if slot == nil {
		reply.Error = noCircuit(request.Slot)
		s.sink.Reply(reply)
		return
	}
	reply.Status, reply.At = slot.status(s.clock()), slot.machine.Cycle()
	if place, ok := slot.design.Declared(request.Inspect.Node); ok {
		reply.Inspect = slot.remembered(request.Inspect)
		reply.Inspect.File, reply.Inspect.Line, reply.Inspect.Column = place.File, place.Line, place.Column
	} else {
		reply.Error = protocol.NewError(protocol.ErrInvalidRequest, fmt.Sprintf("%s has no node %q.", slot.design.Name, request.Inspect.Node))
	}
	s.sink.Reply(reply)
}

// remembered is the state of a node.
func (t *slot) remembered(request *protocol.InspectRequest) *protocol.InspectResult {
	result := &protocol.InspectResult{Fields: []protocol.FieldState{}}
	node := t.design.NodeIndex(request.Node)
	if node < 0 {
		return result
	}
	for field, block := range t.design.Node(node).State {
		f := protocol.FieldState{Name: block.Name, Words: []circuit.Value{}}
		switch {
		case block.StateType.Kind == circuit.Memory:
			f.Kind = protocol.StateMemory
			f.Cells, f.Width = sim.MemoryShape(block)
			f.First = min(request.First, f.Cells-min(f.Cells, 1))
			if request.Cells > 0 {
				f.Data = base64.StdEncoding.EncodeToString(t.cells(node, field, f, request.Cells))
			} else {
				f.Words = t.words(node, field, f)
			}
		case block.InitialValue.IsText:
			f.Kind, f.Text = protocol.StateText, tail(t.machine.State(node, field).Text)
		default:
			f.Kind, f.Cells = protocol.StateNumber, 1
			f.Width = circuit.PortType{Kind: block.StateType.Kind, Width: block.StateType.Width}.Wires()
			f.Words = []circuit.Value{t.machine.State(node, field).Scalar.Mask(f.Width)}
		}
		result.Fields = append(result.Fields, f)
	}
	return result
}

// words reads cells of a memory.
func (t *slot) words(node, field int, f protocol.FieldState) []circuit.Value {
	size := sim.CellBytes(f.Width)
	cells := t.cells(node, field, f, maxWords)
	words := make([]circuit.Value, len(cells)/size)
	for i := range words {
		words[i] = sim.GetCell(cells[i*size:], f.Width)
	}
	return words
}

// cells reads up to so many cells of a memory.
func (t *slot) cells(node, field int, f protocol.FieldState, limit int) []byte {
	cells := make([]byte, int(min(uint64(limit), f.Cells-f.First))*sim.CellBytes(f.Width))
	t.machine.Cells(node, field, f.First, cells)
	return cells
}
