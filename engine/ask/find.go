package ask

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"simten.dev/engine/ask/probe"
	"simten.dev/engine/circuit"
	"simten.dev/engine/commands"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// Trigger says at which cycles an expression counts.
type Trigger uint8

const (
	// Becomes: at the cycles at which the expression becomes true. In the first cycle of the run it becomes what it is.
	Becomes Trigger = iota
	// Holds: at all cycles in which it is true.
	Holds
	// Ceases: at the cycles at which it becomes false, after it was true.
	Ceases
	// Changes: at the cycles at which its value differs from that of the cycle before.
	Changes
)

// Condition is an expression and the cycles at which it counts.
type Condition struct {
	When    string
	Trigger Trigger
	// For, if more than 1, asks for an expression that was true for so many cycles, this one included: Becomes counts at
	// the last of them, Holds there and as long as it stays true. For up to MaxCycles.
	For uint64
}

// MaxCycles bounds Condition.For.
const MaxCycles = commands.MaxFor

// Find asks for cycles between two, both included; To 0 is the last one.
type Find struct {
	Condition
	From, To uint64
	// Last searches backwards, from To on.
	Last bool
	// Limit bounds the cycles that are listed; 0 only counts. A search that needs no more of them ends early, unless it
	// counts.
	Limit int
	// Count counts all cycles, also those beyond Limit.
	Count bool
}

// MaxHits bounds Find.Limit.
const MaxHits = commands.MaxHits

// Hits are the cycles at which a condition counts, in the order in which they were searched.
type Hits struct {
	Cycles []uint64
	// Count is how many there are in all, when Find.Count asked for it; else the number of Cycles.
	Count uint64
}

// Find searches the run.
func (r *Run) Find(ctx context.Context, q Find) (*Hits, error) {
	from, to, err := r.within(q.From, q.To)
	if err != nil {
		return nil, err
	}
	if q.Limit < 0 || q.Limit > MaxHits || q.For > MaxCycles {
		return nil, refused("", "The question asks for too much.",
			"At most 100,000 cycles are listed, of a condition that holds for up to 1,048,576.")
	}
	e, err := r.Expression(ctx, q.When)
	if err != nil {
		return nil, err
	}
	s := &search{
		run: r, limit: q.Limit, count: q.Count, lead: max(1, q.For) + e.lead(), progress: r.begin(),
		observe: func(f *frame) (word.ID, error) {
			value, truth, err := e.observe(f)
			if err != nil {
				return 0, err
			}
			return trigger(f, q.Condition, value, truth), nil
		},
		sample: func(ctx context.Context) (visitor, func(), error) {
			sampler, err := e.sampler(ctx)
			if err != nil {
				return nil, nil, err
			}
			j := &judge{c: q.Condition}
			return func(m sim.Machine, cycle uint64) (bool, error) {
				value, truth, err := sampler.sample(ctx, m, cycle)
				return err == nil && j.hit(value, truth), err
			}, sampler.close, nil
		},
	}
	if q.Last {
		return s.backwards(ctx, from, to)
	}
	return s.forwards(ctx, from, to)
}

// visitor tells of one cycle after the other whether it counts.
type visitor func(m sim.Machine, cycle uint64) (hit bool, err error)

// search looks for cycles.
type search struct {
	run   *Run
	limit int    // of the cycles that are listed
	count bool   // all of them are counted, also those beyond the limit
	lead  uint64 // cycles before the first one that have to be seen
	// observe adds observers and gives one bit: the present cycle counts. probe.ErrClosure: that cannot be compiled.
	observe func(f *frame) (hit word.ID, err error)
	// sample makes what is asked about every cycle then, and what releases it.
	sample   func(ctx context.Context) (visitor, func(), error)
	progress *progress
}

