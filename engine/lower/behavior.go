package lower

import (
	"github.com/dop251/goja"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
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

// doubtful reports whether a lambda has to be called at times.
func (n *Node) doubtful() bool { return n.Eval.doubtful() || n.Tick.doubtful() }

func (l *Lowered) doubtful() bool { return l != nil && l.Doubt != word.None }

// functionOf finds the text of a lambda and the values it captures.
func functionOf(r *realm.Realm, l *realm.Lambda) (*source.Function, capture.Outer) {
	if l.Script == nil || l.Function == 0 {
		return nil, nil
	}
	f := l.Script.Function(l.Function)
	if f == nil {
		return nil, nil
	}
	return f, func(index int) (goja.Value, error) { return r.CapturedValue(l, index) }
}

// Every call of a factory makes circuits of its own, whose lambdas are one text with the values of that call. Where
// these values are the same, too, the lambdas have one behaviour: what can take a tenth of a second to be found
// impossible is tried once and not for each of a hundred nodes.

// twin is a behaviour and the values that its lambdas capture.
type sharedBehavior struct {
	values []taken
	node   *Node
}

// taken is a value that the lambdas of a node capture, an option that is a whole number, or whether an input
// is connected.
type taken struct {
	value  goja.Value // nil: it is an option or an input
	number int64
	whole  bool // it is a whole number, and that is number

	pin   bool // it is 1 for an input that is connected
	tick  bool // it is taken by onTick
	place int  // source.Captured.Index, or which option or input it is
}

func (x taken) same(y taken) bool {
	if x.whole || y.whole {
		return x.whole == y.whole && x.number == y.number
	}
	return x.value.SameAs(y.value)
}
