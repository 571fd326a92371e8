// Package query runs a function of a user over a recorded run: (run) => …, in a realm of its own. In come a run and
// the text of the function, which may come from anybody; out comes what the function returned, as JSON. So that no
// trace has to travel to whoever asks, the function reads values in bulk: searches and statistics are answered by
// package ask with the question compiled into the netlist, courses come as typed arrays.
//
// A newcomer adds a method as a function of its group (cycles, search, explain), a line in methods and one in Guide.
package query

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"reflect"

	"github.com/dop251/goja"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
	"simten.dev/engine/sandbox"
)

// Guide says how the function is written.
const Guide = `The function gets one object, run, and returns plain data. TypeScript or JavaScript, synchronous; no imports.
run.first, run.last: its cycles. run.inputs, run.outputs: names of ports. run.signals(): every name inside.
run.value(signal, cycle); run.at(cycle, signals?): an object of values, of the ports when no signals are named.
run.values(signal, from?, to?): all values in order, a typed array (an array of bigints above 64 bits).
run.changes(signal, { from, to, limit }?): [{ cycle, value, count }], count is the cycles that the value lasted.
run.fold(signals, (state, values, cycle, count) => state, start, { from, to }?): once for each stretch of equal values; quickest for your own statistics.
run.find(condition, { on, from, to, for, last, limit }?): cycles; on is rise (default), true, fall or change. run.count(condition, { on, from, to, for }?).
run.stats(signal, { from, to }?): { first, last, min, max, changes }.
run.why(signal, cycle, steps?): causes as [{ cycle, signal, value, text, line }].
Signals and conditions are names (pc, cpu.alu.out, count.value, ram.cells[16]) or expressions (pc === 16 && rise(we)). Values are numbers up to 32 bits, bigints above; bigints return as decimal texts.`

// Options bound a query.
type Options struct {
	Limits      sandbox.Limits
	ResultBytes int
}

// query is one function at work.
type query struct {
	ctx      context.Context
	run      *ask.Run
	compiled *sandbox.Compiled
	realm    *realm.Realm
	vm       *goja.Runtime
}

// Run runs a function over a run. The process must be one that may end at any time.
func Run(ctx context.Context, run *ask.Run, compiled *sandbox.Compiled, code string, o Options) (*sandbox.Executed,
	*protocol.Error,
) {
	o.Limits.Steps = math.MaxInt / 2 // only the clock bounds it
	q := &query{ctx: ctx, run: run, compiled: compiled}
	return sandbox.ExecuteOn(ctx, code, func(r *realm.Realm) (goja.Value, error) {
		q.realm, q.vm = r, r.Runtime()
		return q.object(), nil
	}, plain, o.ResultBytes, o.Limits)
}

// object makes what the function gets.
func (q *query) object() *goja.Object {
	o := q.vm.NewObject()
	put := func(name string, v goja.Value) {
		_ = o.DefineDataProperty(name, v, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE) // of a new object
	}
	first, last := q.run.Range()
	put("first", q.vm.ToValue(int64(first)))
	put("last", q.vm.ToValue(int64(last)))
	put("inputs", q.names(q.compiled.Design.Inputs))
	put("outputs", q.names(q.compiled.Design.Outputs))
	for name, method := range q.methods() {
		put(name, q.vm.ToValue(func(call goja.FunctionCall) goja.Value { return q.answer(method, call) }))
	}
	return o
}

func (q *query) methods() map[string]func(goja.FunctionCall) (goja.Value, error) {
	return map[string]func(goja.FunctionCall) (goja.Value, error){
		"signals": q.signals, "value": q.value, "at": q.at, "values": q.values, "changes": q.changes, "fold": q.folded,
		"find": q.find, "count": q.count, "stats": q.stats, "why": q.why,
	}
}

// answer carries a method out. An error is thrown into the function; when time is up, the function ends.
func (q *query) answer(method func(goja.FunctionCall) (goja.Value, error), call goja.FunctionCall) goja.Value {
	v, err := method(call)
	sandbox.LookAt(q.realm) // the question may have made a realm of its own
	if err != nil {
		q.realm.Throw(err)
	}
	q.realm.CheckTime()
	return v
}

func (q *query) names(ports []elaborate.TopPort) goja.Value {
	list := make([]any, len(ports))
	for i := range ports {
		list[i] = ports[i].Name
	}
	return q.vm.NewArray(list...)
}