// open starts a machine that counts; probe.ErrClosure: the condition cannot be compiled.
func (s *search) open(ctx context.Context, cycles uint64, newest bool) (*counter, *replay, error) {
	f, err := s.run.frame(ctx)
	if err != nil {
		return nil, nil, err
	}
	hit, err := s.observe(f)
	if err != nil {
		return nil, nil, err
	}
	c := newCounter(f, hit, s.limit, newest)
	x, err := s.run.replay(ctx, f, cycles)
	return c, x, err
}

// forwards lists the first hits between two cycles.
func (s *search) forwards(ctx context.Context, from, to uint64) (*Hits, error) {
	c, x, err := s.open(ctx, to-from, false)
	if closures(err) {
		h, err := s.plainly(ctx, from, to, s.limit, s.count)
		return h.told(s.count), err
	}
	if err != nil {
		return nil, err
	}
	defer x.close()
	h, err := c.hits(ctx, x, from, to, s.lead, s.progress, s.count)
	return h.told(s.count), err
}

// told is an answer without a count that was not asked for.
func (h *Hits) told(count bool) *Hits {
	if h != nil && !count {
		h.Count = uint64(len(h.Cycles))
	}
	return h
}

// plainly looks at every cycle.
func (s *search) plainly(ctx context.Context, from, to uint64, limit int, count bool) (*Hits, error) {
	visit, done, err := s.sample(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	h := &Hits{Cycles: []uint64{}}
	err = s.run.each(ctx, from, to, s.lead, s.progress, func(m sim.Machine, cycle uint64) (bool, error) {
		hit, err := visit(m, cycle)
		if err != nil {
			return false, err
		}
		if hit && cycle >= from {
			h.Count++
			if len(h.Cycles) < limit {
				h.Cycles = append(h.Cycles, cycle)
			}
		}
		return !count && len(h.Cycles) >= limit, nil
	})
	return h, err
}

// backwards lists the last hits, the latest first. It runs the stretches between checkpoints, the last one first.
func (s *search) backwards(ctx context.Context, from, to uint64) (*Hits, error) {
	stretch := func(begin, end uint64) (*Hits, error) { return s.plainly(ctx, begin, end, math.MaxInt, true) }
	c, x, err := s.open(ctx, to-from, true)
	switch {
	case err == nil:
		defer x.close()
		stretch = func(begin, end uint64) (*Hits, error) { return c.hits(ctx, x, begin, end, s.lead, nil, true) }
	case !closures(err):
		return nil, err
	}
	h := &Hits{Cycles: []uint64{}}
	starts := s.run.past.Checkpoints(from, to)
	for i, end := len(starts)-1, to; i >= 0; i-- {
		begin := max(from, starts[i]+1)
		if i == 0 {
			begin = from
		}
		if begin > end {
			continue
		}
		part, err := stretch(begin, end)
		if err != nil {
			return nil, err
		}
		slices.Reverse(part.Cycles)
		h.Cycles = append(h.Cycles, part.Cycles...)
		h.Count += part.Count
		if !s.count && len(h.Cycles) >= s.limit || begin == from {
			break
		}
		s.progress.at(to-begin, to-from)
		s.run.pause()
		end = begin - 1
	}
	h.Cycles = h.Cycles[:min(len(h.Cycles), s.limit)]
	return h.told(s.count), nil
}

// judge decides about one cycle after the other.
type judge struct {
	c      Condition
	valid  bool
	before circuit.Value
	truth  bool
	length uint64 // cycles for which it has been true
}

func (j *judge) hit(value circuit.Value, truth bool) bool {
	was, changed := j.truth, j.valid && !value.Equal(j.before)
	j.before, j.truth = value, truth
	first := !j.valid
	j.valid = true
	if !truth {
		j.length = 0
	} else {
		j.length++
	}
	switch n := max(1, j.c.For); j.c.Trigger {
	case Holds:
		return j.length >= n
	case Ceases:
		return !first && was && !truth
	case Changes:
		return changed
	default:
		return j.length == n
	}
}

// counter are the observers of a search: they count the cycles of a condition, and list the first ones or the newest.
type counter struct {
	limit  int
	newest bool

	armed probe.Register // 1 while cycles count
	count probe.Register
	list  probe.Memory // of newest a ring
	hit   int          // net: the cycle that is shown counts
}

// newCounter adds observers that count the cycles in which hit, one bit, is 1.
func newCounter(f *frame, hit word.ID, limit int, newest bool) *counter {
	b := f.b
	o := &counter{limit: limit, newest: newest}
	o.armed = b.Register("armed", 1, circuit.Value{})
	o.count = b.Register("count", 64, circuit.Value{})
	hit = b.And(o.armed.Value, hit)
	b.Next(o.count, b.Add(o.count.Value, b.ZExt(hit, 64)))
	if limit > 0 {
		depth := max(2, 1<<bits.Len(uint(limit-1))) // a power of two, at least limit
		o.list = b.Memory("hits", depth, 64)
		address := o.count.Value
		if newest {
			address = b.Slice(address, 0, bits.Len(uint(depth-1)))
		}
		b.Write(o.list, hit, address, f.cycle.Value)
	}
	o.hit = b.Show(hit)
	return o
}

// trigger is whether the present cycle counts, one bit.
func trigger(f *frame, c Condition, value, truth word.ID) word.ID {
	b := f.b
	switch {
	case c.Trigger == Changes:
		before := b.Register("value", b.Width(value), circuit.Value{})
		b.Next(before, value)
		return b.And(f.valid.Value, b.Ne(value, before.Value))
	case c.For > 1 && c.Trigger != Ceases:
		const width = 32
		length := b.Register("length", width, circuit.Value{})
		limit := b.Uint(c.For, width)
		if c.Trigger == Becomes {
			limit = b.Uint(c.For+1, width) // stays there as long as it is true, so that it counts once
		}
		next := b.Add(length.Value, b.Uint(1, width))
		next = b.Mux(b.Eq(length.Value, limit), limit, next)
		next = b.Mux(truth, next, b.Uint(0, width))
		b.Next(length, next)
		return b.Eq(next, b.Uint(c.For, width))
	case c.Trigger == Holds:
		return truth
	}
	was := b.Register("truth", 1, circuit.Value{})
	b.Next(was, truth)
	if c.Trigger == Ceases {
		return b.And(was.Value, b.Not(truth))
	}
	return b.And(truth, b.Not(was.Value))
}

// hits runs from one cycle to another and gives what counted, both included, in ascending order.
func (o *counter) hits(ctx context.Context, x *replay, from, to, lead uint64, p *progress, count bool) (*Hits, error) {
	x.netlist.SetScalar(x.machine, o.armed, circuit.Value{})
	if err := x.seek(ctx, from, lead); err != nil {
		return nil, err
	}
	x.netlist.SetScalar(x.machine, o.count, circuit.Value{})
	x.netlist.SetScalar(x.machine, o.armed, one)
	if err := x.machine.Settle(ctx); err != nil {
		return nil, err
	}
	err := x.portions(ctx, to, p, func() bool {
		return !count && x.netlist.Scalar(x.machine, o.count).Lo >= uint64(o.limit)
	})
	if err != nil {
		return nil, err
	}
	h := &Hits{Cycles: []uint64{}, Count: x.netlist.Scalar(x.machine, o.count).Lo}
	if n := min(h.Count, uint64(o.limit)); n > 0 {
		cells := x.netlist.Cells(x.machine, o.list, o.list.Depth)
		begin := uint64(0)
		if o.newest {
			begin = h.Count - n
		}
		for i := range n {
			at := (begin + i) % uint64(o.list.Depth)
			h.Cycles = append(h.Cycles, sim.GetCell(cells[8*at:], 64).Lo)
		}
	}
	if x.player.Cycle() == to && !x.machine.Peek(o.hit).IsZero() {
		h.Count++
		if o.newest || len(h.Cycles) < o.limit {
			h.Cycles = append(h.Cycles, to)
		}
	}
	return h, nil
}
