package lower

import (
	"context"
	"errors"
	"maps"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower/capture"
	"simten.dev/engine/realm"
)

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

	// Work is counted up; nil: nobody asks for it.
	Work Work

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
		j := &job{realm: w.realm, node: n, def: def, options: options, changing: w.changing.test(), work: w.Work}
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

// lower lowers the lambdas of a node.
func (w *Lowerer) lower(j *job) *Node {
	began := j.work.Begin()
	defer func() { j.work.Ended("node", began, true) }()
	made := j.lower(nil)
	if w.reachable && (made.Opaque != nil || made.doubtful() || made.guards() > 0 || made.long()) {
		began := j.work.Begin()
		reachable := j.lowerReachable(made)
		j.work.Ended("for reachable states", began, reachable != nil)
		if reachable != nil {
			return reachable
		}
	}
	return made
}

// Again reports that a lambda was compiled which reads an object that a closure may change, as has turned out since.
// Then all nodes are to be lowered once more; what is known of such objects is kept, and the lambdas that read them
// stay interpreted.
func (w *Lowerer) Again() bool {
	if !w.changing.clash {
		return false
	}
	reasons := maps.Clone(w.reasons)
	if reasons == nil {
		reasons = map[string]*Refusal{}
	}
	for key, n := range w.cache {
		if n.Opaque != nil && reasons[key] == nil {
			reasons[key] = n.Opaque
		}
	}
	c := changing{objects: w.changing.objects, rounds: w.changing.rounds + 1}
	c.any = w.changing.any || c.rounds > capture.MaxPasses
	*w = Lowerer{Work: w.Work, realm: w.realm, reachable: w.reachable, cache: map[string]*Node{}, changing: c, reasons: reasons}
	return true
}

// family is the one of a text; w has one for each.
func (w *Lowerer) family(key string) *template {
	f := w.families[key]
	if f == nil {
		if w.families == nil {
			w.families = map[string]*template{}
		}
		f = &template{}
		w.families[key] = f
	}
	return f
}
