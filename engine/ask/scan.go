package ask

import (
	"context"

	"simten.dev/engine/circuit"
)

// Scan asks for every value of signals between two cycles, both included; To 0 is the last one.
type Scan struct {
	Signals  []string // names of signals, or expressions
	From, To uint64
}

// scanBlock is how many cycles are read at once.
const scanBlock = MaxPixels

// Scan visits the values of the cycles in order, some thousand cycles at once: values[i][k] is signal i in cycle
// from + k. It ends early when visit wants no more.
func (r *Run) Scan(ctx context.Context, q Scan, visit func(from uint64, values [][]circuit.Value) (more bool,
	err error),
) error {
	from, to, err := r.within(q.From, q.To)
	if err != nil {
		return err
	}
	r.horizon = to - from
	defer func() { r.horizon = 0 }()
	values := make([][]circuit.Value, len(q.Signals))
	for ; from <= to; from += scanBlock {
		p, err := r.Wave(ctx, Wave{
			Signals: q.Signals, From: from, To: min(to, from+scanBlock-1), Pixels: scanBlock, Flat: true,
		})
		if err != nil {
			return err
		}
		for i := range p.Rows {
			values[i] = p.Rows[i].First
		}
		if more, err := visit(from, values); err != nil || !more {
			return err
		}
	}
	return nil
}

// Widths are the widths of signals or expressions in bits.
func (r *Run) Widths(ctx context.Context, signals []string) ([]int, error) {
	widths := make([]int, len(signals))
	for i, name := range signals {
		s, err := r.column(ctx, name)
		if err != nil {
			return nil, err
		}
		widths[i] = s.width()
	}
	return widths, nil
}
