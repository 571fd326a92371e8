package sandbox

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// lambdas looks for what the text of a lambda does that cannot be meant, by what its ports and state are. Circuits with
// one lambda, as those of one factory, need not have the same: what is told holds in all of them.
func (c *Compiled) lambdas(skip func(*realm.Definition) bool) {
	type key struct {
		script   *source.Script
		function int
	}
	index := map[key]int{}
	type group struct {
		name     string // eval or onTick
		function *source.Function
		circuits []*realm.Definition
	}
	var groups []group
	for _, d := range c.realm.Made() {
		if d.Library || skip(d) || len(d.Circuit.Nodes) > 0 {
			continue
		}
		for _, l := range []*realm.Lambda{d.Eval, d.OnTick} {
			if l == nil || l.Script == nil || l.Function == 0 {
				continue
			}
			name := "eval"
			if l == d.OnTick {
				name = "onTick"
			}
			k := key{l.Script, l.Function}
			i, known := index[k]
			if !known {
				f := l.Script.Function(l.Function)
				if f == nil {
					continue
				}
				i = len(groups)
				index[k] = i
				groups = append(groups, group{name: name, function: f})
			}
			groups[i].circuits = append(groups[i].circuits, d)
		}
	}
	options := &given{realm: c.realm}
	for _, g := range groups {
		l := lambdaText{c: c, given: options, name: g.name, f: g.function, circuits: g.circuits}
		l.memories()
		l.comparisons()
		if g.name == "onTick" {
			l.texts()
			l.lostFields()
		}
		l.defaults()
	}
}

// lambdaText is the text of a lambda, with the circuits that have it.
type lambdaText struct {
	c        *Compiled
	given    *given
	name     string
	f        *source.Function
	circuits []*realm.Definition
}

func (l *lambdaText) warn(code circuit.Code, at circuit.Place, message, suggestion string) {
	name := l.circuits[0].Circuit.Name
	l.c.add(circuit.Diagnostic{
		Stage: circuit.StageCheck, Code: code, Severity: circuit.Warning, Circuit: name,
		Message: fmt.Sprintf("%s of %s ", l.name, name) + message, Suggestion: suggestion,
	}.At(at))
}

// signal is what a lambda finds under a name.
type signal struct {
	kind  signalKind
	width int    // of a number
	depth int    // of a memory; 0 = it has no end
	what  string // port, register
}

type signalKind uint8

const (
	aNumber signalKind = iota
	aText
	aMemory
)

// signalOf is the input or state of a circuit with a name. An option of that name may be seen in its place, where an
// input is open.
func (g *given) signalOf(d *realm.Definition, name string) (s signal, ok bool) {
	for i := range d.Circuit.State {
		b := &d.Circuit.State[i]
		if b.Name != name {
			continue
		}
		switch {
		case b.StateType.Kind == circuit.Memory:
			return signal{kind: aMemory, depth: b.Depth, width: b.StateType.DataWidth}, true
		case b.InitialValue.IsText:
			return signal{kind: aText}, true
		}
		return signal{width: max(b.StateType.Width, 1), what: "register"}, true
	}
	for i := range d.Circuit.Inputs {
		if p := &d.Circuit.Inputs[i]; p.Name == name {
			return signal{width: p.PortType.Wires(), what: "port"}, g.nodes(d).given[name] == 0
		}
	}
	return signal{}, false
}

// all are the signals of a name in all circuits of a lambda; nil when one of them has no such signal.
func (l *lambdaText) all(name string) []signal {
	list := make([]signal, 0, len(l.circuits))
	for _, d := range l.circuits {
		s, ok := l.given.signalOf(d, name)
		if !ok {
			return nil
		}
		list = append(list, s)
	}
	return list
}

// memories looks for the length of a memory, and for a cell that is used like a row.
func (l *lambdaText) memories() {
	for _, u := range l.f.MemberUses() {
		signals := l.all(u.Field)
		if len(signals) == 0 || slices.ContainsFunc(signals, func(s signal) bool { return s.kind != aMemory }) {
			continue
		}
		if u.Member == "" {
			index := fmt.Sprintf("%s * W + %s", cmp.Or(u.First, "y"), cmp.Or(u.Second, "x"))
			l.warn(circuit.CodeMemoryUse, l.f.PlaceOf(u.At), fmt.Sprintf("takes a row out of the memory '%s', which has one index: a cell is a number, and there is nothing in it.", u.Field),
				fmt.Sprintf("Write %s[%s], with W cells in a row.", u.Written, index))
			continue
		}
		advice := "Write its number of cells"
		if depth := signals[0].depth; depth > 0 && !slices.ContainsFunc(signals, func(s signal) bool { return s.depth != depth }) {
			advice += fmt.Sprintf(", %d", depth)
		}
		l.warn(circuit.CodeMemoryUse, l.f.PlaceOf(u.At), fmt.Sprintf("asks for the length of the memory '%s'. A memory has none: it is undefined, and a loop up to it runs no round.", u.Field), advice+".")
	}
}

