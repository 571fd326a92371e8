package realm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// Cell is the value of one state field between clock edges: a number, a text, or a memory.
type Cell struct {
	Number Number
	Text   string
	IsText bool
	Memory *Memory
}

// Input describes an input port of an instance.
type Input struct {
	Name      string
	Width     int
	Connected bool // an unconnected input reads 0 in eval and undefined in onTick (7.4)
}

// Output describes an output port of an instance.
type Output struct {
	Name  string
	Width int
}

// Instance is one flat node made ready for calling its lambdas.
type Instance struct {
	realm      *Realm
	definition *Definition
	path       string
	inputs     []Input
	outputs    []Output
	state      []circuit.StateBlock
	arguments  []field
	views      []*goja.Object // one per state field; nil unless a memory

	evalMark, tickMark CurrentCode
}

type field struct {
	name  string
	value goja.Value
}

// Bind prepares a node. It returns an error when the definition is not of this realm.
func (r *Realm) Bind(path string, id circuit.DefinitionID, arguments circuit.Arguments, inputs []Input, outputs []Output, state []circuit.StateBlock) (*Instance, error) {
	d := r.Definition(id)
	if d == nil {
		return nil, &circuit.Diagnostic{
			Stage: circuit.StageSimulate, Code: circuit.CodeUnknownComponent, Severity: circuit.Error,
			Node: path, Message: "Node '" + path + "' has no behaviour: its circuit was not made by this program.",
		}
	}
	i := &Instance{realm: r, definition: d, path: path, inputs: inputs, outputs: outputs, state: state}
	i.evalMark, i.tickMark = markOf(d, d.Eval, path, "eval"), markOf(d, d.OnTick, path, "onTick")
	for _, k := range arguments.Keys {
		i.arguments = append(i.arguments, field{k, r.fromArgument(arguments.Values[k])})
	}
	i.views = make([]*goja.Object, len(state))
	for k := range state {
		if state[k].StateType.Kind == circuit.Memory {
			view := &memoryView{realm: r}
			i.views[k] = r.vm.NewDynamicObject(view)
			_ = i.views[k].SetPrototype(r.memoryProto)
			r.views[i.views[k]] = view
		}
	}
	return i, nil
}

// HasEval and HasTick tell which lambdas the node has.
func (i *Instance) HasEval() bool { return i.definition.Eval != nil }
func (i *Instance) HasTick() bool { return i.definition.OnTick != nil }

// Definition is the circuit that the node is an instance of.
func (i *Instance) Definition() *Definition { return i.definition }

// SetArgument changes an option, such as the position of a switch.
func (i *Instance) SetArgument(name string, v any) {
	value := i.realm.fromArgument(v)
	for k := range i.arguments {
		if i.arguments[k].name == name {
			i.arguments[k].value = value
			return
		}
	}
	i.arguments = append(i.arguments, field{name, value})
}

// Do runs f, which calls Eval and Tick, as one protected call into the realm with the clock
// started. Errors come back as *circuit.Diagnostic.
func (r *Realm) Do(ctx context.Context, f func() error) error {
	err := r.protect(ctx, func() error {
		var inner error
		err := r.inside(func() { inner = f() })
		if inner != nil {
			return inner
		}
		return err
	})
	if err == nil {
		return nil
	}
	err = r.whileReading(err)
	var d *circuit.Diagnostic
	if errors.As(err, &d) {
		return d
	}
	diagnostic := r.diagnose(err, circuit.StageSimulate, circuit.CodeLambdaThrew)
	return &diagnostic
}

// Inside runs f within a call of Do, where code between the two cannot be crossed by a panic: in the browser that would
// end the whole program. A panic of f comes back as the error that Do would have made of it.
func (r *Realm) Inside(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("%w: %v", errBroken, x)
		}
		err = r.whileReading(err)
	}()
	var inner error
	err = r.inside(func() { inner = f() })
	if inner != nil {
		return inner
	}
	return err
}

// reading is what a lambda has returned while it is read, which runs getters and conversions of the program.
type reading struct {
	instance *Instance
	lambda   *Lambda
	which    string
}

