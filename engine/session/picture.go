package session

import (
	"math"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/protocol"
)

const (
	pictureSide = 32   // pixels of a display's side when the circuit does not say
	maxSide     = 2048 // pixels of a display's side at most
)

// pictureOf describes what a display shows: the memory that its dataIn or its addrB is wired to, directly or
// through one multiplexer or slice, and its own memory when there is none. memory is the node, -1 for
// what is no display.
func pictureOf(d *elaborate.Design, node int) (p protocol.PictureInfo, memory, field int) {
	n := d.Node(node)
	own := memoryField(n.State)
	if (n.Component != "Screen" && n.Component != "RasterDisplay") || own < 0 {
		return p, -1, -1
	}
	p = protocol.PictureInfo{Path: n.Path, Width: side(n.Arguments, "width"), Height: side(n.Arguments, "height")}
	for _, in := range n.Inputs {
		if found := behind(d, in, true); found >= 0 && found != node {
			return p, found, memoryField(d.Node(found).State)
		}
	}
	for i, reader := range d.Each() { // the memory that the display addresses
		f := memoryField(reader.State())
		if f < 0 || i == node {
			continue
		}
		for k := range reader.Circuit().Inputs {
			if source, ok := d.DriverNode(reader.Input(k)); ok && source == node {
				return p, i, f
			}
		}
	}
	return p, node, own
}

// passesOn are the components through which a display still finds its memory.
var passesOn = map[string]bool{"Mux": true, "BitSlice": true, "Slice": true}

// behind is the node with a memory that drives an input, directly or through one multiplexer or
// slice; -1 when there is none.
func behind(d *elaborate.Design, in elaborate.Pin, through bool) int {
	source, ok := d.DriverNode(in.Net)
	if !ok {
		return -1
	}
	n := d.Node(source)
	if memoryField(n.State) >= 0 {
		return source
	}
	if through && passesOn[n.Component] {
		for _, next := range n.Inputs {
			if found := behind(d, next, false); found >= 0 {
				return found
			}
		}
	}
	return -1
}

// memoryField is the index of a node's first memory, or -1.
func memoryField(state []circuit.StateBlock) int {
	for i := range state {
		if state[i].StateType.Kind == circuit.Memory {
			return i
		}
	}
	return -1
}

// side reads an option that is a number of pixels.
func side(arguments circuit.Arguments, name string) int {
	v, ok := arguments.Get(name)
	if !ok {
		return pictureSide
	}
	n, ok := v.(float64)
	if i, isInt := v.(int64); isInt {
		n, ok = float64(i), true
	}
	if !ok || math.IsNaN(n) || n < 1 {
		return pictureSide
	}
	return int(math.Min(n, maxSide))
}

// pixelBits is the number of bits that each pixel takes: a whole cell, or the largest part of one with
// which all pixels fit into the memory; 1 when even that is too much.
func pixelBits(memory protocol.StateInfo, pixels int) int {
	bits := memory.Width
	for bits > 1 && (memory.Width%bits != 0 || memory.Cells*(memory.Width/bits) < pixels) {
		bits--
	}
	return bits
}