// texts looks for texts that are returned for registers.
func (l *lambdaText) texts() {
	told := map[string]bool{}
	for _, t := range l.f.StoredTexts() {
		signals := l.all(t.Name)
		if told[t.Name] || len(signals) == 0 || slices.ContainsFunc(signals, func(s signal) bool { return s.kind != aNumber }) {
			continue
		}
		told[t.Name] = true
		l.warn(circuit.CodeTextInNumber, l.f.PlaceOf(t.At), fmt.Sprintf("gives '%s' the text '%s', but it is a register, which holds a number: it becomes 0.", t.Name, t.Text),
			fmt.Sprintf("A state that is a text is declared by the one that it starts with: state: { %s: '%s' }.", t.Name, t.Text))
	}
}

// lostFields looks for state that is assigned as a property of the argument, which changes nothing.
func (l *lambdaText) lostFields() {
	for _, r := range l.f.LostFields() {
		signals := l.all(r.Name)
		if len(signals) == 0 {
			continue
		}
		if _, isState := stateNamed(l.circuits[0], r.Name); isState {
			l.warn(circuit.CodeLostWrites, l.f.PlaceOf(r.At), fmt.Sprintf("assigns '%s' in its argument and does not return it: it keeps its value.", r.Name), fmt.Sprintf("Return it: return { %s: … }.", r.Name))
		}
	}
}

func stateNamed(d *realm.Definition, name string) (*circuit.StateBlock, bool) {
	for i := range d.Circuit.State {
		if d.Circuit.State[i].Name == name {
			return &d.Circuit.State[i], true
		}
	}
	return nil, false
}

// defaults looks for options that a lambda takes from its argument where only the factory has a value for them.
func (l *lambdaText) defaults() {
	_, taken := l.f.Arguments()
	unguarded := l.f.Unguarded()
	for _, field := range taken {
		if field.Default || !slices.Contains(unguarded, field.Name) {
			continue
		}
		for _, d := range l.circuits {
			if _, isSignal := l.given.signalOf(d, field.Name); isSignal || !slices.Contains(d.Defaults(), field.Name) || !l.given.without(d, field.Name) {
				continue
			}
			l.warn(circuit.CodeUnknownField, l.f.PlaceOf(field.At),
				fmt.Sprintf("reads '%s' from its argument, where it is undefined when a node does not give it: the default stands in the factory.", field.Name),
				fmt.Sprintf("Leave '%s' out of the lambda's parameters, so that it sees the factory's variable, or give the option: %s({ %s: … }).", field.Name, d.Circuit.Name, field.Name))
			break
		}
	}
}

// given tells which options the nodes of a program are given.
type given struct {
	realm *realm.Realm
	of    map[circuit.DefinitionID]*optionsGiven // nil until it is asked for
}

// optionsGiven are the options of the nodes of one circuit.
type optionsGiven struct {
	nodes int            // how many there are
	given map[string]int // by option: how many are given it
}

func (g *given) nodes(d *realm.Definition) *optionsGiven {
	if g.of == nil {
		g.of = map[circuit.DefinitionID]*optionsGiven{}
		for _, around := range g.realm.Made() {
			for i := range around.Circuit.Nodes {
				n := &around.Circuit.Nodes[i]
				of := g.of[n.Definition]
				if of == nil {
					of = &optionsGiven{given: map[string]int{}}
					g.of[n.Definition] = of
				}
				of.nodes++
				for _, name := range n.Arguments.Keys {
					of.given[name]++
				}
			}
		}
	}
	if of := g.of[d.ID]; of != nil {
		return of
	}
	return &optionsGiven{}
}

// without reports a node of a circuit that is not given an option.
func (g *given) without(d *realm.Definition, name string) bool {
	of := g.nodes(d)
	return of.given[name] < of.nodes && d.Circuit.Metadata.InteractiveArg != name
}

// comparisons looks for comparisons of a port or state field with a value that it never has.
func (l *lambdaText) comparisons() {
	for _, u := range l.f.Comparisons() {
		signals := l.all(u.Field)
		if len(signals) == 0 {
			continue
		}
		why, advice := "", ""
		for i, s := range signals {
			w, a := impossible(&u, s, l.circuits[i].Variable())
			if w == "" {
				why = ""
				break
			}
			if i == 0 {
				why, advice = w, a
			}
		}
		if why == "" {
			continue
		}
		what := u.Text() + ", which is never true"
		switch u.Operator {
		case "!==", "!=":
			what = u.Text() + ", which is always true"
		case "case":
			what = "a case that never comes"
		}
		l.warn(circuit.CodeNeverTrue, l.f.PlaceOf(u.At), fmt.Sprintf("has %s: %s.", what, why), advice)
	}
}

