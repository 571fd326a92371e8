package sink

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"simten.dev/engine/word"
)

// list is an item taken at an index: items[k] at index at[k], else rest.
type list struct {
	index word.ID
	at    []word.ID // constants
	items []word.ID
	rest  word.ID
}

// shortest is how many items a list has besides the last one.
const shortest = 2

// readList reads a choice among items by comparing an index; nil when it is no such choice. No choice inside it is
// needed elsewhere.
func (s *sinking) readList(id word.ID) *list {
	if l, ok := s.lists[id]; ok {
		return l
	}
	l := &list{index: word.None}
	rest := id
	for isChoice(&s.Ops[rest]) && (rest == id || s.uses[rest] == 1) {
		op := &s.Ops[rest]
		cond := &s.Ops[op.A]
		if cond.Kind != word.Eq || s.Ops[cond.B].Kind != word.Const || l.index != word.None && cond.A != l.index {
			break
		}
		l.index = cond.A
		l.at, l.items = append(l.at, cond.B), append(l.items, op.B)
		rest = op.C
	}
	l.rest = rest
	if len(l.at) < shortest {
		l = nil
	}
	s.lists[id] = l
	return l
}

// listAt is a list that is needed once.
func (s *sinking) listAt(id word.ID) *list {
	if s.uses[id] != 1 {
		return nil
	}
	return s.readList(id)
}

func (s *sinking) sameList(a, b *list) bool {
	return a.rest == b.rest && s.Ops[a.index].Width == s.Ops[b.index].Width && slices.Equal(a.at, b.at) && slices.Equal(a.items, b.items)
}

// item is the item at another index.
func (l *list) item(b *word.Builder, index word.ID, to func(word.ID) word.ID) word.ID {
	v := to(l.rest)
	for k := len(l.at) - 1; k >= 0; k-- {
		v = either(b, b.Eq(index, to(l.at[k])), to(l.items[k]), v)
	}
	return v
}

// either is Mux or FMux.
func either(b *word.Builder, cond, x, y word.ID) word.ID {
	if b.Ops[x].IsFloat() {
		return b.FMux(cond, x, y)
	}
	return b.Mux(cond, x, y)
}

// packed is a list of small items that is read at several indexes. One word holds all of them, and a shift takes one
// out.
type packed struct {
	*list
	heads  []word.ID
	places int     // items that an index can reach
	bits   int     // of the largest item
	stride int     // bits between items, a power of two
	word   word.ID // None until the first is read
}

// widestPacked bounds the word.
const widestPacked = 64

// planPacked finds the lists that are read in several places, and reports whether there are any.
func (s *sinking) planPacked() bool {
	lists := map[string]*packed{}
	var order []*packed
	inside := make([]bool, len(s.Ops))
	for i := len(s.Ops) - 1; i >= 0; i-- {
		if s.uses[i] == 0 || s.Ops[i].Kind != word.Mux {
			continue
		}
		l := s.readList(word.ID(i))
		if l == nil || inside[i] {
			continue
		}
		for id, n := word.ID(i), 1; n < len(l.at); n++ {
			id = s.Ops[id].C
			inside[id] = true
		}
		key := l.key(s.Graph)
		p := lists[key]
		if p == nil {
			p = &packed{list: l, word: word.None}
			lists[key] = p
			order = append(order, p)
		}
		p.heads = append(p.heads, word.ID(i))
		p.places = max(p.places, s.places(l.index))
	}
	s.packed = map[word.ID]*packed{}
	for _, p := range order {
		if s.paysToPack(p) {
			for _, id := range p.heads {
				s.packed[id] = p
			}
		}
	}
	return len(s.packed) > 0
}

// key is the same for lists of the same items at the same places.
func (l *list) key(g *word.Graph) string {
	key := binary.AppendUvarint(nil, uint64(g.Ops[l.index].Width))
	key = binary.AppendUvarint(key, uint64(l.rest))
	for k := range l.at {
		key = binary.AppendUvarint(key, uint64(l.at[k]))
		key = binary.AppendUvarint(key, uint64(l.items[k]))
	}
	return string(key)
}

// places is one more than the largest value of an index, or more than can be packed.
func (s *sinking) places(index word.ID) int {
	op := &s.Ops[index]
	if op.Kind == word.URem {
		if n := &s.Ops[op.B]; n.Kind == word.Const && n.Width <= 64 && n.Imm > 0 && n.Imm <= widestPacked {
			return int(n.Imm)
		}
	}
	if op.Bits > 6 {
		return widestPacked + 1
	}
	return 1 << op.Bits
}

// paysToPack compares what it costs to choose the items one by one with packing them and shifting.
func (s *sinking) paysToPack(p *packed) bool {
	if len(p.heads) < 2 {
		return false
	}
	p.bits = int(s.Ops[p.rest].Bits)
	for _, id := range p.items {
		p.bits = max(p.bits, int(s.Ops[id].Bits))
	}
	if p.bits == 0 || p.bits > widestPacked {
		return false
	}
	p.stride = 1 << bits.Len(uint(p.bits-1))
	if p.places*p.stride > widestPacked {
		return false
	}
	apart, packing := 0, 2*(p.places-1)
	for _, id := range p.heads {
		apart += len(p.at)
		packing += 2
		if p.stride > 1 {
			packing++
		}
		for n := range p.at {
			if n > 0 {
				id = s.Ops[id].C
			}
			if s.uses[s.Ops[id].A] == 1 { // nothing else compares with this
				apart++
			}
		}
	}
	return packing < apart
}

// read takes out the item at the index of one of the lists.
func (p *packed) read(b *word.Builder, s *sinking, head word.ID, to func(word.ID) word.ID) word.ID {
	if p.word == word.None {
		at := func(place int) word.ID {
			id := p.rest
			for k := len(p.at) - 1; k >= 0; k-- {
				if s.Ops[p.at[k]].Imm == uint64(place) {
					id = p.items[k]
				}
			}
			return b.Resize(to(id), p.stride)
		}
		p.word = at(0)
		for k := 1; k < p.places; k++ {
			p.word = b.Concat(at(k), p.word)
		}
	}
	index := to(s.lists[head].index)
	if p.stride > 1 {
		index = b.Binary(word.Shl, b.Resize(index, 32), b.Uint(uint64(bits.Len(uint(p.stride-1))), 32))
	}
	item := b.Slice(b.Binary(word.LShr, p.word, index), 0, p.bits)
	return b.Resize(item, int(s.Ops[head].Width))
}
