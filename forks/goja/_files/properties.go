package goja

import (
	"math/rand/v2"

	"github.com/dop251/goja/unistring"
)

// properties are the values of an object by their names: a list, in the order in which they came as long as none is
// removed, with an index when they are no longer few.
type properties struct {
	list  []property
	index *propertyIndex // nil: they are few
}

type property struct {
	name  unistring.String
	value Value
}

const fewProperties = 8

// propertyIndex has the place of a property in the list, and 1, at the first slot from that of its hash on that was
// free. There are a power of two of slots, of which at most three quarters are in use.
type propertyIndex struct {
	slots   []uint32
	removed int    // slots that were in use
	changes uint32 // how often a property was set or removed
}

const removedSlot = ^uint32(0)

// hashFactor and hashStart differ from process to process, so that no program can know names that share a slot.
var hashFactor, hashStart = rand.Uint64()<<3 | 5, rand.Uint64()

func hashOf(name unistring.String) uint {
	h := hashStart
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * hashFactor
		h ^= h >> 29
	}
	return uint(h)
}

// place is where a property is in the list, and its slot; -1: it is not there.
func (p *properties) place(name unistring.String) (at int, slot uint) {
	mask := uint(len(p.index.slots) - 1)
	for slot = hashOf(name) & mask; ; slot = (slot + 1) & mask {
		switch s := p.index.slots[slot]; s {
		case 0:
			return -1, slot
		case removedSlot:
		default:
			if p.list[s-1].name == name {
				return int(s - 1), slot
			}
		}
	}
}

func (p *properties) at(name unistring.String) int {
	if p.index != nil {
		i, _ := p.place(name)
		return i
	}
	for i := range p.list {
		if p.list[i].name == name {
			return i
		}
	}
	return -1
}

func (p *properties) find(name unistring.String) (Value, bool) {
	if i := p.at(name); i >= 0 {
		return p.list[i].value, true
	}
	return nil, false
}

func (p *properties) get(name unistring.String) Value {
	v, _ := p.find(name)
	return v
}

func (p *properties) set(name unistring.String, v Value) {
	if p.index == nil {
		p.setFew(name, v)
		return
	}
	i, slot := p.place(name)
	if i >= 0 {
		p.list[i].value = v
		p.index.changes++
		return
	}
	p.add(name, v, slot)
}

// add is of one that is not there, for which place has found the slot.
func (p *properties) add(name unistring.String, v Value, slot uint) {
	p.index.slots[slot] = uint32(len(p.list)) + 1
	p.index.changes++
	p.list = append(p.list, property{name, v})
	if 4*(len(p.list)+p.index.removed) > 3*len(p.index.slots) {
		p.reindex()
	}
}

func (p *properties) setFew(name unistring.String, v Value) {
	if i := p.at(name); i >= 0 {
		p.list[i].value = v
		return
	}
	if p.list == nil {
		p.list = make([]property, 0, 2)
	}
	p.list = append(p.list, property{name, v})
	if len(p.list) > fewProperties {
		p.reindex()
	}
}

// reindex makes an index with room for three times as many.
func (p *properties) reindex() {
	size := 4 * fewProperties
	for size < 4*len(p.list) {
		size *= 2
	}
	changes := uint32(0)
	if p.index != nil {
		changes = p.index.changes
	}
	p.index = &propertyIndex{slots: make([]uint32, size), changes: changes}
	for i := range p.list {
		_, slot := p.place(p.list[i].name)
		p.index.slots[slot] = uint32(i) + 1
	}
}

// remove puts the last one in the place of one.
func (p *properties) remove(name unistring.String) {
	if p.index == nil {
		if i := p.at(name); i >= 0 {
			p.list = append(p.list[:i], p.list[i+1:]...)
		}
		return
	}
	i, slot := p.place(name)
	if i < 0 {
		return
	}
	last := len(p.list) - 1
	if i < last {
		_, moved := p.place(p.list[last].name)
		p.index.slots[moved] = uint32(i) + 1
		p.list[i] = p.list[last]
	}
	p.index.slots[slot] = removedSlot
	p.index.removed++
	p.index.changes++
	p.list[last] = property{}
	p.list = p.list[:last]
}
