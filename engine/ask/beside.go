package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/fst"
	"simten.dev/engine/trace/vcd"
	"simten.dev/engine/trace/wave"
)

// Beside is a recorded wave that is looked at beside the run of a circuit: its signals are matched with those of the
// circuit by name, and its cycles are counted as those of the run.
type Beside struct {
	Clock  string // the path of the signal whose edges are the cycles; "" when there is none
	First  uint64 // the cycle of the run at which the wave begins
	Cycles uint64 // of the wave
	Unit   string // of its time
	// Problem is why the wave has no cycles: which signal is the clock has to be told.
	Problem error
	// Signals are those of bits: at first those that the circuit has, at most MaxBeside. More are left out, and Others
	// are numbers with a fraction and texts.
	Signals []BesideSignal
	More    int
	Others  int
	// Inputs are the signals that set the inputs of the circuit, by input. Missing are inputs without a signal, and
	// Unknown those that have x or z in some cycle, which is 0 to the circuit.
	Inputs  map[string]string
	Missing []string
	Unknown []string
	// Clocks are signals of one bit that may be meant by the clock.
	Clocks []string

	wave     *wave.Wave
	moments  []uint64
	matcher  *trace.Matcher
	controls []sandbox.Control
	compiled *sandbox.Compiled
}

// BesideSignal is a signal of a wave, and the signal of the circuit with its name and width, "" when there is none.
type BesideSignal struct {
	Path, Match string
	Width       int
}

// Bounds of Beside.
const (
	MaxBeside  = 4096
	maxClocks  = 256
	maxMatched = 200_000 // signals of a circuit and of a wave that are compared
)

// ReadWave reads a file. Of one that takes more memory than it may, only the signals are kept whose names the circuit
// has; partial tells of that.
func (r *Run) ReadWave(ctx context.Context, data []byte, limit int64) (w *wave.Wave, partial bool, err error) {
	o := wave.Options{Bytes: limit, Pause: func() error {
		r.pause()
		return ctx.Err()
	}}
	w, err = trace.Read(bytes.NewReader(data), o)
	if !errors.Is(err, wave.ErrTooLarge) {
		return w, false, err
	}
	names := r.lastNames()
	o.Keep = func(_ *wave.Header, s *wave.Signal) bool { return names[s.Name] || trace.IsClock(s.Name) }
	w, err = trace.Read(bytes.NewReader(data), o)
	return w, true, err
}

// lastNames are the names of the circuit's ports and of its nodes that can be set, as recordings have them.
func (r *Run) lastNames() map[string]bool {
	names := map[string]bool{}
	add := func(path string) {
		name := path[strings.LastIndexByte(path, '.')+1:]
		names[name], names[circuit.EscapeName(name)] = true, true
	}
	n := 0
	for s := range r.compiled.Design.Signals() {
		if n++; n > maxMatched {
			break
		}
		add(s.Path)
	}
	for _, name := range r.compiled.FreeControls() {
		add(name)
	}
	return names
}

// Beside matches a wave with the circuit of the run. first, when it is not nil, is the cycle at which the wave begins.
func (r *Run) Beside(w *wave.Wave, o trace.InputOptions, first *uint64) (*Beside, error) {
	b := &Beside{wave: w, compiled: r.compiled, Unit: w.Unit()}
	c := trace.Circuit{Name: r.compiled.Design.Name, Sequential: r.compiled.Design.Sequential}
	free := r.compiled.FreeControls()
	for _, x := range sandbox.NewControls(r.compiled.Design).List() {
		if slices.Contains(free, x.Name) {
			b.controls = append(b.controls, x)
			c.Inputs = append(c.Inputs, trace.Port{Name: x.Name, Pin: x.Pin, Width: x.Width})
		}
	}
	o.Lenient = true
	m, err := trace.NewMatcher(&w.Header, c, o)
	if err != nil {
		return nil, err
	}
	b.matcher, b.Missing, b.Inputs, b.Clock, b.Problem = m, m.Missing, m.Signals(), m.Clock(), m.ClockError
	if b.Problem == nil {
		if b.moments, err = m.Moments(w); err != nil {
			b.Problem, b.moments = err, nil
		}
	}
	b.Cycles = uint64(len(b.moments))
	if w.Version == trace.Version && b.Cycles > 0 {
		b.First = b.moments[0] / trace.StepTime // a part of a run, with the times of the whole
	}
	if first != nil {
		b.First = *first
	}
	r.match(b)
	return b, nil
}

