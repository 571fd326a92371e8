package circuit

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"sort"
	"strconv"
)

// Kind is the kind of a port or state type.
type Kind string

const (
	Bit    Kind = "bit"
	Bus    Kind = "bus"
	Memory Kind = "memory" // state only
)

// PortType is a bit or a bus of Width wires. A bus(1) is a one-wire bus, not a bit (D25).
type PortType struct {
	Kind  Kind `json:"kind"`
	Width int  `json:"width,omitempty"` // bus only
}

// Wires is the number of wires: 1 for a bit.
func (t PortType) Wires() int {
	if t.Kind == Bus {
		return t.Width
	}
	return 1
}

func (t PortType) String() string {
	if t.Kind == Bus {
		return "bus(" + strconv.Itoa(t.Width) + ")"
	}
	return "bit"
}

// StateType is the type of a state field: a bit, a bus, or a memory.
type StateType struct {
	Kind         Kind `json:"kind"`
	Width        int  `json:"width,omitempty"`        // bus only
	AddressWidth int  `json:"addressWidth,omitempty"` // memory only
	DataWidth    int  `json:"dataWidth,omitempty"`    // memory only
}

// StateBlock is one state field of a primitive.
type StateBlock struct {
	ID           string       `json:"id"` // "<circuit>-<field>"
	Name         string       `json:"name"`
	StateType    StateType    `json:"stateType"`
	InitialValue InitialValue `json:"initialValue"`
	ClockRef     string       `json:"clockRef"` // "clk"
	Edge         string       `json:"edge"`     // "rising"
	// Depth is the number of cells of a memory declared with mem(depth, width); 0 when the
	// declaration gives none (a bare Map), meaning 2^AddressWidth.
	Depth int `json:"-"`
	// Beyond is the highest address for which a memory was given contents although it does not have it; 0 when there is
	// none.
	Beyond uint64 `json:"-"`
	Place  Place  `json:"-"`
}

// InitialValue is a number, a text or memory contents. Exactly one is meant: Memory when it is
// not nil, Text when IsText, else Number.
type InitialValue struct {
	Number Value
	// Negative says that Number was written as a number below zero. Only a register of exactly 32
	// bits shows it again: a lambda then sees the number with its sign.
	Negative bool
	Text     string
	IsText   bool
	Memory   map[uint64]Value
	// AddressWidth and DataWidth repeat the memory's type, as the IR does.
	AddressWidth, DataWidth int
}

// MarshalJSON writes a number, a string, or {data, addressWidth, dataWidth}. Memory data is an
// object of decimal address → value in ascending order.
func (v InitialValue) MarshalJSON() ([]byte, error) {
	switch {
	case v.Memory != nil:
		addrs := make([]uint64, 0, len(v.Memory))
		for a := range v.Memory {
			addrs = append(addrs, a)
		}
		sort.Slice(addrs, func(i, j int) bool { return addrs[i] < addrs[j] })
		out := []byte(`{"data":{`)
		for i, a := range addrs {
			if i > 0 {
				out = append(out, ',')
			}
			out = strconv.AppendQuote(out, strconv.FormatUint(a, 10))
			out = append(out, ':')
			cell, err := v.Memory[a].MarshalJSON()
			if err != nil {
				return nil, err
			}
			out = append(out, cell...)
		}
		return fmt.Appendf(out, `},"addressWidth":%d,"dataWidth":%d}`, v.AddressWidth, v.DataWidth), nil
	case v.IsText:
		return json.Marshal(v.Text)
	default:
		return v.Number.MarshalJSON()
	}
}

// AddressWidth is the number of address bits of a memory of depth cells, at least 1 (D58).
func AddressWidth(depth int) int {
	if depth <= 2 {
		return 1
	}
	return bits.Len(uint(depth - 1))
}
