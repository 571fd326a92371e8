package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/wave"
)

// Waveform asks for signals of a recorded wave, whose bytes follow the task.
type Waveform struct {
	Bytes    int64    `json:"bytes"`
	Signals  []string `json:"signals"`
	From, To uint64   // cycles of the clock
	Format   string   `json:"format"` // changes, raw or edges
	Edge     string   `json:"edge"`   // of edges: rising, falling or any
	Clock    string   `json:"clock,omitempty"`
}

// WaveformResult is what is in the file.
type WaveformResult struct {
	Timescale   string        `json:"timescale" jsonschema:"unit of time"`
	TotalCycles int           `json:"totalCycles"`
	Clock       string        `json:"clockSignal"`
	Range       []uint64      `json:"cycleRange" jsonschema:"the cycles that were read; format raw may narrow them"`
	Signals     []WaveformRow `json:"signals"`
	Warnings    []string      `json:"warnings"`
}

// WaveformRow is the course of one signal over the cycles of the clock; the value of a cycle is that right at its
// edge.
type WaveformRow struct {
	Requested string           `json:"requested"`
	Resolved  string           `json:"resolved" jsonschema:"path in the file"`
	Width     int              `json:"width"`
	Initial   InitialValue     `json:"initial" jsonschema:"at the first cycle of the range"`
	Trace     []WaveformChange `json:"trace" jsonschema:"changes: after the first cycle; raw: every cycle; edges: those that were asked for"`
	Truncated bool             `json:"truncated,omitempty"`
	Hint      string           `json:"truncation_hint,omitempty"`
	Warning   string           `json:"warning,omitempty"`
}

// InitialValue is the value at the beginning of the range, and since when it has been so.
type InitialValue struct {
	Cycle       uint64 `json:"cycle"`
	Value       string `json:"value" jsonschema:"bits, with x and z"`
	Hex         string `json:"value_hex,omitempty"`
	StableSince uint64 `json:"stable_since"`
}

// WaveformChange is a value from a cycle on.
type WaveformChange struct {
	Cycle uint64 `json:"cycle"`
	From  string `json:"from,omitempty" jsonschema:"with format edges: the value before"`
	Value string `json:"value"`
	Hex   string `json:"value_hex,omitempty"`
}

// Bounds of a waveform.
const (
	maxEntries = 200    // of one signal
	maxCells   = 20_000 // of format raw, all signals together
	maxRead    = 64     // signals
)

func (w *worker) waveform(ctx context.Context, q *Waveform) (*WaveformResult, error) {
	f, err := w.readWave(ctx, q)
	if err != nil {
		return nil, err
	}
	edges := trace.Edges(&f.wave.Courses[f.clock.Course])
	if len(edges) == 0 {
		return nil, refused(fmt.Sprintf("The clock %s never rises.", f.clock.Path()),
			"Name the clock of the circuit with clock_signal.")
	}
	if q.To >= uint64(len(edges)) {
		return nil, refused(fmt.Sprintf("The file has the cycles 0 to %d, and not %d.", len(edges)-1, q.To),
			"Ask for a part of these in cycle_range.")
	}
	r := &WaveformResult{
		Timescale: f.wave.Unit(), TotalCycles: len(edges), Clock: f.clock.Path(), Range: []uint64{
			q.From,
			q.To,
		}, Signals: []WaveformRow{},
		Warnings: []string{},
	}
	if cells := (q.To - q.From + 1) * uint64(len(f.found)); q.Format == "raw" && cells > maxCells {
		q.To = q.From + maxCells/uint64(len(f.found)) - 1
		r.Range[1] = q.To
		r.Warnings = append(r.Warnings, fmt.Sprintf("format raw lists %v values at most: the range was narrowed",
			limits.Count(maxCells)))
	}
	for i, s := range f.found {
		c := &f.wave.Courses[s.Course]
		if c.Kind != wave.Bits {
			r.Warnings = append(r.Warnings, q.Signals[i]+" has no bits: numbers with a fraction and texts are left out")
			continue
		}
		r.Signals = append(r.Signals, q.row(q.Signals[i], s, c, edges))
	}
	return r, nil
}

// readWave is the part of a file that is kept.
type readWave struct {
	wave  *wave.Wave
	found []*wave.Signal
	clock *wave.Signal
}

// readWave reads the signals that are wanted, and the clock.
func (w *worker) readWave(ctx context.Context, q *Waveform) (*readWave, error) {
	f := &readWave{}
	var wrong error
	var wanted map[int]bool
	choose := func(h *wave.Header) {
		wanted = map[int]bool{}
		for _, name := range q.Signals {
			s, err := unique(h, name)
			if err != nil {
				wrong = err
				return
			}
			f.found = append(f.found, s)
			wanted[s.Course] = true
		}
		if f.clock, wrong = clockOf(h, q.Clock); wrong == nil {
			wanted[f.clock.Course] = true
		}
	}
	var err error
	f.wave, err = trace.Read(io.LimitReader(w.rest, q.Bytes), wave.Options{
		Bytes: int64(w.task.Limits.MemoryMebibytes) << 19,
		Keep: func(h *wave.Header, s *wave.Signal) bool {
			if wanted == nil {
				choose(h)
			}
			return wanted[s.Course]
		},
		Pause: func() error {
			w.alive()
			return errors.Join(wrong, ctx.Err())
		},
	})
	switch {
	case wrong != nil:
		return nil, wrong
	case err != nil:
		var d *circuit.Diagnostic
		if errors.As(err, &d) {
			return nil, err
		}
		return nil, refused("The file cannot be read: "+err.Error()+".",
			"Give a value change dump (VCD) or a Fast Signal Trace (FST).")
	case f.clock == nil:
		return nil, refused("The file has no signals.", "Record at least the clock.")
	}
	return f, nil
}

