package lower

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/realm"
	"simten.dev/engine/word"
)

// Limits of a memory that is kept as a plain array.

const (
	maxCells      = 1 << 24
	maxMemoryBits = 1 << 29
)

// longJoined is from how many operations on it is not tried whether a lambda with choices between objects is shorter
// where these stay apart: that is rare, and takes as long again.
const longJoined = 1500

// job is a node whose lambdas are to be lowered, and what is known around them.
type job struct {
	realm    *realm.Realm
	node     *elaborate.Node
	def      *realm.Definition
	options  []Option
	changing func(*goja.Object) bool

	varied struct {
		eval, tick map[int]domain.Parameter // numbers from outside that differ among nodes, by their source.Captured.Index
		inputs     map[int]domain.Parameter // whether they are connected, by their place among the inputs
	}
	steps int // that one lambda may take; 0: as many as any
}

// lower lowers the lambdas of a node, where there are choices between objects, with these as numbers when it does not
// go otherwise. Its state fields are taken to hold what within says; nil: all that their types allow.
func (j *job) lower(within []*word.Range) *Node {
	joins := &domain.Joins{}
	out := j.lowerJoined(within, joins)
	many := false
	for _, r := range [2]*Refusal{out.Opaque, out.Partly} {
		many = many || r != nil && strings.HasPrefix(r.Reason, domain.TooManyChoices)
	}
	if !many && !joins.Stood || out.Opaque == nil && !out.doubtful() {
		return out
	}
	numbered := j.lowerWith(within, &domain.Joins{Numbers: true})
	if numbered.Opaque == nil && (out.Opaque != nil || !numbered.doubtful()) {
		return numbered
	}
	return out
}

// lowerJoined lowers the lambdas of a node in one of two ways, where there are choices between objects: what has fewer
// operations. Of joins it tells whether what was to be done with an object could not be done with the one in its place.
func (j *job) lowerJoined(within []*word.Range, joins *domain.Joins) *Node {
	joins.Early = true
	joined := j.lowerWith(within, joins)
	whole := joined.Opaque == nil && !joined.doubtful()
	if !joins.Made || whole && joined.weight() > longJoined {
		return joined
	}
	separate := &domain.Joins{}
	apart := j.lowerWith(within, separate)
	joins.Stood = joins.Stood || separate.Stood
	if whole && (apart.Opaque != nil || apart.doubtful() || joined.weight() < apart.weight()) {
		return joined
	}
	return apart
}

// lowerWith lowers the lambdas of a node as a whole, or as well as it goes.
func (j *job) lowerWith(within []*word.Range, joins *domain.Joins) *Node {
	loops := &domain.Loops{Brief: true}
	made := j.lowerLoops(within, joins, loops)
	made.open = loops.Seen
	return made
}

// lowerLoops is lowerWith, which loops tells of the loops that there are.
func (j *job) lowerLoops(within []*word.Range, joins *domain.Joins, loops *domain.Loops) *Node {
	out := j.lowerAs(way{within: within, joins: joins, loops: loops})
	if out.Opaque == nil {
		if w := out.weight(); loops.Seen && w > longUnrolled {
			if kept := j.lowerAs(way{within: within, joins: joins, loops: &domain.Loops{KeepLoops: true}}); kept.Opaque == nil && 2*kept.weight() < w {
				return kept
			}
		}
		return out
	}
	if j.steps > 0 {
		return out // there is another way
	}
	n := j.node
	left, doubt := maxDoubtedSteps, mayDoubt(n)
	sure := &certain{tick: !out.OpaqueTick, eval: out.OpaqueTick && out.OpaqueEval == nil}
	unrolled := func() *Node { // as long as that takes
		if !loops.Cut {
			return nil
		}
		loops.Cut = false
		if long := j.lowerAs(way{within: within, joins: joins, loops: &domain.Loops{}}); long.Opaque == nil {
			return long
		}
		return nil
	}
	tooLong := strings.HasPrefix(out.Opaque.Reason, domain.ReasonTooLong)
	for _, d := range strategies {
		if d.Doubts != nil && !d.Doubts.Proven {
			if long := unrolled(); long != nil {
				return long
			}
		}
		if d.KeepLoops && !d.Few && !loops.Seen && !loops.Long || d.Few && !tooLong || !doubt && d.Doubts != nil && !d.Doubts.Proven {
			continue
		}
		w := way{within: within, joins: joins, loops: &domain.Loops{KeepLoops: d.KeepLoops, Few: d.Few}, sure: sure}
		if d.Doubts != nil {
			copied := *d.Doubts
			copied.Left = &left
			w.doubts = &copied
		}
		in := j.lowerAs(w)
		if in.Opaque != nil {
			tooLong = tooLong || strings.HasPrefix(in.Opaque.Reason, domain.ReasonTooLong)
			if d.KeepLoops && d.Doubts == nil && loops.Seen && in.OpaqueTick == out.OpaqueTick && (loops.Cut || strings.HasPrefix(in.Opaque.Reason, domain.OpenLoop)) {
				out.Opaque = in.Opaque // what keeps the loop from being one is nearer to the point
			}
			continue
		}
		switch {
		case out.OpaqueTick && out.OpaqueEval != nil && !in.Tick.doubtful() && in.Eval.doubtful():
			in.Partly = out.OpaqueEval
		case in.doubtful():
			in.Partly, in.PartlyTick = out.Opaque, out.OpaqueTick
		}
		return in
	}
	if !slices.ContainsFunc(n.State, func(s circuit.StateBlock) bool { return s.InitialValue.IsText }) {
		return out
	}
	// A text may be read in a way that does not say so.
	for _, keep := range [2]bool{false, loops.Seen} {
		if modes := j.lowerAs(way{within: within, joins: joins, modes: true, loops: &domain.Loops{KeepLoops: keep}}); modes.Opaque == nil {
			return modes
		}
	}
	return out
}

