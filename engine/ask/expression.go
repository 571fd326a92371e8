package ask

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"simten.dev/engine/ask/probe"
	"simten.dev/engine/circuit"
	"simten.dev/engine/commands"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// Expression is a question's formula over signals, in the syntax of the language:
//
//	pc === 0x104 && rise(cpu.we)
//	cpu.regs.x[10] > 3 || changed(sum)
//	signal('odd name.out') & 7
//
// A signal reads as an unsigned number, or as a bigint where it is wider than 53 bits. prev(s) is a signal one cycle
// before, changed(s) tells whether the two differ; rise(e) and fall(e) are true where an expression becomes true or
// ceases to be. signed(s) reads a signal as two's complement. cycle is the number of the cycle. In the first cycle of a
// run there is none before: prev(s) is s then.
//
// The formula becomes the eval of a circuit of its own, so all of the language works in it, under the same limits. It
// is lowered and copied into the netlist of the run where that is possible, and is called every cycle where it is not.
type Expression struct {
	Text string

	signals  []Signal // s0, s1, …
	delayed  []int    // signals whose value one cycle before is needed, d0, d1, …
	edges    []string // conditions, as numbers, of which the value one cycle before is needed: outputs b0, …, inputs q0, …
	memories []Signal // read with a computed index, m0, …
	width    int      // of the result

	compiled *sandbox.Compiled
	module   *netlist.Module
}

// The widths of a result: enough for every whole number, or for the widest signal.
const minResult = 53

// lead is how many cycles before one have to be seen to know the value in it: one for each rise, fall, changed or prev
// that may stand inside another.
func (e *Expression) lead() uint64 { return uint64(len(e.edges) + min(1, len(e.delayed))) }

func (e *Expression) close() {
	if e.compiled != nil {
		e.compiled.Close()
	}
}

// Expression compiles a formula; the same text is compiled once. Errors are *circuit.Diagnostic with the column.
func (r *Run) Expression(ctx context.Context, text string) (*Expression, error) {
	if e := r.expressions[text]; e != nil {
		return e, nil
	}
	if len(text) > maxText {
		return nil, refused("", "The expression is too long.", fmt.Sprintf("At most %d characters are read.", maxText))
	}
	t := &translation{run: r, text: text, e: &Expression{Text: text}}
	body, err := t.translate()
	if err != nil {
		return nil, err
	}
	if err := t.e.compile(ctx, body, r.limits); err != nil {
		return nil, err
	}
	if len(r.expressions) >= maxExpressions {
		r.Close()
	}
	r.expressions[text] = t.e
	return t.e, nil
}

// Bounds of expressions.
const (
	maxText        = commands.MaxText
	maxExpressions = 64 // kept compiled
	maxSignals     = 1_000
)

// translation rewrites the names of signals in a formula to those of inputs.
type translation struct {
	run   *Run
	text  string
	e     *Expression
	bound map[string]bool // names that the formula declares itself, such as parameters
	edits []edit
	err   error
}

type edit struct {
	from, to int // bytes of the text
	by       string
}

// prefix makes an expression out of the formula that the parser takes for one.
const prefix = "("

func (t *translation) translate() (string, error) {
	program, err := parser.ParseFile(nil, "expression", prefix+t.text+"\n)", 0, parser.WithDisableSourceMaps)
	if err != nil {
		return "", t.syntax(err)
	}
	if len(program.Body) != 1 {
		return "", refused("", "This is not one expression.", "Write one condition or value, such as pc === 4 && we.")
	}
	statement, ok := program.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return "", refused("", "This is not an expression.", "Write a condition or a value, such as pc === 4 && we.")
	}
	t.bound = map[string]bool{}
	walk(reflect.ValueOf(statement), func(n any) bool {
		if p, ok := n.(*ast.Binding); ok {
			if name, ok := p.Target.(*ast.Identifier); ok {
				t.bound[name.Name.String()] = true
			}
		}
		return true
	})
	text := t.rewrite(statement.Expression, 0, len(t.text))
	return text, t.err
}

