package sandbox

import (
	"fmt"
	"strings"
)

// randomJumps writes lambdas of little but statements that jump and statements that are jumped out of, within each
// other. Whatever runs changes h, a number of 16 bits that conditions look at, so that each order of them shows.
type randomJumps struct {
	*randomFile
	labels []randomLabel
	ticks  bool
}

// jumps writes a file of one circuit.
func (f *randomFile) jumps() {
	j := &randomJumps{randomFile: f}
	eval := "let h = x ^ k\n" + j.list(2, "") + "return { o: h }"
	j.ticks = true
	tick := "let h = (x + k) & 65535\n" + j.list(2, "") + "return { k: h, m }"
	fmt.Fprintf(&f.text, `circuit('Top', {
inputs: { x: bus(16) }, outputs: { o: bus(16) }, state: { k: reg(16), m: mem(8, 16) },
eval: ({ x, k }) => {
%s
},
onTick: ({ x, k, m }) => {
%s
},
})
`, eval, tick)
}

// test is a condition.
func (j *randomJumps) test() string {
	switch n := j.IntN(3); j.IntN(4) {
	case 0:
		return fmt.Sprintf("h & %d", 1<<n)
	case 1:
		return fmt.Sprintf("(h & 3) === %d", n)
	case 2:
		return fmt.Sprintf("h %% %d === %d", 3+j.IntN(3), n)
	}
	return fmt.Sprintf("h > %d", j.IntN(1<<16))
}

// list writes statements; kind says what is around: a loop "l", a switch "s" or nothing.
func (j *randomJumps) list(depth int, kind string) string {
	var b strings.Builder
	for range 2 + j.IntN(3) {
		fmt.Fprintf(&b, "h = (h * %d + %d) & 65535\n", 1+2*j.IntN(9), 1+j.IntN(99))
		name := j.name("a")
		if depth > 0 {
			what := j.IntN(6)
			label := ""
			if j.one(2) {
				label = name + ": "
				j.labels = append(j.labels, randomLabel{name, what < 3})
			}
			round := j.name("i")
			switch what {
			case 0:
				fmt.Fprintf(&b, "%sfor (let %[2]s = 0; %[2]s < %[3]d; %[2]s++) {\n%[4]s}\n", label, round, 1+j.IntN(4), j.list(depth-1, "l"))
			case 1:
				fmt.Fprintf(&b, "let %[2]s = %[3]d\n%[1]swhile (%[2]s-- > 0 && %[4]s) {\n%[5]s}\n", label, round, 1+j.IntN(3), j.test(), j.list(depth-1, "l"))
			case 2:
				fmt.Fprintf(&b, "let %[2]s = %[3]d\n%[1]sdo {\n%[4]s} while (--%[2]s > 0)\n", label, round, 1+j.IntN(3), j.list(depth-1, "l"))
			case 3:
				inner := kind
				if inner == "" {
					inner = "s"
				}
				fmt.Fprintf(&b, "%sswitch (h & 3) {\ncase %d: {\n%s}\ncase 3: {\n%s}\nbreak\ndefault: {\n%s}\n}\n", label, j.IntN(3), j.list(depth-1, inner), j.list(depth-1, inner), j.list(depth-1, inner))
			case 4:
				fmt.Fprintf(&b, "%sif (%s) {\n%s} else {\n%s}\n", label, j.test(), j.list(depth-1, kind), j.list(depth-1, kind))
			case 5:
				fmt.Fprintf(&b, "%s{\n%s}\n", label, j.list(depth-1, kind))
			}
			if label != "" {
				j.labels = j.labels[:len(j.labels)-1]
			}
		}
		fmt.Fprintf(&b, "if (%s) { h ^= %d; %s }\n", j.test(), j.IntN(256), j.jump(kind))
	}
	return b.String()
}

// jump is one statement, which may well not jump.
func (j *randomJumps) jump(kind string) string {
	var list []string
	if kind != "" {
		list = append(list, "break")
	}
	if kind == "l" {
		list = append(list, "continue")
	}
	for _, a := range j.labels {
		list = append(list, "break "+a.name)
		if a.loop {
			list = append(list, "continue "+a.name)
		}
	}
	if j.one(3) {
		list = append(list, "return { "+map[bool]string{true: "k: h, m", false: "o: h"}[j.ticks]+" }")
	}
	if j.one(8) {
		text := j.pick("'no'", "`no ${h}`", "'h ' + (h - 999)", "`0x${h.toString(16).padStart(6, '0').toUpperCase()}`", "String(h > 99)", "['a', 'b', `c${h / 3}`][h & 1]", "`${BigInt(h) << 60n}, ${h & 1 ? x : 'even'}`")
		list = append(list, fmt.Sprintf("if ((h & 63) === %d) throw new %s(%s)", j.IntN(64), j.pick("Error", "RangeError"), text))
	}
	if j.ticks && j.one(3) {
		list = append(list, "m[h & 7] = h", "h ^= m[(h >> 3) & 7]")
	}
	if len(list) == 0 {
		return "h ^= 1"
	}
	return j.pick(list...)
}
