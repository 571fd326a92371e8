package goja

import (
	"math/bits"
	"slices"
)

// Sorting asks for the order of items as other engines do for short lists: it takes the run that the list begins with,
// and puts each further item into its place by halving. So a comparison that contradicts itself gives the same order.

// longestInsertion is the number of items from which on runs are merged.
const longestInsertion = 64

// sorting sorts values by a comparison; without one by their texts.
type sorting struct {
	list    []Value
	compare func(FunctionCall) Value
}

// less reports that x comes before y.
func (s *sorting) less(x, y Value) bool {
	if s.compare == nil {
		return x.toString().CompareTo(y.toString()) < 0
	}
	return s.compare(FunctionCall{This: _undefined, Arguments: []Value{x, y}}).ToFloat() < 0
}

// sortValues sorts a list. Undefined comes last, and nobody is asked about it.
func sortValues(list []Value, compare func(FunctionCall) Value) {
	s := sorting{compare: compare}
	for _, v := range list {
		if v != _undefined {
			s.list = append(s.list, v)
		}
	}
	for low := 0; low < len(s.list); {
		low = s.run(low)
	}
	for size := s.size(); size < len(s.list); size *= 2 {
		for low := 0; low+size < len(s.list); low += 2 * size {
			s.merge(low, low+size, min(low+2*size, len(s.list)))
		}
	}
	for i := copy(list, s.list); i < len(list); i++ {
		list[i] = _undefined
	}
}

// size is how many items are sorted by insertion, as parts of the list: all of a short list.
func (s *sorting) size() int {
	n := len(s.list)
	if n < longestInsertion {
		return max(n, 1)
	}
	shift := max(bits.Len(uint(n))-bits.Len(longestInsertion-1), 0)
	return n>>shift + min(n&(1<<shift-1), 1)
}

// run sorts the part of the list that begins at low, and gives its end.
func (s *sorting) run(low int) int {
	high := min(low+s.size(), len(s.list))
	part := s.list[low:high]
	sorted := 1
	if len(part) > 1 {
		sorted = 2
		falls := s.less(part[1], part[0])
		for sorted < len(part) && s.less(part[sorted], part[sorted-1]) == falls {
			sorted++
		}
		if falls {
			slices.Reverse(part[:sorted])
		}
	}
	for ; sorted < len(part); sorted++ {
		pivot := part[sorted]
		left, right := 0, sorted
		for left < right {
			if middle := left + (right-left)/2; s.less(pivot, part[middle]) {
				right = middle
			} else {
				left = middle + 1
			}
		}
		copy(part[left+1:sorted+1], part[left:sorted])
		part[left] = pivot
	}
	return high
}

// merge makes one sorted part of two that lie side by side.
func (s *sorting) merge(low, middle, high int) {
	left := slices.Clone(s.list[low:middle])
	right, at := middle, low
	for len(left) > 0 && right < high {
		if s.less(s.list[right], left[0]) {
			s.list[at] = s.list[right]
			right++
		} else {
			s.list[at] = left[0]
			left = left[1:]
		}
		at++
	}
	copy(s.list[at:], left)
}

// sortElements is Array.prototype.sort for any object: it reads all elements, sorts them and writes them back.
func (r *Runtime) sortElements(o *Object, compare func(FunctionCall) Value) {
	length := lengthOf(o)
	list := make([]Value, 0, min(length, 1<<16))
	for i := range length {
		if o.self.hasPropertyIdx(valueInt(i)) {
			list = append(list, nilSafe(o.self.getIdx(valueInt(i), nil)))
		}
	}
	sortValues(list, compare)
	for i, v := range list {
		o.self.setOwnIdx(valueInt(i), v, true)
	}
	for i := int64(len(list)); i < length; i++ {
		o.self.deleteIdx(valueInt(i), true)
	}
}
