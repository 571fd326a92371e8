package verilog

import (
	"fmt"
	"math/bits"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// kindNames are names of values by their operation, for those that have none.
var kindNames = map[word.Kind]string{
	word.And: "both", word.Or: "either", word.Xor: "differs", word.Not: "inverse", word.Add: "sum",
	word.Sub: "difference",
	word.Mul: "product", word.UDiv: "quotient", word.SDiv: "quotient", word.URem: "remainder", word.SRem: "remainder",
	word.Shl: "shifted", word.LShr: "shifted", word.AShr: "shifted", word.Mux: "chosen", word.Table: "entry",
	word.MemRead: "cell_read", word.Concat: "joined", word.SExt: "extended", word.RedOr: "any", word.RedAnd: "all",
	word.RedXor: "parity", word.Clz: "zeros", word.Extract: "element", word.Insert: "list", word.MemAll: "cells",
}

// nameFor makes a name for a value that has none: of what it is a test of, or else of its operation.
func (p *printer) nameFor(id word.ID) string {
	op := &p.b.Ops[id]
	if op.Kind == word.MemRead {
		return identifier(plain(p.memories[op.Imm].name)) + "_read"
	}
	if _, test := flipped[op.Kind]; test {
		of, limit, names := op.A, op.B, testNames
		if _, constant := p.b.ConstValue(of); constant { // written the other way round
			of, limit, names = limit, of, flippedNames
		}
		of, _ = p.base(of)
		v, constant := p.b.ConstValue(limit)
		if name := plain(p.names[of]); constant && name != "" && len(name) < longTested && v.Len() < 16 {
			return name + "_" + names[op.Kind] + "_" + v.String()
		}
		if name := alone[names[op.Kind]]; name != "" {
			return name
		}
		return names[op.Kind]
	}
	if name := kindNames[op.Kind]; name != "" {
		return name
	}
	return "value"
}

// longTested is how long the name of a value is that no test is named after.
const longTested = 28

// alone are the names of comparisons of two values.
var alone = map[string]string{"is": "equal", "is_not": "unequal", "below": "less", "above": "more"}

// testNames and flippedNames are names of comparisons, and of those whose first operand is the constant.
var (
	testNames = map[word.Kind]string{
		word.Eq: "is", word.Ne: "is_not", word.ULt: "below", word.ULe: "at_most", word.SLt: "less", word.SLe: "at_most",
	}
	flippedNames = map[word.Kind]string{
		word.Eq: "is", word.Ne: "is_not", word.ULt: "above", word.ULe: "at_least", word.SLt: "more",
		word.SLe: "at_least",
	}
)

// lookup is an entry of a table, which is a function.
func (p *printer) lookup(op *word.Op) expr {
	t := &p.b.Tables[op.Imm]
	n, width := p.significant(op.A), p.tableWidth(op.Imm)
	in := max(1, bits.Len(uint(len(t.Data)-1)))
	name := p.tables[op.Imm]
	if name == "" {
		name = p.scope.take("table_" + fmt.Sprint(len(p.tables)+1))
		p.tables[op.Imm] = name
		fmt.Fprintf(&p.funcs, "\n    function %s%s;\n        input %sindex;\n        case (index)\n", spaced(width),
			name, spaced(in))
		for i, v := range t.Data {
			if v = v.Mask(width); !v.IsZero() {
				fmt.Fprintf(&p.funcs, "            %s: %s = %s;\n", literal(circuit.Uint(uint64(i)), in).text, name,
					literal(v, width).text)
			}
		}
		fmt.Fprintf(&p.funcs, "            default: %s = %s;\n        endcase\n    endfunction\n", name,
			literal(circuit.Value{}, width).text)
	}
	call := fmt.Sprintf("%s(%s)", name, p.at(op.A, in).text)
	if n <= in {
		return atom(call)
	}
	return p.guarded(op.A, uint64(1)<<in, width, call)
}

// tableWidth is how many bits of the entries of a table are looked at.
func (p *printer) tableWidth(table uint64) int {
	width := 1
	for i := range p.b.Ops {
		op := &p.b.Ops[i]
		if op.Kind == word.Table && op.Imm == table {
			width = max(width, min(max(1, int(op.Bits)), int(p.need[i])))
		}
	}
	return width
}

func spaced(width int) string {
	if width == 1 {
		return ""
	}
	return span(width) + " "
}

// leadingZeros counts the zeros above the highest one.
func (p *printer) leadingZeros(op *word.Op) expr {
	n := int(p.b.Ops[op.A].Width)
	key := fmt.Sprintf("leading_zeros_%d_%d", n, op.Width)
	name := p.helped[key]
	if name == "" {
		name = p.scope.take(fmt.Sprintf("leading_zeros_%d", n))
		p.helped[key] = name
		w := int(op.Width)
		var b strings.Builder
		fmt.Fprintf(&b, "\n    function %s%s;\n        input %svalue;\n        integer i;\n        begin\n",
			spaced(w), name, spaced(n))
		fmt.Fprintf(&b, "            %s = %s;\n", name, literal(circuit.Uint(uint64(n)), w).text)
		for i := range n {
			bit := "value"
			if n > 1 {
				bit = fmt.Sprintf("value[%d]", i)
			}
			fmt.Fprintf(&b, "            if (%s) %s = %s;\n", bit, name, literal(circuit.Uint(uint64(n-1-i)), w).text)
		}
		b.WriteString("        end\n    endfunction\n")
		p.funcs.WriteString(strings.Replace(b.String(), "        integer i;\n", "", 1))
	}
	return atom(fmt.Sprintf("%s(%s)", name, p.at(op.A, n).text))
}
