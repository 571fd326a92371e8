package realm

import (
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

// Definition is one circuit() call, or one call of a factory: a circuit and its behaviour.
type Definition struct {
	ID      circuit.DefinitionID
	Circuit *circuit.Circuit
	Library bool // part of the standard library
	Eval    *Lambda
	OnTick  *Lambda

	factory *factory // nil when the circuit was not made by a factory

	pins                    *[3][]circuit.Pin // of its instances in the IR: inputs, outputs, clocks
	inputIndex, outputIndex map[string]int    // of a circuit with many ports: see port
}

// Defaults are the options to which the factory of a circuit gives a value when there is none; of a circuit that no
// factory made there are none.
func (d *Definition) Defaults() []string {
	if d.factory == nil || d.factory.call == nil {
		return nil
	}
	return d.factory.call.Defaults
}

// Variable reports that a circuit was made by a factory, so that another call may give it other widths.
func (d *Definition) Variable() bool { return d.factory != nil }

// Lambda is an eval or onTick function, a closure of its realm.
type Lambda struct {
	Place    circuit.Place
	Script   *source.Script // where Function is to be found; nil when unknown
	Function int            // id in Script, 0 when the function was not marked
	// Captured gives the run-time value of a captured variable by index (source.Function's order).
	Captured goja.Callable

	call  goja.Callable
	reads []string // property names it takes from its argument
	all   bool     // it may read any property
}

// Reads tells which fields of its argument the lambda can look at: all when that is unknown.
func (l *Lambda) Reads() (names []string, all bool) { return l.reads, l.all }

// Reads reports whether the eval of a definition can look at a field of its argument: an input port,
// a state field or an option.
func (r *Realm) Reads(id circuit.DefinitionID, name string) bool {
	d := r.Definition(id)
	if d == nil || d.Eval == nil {
		return false
	}
	return d.Eval.all || slices.Contains(d.Eval.reads, name)
}

// instanceValue is a circuit as a value of the language: what circuit() returns, or what calling a
// circuit with options returns. A bare factory is one too; it becomes an instance when it is used.
type instanceValue struct {
	definition *Definition
	arguments  circuit.Arguments
	factory    *factory
	explicit   bool   // made by a call, so it has _args
	given      string // what it was called with, when that was no object; else ""
	settled    bool   // its width was looked at, and is not left open

	call func(goja.FunctionCall) goja.Value // callBuilt with it; nil until there is a function that does that
}

// label is the name of the circuit or factory.
func (v *instanceValue) label() string {
	if v.definition != nil {
		return v.definition.Circuit.Name
	}
	return v.factory.name
}

// factory is circuit(name, (options) => config).
type factory struct {
	name     string
	config   goja.Callable
	library  bool
	place    circuit.Place
	call     *source.Call              // circuit(name, factory), with the places of the keys of what the function returns
	made     map[string]*instanceValue // of a library factory: its instances by the options given, as text
	latest   []field                   // of a library factory: the options given last, when all are whole numbers
	again    *instanceValue            // what was made of these
	options  map[string]bool           // of a library factory: the options that its config has read
	bare     *Definition               // of a library factory: what it made without options
	plain    *instanceValue            // of a library factory: bare as a node
	variants []variants
}

// variants are the definitions that a library factory made while its config looked at the same options.
// Library factories are pure, so options that agree in these give the same definition: registers that
// start with different values are one component.
type variants struct {
	read []string // sorted
	made map[string]*Definition
}

// circuitFunction is circuit(name, config) and circuit(name, factory) (section 3).
func (r *Realm) circuitFunction(call goja.FunctionCall) goja.Value {
	name, ok := stringOf(call.Argument(0))
	if !ok {
		panic(r.typeError("circuit() expects a string name as the first argument, got %s. Write circuit('Name', { … }).", kindOf(call.Argument(0)))) // D16
	}
	at := r.callSite()
	if config, ok := goja.AssertFunction(call.Argument(1)); ok {
		f := &factory{name: name, config: config, library: r.script == nil, place: at.place, call: at.call, made: map[string]*instanceValue{}}
		if f.library {
			r.factories[name] = f
		} else {
			r.ownFactories = append(r.ownFactories, name)
		}
		return r.newBuilt(&instanceValue{factory: f})
	}
	before := len(r.diagnostics)
	d := r.define(name, call.Argument(1), at, nil)
	r.throwSince(before)
	if !d.Library {
		r.collected = append(r.collected, d)
	}
	return r.newBuilt(&instanceValue{definition: d})
}

// FactoryNames are the names of the factories that the program made, in call order.
func (r *Realm) FactoryNames() []string { return r.ownFactories }

// callBuilt gives an instance with options, for a factory and for a ready-made circuit alike.
func (r *Realm) callBuilt(v *instanceValue, call goja.FunctionCall) goja.Value {
	return r.newBuilt(r.instantiate(v, call.Argument(0)))
}

// instantiate calls a circuit value with options.
func (r *Realm) instantiate(v *instanceValue, options goja.Value) *instanceValue {
	given := r.given[:0]
	r.given = nil // a getter may call circuits too
	if o, ok := options.(*goja.Object); ok {
		given = r.fieldsOf(o, given)
	}
	return r.instantiateWith(v, given, options)
}

// instantiateWith is instantiate with the fields of the options.
func (r *Realm) instantiateWith(v *instanceValue, given []field, options goja.Value) *instanceValue {
	key, keyed := "", false
	if v.factory != nil && v.factory.library && r.script != nil {
		if v.factory.isLatest(given) {
			r.given = given
			return v.factory.again
		}
		if r.key, keyed = appendKey(r.key[:0], given); keyed {
			if known := v.factory.made[string(r.key)]; known != nil {
				v.factory.setLatest(given, known)
				clear(given)
				r.given = given
				return known
			}
			key = string(r.key)
		}
	}
	made := &instanceValue{definition: v.definition, arguments: r.toArguments(given), factory: v.factory, explicit: true}
	clear(given)
	r.given = given
	if _, ok := options.(*goja.Object); !ok && !isNothing(options) {
		made.given, keyed = "a "+kindOf(options), false
	}
	if v.factory != nil {
		made.definition = r.specialise(v.factory, options, made.arguments)
	}
	if quiet := r.checkOptions(made); quiet && keyed {
		v.factory.made[key] = made
	}
	return made
}

// isLatest reports whether options are those given last.
func (f *factory) isLatest(given []field) bool {
	return f.again != nil && slices.Equal(given, f.latest)
}

// setLatest remembers options that are whole numbers, which can be compared as they are.
func (f *factory) setLatest(given []field, made *instanceValue) {
	f.again = nil
	for i := range given {
		if given[i].value.ExportType() != intExport {
			return
		}
	}
	f.latest, f.again = append(f.latest[:0], given...), made
}

// appendKey tells equal plain options by an equal text. ok is false for options that hold more than numbers
// and short texts.
func appendKey(text []byte, given []field) (key []byte, ok bool) {
	for _, f := range given {
		text = strconv.AppendInt(text, int64(len(f.name)), 10)
		text = append(append(text, ':'), f.name...)
		if isObject(f.value) {
			return text, false
		}
		if f.value.ExportType() == intExport { // Export would make an object of it
			text = strconv.AppendInt(append(text, 'n'), f.value.ToInteger(), 10)
		} else if text, ok = appendPlain(text, f.value.Export()); !ok {
			return text, false
		}
		if len(text) > longestKey {
			return text, false
		}
	}
	return text, true
}

var intExport = reflect.TypeFor[int64]()

// appendPlain appends a text that tells an option value from every other one.
func appendPlain(text []byte, v any) ([]byte, bool) {
	switch x := v.(type) {
	case nil:
		return append(text, 'u'), true
	case int64:
		return strconv.AppendInt(append(text, 'n'), x, 10), true
	case float64:
		if x == math.Trunc(x) && math.Abs(x) < 1<<53 && (x != 0 || !math.Signbit(x)) {
			return strconv.AppendInt(append(text, 'n'), int64(x), 10), true
		}
		return strconv.AppendUint(append(text, 'f'), math.Float64bits(x), 16), true
	case bool:
		return strconv.AppendBool(text, x), true
	case string:
		return strconv.AppendQuote(text, x), len(x) < longestKey
	}
	return text, false
}

// longestKey bounds the length of a text made of options.
const longestKey = 200

// specialise runs a factory's config function for one set of options.
func (r *Realm) specialise(f *factory, options goja.Value, arguments circuit.Arguments) *Definition {
	bare := isNothing(options)
	if bare && f.bare != nil {
		return f.bare
	}
	for i := range f.variants {
		if bare {
			break
		}
		v := &f.variants[i]
		if key, ok := keyOfRead(v.read, arguments); ok && v.made[key] != nil {
			return v.made[key]
		}
	}
	args := []goja.Value{}
	recorder := &optionsObject{realm: r, arguments: arguments, factory: f}
	switch {
	case bare:
	case f.library:
		args = append(args, r.vm.NewDynamicObject(recorder))
	default:
		args = append(args, options)
	}
	config, err := f.config(goja.Undefined(), args...)
	if err != nil {
		rethrow(err)
	}
	at := r.callSite()
	if at.place.IsZero() {
		at.place = f.place
	}
	at.call = f.call
	before := len(r.diagnostics)
	d := r.define(f.name, config, at, f)
	r.throwSince(before)
	// A factory's declared start values are reset; only an option of the same name gives one (9.2).
	for i := range d.Circuit.State {
		s := &d.Circuit.State[i]
		r.lostStart(f, d, s, arguments)
		if s.InitialValue.Memory != nil {
			s.InitialValue.Memory = map[uint64]circuit.Value{}
		}
		s.InitialValue.Number, s.InitialValue.Negative = circuit.Value{}, false
	}
	switch {
	case !f.library || recorder.everything:
	case bare:
		f.bare = d
	default:
		f.remember(recorder.read, arguments, d)
	}
	return d
}

// lostStart warns about a start value that stands in the state of a factory (D68).
func (r *Realm) lostStart(f *factory, d *Definition, s *circuit.StateBlock, arguments circuit.Arguments) {
	v := &s.InitialValue
	if _, given := arguments.Values[s.Name]; f.library || given || len(v.Memory) == 0 && v.Number.IsZero() {
		return
	}
	r.report(circuit.Diagnostic{
		Stage: circuit.StageRealm, Code: circuit.CodeLostStart, Severity: circuit.Warning, Circuit: d.Circuit.Name,
		Message:    sprintf("The start value of '%s' is not kept, because %s is a factory: it starts with 0.", s.Name, d.Circuit.Name),
		Suggestion: sprintf("Give it as the option of the same name: %s({ %s: … }).", d.Circuit.Name, s.Name),
	}.At(s.Place))
}

// remember keeps a definition for options that agree in those that its config looked at.
func (f *factory) remember(read map[string]bool, arguments circuit.Arguments, d *Definition) {
	names := slices.Sorted(maps.Keys(read))
	key, ok := keyOfRead(names, arguments)
	if !ok {
		return
	}
	for i := range f.variants {
		if slices.Equal(f.variants[i].read, names) {
			f.variants[i].made[key] = d
			return
		}
	}
	f.variants = append(f.variants, variants{read: names, made: map[string]*Definition{key: d}})
}

// keyOfRead is a text of the options named.
func keyOfRead(names []string, arguments circuit.Arguments) (key string, ok bool) {
	text := make([]byte, 0, 64)
	for _, name := range names {
		v, given := arguments.Values[name]
		switch x := v.(type) {
		case circuit.Value:
			text = append(append(text, 'b'), x.String()...)
		case []any, circuit.Arguments:
			data, err := marshal(x)
			if err != nil {
				return "", false
			}
			text = append(append(text, 'j'), data...)
		default:
			if text, ok = appendPlain(text, v); !ok {
				return "", false
			}
			text = strconv.AppendBool(text, given)
		}
		if len(text) > longestKey {
			return "", false
		}
		text = append(text, ';')
	}
	return string(text), true
}

// rethrow passes an error of a nested call on to the calling program.
func rethrow(err error) {
	if ex, ok := err.(*goja.Exception); ok { //nolint:errorlint // goja hands it over unwrapped
		panic(ex)
	}
	panic(err)
}

// asInstance reads a circuit value used as a node; a bare factory is called without options.
func (r *Realm) asInstance(v goja.Value) (*instanceValue, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	b, ok := r.builtOf(o)
	if !ok {
		return nil, false
	}
	if b.definition == nil {
		b = r.withoutOptions(b.factory)
	}
	return b, true
}

// withoutOptions is what a factory makes without options; one of the library's makes it once.
func (r *Realm) withoutOptions(f *factory) *instanceValue {
	if f.plain != nil {
		return f.plain
	}
	v := &instanceValue{definition: r.specialise(f, goja.Undefined(), circuit.Arguments{}), factory: f}
	if f.bare != nil {
		f.plain = v
	}
	return v
}

// newBuiltPrototype gives circuit values the read-only properties of public Simten's built circuits
// (11.2): circuit, inputs, outputs, nodes, _dependencies, _args, toJSON.
func (r *Realm) newBuiltPrototype() *goja.Object {
	proto := r.vm.NewObject()
	getter := func(name string, get func(*instanceValue) goja.Value) {
		_ = proto.DefineAccessorProperty(name, r.native(name, func(call goja.FunctionCall) goja.Value {
			o, ok := call.This.(*goja.Object)
			if !ok {
				return goja.Undefined()
			}
			b, ok := r.asInstance(o)
			if !ok {
				return goja.Undefined()
			}
			return get(b)
		}), nil, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	byName := func(n int, key func(int) (string, any)) goja.Value {
		o := r.vm.NewObject()
		for i := range n {
			name, v := key(i)
			_ = o.DefineDataProperty(name, r.plain(v), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		return o
	}
	getter("circuit", func(b *instanceValue) goja.Value { return r.plain(b.definition.Circuit) })
	getter("inputs", func(b *instanceValue) goja.Value {
		ports := b.definition.Circuit.Inputs
		return byName(len(ports), func(i int) (string, any) { return ports[i].Name, ports[i] })
	})
	getter("outputs", func(b *instanceValue) goja.Value {
		ports := b.definition.Circuit.Outputs
		return byName(len(ports), func(i int) (string, any) { return ports[i].Name, ports[i] })
	})
	getter("nodes", func(b *instanceValue) goja.Value {
		nodes := b.definition.Circuit.Nodes
		return byName(len(nodes), func(i int) (string, any) { return nodes[i].ID, nodes[i] })
	})
	getter("_args", func(b *instanceValue) goja.Value {
		if !b.explicit {
			return goja.Undefined()
		}
		return r.fromArgument(b.arguments)
	})
	getter("_dependencies", func(b *instanceValue) goja.Value {
		m, err := r.vm.New(r.mapClass)
		if err != nil {
			rethrow(err)
		}
		for _, d := range r.Dependencies(b.definition) {
			if _, err := r.mapSet(m, r.vm.ToValue(d.Circuit.Name), r.newBuilt(&instanceValue{definition: d})); err != nil {
				rethrow(err)
			}
		}
		return m
	})
	_ = proto.DefineDataProperty("toJSON", r.native("toJSON", func(call goja.FunctionCall) goja.Value { // D79
		b, ok := r.asInstance(call.This)
		if !ok {
			return goja.Undefined()
		}
		dependencies := r.vm.NewObject()
		for _, d := range r.Dependencies(b.definition) {
			_ = dependencies.DefineDataProperty(d.Circuit.Name, r.newBuilt(&instanceValue{definition: d}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		o := r.vm.NewObject()
		_ = o.Set("circuit", r.plain(b.definition.Circuit))
		_ = o.Set("_dependencies", dependencies)
		return o
	}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return proto
}

// Dependencies are the circuits that d refers to, transitively, first occurrence of each name kept:
// direct nodes in order, each followed by its own (8.2, D73).
func (r *Realm) Dependencies(d *Definition) []*Definition {
	var list []*Definition
	seen := map[string]bool{}
	var visit func(*Definition)
	visit = func(d *Definition) {
		for i := range d.Circuit.Nodes {
			n := r.Definition(d.Circuit.Nodes[i].Definition)
			if n == nil || seen[n.Circuit.Name] {
				continue
			}
			seen[n.Circuit.Name] = true
			list = append(list, n)
			visit(n)
		}
	}
	visit(d)
	return list
}

// plain copies Go data into the realm as plain objects.
func (r *Realm) plain(v any) goja.Value {
	text, err := marshal(v)
	if err != nil {
		return goja.Undefined()
	}
	out, err := r.jsonParse(goja.Undefined(), r.vm.ToValue(text))
	if err != nil {
		rethrow(err)
	}
	return out
}

// Function finds the text of a function that the program has made, by its script and number, and reads the variables
// that it captures, by their index in source.Function.Captured. The script is nil for a function that the
// source stage has not marked. It must run inside Do.
func (r *Realm) Function(o *goja.Object) (script *source.Script, id int, captured func(index int) (goja.Value, error)) {
	mark, ok := r.functions[o]
	if !ok || mark.captured == nil {
		return nil, 0, nil
	}
	return mark.script, mark.id, func(index int) (goja.Value, error) {
		return mark.captured(goja.Undefined(), r.vm.ToValue(index))
	}
}

// CapturedValue reads a variable that a lambda captures, by its index in
// source.Function.Captured. It must run inside Do.
func (r *Realm) CapturedValue(l *Lambda, index int) (goja.Value, error) {
	if l.Captured == nil {
		return nil, errors.New("the lambda's variables were not kept")
	}
	return l.Captured(goja.Undefined(), r.vm.ToValue(index))
}
