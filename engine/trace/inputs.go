package trace

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/trace/wave"
)

// InputOptions say how a recorded wave becomes the inputs of a run.
type InputOptions struct {
	// Scope is the scope of the file whose signals are the inputs; "" is the one that fits best.
	Scope string
	// Names gives signals of the file to inputs of another name; "" leaves the input as it is at first.
	Names map[string]string
	// Clock is the signal before whose rising edges the inputs are read; "" is one that is called like a clock.
	Clock string
	// Period, when it is not 0, takes the place of the clock: the inputs are read at the end of each stretch of so many
	// units of time.
	Period uint64
	// Lenient leaves inputs alone that no signal fits, and does without a clock that is not found; Matcher tells of both.
	Lenient bool
}

// Circuit is a circuit as far as a wave can be its inputs.
type Circuit struct {
	Name       string
	Inputs     []Port
	Sequential bool
}

// Port is something that can be set.
type Port struct {
	Name  string // of a top-level input, or the path of a node
	Pin   string // the output of a node, which recordings have in a scope of the node's name; "" of a top-level input
	Width int
}

// Of are the top-level inputs of a design.
func Of(d *elaborate.Design) Circuit {
	c := Circuit{Name: d.Name, Sequential: d.Sequential}
	for _, p := range d.Inputs {
		c.Inputs = append(c.Inputs, Port{Name: p.Name, Width: p.Type.Wires()})
	}
	return c
}

// Inputs are the values of the inputs of a circuit, step by step.
type Inputs struct {
	// Steps are the inputs that change before each step.
	Steps []map[string]circuit.Value
	// Signals are the paths of the signals by input.
	Signals map[string]string
	// Clock is the path of the signal whose edges are the steps; "" when there is none.
	Clock string
	// Unknown are the inputs that were not known in some steps, and are 0 there.
	Unknown []UnknownInput
}

// UnknownInput is an input that has bits that are x or z.
type UnknownInput struct {
	Input, Signal string
	Steps         int    // in so many
	Time          uint64 // in the first of them
}

// clockNames are signals that are taken for the clock. The first one is that of recordings of circuits with an input
// clk.
var clockNames = []string{clockName + "$", clockName, "clock", "clk_i", "i_clk", "ck", "CLK", "CLOCK", "Clk", "aclk", "sysclk", "sys_clk"}

// IsClock reports whether a signal is called like a clock.
func IsClock(name string) bool { return slices.Contains(clockNames, name) }

// Matcher finds the inputs of a circuit in a wave.
type Matcher struct {
	// Missing are inputs that no signal fits, and ClockError tells why there is no clock: both of a Lenient one only.
	Missing    []string
	ClockError error

	circuit Circuit
	options InputOptions
	courses []int // by input; -1 for one that is left alone
	signals []string
	clock   int // a course; -1 when there is none
	clocked string
}

