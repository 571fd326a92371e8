package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl/probe"
	"simten.dev/engine/sim"
)

// Wave asks for the course of signals between two cycles, both included, in so many columns at most; To 0 is the last
// cycle.
type Wave struct {
	Signals  []string // names of signals, or expressions
	From, To uint64
	Pixels   int
	// Flat leaves the smallest and largest values out, which costs a third of the time; they are those of bits all the
	// same.
	Flat bool
	// Lenient tells in the row of an unknown signal or a wrong expression that it is one, and draws the others.
	Lenient bool
}

// Bounds of Wave.
const (
	MostRows   = 256
	MostPixels = 8192
)

// Picture is the answer: column i shows the Span cycles from From + i * Span on, the last one perhaps fewer.
type Picture struct {
	From    uint64 `json:"from"`
	To      uint64 `json:"to"`
	Span    uint64 `json:"span"`
	Columns int    `json:"columns"`
	Rows    []Row  `json:"rows"`
}

// Row is the course of one signal, by column.
type Row struct {
	Signal string `json:"signal"`
	Width  int    `json:"width"` // of the values, in bits
	// First and Last are the values in the first and the last cycle of a column; Min and Max the smallest and the
	// largest, as unsigned numbers, nil where they were not asked for.
	First []circuit.Value `json:"first"`
	Last  []circuit.Value `json:"last"`
	Min   []circuit.Value `json:"min,omitempty"`
	Max   []circuit.Value `json:"max,omitempty"`
	// Changed tells whether not all values of the column are the same.
	Changed []bool `json:"changed"`
	// Problem is why the row cannot be shown; only of a Lenient question. Nothing else but Signal is set then.
	Problem *circuit.Diagnostic `json:"problem,omitempty"`
}

// Wave computes a picture of the run.
func (r *Run) Wave(ctx context.Context, q Wave) (*Picture, error) {
	from, to, err := r.within(q.From, q.To)
	if err != nil {
		return nil, err
	}
	if len(q.Signals) > MostRows || q.Pixels < 1 || q.Pixels > MostPixels {
		return nil, refused("", "The picture is too large.", fmt.Sprintf("Ask for at most %d signals in 1 to %d columns.", MostRows, MostPixels))
	}
	w := &picture{run: r, q: q, progress: r.begin()}
	cycles := to - from + 1
	w.Picture = Picture{From: from, To: to, Span: (cycles + uint64(q.Pixels) - 1) / uint64(q.Pixels)}
	w.Columns = int((cycles + w.Span - 1) / w.Span)
	var faulty []Row
	var places []int // of the faulty rows in the answer
	for i, name := range q.Signals {
		c, err := r.column(ctx, name)
		var problem *circuit.Diagnostic
		if q.Lenient && errors.As(err, &problem) {
			faulty = append(faulty, Row{Signal: name, Problem: problem})
			places = append(places, i)
			continue
		}
		if err != nil {
			return nil, err
		}
		w.sources = append(w.sources, c)
		row := Row{Signal: name, Width: c.width(), Changed: make([]bool, w.Columns)}
		row.First, row.Last = make([]circuit.Value, w.Columns), make([]circuit.Value, w.Columns)
		if !q.Flat {
			row.Min, row.Max = make([]circuit.Value, w.Columns), make([]circuit.Value, w.Columns)
		}
		w.Rows = append(w.Rows, row)
	}
	err = w.compiled(ctx)
	if closures(err) {
		err = w.plainly(ctx)
	}
	for i := range faulty {
		w.Rows = slices.Insert(w.Rows, places[i], faulty[i])
	}
	return &w.Picture, err
}

// source is what a row shows.
type source struct {
	signal     *Signal
	expression *Expression
}

// column finds what a row shows: a signal of that name, else an expression.
func (r *Run) column(ctx context.Context, name string) (source, error) {
	s, err := r.Signal(name)
	if err == nil {
		return source{signal: &s}, nil
	}
	e, expressionErr := r.Expression(ctx, name)
	if expressionErr != nil {
		return source{}, expressionErr
	}
	return source{expression: e}, nil
}

func (s *source) width() int {
	if s.signal != nil {
		return s.signal.Width
	}
	return s.expression.width
}

