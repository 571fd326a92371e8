package pack

import (
	"cmp"
	"math/bits"
	"slices"

	"simten.dev/engine/word"
)

// A link is one cell of a ripple adder: its carry is the majority of three values, each perhaps complemented, its
// sum their exclusive or. The third is the carry of the link before. A cell of two values (a half adder) has a constant
// for the missing one.
type link struct {
	carry  word.ID // the operation that computes the carry out
	sum    lit     // the literal that equals the exclusive or of the leaves; free when there is none
	leaves [3]word.ID
	negate [3]bool
	fixed  lit // of a half adder: what stands for the third value; else free

	from   int32 // the link whose carry is a leaf here, or -1
	length int32 // of the chain up to here
	taken  bool
}

// chain is a row of adder cells: the word made of a plus that of b plus the carry in. Bit k of the total is sums[k];
// carries[k] is the carry out of bit k.
type chain struct {
	a, b          []lit
	in            lit
	sums, carries []lit // literals of the module that have this value; free where there is none
}

// shortestChain is from how many cells on a chain becomes an addition.
const shortestChain = 4

// longestChain leaves a bit for the carry in a word of 64.
const longestChain = 63

// majority has the table of the majority of three values by which of them are complemented.
var majority = func() (t [8]uint8) {
	for n := range t {
		v := variables
		for k := range v {
			if n>>k&1 != 0 {
				v[k] = ^v[k]
			}
		}
		t[n] = v[0]&v[1] | v[0]&v[2] | v[1]&v[2]
	}
	return t
}()

// tables of the exclusive or of two and of three values.
const (
	xor2 = 0x66
	xor3 = 0x96
)

// chains finds the ripple adders among the gates.
func (v *view) chains() []chain {
	cuts := v.cuts()
	sums := map[[3]word.ID]lit{}
	for id, list := range cuts {
		v.pause.MaybeYield(id)
		for _, c := range list {
			exclusive := uint8(xor3)
			if c.leaves[2] == word.None { // of three values, this would be the table of a gate that does not look at the third
				exclusive = xor2
			}
			if c.table == exclusive || c.table == 0xff^exclusive {
				if _, there := sums[c.leaves]; !there {
					sums[c.leaves] = of(word.ID(id)).flip(c.table != exclusive)
				}
			}
		}
	}
	if len(sums) < shortestChain {
		return nil
	}
	v.pause.Yield()
	links, by := v.links(cuts, sums)
	for i := range links {
		v.pause.MaybeYield(i)
		l := &links[i]
		l.from, l.length = -1, 1
		carry := -1
		for k, leaf := range l.leaves {
			// The carry is what comes last; among equals, what was written last.
			if leaf != word.None && by[leaf] != 0 && (carry < 0 || v.later(leaf, l.leaves[carry])) {
				carry = k
			}
		}
		if carry >= 0 {
			l.from = by[l.leaves[carry]] - 1
			l.length = links[l.from].length + 1
			l.leaves[carry], l.leaves[2] = l.leaves[2], l.leaves[carry]
			l.negate[carry], l.negate[2] = l.negate[2], l.negate[carry]
		}
	}
	v.pause.Yield()
	order := make([]int32, len(links))
	for i := range order {
		order[i] = int32(i)
	}
	half := func(i int32) int { // of two chains of one length the one of whole cells to the end
		if links[i].fixed != free {
			return 1
		}
		return 0
	}
	compared := 0
	slices.SortStableFunc(order, func(a, b int32) int {
		compared++
		v.pause.MaybeYield(compared)
		return cmp.Or(cmp.Compare(links[b].length, links[a].length), half(a)-half(b))
	})
	var found []chain
	for i, last := range order {
		v.pause.MaybeYield(i)
		var path []int32
		for i := last; i >= 0 && !links[i].taken; i = links[i].from {
			path = append(path, i)
		}
		if len(path) < shortestChain {
			continue
		}
		for _, i := range path {
			links[i].taken = true
		}
		slices.Reverse(path)
		found = v.join(found, links, path)
	}
	return found
}

// later reports whether a value is computed after another one.
func (v *view) later(a, b word.ID) bool {
	return v.level[a] > v.level[b] || v.level[a] == v.level[b] && a > b
}

// links lists the cells, each after those that its leaves come from, and gives the index + 1 by the carry.
func (v *view) links(cuts [][]cut, sums map[[3]word.ID]lit) (links []link, by []int32) {
	by = make([]int32, len(v.gates))
	for id, list := range cuts {
		v.pause.MaybeYield(id)
		for _, c := range list {
			sum, there := sums[c.leaves]
			if !there || sum.id() == word.ID(id) {
				continue
			}
			l := link{carry: word.ID(id), sum: sum, leaves: c.leaves, fixed: free}
			ok := false
			for n, t := range majority {
				if c.leaves[2] != word.None && t == c.table {
					l.negate, ok = [3]bool{n&1 != 0, n&2 != 0, n&4 != 0}, true
				}
			}
			if c.leaves[2] == word.None {
				ok = l.half(c.table)
			}
			if !ok || by[id] != 0 && links[by[id]-1].fixed == free {
				continue
			}
			if by[id] != 0 {
				links[by[id]-1] = l
				continue
			}
			links = append(links, l)
			by[id] = int32(len(links))
		}
	}
	return links, by
}

