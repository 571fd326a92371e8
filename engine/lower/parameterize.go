package lower

import (
	"math/bits"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

const (
	maxVaried     = 1<<32 - 1 // the numbers, without their sign
	maxVariations = 6         // times that a text is lowered with parameters, for other numbers than before
	spareVaried   = 4         // times as large as those seen so far the next numbers may be
	slowVaried    = 3         // times as many steps as with constants it may take
)

// variation is a behaviour with parameters for numbers in which nodes differ.
type variation struct {
	values []taken       // of one of the nodes
	within []*word.Range // by value; nil: it is the same for all
	node   *Node
}

// holds reports whether nodes with these values are among those that the variation is for.
func (v *variation) holds(values []taken) bool {
	return slices.EqualFunc(values, v.within, func(x taken, r *word.Range) bool {
		return r == nil || x.whole && r.Holds(word.Range{Lo: x.number, Hi: x.number})
	}) &&
		differ(values, v.values, func(i int) bool { return v.within[i] != nil })
}

// differ reports whether values of nodes of one text are the same but for whole numbers, and those only where may says
// so.
func differ(a, b []taken, may func(i int) bool) bool {
	for i := range a {
		if !a[i].same(b[i]) && !(a[i].whole && b[i].whole && may(i)) {
			return false
		}
	}
	return true
}

// Of is the behaviour of a node with these values.
func (v *variation) of(values []taken, options []Option) *Node {
	return &Node{Eval: v.node.Eval.with(values), Tick: v.node.Tick.with(values), Fields: v.node.Fields, Options: options}
}

// With is the lambda with numbers in the place of its parameters for them.
func (out *Lowered) with(values []taken) *Lowered {
	if out == nil {
		return nil
	}
	made := *out
	made.Outputs, made.Throws, made.Next = slices.Clone(out.Outputs), slices.Clone(out.Throws), slices.Clone(out.Next)
	for i := range made.Throws {
		made.Throws[i].Message = slices.Clone(made.Throws[i].Message)
	}
	for i := range made.Next {
		n := &made.Next[i]
		n.Writes, n.Appends = slices.Clone(n.Writes), slices.Clone(n.Appends)
	}
	from := &out.Graph
	b := word.NewBuilder()
	b.Reserve(len(from.Ops))
	b.Tables, b.Bodies = slices.Clone(from.Tables), slices.Clone(from.Bodies)
	place := make([]word.ID, len(from.Ops))
	for i := range from.Ops {
		op := &from.Ops[i]
		if op.Kind == word.Param && out.Params[op.Imm].Kind == capture.VaryingParam {
			n := circuit.Uint(uint64(values[out.Params[op.Imm].Index].number))
			place[i] = b.Const(n.Mask(int(op.Width)), int(op.Width))
			continue
		}
		place[i] = b.Copy(from, word.ID(i), func(x word.ID) word.ID { return place[x] })
	}
	roots := made.roots(func(int) bool { return true })
	for _, r := range roots {
		if *r != word.None {
			*r = place[*r]
		}
	}
	made.Names = out.renamed(place)
	made.finish(&b.Graph, roots)
	return &made
}

// plain reports whether the lambdas of a node are lowered as a whole, for whatever is in its state.
func (n *Node) plain() bool {
	return n.Opaque == nil && n.within == nil && !n.doubtful() && n.guards() == 0
}

// sameFields reports whether two behaviours keep their state in the same way.
func (n *Node) sameFields(m *Node) bool {
	return slices.EqualFunc(n.Fields, m.Fields, func(a, b FieldShape) bool {
		return a.Width == b.Width && a.Depth == b.Depth && a.View == b.View && slices.Equal(a.Texts, b.Texts)
	})
}

// cost estimates what it takes to compute the lambdas, in additions of 64 bits.
func (n *Node) cost() int {
	sum := 0
	for _, l := range [2]*Lowered{n.Eval, n.Tick} {
		if l == nil {
			continue
		}
		for i := range l.Graph.Ops {
			op := &l.Graph.Ops[i]
			words := (int(op.Width) + 63) / 64
			switch op.Kind {
			case word.Mul, word.FMul, word.FAdd, word.FSub:
				sum += 4 * words
			case word.UDiv, word.URem, word.SDiv, word.SRem, word.FDiv, word.FRem, word.FToInt, word.Repeat:
				sum += 20 * words
			default:
				sum += words
			}
		}
	}
	return sum
}

// Steps is the number of steps in which the lambdas were lowered.
func (n *Node) steps() int {
	sum := 0
	for _, l := range [2]*Lowered{n.Eval, n.Tick} {
		if l != nil {
			sum += l.steps
		}
	}
	return sum
}

// vary makes it a job with parameters, which may take so many steps for each lambda.
func (j *job) vary(v *variation, steps int) {
	j.steps = steps
	j.options = slices.Clone(j.options)
	for i, r := range v.within {
		if r == nil {
			continue
		}
		x, varied := v.values[i], domain.Parameter{Slot: i, Within: *r}
		switch {
		case x.pin:
			j.varied.inputs = with(j.varied.inputs, x.place, varied)
		case x.value == nil:
			j.options[x.place].Varied = &varied
		case x.tick:
			j.varied.tick = with(j.varied.tick, x.place, varied)
		default:
			j.varied.eval = with(j.varied.eval, x.place, varied)
		}
	}
}

// With is a map with one entry more; it may be nil before.
func with(m map[int]domain.Parameter, key int, v domain.Parameter) map[int]domain.Parameter {
	if m == nil {
		m = map[int]domain.Parameter{}
	}
	m[key] = v
	return m
}

// family is the nodes of one text, with what they capture.
type template struct {
	twins     []sharedBehavior
	variation *variation // nil: there is none yet
	tried     int        // times that one has been lowered
	hopeless  bool       // the last one was of no use
}

// vary is the behaviour of a node as one of those that differ in numbers from it; nil when it is to be lowered by
// itself.
func (f *template) vary(j *job, values []taken) *Node {
	if v := f.variation; v != nil && v.holds(values) {
		return v.of(values, j.options)
	}
	if f.hopeless || f.tried == maxVariations {
		return nil
	}
	sample := f.sample(values)
	if sample == nil {
		return nil
	}
	f.tried++
	v := f.among(values)
	varied := *j
	varied.vary(v, slowVaried*sample.node.steps()+100)
	v.node = varied.lower(nil)
	if !v.node.plain() {
		f.hopeless = true
		return nil
	}
	if copied := v.of(sample.values, j.options); !copied.sameFields(sample.node) || copied.cost() > sample.node.cost()*102/100 {
		f.hopeless = true
		return nil
	}
	f.variation = v
	return v.of(values, j.options)
}

// sample is a node that differs from others with these values in whole numbers only; nil when there is none.
func (f *template) sample(values []taken) *sharedBehavior {
	i := slices.IndexFunc(f.twins, func(t sharedBehavior) bool {
		return t.node.plain() && differ(t.values, values, func(int) bool { return true })
	})
	if i < 0 {
		return nil
	}
	return &f.twins[i]
}

// Among is what a variation is to be for that holds these values and those of nodes that have been lowered.
func (f *template) among(values []taken) *variation {
	v := &variation{values: values, within: make([]*word.Range, len(values))}
	if old := f.variation; old != nil && differ(old.values, values, func(int) bool { return true }) {
		copy(v.within, old.within)
	}
	for _, t := range f.twins {
		if !t.node.plain() || !differ(t.values, values, func(int) bool { return true }) {
			continue
		}
		for i, x := range t.values {
			if !x.same(values[i]) {
				r := word.Range{Lo: min(x.number, values[i].number), Hi: max(x.number, values[i].number)}
				if v.within[i] != nil {
					r = r.Union(*v.within[i])
				}
				v.within[i] = &r
			}
		}
	}
	pins := false
	for i, r := range v.within {
		pins = pins || r != nil && values[i].pin
	}
	for i := range values {
		if pins && values[i].pin { // at another edge of the mesh it is another one
			v.within[i] = &word.Range{Lo: 0, Hi: 1}
		}
	}
	for i, r := range v.within {
		if old := f.variation; r != nil && !values[i].pin && (old == nil || old.within[i] != r) {
			v.within[i] = withSpare(*r)
		}
	}
	return v
}

// withSpare is a range with room for numbers that are larger.
func withSpare(r word.Range) *word.Range {
	s := word.Range{Hi: min(maxVaried, int64(1)<<bits.Len64(uint64(max(1, spareVaried*r.Hi)))-1)}
	if r.Lo < 0 {
		s.Lo = max(-maxVaried, int64(-1)<<bits.Len64(uint64(-spareVaried*r.Lo)))
	}
	return &s
}