// whileReading names the lambda whose result was being read when an error came out of it.
func (r *Realm) whileReading(err error) error {
	x := r.reading
	r.reading = reading{}
	var d *circuit.Diagnostic
	if err == nil || x.instance == nil || errors.As(err, &d) {
		return err
	}
	return x.instance.explain(err, x.lambda, x.which)
}

// inside runs f within goja's own protection, so that values may be read (getters, valueOf) and
// nested calls made.
func (r *Realm) inside(f func()) error {
	previous := r.body
	r.body = f
	defer func() { r.body = previous }()
	_, err := r.trampoline(goja.Undefined())
	return err
}

// Eval calls the node's eval with the given inputs and state. out holds the previous outputs; those
// that eval returns are replaced (an omitted one keeps its value, D48). It must run inside Do.
// misfit is the index of an output whose value did not fit its width, or -1.
func (i *Instance) Eval(in []circuit.Value, state []Cell, out []circuit.Value) (misfit int, err error) {
	misfit = -1
	l := i.definition.Eval
	if l == nil {
		return misfit, nil
	}
	i.realm.beginCall(&i.evalMark)
	defer i.realm.profiled(&i.evalMark)()
	argument := i.argument(in, state, nil)
	result, err := l.call(goja.Undefined(), argument)
	if err != nil {
		return misfit, i.explain(err, l, "eval")
	}
	o, ok := result.(*goja.Object)
	if !ok || hasNoFields(o) {
		return misfit, i.badResult(l, "eval", result, circuit.WantedResult(false, i.firstOutput()))
	}
	i.realm.reading = reading{i, l, "eval"}
	for k := range i.outputs {
		v := o.Get(i.outputs[k].Name)
		if v == nil || goja.IsUndefined(v) {
			continue
		}
		cell, _, fits := i.realm.toCell(v, i.outputs[k].Width)
		if !fits && misfit < 0 {
			misfit = k
		}
		out[k] = cell
	}
	i.realm.reading = reading{}
	return misfit, nil
}

// hasNoFields tells objects that cannot be meant as a result: arrays and functions.
func hasNoFields(o *goja.Object) bool {
	_, callable := goja.AssertFunction(o)
	return callable || o.ClassName() == "Array"
}

// Tick calls the node's onTick and returns the next state. Memory writes come as updates to apply.
// It must run inside Do.
func (i *Instance) Tick(in []circuit.Value, state []Cell) (next []Cell, updates []*Update, err error) {
	l := i.definition.OnTick
	next = append(next, state...)
	if l == nil {
		return next, nil, nil
	}
	memories := make([]*Update, len(i.state))
	for k := range i.state {
		if i.views[k] != nil {
			memories[k] = &Update{memory: state[k].Memory}
		}
	}
	i.realm.beginCall(&i.tickMark)
	defer i.realm.profiled(&i.tickMark)()
	result, err := l.call(goja.Undefined(), i.argument(in, state, memories))
	if err != nil {
		return nil, nil, i.explain(err, l, "onTick")
	}
	o, ok := result.(*goja.Object)
	if !ok || hasNoFields(o) {
		return nil, nil, i.badResult(l, "onTick", result, circuit.WantedResult(true, ""))
	}
	i.realm.reading = reading{i, l, "onTick"}
	for k := range i.state {
		v := o.Get(i.state[k].Name)
		if v == nil || goja.IsUndefined(v) {
			continue // hold (7.4)
		}
		switch {
		case i.views[k] != nil:
			u, err := i.memoryResult(l, k, v, memories[k])
			if err != nil {
				return nil, nil, err
			}
			if u != nil {
				updates = append(updates, u)
			}
		case next[k].IsText:
			next[k].Text = clip(v.String(), maxText)
		default:
			value, negative, _ := i.realm.toCell(v, stateWidth(i.state[k].StateType))
			next[k].Number = Number{Value: value, Negative: negative}
		}
	}
	i.realm.reading = reading{}
	return next, updates, nil
}

// maxText bounds a text state field, in bytes.
const maxText = 1 << 20

