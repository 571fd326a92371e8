package lower

import (
	"context"
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
	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// Node is the behaviour of one flat node: lowered, or opaque. Nodes of one definition with the same
// options share it; it must not be changed.
type Node struct {
	Eval, Tick *Lowered // nil when the node has no such lambda, or is opaque
	// Opaque is why the lambdas stay interpreted; nil when they are lowered.
	Opaque *Refusal
	// OpaqueTick says that the reason was found in onTick.
	OpaqueTick bool
	// OpaqueEval is why eval would stay interpreted too, when the reason was found in onTick; nil when it would not.
	OpaqueEval *Refusal
	// Whole is eval as it would be lowered, whatever is in the state, when the reason was found in onTick only. It is
	// called, for the state is with the closures, but tells what the outputs follow from.
	Whole *Lowered
	// Partly is why a lambda that is lowered has to be called at times (Lowered.Doubt), and PartlyTick says that it is
	// onTick; nil when none has.
	Partly     *Refusal
	PartlyTick bool
	Fields     []FieldShape
	within     []*word.Range // what the registers are taken to hold; nil: all that their types allow
	open       bool          // there is a loop whose end depends on values
	// Options lists the node's options as numbered by the parameters of the lambdas.
	Options []Option
}

// FieldShape is how a state field is stored.
type FieldShape struct {
	Width int         // of the scalar or of a memory cell
	Depth uint64      // of a memory, in cells
	View  domain.View // of a 32-bit scalar or cell
	Texts []string    // of a text that is kept as the number of one of these; nil for others
}

// Lowerer lowers the nodes of a design; equal work is done once.
type Lowerer struct {
	realm     *realm.Realm
	reachable bool // only what the circuits come to from their start is in their state
	cache     map[string]*Node
	alike     [][]sameBehavior     // by Alike.Component
	families  map[string]*template // of nodes of one text, by twinKey
	copies    int                  // nodes that are copies of others with other numbers
	lambdas   int
	key       []byte // scratch

	changing changing
	reasons  map[string]*Refusal // why nodes were opaque before it was known what may change, by what tells them apart
}

// Lambdas is the number of different lambdas that have been lowered so far.
func (w *Lowerer) Lambdas() int { return w.lambdas }

// NewLowerer makes a Lowerer for the circuits of one realm. With reachable, no state may be put into them that they
// have not come to themselves.
func NewLowerer(r *realm.Realm, reachable bool) *Lowerer {
	return &Lowerer{realm: r, reachable: reachable, cache: map[string]*Node{}}
}

// Limits of a memory that is kept as a plain array.

const (
	maxCells      = 1 << 24
	maxMemoryBits = 1 << 29
)

// Node returns the behaviour of a flat node. An error means that the context ended or that the realm
// failed, never that a lambda is opaque.
func (w *Lowerer) Node(ctx context.Context, p elaborate.Part) (*Node, error) {
	inputs := p.Circuit().Inputs
	like, ok := p.Alike()
	if !ok || len(inputs) > 64 {
		return w.node(ctx, p)
	}
	connected := uint64(0)
	for k := range inputs {
		if p.Connected(k) {
			connected |= 1 << k
		}
	}
	for len(w.alike) <= like.Component {
		w.alike = append(w.alike, nil)
	}
	known := w.alike[like.Component]
	for i := range known {
		if x := &known[i]; x.connected == connected && (x.like == like || x.same(p)) && x.node.fits(p.State()) {
			return x.node, nil
		}
	}
	n, err := w.node(ctx, p)
	if err == nil && len(known) < maxAlike {
		w.alike[like.Component] = append(known, newAlike(p, like, connected, n))
	}
	return n, err
}

func (w *Lowerer) node(ctx context.Context, p elaborate.Part) (*Node, error) {
	flat := p.Node()
	n := &flat
	def := w.realm.Definition(n.Definition)
	if def == nil {
		return &Node{Opaque: &Refusal{Reason: "its circuit was not made by this program"}}, nil
	}
	options := optionsOf(n)
	text, shared := appendKey(w.key[:0], n, options, true)
	w.key = text
	if known := w.cache[string(text)]; shared && known != nil && known.fits(n.State) {
		return known, nil
	}
	key := string(text)
	var made *Node
	known := false
	err := w.realm.Do(ctx, func() error {
		j := &job{realm: w.realm, node: n, def: def, options: options, changing: w.changing.test()}
		var like *template
		var values []taken
		if shared {
			if of, list, ok := j.twinKey(key); ok {
				like, values = w.family(of), list
				made = like.twin(values, n.State)
			}
		}
		if known = made != nil; !known && like != nil {
			if made = like.vary(j, values); made != nil {
				w.copies++
			}
		}
		if made == nil {
			made = w.lower(j)
		}
		w.changing.note(w.realm, def, made)
		if like != nil && !known {
			like.add(values, made)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if made == nil {
		return nil, errors.New("the interpreter failed while a lambda was lowered")
	}
	if reason := w.reasons[key]; reason != nil && made.Opaque != nil {
		made.Opaque = reason
	}
	for _, l := range [2]*Lowered{made.Eval, made.Tick} {
		if l != nil && !known {
			l.Number = w.lambdas
			w.lambdas++
		}
	}
	if shared {
		w.cache[key] = made
	}
	return made, nil
}

// longJoined is from how many operations on it is not tried whether a lambda with choices between objects is shorter
// where these stay apart: that is rare, and takes as long again.
const longJoined = 1500

// lower lowers the lambdas of a node.
func (w *Lowerer) lower(j *job) *Node {
	made := j.lower(nil)
	if w.reachable && (made.Opaque != nil || made.doubtful() || made.guards() > 0 || made.long()) {
		if reachable := j.lowerReachable(made); reachable != nil {
			return reachable
		}
	}
	return made
}

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

// weight estimates the operations of the lambdas.
func (n *Node) weight() int {
	w := 0
	for _, l := range [2]*Lowered{n.Eval, n.Tick} {
		if l != nil {
			w += l.Graph.Weight()
		}
	}
	return w
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

// doubtful reports whether a lambda has to be called at times.
func (n *Node) doubtful() bool { return n.Eval.doubtful() || n.Tick.doubtful() }

func (l *Lowered) doubtful() bool { return l != nil && l.Doubt != word.None }

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

// functionOf finds the text of a lambda and the values it captures.
func functionOf(r *realm.Realm, l *realm.Lambda) (*source.Function, domain.Outer) {
	if l.Script == nil || l.Function == 0 {
		return nil, nil
	}
	f := l.Script.Function(l.Function)
	if f == nil {
		return nil, nil
	}
	return f, func(index int) (goja.Value, error) { return r.CapturedValue(l, index) }
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
