package lower

import (
	"math"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower/domain"
)

// alike is a behaviour, and what tells the nodes of a component that have it without making the key of appendKey.
type sameBehavior struct {
	like      elaborate.Alike
	connected uint64 // the inputs that something drives
	node      *Node

	options circuit.Arguments
	roles   []role        // of the options
	views   []domain.View // that the start values of the state need
	memory  bool          // there are memories or texts: their contents are not compared
}

// role is what lowering takes from an option.
type role uint8

const (
	plain  role = iota // its value
	number             // that it starts as a number
	hidden             // nothing: a port or a state field has its name
)

// maxAlike is how many behaviours of one component are told so: they are looked at one after the other.
const maxAlike = 8

func newAlike(p elaborate.Part, like elaborate.Alike, connected uint64, n *Node) sameBehavior {
	x := sameBehavior{like: like, connected: connected, node: n, options: p.Arguments()}
	for _, k := range x.options.Keys {
		of := hidden
		if i := slices.IndexFunc(n.Options, func(o Option) bool { return o.Name == k }); i >= 0 {
			of = plain
			if o := &n.Options[i]; o.Live && StartsAsNumber(o.Value) {
				of = number
			}
		}
		x.roles = append(x.roles, of)
	}
	state := p.State()
	for i := range state {
		x.views = append(x.views, firstView(&state[i]))
		x.memory = x.memory || state[i].StateType.Kind == circuit.Memory || state[i].InitialValue.IsText
	}
	return x
}

// same reports whether a node of the component surely has the behaviour.
func (x *sameBehavior) same(p elaborate.Part) bool {
	if x.memory {
		return false
	}
	options := p.Arguments()
	if len(options.Keys) != len(x.options.Keys) {
		return false
	}
	for i, k := range options.Keys {
		if !circuit.SameName(k, x.options.Keys[i]) {
			return false
		}
		switch x.roles[i] {
		case number:
			if !StartsAsNumber(options.Values[k]) {
				return false
			}
		case plain:
			if !sameOption(options.Values[k], x.options.Values[k]) {
				return false
			}
		}
	}
	state := p.State()
	for i := range state {
		if firstView(&state[i]) != x.views[i] {
			return false
		}
	}
	return true
}

// sameOption reports whether two values of an option are surely the same.
func sameOption(a, b any) bool {
	switch x := a.(type) {
	case nil:
		return b == nil
	case bool:
		y, ok := b.(bool)
		return ok && x == y
	case float64: // 0 and -0 are not the same, and NaN is the same as nothing
		y, ok := b.(float64)
		return ok && x == y && math.Signbit(x) == math.Signbit(y)
	case string:
		y, ok := b.(string)
		return ok && x == y
	}
	return false
}