// memoryResult reads what onTick returned for a memory: the memory itself, or a Map.
func (i *Instance) memoryResult(l *Lambda, k int, v goja.Value, u *Update) (*Update, error) {
	o, ok := v.(*goja.Object)
	if ok && o == i.views[k] {
		if len(u.cells) == 0 && !u.cleared {
			return nil, nil // untouched: nothing to copy (D65)
		}
		return u, nil
	}
	if ok && isMap(o) { // D63
		contents := &Update{memory: u.memory, cleared: true}
		i.realm.vm.ForOf(o, func(entry goja.Value) bool {
			pair, ok := entry.(*goja.Object)
			if !ok {
				return true
			}
			if a, ok := wholeNumber(pair.Get("0")); ok && a >= 0 {
				value, negative, _ := i.realm.toCell(orUndefined(pair.Get("1")), u.memory.Width)
				contents.write(uint64(a), &Number{Value: value, Negative: negative})
			}
			return true
		})
		return contents, nil
	}
	return nil, i.badResult(l, "onTick", v, "the memory '"+i.state[k].Name+"' itself (or a Map) for that field")
}

func stateWidth(t circuit.StateType) int {
	if t.Kind == circuit.Bus {
		return t.Width
	}
	return 1
}

// argument builds the one object that lambdas receive: options, then inputs, then state; later ones
// win (7.2). memories are the writable updates of onTick, nil in eval.
func (i *Instance) argument(in []circuit.Value, state []Cell, memories []*Update) *goja.Object {
	r := i.realm
	o := r.vm.NewObject()
	for _, f := range i.arguments {
		r.put(o, f.name, f.value)
	}
	for k := range i.inputs {
		if memories != nil && !i.inputs[k].Connected {
			continue
		}
		r.put(o, i.inputs[k].Name, r.fromCell(in[k], i.inputs[k].Width))
	}
	for k := range i.state {
		s := &i.state[k]
		switch {
		case i.views[k] != nil:
			view := r.views[i.views[k]]
			view.writable = memories != nil
			if memories != nil {
				view.update = memories[k]
			} else {
				view.update = &Update{memory: state[k].Memory}
			}
			r.put(o, s.Name, i.views[k])
		case state[k].IsText:
			r.put(o, s.Name, r.vm.ToValue(state[k].Text))
		default:
			r.put(o, s.Name, r.fromState(state[k].Number.Value, state[k].Number.Negative, stateWidth(s.StateType)))
		}
	}
	return o
}

// put defines an own property, also one called __proto__.
func (r *Realm) put(o *goja.Object, name string, v goja.Value) {
	if name == "__proto__" {
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return
	}
	_ = o.Set(name, v)
}

// explain turns an error of a lambda into a diagnostic that names circuit, node and line.
func (i *Instance) explain(err error, l *Lambda, which string) error {
	code := circuit.CodeLambdaThrew
	d := i.realm.diagnose(err, circuit.StageSimulate, code)
	if d.Code == circuit.CodeTimeLimit {
		d.Code = circuit.CodeLambdaTime
		d.Message = sprintf("%s of %s %s", which, i.definition.Circuit.Name, strings.TrimPrefix(d.Message, "This "))
	} else {
		d.Message = sprintf("%s of %s failed: %s", which, i.definition.Circuit.Name, d.Message)
	}
	return i.locate(&d, l)
}

// firstOutput is the name of an output, "" when there is none.
func (i *Instance) firstOutput() string {
	if len(i.outputs) == 0 {
		return ""
	}
	return i.outputs[0].Name
}

func (i *Instance) badResult(l *Lambda, which string, got goja.Value, want string) error {
	text, advice := circuit.BadResult(kindOf(got), want)
	return i.locate(&circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeLambdaResult, Severity: circuit.Error,
		Message: sprintf("%s of %s %s", which, i.definition.Circuit.Name, text), Suggestion: advice,
	}, l)
}

func (i *Instance) locate(d *circuit.Diagnostic, l *Lambda) error {
	d.Circuit, d.Node = i.definition.Circuit.Name, i.path
	if d.Line == 0 && !i.definition.Library {
		*d = d.At(l.Place)
	}
	return d
}

// UnsetArgument removes an option that was set after Bind.
func (i *Instance) UnsetArgument(name string) {
	i.arguments = slices.DeleteFunc(i.arguments, func(f field) bool { return f.name == name })
}
