package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"simten.dev/engine/ask/probe"
	"simten.dev/engine/circuit"
	"simten.dev/engine/commands"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// Wave asks for the course of signals between two cycles, both included, in so many columns at most; To 0 is the last
// cycle.
type Wave struct {
	Signals  []string // names of signals, or expressions
	From, To uint64
	Pixels   int
	// Flat leaves the smallest and largest values out, but for the signals in Curves: they take most of the time.
	Flat   bool
	Curves []string
	// Lenient tells in the row of an unknown signal or a wrong expression that it is one, and draws the others.
	Lenient bool
}

// Bounds of Wave.
const (
	MaxRows   = commands.MaxSignals
	MaxPixels = commands.MaxPixels
)

// Picture is the answer: column i shows the Span cycles from From + i * Span on, the last one perhaps fewer.
type Picture struct {
	From    uint64 `json:"from"`
	To      uint64 `json:"to"`
	Span    uint64 `json:"span"`
	Columns int    `json:"columns"`
	// Unit is the unit of time, where columns are times of a file and not cycles.
	Unit string `json:"unit,omitempty"`
	Rows []Row  `json:"rows"`
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
	// Unknown tells in which columns a bit is x or z; only of a file, and nil where there are none.
	Unknown []bool `json:"unknown,omitempty"`
	// Texts are the first values of columns of numbers with a fraction and of texts; only of a file.
	Texts []string `json:"texts,omitempty"`
	// Problem is why the row cannot be shown; only of a Lenient question. Nothing else but Signal is set then.
	Problem *circuit.Diagnostic `json:"problem,omitempty"`
}

// Wave computes a picture of the run.
func (r *Run) Wave(ctx context.Context, q Wave) (*Picture, error) {
	from, to, err := r.within(q.From, q.To)
	if err != nil {
		return nil, err
	}
	if len(q.Signals) > MaxRows || q.Pixels < 1 || q.Pixels > MaxPixels {
		return nil, refused("", "The picture is too large.",
			fmt.Sprintf("Ask for at most %d signals in 1 to %d columns.", MaxRows, MaxPixels))
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
		if !q.Flat || slices.Contains(q.Curves, name) {
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
	s, err := r.lookup(name)
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

// compiled lets observers draw.
func (w *picture) compiled(ctx context.Context) error {
	v, err := w.view(ctx)
	if err != nil {
		return err
	}
	if err := w.draw(ctx, v); err != nil {
		v.replay.close()
		return err
	}
	w.read(v)
	w.run.views.put(v)
	return nil
}

// draw lets the observers see the cycles.
func (w *picture) draw(ctx context.Context, v *view) error {
	x := v.replay
	x.netlist.SetScalar(x.machine, v.armed, circuit.Value{})
	if err := x.seek(ctx, w.From, w.lead()); err != nil {
		return err
	}
	x.netlist.SetScalar(x.machine, v.phase, circuit.Value{})
	x.netlist.SetScalar(x.machine, v.column, circuit.Value{})
	x.netlist.SetScalar(x.machine, v.span, circuit.Uint(w.Span))
	x.netlist.SetScalar(x.machine, v.armed, one)
	if err := x.machine.Settle(ctx); err != nil {
		return err
	}
	return x.portions(ctx, w.To, w.progress, func() bool { return false })
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
