package realm

import "math/rand/v2"

// names numbers different texts in the order in which they come. A map would do, but in the engine's module Go hashes a text without the help of the
// processor, and here names are looked up for every connection.
type names struct {
	list  []string
	slots []int32 // 1 + the number of a name at the first slot from that of its hash on that was free; a power of two of them
}

// nameFactor and nameStart differ from process to process, so that no program can know names that share a slot.
var nameFactor, nameStart = rand.Uint64()<<3 | 5, rand.Uint64()

// newNames has room for so many names.
func newNames(n int) names {
	size := 8
	for size < 2*n {
		size *= 2
	}
	return names{make([]string, 0, n), make([]int32, size)}
}

func (n *names) place(name string) (slot uint, number int) {
	h := nameStart
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * nameFactor
		h ^= h >> 29
	}
	mask := uint(len(n.slots) - 1)
	for slot = uint(h) & mask; n.slots[slot] != 0; slot = (slot + 1) & mask {
		if number = int(n.slots[slot]) - 1; n.list[number] == name {
			return slot, number
		}
	}
	return slot, -1
}

// number is that of a name.
func (n *names) number(name string) (number int, known bool) {
	if len(n.list) == 0 {
		return 0, false
	}
	_, number = n.place(name)
	return max(number, 0), number >= 0
}

// add gives a name a number, unless it has one.
func (n *names) add(name string) (number int, isNew bool) {
	if 2*(len(n.list)+1) > len(n.slots) {
		grown := newNames(max(4, 2*len(n.list)))
		for _, old := range n.list {
			grown.add(old)
		}
		*n = grown
	}
	slot, number := n.place(name)
	if number >= 0 {
		return number, false
	}
	n.list = append(n.list, name)
	n.slots[slot] = int32(len(n.list))
	return len(n.list) - 1, true
}
