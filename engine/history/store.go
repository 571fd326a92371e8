package history

import "simten.dev/engine/sim"

// State is a block of the states of a history as it is kept outside: its bytes, and the ids of its parts; 0 stands for
// a part of zeros.
type State struct {
	ID    uint64
	Bytes []byte
	Parts []uint64
}

// store holds the blocks of all checkpoints, each once, and counts who refers to them.
type store struct {
	held  map[*sim.Block]held
	byID  map[uint64]*sim.Block // those that are kept outside, too
	last  uint64                // id
	gone  []uint64              // ids that were told and are no longer needed
	bytes int
	raw   map[uint64]State // recalled, and not needed by any state that is complete
}

// held has no pointers, so that the garbage collector need not look at it.
type held struct {
	refs int
	id   uint64 // 0 while it was not told
}

// maxNested bounds how deep blocks from outside nest.
const maxNested = 16

// blockBytes is about what a block takes beside its bytes and parts, with its entries in the store.
const blockBytes = 128

func newStore() *store {
	return &store{held: map[*sim.Block]held{}, byID: map[uint64]*sim.Block{}}
}

func sizeOf(b *sim.Block) int { return blockBytes + cap(b.Bytes) + 8*len(b.Parts) }

// hold counts one more user of a block.
func (s *store) hold(b *sim.Block) {
	if b == nil {
		return
	}
	h := s.held[b]
	h.refs++
	s.held[b] = h
	if h.refs > 1 {
		return
	}
	s.bytes += sizeOf(b)
	for _, part := range b.Parts {
		s.hold(part)
	}
}

// drop counts one user less.
func (s *store) drop(b *sim.Block) {
	if b == nil {
		return
	}
	h := s.held[b]
	if h.refs--; h.refs > 0 {
		s.held[b] = h
		return
	}
	delete(s.held, b)
	s.bytes -= sizeOf(b)
	if h.id != 0 {
		delete(s.byID, h.id)
		s.gone = append(s.gone, h.id)
	}
	for _, part := range b.Parts {
		s.drop(part)
	}
}

// tell gives a held block and its parts ids, and adds those to the list that had none.
func (s *store) tell(b *sim.Block, list *[]State) uint64 {
	if b == nil {
		return 0
	}
	if id := s.held[b].id; id != 0 {
		return id
	}
	state := State{Bytes: b.Bytes}
	for _, part := range b.Parts {
		state.Parts = append(state.Parts, s.tell(part, list))
	}
	s.last++
	state.ID = s.last
	s.name(b, s.last)
	*list = append(*list, state)
	return state.ID
}

// name gives a held block its id.
func (s *store) name(b *sim.Block, id uint64) {
	h := s.held[b]
	h.id = id
	s.held[b], s.byID[id] = h, b
}

// recall takes states that were told before Load.
func (s *store) recall(states []State) {
	if s.raw == nil {
		s.raw = make(map[uint64]State, len(states))
	}
	for _, state := range states {
		s.raw[state.ID] = state
	}
}

// build makes a block of what was recalled and holds it; nil while a part is missing.
func (s *store) build(id uint64) *sim.Block {
	made := map[uint64]*sim.Block{}
	b := s.assemble(id, made, maxNested)
	if b == nil {
		return nil
	}
	s.hold(b)
	for id, b := range made {
		if s.held[b].id == 0 {
			s.name(b, id)
		}
	}
	return b
}

func (s *store) assemble(id uint64, made map[uint64]*sim.Block, depth int) *sim.Block {
	if b := s.byID[id]; b != nil {
		return b
	}
	if b := made[id]; b != nil {
		return b
	}
	state, ok := s.raw[id]
	if !ok || depth == 0 {
		return nil
	}
	b := &sim.Block{Bytes: state.Bytes}
	for _, part := range state.Parts {
		var p *sim.Block
		if part != 0 {
			if p = s.assemble(part, made, depth-1); p == nil {
				return nil
			}
		}
		b.Parts = append(b.Parts, p)
	}
	made[id] = b
	return b
}

// recalled ends a recall: when no state misses anything, what is left over is not needed.
func (s *store) recalled(complete bool) {
	if !complete {
		return
	}
	for id := range s.raw {
		if s.byID[id] == nil {
			s.gone = append(s.gone, id)
		}
	}
	s.raw = nil
}

// forgotten returns the ids that are no longer needed since it was last called.
func (s *store) forgotten() []uint64 {
	gone := s.gone
	s.gone = nil
	return gone
}