// longUnrolled is from how many operations on it is tried whether loop operations are shorter.
const longUnrolled = 500

// way is how a node is lowered.
type way struct {
	modes  bool                // all of its texts are one of few, otherwise those that are seen to be read
	doubts *domain.Assumptions // what its lambdas may be lowered without, except for those that sure tells; nil: nothing
	sure   *certain
	loops  *domain.Loops
	joins  *domain.Joins
	within []*word.Range // what the state fields are taken to hold; nil: all that their types allow
	marks  *domain.Marks // are added to
}

func (j *job) lowerAs(w way) *Node {
	r, n, def, options := j.realm, j.node, j.def, j.options
	modes, doubts := w.modes, w.doubts
	out := &Node{Options: options}
	fields := make([]domain.Field, len(n.State))
	for i, s := range n.State {
		f := domain.Field{Name: s.Name, Kind: s.StateType.Kind, Text: s.InitialValue.IsText, Width: 1, View: firstView(&n.State[i])}
		switch {
		case f.Kind == circuit.Bus:
			f.Width = s.StateType.Width
		case f.Kind == circuit.Memory:
			f.Width, f.Depth = s.StateType.DataWidth, uint64(s.Depth)
			if s.Depth == 0 { // a bare Map holds 32-bit numbers at any address
				f.Width = 32
			}
		}
		if doubts != nil && mayDoubt(n) { // the function may store what no lowered lambda does
			f.View = domain.WithSign
		}
		if modes && f.Text {
			f.AddModes(s.InitialValue.Text, nil)
		}
		if w.within != nil {
			f.Within = w.within[i]
		}
		fields[i] = f
	}
	inputs := make([]Input, len(n.Inputs))
	for i, p := range n.Inputs {
		inputs[i] = Input{Name: p.Name, Width: p.Type.Wires(), Connected: p.Connected}
		if v, ok := j.varied.inputs[i]; ok {
			inputs[i].Varied = &v
		}
	}
	outputs := make([]Output, len(n.Outputs))
	for i, p := range n.Outputs {
		outputs[i] = Output{Name: p.Name, Width: p.Type.Wires()}
	}
	lower := func(l *realm.Lambda, tick bool) (*Lowered, error) {
		if l == nil {
			return nil, nil
		}
		f, outer := functionOf(r, l)
		if f == nil {
			return nil, &Refusal{Reason: "its function is not written in place as eval or onTick", Place: l.Place}
		}
		varied := j.varied.eval
		if tick {
			varied = j.varied.tick
		}
		with := func(doubts *domain.Assumptions) (*Lowered, error) {
			return Lower(&Lambda{Function: f, Outer: outer, Program: r, Changing: j.changing, Tick: tick, Doubts: doubts, Loops: w.loops, Joins: w.joins, marks: w.marks, varied: varied, steps: j.steps, Options: options, Inputs: inputs, State: fields, Outputs: outputs})
		}
		if doubts != nil {
			if whole := w.sure.lowered(tick, with); whole != nil {
				return whole, nil
			}
		}
		return with(doubts)
	}
	// again gives a field another form, when that is what a lambda was refused for.
	again := func(r *Refusal) bool {
		switch r.Reason {
		case memory.ErrView:
			f := &fields[r.Field]
			if f.View == domain.WithSign {
				return false
			}
			if f.View++; f.View == domain.AsUint32 && n.State[r.Field].InitialValue.Negative {
				f.View = domain.WithSign
			}
			return true
		case memory.ErrHas:
			f := &fields[r.Field]
			was := f.Has
			f.Has = true
			return !was
		case domain.ErrModes:
			f := &fields[r.Field]
			before := len(f.Texts)
			if f.AddModes(n.State[r.Field].InitialValue.Text, r.texts) && len(f.Texts) > before {
				return true
			}
			r.Reason = domain.TooManyModes(f.Name)
			return false
		}
		return false
	}
	for {
		var err error
		if out.Tick, err = lower(def.OnTick, true); err != nil {
			if again(refusalOf(err)) {
				continue
			}
			out = &Node{Opaque: refusalOf(err), OpaqueTick: true, Options: options}
			for {
				whole, err := lower(def.Eval, false)
				if err == nil {
					if signed(fields) {
						whole, _ = lower(def.Eval, false)
					}
					// Of a text, only those are known that onTick has been seen to give it so far.
					if !slices.ContainsFunc(fields, func(f domain.Field) bool { return f.Texts != nil }) {
						out.Whole = whole
					}
					return out
				}
				if r := refusalOf(err); !again(r) {
					out.OpaqueEval = r
					return out
				}
			}
		}
		if out.Eval, err = lower(def.Eval, false); err != nil {
			if again(refusalOf(err)) {
				continue
			}
			return &Node{Opaque: refusalOf(err), Options: options}
		}
		if field := out.missesHas(); field >= 0 {
			fields[field].Has = true
			continue
		}
		break
	}
	signs := neededSigns(out)
	unsigned := func(field int) bool { return !out.doubtful() && fields[field].View == domain.WithSign && !signs[field] }
	for i := range fields {
		if unsigned(i) {
			out.dropSigns(unsigned)
			break
		}
	}
	for i, f := range fields {
		shape := FieldShape{Width: f.Width, Depth: f.Depth, View: f.View, Texts: f.Texts}
		if unsigned(i) {
			shape.View = domain.AsUint32
		}
		if f.Kind == circuit.Memory {
			if shape.Depth == 0 {
				shape.Depth = highest(&n.State[i]) + 1
				for _, l := range []*Lowered{out.Eval, out.Tick} {
					if l != nil {
						shape.Depth = max(shape.Depth, l.Reach[i]+1)
					}
				}
			}
			if shape.Depth > maxCells || shape.Depth*uint64(f.Width) > maxMemoryBits {
				return &Node{Opaque: &Refusal{Reason: fmt.Sprintf("the memory '%s' has too many cells to be kept as an array", f.Name), Place: n.State[i].Place}, Options: options}
			}
		}
		out.Fields = append(out.Fields, shape)
	}
	return out
}

