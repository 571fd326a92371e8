package builtin

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Without a comparison, sort compares the texts of numbers: 10 comes before 9. The order of such texts is that of one
// number for each: its digits, filled up with zeros at the end, and behind them how many there were.

// textDigits bounds the digits of numbers that are sorted as texts.
const textDigits = 10

// textOrder is a number that is smaller than that of another one when the text of v comes before its text.
func (l *Lowering) textOrder(v domain.Value) domain.IntValue {
	n, ok := v.(domain.IntValue)
	limit := int64(1)
	for range textDigits {
		limit *= 10
	}
	if !ok || n.Lo <= -limit || n.Hi >= limit {
		panic(domain.Refuse("sort by texts of other than whole numbers of up to %d digits; give it a comparison such as (a, b) => a - b", textDigits))
	}
	n.NegZero = false // "0", too
	positive := func(v domain.Value) domain.Value {
		n := v.(domain.IntValue)
		var key domain.Value
		filled := limit / 10 // what makes a number of so many digits one of all
		for digits, lowest, next := int64(1), int64(0), int64(10); digits <= textDigits; digits, lowest, next, filled = digits+1, next, next*10, filled/10 {
			if n.Hi < lowest || n.Lo >= next {
				continue
			}
			mine := domain.Value(l.Number(n.ID, max(n.Lo, lowest), min(n.Hi, next-1)))
			mine = l.Arithmetic(domain.Times, l.Arithmetic(domain.Times, mine, l.Integer(filled)), l.Integer(16))
			mine = l.Arithmetic(domain.Plus, mine, l.Integer(digits))
			if key == nil {
				key = mine
			} else {
				key = l.Choose(l.Truthy(l.Compare(false, n, l.Integer(lowest))), key, mine)
			}
		}
		return key
	}
	if n.Lo >= 0 {
		return positive(n).(domain.IntValue)
	}
	negative := l.Arithmetic(domain.Minus, positive(l.Abs(n)), l.Integer(limit*16+16)) // "-" comes before all digits
	if n.Hi < 0 {
		return negative.(domain.IntValue)
	}
	return l.Choose(l.Truthy(l.Compare(false, n, l.Integer(0))), negative, positive(l.Abs(n))).(domain.IntValue)
}

// sortBy puts items in the order of a number for each.
func (l *Lowering) sortBy(items []domain.Value, bits []word.ID, order func(domain.Value) domain.IntValue) {
	if len(items) > maxSorted {
		panic(domain.Refuse("an array of more than %d values is sorted", maxSorted))
	}
	keys := make([]domain.Value, len(items))
	for i, item := range items {
		keys[i] = order(item)
	}
	exchange := func(swap word.ID, list []domain.Value, k int) {
		list[k-1], list[k] = l.Choose(swap, list[k], list[k-1]), l.Choose(swap, list[k-1], list[k])
	}
	for i := range items {
		for k := i; k > 0; k-- {
			l.Spend(1)
			swap := l.Truthy(l.Compare(false, keys[k], keys[k-1]))
			if bits != nil { // what is not there goes to the end
				both, ahead := l.B.And(bits[k], bits[k-1]), l.B.And(bits[k], l.B.Not(bits[k-1]))
				swap = l.B.Or(ahead, l.B.And(both, swap))
				bits[k-1], bits[k] = l.B.Or(bits[k-1], bits[k]), both
			}
			exchange(swap, items, k)
			exchange(swap, keys, k)
		}
	}
}

// numberOrder is the order of the numbers of a typed array.
func (l *Lowering) numberOrder(v domain.Value) domain.IntValue {
	n, ok := v.(domain.IntValue)
	if !ok || n.NegZero {
		panic(domain.Refuse("sort of a typed array of other than whole numbers, without a comparison"))
	}
	return n
}

// maxSorted bounds the items that are sorted: each is compared with each.
const maxSorted = 64

// sort puts items in the order of a comparison function, by exchanges of neighbours. The order of equal ones stays.
func (l *Lowering) sort(items []domain.Value, bits []word.ID, args []domain.Value, of domain.Elements, s *domain.State) {
	if len(args) == 0 || args[0] == domain.Value(domain.UndefinedValue{}) {
		if of == domain.Anything {
			l.sortBy(items, bits, l.textOrder)
		} else {
			l.sortBy(items, bits, l.numberOrder)
		}
		return
	}
	if len(items) > maxSorted {
		panic(domain.Refuse("an array of more than %d values is sorted", maxSorted))
	}
	for _, item := range items {
		if never, known := l.ConstBool(l.Undefined(item)); !known || never {
			panic(domain.Refuse("an array is sorted that may hold undefined"))
		}
	}
	variables, objects, throws := slices.Clone(s.Cells), slices.Clone(s.Heap), len(l.Throws)+l.Thrown
	for i := range items {
		for k := i; k > 0; k-- {
			l.Spend(1)
			if i == 2 && !(startsWith(s.Cells, variables) && startsWith(s.Heap, objects)) {
				panic(domain.Refuse("a comparison that changes variables; how often it is called is not fixed"))
			}
			if i == 2 && len(l.Throws)+l.Thrown > throws {
				panic(domain.Refuse("a comparison that may throw; how often it is called is not fixed"))
			}
			less := func(s *domain.State) domain.Value {
				return l.Each(l.Apply(args[0], []domain.Value{items[k], items[k-1]}, s), func(v domain.Value) domain.Value {
					n := l.ToNumber(v)
					if _, big := n.(domain.BigValue); big {
						panic(domain.Refuse("a comparison gives a bigint (that throws); compare with < and give -1, 0 or 1"))
					}
					return l.Compare(false, n, l.Integer(0))
				})
			}
			var swap word.ID
			if bits == nil {
				swap = l.Truthy(less(s))
			} else { // what is not there goes to the end
				both, ahead := l.B.And(bits[k], bits[k-1]), l.B.And(bits[k], l.B.Not(bits[k-1]))
				before := l.Alternatives(both, s, less, func(*domain.State) domain.Value { return l.Truth(false) })
				swap = l.B.Or(ahead, l.Truthy(before))
				bits[k-1], bits[k] = l.B.Or(bits[k-1], bits[k]), both
			}
			items[k-1], items[k] = l.Unify(l.Choose(swap, items[k], items[k-1]), s), l.Unify(l.Choose(swap, items[k-1], items[k]), s)
		}
	}
}