// maxNames bounds the list of all signals.
const maxNames = 20_000

// signals are the names of all signals of the circuit.
func (q *query) signals(goja.FunctionCall) (goja.Value, error) {
	var list []any
	for s := range q.compiled.Design.Signals() {
		if len(list) == maxNames {
			break
		}
		list = append(list, circuit.ShownPath(s.Path))
	}
	return q.vm.NewArray(list...), nil
}

// put sets a field of a plain object.
func put(o *goja.Object, name string, v goja.Value) {
	_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE) // of a new object
}

// refuse is the error of a call that makes no sense.
func refuse(format string, args ...any) error {
	return &circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeQuestion, Severity: circuit.Error, Message: fmt.Sprintf(format,
			args...),
	}
}

// text reads an argument that must be a text.
func text(call goja.FunctionCall, i int, method string) (string, error) {
	if v := call.Argument(i); realm.KindOf(v) == "string" {
		return v.String(), nil
	}
	return "", refuse("run.%s() takes the name of a signal or an expression, not %s", method,
		realm.KindOf(call.Argument(i)))
}

// cycle reads an argument or option that must be a cycle; undefined is the standard.
func (q *query) cycle(v goja.Value, standard uint64) (uint64, error) {
	if v == nil || goja.IsUndefined(v) {
		return standard, nil
	}
	n, ok := q.realm.Cell(v, 53)
	if !ok || v.ToFloat() < 0 || v.ToFloat() != math.Trunc(v.ToFloat()) {
		return 0, refuse("a cycle is a whole number from 0 on, not %s", circuit.Cut(v.String(), 50))
	}
	return n.Lo, nil
}

// span reads { from, to } of an argument. to is never 0, which would mean the last cycle.
func (q *query) span(v goja.Value) (from, to uint64, err error) {
	first, last := q.run.Range()
	from, to = first, last
	o, ok := v.(*goja.Object)
	if !ok {
		return from, to, nil
	}
	if from, err = q.cycle(o.Get("from"), first); err == nil {
		to, err = q.cycle(o.Get("to"), last)
	}
	return q.within(from, to, err)
}

func (q *query) within(from, to uint64, err error) (uint64, uint64, error) {
	first, last := q.run.Range()
	if err == nil && (from < first || to > last || from > to) {
		err = refuse("the run has the cycles %d to %d, and not %d to %d", first, last, from, to)
	}
	return from, to, err
}

// number reads an option that must be a whole number up to a bound.
func (q *query) number(o goja.Value, name string, standard, most int) (int, error) {
	object, ok := o.(*goja.Object)
	if !ok {
		return standard, nil
	}
	v := object.Get(name)
	if v == nil || goja.IsUndefined(v) {
		return standard, nil
	}
	n, ok := q.realm.Cell(v, 53)
	if !ok || v.ToFloat() < 0 || n.Lo > uint64(most) {
		return 0, refuse("%s is a number from 0 to %d", name, most)
	}
	return int(n.Lo), nil
}

// plain is a value of a result as JSON has it: bigints are decimal texts, typed arrays are lists.
func plain(r *realm.Realm, v goja.Value) goja.Value {
	if realm.KindOf(v) == "bigint" {
		return r.Runtime().ToValue(v.String())
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return v
	}
	var list []any
	if t := o.ExportType(); t == nil || t.Kind() != reflect.Slice || t.Elem().Kind() == reflect.Interface {
		return v // and is not exported, which may take long
	}
	switch x := o.Export().(type) {
	case []uint8:
		list = listOf(x)
	case []uint16:
		list = listOf(x)
	case []uint32:
		list = listOf(x)
	case []int8:
		list = listOf(x)
	case []int16:
		list = listOf(x)
	case []int32:
		list = listOf(x)
	case []float32:
		list = listOf(x)
	case []float64:
		list = listOf(x)
	case []uint64:
		for _, n := range x {
			list = append(list, new(big.Int).SetUint64(n).String())
		}
	default:
		return v
	}
	return r.Runtime().NewArray(list...)
}

// listOf is a typed array as a list.
func listOf[T uint8 | uint16 | uint32 | int8 | int16 | int32 | float32 | float64](x []T) []any {
	list := make([]any, len(x))
	for i, n := range x {
		list[i] = float64(n)
	}
	return list
}
