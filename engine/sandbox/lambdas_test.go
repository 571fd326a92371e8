package sandbox_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

// warned are the texts of some warnings of a circuit that has no errors.
func warned(t *testing.T, text string, codes ...circuit.Code) []string {
	t.Helper()
	compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
	require.NoError(t, err)
	defer compiled.Close()
	var got []string
	for _, d := range compiled.Diagnostics {
		require.NotEqual(t, circuit.Error, d.Severity, d.Message)
		if slices.Contains(codes, d.Code) {
			require.Positive(t, d.Line)
			got = append(got, d.Text())
		}
	}
	return got
}

func TestComparisonsThatComeOutTheSame(t *testing.T) {
	const head = `enum Phase { Idle = 'IDLE', Run = 'RUN' }
circuit('A', { inputs: { a: bit, b: bus(8), v: bus(32), w: bus(64) }, outputs: { y: bit }, state: { n: reg(8), r: reg(32), phase: 'IDLE' }, onTick: ({ n }) => ({ n }), eval: `
	tests := map[string]struct{ lambda, want string }{
		"a truth value":                   {`({ a }) => ({ y: a === true })`, "has a === true, which is never true: 'a' is a number, as all ports are. Write a === 1."},
		"no truth value":                  {`({ n }) => ({ y: n !== false })`, "has n !== false, which is always true: 'n' is a number. Write n !== 0."},
		"a truth value of a bigint":       {`({ w }) => ({ y: w === true })`, "has w === true, which is never true: 'w' is a bigint. Write w !== 0n."},
		"a number for a bigint":           {`({ w }) => ({ y: w === 5 })`, "has w === 5, which is never true: 'w' has 64 bits, so it is a bigint, and no number. Write w === 5n."},
		"a bigint for a number":           {`({ b }) => ({ y: 5n === b })`, "has b === 5n, which is never true: 'b' has 8 bits, so it is a number, and no bigint. Write b === 5."},
		"a text":                          {`({ n }) => ({ y: n === 'RUN' })`, "has n === 'RUN', which is never true: 'n' is a number. Compare it with a number; a state that is a text is declared by the one that it starts with: state: { n: 'RUN' }."},
		"a text of an enum":               {`({ b }) => ({ y: b == Phase.Run })`, "has b == 'RUN', which is never true: 'b' is a number. Compare it with a number."},
		"a number for a text":             {`({ phase }) => ({ y: phase === 1 })`, "has phase === 1, which is never true: 'phase' is a text. Compare it with one of its texts, or make it a register: reg(8)."},
		"below zero":                      {`({ b }) => ({ y: b < 0 })`, "has b < 0, which is never true: 'b' is read without a sign. Its sign is its highest bit: (b & 128) !== 0."},
		"below zero, a bigint":            {`({ w }) => ({ y: 0n > w })`, "has w < 0n, which is never true: 'w' is read without a sign. Its sign is its highest bit: (w >> 63n) === 1n."},
		"minus one":                       {`({ b }) => ({ y: b === -1 })`, "has b === -1, which is never true: 'b' is read without a sign. Write b === 255."},
		"more than all ones":              {`({ b }) => ({ y: b >= 256 })`, "has b >= 256, which is never true: 'b' has 8 bits, so 255 is its largest value. Make it wider, or compare with 255 at most."},
		"a port of 32 wires":              {`({ v }) => ({ y: v === 0xffffffff })`, "has v === 4294967295, which is never true: a port of 32 wires is read with a sign. Write (v >>> 0) === 4294967295."},
		"a case":                          {`({ b }) => { switch (b) { case 3: return { y: 1 }; case 256: return { y: 0 } } return { y: 0 } }`, "has a case that never comes: 'b' has 8 bits, so 255 is its largest value. Make it wider, or compare with 255 at most."},
		"a property of the argument":      {`(s) => ({ y: s.b > 255 })`, "has s.b > 255, which is never true: 'b' has 8 bits, so 255 is its largest value. Make it wider, or compare with 255 at most."},
		"taken out of the argument":       {`(s) => { const { b: x } = s; return { y: x > 255 } }`, "has x > 255, which is never true: 'b' has 8 bits, so 255 is its largest value. Make it wider, or compare with 255 at most."},
		"possible values":                 {`({ a, b, v, w, phase, r }) => ({ y: a == true || b === 255 || b > 254 || b < 256 || v < 0 || v === -1 || r === 0xffffffff || r === -1 || w == 5 || w === 5n || w > 5 || b == '5' || phase === 'IDLE' })`, ""},
		"another value of the name":       {`({ b }) => { b = b - 300; return { y: b < 0 } }`, ""},
		"another variable of the name":    {`({ b, n }) => ({ y: [n - 8].some((b) => b < 0) })`, ""},
		"a value that may be left out":    {`({ b = -1 }) => ({ y: b === -1 })`, ""},
		"a value of which it is not sure": {`({ w }) => ({ y: typeof w === 'bigint' ? w === 5n : w === 5 })`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var want []string
			if test.want != "" {
				want = []string{"eval of A " + test.want}
			}
			require.Equal(t, want, warned(t, head+test.lambda+` })`, circuit.CodeNeverTrue))
		})
	}
}