// match finds the signals of the circuit for those of the wave: the scope of the wave is the circuit in which most
// signals have a name and a width that the circuit has.
func (r *Run) match(b *Beside) {
	type known struct {
		name  string
		width int
	}
	of := map[string]known{} // by the path in a recording
	note := func(path, name string, width int) {
		if _, taken := of[path]; !taken {
			of[path] = known{name, width}
		}
	}
	for _, p := range slices.Concat(r.compiled.Design.Outputs, r.compiled.Design.Inputs) {
		note(circuit.EscapeName(p.Name), circuit.JoinPath(p.Name), p.Type.Wires())
	}
	n := 0
	for s := range r.compiled.Design.Signals() {
		if n++; n > maxMatched {
			break
		}
		names, ok := circuit.SplitPath(s.Path)
		if !ok || len(names) < 2 || names[0] == elaborate.TopNode {
			continue
		}
		inside := names[0] == circuit.HarnessNode
		for i := range names {
			names[i] = circuit.EscapeName(names[i])
		}
		if path := strings.Join(names, "."); inside { // a circuit between switches and lamps, and the same one alone
			note(strings.TrimPrefix(path, circuit.HarnessNode+"."), s.Path, s.Type.Wires())
		} else {
			note(path, s.Path, s.Type.Wires())
		}
	}
	w := b.wave
	rest := func(s *wave.Signal, depth int) (known, bool) {
		path := s.Name
		if depth < len(s.Scope) {
			path = strings.Join(s.Scope[depth:], ".") + "." + s.Name
		}
		x, ok := of[path]
		return x, ok && w.Shape(s) == (wave.Shape{Width: x.width})
	}
	votes, best := map[string]int{}, ""
	for i := range w.Signals[:min(len(w.Signals), maxMatched)] {
		s := &w.Signals[i]
		for depth := range len(s.Scope) + 1 {
			if _, ok := rest(s, depth); ok {
				scope := strings.Join(s.Scope[:depth], ".")
				votes[scope]++
				if n := votes[scope] - votes[best]; n > 0 || n == 0 && len(scope) < len(best) {
					best = scope
				}
			}
		}
	}
	depth := 0
	if best != "" {
		depth = strings.Count(best, ".") + 1
	}
	var plain []BesideSignal
	seen := map[string]bool{}
	for i := range w.Signals {
		s := &w.Signals[i]
		path := s.Path()
		if seen[path] {
			continue
		}
		seen[path] = true
		if w.Shape(s).Kind != wave.Bits {
			b.Others++
			continue
		}
		x := BesideSignal{Path: path, Width: w.Shape(s).Width}
		if x.Width == 1 && len(b.Clocks) < maxClocks {
			b.Clocks = append(b.Clocks, path)
		}
		if depth <= len(s.Scope) && strings.Join(s.Scope[:depth], ".") == best {
			if y, ok := rest(s, depth); ok {
				x.Match = y.name
				b.Signals = append(b.Signals, x)
				continue
			}
		}
		plain = append(plain, x)
	}
	all := append(b.Signals, plain...)
	b.More = max(0, len(all)-MaxBeside)
	b.Signals = all[:len(all)-b.More]
}

// Of reports whether the wave was matched with this circuit.
func (b *Beside) Of(compiled *sandbox.Compiled) bool { return b.compiled == compiled }

// Wave is the wave that was read.
func (b *Beside) Wave() *wave.Wave { return b.wave }

// Last is the last cycle of the wave, as the run counts.
func (b *Beside) Last() uint64 { return b.First + max(1, b.Cycles) - 1 }

// noCycles is the error of a wave of which no cycles are known.
func (b *Beside) noCycles() error {
	if b.Problem != nil {
		return b.Problem
	}
	if b.Cycles == 0 {
		return refused("", "The file has no cycles.", "Name the signal that is the clock.")
	}
	return nil
}

// Draw is Wave for signals of the wave, in cycles of the run.
func (b *Beside) Draw(q Wave) (*Picture, error) {
	if err := b.noCycles(); err != nil {
		return nil, err
	}
	if q.To == 0 {
		q.To = b.Last()
	}
	if q.To < b.First {
		return nil, refused("", "The file has nothing between these two cycles.", fmt.Sprintf("It begins at cycle %d.", b.First))
	}
	q.From = max(q.From, b.First) - b.First
	if q.To -= b.First; q.To == 0 { // which means the last one to File
		q.To = min(1, b.Cycles-1)
	}
	p, err := File(b.wave, q, b.moments)
	if err != nil {
		return nil, err
	}
	p.From += b.First
	p.To += b.First
	return p, nil
}

// at is the value in a cycle of the run.
func (b *Beside) at(c *wave.Course, cycle uint64) wave.Value { return c.At(b.moments[cycle-b.First]) }

// course is the course of a signal that has cycles.
func (b *Beside) course(path string) (*wave.Course, error) {
	if err := b.noCycles(); err != nil {
		return nil, err
	}
	s, err := trace.Find(&b.wave.Header, path)
	if err != nil {
		return nil, err
	}
	return &b.wave.Courses[s.Course], nil
}

// Changes are the cycles from one to another in which a signal of the wave has another value than in the cycle before,
// at most limit; last searches backwards.
func (b *Beside) Changes(path string, from, to uint64, last bool, limit int) ([]uint64, error) {
	c, err := b.course(path)
	if err != nil {
		return nil, err
	}
	if to == 0 || to > b.Last() {
		to = b.Last()
	}
	from = max(from, b.First+1)
	var found []uint64
	if last {
		for cycle := to; cycle >= from && len(found) < limit; cycle-- {
			if !b.at(c, cycle).Equal(b.at(c, cycle-1)) {
				found = append(found, cycle)
			}
		}
		return found, nil
	}
	for cycle := from; cycle <= to && len(found) < limit; cycle++ {
		if !b.at(c, cycle).Equal(b.at(c, cycle-1)) {
			found = append(found, cycle)
		}
	}
	return found, nil
}

