package query

import (
	"github.com/dop251/goja"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
)

// The methods that search and explain.

// triggers are the values of the option on.
var triggers = map[string]ask.Trigger{"rise": ask.Becomes, "true": ask.Holds, "fall": ask.Ceases, "change": ask.Changes}

// condition reads the arguments of find and count.
func (q *query) condition(call goja.FunctionCall, method string) (ask.Find, error) {
	when, err := text(call, 0, method)
	if err != nil {
		return ask.Find{}, err
	}
	f := ask.Find{Condition: ask.Condition{When: when}}
	if f.From, f.To, err = q.span(call.Argument(1)); err != nil {
		return f, err
	}
	o, ok := call.Argument(1).(*goja.Object)
	if !ok {
		return f, nil
	}
	if on := o.Get("on"); on != nil && !goja.IsUndefined(on) {
		if f.Trigger, ok = triggers[on.String()]; !ok || realm.KindOf(on) != "string" {
			return f, refuse("on is rise, true, fall or change")
		}
	}
	length, err := q.number(o, "for", 0, ask.MaxCycles)
	f.For = uint64(length)
	if last := o.Get("last"); last != nil {
		f.Last = last.ToBoolean()
	}
	return f, err
}

// find is run.find(condition, options).
func (q *query) find(call goja.FunctionCall) (goja.Value, error) {
	f, err := q.condition(call, "find")
	if err != nil {
		return nil, err
	}
	if f.Limit, err = q.number(call.Argument(1), "limit", ask.MaxHits, ask.MaxHits); err != nil || f.Limit == 0 {
		return q.vm.NewArray(), err
	}
	h, err := q.run.Find(q.ctx, f)
	if err != nil {
		return nil, err
	}
	list := make([]any, len(h.Cycles))
	for i, cycle := range h.Cycles {
		list[i] = int64(cycle)
	}
	return q.vm.NewArray(list...), nil
}

// count is run.count(condition, options).
func (q *query) count(call goja.FunctionCall) (goja.Value, error) {
	f, err := q.condition(call, "count")
	if err != nil {
		return nil, err
	}
	f.Count, f.Last = true, false
	h, err := q.run.Find(q.ctx, f)
	if err != nil {
		return nil, err
	}
	return q.vm.ToValue(int64(h.Count)), nil
}

// stats is run.stats(signal, options).
func (q *query) stats(call goja.FunctionCall) (goja.Value, error) {
	name, err := text(call, 0, "stats")
	if err != nil {
		return nil, err
	}
	from, to, err := q.span(call.Argument(1))
	if err != nil {
		return nil, err
	}
	var row ask.Row
	var changes uint64
	if to == 0 {
		values, widths, err := q.moment([]string{name}, q.vm.ToValue(0))
		if err != nil {
			return nil, err
		}
		row = ask.Row{Width: widths[0], First: values, Last: values, Min: values, Max: values}
	} else {
		p, err := q.run.Wave(q.ctx, ask.Wave{Signals: []string{name}, From: from, To: to, Pixels: 1})
		if err != nil {
			return nil, err
		}
		row = p.Rows[0]
		if from < to {
			h, err := q.run.Find(q.ctx, ask.Find{
				Condition: ask.Condition{When: name, Trigger: ask.Changes}, From: from + 1,
				To: to, Count: true,
			})
			if err != nil {
				return nil, err
			}
			changes = h.Count
		}
	}
	o := q.vm.NewObject()
	for _, f := range []struct {
		name string
		v    circuit.Value
	}{{"first", row.First[0]}, {"last", row.Last[0]}, {"min", row.Min[0]}, {"max", row.Max[0]}} {
		put(o, f.name, q.realm.Unsigned(f.v, row.Width))
	}
	put(o, "changes", q.vm.ToValue(int64(changes)))
	return o, nil
}

// why is run.why(signal, cycle, steps).
func (q *query) why(call goja.FunctionCall) (goja.Value, error) {
	name, err := text(call, 0, "why")
	if err != nil {
		return nil, err
	}
	_, last := q.run.Range()
	w := ask.Why{Signal: name}
	if w.Cycle, err = q.cycle(call.Argument(1), last); err == nil {
		_, _, err = q.within(w.Cycle, w.Cycle, nil)
	}
	if err != nil {
		return nil, err
	}
	steps, err := q.cycle(call.Argument(2), ask.DefaultSteps)
	if err != nil {
		return nil, err
	}
	w.Steps = int(min(steps, ask.MaxSteps))
	x, err := q.run.Why(q.ctx, w)
	if err != nil {
		return nil, err
	}
	list := make([]any, len(x.Steps))
	for i := range x.Steps {
		s := &x.Steps[i]
		o := q.vm.NewObject()
		put(o, "cycle", q.vm.ToValue(int64(s.Cycle)))
		put(o, "signal", q.vm.ToValue(s.Signal))
		put(o, "value", q.realm.Unsigned(s.Value, s.Width))
		put(o, "text", q.vm.ToValue(s.Text))
		put(o, "line", q.vm.ToValue(s.Line))
		list[i] = o
	}
	return q.vm.NewArray(list...), nil
}