// unique is the signal of a path, or the only one of a name.
func unique(h *wave.Header, name string) (*wave.Signal, error) {
	var found []*wave.Signal
	for i := range h.Signals {
		s := &h.Signals[i]
		if s.Path() == name {
			return s, nil
		}
		if s.Name == name && !slices.ContainsFunc(found, func(o *wave.Signal) bool { return o.Course == s.Course }) {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, refused(fmt.Sprintf("The file has no signal %s.", circuit.Cut(name, 100)),
			strings.TrimSpace(circuit.DidYouMean(name, leaves(h))+" A name with dots is a whole path; without it is the last part of one."))
	}
	var candidates []string
	for _, s := range found[:min(len(found), 10)] {
		candidates = append(candidates, s.Path())
	}
	return nil, refused(fmt.Sprintf("%d signals are called %s.", len(found), circuit.Cut(name, 100)),
		"Name one by its path: "+strings.Join(candidates, ", ")+".")
}

func leaves(h *wave.Header) []string {
	const most = 20_000
	list := make([]string, 0, len(h.Signals))
	for i := range h.Signals[:min(len(h.Signals), most)] {
		list = append(list, h.Signals[i].Name, h.Signals[i].Path())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// clockOf is the clock that was named, or the one bit called clk or clock that is nearest to the top.
func clockOf(h *wave.Header, name string) (*wave.Signal, error) {
	if name != "" {
		return unique(h, name)
	}
	var best *wave.Signal
	var bits []string
	for i := range h.Signals {
		s := &h.Signals[i]
		if shape := h.Shape(s); shape.Kind != wave.Bits || shape.Width != 1 {
			continue
		}
		if len(bits) < 10 {
			bits = append(bits, s.Path())
		}
		leaf := strings.ToLower(s.Name)
		if leaf != "clk" && leaf != "clock" {
			continue
		}
		if best == nil || len(s.Scope) < len(best.Scope) || len(s.Scope) == len(best.Scope) && s.Path() == "tb.clk" {
			best = s
		}
	}
	if best == nil {
		e := protocol.NewError(protocol.ErrInvalidRequest, "No signal of the file is called clk or clock.")
		e.Advice = "Name the clock with clock_signal; signals of one bit are, for example: " + strings.Join(bits, ", ") + "."
		return nil, e
	}
	return best, nil
}

// row reads one signal.
func (q *Waveform) row(requested string, s *wave.Signal, c *wave.Course, edges []uint64) WaveformRow {
	width := max(1, c.Width)
	digits := func(at int) string {
		if at < 0 {
			return strings.Repeat("x", width)
		}
		v := c.Value(at)
		text := string(v.Digits(width))
		if len(text) < width { // a file may leave digits out, by the rule for the first that is there
			fill := "0"
			if text != "" && text[0] != '1' {
				fill = text[:1]
			}
			text = strings.Repeat(fill, width-len(text)) + text
		}
		return text
	}
	hex := func(at int) string {
		if at < 0 || width <= 4 || !c.Value(at).Known() {
			return ""
		}
		return "0x" + c.Value(at).KnownBits().Big().Text(16)
	}
	seen := func(cycle uint64) int { return c.Find(edges[cycle]) } // the change that the edge of a cycle sees
	at := seen(q.From)
	r := WaveformRow{
		Requested: requested, Resolved: s.Path(), Width: width, Trace: []WaveformChange{},
		Initial: InitialValue{Cycle: q.From, Value: digits(at), Hex: hex(at)},
	}
	if at >= 0 {
		first, _ := slices.BinarySearch(edges, c.Time(at))
		r.Initial.StableSince = uint64(min(first, int(q.From)))
	}
	if q.Format == "edges" && width > 1 && q.Edge != "any" {
		r.Warning = "a signal of several bits has no rising and falling edges: all changes are listed"
	}
	add := func(x WaveformChange) bool {
		if len(r.Trace) == maxEntries && q.Format != "raw" {
			r.Truncated, r.Hint = true, fmt.Sprintf("%d entries are listed; go on with cycle_range from %d on", maxEntries,
				x.Cycle)
			return false
		}
		r.Trace = append(r.Trace, x)
		return true
	}
	if q.Format == "raw" {
		for cycle := q.From; cycle <= q.To; cycle++ {
			now := seen(cycle)
			add(WaveformChange{Cycle: cycle, Value: digits(now), Hex: hex(now)})
		}
		return r
	}
	// Only the changes are visited, not the cycles.
	for next := at + 1; next < c.Len(); {
		index, _ := slices.BinarySearch(edges, c.Time(next))
		cycle := uint64(index)
		if cycle > q.To {
			break
		}
		now := seen(cycle)
		next = now + 1
		before, value := digits(at), digits(now)
		at = now
		if before == value {
			continue
		}
		x := WaveformChange{Cycle: cycle, Value: value, Hex: hex(now)}
		if q.Format == "edges" {
			x.From = before
			if width == 1 && (q.Edge == "rising" && value != "1" || q.Edge == "falling" && value != "0") {
				continue
			}
		}
		if !add(x) {
			break
		}
	}
	return r
}