// Signed gives the fields of 32 bits the form in which they hold whatever a closure gives them, and reports whether one
// had another.
func signed(fields []domain.Field) (changed bool) {
	for i := range fields {
		if f := &fields[i]; !f.Text && f.Width == 32 && f.View != domain.WithSign {
			f.View, changed = domain.WithSign, true
		}
	}
	return changed
}

// Certain tells which lambda of a node can be lowered as a whole, though the other cannot. It is no part of the doubts
// about that one: an eval that is called at times follows from all of its inputs, and is slower.
type certain struct {
	eval, tick bool
	whole      *Lowered // that lambda, for all attempts alike
}

// lowered gives a lambda as a whole; nil when it cannot be lowered so.
func (c *certain) lowered(tick bool, lower func(*domain.Assumptions) (*Lowered, error)) *Lowered {
	can := &c.eval
	if tick {
		can = &c.tick
	}
	if *can && c.whole == nil {
		var err error
		if c.whole, err = lower(nil); err != nil {
			*can = false // with the other form that the fields have now
		}
	}
	if !*can {
		return nil
	}
	return c.whole
}

func refusalOf(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return &Refusal{Reason: err.Error()}
}

// Reads lists the input ports (by index) that a lambda can look at.
func Reads(l *realm.Lambda, inputs []elaborate.Pin) []int {
	var list []int
	if l == nil {
		return nil
	}
	names, all := l.Reads()
	for i := range inputs {
		if all || slices.Contains(names, inputs[i].Name) {
			list = append(list, i)
		}
	}
	return list
}
