package sandbox

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomMachine writes state machines as people write them: copies of many registers, most of them flags, that branches
// of switches and ifs set, clear and count under few conditions, some of which are each other's opposites. The lambdas
// of randomLambda seldom have two registers that change under one condition.
type randomMachine struct {
	*rand.Rand
	flags, data, inputs []randomPort
}

// machine writes a circuit that is one state machine.
func (f *randomFile) machine() func() randomPart {
	m := &randomMachine{Rand: f.Rand}
	ports := func(prefix string, count int, width func() int) []randomPort {
		var list []randomPort
		for i := range count {
			list = append(list, randomPort{fmt.Sprintf("%s%d", prefix, i), width()})
		}
		return list
	}
	one := func() int { return 1 }
	some := func() int { return []int{1, 3, 8, 8, 13, 16, 31, 32}[f.IntN(8)] }
	m.flags, m.data = ports("f", 2+f.IntN(8), one), ports("d", 1+f.IntN(5), some)
	m.inputs = append(ports("go", 1+f.IntN(2), one), ports("in", 1+f.IntN(2), some)...)
	phase := randomPort{"phase", 2 + f.IntN(2)}
	state := append(append([]randomPort{phase}, m.flags...), m.data...)
	var outputs []randomPort
	var gives, fields, names []string
	for i, p := range state {
		fields = append(fields, fmt.Sprintf("%s: reg(%d, %d)", p.name, p.width, f.IntN(2)))
		names = append(names, p.name)
		if f.one(3) || i == 0 {
			o := randomPort{"o" + p.name, p.width}
			outputs = append(outputs, o)
			gives = append(gives, o.name+": "+f.pick(p.name, p.name, "~"+p.name, p.name+" + 1"))
		}
	}
	list := strings.Join(names, ", ")
	var ins []string
	for _, p := range m.inputs {
		ins = append(ins, p.name)
	}
	body := "switch (phase) {\n"
	for k := range 1 << phase.width {
		switch {
		case f.one(8):
			continue
		case f.one(8):
			body += fmt.Sprintf("case %d:\n", k)
		default:
			body += fmt.Sprintf("case %d:\n%sphase = %s\nbreak\n", k, m.statements(3), m.next(phase.width))
		}
	}
	body += "}\n"
	if f.one(3) {
		body = m.statements(3) + m.statements(2)
	}
	if f.one(2) {
		body += m.statements(2)
	}
	name := f.name("M")
	fmt.Fprintf(&f.text, "const %s = circuit('%s', { inputs: %s, outputs: %s,\nstate: { %s },\neval: ({ %s }) => ({ %s }),\n",
		name, name, declare(m.inputs), declare(outputs), strings.Join(fields, ", "), list, strings.Join(gives, ", "))
	if f.one(2) {
		fmt.Fprintf(&f.text, "onTick: ({ %s, %s }) => {\n%sreturn { %s }\n} })\n", list, strings.Join(ins, ", "), body, list)
	} else {
		fmt.Fprintf(&f.text, "onTick(all) {\nconst { %s } = all\nlet { %s } = all\n%sreturn { %s }\n} })\n", strings.Join(ins, ", "), list, body, list)
	}
	return func() randomPart {
		return randomPart{name, m.inputs, outputs, true, func(int, int) bool { return false }}
	}
}

func (m *randomMachine) one(n int) bool { return m.IntN(n) == 0 }

func (m *randomMachine) any(list []randomPort) string { return list[m.IntN(len(list))].name }

// bit is any wire: a flag or an input of one wire.
func (m *randomMachine) bit() string {
	if m.one(3) {
		return m.inputs[0].name
	}
	return m.any(m.flags)
}

// word is any number that is kept or comes in.
func (m *randomMachine) word() string {
	if m.one(3) {
		return m.any(m.inputs)
	}
	return m.any(m.data)
}

// next is the phase that follows.
func (m *randomMachine) next(width int) string {
	k := m.IntN(1 << width)
	switch m.IntN(4) {
	case 0:
		return fmt.Sprintf("%s ? %d : phase", m.condition(), k)
	case 1:
		return fmt.Sprintf("%s ? phase + 1 : %d", m.condition(), k)
	case 2:
		return "phase + 1"
	}
	return fmt.Sprint(k)
}

// condition is one of few, so that several branches ask the same.
func (m *randomMachine) condition() string {
	switch m.IntN(9) {
	case 0, 1:
		return m.bit()
	case 2, 3:
		return "!" + m.bit()
	case 4:
		return fmt.Sprintf("%s && !%s", m.bit(), m.bit())
	case 5:
		return fmt.Sprintf("%s %s %d", m.data[0].name, []string{"===", "!=="}[m.IntN(2)], m.IntN(3))
	case 6:
		return fmt.Sprintf("%s & %d", m.word(), 1<<m.IntN(4))
	case 7:
		return fmt.Sprintf("%s || !(%s)", m.bit(), m.condition())
	}
	return fmt.Sprintf("%s < %s", m.word(), m.word())
}

// statements change what is kept.
func (m *randomMachine) statements(depth int) string {
	var b strings.Builder
	for range 1 + m.IntN(3) {
		d, f := m.any(m.data), m.any(m.flags)
		switch k := m.IntN(14); {
		case k < 4 && depth > 0:
			fmt.Fprintf(&b, "if (%s) {\n%s}", m.condition(), m.statements(depth-1))
			if m.one(2) {
				fmt.Fprintf(&b, " else {\n%s}", m.statements(depth-1))
			}
			b.WriteString("\n")
		case k < 6:
			fmt.Fprintf(&b, "%s = %d\n", f, m.IntN(2))
		case k == 6:
			fmt.Fprintf(&b, "%s = %s ? 1 : 0\n", f, m.condition())
		case k == 7:
			fmt.Fprintf(&b, "%s = %s %s %s\n", f, m.bit(), []string{"&", "|", "^"}[m.IntN(3)], []string{m.bit(), "(1 - " + m.bit() + ")", "(" + m.bit() + " ^ 1)"}[m.IntN(3)])
		case k == 8:
			fmt.Fprintf(&b, "%s = (%s << 1) | %s\n", d, d, m.bit())
		case k == 9:
			fmt.Fprintf(&b, "%s = Math.imul(%s ^ %s, %d) %s %s\n", d, m.word(), m.word(), m.IntN(1<<20), []string{"+", "^", "-"}[m.IntN(3)], m.word())
		case k == 10:
			fmt.Fprintf(&b, "%s = %s\n", d, m.word())
		case k == 11:
			fmt.Fprintf(&b, "%s = %s ? %s : %s\n", d, m.condition(), m.word(), m.word())
		default:
			fmt.Fprintf(&b, "%s %s %d\n", d, []string{"+=", "-=", "^="}[m.IntN(3)], m.IntN(5))
		}
	}
	return b.String()
}