// syntax is a parser's complaint in the columns of the formula.
func (t *translation) syntax(err error) error {
	message, column := err.Error(), 0
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		message, column = list[0].Message, list[0].Position.Column-len(prefix)
	}
	d := circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeQuestion, Severity: circuit.Error,
		Message: "The expression cannot be read: " + strings.TrimSuffix(message, ".") + ".", Suggestion: "Write a condition or a value, such as pc === 4 && we.",
	}
	d.Line, d.Column = 1, max(1, min(column, len(t.text)+1))
	return &d
}

// span is the place of an expression in the formula.
func (t *translation) span(n ast.Node) (from, to int) {
	from, to = int(n.Idx0())-1-len(prefix), int(n.Idx1())-1-len(prefix)
	return max(0, from), min(len(t.text), to)
}

// rewrite is the text of an expression, from one byte to another, with inputs in the place of signals. The range is
// given because that of the expression leaves parentheses around it out.
func (t *translation) rewrite(e ast.Expression, from, to int) string {
	outer := t.edits
	t.edits = nil
	walk(reflect.ValueOf(e), t.visit)
	slices.SortFunc(t.edits, func(a, b edit) int { return a.from - b.from })
	var out strings.Builder
	for _, c := range t.edits {
		if c.from < from {
			continue
		}
		out.WriteString(t.text[from:c.from])
		out.WriteString(c.by)
		from = c.to
	}
	out.WriteString(t.text[from:to])
	t.edits = outer
	return out.String()
}

func (t *translation) replace(n ast.Node, by string) bool {
	from, to := t.span(n)
	t.edits = append(t.edits, edit{from, to, by})
	return false
}

// visit looks at one node of the formula; false: its parts have been seen to.
func (t *translation) visit(n any) bool {
	if t.err != nil {
		return false
	}
	switch n := n.(type) {
	case *ast.CallExpression:
		if name, ok := n.Callee.(*ast.Identifier); ok && !t.bound[name.Name.String()] {
			if f := helpers[name.Name.String()]; f != nil {
				if len(n.ArgumentList) != 1 {
					t.fail(n, fmt.Sprintf("%s takes one value.", name.Name), fmt.Sprintf("Write %s(pc).", name.Name))
					return false
				}
				inside := argument{n.ArgumentList[0], int(n.LeftParenthesis) - len(prefix), int(n.RightParenthesis) - 1 - len(prefix)}
				return t.replace(n, f(t, inside))
			}
		}
	case *ast.DotExpression, *ast.BracketExpression, *ast.Identifier:
		return t.reference(n.(ast.Expression))
	case *ast.PropertyKeyed: // its key is no reference
		if !n.Computed {
			walk(reflect.ValueOf(n.Value), t.visit)
			return false
		}
	case *ast.AssignExpression:
		t.fail(n, "A question changes nothing, so it cannot assign.", "Compare with ===.")
		return false
	}
	return true
}

func (t *translation) fail(n ast.Node, message, advice string) {
	if t.err != nil {
		return
	}
	from, _ := t.span(n)
	d := circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeQuestion, Severity: circuit.Error, Message: message, Suggestion: advice,
	}
	d.Line, d.Column = 1, from+1
	t.err = &d
}

// argument is an expression with its place in the formula, parentheses around it included.
type argument struct {
	ast.Expression
	from, to int
}

func (t *translation) textOf(a argument) string { return t.rewrite(a.Expression, a.from, a.to) }

// helpers are the functions that a question has beyond the language.
var helpers map[string]func(t *translation, a argument) string

