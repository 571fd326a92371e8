package query

import (
	"encoding/binary"

	"github.com/dop251/goja"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
)

// The methods that read values.

// value is run.value(signal, cycle).
func (q *query) value(call goja.FunctionCall) (goja.Value, error) {
	name, err := text(call, 0, "value")
	if err != nil {
		return nil, err
	}
	values, widths, err := q.moment([]string{name}, call.Argument(1))
	if err != nil {
		return nil, err
	}
	return q.realm.Unsigned(values[0], widths[0]), nil
}

// at is run.at(cycle, signals).
func (q *query) at(call goja.FunctionCall) (goja.Value, error) {
	names, err := q.list(call.Argument(1), "at")
	if err != nil {
		return nil, err
	}
	if names == nil {
		for _, p := range q.compiled.Design.Inputs {
			names = append(names, p.Name)
		}
		for _, p := range q.compiled.Design.Outputs {
			names = append(names, p.Name)
		}
		names = names[:min(len(names), ask.MaxRows)]
	}
	values, widths, err := q.moment(names, call.Argument(0))
	if err != nil {
		return nil, err
	}
	o := q.vm.NewObject()
	for i, name := range names {
		put(o, name, q.realm.Unsigned(values[i], widths[i]))
	}
	return o, nil
}

// moment reads signals in one cycle.
func (q *query) moment(names []string, cycle goja.Value) ([]circuit.Value, []int, error) {
	_, last := q.run.Range()
	at, err := q.cycle(cycle, last)
	if err == nil {
		_, _, err = q.within(at, at, nil)
	}
	if err != nil || len(names) == 0 {
		return nil, nil, err
	}
	widths, err := q.run.Widths(q.ctx, names)
	if err != nil {
		return nil, nil, err
	}
	// The picture of one cycle; cycle 0 cannot be the end of one, so there two are shown.
	p, err := q.run.Wave(q.ctx, ask.Wave{Signals: names, From: at, To: max(at, 1), Pixels: 2, Flat: true})
	if err != nil {
		return nil, nil, err
	}
	values := make([]circuit.Value, len(names))
	for i := range p.Rows {
		values[i] = p.Rows[i].First[0]
	}
	return values, widths, nil
}

// list reads a list of names; nil when it is undefined.
func (q *query) list(v goja.Value, method string) ([]string, error) {
	if v == nil || goja.IsUndefined(v) {
		return nil, nil
	}
	if realm.KindOf(v) == "string" {
		return []string{v.String()}, nil
	}
	o, ok := v.(*goja.Object)
	if !ok || realm.KindOf(v) != "array" {
		return nil, refuse("run.%s() takes a list of signals, not %s", method, realm.KindOf(v))
	}
	n := o.Get("length").ToInteger()
	if n > ask.MaxRows {
		return nil, refuse("run.%s() takes at most %d signals", method, ask.MaxRows)
	}
	names := []string{}
	for i := range int(n) {
		name := o.Get(q.vm.ToValue(i).String())
		if name == nil || realm.KindOf(name) != "string" {
			return nil, refuse("run.%s() takes a list of signals: entry %d is no text", method, i)
		}
		names = append(names, name.String())
	}
	return names, nil
}

// maxValues bounds the values that one call lists.
const maxValues = 8 << 20

// maxWide bounds those of more than 64 bits, which are bigints each.
const maxWide = 200_000