// picture is a Wave under way.
type picture struct {
	Picture
	run      *Run
	q        Wave
	sources  []source
	progress *progress
}

// traced are the observers of one row: of the column under way, and of those that are complete.
type traced struct {
	first, least, most, changed     probe.Register
	firsts, lasts, leasts, mosts, f probe.Memory
	now                             int // net of the value
	ranged                          bool
}

// compiled lets observers draw.
func (w *picture) compiled(ctx context.Context) error {
	f, err := w.run.frame(ctx)
	if err != nil {
		return err
	}
	b := f.b
	armed := b.Register("armed", 1, circuit.Value{})
	phase := b.Register("phase", 64, circuit.Value{}) // cycles of the column that were seen
	column := b.Register("column", 32, circuit.Value{})
	end := b.And(armed.Value, b.Eq(phase.Value, b.Uint(w.Span-1, 64)))
	next := b.Mux(end, b.Uint(0, 64), b.Add(phase.Value, b.Uint(1, 64)))
	b.Next(phase, b.Mux(armed.Value, next, phase.Value))
	b.Next(column, b.Add(column.Value, b.ZExt(end, 32)))
	begin := b.Eq(phase.Value, b.Uint(0, 64))
	rows := make([]traced, len(w.Rows))
	for i := range rows {
		value, err := w.sources[i].observe(f)
		if err != nil {
			return err
		}
		rows[i] = w.trace(b, value, w.Rows[i].Width, begin, end, column.Value)
	}
	x, err := w.run.replay(ctx, f, w.To-w.From)
	if err != nil {
		return err
	}
	defer x.close()
	if err := x.seek(ctx, w.From, w.lead()); err != nil {
		return err
	}
	x.netlist.SetScalar(x.machine, phase, circuit.Value{})
	x.netlist.SetScalar(x.machine, column, circuit.Value{})
	x.netlist.SetScalar(x.machine, armed, one)
	if err := x.machine.Settle(ctx); err != nil {
		return err
	}
	if err := x.portions(ctx, w.To, w.progress, func() bool { return false }); err != nil {
		return err
	}
	for i := range rows {
		w.read(x, &rows[i], &w.Rows[i])
	}
	return nil
}

func (s *source) observe(f *frame) (word.ID, error) {
	if s.signal != nil {
		id, ok := s.signal.value(f.base, f.b)
		if !ok {
			return 0, probe.ErrClosure
		}
		return id, nil
	}
	value, _, err := s.expression.observe(f)
	return value, err
}

// trace adds the observers of one row.
func (w *picture) trace(b *probe.Builder, value word.ID, width int, begin, end, column word.ID) traced {
	t := traced{now: b.Show(value), ranged: !w.q.Flat && width > 1 && w.Span > 1}
	t.lasts = b.Memory("last", w.Columns, width)
	b.Write(t.lasts, end, column, value)
	if w.Span == 1 {
		return t
	}
	t.first = b.Register("first", width, circuit.Value{})
	first := b.Mux(begin, value, t.first.Value)
	b.Next(t.first, first)
	t.changed = b.Register("changed", 1, circuit.Value{})
	changed := b.And(b.Not(begin), b.Or(t.changed.Value, b.Ne(value, t.first.Value)))
	b.Next(t.changed, changed)
	t.firsts, t.f = b.Memory("first", w.Columns, width), b.Memory("changed", w.Columns, 1)
	b.Write(t.firsts, end, column, first)
	b.Write(t.f, end, column, changed)
	if t.ranged {
		t.least, t.most = b.Register("least", width, circuit.Value{}), b.Register("most", width, circuit.Value{})
		least := b.Mux(b.Or(begin, b.Compare(word.ULt, value, t.least.Value)), value, t.least.Value)
		most := b.Mux(b.Or(begin, b.Compare(word.ULt, t.most.Value, value)), value, t.most.Value)
		b.Next(t.least, least)
		b.Next(t.most, most)
		t.leasts, t.mosts = b.Memory("least", w.Columns, width), b.Memory("most", w.Columns, width)
		b.Write(t.leasts, end, column, least)
		b.Write(t.mosts, end, column, most)
	}
	return t
}

