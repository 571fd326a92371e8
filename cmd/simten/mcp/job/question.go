package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"simten.dev/engine/ask"
	"simten.dev/engine/limits"
)

// Question is one question about the run; one of its fields is set. The names are those of engine/commands.
type Question struct {
	Wave    *Picture     `json:"wave,omitempty"`
	Find    *ask.Find    `json:"find,omitempty"`
	Why     *ask.Why     `json:"why,omitempty"`
	Compare *Compare     `json:"compare,omitempty"`
	Changes *ask.Between `json:"changes,omitempty"`
	Digest  *uint64      `json:"digest,omitempty"` // a cycle; math.MaxUint64 is the last one
	Until   *Until       `json:"until,omitempty"`
}

// QuestionResult is the answer, in the field of its question.
type QuestionResult struct {
	Wave    *PictureResult `json:"wave,omitempty"`
	Find    *FindResult    `json:"find,omitempty"`
	Why     *WhyResult     `json:"why,omitempty"`
	Compare *CompareResult `json:"compare,omitempty"`
	Changes *ChangesResult `json:"changes,omitempty"`
	Digest  *DigestResult  `json:"digest,omitempty"`
	Until   *UntilResult   `json:"until,omitempty"`
}

// Last stands for the last cycle of a run.
const Last = ^uint64(0)

func (w *worker) question(ctx context.Context, q *Question) (r *QuestionResult, err error) {
	r = &QuestionResult{}
	if q.Until != nil {
		r.Until, err = w.until(ctx, q.Until)
		return r, err
	}
	x, err := w.whole(ctx)
	if err != nil {
		return nil, err
	}
	defer x.close()
	switch {
	case q.Wave != nil:
		r.Wave, err = x.picture(ctx, q.Wave)
	case q.Find != nil:
		r.Find, err = x.search(ctx, q.Find)
	case q.Why != nil:
		r.Why, err = x.explain(ctx, q.Why)
	case q.Compare != nil:
		r.Compare, err = w.compare(ctx, x, q.Compare)
	case q.Changes != nil:
		r.Changes, err = x.between(ctx, q.Changes)
	case q.Digest != nil:
		r.Digest, err = x.fingerprint(ctx, *q.Digest)
	default:
		err = errors.New("the question is empty")
	}
	return r, err
}

// Picture asks for the course of signals.
type Picture struct {
	Signals  []string `json:"signals"` // none: the ports
	From, To uint64   // 0 is the last cycle
	Columns  int      `json:"columns"`
}

// PictureResult is the answer.
type PictureResult struct {
	From    uint64       `json:"from"`
	To      uint64       `json:"to"`
	Span    uint64       `json:"span" jsonschema:"cycles of one column"`
	Columns int          `json:"columns"`
	Rows    []PictureRow `json:"rows"`
	Text    string       `json:"drawing" jsonschema:"the same for people, drawn in characters"`
}

// PictureRow is the course of one signal.
type PictureRow struct {
	Signal string    `json:"signal"`
	Width  int       `json:"width"`
	Values []Stretch `json:"values,omitempty" jsonschema:"with a span of 1: values with the cycles that each lasted"`
	Ranges []Range   `json:"ranges,omitempty" jsonschema:"with a longer span: one for each column"`
}

// Range is what a signal did in the cycles of a column.
type Range struct {
	First Cell `json:"first"`
	Last  Cell `json:"last"`
	Least Cell `json:"min"`
	Most  Cell `json:"max"`
	// Changed tells whether it had more than one value.
	Changed bool `json:"changed"`
}