// values is run.values(signal, from, to).
func (q *query) values(call goja.FunctionCall) (goja.Value, error) {
	name, err := text(call, 0, "values")
	if err != nil {
		return nil, err
	}
	first, last := q.run.Range()
	from, err := q.cycle(call.Argument(1), first)
	if err != nil {
		return nil, err
	}
	to, err := q.cycle(call.Argument(2), last)
	if from, to, err = q.within(from, to, err); err != nil {
		return nil, err
	}
	widths, err := q.run.Widths(q.ctx, []string{name})
	if err != nil {
		return nil, err
	}
	width, n := widths[0], to-from+1
	if n > maxValues || width > 64 && n > maxWide {
		return nil, refuse("run.values() lists at most %d values; ask for fewer cycles, or use run.fold()", maxValues)
	}
	kind, size := "Uint8Array", 1
	switch {
	case width > 32:
		kind, size = "BigUint64Array", 8
	case width > 16:
		kind, size = "Uint32Array", 4
	case width > 8:
		kind, size = "Uint16Array", 2
	}
	var wide []any
	data := make([]byte, 0, int(n)*size)
	err = q.scan([]string{name}, from, to, func(_ uint64, values [][]circuit.Value) (bool, error) {
		for _, v := range values[0] {
			switch {
			case width > 64:
				wide = append(wide, q.realm.Unsigned(v, width))
			case size == 1:
				data = append(data, byte(v.Lo))
			case size == 2:
				data = binary.LittleEndian.AppendUint16(data, uint16(v.Lo))
			case size == 4:
				data = binary.LittleEndian.AppendUint32(data, uint32(v.Lo))
			default:
				data = binary.LittleEndian.AppendUint64(data, v.Lo)
			}
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	if width > 64 {
		return q.vm.NewArray(wide...), nil
	}
	return q.vm.New(q.vm.Get(kind), q.vm.ToValue(q.vm.NewArrayBuffer(data)))
}

// scan visits values, and keeps to the clock of the function.
func (q *query) scan(names []string, from, to uint64,
	visit func(from uint64, values [][]circuit.Value) (bool, error),
) error {
	if to == 0 { // which would mean the last cycle
		values, _, err := q.moment(names, q.vm.ToValue(0))
		if err != nil {
			return err
		}
		rows := make([][]circuit.Value, len(values))
		for i := range values {
			rows[i] = values[i : i+1]
		}
		_, err = visit(0, rows)
		return err
	}
	return q.run.Scan(q.ctx, ask.Scan{Signals: names, From: from, To: to},
		func(at uint64, values [][]circuit.Value) (bool, error) {
			if q.realm.CheckTime() {
				return false, nil
			}
			return visit(at, values)
		})
}

// stretches visits the stretches in which no signal changes. The values are valid until visit returns.
func (q *query) stretches(names []string, from, to uint64,
	visit func(values []circuit.Value, cycle, count uint64) (bool, error),
) error {
	held := make([]circuit.Value, len(names))
	begin := from
	ended := false
	err := q.scan(names, from, to, func(at uint64, values [][]circuit.Value) (bool, error) {
		for k := range values[0] {
			changed := false
			for i := range held {
				if !held[i].Equal(values[i][k]) {
					changed = true
					break
				}
			}
			cycle := at + uint64(k)
			if changed && cycle > from {
				more, err := visit(held, begin, cycle-begin)
				if err != nil || !more {
					ended = true
					return false, err
				}
				begin = cycle
			}
			if changed {
				for i := range held {
					held[i] = values[i][k]
				}
			}
		}
		return true, nil
	})
	if err != nil || ended {
		return err
	}
	_, err = visit(held, begin, to-begin+1)
	return err
}

// maxChanges bounds the stretches that one call lists.
const maxChanges = 1 << 20

// changes is run.changes(signal, options).
func (q *query) changes(call goja.FunctionCall) (goja.Value, error) {
	name, err := text(call, 0, "changes")
	if err != nil {
		return nil, err
	}
	from, to, err := q.span(call.Argument(1))
	if err != nil {
		return nil, err
	}
	limit, err := q.number(call.Argument(1), "limit", maxChanges, maxChanges)
	if err != nil {
		return nil, err
	}
	widths, err := q.run.Widths(q.ctx, []string{name})
	if err != nil {
		return nil, err
	}
	list := []any{}
	err = q.stretches([]string{name}, from, to, func(values []circuit.Value, cycle, count uint64) (bool, error) {
		if len(list) == limit {
			if limit == maxChanges {
				return false, refuse("run.changes() lists at most %d stretches; ask for fewer cycles, or use run.fold()",
					maxChanges)
			}
			return false, nil
		}
		o := q.vm.NewObject()
		put(o, "cycle", q.vm.ToValue(int64(cycle)))
		put(o, "value", q.realm.Unsigned(values[0], widths[0]))
		put(o, "count", q.vm.ToValue(int64(count)))
		list = append(list, o)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	return q.vm.NewArray(list...), nil
}

// folded is run.fold(signals, function, start, options).
func (q *query) folded(call goja.FunctionCall) (goja.Value, error) {
	names, err := q.list(call.Argument(0), "fold")
	if err != nil {
		return nil, err
	}
	f, ok := goja.AssertFunction(call.Argument(1))
	if len(names) == 0 || !ok {
		return nil, refuse("run.fold() takes a list of signals, a function (state, values, cycle, count) => state, and the start")
	}
	from, to, err := q.span(call.Argument(3))
	if err != nil {
		return nil, err
	}
	widths, err := q.run.Widths(q.ctx, names)
	if err != nil {
		return nil, err
	}
	state := call.Argument(2)
	err = q.stretches(names, from, to, func(values []circuit.Value, cycle, count uint64) (bool, error) {
		o := q.vm.NewObject()
		for i, name := range names {
			put(o, name, q.realm.Unsigned(values[i], widths[i]))
		}
		var err error
		state, err = f(goja.Undefined(), state, o, q.vm.ToValue(int64(cycle)), q.vm.ToValue(int64(count)))
		if err != nil {
			q.realm.Rethrow(err)
		}
		return true, nil
	})
	return state, err
}
