package yosys

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Bit is one bit of a connection: the number of a net, or one of the constants below.
type Bit int32

// Constant bits. Undefined stands for x, HighImpedance for z.
const (
	Zero Bit = -1 - iota
	One
	Undefined
	HighImpedance
)

// constant reports whether a bit has a value that does not come from a net.
func (b Bit) constant() bool { return b < 0 }

// Netlist is a design as Yosys writes it with write_json.
type Netlist struct {
	Creator string
	Modules []*Module // in the order of the file
}

// Module is one module of a netlist.
type Module struct {
	Name       string
	Attributes map[string]string
	Defaults   map[string]string // of its parameters, as those of a cell
	Ports      []*Port
	Cells      []*Cell
	Nets       []*Net
}

// Port is a port of a module.
type Port struct {
	Name      string
	Direction string // input, output or inout
	Bits      []Bit  // the lowest first
	Signed    bool
}

// Cell is an operation of Yosys, whose type begins with a dollar sign, or an instance of a module.
type Cell struct {
	Name        string
	Type        string
	Parameters  map[string]string // binary digits, the highest first, or a text
	Attributes  map[string]string
	Directions  map[string]string
	Connections map[string][]Bit
}

// Net is a name for some bits.
type Net struct {
	Name       string
	Hidden     bool // made by Yosys
	Bits       []Bit
	Attributes map[string]string
	Signed     bool
}

// Module finds a module by name.
func (n *Netlist) Module(name string) *Module {
	for _, m := range n.Modules {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// maxNets bounds the numbers of nets, which index tables.
const maxNets = 1 << 26

// widest is the most bits that a connection may have.
const widest = 1 << 16

// Decode reads what write_json of Yosys wrote and checks all that the rest of the package relies on. The error tells
// which part of the file is wrong.
func Decode(data []byte) (*Netlist, error) {
	var file struct {
		Creator string                 `json:"creator"`
		Modules ordered[*moduleOfJSON] `json:"modules"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, decodeError(data, err)
	}
	if file.Modules == nil {
		return nil, errors.New("the file has no \"modules\"; it must be a netlist that Yosys wrote with write_json")
	}
	n := &Netlist{Creator: file.Creator}
	for _, e := range file.Modules {
		if e.value == nil {
			return nil, fmt.Errorf("module %s: it is null", e.key)
		}
		m, err := e.value.module(e.key)
		if err != nil {
			return nil, fmt.Errorf("module %s: %w", e.key, err)
		}
		n.Modules = append(n.Modules, m)
	}
	return n, nil
}

// decodeError adds the line of a syntax error.
func decodeError(data []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

// ordered is a JSON object whose order is kept: that of ports is the order in which they are shown.
type ordered[T any] []entry[T]

type entry[T any] struct {
	key   string
	value T
}

// UnmarshalJSON reads the entries one by one.
func (o *ordered[T]) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	start, err := d.Token()
	if err != nil {
		return err
	}
	*o = ordered[T]{}
	if start == nil {
		return nil
	}
	if start != json.Delim('{') {
		return errors.New("an object is expected")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, ok := key.(string)
		if !ok {
			return errors.New("a name is expected")
		}
		e := entry[T]{key: name}
		if err := d.Decode(&e.value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*o = append(*o, e)
	}
	_, err = d.Token()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// UnmarshalJSON reads a number, or a constant as a text.
func (b *Bit) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"0"`:
		*b = Zero
	case `"1"`:
		*b = One
	case `"x"`:
		*b = Undefined
	case `"z"`:
		*b = HighImpedance
	default:
		n, err := strconv.Atoi(string(data))
		if err != nil || n < 0 || n >= maxNets {
			return fmt.Errorf("%s is no bit: it must be a net below %d, \"0\", \"1\", \"x\" or \"z\"", data, maxNets)
		}
		*b = Bit(n)
	}
	return nil
}

// text is an attribute or parameter: a text, or a number in netlists of older versions.
type text string

// UnmarshalJSON reads either; a number becomes 32 binary digits.
func (t *text) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*t = text(s)
		return nil
	}
	n, err := strconv.ParseInt(string(data), 10, 33)
	if err != nil {
		return fmt.Errorf("%.40s is no parameter: it must be a text or a whole number of 32 bits", data)
	}
	*t = text(fmt.Sprintf("%032b", uint32(n)))
	return nil
}

type moduleOfJSON struct {
	Attributes map[string]text      `json:"attributes"`
	Defaults   map[string]text      `json:"parameter_default_values"`
	Ports      ordered[*portOfJSON] `json:"ports"`
	Cells      ordered[*cellOfJSON] `json:"cells"`
	Nets       ordered[*netOfJSON]  `json:"netnames"`
}

