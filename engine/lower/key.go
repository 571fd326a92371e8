package lower

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower/domain"
)

// optionsOf lists the options that lambdas can see: those that no port or state field hides. An input that is connected
// to nothing is no field of onTick's argument, so it hides none there.
func optionsOf(n *elaborate.Node) []Option {
	hidden := func(name string) bool {
		return slices.ContainsFunc(n.Inputs, func(p elaborate.Pin) bool { return p.Name == name && p.Connected }) ||
			slices.ContainsFunc(n.State, func(s circuit.StateBlock) bool { return s.Name == name })
	}
	var list []Option
	live := n.Metadata.InteractiveArg
	for _, k := range n.Arguments.Keys {
		if !hidden(k) {
			list = append(list, Option{Name: k, Value: n.Arguments.Values[k], Live: k == live})
		}
	}
	if live != "" {
		if _, given := n.Arguments.Get(live); !given && !hidden(live) {
			list = append(list, Option{Name: live, Live: true})
		}
	}
	widest := 0
	for _, p := range n.Outputs {
		widest = max(widest, p.Type.Wires())
	}
	for i := range list {
		if list[i].Live && widest > numberBits {
			list[i].Wide = max(64, widest)
		}
	}
	return list
}

// appendKey appends a text that tells which nodes can share a behaviour, or could if the same inputs were connected; ok
// is false for a node that shares none.
func appendKey(key []byte, n *elaborate.Node, options []Option, connected bool) (_ []byte, ok bool) {
	number := func(x int) { key = strconv.AppendInt(key, int64(x), 10) }
	number(int(n.Definition))
	for i := range n.Inputs {
		key = append(key, ',')
		number(n.Inputs[i].Type.Wires())
		if connected {
			key = strconv.AppendBool(key, n.Inputs[i].Connected)
		}
	}
	for i := range n.Outputs {
		key = append(key, ';')
		number(n.Outputs[i].Type.Wires())
	}
	for _, o := range options {
		if o.Live && StartsAsNumber(o.Value) {
			continue // a parameter, whatever its value is
		}
		key = strconv.AppendQuote(append(key, '|'), o.Name)
		if key, ok = appendValue(append(key, ':'), o.Value); !ok {
			return key, false
		}
	}
	for i := range n.State {
		key = append(append(key, '|'), startKind(&n.State[i])...)
	}
	return key, true
}

// appendValue appends a text that tells an option's value from others; ok is false where there is none, as for NaN.
func appendValue(key []byte, value any) (_ []byte, ok bool) {
	if x, number := value.(float64); number && !math.IsNaN(x) && !math.IsInf(x, 0) {
		return strconv.AppendFloat(key, x, 'g', -1, 64), true
	}
	text, err := json.Marshal(value)
	return append(append(key, 'j'), text...), err == nil
}

// startKind is what lowering depends on in a start value: how a 32-bit number may be seen.
func startKind(s *circuit.StateBlock) string {
	key := make([]byte, 0, 64)
	key = append(key, s.StateType.Kind...)
	for _, x := range [...]uint64{uint64(s.StateType.Width), uint64(s.StateType.DataWidth), uint64(s.Depth), uint64(firstView(s)), highest(s)} {
		key = strconv.AppendUint(append(key, ' '), x, 10)
	}
	if s.InitialValue.IsText {
		return string(strconv.AppendQuote(append(key, ' '), s.InitialValue.Text))
	}
	return string(key)
}

// highest is the highest address of the start contents of a Map without a size.
func highest(s *circuit.StateBlock) uint64 {
	top := uint64(0)
	if s.Depth == 0 {
		for a := range s.InitialValue.Memory {
			top = max(top, a)
		}
	}
	return top
}

// firstView is the simplest view that shows the start value of a 32-bit field.
func firstView(s *circuit.StateBlock) domain.View {
	if s.StateType.Kind == circuit.Memory {
		for _, v := range s.InitialValue.Memory {
			if v.Lo>>31 != 0 {
				return domain.AsUint32
			}
		}
		return domain.AsInt32
	}
	v := s.InitialValue
	switch {
	case (v.Number.Lo>>31&1 == 1) == v.Negative:
		return domain.AsInt32
	case !v.Negative:
		return domain.AsUint32
	}
	return domain.WithSign
}