func (r *recorded) picture(ctx context.Context, q *Picture) (*PictureResult, error) {
	signals := q.Signals
	if len(signals) == 0 {
		signals = ports(r.compiled.Design)
		signals = signals[:min(len(signals), maxPorts)]
	}
	if len(signals) == 0 {
		return nil, refused("The circuit has no ports.", "Name signals inside: a node and its port, such as counter.q.")
	}
	p, err := r.Wave(ctx, ask.Wave{Signals: signals, From: q.From, To: q.To, Pixels: q.Columns})
	if err != nil {
		return nil, err
	}
	result := &PictureResult{From: p.From, To: p.To, Span: p.Span, Columns: p.Columns, Text: p.Text()}
	for i := range p.Rows {
		row := &p.Rows[i]
		out := PictureRow{Signal: row.Signal, Width: row.Width}
		for c := range p.Columns {
			if p.Span > 1 {
				out.Ranges = append(out.Ranges, Range{row.First[c], row.Last[c], row.Min[c], row.Max[c], row.Changed[c]})
				continue
			}
			if n := len(out.Values); n > 0 && out.Values[n-1].Value.Equal(row.First[c]) {
				out.Values[n-1].Count++
			} else {
				out.Values = append(out.Values, Stretch{row.First[c], 1})
			}
		}
		result.Rows = append(result.Rows, out)
	}
	return result, nil
}

// FindResult lists cycles.
type FindResult struct {
	Cycles []uint64 `json:"cycles" jsonschema:"in the order of the search"`
	Count  uint64   `json:"count" jsonschema:"how many there are; without count: true only of those that are listed"`
	More   bool     `json:"more,omitempty" jsonschema:"the limit may have left some out"`
}

func (r *recorded) search(ctx context.Context, q *ask.Find) (*FindResult, error) {
	h, err := r.Find(ctx, *q)
	if err != nil {
		return nil, err
	}
	return &FindResult{append([]uint64{}, h.Cycles...), h.Count, q.Limit > 0 && len(h.Cycles) == q.Limit}, nil
}

// WhyResult is a chain of causes.
type WhyResult struct {
	Steps []ask.Step `json:"steps" jsonschema:"the value that was asked about first; causes are indices of the steps that it follows from"`
	More  bool       `json:"more,omitempty" jsonschema:"there are more causes than steps were asked for"`
}

func (r *recorded) explain(ctx context.Context, q *ask.Why) (*WhyResult, error) {
	if q.Cycle == Last {
		_, q.Cycle = r.Range()
	}
	x, err := r.Why(ctx, *q)
	if err != nil {
		return nil, err
	}
	for i := range x.Steps {
		x.Steps[i].Causes = append([]int{}, x.Steps[i].Causes...)
	}
	return &WhyResult{append([]ask.Step{}, x.Steps...), x.More}, nil
}

// Compare asks where another circuit differs that gets the same inputs.
type Compare struct {
	Other   Hosted   `json:"other"`
	Signals []string `json:"signals,omitempty"`
	Limit   int      `json:"limit"`
}

// CompareResult is the first difference.
type CompareResult struct {
	Equal     bool            `json:"equal" jsonschema:"no compared signal differs in any cycle of the run"`
	Cycle     uint64          `json:"cycle,omitempty" jsonschema:"the first cycle in which one does"`
	Signals   []ask.Differing `json:"signals" jsonschema:"signals that differ in that cycle: left in the run, right in the other circuit"`
	Unmatched []string        `json:"unmatched" jsonschema:"inputs and outputs that only one of the two has"`
}

func (w *worker) compare(ctx context.Context, x *recorded, q *Compare) (*CompareResult, error) {
	host := w.task.Run.Host
	w.task.Run.Host = q.Other.Host
	other, err := w.sound(ctx, q.Other.Run, false)
	w.task.Run.Host = host
	if err != nil {
		return nil, fmt.Errorf("of the other circuit: %w", err)
	}
	defer other.Close()
	d, err := x.Compare(ctx, ask.Compare{Other: other, Signals: q.Signals, Limit: q.Limit})
	if err != nil {
		return nil, err
	}
	return &CompareResult{
		d.Equal, d.Cycle, append([]ask.Differing{}, d.Signals()...),
		append([]string{}, d.Unmatched...),
	}, nil
}

