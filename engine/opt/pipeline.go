// Package opt is the passes of the compiler, and their order.
//
// In comes a netlist as engine/synthesis gives it; out comes one that shows the same values and computes them faster,
// and the place of every register in it. Rules that look at one operation and its operands are none of these: the
// builder of engine/word applies them wherever an operation is made. Two passes work on the graph of one lambda, which
// engine/lower asks for before nodes share it: sink, then tabulate. A newcomer adds a pass as a package below this
// one, with a random test against engine/netlist/netlisttest, and a line in the list.
package opt

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/opt/cofactor"
	"simten.dev/engine/opt/pack"
	"simten.dev/engine/opt/split"
	"simten.dev/engine/opt/table"
	"simten.dev/engine/work"
)

// pass makes another module of a module, with the same inputs, memories, texts and nets, and says where the registers
// are. It gives the module itself, and no places, when it finds nothing.
type pass struct {
	name string
	run  func(m *netlist.Module, pause work.Pause) (*netlist.Module, []netlist.Place)
}

// passes are done by Netlist in this order.
var passes = [...]pass{
	// Rows of registers of one bit, gates of one kind beside each other and ripple adders made of gates become operations
	// on words: a processor adds 64 bits as fast as one.
	{"pack", pack.Module},
	// Values of more than 64 bits become words, which a processor's registers hold. It comes after pack, whose rows may be
	// as wide.
	{"split", split.Module},
	// A step without reset is a step of its own, in which registers are what is read of them.
	{"cofactor", cofactor.Module},
	// Logic that follows from one value of a few bits becomes a table. It comes last: rows of bits and words are known.
	{"table", table.Module},
}

// Netlist prepares a module for a back end that generates code. It gives the module itself, and no places, when no pass
// finds anything; the original is not changed.
//
// After it, region.Tree (engine/opt/region) tells a back end what a step can skip: multiplexers of one condition become
// a branch. That is a plan for the operations as they are and no other module, so each back end asks for it with the
// sizes that pay there.
func Netlist(original *netlist.Module, pause work.Pause) (*netlist.Module, []netlist.Place) {
	m := original
	var where []netlist.Place
	for _, p := range passes {
		made, places := p.run(m, pause)
		m = made
		if places == nil {
			continue
		}
		if where == nil {
			where = make([]netlist.Place, len(original.Registers))
			for i := range where {
				where[i] = netlist.At(i)
			}
		}
		for i := range where {
			where[i] = where[i].Then(places)
		}
	}
	return m, where
}
