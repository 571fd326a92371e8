package circuit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
)

// UnmarshalJSON reads an object and keeps the order of its keys. Of a key that is given twice the last value counts.
func (a *Arguments) UnmarshalJSON(data []byte) error {
	*a = Arguments{}
	d := json.NewDecoder(bytes.NewReader(data))
	start, err := d.Token()
	if err != nil {
		return err
	}
	if start == nil {
		return nil
	}
	if start != json.Delim('{') {
		return errors.New("arguments must be an object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		value, err := argument(raw)
		if err != nil {
			return err
		}
		a.Set(key.(string), value) // object keys are strings
	}
	return nil
}

// argument reads one option's value: objects become Arguments, everything else is what encoding/json makes of it.
func argument(raw json.RawMessage) (any, error) {
	switch raw[0] {
	case '{':
		var inner Arguments
		err := json.Unmarshal(raw, &inner)
		return inner, err
	case '[':
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, err
		}
		values := make([]any, len(list))
		for i, item := range list {
			v, err := argument(item)
			if err != nil {
				return nil, err
			}
			values[i] = v
		}
		return values, nil
	}
	var v any
	err := json.Unmarshal(raw, &v)
	return v, err
}

// UnmarshalJSON reads what MarshalJSON writes: a number, a text, or {data, addressWidth, dataWidth}. A text is a number
// wider than JSON's when it is nothing but digits and longer than those of 2^53.
func (v *InitialValue) UnmarshalJSON(data []byte) error {
	*v = InitialValue{}
	switch data[0] {
	case '{':
		var m struct {
			Data         map[string]Value `json:"data"`
			AddressWidth int              `json:"addressWidth"`
			DataWidth    int              `json:"dataWidth"`
		}
		if err := json.Unmarshal(data, &m); err != nil {
			return err
		}
		v.AddressWidth, v.DataWidth = m.AddressWidth, m.DataWidth
		v.Memory = make(map[uint64]Value, len(m.Data))
		for key, cell := range m.Data {
			address, err := strconv.ParseUint(key, 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no address of a memory", key)
			}
			v.Memory[address] = cell
		}
		return nil
	case '"':
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		if beyondJSON(text) {
			return v.Number.UnmarshalJSON(data)
		}
		v.Text, v.IsText = text, true
		return nil
	case '-':
		v.Negative = true
		return v.Number.UnmarshalJSON(data[1:])
	}
	return v.Number.UnmarshalJSON(data)
}

// beyondJSON reports decimal digits of a number that JSON readers in JavaScript would round.
func beyondJSON(text string) bool {
	if len(text) < 16 || text[0] == '0' {
		return false
	}
	for _, r := range text {
		if r < '0' || r > '9' {
			return false
		}
	}
	n, ok := new(big.Int).SetString(text, 10)
	return ok && n.Cmp(big.NewInt(1<<53-1)) > 0
}

// Document is a circuit with everything it is made of, as it travels in JSON. It is a Library of those circuits.
type Document struct {
	Circuit *Circuit            `json:"circuit"`
	Library map[string]*Circuit `json:"library,omitempty"`
}

// DecodeDocument reads a document and checks what the engine relies on. Its error says what is wrong and where.
func DecodeDocument(data []byte) (*Document, error) {
	var d Document
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	if d.Circuit == nil {
		return nil, errors.New("circuit: it is missing")
	}
	if err := d.Circuit.check(); err != nil {
		return nil, fmt.Errorf("circuit: %w", err)
	}
	for name, c := range d.Library {
		if c == nil {
			return nil, fmt.Errorf("library.%s: it is missing", name)
		}
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("library.%s: %w", name, err)
		}
	}
	return &d, nil
}

// Resolve finds a circuit by name.
func (d *Document) Resolve(_ DefinitionID, name string) *Circuit { return d.Library[name] }

// widest is the most wires that a port or field of a document may have.
const widest = 1 << 16

func (c *Circuit) check() error {
	if c.Version != Version {
		return fmt.Errorf("version %d: there is only version %d", c.Version, Version)
	}
	if c.Implementation.Kind != Primitive && c.Implementation.Kind != Composite {
		return fmt.Errorf("implementation.kind %q: it is primitive or composite", c.Implementation.Kind)
	}
	for _, list := range [][]Port{c.Inputs, c.Outputs} {
		for _, p := range list {
			if err := p.PortType.check(); err != nil {
				return fmt.Errorf("port %q: %w", p.Name, err)
			}
		}
	}
	for _, s := range c.State {
		t := s.StateType
		ok := t.Kind == Bit || t.Kind == Bus && t.Width > 0 && t.Width <= widest ||
			t.Kind == Memory && t.AddressWidth > 0 && t.AddressWidth <= 32 && t.DataWidth > 0 && t.DataWidth <= widest
		if !ok {
			return fmt.Errorf("state %q: its type is no bit, bus or memory of a possible size", s.Name)
		}
	}
	for _, n := range c.Nodes {
		for _, pins := range [][]Pin{n.Inputs, n.Outputs} {
			for _, p := range pins {
				if p.PortType == nil {
					return fmt.Errorf("node %q, port %q: its type is missing", n.ID, p.Name)
				}
				if err := p.PortType.check(); err != nil {
					return fmt.Errorf("node %q, port %q: %w", n.ID, p.Name, err)
				}
			}
		}
	}
	for _, w := range c.Connections {
		if err := w.PortType.check(); err != nil {
			return fmt.Errorf("connection %q: %w", w.ID, err)
		}
	}
	return nil
}

func (t PortType) check() error {
	if t.Kind == Bit || t.Kind == Bus && t.Width > 0 && t.Width <= widest {
		return nil
	}
	return fmt.Errorf("it is no bit and no bus of 1 to %d wires", widest)
}