// NewMatcher finds the inputs of a circuit by name among the signals of a wave: in the scope that has most of them. The
// error is a *circuit.Diagnostic that names what is not there, and what may be meant.
func NewMatcher(h *wave.Header, c Circuit, o InputOptions) (*Matcher, error) {
	m := &Matcher{circuit: c, options: o, courses: make([]int, len(c.Inputs)), signals: make([]string, len(c.Inputs)), clock: -1}
	for name := range o.Names {
		if !slices.ContainsFunc(c.Inputs, func(p Port) bool { return p.Name == name }) {
			return nil, wrongWave(circuit.CodeUnknownSignal, name, fmt.Sprintf("%s has no input '%s'.", c.Name, name), circuit.DidYouMean(name, inputNames(c)))
		}
	}
	if len(c.Inputs) == 0 && !o.Lenient {
		return nil, wrongWave(circuit.CodeQuestion, "", fmt.Sprintf("%s has no inputs, so a wave cannot set them.", c.Name), "Run it without the file.")
	}
	scope, err := m.scope(h)
	if err != nil {
		return nil, err
	}
	var missing []string
	for i, p := range c.Inputs {
		name, given := o.Names[p.Name]
		m.courses[i] = -1
		if given && name == "" {
			continue
		}
		s := p.in(h, scope)
		if given {
			if s, err = named(h, scope, name); err != nil {
				return nil, err
			}
		}
		if s == nil || o.Lenient && h.Shape(s) != (wave.Shape{Width: p.Width}) {
			missing = append(missing, p.Name)
			continue
		}
		m.courses[i], m.signals[i] = s.Course, s.Path()
	}
	if len(missing) > 0 && !o.Lenient {
		return nil, m.missing(h, scope, missing)
	}
	m.Missing = missing
	for i, p := range c.Inputs {
		if m.courses[i] < 0 {
			continue
		}
		if shape := h.Shapes[m.courses[i]]; shape.Kind != wave.Bits || shape.Width != p.Width {
			return nil, wrongWave(circuit.CodeQuestion, p.Name,
				fmt.Sprintf("The input '%s' has %s, and the signal '%s' of the file %s.", p.Name, bits(p.Width), m.signals[i], kind(shape)),
				"Give the input another signal, or none.")
		}
	}
	err = m.findClock(h, scope)
	if o.Lenient {
		m.ClockError, err = err, nil
	}
	return m, err
}

// in is the signal of a scope that a port is called like; nil when there is none.
func (p *Port) in(h *wave.Header, scope string) *wave.Signal {
	if s := find(h, scope, p.Name); s != nil || p.Pin == "" {
		return s
	}
	names, ok := circuit.SplitPath(p.Name)
	if !ok {
		return nil
	}
	for _, escape := range []bool{true, false} {
		path := scope
		for _, name := range names {
			if escape {
				name = circuit.EscapeName(name)
			}
			if path != "" {
				path += "."
			}
			path += name
		}
		if s := find(h, path, p.Pin); s != nil {
			return s
		}
	}
	return nil
}

func inputNames(c Circuit) []string {
	var names []string
	for _, p := range c.Inputs {
		names = append(names, p.Name)
	}
	return names
}

func wrongWave(code circuit.Code, about, message, advice string) error {
	return &circuit.Diagnostic{Stage: circuit.StageSimulate, Code: code, Severity: circuit.Error, Node: about, Message: message, Suggestion: advice}
}

func bits(n int) string {
	if n == 1 {
		return "1 bit"
	}
	return fmt.Sprintf("%d bits", n)
}

func kind(s wave.Shape) string {
	switch s.Kind {
	case wave.Real:
		return "is a real number"
	case wave.Text:
		return "is a text"
	}
	return "has " + bits(s.Width)
}

// is reports whether a signal has a name of a circuit, as it is or as recordings have it.
func is(s *wave.Signal, name string) bool {
	return s.Name == name || s.Name == circuit.EscapeName(name)
}

