package word

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word/rules"
)

// ruleMatcher tries one rule.
type ruleMatcher struct {
	place, text string
	kind        Kind
	match       func(b *Builder, op *Op) (ID, bool)
}

// instances is how often each rule must have matched, at each width.
const instances = 6

// Each rule gives the value of what it replaces: for all operands at widths of 1 to 4 bits, for random ones at 8 to
// 128.
func TestRules(t *testing.T) {
	patterns := map[string]*rules.Term{}
	for _, name := range rules.List {
		list, err := rules.Read(name)
		require.NoError(t, err)
		for _, r := range list {
			patterns[fmt.Sprintf("%s.rules:%d %s", r.File, r.Line, ruleKinds[r.Kind])] = r.Pattern
		}
	}
	for _, m := range ruleMatchers {
		pattern := patterns[fmt.Sprintf("%s %s", m.place, m.kind)]
		require.NotNil(t, pattern, m.place)
		matched := 0
		for _, width := range []int{1, 2, 3, 4, 8, 31, 32, 33, 64, 65, 128} {
			divides := m.kind == SDiv || m.kind == SRem
			if m.kind == FMux && width != 64 || divides && width > 64 { // there are no such operations
				continue
			}
			found := 0
			for seed := uint64(0); seed < 4000 && found < instances; seed++ {
				if checkRule(t, m, pattern, width, seed) {
					found++
				}
			}
			matched += found
		}
		require.GreaterOrEqual(t, matched, instances, "%s matches nothing: %s", m.place, m.text)
	}
}

// A wrong rule is found.
func TestAWrongRuleIsFound(t *testing.T) {
	list, err := rules.Parse("wrong", "(And x c) && isOnes(c) => c")
	require.NoError(t, err)
	m := ruleMatcher{"wrong", "", And, func(b *Builder, op *Op) (ID, bool) { return op.B, b.isOnes(op.B) }}
	failed := false
	for seed := uint64(0); seed < 4000 && !failed; seed++ {
		s := instanceOf(m, list[0].Pattern, 4, seed)
		to, ok := m.match(s.Builder, &s.root)
		failed = ok && s.differs(to, make([]circuit.Value, len(s.widths))) != ""
	}
	require.True(t, failed)
}

// checkRule makes an operation of a pattern and compares it with what the rule makes of it. It reports false when the
// rule does not match.
func checkRule(t *testing.T, m ruleMatcher, pattern *rules.Term, width int, seed uint64) bool {
	t.Helper()
	s := instanceOf(m, pattern, width, seed)
	if s.illFormed {
		return false
	}
	root := s.root
	to, ok := m.match(s.Builder, &root)
	if !ok {
		return false
	}
	require.Equal(t, int(s.root.Width), s.Width(to), "%s: the width of %s", m.place, m.text)
	total := 0
	for _, w := range s.widths {
		total += w
	}
	values := make([]circuit.Value, len(s.widths))
	if total <= 12 {
		for bits := range uint64(1) << total {
			for i, w := range s.widths {
				values[i] = circuit.Uint(bits & Mask64(uint(w)))
				bits >>= w
			}
			require.Empty(t, s.differs(to, values), "%s: %s", m.place, m.text)
		}
		return true
	}
	for range 60 {
		for i, w := range s.widths {
			v := new(big.Int)
			for range w/64 + 1 {
				v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(s.Uint64()))
			}
			switch s.IntN(4) {
			case 0:
				v.SetUint64(s.Uint64N(3))
			case 1:
				v.SetInt64(-1 - s.Int64N(2))
			}
			values[i] = circuit.FromBig(v, w)
		}
		require.Empty(t, s.differs(to, values), "%s: %s", m.place, m.text)
	}
	return true
}

// instance is an operation of the shape of a pattern. Its parts are added as they are, without any rule.
type instance struct {
	*rand.Rand
	*Builder
	widths []int // of the parameters
	root   Op
	named  map[string]ID
	// A pattern of conditions has one bit only.
	illFormed bool
}

func instanceOf(m ruleMatcher, pattern *rules.Term, width int, seed uint64) *instance {
	s := &instance{Rand: rand.New(rand.NewPCG(seed, uint64(width))), Builder: NewBuilder(), named: map[string]ID{}} //nolint:gosec // repeatable
	for range 3 {                                                                                                   // values that several operands can be made of
		s.param(width)
		s.param(1)
	}
	s.root = s.operation(m.kind, pattern, width)
	return s
}

