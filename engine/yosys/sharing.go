package yosys

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/emit"
)

// fewestShared is how many circuits have to be alike to become one with options.
const fewestShared = 4

// mostOptions is how many options such a circuit may have.
const mostOptions = 3

// share makes one circuit with options of primitives of a module that differ in numbers only, as the registers do that
// an array has become: each compares its index.
func (b *builder) share() {
	alike := map[string][]circuit.DefinitionID{}
	var order []string
	for id := circuit.DefinitionID(1); id <= b.next; id++ {
		c := b.circuits[id]
		if c == nil || c.Implementation.Kind != circuit.Primitive || b.standard[c.Name] == c ||
			b.behaviors[id].module == nil {
			continue
		}
		key := b.skeleton(id)
		if alike[key] == nil {
			order = append(order, key)
		}
		alike[key] = append(alike[key], id)
	}
	shared := map[circuit.DefinitionID]node{}
	for _, key := range order {
		if members := alike[key]; len(members) >= fewestShared {
			b.shareAmong(members, shared)
		}
	}
	for _, c := range b.circuits {
		for i := range c.Nodes {
			n := &c.Nodes[i]
			if by, ok := shared[n.Definition]; ok {
				n.ComponentRef, n.Definition, n.Arguments = by.of.Name, by.of.Definition, by.args
			}
		}
	}
}

// numbers finds the whole numbers of a text.
var numbers = regexp.MustCompile(`[\w$.]+`)

// literals are the numbers of a text, and the text with marks in their places.
func literals(text string) (marked string, list []string) {
	marked = numbers.ReplaceAllStringFunc(text, func(word string) string {
		number, isBig := strings.CutSuffix(word, "n")
		if _, err := strconv.ParseUint(number, 0, 64); err != nil || number == "" || number[0] < '0' || number[0] > '9' {
			return word
		}
		list = append(list, number)
		if isBig {
			return "\x00n"
		}
		return "\x00"
	})
	return marked, list
}

// skeleton is all that a primitive is, but the numbers in its lambdas.
func (b *builder) skeleton(id circuit.DefinitionID) string {
	c, of := b.circuits[id], b.behaviors[id]
	var key strings.Builder
	fmt.Fprintf(&key, "%p", of.module)
	for _, list := range [2][]circuit.Port{c.Inputs, c.Outputs} {
		for _, p := range list {
			fmt.Fprintf(&key, " %s:%s", p.Name, p.PortType.String())
		}
		key.WriteByte('\n')
	}
	for i := range c.State {
		s := &c.State[i]
		if s.StateType.Kind == circuit.Memory || !s.InitialValue.Number.IsZero() {
			fmt.Fprint(&key, id) // is its own: circuits with options keep no start values
		}
		fmt.Fprintf(&key, "%s %v %s\n", s.Name, s.StateType, s.InitialValue.Number)
	}
	eval, _ := literals(of.eval)
	tick, _ := literals(of.tick)
	return key.String() + eval + "\n" + tick
}

// varying are the numbers that are not the same in all of some texts.
type varying struct {
	option []int      // of each number of the text: 1 + the option that it becomes; 0: none, it is the same in all
	values [][]string // of each option, by text
	names  []string
	isBig  []bool
}

// vary compares the numbers of some texts. Numbers that differ in the same way are one option.
func vary(all [][]string) *varying {
	v := &varying{option: make([]int, len(all[0]))}
	for k := range all[0] {
		column := make([]string, len(all))
		for i := range all {
			column[i] = all[i][k]
		}
		if !slices.ContainsFunc(column, func(s string) bool { return s != column[0] }) {
			continue
		}
		at := slices.IndexFunc(v.values, func(c []string) bool { return slices.Equal(c, column) })
		if at < 0 {
			at = len(v.values)
			v.values = append(v.values, column)
		}
		v.option[k] = at + 1
	}
	v.names, v.isBig = make([]string, len(v.values)), make([]bool, len(v.values))
	return v
}

// fill writes a text with the options in the places of numbers; from is how many numbers stand before it. It fails
// when an option would have to be a number here and a bigint there.
func (v *varying) fill(text string, from int, seen []bool) (string, bool) {
	marked, list := literals(text)
	var out strings.Builder
	for i, piece := range strings.Split(marked, "\x00") {
		if i > 0 {
			at := v.option[from+i-1] - 1
			if at < 0 {
				out.WriteString(list[i-1])
			} else {
				var isBig bool
				piece, isBig = strings.CutPrefix(piece, "n")
				if seen[at] && isBig != v.isBig[at] {
					return "", false
				}
				seen[at], v.isBig[at] = true, isBig
				out.WriteString(v.names[at])
			}
		}
		out.WriteString(piece)
	}
	return out.String(), true
}

// shareAmong makes the circuit for some primitives that are alike.
func (b *builder) shareAmong(members []circuit.DefinitionID, shared map[circuit.DefinitionID]node) {
	all := make([][]string, len(members)) // the numbers of each
	inEval := 0
	for i, id := range members {
		_, eval := literals(b.behaviors[id].eval)
		_, tick := literals(b.behaviors[id].tick)
		inEval = len(eval)
		all[i] = slices.Concat(eval, tick)
	}
	first, of := b.circuits[members[0]], b.behaviors[members[0]]
	v := vary(all)
	if len(v.values) > mostOptions {
		return
	}
	taken := map[string]bool{}
	for _, word := range numbers.FindAllString(of.eval+" "+of.tick, -1) {
		for name := range strings.SplitSeq(word, ".") {
			taken[name] = true
		}
	}
	for _, p := range slices.Concat(first.Inputs, first.Outputs) {
		taken[p.Name] = true
	}
	for i := range first.State {
		taken[first.State[i].Name] = true
	}
	for i := range v.names {
		v.names[i] = unique([mostOptions]string{"index", "place", "number"}[i], taken)
	}
	seen := make([]bool, len(v.names))
	eval, ok := v.fill(of.eval, 0, seen)
	tick, ok2 := v.fill(of.tick, inEval, seen)
	if !ok || !ok2 {
		return
	}
	c := &circuit.Circuit{
		Inputs: first.Inputs, Outputs: first.Outputs, State: first.State,
		Implementation: first.Implementation,
	}
	b.define(c, strings.TrimRight(first.Name, "_0123456789"))
	of.eval, of.tick = eval, tick
	for i, name := range v.names {
		of.options = append(of.options, emit.Option{Name: name, Big: v.isBig[i]})
	}
	b.behaviors[c.Definition] = of
	for k, id := range members {
		n := node{of: c}
		for i, name := range v.names {
			value, _ := new(big.Int).SetString(v.values[i][k], 0) // a number, as it was found
			if v.isBig[i] {
				n.args.Set(name, circuit.FromBig(value, max(1, value.BitLen())))
			} else {
				n.args.Set(name, optionValue(value))
			}
		}
		shared[id] = n
	}
}