// scope is the path of the scope that has most of the inputs; among equals the outermost one.
func (m *Matcher) scope(h *wave.Header) (string, error) {
	if m.options.Scope != "" {
		known := map[string]bool{}
		for i := range h.Signals {
			for n := range h.Signals[i].Scope {
				known[strings.Join(h.Signals[i].Scope[:n+1], ".")] = true
			}
		}
		if known[m.options.Scope] {
			return m.options.Scope, nil
		}
		var list []string
		for path := range known {
			if list = append(list, path); len(list) > maxCompared {
				break
			}
		}
		slices.Sort(list)
		return "", wrongWave(circuit.CodeUnknownSignal, m.options.Scope, fmt.Sprintf("The file has no scope '%s'.", m.options.Scope), or(circuit.DidYouMean(m.options.Scope, list), listed("It has ", list)))
	}
	wanted := map[string]int{}
	pins := map[string]int{} // by the name of the node
	for _, p := range m.circuit.Inputs {
		if _, given := m.options.Names[p.Name]; !given {
			wanted[p.Name], wanted[circuit.EscapeName(p.Name)] = p.Width, p.Width
		}
		if names, ok := circuit.SplitPath(p.Name); ok && len(names) == 1 && p.Pin != "" {
			pins[names[0]+"."+p.Pin], pins[circuit.EscapeName(names[0])+"."+p.Pin] = p.Width, p.Width
		}
	}
	fits, found := map[string]int{}, map[string]bool{}
	best, depth := "", -1
	for i := range h.Signals {
		s := &h.Signals[i]
		around := s.Scope
		width, ok := wanted[s.Name]
		if n := len(around) - 1; !ok && n >= 0 && len(pins) > 0 {
			if width, ok = pins[around[n]+"."+s.Name]; ok {
				around = around[:n]
			}
		}
		if !ok || found[s.Path()] {
			continue
		}
		found[s.Path()] = true
		path := strings.Join(around, ".")
		if fits[path]++; h.Shape(s) == (wave.Shape{Width: width}) {
			fits[path]++ // one of the right width counts twice
		}
		if n := fits[path] - fits[best]; depth < 0 || n > 0 || n == 0 && len(around) < depth {
			best, depth = path, len(around)
		}
	}
	return best, nil
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// listed names the first of a list.
func listed(begin string, names []string) string {
	const limit = 8
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > limit {
		more, names = fmt.Sprintf(" and %d more", len(names)-limit), names[:limit]
	}
	return begin + "'" + strings.Join(names, "', '") + "'" + more + "."
}

// find is the signal of a scope with a name of the circuit; nil when there is none.
func find(h *wave.Header, scope, name string) *wave.Signal {
	for i := range h.Signals {
		if s := &h.Signals[i]; is(s, name) && strings.Join(s.Scope, ".") == scope {
			return s
		}
	}
	return nil
}

// Find is the signal that a path or a name means: the one of that path, else the first one whose path ends so.
func Find(h *wave.Header, name string) (*wave.Signal, error) { return named(h, "", name) }

// named finds as Find does, and looks into one scope first.
func named(h *wave.Header, scope, name string) (*wave.Signal, error) {
	if s := find(h, scope, name); s != nil && scope != "" {
		return s, nil
	}
	var ends *wave.Signal
	for i := range h.Signals {
		s := &h.Signals[i]
		path := s.Path()
		if path == name || path+s.Range == name {
			return s, nil
		}
		if ends == nil && (strings.HasSuffix(path, "."+name) || is(s, name)) {
			ends = s
		}
	}
	if ends != nil {
		return ends, nil
	}
	list := paths(h, "")
	return nil, wrongWave(circuit.CodeUnknownSignal, name, fmt.Sprintf("The file has no signal '%s'.", name), or(nearest(name, list), listed("It has ", list)))
}

// maxCompared bounds the names that are compared with one that is unknown.
const maxCompared = 20_000

// paths are the signals of a scope and those below it; of every one for "".
func paths(h *wave.Header, scope string) []string {
	var list []string
	for i := range h.Signals {
		path := h.Signals[i].Path()
		if scope == "" || strings.HasPrefix(path, scope+".") {
			if list = append(list, path); len(list) >= maxCompared {
				break
			}
		}
	}
	return list
}

// nearest suggests paths by their last names, or by the whole.
func nearest(name string, paths []string) string {
	last := name[strings.LastIndexByte(name, '.')+1:]
	names, whole := make([]string, len(paths)), map[string]string{}
	for i := len(paths) - 1; i >= 0; i-- {
		names[i] = paths[i][strings.LastIndexByte(paths[i], '.')+1:]
		whole[names[i]] = paths[i]
	}
	var best []string
	for _, n := range circuit.Nearest(last, names) {
		if !slices.Contains(best, whole[n]) {
			best = append(best, whole[n])
		}
	}
	if len(best) == 0 {
		return ""
	}
	return "Did you mean '" + strings.Join(best, "' or '") + "'?"
}

// missing is the error for inputs that are not in the file.
func (m *Matcher) missing(h *wave.Header, scope string, names []string) error {
	where := "the file"
	if scope != "" {
		where = fmt.Sprintf("the scope '%s' of the file", scope)
	}
	list := paths(h, scope)
	guess := ""
	for _, name := range names {
		if guess = nearest(name, list); guess != "" {
			break
		}
	}
	message := fmt.Sprintf("The input '%s' of %s is no signal of %s.", names[0], m.circuit.Name, where)
	if len(names) > 1 {
		message = fmt.Sprintf("The inputs %s of %s are no signals of %s.", strings.TrimSuffix(listed("", names), "."), m.circuit.Name, where)
	}
	return wrongWave(circuit.CodeUnknownSignal, names[0], message, or(guess, listed("It has ", list)))
}

// findClock finds the clock, where there is one.
func (m *Matcher) findClock(h *wave.Header, scope string) error {
	if m.options.Period > 0 {
		return nil
	}
	if name := m.options.Clock; name != "" {
		s, err := named(h, scope, name)
		if err != nil {
			return err
		}
		if shape := h.Shape(s); shape != (wave.Shape{Width: 1}) {
			return wrongWave(circuit.CodeQuestion, name, fmt.Sprintf("The clock '%s' %s.", s.Path(), kind(shape)), "A clock is one bit.")
		}
		m.clock, m.clocked = s.Course, s.Path()
		return nil
	}
	for inner := true; ; { // in the scope, and in those around it
		for _, name := range clockNames {
			for i := range h.Signals {
				s := &h.Signals[i]
				if s.Name == name && strings.Join(s.Scope, ".") == scope && h.Shape(s) == (wave.Shape{Width: 1}) && !slices.Contains(m.courses, s.Course) {
					m.clock, m.clocked = s.Course, s.Path()
					return nil
				}
			}
		}
		if !inner || scope == "" {
			break
		}
		dot := strings.LastIndexByte(scope, '.')
		scope, inner = scope[:max(dot, 0)], dot > 0
	}
	if m.circuit.Sequential {
		return wrongWave(circuit.CodeQuestion, "", fmt.Sprintf("The file has no signal that is called like a clock, and %s has a clock.", m.circuit.Name),
			"Name the signal that is the clock, or give the period in units of the file's time.")
	}
	return nil
}

// Keep is for wave.Options: the signals that are needed.
func (m *Matcher) Keep(_ *wave.Header, s *wave.Signal) bool {
	return s.Course == m.clock || slices.Contains(m.courses, s.Course)
}

// maxSteps bounds the steps of a wave.
const maxSteps = 50_000_000

// Change is a new value of an input.
type Change struct {
	Step  int
	Input int // index into Circuit.Inputs
	Value circuit.Value
}

// Signals are the paths of the signals that were found, by input.
func (m *Matcher) Signals() map[string]string {
	found := map[string]string{}
	for i, p := range m.circuit.Inputs {
		if m.courses[i] >= 0 {
			found[p.Name] = m.signals[i]
		}
	}
	return found
}

// Clock is the path of the signal whose edges are the steps; "" when there is none.
func (m *Matcher) Clock() string { return m.clocked }

// ErrTooMany means that the inputs of a wave change more often than was allowed.
var ErrTooMany = errors.New("the inputs change too often")

// Changes are the inputs that change before each of the steps that have these moments, by step; there are most of them
// at most, or ErrTooMany.
func (m *Matcher) Changes(w *wave.Wave, moments []uint64, limit int) ([]Change, []UnknownInput, error) {
	var changes []Change
	var unknowns []UnknownInput
	for i, p := range m.circuit.Inputs {
		if m.courses[i] < 0 {
			continue
		}
		c := &w.Courses[m.courses[i]]
		unknown := UnknownInput{Input: p.Name, Signal: m.signals[i]}
		var last circuit.Value
		at := -1
		for step, time := range moments {
			for at+1 < c.Len() && c.Time(at+1) <= time {
				at++
			}
			v := c.Value(at)
			if !v.Known() {
				if unknown.Steps++; unknown.Steps == 1 {
					unknown.Time = time
				}
				v.Bits = v.KnownBits()
			}
			if step > 0 && v.Bits.Equal(last) {
				continue
			}
			if len(changes) == limit {
				return nil, nil, ErrTooMany
			}
			last = v.Bits
			changes = append(changes, Change{step, i, v.Bits})
		}
		if unknown.Steps > 0 {
			unknowns = append(unknowns, unknown)
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return a.Step - b.Step })
	return changes, unknowns, nil
}

// Inputs reads the inputs out of the wave whose header the matcher was made for.
func (m *Matcher) Inputs(w *wave.Wave) (*Inputs, error) {
	in := &Inputs{Clock: m.clocked, Signals: m.Signals()}
	moments, err := m.Moments(w)
	if err != nil {
		return nil, err
	}
	changes, unknown, err := m.Changes(w, moments, math.MaxInt)
	if err != nil {
		return nil, err
	}
	in.Steps, in.Unknown = make([]map[string]circuit.Value, len(moments)), unknown
	for _, c := range changes {
		if in.Steps[c.Step] == nil {
			in.Steps[c.Step] = map[string]circuit.Value{}
		}
		in.Steps[c.Step][m.circuit.Inputs[c.Input].Name] = c.Value
	}
	return in, nil
}

// Moments are the times at which the inputs of each step stand in the wave.
func (m *Matcher) Moments(w *wave.Wave) ([]uint64, error) {
	var list []uint64
	switch {
	case m.options.Period > 0:
		if n := (w.Last - w.First) / m.options.Period; n > maxSteps {
			return nil, wrongWave(circuit.CodeQuestion, "", fmt.Sprintf("The wave has %d periods of %d units.", n, m.options.Period), "Give a longer period: a unit of the file is "+w.Unit()+".")
		}
		for time := w.First; time < w.Last || len(list) == 0; time += m.options.Period {
			list = append(list, time+m.options.Period-1)
			if time+m.options.Period < time {
				break
			}
		}
	case m.clock >= 0:
		if list = Edges(&w.Courses[m.clock]); len(list) == 0 {
			return nil, wrongWave(circuit.CodeQuestion, m.clocked, fmt.Sprintf("The clock '%s' never rises in the file.", m.clocked), "Name another signal, or give the period.")
		}
	default:
		for _, course := range m.courses {
			if course < 0 {
				continue
			}
			c := &w.Courses[course]
			for i := range c.Len() {
				list = append(list, c.Time(i))
			}
		}
		slices.Sort(list)
		list = slices.Compact(list)
	}
	if len(list) > maxSteps {
		return nil, wrongWave(circuit.CodeQuestion, "", fmt.Sprintf("The wave has %d steps; at most %d can be run.", len(list), maxSteps), "Cut it with the program that wrote it.")
	}
	return list, nil
}

// Edges are the last moments before a clock rises: everything has settled, and nothing has changed with the edge yet.
func Edges(clock *wave.Course) []uint64 {
	list := []uint64{}
	high := func(i int) bool { return clock.Value(i).Known() && !clock.Value(i).Bits.IsZero() }
	for i := 1; i < clock.Len(); i++ {
		if high(i) && !high(i-1) {
			list = append(list, clock.Time(i)-1)
		}
	}
	return list
}

// ReadInputs reads the inputs of a circuit out of a file. Only the signals that are needed are kept in memory.
func ReadInputs(from io.Reader, d *elaborate.Design, o InputOptions, bytes int64) (*Inputs, error) {
	var m *Matcher
	var failed error
	w, err := Read(from, wave.Options{Bytes: bytes, Keep: func(h *wave.Header, s *wave.Signal) bool {
		if m == nil && failed == nil {
			m, failed = NewMatcher(h, Of(d), o)
		}
		return m != nil && m.Keep(h, s)
	}})
	switch {
	case failed != nil:
		return nil, failed
	case err != nil:
		return nil, err
	case m == nil: // a file without signals
		if m, err = NewMatcher(&w.Header, Of(d), o); err != nil {
			return nil, err
		}
	}
	return m.Inputs(w)
}