func init() {
	helpers = map[string]func(t *translation, a argument) string{
		"signal": func(t *translation, a argument) string {
			name, ok := a.Expression.(*ast.StringLiteral)
			if !ok {
				t.fail(a, "signal takes a name in quotes.", "Write signal('cpu.pc').")
				return ""
			}
			s, err := t.run.Signal(name.Value.String())
			if err != nil {
				t.err = err
				return ""
			}
			return t.input(s)
		},
		"prev": func(t *translation, a argument) string { return t.delayed("prev", a) },
		"changed": func(t *translation, a argument) string {
			if _, ok := t.signalOf(a.Expression); ok {
				before := t.delayed("changed", a)
				return "(" + before + " !== " + t.textOf(a) + ")"
			}
			now, before := t.edge(a)
			return "(valid !== 0 && " + before + " !== " + now + ")"
		},
		"rise": func(t *translation, a argument) string {
			now, before := t.edge(a)
			return "(valid !== 0 && " + before + " === 0 && " + now + " === 1)"
		},
		"fall": func(t *translation, a argument) string {
			now, before := t.edge(a)
			return "(valid !== 0 && " + before + " === 1 && " + now + " === 0)"
		},
		"signed": func(t *translation, a argument) string {
			s, ok := t.signalOf(a.Expression)
			if !ok {
				t.fail(a, "signed takes a signal.", "Write signed(alu.out).")
				return ""
			}
			x := t.textOf(a)
			switch {
			case s.Width > minResult:
				return fmt.Sprintf("BigInt.asIntN(%d, %s)", s.Width, x)
			case s.Width > 32:
				return fmt.Sprintf("(%s >= %d ? %s - %d : %s)", x, uint64(1)<<(s.Width-1), x, uint64(1)<<s.Width, x)
			}
			return fmt.Sprintf("((%s << %d) >> %d)", x, 32-s.Width, 32-s.Width)
		},
	}
}

// edge gives the truth of an expression now, as a number, and the input that has its truth one cycle before.
func (t *translation) edge(a argument) (now, before string) {
	text := t.textOf(a)
	now = "((" + text + ") ? 1 : 0)"
	t.e.edges = append(t.e.edges, now)
	return now, fmt.Sprintf("q%d", len(t.e.edges)-1)
}

// delayed is a signal one cycle before.
func (t *translation) delayed(helper string, a argument) string {
	s, ok := t.signalOf(a.Expression)
	if !ok {
		t.fail(a, helper+" takes a signal.", fmt.Sprintf("Write %s(cpu.pc); of an expression, take the parts.", helper))
		return ""
	}
	i := t.index(s)
	k := slices.Index(t.e.delayed, i)
	if k < 0 {
		k = len(t.e.delayed)
		t.e.delayed = append(t.e.delayed, i)
	}
	return read(fmt.Sprintf("d%d", k), s.Width)
}

// signalOf is the signal that an expression names, alone.
func (t *translation) signalOf(a ast.Expression) (Signal, bool) {
	if call, ok := a.(*ast.CallExpression); ok {
		if name, ok := call.Callee.(*ast.Identifier); ok && name.Name == "signal" && len(call.ArgumentList) == 1 {
			if text, ok := call.ArgumentList[0].(*ast.StringLiteral); ok {
				s, err := t.run.lookup(text.Value.String())
				return s, err == nil
			}
		}
	}
	name, ok := chain(a)
	if !ok {
		return Signal{}, false
	}
	s, err := t.run.lookup(name)
	return s, err == nil
}

// chain is the dotted name that an expression spells, with an index of numbers at its end.
func chain(e ast.Expression) (string, bool) {
	switch e := e.(type) {
	case *ast.Identifier:
		return e.Name.String(), true
	case *ast.DotExpression:
		left, ok := chain(e.Left)
		return left + "." + e.Identifier.Name.String(), ok
	case *ast.BracketExpression:
		left, ok := chain(e.Left)
		switch key := e.Member.(type) {
		case *ast.NumberLiteral:
			n, err := strconv.ParseUint(strings.ReplaceAll(key.Literal, "_", ""), 0, 64)
			return fmt.Sprintf("%s[%d]", left, n), ok && err == nil
		case *ast.StringLiteral:
			return left + "." + key.Value.String(), ok
		}
	}
	return "", false
}