// ChangesResult lists what differs between two cycles.
type ChangesResult struct {
	From    uint64   `json:"from"`
	To      uint64   `json:"to"`
	Changes []Change `json:"changes" jsonschema:"outputs, registers and cells of memories"`
	More    bool     `json:"more,omitempty" jsonschema:"there are more than limit"`
}

// Change is a value that differs.
type Change struct {
	Signal string `json:"signal"`
	Before Cell   `json:"before"`
	After  Cell   `json:"after"`
}

func (r *recorded) between(ctx context.Context, q *ask.Between) (*ChangesResult, error) {
	if q.To == Last {
		_, q.To = r.Range()
	}
	x, err := r.Between(ctx, *q)
	if err != nil {
		return nil, err
	}
	result := &ChangesResult{From: q.From, To: q.To, Changes: []Change{}, More: x.More}
	for i := range x.List {
		result.Changes = append(result.Changes, Change{x.List[i].Name, x.List[i].Before, x.List[i].After})
	}
	return result, nil
}

// DigestResult is the fingerprint of the state of a cycle.
type DigestResult struct {
	Cycle  uint64 `json:"cycle"`
	Digest string `json:"digest"`
}

func (r *recorded) fingerprint(ctx context.Context, cycle uint64) (*DigestResult, error) {
	if cycle == Last {
		_, cycle = r.Range()
	}
	digest, err := r.Digest(ctx, cycle)
	return &DigestResult{cycle, digest}, err
}

// Until asks to run to the cycle in which a condition counts.
type Until struct {
	ask.Condition
	Hit int `json:"hit,omitempty"` // which of the hits; 0 is the first
}

// UntilResult is where the run ended.
type UntilResult struct {
	Reached bool    `json:"reached" jsonschema:"false: the condition did not count within the ticks"`
	Cycle   uint64  `json:"cycle" jsonschema:"the cycle in which the run stands"`
	Values  []Value `json:"values" jsonschema:"of the ports in that cycle"`
}

// turnTime is how long a run goes on between two looks at it.
const turnTime = 50 * time.Millisecond

// until plays the inputs that there are, and then runs on until the condition counts, at most for the cycles of the
// run.
func (w *worker) until(ctx context.Context, q *Until) (*UntilResult, error) {
	r := w.task.Run.Run
	x, err := w.record(ctx, r, r.Cycles)
	if err != nil {
		return nil, err
	}
	defer x.close()
	most := uint64(r.Cycles)
	r.Cycles = min(len(r.Steps), r.Cycles)
	if err := w.play(ctx, x, r, 0, nil); err != nil {
		return nil, err
	}
	wanted := max(1, q.Hit)
	h, err := x.Find(ctx, ask.Find{Condition: q.Condition, Limit: min(wanted, ask.MaxHits)})
	if err != nil {
		return nil, err
	}
	reached := len(h.Cycles) >= wanted
	if reached {
		err = x.past.Seek(ctx, h.Cycles[wanted-1])
	} else {
		reached, err = w.pursue(ctx, x, ask.Until{Condition: q.Condition, Hit: wanted - len(h.Cycles)}, most)
	}
	if err != nil {
		return nil, err
	}
	return &UntilResult{reached, x.past.Cycle(), x.values(maxPorts)}, nil
}

// pursue runs on until a condition counts, at most to a cycle.
func (w *worker) pursue(ctx context.Context, x *recorded, q ask.Until, most uint64) (hit bool, err error) {
	p, err := x.Pursue(ctx, q)
	if err != nil {
		return false, err
	}
	defer p.Close()
	for !hit && err == nil && ctx.Err() == nil && x.past.Cycle() < most {
		hit, err = p.Advance(ctx, turnTime, most-x.past.Cycle())
		w.progress(float64(x.past.Cycle())/float64(most), fmt.Sprintf("cycle %v", limits.Count(x.past.Cycle())))
	}
	return hit, errors.Join(err, ctx.Err())
}
