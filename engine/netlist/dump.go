package netlist

import (
	"fmt"
	"sort"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// String is a readable dump, one operation a line; it is stable from run to run.
//
//	%12:32 = add %3, %7        operation 12, 32 bits wide
//	%13:32/8 = and %12, %4     of which 8 can be other than 0
func (m *Module) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s\n", m.Name)
	for i, in := range m.Inputs {
		fmt.Fprintf(&b, "input %d %s:%d\n", i, m.inputName(in), in.Width)
	}
	texts := map[int]string{}
	for _, list := range m.Fields {
		for _, f := range list {
			if f.Texts != nil {
				texts[f.Index] = fmt.Sprintf(" texts %q", f.Texts)
			}
		}
	}
	for i, r := range m.Registers {
		fmt.Fprintf(&b, "register %d %s:%d start %s next %%%d%s\n", i, r.Name, r.Width, r.Start, r.Next, texts[i])
	}
	for i, mem := range m.Memories {
		fmt.Fprintf(&b, "memory %d %s[%d]:%d%s\n", i, mem.Name, mem.Depth, mem.Width, startOf(mem))
		for _, w := range mem.Writes {
			if w.Whole {
				fmt.Fprintf(&b, "  write %%%d when %%%d to all\n", w.Data, w.Enable)
				continue
			}
			fmt.Fprintf(&b, "  write %%%d when %%%d at %%%d\n", w.Data, w.Enable, w.Address)
		}
	}
	for i, t := range m.Texts {
		fmt.Fprintf(&b, "text %d %s limit %d start %q\n", i, t.Name, t.Limit, t.Start)
		for _, a := range t.Appends {
			if a.Clear {
				fmt.Fprintf(&b, "  clear when %%%d\n", a.Enable)
				continue
			}
			fmt.Fprintf(&b, "  append %%%d when %%%d\n", a.Unit, a.Enable)
		}
	}
	for i, c := range m.Calls {
		m.dumpCall(&b, i, c)
	}
	loop := 0
	for i := range m.Ops {
		if i == m.Invariant {
			b.WriteString("each cycle:\n")
		}
		for loop < len(m.Loops) && m.Loops[loop].First == word.ID(i) {
			rounds := fmt.Sprintf("at most %d rounds", m.Loops[loop].Bound)
			if m.Loops[loop].Once {
				rounds = "one round"
			}
			fmt.Fprintf(&b, "loop %d until %%%d, %s:\n", loop, m.Loops[loop].End-1, rounds)
			for v := m.Loops[loop].FirstVar; v < m.Loops[loop].EndVar; v++ {
				fmt.Fprintf(&b, "  variable %d %s:%d next %%%d\n", v, m.Vars[v].Name, m.Vars[v].Width, m.Vars[v].Next)
			}
			loop++
		}
		m.dumpOp(&b, i)
	}
	for k := range m.Bodies {
		body := m.Body(k)
		body.Memories = nil
		fmt.Fprintf(&b, "rounds %d:\n%s", k, body)
	}
	for i, id := range m.Nets {
		fmt.Fprintf(&b, "net %d %%%d\n", i, id)
	}
	for _, c := range m.Checks {
		fmt.Fprintf(&b, "misfit of %s output %d: %%%d\n", m.Path(c.Node), c.Output, c.Value)
	}
	return b.String()
}

func startOf(mem Memory) string {
	if len(mem.Start) == 0 {
		return ""
	}
	addresses := make([]uint64, 0, len(mem.Start))
	for a := range mem.Start {
		addresses = append(addresses, a)
	}
	sort.Slice(addresses, func(i, j int) bool { return addresses[i] < addresses[j] })
	var b strings.Builder
	b.WriteString(" start")
	for i, a := range addresses {
		if i == 16 {
			fmt.Fprintf(&b, " … %d cells", len(addresses))
			break
		}
		fmt.Fprintf(&b, " %d:%s", a, mem.Start[a])
	}
	return b.String()
}

func (m *Module) inputName(in Input) string {
	name := in.Name
	if in.Kind != TopInput && in.Node < len(m.Fields) {
		name = m.Path(in.Node) + "(" + in.Name + ")"
	}
	return name + [...]string{TopInput: "", Present: "?", BigArgument: "#bigint", IsBig: "#isbigint"}[in.Kind]
}

func (m *Module) dumpCall(b *strings.Builder, i int, c Call) {
	kind := "eval"
	if c.Tick {
		kind = "onTick"
	}
	path := ""
	if c.Node < len(m.Fields) {
		path = m.Path(c.Node)
	}
	fmt.Fprintf(b, "call %d %s of %s", i, kind, path)
	if c.Part {
		b.WriteString(" in part")
	}
	if c.Throws {
		fmt.Fprintf(b, " throws %q", c.Message)
	}
	if c.Reason != "" {
		fmt.Fprintf(b, " (%d:%d %s)", c.Place.Line, c.Place.Column, c.Reason)
	}
	b.WriteByte('\n')
	for _, a := range c.Args {
		fmt.Fprintf(b, "  argument %s: %%%d\n", a.Name, a.Value)
	}
	for _, r := range c.Results {
		fmt.Fprintf(b, "  result %s:%d\n", r.Name, r.Width)
	}
}

func (m *Module) dumpOp(b *strings.Builder, i int) {
	op := &m.Ops[i]
	fmt.Fprintf(b, "%%%d", i)
	if op.IsFloat() {
		b.WriteString(":f64")
	} else {
		fmt.Fprintf(b, ":%d", op.Width)
		if op.Bits != op.Width {
			fmt.Fprintf(b, "/%d", op.Bits)
		}
	}
	fmt.Fprintf(b, " = %s", op.Kind)
	switch op.Kind {
	case word.Const:
		fmt.Fprintf(b, " %s", m.Value(op))
	case word.FConst:
		fmt.Fprintf(b, " %v", word.Float(circuit.Uint(op.Imm)))
	}
	switch op.Kind.Shape().Imm {
	case word.From:
		fmt.Fprintf(b, " %%%d from %d", op.A, op.Imm)
	case word.Index:
		fmt.Fprintf(b, " %d", op.Imm)
		if op.Kind == word.Reg && op.Imm < uint64(len(m.Registers)) {
			fmt.Fprintf(b, " %s", m.Registers[op.Imm].Name)
		}
	case word.IndexAt:
		fmt.Fprintf(b, " %d at %%%d", op.Imm, op.A)
	case word.Hidden:
		sep := " "
		for _, id := range op.Operands(nil) {
			fmt.Fprintf(b, "%s%%%d", sep, id)
			sep = ", "
		}
	}
	if i < len(m.Uses) {
		switch m.Uses[i] {
		case InStep:
			b.WriteString("  ; step")
		case InSettle:
			b.WriteString("  ; settle")
		}
	}
	b.WriteByte('\n')
}
