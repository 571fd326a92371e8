package lower

import (
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// Without a comparison, sort compares the texts of numbers: 10 comes before 9. The order of such texts is that of one
// number for each: its digits, filled up with zeros at the end, and behind them how many there were.

// textDigits bounds the digits of numbers that are sorted as texts.
const textDigits = 10

// textOrder is a number that is smaller than that of another one when the text of v comes before its text.
func (l *lowering) textOrder(v value) intValue {
	n, ok := v.(intValue)
	limit := int64(1)
	for range textDigits {
		limit *= 10
	}
	if !ok || n.lo <= -limit || n.hi >= limit {
		panic(refuse("sort by texts of other than whole numbers of up to %d digits; give it a comparison such as (a, b) => a - b", textDigits))
	}
	n.negZero = false // "0", too
	positive := func(v value) value {
		n := v.(intValue)
		var key value
		filled := limit / 10 // what makes a number of so many digits one of all
		for digits, lowest, next := int64(1), int64(0), int64(10); digits <= textDigits; digits, lowest, next, filled = digits+1, next, next*10, filled/10 {
			if n.hi < lowest || n.lo >= next {
				continue
			}
			mine := value(l.number(n.id, max(n.lo, lowest), min(n.hi, next-1)))
			mine = l.arithmetic(token.MULTIPLY, l.arithmetic(token.MULTIPLY, mine, l.integer(filled)), l.integer(16))
			mine = l.arithmetic(token.PLUS, mine, l.integer(digits))
			if key == nil {
				key = mine
			} else {
				key = l.choose(l.truthy(l.compare(false, n, l.integer(lowest))), key, mine)
			}
		}
		return key
	}
	if n.lo >= 0 {
		return positive(n).(intValue)
	}
	negative := l.arithmetic(token.MINUS, positive(l.abs(n)), l.integer(limit*16+16)) // "-" comes before all digits
	if n.hi < 0 {
		return negative.(intValue)
	}
	return l.choose(l.truthy(l.compare(false, n, l.integer(0))), negative, positive(l.abs(n))).(intValue)
}

// sortBy puts items in the order of a number for each.
func (l *lowering) sortBy(items []value, bits []word.ID, order func(value) intValue) {
	if len(items) > maxSorted {
		panic(refuse("an array of more than %d values is sorted", maxSorted))
	}
	keys := make([]value, len(items))
	for i, item := range items {
		keys[i] = order(item)
	}
	exchange := func(swap word.ID, list []value, k int) {
		list[k-1], list[k] = l.choose(swap, list[k], list[k-1]), l.choose(swap, list[k-1], list[k])
	}
	for i := range items {
		for k := i; k > 0; k-- {
			l.spend(1)
			swap := l.truthy(l.compare(false, keys[k], keys[k-1]))
			if bits != nil { // what is not there goes to the end
				both, ahead := l.b.And(bits[k], bits[k-1]), l.b.And(bits[k], l.b.Not(bits[k-1]))
				swap = l.b.Or(ahead, l.b.And(both, swap))
				bits[k-1], bits[k] = l.b.Or(bits[k-1], bits[k]), both
			}
			exchange(swap, items, k)
			exchange(swap, keys, k)
		}
	}
}

// numberOrder is the order of the numbers of a typed array.
func (l *lowering) numberOrder(v value) intValue {
	n, ok := v.(intValue)
	if !ok || n.negZero {
		panic(refuse("sort of a typed array of other than whole numbers, without a comparison"))
	}
	return n
}
