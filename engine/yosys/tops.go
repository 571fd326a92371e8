package yosys

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Top is a module that a design may begin with.
type Top struct {
	Name       string
	Place      Place
	Root       bool // it is part of no other
	Parameters []Parameter
}

// Parameter is a parameter of a module with its default, written as Source.Parameters takes it.
type Parameter struct {
	Name    string `json:"name"`
	Default string `json:"default"`
}

// Tops are the modules of a netlist of Listing: first those that are part of no other, of these the one that has most
// others as parts.
func Tops(n *Netlist) []Top {
	parts := map[string]bool{}
	for _, m := range n.Modules {
		for _, c := range m.Cells {
			parts[c.Type] = parts[c.Type] || c.Type != m.Name
		}
	}
	reach := map[string]int{}
	list := make([]Top, 0, len(n.Modules))
	for _, m := range n.Modules {
		reached := map[string]bool{}
		n.reach(m, reached)
		reach[m.Name] = len(reached)
		t := Top{Name: plainName(m.Name), Place: m.place(), Root: !parts[m.Name], Parameters: []Parameter{}}
		for name, value := range m.Defaults {
			t.Parameters = append(t.Parameters, Parameter{plainName(name), parameterText(value)})
		}
		slices.SortFunc(t.Parameters, func(a, b Parameter) int { return cmp.Compare(a.Name, b.Name) })
		list = append(list, t)
	}
	slices.SortStableFunc(list, func(a, b Top) int {
		if a.Root != b.Root {
			if a.Root {
				return -1
			}
			return 1
		}
		return cmp.Compare(reach[b.Name], reach[a.Name])
	})
	return list
}

// reach adds a module and all that are part of it.
func (n *Netlist) reach(m *Module, reached map[string]bool) {
	if m == nil || reached[m.Name] {
		return
	}
	reached[m.Name] = true
	for _, c := range m.Cells {
		n.reach(n.Module(c.Type), reached)
	}
}

// parameterText writes the value of a parameter as people do: a number of 32 bits in decimal, another one with its
// width in hexadecimal, a text in quotation marks. A text of binary digits has a space behind it in the file.
func parameterText(value string) string {
	if digits := strings.TrimRight(value, " "); strings.Trim(digits, "01xz") != "" || digits == "" || digits != value {
		if strings.Trim(digits, "01xz") == "" {
			value = value[:max(0, len(value)-1)]
		}
		return strconv.Quote(value)
	}
	number, ok := new(big.Int).SetString(value, 2)
	switch {
	case !ok:
		return strconv.Itoa(len(value)) + "'b" + value
	case len(value) == 32:
		return strconv.Itoa(int(int32(uint32(number.Uint64()))))
	}
	return strconv.Itoa(len(value)) + "'h" + number.Text(16)
}
