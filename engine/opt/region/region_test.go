package region_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/opt/region"
	"simten.dev/engine/word"
)

// TestNeededOperationsAreComputed_Regions grows trees for random modules and asks of every operation: are its
// operands computed wherever it is computed itself, whichever regions have become branches, and do choices give the
// value of the operation?
func TestNeededOperationsAreComputed_Regions(t *testing.T) {
	branches, opposites, plain, within := 0, 0, 0, 0
	one := func(t require.TestingT, seed int64, cells, bits bool, limit, parts int) {
		r := &netlisttest.Random{Rand: rand.New(rand.NewSource(seed))}
		m := r.Gated()
		if cells {
			m = r.Cells()
		}
		g := grow(m, bits, parts)
		if g.tree.Keep(limit) {
			branches++
		}
		within += g.within(m)
		o, p := evaluate(t, g, m)
		opposites, plain = opposites+o, plain+p
	}
	limits := []int{0, 1, 5, 20, 100}
	rapid.Check(t, func(t *rapid.T) {
		one(t, rapid.Int64().Draw(t, "seed"), rapid.Bool().Draw(t, "cells"), rapid.Bool().Draw(t, "bits"), rapid.SampledFrom(limits).Draw(t, "limit"), rapid.SampledFrom(limits).Draw(t, "parts"))
	})
	for seed := range 100 { // among these every kind of choice occurs
		one(t, int64(seed), seed%2 == 0, seed%4 < 2, limits[seed%len(limits)], limits[seed/8%len(limits)])
	}
	require.Positive(t, branches, "branches")
	require.Positive(t, opposites, "choices by the opposite of a condition")
	require.Positive(t, plain, "choices of regions that did not become branches")
	require.Positive(t, within, "regions before operations")
}

// TestAChoiceOfABitKeepsItsOperand: p & q is noticed as a choice by !p, which the other multiplexers have as their
// condition; the region weighs too little, and !p is needed after all.
func TestAChoiceOfABitKeepsItsOperand(t *testing.T) {
	b, m := word.NewBuilder(), &netlist.Module{Name: "bit"}
	reg := func(width int) word.ID {
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: width})
		return b.Leaf(word.Reg, width, uint64(len(m.Registers)-1))
	}
	p, q, x, y, far := reg(1), reg(1), reg(8), reg(8), reg(1)
	p = b.Xor(p, q)
	no, heavy := b.Not(p), b.Binary(word.Mul, x, y)
	for range 4 {
		heavy = b.Binary(word.Mul, b.Xor(heavy, x), y)
	}
	next := []word.ID{p, b.And(no, q), b.Mux(p, x, y), b.Mux(far, b.Add(heavy, b.Resize(b.And(no, b.Not(q)), 8)), x), far}
	for i, id := range next {
		m.Registers[i].Next = id
	}
	netlist.Finish(m, b, nil)
	g := grow(m, true, 0)
	require.True(t, g.tree.Keep(5))
	_, plain := evaluate(t, g, m)
	require.Positive(t, plain)
}

// grown is a tree with all of the operations of a step.
type grown struct {
	tree  *region.Tree
	order []word.ID      // as they are computed
	is    map[word.ID]at // multiplexers of regions
}

type at struct{ region, index int }

func leaf(k word.Kind) bool {
	return slices.Contains([]word.Kind{word.Const, word.FConst, word.Param, word.Reg, word.Loop}, k)
}

// grow makes a tree with multiplexers in expressions, unless parts is 0.
func grow(m *netlist.Module, bits bool, parts int) *grown {
	g := &grown{tree: region.New(&m.Graph), is: map[word.ID]at{}}
	if bits {
		g.tree.Bits()
	}
	if parts > 0 {
		g.tree.Parts(parts)
	}
	in := func(id word.ID) bool {
		return int(id) >= m.Invariant && m.Uses[id]&netlist.InStep != 0 && !leaf(m.Ops[id].Kind)
	}
	g.tree.Start(in)
	for _, r := range m.Registers {
		g.tree.Use(r.Next, region.Always, true)
	}
	m.Committed(func(id *word.ID) { g.tree.Use(*id, region.Always, false) })
	for id := word.ID(len(m.Ops)) - 1; id >= 0; id-- {
		if in(id) {
			g.tree.Add(id, m.Operands(&m.Ops[id], nil), 1, false)
			g.order = append(g.order, id)
		}
	}
	slices.Reverse(g.order)
	for i, r := range g.tree.Regions {
		for k, id := range r.Muxes {
			g.is[id] = at{i, k}
		}
	}
	return g
}

// items is what each side computes, in order.
func (g *grown) items(m *netlist.Module) [][]region.Item {
	return g.tree.Order(g.order, func(id word.ID, dst []word.ID) []word.ID { return m.Operands(&m.Ops[id], dst) }, nil)
}

// within counts the regions that stand before operations.
func (g *grown) within(m *netlist.Module) (n int) {
	for _, list := range g.items(m) {
		for i, x := range list {
			if x.Op == word.None && i+1 < len(list) && list[i+1].Op != word.None {
				n++
			}
		}
	}
	return n
}

// evaluate computes a step side by side, as a simulator with branches does, and compares it with the model for every
// outcome that the state happens to give. It counts choices by opposites and choices that no branch is made of.
func evaluate(t require.TestingT, g *grown, m *netlist.Module) (opposites, plain int) {
	model := netlisttest.NewModel(m)
	require.True(t, model.Settle())
	known := map[word.ID]bool{}
	read := func(by, id word.ID) {
		require.Truef(t, known[id] || int(id) < m.Invariant || leaf(m.Ops[id].Kind), "%%%d reads %%%d, which is not computed there\n%s", by, id, m)
	}
	items := g.items(m)
	var side func(s int32)
	choose := func(r *region.Region) {
		read(r.Muxes[0], r.Condition)
		then := model.Values[r.Condition].Lo != 0
		if then {
			side(r.Then)
		} else {
			side(r.Else)
		}
		for k, id := range r.Muxes {
			c := r.Choices[k]
			if c.By != r.Condition {
				opposites++
			}
			want, from := model.Values[id], c.Else
			if then {
				from = c.Then
			}
			switch from {
			case region.Zero:
				require.Zero(t, want.Lo)
			case region.One:
				require.Equal(t, uint64(1), want.Lo)
			default:
				read(id, from)
				require.True(t, want.Equal(model.Values[from]))
			}
		}
		for _, id := range r.Muxes { // together, when both sides are done
			known[id] = true
		}
	}
	side = func(s int32) {
		for _, x := range items[s] {
			if x.Op == word.None {
				choose(&g.tree.Regions[x.Region])
				continue
			}
			require.False(t, known[x.Op])
			for _, o := range m.Operands(&m.Ops[x.Op], nil) {
				read(x.Op, o)
			}
			known[x.Op] = true
			if where, there := g.is[x.Op]; there {
				plain++
				require.False(t, g.tree.Regions[where.region].Kept)
			}
		}
	}
	side(region.Always)
	for _, r := range m.Registers {
		read(word.None, r.Next)
	}
	m.Committed(func(id *word.ID) { read(word.None, *id) })
	return opposites, plain
}
