package realm

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/source"
)

// site is where a circuit() call stands, with the places of the keys of its config when they are
// written literally.
type site struct {
	place circuit.Place
	call  *source.Call
}

func (s site) key(name string) circuit.Place {
	if s.call != nil {
		if p, ok := s.call.Keys[name]; ok {
			return p
		}
	}
	return s.place
}

// writes reports whether a key that begins so is written literally: else key gives the place of the call for all of
// them.
func (s site) writes(prefix string) bool {
	if s.call != nil {
		for name := range s.call.Keys {
			if strings.HasPrefix(name, prefix) {
				return true
			}
		}
	}
	return false
}

// callSite finds the circuit() call that is running: the innermost frame in the user's file.
func (r *Realm) callSite() site {
	if r.script == nil {
		return site{}
	}
	stack := r.vm.CaptureCallStack(0, nil)
	for i := range stack {
		script := r.files[stack[i].SrcName()]
		if script == nil {
			continue
		}
		p := stack[i].Position()
		if call := script.CallAt(p.Line, p.Column); call != nil {
			return site{place: call.Place, call: call}
		}
		return site{place: script.Place(p.Line, p.Column)}
	}
	return site{}
}

// define builds one circuit from its config (3.1, 3.2). Problems are reported, not thrown, so that
// one run shows all of them; the circuit is built as far as it makes sense.
func (r *Realm) define(name string, config goja.Value, at site, f *factory) *Definition {
	if m := r.mark.Load(); m != nil && m.Lambda != "" && r.script != nil {
		panic(r.typeError("circuit('%s') was called while a circuit runs: circuits are made when the file is read, not in %s", circuit.Cut(name, 100), m.Lambda))
	}
	if len(r.definitions) >= r.options.Circuits {
		panic(r.rangeError("This file makes more than %v circuits", limits.Count(r.options.Circuits)))
	}
	b := &builder{realm: r, at: at, d: &Definition{
		ID:      circuit.DefinitionID(len(r.definitions) + 1),
		Library: r.script == nil || (f != nil && f.library),
		factory: f,
		Circuit: &circuit.Circuit{
			Version: circuit.Version, Name: name, Place: at.place,
			Inputs: []circuit.Port{}, Outputs: []circuit.Port{}, Clocks: []circuit.Clock{},
			State: []circuit.StateBlock{}, Nodes: []circuit.Node{}, Connections: []circuit.Connection{},
		},
	}}
	b.c = b.d.Circuit
	b.c.Definition = b.d.ID
	r.definitions = append(r.definitions, b.d)

	switch o := config.(type) {
	case *goja.Object:
		b.build(o)
	default:
		switch {
		case f != nil:
			b.problem(circuit.CodeException, f.place, "The factory '%s' returns %s, not a description. An arrow function with braces needs a return, or parentheses around the object: () => ({ … }).", name, kindOf(config))
		case !isNothing(config):
			b.problem(circuit.CodeException, at.place, "circuit('%s') expects an object after its name, got %s.", name, kindOf(config))
		}
		b.finish()
	}
	return b.d
}

// builder carries the work on one circuit() call.
type builder struct {
	realm *Realm
	at    site
	d     *Definition
	c     *circuit.Circuit

	inputs, outputs map[string]int // port name → index
	nodes           map[string]int // node id → index
	nodeKeys        []nodeKey
	instances       []*instanceValue // one per node
	open            []*inferred      // nodes whose width was left open and has been found; nil when there are none
	hasTick         bool
	hasEval         bool
	connected       bool // connect has returned

	nodeObjects      slab[portsObject]
	refs             slab[portRef]
	connections      slab[connectionValue]
	earliest, latest *connectionValue // of connections
	made             int              // how many connections

	assigns bool               // connect assigns to ports
	meant   []*connectionValue // what it means by that

	// The last name that is no port, but that every object has, and where it was read.
	probed    *portsObject
	probedKey string

	portReads []portRead // properties of ports that were read since the last connection
	again     bool       // this is the second look at a connect callback that such a read has ended
}

// nodeKey is one declared key of `nodes`: a single node, or an array of them.
type nodeKey struct {
	name  string
	node  int32 // of a single one; -1 when it is no node
	array bool
	ids   []string // of an array
}

