package behavior

import (
	"fmt"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
)

// Every call of a factory makes circuits of its own, whose lambdas are one text with the values of that call. Where these values are the same, too, the
// lambdas have one behaviour: what can take a tenth of a second to be found impossible is tried once and not for each of a hundred nodes.

// twin is a behaviour and the values that its lambdas take from outside.
type twin struct {
	values []goja.Value
	node   *Node
}

// mostTwins bounds the behaviours of one text that are looked through.
const mostTwins = 8

// twinKey tells the nodes that differ only in the values that their lambdas take from outside, if in anything; rest is the key of appendKey without the
// number of the definition. It must run inside Do of the realm.
func twinKey(r *realm.Realm, n *elaborate.Node, def *realm.Definition, rest string) (key string, values []goja.Value, ok bool) {
	text := []byte(rest)
	for _, l := range [2]*realm.Lambda{def.Eval, def.OnTick} {
		if l == nil {
			text = append(text, " none"...)
			continue
		}
		f, outer := functionOf(r, l)
		if f == nil {
			return "", nil, false
		}
		text = fmt.Appendf(text, " %p %d", l.Script, l.Function)
		for i := range f.Captured {
			c := &f.Captured[i]
			if c.Index < 0 || c.Global || c.Package || c.BuiltIn != "" || c.Function != nil {
				continue
			}
			v, err := outer(c.Index)
			if err != nil {
				return "", nil, false
			}
			values = append(values, v)
		}
	}
	for i := range n.Inputs {
		text = fmt.Appendf(text, " %q", n.Inputs[i].Name)
	}
	for i := range n.Outputs {
		text = fmt.Appendf(text, " %q", n.Outputs[i].Name)
	}
	for i := range n.State {
		text = fmt.Appendf(text, " %q", n.State[i].Name)
	}
	return fmt.Sprintf("%s %q", text, n.Metadata.InteractiveArg), values, true
}

// twin is a behaviour that is there for such values; nil: there is none yet.
func (w *Lowerer) twin(key string, values []goja.Value, state []circuit.StateBlock) *Node {
	for _, t := range w.twins[key] {
		same := len(t.values) == len(values)
		for i := 0; same && i < len(values); i++ {
			same = t.values[i].SameAs(values[i])
		}
		if same && t.node.fits(state) {
			return t.node
		}
	}
	return nil
}

func (w *Lowerer) addTwin(key string, values []goja.Value, n *Node) {
	if len(w.twins[key]) == mostTwins {
		return
	}
	if w.twins == nil {
		w.twins = map[string][]twin{}
	}
	w.twins[key] = append(w.twins[key], twin{values, n})
}