type portOfJSON struct {
	Direction string `json:"direction"`
	Bits      []Bit  `json:"bits"`
	Signed    int    `json:"signed"`
}

type cellOfJSON struct {
	Type        string            `json:"type"`
	Parameters  map[string]text   `json:"parameters"`
	Attributes  map[string]text   `json:"attributes"`
	Directions  map[string]string `json:"port_directions"`
	Connections map[string][]Bit  `json:"connections"`
}

type netOfJSON struct {
	Hidden     int             `json:"hide_name"`
	Bits       []Bit           `json:"bits"`
	Attributes map[string]text `json:"attributes"`
	Signed     int             `json:"signed"`
}

func texts(of map[string]text) map[string]string {
	out := make(map[string]string, len(of))
	for k, v := range of {
		out[k] = string(v)
	}
	return out
}

func (j *moduleOfJSON) module(name string) (*Module, error) {
	m := &Module{Name: name, Attributes: texts(j.Attributes), Defaults: texts(j.Defaults)}
	for _, e := range j.Ports {
		p := e.value
		switch {
		case p == nil:
			return nil, fmt.Errorf("port %s: it is null", e.key)
		case p.Direction != "input" && p.Direction != "output" && p.Direction != "inout":
			return nil, fmt.Errorf("port %s: its direction is %q; it must be input, output or inout", e.key,
				p.Direction)
		case len(p.Bits) == 0 || len(p.Bits) > widest:
			return nil, fmt.Errorf("port %s: it has %d bits; 1 to %d are possible", e.key, len(p.Bits), widest)
		}
		m.Ports = append(m.Ports, &Port{Name: e.key, Direction: p.Direction, Bits: p.Bits, Signed: p.Signed != 0})
	}
	for _, e := range j.Cells {
		c := e.value
		if c == nil {
			return nil, fmt.Errorf("cell %s: it is null", e.key)
		}
		if c.Type == "" {
			return nil, fmt.Errorf("cell %s: it has no type", e.key)
		}
		for port, bits := range c.Connections {
			if len(bits) > maxConnection {
				return nil, fmt.Errorf("cell %s: port %s has %d bits; at most %d are possible", e.key, port,
					len(bits), maxConnection)
			}
		}
		m.Cells = append(m.Cells, &Cell{
			Name: e.key, Type: c.Type, Parameters: texts(c.Parameters), Attributes: texts(c.Attributes),
			Directions: c.Directions, Connections: c.Connections,
		})
	}
	for _, e := range j.Nets {
		if e.value == nil {
			return nil, fmt.Errorf("net %s: it is null", e.key)
		}
		m.Nets = append(m.Nets, &Net{
			Name: e.key, Hidden: e.value.Hidden != 0, Bits: e.value.Bits, Attributes: texts(e.value.Attributes),
			Signed: e.value.Signed != 0,
		})
	}
	return m, nil
}

// maxConnection bounds a connection of a cell: the words of a $pmux are one.
const maxConnection = 1 << 22

// width is a parameter that is a number of bits.
func (c *Cell) width(name string) int {
	n, ok := c.number(name)
	if !ok || n < 0 || n > maxConnection {
		return 0
	}
	return n
}

// number is a parameter as a number with sign.
func (c *Cell) number(name string) (int, bool) {
	digits, ok := c.Parameters[name]
	if !ok || digits == "" {
		return 0, false
	}
	if len(digits) > 32 {
		if strings.Trim(digits[:len(digits)-32], "0") != "" {
			return 0, false
		}
		digits = digits[len(digits)-32:]
	}
	n, err := strconv.ParseUint(digits, 2, 32)
	if err != nil {
		return 0, false
	}
	if len(digits) == 32 {
		return int(int32(uint32(n))), true
	}
	return int(n), true
}

// flag is a parameter that is 0 or 1; one that is missing is 0.
func (c *Cell) flag(name string) bool {
	digits := c.Parameters[name]
	return strings.Contains(digits, "1")
}

// flagOr is a parameter that is 0 or 1, or what a missing one means.
func (c *Cell) flagOr(name string, missing bool) bool {
	if _, ok := c.Parameters[name]; !ok {
		return missing
	}
	return c.flag(name)
}

// bitsOf are the digits of a parameter or attribute as constant bits, the lowest first.
func bitsOf(digits string) []Bit {
	out := make([]Bit, len(digits))
	for i := range out {
		switch digits[len(digits)-1-i] {
		case '1':
			out[i] = One
		case '0':
			out[i] = Zero
		case 'z':
			out[i] = HighImpedance
		default:
			out[i] = Undefined
		}
	}
	return out
}