// reference resolves the longest beginning of a dotted name that is a signal. The characters after it are the
// language's.
func (t *translation) reference(e ast.Expression) bool {
	root := e
	for {
		switch n := root.(type) {
		case *ast.DotExpression:
			root = n.Left
			continue
		case *ast.BracketExpression:
			root = n.Left
			continue
		}
		break
	}
	name, ok := root.(*ast.Identifier)
	if !ok || t.bound[name.Name.String()] {
		return t.parts(e)
	}
	if name.Name == "cycle" && e == root {
		return t.replace(e, "Number(cycle)")
	}
	if _, end := t.span(root); e != root && strings.HasPrefix(strings.TrimLeft(t.text[end:], " "), ")") {
		return t.parts(e) // (x).y, whose parentheses are not part of any range
	}
	for at := e; ; {
		if full, ok := chain(at); ok {
			if s, err := t.run.lookup(full); err == nil {
				t.replace(at, t.input(s))
				return t.rest(e, at)
			}
		}
		if b, ok := at.(*ast.BracketExpression); ok {
			if full, ok := chain(b.Left); ok {
				if s, ok := find(t.run.compiled.Design, full); ok && s.Kind == Cell {
					t.replace(at, t.memory(s, argument{b.Member, int(b.LeftBracket) - len(prefix), int(b.RightBracket) - 1 - len(prefix)}))
					return t.rest(e, at)
				}
			}
		}
		switch n := at.(type) {
		case *ast.DotExpression:
			at = n.Left
			continue
		case *ast.BracketExpression:
			at = n.Left
			continue
		}
		break
	}
	if known[name.Name.String()] {
		return t.parts(e)
	}
	full, ok := chain(e)
	if !ok {
		full = name.Name.String()
	}
	_, t.err = t.run.Signal(full)
	return false
}

// rest visits the computed keys that follow a signal.
func (t *translation) rest(e, at ast.Expression) bool {
	for e != at {
		switch n := e.(type) {
		case *ast.BracketExpression:
			walk(reflect.ValueOf(n.Member), t.visit)
			e = n.Left
		case *ast.DotExpression:
			e = n.Left
		}
	}
	return false
}

// parts visits what is in an expression that is no signal, but not the names of properties.
func (t *translation) parts(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.DotExpression:
		walk(reflect.ValueOf(n.Left), t.visit)
	case *ast.BracketExpression:
		walk(reflect.ValueOf(n.Left), t.visit)
		walk(reflect.ValueOf(n.Member), t.visit)
	}
	return false
}

// known are the names of the language that a formula can use.
var known = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields("Math Number BigInt Boolean String Array Object Set Map undefined NaN Infinity parseInt parseFloat isNaN isFinite bits") {
		m[n] = true
	}
	return m
}()

// index is the number of a signal among the inputs.
func (t *translation) index(s Signal) int {
	for i := range t.e.signals {
		if x := &t.e.signals[i]; x.Kind == s.Kind && x.net == s.net && x.node == s.node && x.field == s.field && x.cell == s.cell {
			return i
		}
	}
	if len(t.e.signals) >= maxSignals && t.err == nil {
		t.err = refused("", "The expression names too many signals.", fmt.Sprintf("At most %d.", maxSignals))
	}
	t.e.signals = append(t.e.signals, s)
	return len(t.e.signals) - 1
}

func (t *translation) input(s Signal) string {
	return read(fmt.Sprintf("s%d", t.index(s)), s.Width)
}

// memory reads a cell whose index is computed.
func (t *translation) memory(s Signal, index argument) string {
	k := slices.IndexFunc(t.e.memories, func(x Signal) bool { return x.node == s.node && x.field == s.field })
	if k < 0 {
		k = len(t.e.memories)
		t.e.memories = append(t.e.memories, s)
	}
	return fmt.Sprintf("m%d[%s]", k, t.textOf(index))
}

// read is an input as the number that a question sees: unsigned, and no bigint where a number is exact.
func read(input string, width int) string {
	switch {
	case width == 32:
		return "(" + input + " >>> 0)"
	case width > 32 && width <= minResult:
		return "Number(" + input + ")"
	}
	return input
}