// The verdict on a lambda holds for all circuits that have it.
func TestComparisonsOfSeveralCircuits(t *testing.T) {
	const made = `const F = circuit('F', ({ width = 8 } = {}) => ({ inputs: { a: bus(width) }, outputs: { y: bit }, eval: ({ a }) => ({ y: a === 5 || a > 255 }) }))
circuit('A', { inputs: { a: bus(8), w: bus(64) }, outputs: { y: bit, z: bit }, nodes: { f: F(), g: F({ width: 64 }) }, connect: ({ inputs, outputs, nodes: { f, g } }) => [inputs.a.to(f.a), inputs.w.to(g.a), f.y.to(outputs.y), g.y.to(outputs.z)] })`
	require.Empty(t, warned(t, made, circuit.CodeNeverTrue))
	const option = `const F = circuit('F', { inputs: { a: bit }, outputs: { y: bit }, state: { n: reg(1) }, eval: ({ n }) => ({ y: n }), onTick: ({ a }) => ({ n: a === true }) })
circuit('A', { outputs: { y: bit }, nodes: { f: F({ a: true }) }, connect: ({ outputs, nodes: { f } }) => [f.y.to(outputs.y)] })`
	require.Empty(t, warned(t, option, circuit.CodeNeverTrue), "an open input leaves the name to the option")
}

func TestMemoriesThatAreNoLists(t *testing.T) {
	const head = `circuit('A', { inputs: { x: bus(2), y: bus(2) }, outputs: { q: bus(8) }, state: { m: mem(16, 8), n: reg(8) }, onTick: ({ n }) => ({ n }), eval: `
	const length = "eval of A asks for the length of the memory 'm'. A memory has none: it is undefined, and a loop up to it runs no round. Write its number of cells, 16."
	const row = "eval of A takes a row out of the memory 'm', which has one index: a cell is a number, and there is nothing in it. Write "
	tests := map[string]struct {
		lambda string
		want   []string
	}{
		"the length":                   {`({ m }) => { let q = 0; for (let i = 0; i < m.length; i++) q ^= m[i]; return { q } }`, []string{length}},
		"of the argument":              {`(s) => ({ q: s.m.length & 255 })`, []string{length}},
		"a row":                        {`({ m, x, y }) => ({ q: m[y][x] & 255 })`, []string{row + "m[y * W + x], with W cells in a row."}},
		"a row of the argument":        {`(s) => ({ q: s.m[s.y + 1][2] & 255 })`, []string{row + "s.m[y * W + 2], with W cells in a row."}},
		"asked whether it is there":    {`({ m }) => ({ q: (m.length ?? 16) & 255 })`, nil},
		"one index, and another list":  {`({ m, x, n }) => { const rows = [[1, 2], [3, 4]]; return { q: m[x] ^ rows[1][x & 1] ^ rows.length } }`, nil},
		"another variable of the name": {`({ m, x }) => ({ q: [[m[x]]].map((m) => m.length + m[0])[0] })`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, warned(t, head+test.lambda+` })`, circuit.CodeMemoryUse))
		})
	}
}