func (b *builder) problem(code circuit.Code, at circuit.Place, format string, args ...any) {
	b.note(circuit.Diagnostic{Code: code, Severity: circuit.Error, Message: sprintf(format, args...)}.At(at))
}

func (b *builder) note(d circuit.Diagnostic) {
	d.Stage = circuit.StageRealm
	d.Circuit = b.c.Name
	b.realm.report(d)
}

func (b *builder) build(config *goja.Object) {
	b.keys(config)
	section := func(name, old string) (goja.Value, string) {
		if v := config.Get(name); !isNothing(v) {
			return v, name
		}
		return config.Get(old), old // as public Simten once called it
	}
	ins, name := section("inputs", "in")
	b.inputs = b.ports(ins, name, &b.c.Inputs)
	outs, name := section("outputs", "out")
	b.outputs = b.ports(outs, name, &b.c.Outputs)
	b.readNodes(config.Get("nodes"))
	for _, p := range b.c.Inputs {
		if _, both := b.outputs[p.Name]; both { // D19
			b.problem(circuit.CodePortClash, b.at.key("outputs."+p.Name),
				"Port name '%s' used for both input and output. Rename one of them.", p.Name)
		}
	}
	state := config.Get("state")
	b.readState(state)
	b.d.Eval = b.lambda(config.Get("eval"), "eval")
	b.d.OnTick = b.lambda(config.Get("onTick"), "onTick")
	if b.hasTick && isNothing(state) { // D22
		b.problem(circuit.CodeTickWithoutState, b.at.key("onTick"),
			"onTick requires state to be defined. Add state: { … } with the fields it returns.")
	}
	b.readMeta(config.Get("meta"))
	b.connect(config.Get("connect"))
	b.finish()
}

// configKeys are the keys of a description. The last three are those of older circuits.
var configKeys = []string{"inputs", "outputs", "nodes", "connect", "eval", "state", "onTick", "meta", "in", "out", "nodeArgs"}

// otherKeys are what a key of a description is called elsewhere, too far from its name to be a slip.
var otherKeys = map[string]string{
	"tick": "onTick", "clock": "onTick", "onclock": "onTick", "update": "onTick", "next": "onTick", "step": "onTick",
	"logic": "eval", "compute": "eval", "run": "eval", "behavior": "eval", "behaviour": "eval",
	"wires": "connect", "wiring": "connect", "registers": "state", "regs": "state", "memory": "state",
	"components": "nodes", "parts": "nodes", "children": "nodes", "instances": "nodes",
}

// keys warns about keys of a description that mean nothing (D27). Public Simten passes over them, so they are no
// errors.
func (b *builder) keys(config *goja.Object) {
	if b.d.Library {
		return
	}
	given := config.Keys()
	for _, name := range given {
		if slices.Contains(configKeys, name) {
			continue
		}
		known := configKeys[:8]
		d := circuit.Diagnostic{Code: circuit.CodeUnknownKey, Severity: circuit.Warning}
		d.Guess(circuit.UseMember, name, known)
		if other := otherKeys[strings.ToLower(name)]; other != "" && d.Meant == nil {
			d.Instead(circuit.UseMember, name, "Did you mean '%s'?", other)
		}
		missing := ""
		if d.Meant != nil && len(d.Meant.Names) == 1 && !slices.Contains(given, d.Meant.Names[0]) {
			missing = sprintf(", so %s has no %s", b.c.Name, d.Meant.Names[0])
		}
		d.Message = sprintf("The description of %s has a key '%s', which means nothing%s. There are: %s.", b.c.Name, circuit.Cut(name, 100), missing, strings.Join(known, ", "))
		b.note(d.At(b.at.key(name)))
	}
}

