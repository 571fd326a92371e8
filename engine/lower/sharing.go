package lower

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
)

// wholeOutside is a number of an option or a captured one, when it is whole and not too large to be one of those that
// vary.
func wholeOutside(x float64) (int64, bool) {
	whole := math.Abs(x) <= maxVaried && x == math.Trunc(x) && !(x == 0 && math.Signbit(x))
	if !whole {
		return 0, false
	}
	return int64(x), true
}

// maxTwins bounds the behaviours of one text that are looked through.
const maxTwins = 8

// hidesOption reports whether an input has the name of an option, which lambdas see Where the input is connected to
// nothing.
func hidesOption(n *elaborate.Node) bool {
	return slices.ContainsFunc(n.Inputs, func(p elaborate.Pin) bool {
		_, given := n.Arguments.Get(p.Name)
		return given || p.Name == n.Metadata.InteractiveArg
	})
}

// twinKey tells the nodes that differ only in the values that their lambdas capture, in options that are
// whole numbers, and in inputs that are connected, if in anything; key
// is what appendKey gives for the node. It must run inside Do of the realm.
func (j *job) twinKey(key string) (_ string, values []taken, ok bool) {
	n := j.node
	var others []Option
	var names []byte
	for i, o := range j.options {
		if x, number := o.Value.(float64); number && !o.Live {
			if x, whole := wholeOutside(x); whole {
				values = append(values, taken{number: x, whole: true, place: i})
				names = fmt.Appendf(names, " %q", o.Name)
				continue
			}
		}
		others = append(others, o)
	}
	pins := n.Inputs
	if hidesOption(n) {
		pins = nil
	}
	for i := range pins {
		x := taken{whole: true, pin: true, place: i}
		if pins[i].Connected {
			x.number = 1
		}
		values = append(values, x)
	}
	text := []byte(key)
	if len(values) > 0 {
		if text, ok = appendKey(nil, n, others, len(pins) == 0); !ok {
			return "", nil, false
		}
	}
	text = append(bytes.TrimLeft(text, "0123456789"), names...) // without the definition's number
	for _, l := range [2]*realm.Lambda{j.def.Eval, j.def.OnTick} {
		if l == nil {
			text = append(text, " none"...)
			continue
		}
		f, outer := functionOf(j.realm, l)
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
			x := taken{value: v, tick: l == j.def.OnTick, place: c.Index}
			if _, object := v.(*goja.Object); !object { // an object may have something to say about what it is as a number
				switch n := v.Export().(type) {
				case int64:
					x.number, x.whole = wholeOutside(float64(n))
				case float64:
					x.number, x.whole = wholeOutside(n)
				}
			}
			values = append(values, x)
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
func (f *template) twin(values []taken, state []circuit.StateBlock) *Node {
	for _, t := range f.twins {
		if differ(t.values, values, func(int) bool { return false }) && t.node.fits(state) {
			return t.node
		}
	}
	return nil
}

func (f *template) add(values []taken, n *Node) {
	if len(f.twins) < maxTwins {
		f.twins = append(f.twins, sharedBehavior{values, n})
	}
}