// read takes what the observers of a row have seen. The last cycle of the picture is that of the machine itself.
func (w *picture) read(x *replay, t *traced, row *Row) {
	last := w.Columns - 1
	values := func(dst []circuit.Value, m probe.Memory) {
		size := sim.CellBytes(m.Width)
		cells := x.netlist.Cells(x.machine, m, last)
		for i := range last {
			dst[i] = sim.GetCell(cells[i*size:], m.Width)
		}
	}
	now := x.machine.Peek(t.now)
	values(row.Last, t.lasts)
	row.Last[last] = now
	if w.Span == 1 {
		copy(row.First, row.Last)
		copy(row.Min, row.Last)
		copy(row.Max, row.Last)
		return
	}
	values(row.First, t.firsts)
	cells := x.netlist.Cells(x.machine, t.f, last)
	for i := range last {
		row.Changed[i] = cells[i] != 0
	}
	if alone := (w.To - w.From + 1) - uint64(last)*w.Span; alone == 1 {
		row.First[last] = now
	} else {
		row.First[last] = x.netlist.Scalar(x.machine, t.first)
		row.Changed[last] = !x.netlist.Scalar(x.machine, t.changed).IsZero() || !now.Equal(row.First[last])
	}
	if row.Min == nil {
		return
	}
	if !t.ranged { // of a bit that has changed, both values were there
		for i := range row.Min {
			row.Min[i], row.Max[i] = row.First[i], row.First[i]
			if row.Changed[i] {
				row.Min[i], row.Max[i] = circuit.Value{}, one
			}
		}
		return
	}
	values(row.Min, t.leasts)
	values(row.Max, t.mosts)
	row.Min[last], row.Max[last] = now, now
	if (w.To-w.From+1)-uint64(last)*w.Span > 1 {
		row.Min[last] = smaller(now, x.netlist.Scalar(x.machine, t.least))
		row.Max[last] = larger(now, x.netlist.Scalar(x.machine, t.most))
	}
}

// lead is how many cycles before the first one have to be seen.
func (w *picture) lead() uint64 {
	n := uint64(1)
	for i := range w.sources {
		if e := w.sources[i].expression; e != nil {
			n = max(n, e.lead())
		}
	}
	return n
}

// plainly looks at every cycle.
func (w *picture) plainly(ctx context.Context) error {
	samplers := make([]*sampler, len(w.sources))
	for i := range w.sources {
		if e := w.sources[i].expression; e != nil {
			s, err := e.sampler(ctx)
			if err != nil {
				return err
			}
			defer s.close()
			samplers[i] = s
		}
	}
	return w.run.each(ctx, w.From, w.To, w.lead(), w.progress, func(m sim.Machine, cycle uint64) (bool, error) {
		for i := range w.sources {
			var v circuit.Value
			if s := samplers[i]; s != nil {
				var err error
				if v, _, err = s.sample(ctx, m, cycle); err != nil {
					return false, err
				}
			} else {
				v = w.sources[i].signal.Read(m)
			}
			if cycle >= w.From {
				w.Rows[i].add(int((cycle-w.From)/w.Span), (cycle-w.From)%w.Span == 0, v)
			}
		}
		return false, nil
	})
}

// add shows one more cycle in a column.
func (r *Row) add(column int, begins bool, v circuit.Value) {
	if begins {
		r.First[column] = v
	}
	r.Last[column] = v
	r.Changed[column] = r.Changed[column] || !v.Equal(r.First[column])
	if r.Min == nil {
		return
	}
	if begins {
		r.Min[column], r.Max[column] = v, v
	}
	r.Min[column], r.Max[column] = smaller(v, r.Min[column]), larger(v, r.Max[column])
}

func smaller(a, b circuit.Value) circuit.Value {
	if less(a, b) {
		return a
	}
	return b
}

func larger(a, b circuit.Value) circuit.Value {
	if less(a, b) {
		return b
	}
	return a
}

// less compares two values as unsigned numbers.
func less(a, b circuit.Value) bool {
	for i := max(len(a.Hi), len(b.Hi)); i >= 0; i-- {
		if x, y := a.Word(i), b.Word(i); x != y {
			return x < y
		}
	}
	return false
}