// walk visits the nodes of an expression, outer ones first; visit tells whether it wants the parts.
func walk(v reflect.Value, visit func(any) bool) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), visit)
		}
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem().PkgPath() != astPackage {
			return
		}
		if visit(v.Interface()) {
			walk(v.Elem(), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Name != "DeclarationList" {
				walk(v.Field(i), visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	}
}

var astPackage = reflect.TypeFor[ast.Identifier]().PkgPath()

// compile makes a circuit of the formula.
func (e *Expression) compile(ctx context.Context, body string, l sandbox.Limits) error {
	e.width = minResult
	for i := range e.signals {
		e.width = max(e.width, e.signals[i].Width)
	}
	var inputs, names, outputs, results []string
	port := func(name string, width int) {
		inputs, names = append(inputs, fmt.Sprintf("%s: bus(%d)", name, width)), append(names, name)
	}
	for i := range e.signals {
		port(fmt.Sprintf("s%d", i), e.signals[i].Width)
	}
	for k, i := range e.delayed {
		port(fmt.Sprintf("d%d", k), e.signals[i].Width)
	}
	for k := range e.edges {
		port(fmt.Sprintf("q%d", k), 1)
	}
	port("valid", 1)
	port("cycle", minResult)
	var state []string
	for k := range e.memories {
		x := &e.memories[k]
		state, names = append(state, fmt.Sprintf("m%d: mem(%d, %d)", k, max(1, x.depth), x.Width)), append(names, fmt.Sprintf("m%d", k))
	}
	outputs, results = append(outputs, fmt.Sprintf("y: bus(%d)", e.width)), append(results, "y: ("+body+")")
	outputs, results = append(outputs, "t: bit"), append(results, "t: !!("+body+")")
	for k := range e.edges {
		outputs = append(outputs, fmt.Sprintf("b%d: bit", k))
		results = append(results, fmt.Sprintf("b%d: %s", k, e.edges[k]))
	}
	text := fmt.Sprintf("circuit('Question', {\n  inputs: { %s },\n  outputs: { %s },\n", strings.Join(inputs, ", "), strings.Join(outputs, ", "))
	if len(state) > 0 {
		text += fmt.Sprintf("  state: { %s },\n  onTick: () => ({}),\n", strings.Join(state, ", "))
	}
	text += fmt.Sprintf("  eval: ({ %s }) => ({ %s }),\n})\n", strings.Join(names, ", "), strings.Join(results, ", "))
	compiled, err := sandbox.Compile(ctx, sandbox.Source{Text: text, File: "question.ts"}, l)
	if err != nil {
		return err
	}
	if compiled.Design == nil {
		compiled.Close()
		return e.problem(compiled.Diagnostics)
	}
	e.compiled = compiled
	if e.module, _, err = compiled.Netlist(ctx); err != nil {
		return err
	}
	// A comparison is one bit, a sum of bytes nine.
	if bits := int(e.module.Ops[e.module.Nets[compiled.Design.Outputs[0].Net]].Bits); bits < e.width {
		e.width = max(1, bits)
	}
	return nil
}

// problem is the first error of a formula's circuit, told about the formula.
func (e *Expression) problem(list []circuit.Diagnostic) error {
	for i := range list {
		if list[i].Severity == circuit.Error {
			return refused("", "The expression cannot be computed: "+list[i].Message, list[i].Suggestion)
		}
	}
	return refused("", "The expression cannot be computed.", "")
}

// frame is what all expressions of one netlist share.
type frame struct {
	b     *probe.Builder
	base  *netlist.Module
	valid probe.Register // 1 from the second cycle on
	cycle probe.Register
}

func newFrame(base *netlist.Module) *frame {
	f := &frame{b: probe.New(base), base: base}
	f.valid = f.b.Register("valid", 1, circuit.Value{})
	f.b.Next(f.valid, f.b.Uint(1, 1))
	f.cycle = f.b.Register("cycle", 64, circuit.Value{})
	f.b.Next(f.cycle, f.b.Add(f.cycle.Value, f.b.Uint(1, 64)))
	return f
}

// observe puts an expression into a netlist: its value, and whether it is true (one bit). probe.ErrClosure: it has to
// be called every cycle.
func (e *Expression) observe(f *frame) (value, truth word.ID, err error) {
	var to probe.Binding
	values := make([]word.ID, len(e.signals))
	for i := range e.signals {
		v, ok := e.signals[i].value(f.base, f.b)
		if !ok {
			return 0, 0, probe.ErrClosure
		}
		values[i] = v
	}
	to.Inputs = slices.Clone(values)
	for k, i := range e.delayed {
		before := f.b.Register(fmt.Sprintf("before%d", k), e.signals[i].Width, circuit.Value{})
		f.b.Next(before, values[i])
		to.Inputs = append(to.Inputs, f.b.Mux(f.valid.Value, before.Value, f.b.Resize(values[i], e.signals[i].Width)))
	}
	var edges []probe.Register
	for k := range e.edges {
		r := f.b.Register(fmt.Sprintf("edge%d", k), 1, circuit.Value{})
		edges = append(edges, r)
		to.Inputs = append(to.Inputs, r.Value)
	}
	to.Inputs = append(to.Inputs, f.valid.Value, f.cycle.Value)
	for k := range e.memories {
		x := &e.memories[k]
		field := &f.base.Fields[x.node][x.field]
		if field.Kind != netlist.MemoryField {
			return 0, 0, probe.ErrClosure
		}
		to.Memories = append(to.Memories, field.Index)
	}
	nets, err := f.b.Embed(e.module, to)
	if err != nil {
		return 0, 0, err
	}
	out := e.compiled.Design.Outputs
	for k, r := range edges {
		f.b.Next(r, nets[out[2+k].Net])
	}
	return f.b.Resize(nets[out[0].Net], e.width), nets[out[1].Net], nil
}

// sampler computes an expression cycle by cycle, outside of the netlist of the run.
type sampler struct {
	e       *Expression
	machine sim.Machine
	before  []circuit.Value // of the delayed signals
	edges   []circuit.Value
	valid   bool
}

// sampler makes a sampler.
func (e *Expression) sampler(ctx context.Context) (*sampler, error) {
	m, err := e.compiled.NewMachineOn(ctx, sandbox.Closures)
	if err != nil {
		return nil, err
	}
	return &sampler{e: e, machine: m, before: make([]circuit.Value, len(e.delayed)), edges: make([]circuit.Value, len(e.edges))}, nil
}

// sample is the value of the expression in the cycle that a machine shows, which must follow the one before.
func (s *sampler) sample(ctx context.Context, m sim.Machine, cycle uint64) (value circuit.Value, truth bool, err error) {
	n := 0
	set := func(v circuit.Value) {
		s.machine.Set(n, v)
		n++
	}
	now := make([]circuit.Value, len(s.e.signals))
	for i := range now {
		now[i] = s.e.signals[i].Read(m)
		set(now[i])
	}
	for k, i := range s.e.delayed {
		if !s.valid {
			s.before[k] = now[i]
		}
		set(s.before[k])
	}
	for k := range s.edges {
		set(s.edges[k])
	}
	valid := circuit.Value{}
	if s.valid {
		valid = one
	}
	set(valid)
	set(circuit.Uint(cycle))
	for k := range s.e.memories {
		x := &s.e.memories[k]
		s.machine.SetState(0, k, m.State(x.node, x.field))
	}
	if err := s.machine.Settle(ctx); err != nil {
		return value, false, err
	}
	out := s.e.compiled.Design.Outputs
	for k, i := range s.e.delayed {
		s.before[k] = now[i]
	}
	for k := range s.edges {
		s.edges[k] = s.machine.Peek(out[2+k].Net)
	}
	s.valid = true
	return s.machine.Peek(out[0].Net), !s.machine.Peek(out[1].Net).IsZero(), nil
}

func (s *sampler) close() { _ = s.machine.Close() }