// Differ asks for the nearest cycle from one to another in which a signal of the run has another value than one of the
// wave; Last searches backwards.
type Differ struct {
	Signal, Path string
	From, To     uint64
	Last         bool
}

// Differing values are told by Differs.
type Differs struct {
	Cycle uint64
	Left  circuit.Value // of the run
	Right wave.Value
	Width int
}

// differPortion is how many cycles of the run are looked at together.
const differPortion = MaxPixels

// Differ finds the nearest difference; nil when there is none. Bits of the wave that are x or z differ from nothing.
func (r *Run) Differ(ctx context.Context, b *Beside, q Differ) (*Differs, error) {
	c, err := b.course(q.Path)
	if err != nil {
		return nil, err
	}
	first, last := r.Range()
	first, last = max(first, b.First, q.From), min(last, b.Last())
	if q.To != 0 {
		last = min(last, q.To)
	}
	p := r.begin()
	for from, to := first, last; first <= last && from <= to; {
		begin, end := from, min(to, from+differPortion-1)
		if q.Last {
			begin, end = to-min(to-from, differPortion-1), to
		}
		asked := end
		if asked == 0 { // which means the last one
			if _, asked = r.Range(); asked > 0 {
				asked = 1
			}
		}
		picture, err := r.Wave(ctx, Wave{Signals: []string{q.Signal}, From: begin, To: asked, Pixels: differPortion, Flat: true})
		if err != nil {
			return nil, err
		}
		row := &picture.Rows[0]
		for i := range end - begin + 1 {
			if q.Last {
				i = end - begin - i
			}
			v := b.at(c, begin+i)
			if left := row.First[i]; !same(left, v) {
				return &Differs{begin + i, left, v, row.Width}, nil
			}
		}
		if q.Last {
			if begin == from {
				break
			}
			to = begin - 1
		} else {
			from = end + 1
		}
		p.at(end-first+1, last-first+1)
		r.pause()
	}
	return nil, nil
}

// same compares a value with one of a wave as far as that is known.
func same(v circuit.Value, w wave.Value) bool {
	for i := range max(len(v.Hi), len(w.Bits.Hi)) + 1 {
		if (v.Word(i)^w.Bits.Word(i))&^w.Unknown.Word(i) != 0 {
			return false
		}
	}
	return true
}

// bytesOfChange is about the memory of one change of an input on a tape.
const bytesOfChange = 240

// Tape is the wave as what was given to the circuit: its inputs, from the start of a run on. It takes so many bytes at
// most. After it, Unknown is known.
func (b *Beside) Tape(limit int) (*Tape, error) {
	if err := b.noCycles(); err != nil {
		return nil, err
	}
	if len(b.Inputs) == 0 {
		return nil, refused("", fmt.Sprintf("No signal of the file is called like an input of %s.", b.compiled.Design.Name),
			"Name the scope of the file in which they are.")
	}
	changes, unknown, err := b.matcher.Changes(b.wave, b.moments, limit/bytesOfChange)
	if errors.Is(err, trace.ErrTooMany) {
		return nil, refused("", fmt.Sprintf("The inputs of the file change more than %d times.", limit/bytesOfChange),
			"Cut the file with the program that wrote it.")
	}
	if err != nil {
		return nil, err
	}
	b.Unknown = nil
	for _, u := range unknown {
		b.Unknown = append(b.Unknown, u.Input)
	}
	stimuli := make([]history.Stimulus, len(changes))
	for i, c := range changes {
		x := &b.controls[c.Input]
		s := history.Stimulus{Cycle: uint64(c.Step), Input: x.Input, Node: x.Node, Argument: x.Argument, Value: c.Value}
		if x.Input >= 0 {
			s.Node, s.Argument = -1, ""
		}
		stimuli[i] = s
	}
	return newTape(b.compiled.Design, history.NewTape(b.Cycles, stimuli)), nil
}

// FST makes a Fast Signal Trace of a value change dump.
func (r *Run) FST(ctx context.Context, dump []byte, limit int64) ([]byte, error) {
	w, err := vcd.Read(bytes.NewReader(dump), wave.Options{Bytes: limit, Pause: func() error {
		r.pause()
		return ctx.Err()
	}})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	to, err := fst.NewWriter(&out, &w.Header)
	if err != nil {
		return nil, err
	}
	if err := w.Copy(&yielding{to, r, ctx}); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// yielding is a writer that lets others work.
type yielding struct {
	wave.Writer
	run *Run
	ctx context.Context
}

func (w *yielding) At(time uint64) error {
	w.run.pause()
	if err := w.ctx.Err(); err != nil {
		return err
	}
	return w.Writer.At(time)
}
