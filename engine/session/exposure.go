package session

import (
	"bytes"
	"unicode/utf8"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
)

const (
	maxStates = 1024    // state fields of one slot that frames carry
	maxText   = 1 << 16 // bytes of a text that frames carry: its end
	// pageBytes is the unit in which memories are compared: small enough that a moving dot costs
	// little, large enough that comparing is a few fast loads.
	pageBytes = 256
)

// exposure is what the page sees of a design's state, and what it has seen of it last.
type exposure struct {
	states   []exposedState
	pictures []protocol.PictureInfo
	scratch  []byte // room for the largest memory
	pages    []bool // and for its pages
}

// exposedState is one state field that frames carry.
type exposedState struct {
	info        protocol.StateInfo
	node, field int
	since       uint64 // memories: the moment of the last look
	sent        []byte // numbers and memories: what the reader has
	text        string // texts: what the reader has
}

// newExposure chooses what frames carry of a design: the states of D102, and the memories that
// displays show through a multiplexer or a slice. Memories beyond limit bytes are cut off; those that are shown
// as pictures come first.
func newExposure(d *elaborate.Design, limit int) *exposure {
	e := &exposure{}
	listed := map[[2]int]int{}
	add := func(node, field int) int {
		key := [2]int{node, field}
		if i, ok := listed[key]; ok {
			return i
		}
		s, ok := describe(d, node, field, &limit)
		if !ok || len(e.states) == maxStates {
			return -1
		}
		listed[key] = len(e.states)
		e.states = append(e.states, s)
		return listed[key]
	}
	exposed := d.Exposed()
	for _, node := range exposed {
		p, memory, field := pictureOf(d, node)
		if memory < 0 {
			continue
		}
		if p.State = add(memory, field); p.State >= 0 {
			p.Bits = pixelBits(e.states[p.State].info, p.Width*p.Height)
			e.pictures = append(e.pictures, p)
		}
	}
	for _, node := range exposed {
		for field := range d.Node(node).State {
			add(node, field)
		}
	}
	for i := range e.states {
		e.scratch = make([]byte, max(len(e.scratch), len(e.states[i].sent)))
	}
	e.pages = make([]bool, pagesOf(len(e.scratch)))
	return e
}

// describe measures a state field; ok is false when it does not fit into what is left of the limit.
func describe(d *elaborate.Design, node, field int, limit *int) (s exposedState, ok bool) {
	n := d.Node(node)
	block := n.State[field]
	s = exposedState{node: node, field: field, info: protocol.StateInfo{Path: n.Path, Field: block.Name}}
	switch {
	case block.StateType.Kind == circuit.Memory:
		cells, width := sim.MemoryShape(block)
		s.info.Kind, s.info.Width = protocol.StateMemory, width
		s.info.Cells = int(min(cells, uint64(*limit/sim.CellBytes(width))))
	case block.InitialValue.IsText:
		s.info.Kind = protocol.StateText
		return s, true
	default:
		s.info.Kind, s.info.Cells = protocol.StateNumber, 1
		s.info.Width = circuit.PortType{Kind: block.StateType.Kind, Width: block.StateType.Width}.Wires()
	}
	size := s.info.Cells * sim.CellBytes(s.info.Width)
	if size == 0 || size > *limit {
		return s, false
	}
	*limit -= size
	s.sent = make([]byte, size)
	return s, true
}

// restart forgets what the reader has; it begins anew with zeros and without texts.
func (e *exposure) restart() {
	for i := range e.states {
		clear(e.states[i].sent)
		e.states[i].text, e.states[i].since = "", 0
	}
}

// collect adds to a frame what changed since the last one.
func (e *exposure) collect(m sim.Machine, frame *protocol.Frame) {
	for i := range e.states {
		s := &e.states[i]
		switch s.info.Kind {
		case protocol.StateText:
			text := tail(m.State(s.node, s.field).Text)
			if text == s.text {
				continue
			}
			s.text = text
			if frame.Texts == nil {
				frame.Texts = map[string]string{}
			}
			frame.Texts[s.info.Path] = text
		case protocol.StateNumber:
			now := e.scratch[:len(s.sent)]
			sim.PutCell(now, m.State(s.node, s.field).Scalar, s.info.Width)
			s.compare(i, 0, now, frame)
		default:
			e.memory(m, i, frame)
		}
	}
}

// memory adds what changed of a memory. Only pages that were written to since the last frame are looked at.
func (e *exposure) memory(m sim.Machine, index int, frame *protocol.Frame) {
	s := &e.states[index]
	pages := e.pages[:pagesOf(len(s.sent))]
	s.since = m.Touched(s.node, s.field, s.since, pages)
	cell := sim.CellBytes(s.info.Width)
	for first := 0; first < len(pages); first++ {
		if !pages[first] {
			continue
		}
		end := first + 1
		for end < len(pages) && pages[end] {
			end++
		}
		// whole cells: one of three words can lie in two pages
		from := first * sim.PageBytes / cell * cell
		to := min((end*sim.PageBytes+cell-1)/cell*cell, len(s.sent))
		now := e.scratch[:to-from]
		m.Cells(s.node, s.field, uint64(from/cell), now)
		s.compare(index, from, now, frame)
		first = end
	}
}

func pagesOf(bytes int) int { return (bytes + sim.PageBytes - 1) / sim.PageBytes }

// compare adds the parts, of what stands at an offset of the state, that differ from what the reader has, neighbours
// as one range.
func (s *exposedState) compare(index, offset int, now []byte, frame *protocol.Frame) {
	sent := s.sent[offset : offset+len(now)]
	for at := 0; at < len(now); {
		end := min(at+pageBytes, len(now))
		if bytes.Equal(now[at:end], sent[at:end]) {
			at = end
			continue
		}
		for end < len(now) {
			next := min(end+pageBytes, len(now))
			if bytes.Equal(now[end:next], sent[end:next]) {
				break
			}
			end = next
		}
		copy(sent[at:end], now[at:end])
		frame.Ranges = append(frame.Ranges, uint32(index), uint32(offset+at), uint32(end-at))
		frame.Bytes = append(frame.Bytes, now[at:end]...)
		at = end
	}
}

// tail is the end of a text, at most maxText bytes of whole characters.
func tail(text string) string {
	if len(text) <= maxText {
		return text
	}
	text = text[len(text)-maxText:]
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	return text
}

// infos describes the states for the reader.
func (e *exposure) infos() []protocol.StateInfo {
	list := make([]protocol.StateInfo, len(e.states))
	for i := range e.states {
		list[i] = e.states[i].info
	}
	return list
}