// finish sets what follows from the rest: kind, clock, timing (7.1).
func (b *builder) finish() {
	c := b.c
	c.Implementation.Kind = circuit.Primitive
	if len(c.Nodes) > 0 {
		c.Implementation.Kind = circuit.Composite
	}
	if len(c.State) > 0 || b.hasTick {
		c.Clocks = append(c.Clocks, circuit.Clock{Name: "clk"})
	}
	sequential := len(c.State) > 0 && (b.hasEval || len(c.Nodes) > 0)
	for i := range c.Nodes {
		if sub := b.realm.Definition(c.Nodes[i].Definition); sub != nil &&
			(len(sub.Circuit.Clocks) > 0 || len(sub.Circuit.State) > 0) {
			sequential = true
		}
	}
	c.Metadata.Timing = circuit.Combinational
	if sequential {
		c.Metadata.Timing = circuit.Sequential
	}
}

// ports reads `inputs` or `outputs`.
func (b *builder) ports(v goja.Value, section string, list *[]circuit.Port) map[string]int {
	index := map[string]int{}
	if isNothing(v) {
		return index
	}
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() == "Array" {
		b.problem(circuit.CodeBadPortType, b.at.key(section), "%s must be an object of ports, got %s. Write %s: { a: bit, b: bus(8) }.", section, kindOf(v), section)
		return index
	}
	for _, name := range o.Keys() {
		if b.halfName(circuit.CodeBadPortType, name, b.at.key(section)) {
			continue
		}
		t, ok := b.realm.portTypeOf(orUndefined(o.Get(name)))
		if !ok {
			b.problem(circuit.CodeBadPortType, b.at.key(section+"."+name), "Port '%s' is neither bit nor bus(n). %s", name, portInstead(name, o.Get(name)))
			t = circuit.PortType{Kind: circuit.Bit}
		}
		index[name] = len(*list)
		*list = append(*list, circuit.Port{Name: name, PortType: t, Place: b.at.key(section + "." + name)})
	}
	return index
}

// halfName reports a name with half of a surrogate pair in it: it is no text that could be shown or
// sent, and reads as another name.
func (b *builder) halfName(code circuit.Code, name string, at circuit.Place) bool {
	if !strings.ContainsRune(name, '\uFFFD') {
		return false
	}
	b.problem(code, at, "The name '%s' contains half of a surrogate pair. Use whole characters.", name)
	return true
}

func (b *builder) readState(v goja.Value) {
	if isNothing(v) {
		return
	}
	o, ok := v.(*goja.Object)
	if !ok {
		b.problem(circuit.CodeBadState, b.at.key("state"), "state must be an object of fields, got %s.", kindOf(v))
		return
	}
	for _, name := range o.Keys() {
		at := b.at.key("state." + name)
		if b.halfName(circuit.CodeBadState, name, at) {
			continue
		}
		s, ok := b.realm.stateOf(orUndefined(o.Get(name)))
		if !ok {
			b.problem(circuit.CodeBadState, at, "State '%s' is not a state field. %s", name, b.realm.stateInstead(name, o.Get(name)))
			continue
		}
		s.ID, s.Name, s.Place = b.c.Name+"-"+name, name, at
		b.startFits(orUndefined(o.Get(name)), &s)
		if _, clash := b.inputs[name]; clash { // D20
			b.problem(circuit.CodeStateClash, at, "State name '%s' collides with input port name. Rename the state field.", name)
		}
		if _, clash := b.outputs[name]; clash {
			b.problem(circuit.CodeStateClash, at, "State name '%s' collides with output port name. Rename the state field.", name)
		}
		b.c.State = append(b.c.State, s)
	}
}

// startFits warns about a start value that is wider than its register. In a factory it is not kept at all.
func (b *builder) startFits(v goja.Value, s *circuit.StateBlock) {
	o, ok := v.(*goja.Object)
	if !ok || b.d.Library || s.StateType.Kind == circuit.Memory || o.Get("initial") == nil {
		return
	}
	width := stateWidth(s.StateType)
	_, _, fits := b.realm.toCell(o.Get("initial"), width)
	if text, ok := stringOf(o.Get("initial")); ok && !fits {
		b.note(circuit.Diagnostic{
			Code: circuit.CodeTextInNumber, Severity: circuit.Warning,
			Message:    sprintf("The start value of '%s' is the text '%s', but a register holds a number: it starts with 0.", s.Name, circuit.Cut(text, longestListed)),
			Suggestion: sprintf("A state that is a text is written %s: '%s'.", s.Name, circuit.Cut(text, longestListed)),
		}.At(s.Place))
		return
	}
	if b.d.factory == nil && !fits {
		b.note(circuit.Diagnostic{
			Code: circuit.CodeDoesNotFit, Severity: circuit.Warning,
			Message: sprintf("The start value of '%s' does not fit its %s: the upper bits are cut off.", s.Name, circuit.Bits(width)), Suggestion: "Choose a smaller value, or make the register wider.",
		}.At(s.Place))
	}
}