func TestTextsInRegisters(t *testing.T) {
	const head = `enum S { A = 'A', B = 'B' }
circuit('A', { inputs: { a: bit }, outputs: { y: bit }, state: { n: reg(2), t: 'A' }, eval: ({ n }) => ({ y: n & 1 }), onTick: `
	const want = "onTick of A gives 'n' the text 'B', but it is a register, which holds a number: it becomes 0. A state that is a text is declared by the one that it starts with: state: { n: 'B' }."
	tests := map[string]struct {
		lambda string
		want   []string
	}{
		"returned":                 {`() => ({ n: 'B' })`, []string{want}},
		"on one way, from an enum": {`({ a, n }) => ({ n: a ? S.B : n })`, []string{want}},
		"kept in a variable":       {`({ a }) => { let n = 0; if (a) n = 'B'; return { n } }`, []string{want}},
		"a text that is a number":  {`() => ({ n: '3' })`, nil},
		"a field that is a text":   {`() => ({ t: 'B', n: 1 })`, nil},
		"a variable for both":      {`({ t }) => { const next = t === 'A' ? 'B' : 'A'; return { t: next } }`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, warned(t, head+test.lambda+` })`, circuit.CodeTextInNumber))
		})
	}
	require.Equal(t, []string{"The start value of 'n' is the text 'idle', but a register holds a number: it starts with 0. A state that is a text is written n: 'idle'."},
		warned(t, `circuit('A', { outputs: { y: bit }, state: { n: reg(2, 'idle') }, eval: ({ n }) => ({ y: n & 1 }), onTick: ({ n }) => ({ n }) })`, circuit.CodeTextInNumber, circuit.CodeDoesNotFit))
	require.Empty(t, warned(t, `circuit('A', { outputs: { y: bit }, state: { n: reg(2, '2') }, eval: ({ n }) => ({ y: n & 1 }), onTick: ({ n }) => ({ n }) })`, circuit.CodeTextInNumber, circuit.CodeDoesNotFit))
}

func TestFieldsAssignedInTheArgument(t *testing.T) {
	const head = `circuit('A', { outputs: { y: bit }, state: { c: reg(2), d: reg(2) }, eval: ({ c }) => ({ y: c & 1 }), onTick: `
	const want = "onTick of A assigns 'c' in its argument and does not return it: it keeps its value. Return it: return { c: … }."
	tests := map[string]struct {
		lambda string
		want   []string
	}{
		"assigned":            {`(s) => { s.c = s.c + 1; return {} }`, []string{want}},
		"counted":             {`(s) => { s.c++; return { d: 1 } }`, []string{want}},
		"beside a pattern":    {`(s) => { const { d } = s; s.c += d; return { d } }`, []string{want}},
		"returned by name":    {`(s) => { s.c++; return { c: s.c } }`, nil},
		"returned with all":   {`(s) => { s.c++; return s }`, nil},
		"spread":              {`(s) => { s.c++; return { ...s } }`, nil},
		"used for another":    {`(s) => { s.c &= 1; return { d: s.c } }`, nil},
		"used by a pattern":   {`(s) => { s.c &= 1; const { c } = s; return { d: c } }`, nil},
		"used in a round":     {`(s) => { let d = 0; for (let i = 0; i < 3; i++) { d += s.c; s.c = i } return { d } }`, nil},
		"given to a function": {`(s) => { s.c++; const f = (x) => x.c; return { d: f(s) } }`, nil},
		"no field":            {`(s) => { s.x = 1; return { d: 1 } }`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, warned(t, head+test.lambda+` })`, circuit.CodeLostWrites))
		})
	}
}

func TestDefaultsOfAFactory(t *testing.T) {
	head := func(lambda, nodes string) string {
		return `const F = circuit('F', ({ max = 5, step = 1 } = {}) => ({ inputs: { on: bit }, outputs: { q: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ q: n }), onTick: ` + lambda + ` }))
circuit('A', { inputs: { on: bit }, outputs: { q: bus(8) }, nodes: { ` + nodes + ` }, connect: ({ inputs, outputs, nodes: { f } }) => [inputs.on.to(f.on), f.q.to(outputs.q)] })`
	}
	want := []string{"onTick of F reads 'step' from its argument, where it is undefined when a node does not give it: the default stands in the factory. Leave 'step' out of the lambda's parameters, so that it sees the factory's variable, or give the option: F({ step: … })."}
	tests := map[string]struct {
		lambda, nodes string
		want          []string
	}{
		"one of two":           {`({ n, max, step }) => ({ n: n >= max ? 0 : n + step })`, `f: F({ max: 9 })`, want},
		"on one node of two":   {`({ n, step }) => ({ n: n + step })`, `f: F({ step: 2 }), g: F()`, want},
		"given":                {`({ n, max, step }) => ({ n: n >= max ? 0 : n + step })`, `f: F({ max: 9, step: 2 })`, nil},
		"the factory's":        {`({ n }) => ({ n: n >= max ? 0 : n + step })`, `f: F({ max: 9 })`, nil},
		"a default of its own": {`({ n, step = 3 }) => ({ n: n + step })`, `f: F({ max: 9 })`, nil},
		"asked for":            {`({ n, step }) => ({ n: n + (step ?? 3) })`, `f: F({ max: 9 })`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, warned(t, head(test.lambda, test.nodes), circuit.CodeUnknownField))
		})
	}
}