// half reads the table of the carry of a half adder: an And or Or of two values that may be complemented.
func (l *link) half(table uint8) bool {
	table &= 0xf
	l.fixed = zero
	switch bits.OnesCount8(table) {
	case 1:
	case 3:
		l.fixed = one
		table ^= 0xf
	default:
		return false
	}
	k := bits.TrailingZeros8(table) // where And is 1, or Or is 0
	l.negate[0], l.negate[1] = (k&1 != 0) == (l.fixed == one), (k&2 != 0) == (l.fixed == one)
	// The leaf that may come from another link is looked for in the third place.
	l.leaves[1], l.leaves[2], l.negate[1], l.negate[2] = word.None, l.leaves[1], false, l.negate[1]
	return true
}

// operands are the values that a link adds to the carry, complements applied, and the third one.
func (l *link) operands() (x, y, third lit) {
	x, third = of(l.leaves[0]).flip(l.negate[0]), of(l.leaves[2]).flip(l.negate[2])
	y = l.fixed
	if y == free {
		y = of(l.leaves[1]).flip(l.negate[1])
	}
	return x, y, third
}

// join makes chains of at most longestChain cells of a path of links.
func (v *view) join(found []chain, links []link, path []int32) []chain {
	for len(path) > 0 {
		n := min(len(path), longestChain)
		if rest := len(path) - n; rest > 0 && rest < shortestChain {
			n -= shortestChain
		}
		found = append(found, v.add(links, path[:n]))
		path = path[n:]
	}
	return found
}

// add turns links into the operands of an addition. The carry of a link may stand for the complement of the
// adder's: a majority of complements is the complement of the majority.
func (v *view) add(links []link, path []int32) chain {
	var c chain
	complement := false // the carry operation is the complement of the adder's carry
	for k, i := range path {
		l := &links[i]
		x, y, third := l.operands()
		flip := false
		if k == 0 {
			c.in = third
			var chosen [3]lit
			switch {
			case l.from >= 0:
			case l.fixed != free: // no carry comes in: two values are added to the constant
				y, c.in = third, l.fixed
			case len(path) > 1: // which of the three is the carry shows in the next cell
				nx, ny, _ := links[path[1]].operands()
				best := -1
				for _, p := range [3][3]lit{{x, y, third}, {x, third, y}, {y, third, x}} {
					if fit := max(v.alike(p[0], nx)+v.alike(p[1], ny), v.alike(p[0], ny)+v.alike(p[1], nx)); fit > best {
						best, chosen = fit, p
					}
				}
				x, y, c.in = chosen[0], chosen[1], chosen[2]
			}
		} else if flip = complement != l.negate[2]; flip {
			x, y = x.not(), y.not()
		}
		complement = flip
		if k > 0 {
			x, y = v.turn(c.a[k-1], c.b[k-1], x, y)
		}
		c.a, c.b = append(c.a, x), append(c.b, y)
		odd := l.negate[0] != l.negate[2] != (l.fixed == free && l.negate[1]) != (l.fixed == one)
		if flip { // both operands, and the carry as the adder has it
			odd = !odd
		}
		c.sums = append(c.sums, l.sum.flip(odd))
		c.carries = append(c.carries, of(l.carry).flip(flip))
	}
	return c
}

// turn orders two operands that may change places so that they go on with what stands one lane below.
func (v *view) turn(lastA, lastB, x, y lit) (a, b lit) {
	if v.alike(lastA, y)+v.alike(lastB, x) > v.alike(lastA, x)+v.alike(lastB, y) {
		return y, x
	}
	return x, y
}

// alike tells how well two values fit into neighbouring lanes.
func (v *view) alike(last, next lit) int {
	switch {
	case last < 0 || next < 0:
		if last == next {
			return 2
		}
		return 0
	case last == next:
		return 4
	}
	a, b := &v.m.Ops[last.id()], &v.m.Ops[next.id()]
	switch {
	case a.Kind != b.Kind:
		return 0
	case a.Kind == word.Slice && a.A == b.A && b.Imm == a.Imm+1:
		return 4
	case a.Kind == word.Reg && b.Imm == a.Imm+1:
		return 4
	case a.Kind == word.Reg || a.Kind == word.Slice:
		return 1
	case a.A == b.A || a.A == b.B || a.B == b.A || a.B == b.B: // one operand in common, as in a row of products
		return 3
	}
	return 2
}