// lambda reads eval or onTick.
func (b *builder) lambda(v goja.Value, which string) *Lambda {
	if isNothing(v) {
		return nil
	}
	o, isObject := v.(*goja.Object)
	call, ok := goja.AssertFunction(v)
	if !ok || !isObject {
		b.problem(circuit.CodeBadBehavior, b.at.key(which), "%s must be a function, got %s.", which, kindOf(v))
		return nil
	}
	if which == "eval" {
		b.hasEval = true
	} else {
		b.hasTick = true
	}
	if tag := o.GetSymbol(goja.SymToStringTag); tag != nil && !b.d.Library {
		switch tag.String() {
		case "AsyncFunction":
			b.problem(circuit.CodeBadBehavior, b.at.key(which), "%s must not be async: it gives its result at once. Remove the word async.", which)
			return nil
		case "GeneratorFunction", "AsyncGeneratorFunction":
			b.problem(circuit.CodeBadBehavior, b.at.key(which), "%s must not be a generator: it gives its result at once. Remove the * and use return.", which)
			return nil
		}
	}
	l := &Lambda{call: call, all: true, Place: b.at.key(which)}
	if mark, ok := b.realm.functions[o]; ok {
		l.Script, l.Function, l.Captured = mark.script, mark.id, mark.captured
		if f := mark.script.Function(mark.id); f != nil {
			l.reads, l.all = f.Reads()
			if b.realm.files[mark.script.File] == mark.script {
				l.Place = f.Place
			}
		}
	}
	return l
}

func (b *builder) readMeta(v goja.Value) {
	o, ok := v.(*goja.Object)
	if !ok {
		return
	}
	m := &b.c.Metadata
	text := func(key string, dst *string) {
		if s, ok := stringOf(orUndefined(o.Get(key))); ok {
			*dst = clip(s, 10_000)
		}
	}
	text("description", &m.Description)
	text("category", &m.Category)
	text("icon", &m.Icon)
	text("author", &m.Author)
	text("version", &m.Version)
	text("interactiveArg", &m.InteractiveArg)
	if tags, ok := o.Get("tags").(*goja.Object); ok {
		for _, k := range tags.Keys() {
			if s, ok := stringOf(orUndefined(tags.Get(k))); ok && len(m.Tags) < 100 {
				m.Tags = append(m.Tags, clip(s, 100))
			}
		}
	}
	if v := o.Get("synthesizable"); v != nil && !isObject(v) {
		if flag, ok := v.Export().(bool); ok {
			m.Synthesizable = &flag
		}
	}
}

// stringOf reads a primitive string.
func stringOf(v goja.Value) (string, bool) {
	if isNothing(v) || isObject(v) {
		return "", false
	}
	s, ok := v.Export().(string)
	return s, ok
}

// kindOf is what an error says that it got: null, array, or the typeof word.
func kindOf(v goja.Value) string {
	switch {
	case v == nil || goja.IsUndefined(v):
		return "undefined"
	case goja.IsNull(v):
		return "null"
	}
	o, ok := v.(*goja.Object)
	if !ok {
		switch v.Export().(type) {
		case string:
			return "string"
		case bool:
			return "boolean"
		case int64, float64:
			return "number"
		}
		if _, symbol := v.(*goja.Symbol); symbol {
			return "symbol"
		}
		return "bigint"
	}
	if _, callable := goja.AssertFunction(o); callable {
		return "function"
	}
	if o.ClassName() == "Array" {
		return "array"
	}
	return "object"
}

func marshal(v any) (string, error) {
	text, err := json.Marshal(v)
	return strings.TrimSpace(string(text)), err
}