// Widths from which values are signed, and bigints: see docs/language.md, "Values and widths".
const (
	signedWidth = 32
	maxNumber   = 32
)

// impossible says why a comparison never holds, and what to write; "" when it may hold. made says that a factory made
// the circuit: a bound that is idle at this width may be right at another.
func impossible(u *source.Comparison, s signal, made bool) (why, advice string) {
	strict := u.Operator == "===" || u.Operator == "!==" || u.Operator == "case"
	write := func(operator, value string) string {
		if u.Operator == "case" {
			return fmt.Sprintf("Write case %s.", value)
		}
		return fmt.Sprintf("Write %s %s %s.", u.Written, operator, value)
	}
	suffix := ""
	if s.width > maxNumber {
		suffix = "n"
	}
	switch {
	case s.kind == aMemory:
		return "", ""
	case s.kind == aText:
		if _, isText := u.Value.(string); strict && !isText {
			return fmt.Sprintf("'%s' is a text", u.Field), "Compare it with one of its texts, or make it a register: reg(8)."
		}
		return "", ""
	}
	number := "a number"
	if suffix != "" {
		number = "a bigint"
	}
	switch v := u.Value.(type) {
	case bool:
		if !strict {
			return "", ""
		}
		why = fmt.Sprintf("'%s' is %s, as all %ss are", u.Field, number, s.what)
		if s.width > 1 {
			why = fmt.Sprintf("'%s' is %s", u.Field, number)
		}
		switch {
		case u.Operator == "case" && v && s.width > 1:
			return why, ""
		case !v:
			return why, write(u.Operator, "0"+suffix)
		case s.width == 1:
			return why, write(u.Operator, "1")
		}
		return why, write(map[string]string{"===": "!==", "!==": "==="}[u.Operator], "0"+suffix)
	case string:
		if !strict && !source.IsWord(v) {
			return "", "" // '5' == 5
		}
		if !strict && u.Operator != "==" && u.Operator != "!=" {
			return "", ""
		}
		advice = "Compare it with a number."
		if s.what == "register" {
			advice = fmt.Sprintf("Compare it with a number; a state that is a text is declared by the one that it starts with: state: { %s: '%s' }.", u.Field, v)
		}
		return fmt.Sprintf("'%s' is %s", u.Field, number), advice
	}
	value := asInteger(u.Value)
	if value == nil {
		return "", ""
	}
	if strict && u.Bigint != (suffix != "") {
		if u.Bigint {
			return fmt.Sprintf("'%s' has %s, so it is a number, and no bigint", u.Field, circuit.Bits(s.width)), write(u.Operator, value.String())
		}
		return fmt.Sprintf("'%s' has %s, so it is a bigint, and no number", u.Field, circuit.Bits(s.width)), write(u.Operator, value.String()+"n")
	}
	equal := strict || u.Operator == "==" || u.Operator == "!="
	if s.width == signedWidth {
		if equal && s.what == "port" && value.Cmp(big.NewInt(math.MaxInt32)) > 0 && u.Operator != "case" {
			return "a port of 32 wires is read with a sign", fmt.Sprintf("Write (%s >>> 0) %s %v.", u.Written, u.Operator, value)
		}
		return "", ""
	}
	end := new(big.Int).Lsh(big.NewInt(1), uint(s.width))
	largest := new(big.Int).Sub(end, big.NewInt(1))
	switch {
	case value.Sign() < 0 && equal:
		if seen := new(big.Int).Add(value, end); seen.Sign() > 0 {
			return fmt.Sprintf("'%s' is read without a sign", u.Field), write(u.Operator, seen.String()+suffix)
		}
		return fmt.Sprintf("'%s' is read without a sign", u.Field), ""
	case u.Operator == "<" && value.Sign() <= 0, u.Operator == "<=" && value.Sign() < 0:
		if s.width == 1 {
			return fmt.Sprintf("'%s' is 0 or 1", u.Field), ""
		}
		top := fmt.Sprintf("(%s & %v) !== 0", u.Written, new(big.Int).Lsh(big.NewInt(1), uint(s.width-1)))
		if suffix != "" {
			top = fmt.Sprintf("(%s >> %dn) === 1n", u.Written, s.width-1)
		}
		return fmt.Sprintf("'%s' is read without a sign", u.Field), fmt.Sprintf("Its sign is its highest bit: %s.", top)
	case made:
		return "", ""
	case equal && value.Cmp(largest) > 0, u.Operator == ">" && value.Cmp(largest) >= 0, u.Operator == ">=" && value.Cmp(largest) > 0:
		return fmt.Sprintf("'%s' has %s, so %v is its largest value", u.Field, circuit.Bits(s.width), largest), fmt.Sprintf("Make it wider, or compare with %v at most.", largest)
	}
	return "", ""
}

func asInteger(v any) *big.Int {
	switch v := v.(type) {
	case int64:
		return big.NewInt(v)
	case *big.Int:
		return v
	}
	return nil
}
