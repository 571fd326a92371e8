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
	word.And: "both", word.Or: "either", word.Xor: "differs", word.Not: "inverse", word.Add: "sum", word.Sub: "difference",
	word.Mul: "product", word.UDiv: "quotient", word.SDiv: "quotient", word.URem: "remainder", word.SRem: "remainder",
	word.Shl: "shifted", word.LShr: "shifted", word.AShr: "shifted", word.Eq: "equal", word.Ne: "unequal",
	word.ULt: "less", word.ULe: "at_most", word.SLt: "less", word.SLe: "at_most", word.Mux: "chosen", word.Table: "entry",
	word.MemRead: "cell_read", word.Concat: "joined", word.SExt: "extended", word.RedOr: "any", word.RedAnd: "all",
	word.RedXor: "parity", word.Clz: "zeros", word.Extract: "element", word.Insert: "list", word.MemAll: "cells",
}

// nameFor makes a name for a value that has none.
func (p *printer) nameFor(id word.ID) string {
	op := &p.b.Ops[id]
	if op.Kind == word.ULt || op.Kind == word.ULe || op.Kind == word.SLt || op.Kind == word.SLe {
		if _, constant := p.b.ConstValue(op.A); constant { // written the other way round
			return map[word.Kind]string{word.ULt: "more", word.SLt: "more"}[op.Kind] + map[word.Kind]string{word.ULe: "at_least", word.SLe: "at_least"}[op.Kind]
		}
	}
	if name := kindNames[op.Kind]; name != "" {
		return name
	}
	return "value"
}

// lookup is an entry of a table, which is a function.
func (p *printer) lookup(op *word.Op) expr {
	t := &p.b.Tables[op.Imm]
	n := p.significant(op.A)
	name := p.tables[op.Imm]
	if name == "" {
		name = p.scope.take("table_" + fmt.Sprint(len(p.tables)+1))
		p.tables[op.Imm] = name
		in := max(1, bits.Len(uint(len(t.Data)-1)))
		fmt.Fprintf(&p.funcs, "\n    function %s%s;\n        input %s%s;\n        case (%s)\n", spaced(t.Width), name, spaced(in), "index", "index")
		for i, v := range t.Data {
			if !v.IsZero() {
				fmt.Fprintf(&p.funcs, "            %s: %s = %s;\n", literal(circuit.Uint(uint64(i)), in).text, name, literal(v, t.Width).text)
			}
		}
		fmt.Fprintf(&p.funcs, "            default: %s = %s;\n        endcase\n    endfunction\n", name, literal(circuit.Value{}, t.Width).text)
	}
	in := max(1, bits.Len(uint(len(t.Data)-1)))
	count := uint64(1) << in
	if n <= in {
		return atom(fmt.Sprintf("%s(%s)", name, p.at(op.A, in).text))
	}
	return p.guarded(op.A, count, t.Width, fmt.Sprintf("%s(%s)", name, p.at(op.A, in).text))
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
		fmt.Fprintf(&b, "\n    function %s%s;\n        input %svalue;\n        integer i;\n        begin\n", spaced(w), name, spaced(n))
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
