package lower

import (
	"errors"
	"fmt"
	"slices"

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

// job is a node whose lambdas are to be lowered, and what is known around them.
type job struct {
	realm    *realm.Realm
	node     *elaborate.Node
	def      *realm.Definition
	options  []Option
	changing func(*goja.Object) bool
	work     Work // see Lowerer.Work

	varied struct {
		eval, tick map[int]domain.Parameter // numbers from outside that differ among nodes, by their source.Captured.Index
		inputs     map[int]domain.Parameter // whether they are connected, by their place among the inputs
	}
	steps int // that one lambda may take; 0: as many as any
}

// way is how a node is lowered.
type way struct {
	modes  bool                // all of its texts are one of few, otherwise those that are seen to be read
	doubts *domain.Assumptions // what its lambdas may be lowered without, except for those that sure tells; nil: nothing
	sure   *certain
	loops  *domain.Loops
	joins  *domain.Joins
	within []*word.Range // what the state fields are taken to hold; nil: all that their types allow
	marks  *domain.Marks // are added to
	met    *domain.Met   // the same
	brief  bool          // nothing more is asked of a node of which one lambda is refused
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
			return Lower(&Lambda{
				Function: f, Outer: outer, Program: r, Changing: j.changing, Tick: tick,
				Options: options, Inputs: inputs, State: fields, Outputs: outputs,
				Doubts: doubts, Loops: w.loops, Joins: w.joins, marks: w.marks, met: w.met,
				work: j.work, varied: varied, steps: j.steps,
			})
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
			if w.brief {
				return out
			}
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

// mayDoubt reports whether the lambdas of a node can be called with its state: numbers only.
func mayDoubt(n *elaborate.Node) bool {
	for i := range n.State {
		if s := &n.State[i]; s.InitialValue.IsText || s.StateType.Kind == circuit.Memory {
			return false
		}
	}
	return true
}