// param adds a parameter.
func (s *instance) param(width int) ID {
	s.widths = append(s.widths, width)
	return s.Leaf(Param, width, uint64(len(s.widths)-1))
}

// raw adds an operation as it is.
func (s *instance) raw(op Op) ID {
	op.Bits = s.knownBits(&op)
	return s.intern(&op)
}

// operation is one of a kind, with operands after its pattern.
func (s *instance) operation(kind Kind, pattern *rules.Term, width int) Op {
	operands := [3]ID{None, None, None}
	inner := width
	switch kind {
	case Eq, Ne, ULt, ULe, SLt, SLe:
		inner, width = []int{1, 2, 3, 8, 33}[s.IntN(5)], 1
	}
	for i, a := range pattern.Args {
		w := inner
		if i == 0 && (kind == Mux || kind == FMux) {
			w = 1
		}
		operands[i] = s.operand(a, w, len(pattern.Args) == 2 && i == 1)
		s.illFormed = s.illFormed || s.Width(operands[i]) != w
	}
	return Op{Kind: kind, Width: int32(width), A: operands[0], B: operands[1], C: operands[2]}
}

// operand is one after its pattern: a name stands for a random one.
func (s *instance) operand(pattern *rules.Term, width int, constants bool) ID {
	if pattern.Kind != "" {
		return s.raw(s.operation(ruleKinds[pattern.Kind], pattern, width))
	}
	if id, ok := s.named[pattern.Name]; ok && pattern.Name != "_" && s.Width(id) == width {
		return id
	}
	id := s.random(width, constants)
	s.named[pattern.Name] = id
	return id
}

// random is a value of some width: a parameter, a constant, a negation, a comparison, a shorter value.
func (s *instance) random(width int, constants bool) ID {
	pick := func() ID { // one of the parameters of the width
		for range 20 {
			if i := s.IntN(len(s.widths)); s.widths[i] == width {
				return s.Leaf(Param, width, uint64(i))
			}
		}
		return s.param(width)
	}
	const kinds = 9
	switch k := s.IntN(kinds); {
	case k == 0 || constants && k == 1:
		return s.Builder.Uint(0, width)
	case k == 1:
		return s.Builder.Uint(1, width)
	case k == 2:
		return s.Ones(width)
	case k == 3 && constants:
		return s.Builder.Uint(s.Uint64(), width)
	case k == 4:
		return s.raw(Op{Kind: Not, Width: int32(width), A: pick(), B: None, C: None})
	case k == 5 && width == 1:
		x, y := s.Leaf(Param, 1, 1), s.Leaf(Param, 1, 3)
		return s.raw(Op{Kind: []Kind{Eq, Ne, ULt, ULe, SLt, SLe}[s.IntN(6)], Width: 1, A: []ID{x, y}[s.IntN(2)], B: y, C: None})
	case k == 5:
		return s.raw(Op{Kind: ZExt, Width: int32(width), A: s.Leaf(Param, 1, 1), B: None, C: None})
	case k == 6 && width > 2:
		return s.raw(Op{Kind: Shl, Width: int32(width), A: pick(), B: s.Builder.Uint(1+s.Uint64N(2), 32), C: None})
	case k == 7 && width > 2:
		return s.raw(Op{Kind: ZExt, Width: int32(width), A: s.param(width / 2), B: None, C: None})
	}
	return pick()
}

// differs tells how the value of an operation differs from that of what takes its place, "" if it does not.
func (s *instance) differs(to ID, parameters []circuit.Value) string {
	values := make([]circuit.Value, len(s.Ops))
	apply := func(op *Op) circuit.Value {
		if op.Kind == Param {
			return parameters[op.Imm]
		}
		value := func(id ID) circuit.Value {
			if id == None {
				return circuit.Value{}
			}
			return values[id]
		}
		n := 0
		if op.A != None {
			n = s.Width(op.A)
		}
		v, ok := s.Apply(op, n, value(op.A), value(op.B), value(op.C))
		if !ok {
			panic("no value of " + op.Kind.String())
		}
		return v
	}
	for id := range s.Ops {
		values[id] = apply(&s.Ops[id])
	}
	if want := apply(&s.root); !want.Equal(values[to]) {
		return fmt.Sprintf("%s instead of %s for %v", values[to], want, parameters)
	}
	return ""
}
