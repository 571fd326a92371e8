package elaborate

import (
	"math"
	"math/big"
	"strconv"

	"simten.dev/engine/circuit"
)

// startState resolves the start value of every state field of an instance: the option of the same
// name when it was given, else what was declared (7.7, 13.1–13.4).
func startState(c *circuit.Circuit, arguments circuit.Arguments) []circuit.StateBlock {
	if len(c.State) == 0 {
		return nil
	}
	list := make([]circuit.StateBlock, len(c.State))
	copy(list, c.State)
	for i := range list {
		s := &list[i]
		given, ok := arguments.Get(s.Name)
		if !ok || s.InitialValue.IsText {
			continue
		}
		if s.StateType.Kind == circuit.Memory {
			s.InitialValue.Memory = overlay(s, given)
		} else if v, negative, ok := number(given, width(s.StateType)); ok {
			s.InitialValue.Number, s.InitialValue.Negative = v, negative
		}
	}
	return list
}

// cellOverhead is what an address of a memory costs beside its content, in bytes.
const cellOverhead = 8

// stateBytes is what the start values of a node's state need.
func stateBytes(list []circuit.StateBlock) int {
	sum := 0
	for i := range list {
		s := &list[i]
		switch {
		case s.InitialValue.IsText:
			sum += len(s.InitialValue.Text)
		case s.StateType.Kind == circuit.Memory:
			sum += len(s.InitialValue.Memory) * (cellOverhead + (s.StateType.DataWidth+7)/8)
		default:
			sum += (width(s.StateType) + 7) / 8
		}
	}
	return sum
}

func width(t circuit.StateType) int {
	if t.Kind == circuit.Bus {
		return t.Width
	}
	return 1
}

// overlay lays option contents (an array, or an object with decimal keys) over declared contents.
func overlay(s *circuit.StateBlock, given any) map[uint64]circuit.Value {
	cells := make(map[uint64]circuit.Value, len(s.InitialValue.Memory))
	for a, v := range s.InitialValue.Memory {
		cells[a] = v
	}
	bits := s.StateType.DataWidth
	if s.Depth == 0 {
		bits = 32 // a bare Map holds plain numbers
	}
	put := func(a uint64, v any) {
		if s.Depth > 0 && a >= uint64(s.Depth) {
			return
		}
		if cell, _, ok := number(v, bits); ok {
			if _, isBool := v.(bool); !isBool {
				cells[a] = cell
			}
		}
	}
	switch x := given.(type) {
	case []any:
		for i, v := range x {
			put(uint64(i), v)
		}
	case circuit.Arguments:
		for _, k := range x.Keys {
			if a, err := strconv.ParseUint(k, 10, 53); err == nil {
				put(a, x.Values[k])
			}
		}
	}
	return cells
}

// number reads an option value as a state value of the given width.
func number(v any, width int) (circuit.Value, bool, bool) {
	switch x := v.(type) {
	case bool:
		if x {
			return circuit.Uint(1), false, true
		}
		return circuit.Value{}, false, true
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return circuit.Value{}, false, true
		}
		if x >= 0 && x < 1<<53 {
			return circuit.Uint(uint64(x)).Mask(width), false, true
		}
		b, _ := big.NewFloat(math.Trunc(x)).Int(nil)
		return circuit.FromBig(b, width), x < 0, true
	case circuit.Value:
		return x.Mask(width), false, true
	}
	return circuit.Value{}, false, false
}
