package circuit

import "strconv"

// Library finds circuits: by the definition a node came from, or by name.
type Library interface {
	Resolve(id DefinitionID, name string) *Circuit
}

// HarnessNode is the node id of the circuit inside its harness.
const HarnessNode = "dut"

// Harness wraps a circuit that has ports in switches, number inputs, lamps and displays, one for
// each port (dsl.md section 12, D84–D87). A circuit without ports is returned unchanged. values
// are start values of inputs by port name.
func Harness(c *Circuit, library Library, values map[string]Value) *Circuit {
	if len(c.Inputs) == 0 && len(c.Outputs) == 0 {
		return c
	}
	h := &Circuit{
		Version: Version, Name: c.Name + "Demo", Place: c.Place,
		Inputs: []Port{}, Outputs: []Port{}, Clocks: []Clock{}, State: []StateBlock{},
		Implementation: Implementation{Kind: Composite},
		Metadata:       Metadata{Description: "Auto-generated harness for " + c.Name},
	}
	dut := Node{
		ID: HarnessNode, ComponentRef: c.Name, Definition: c.Definition, Place: c.Place,
		Inputs: Pins(c.Inputs), Outputs: Pins(c.Outputs), Clocks: []Pin{},
	}
	for _, clock := range c.Clocks {
		dut.Clocks = append(dut.Clocks, Pin{Name: clock.Name})
	}
	h.Nodes = append(h.Nodes, dut)

	part := func(p Port, bit, bus, pin string) Node {
		n := Node{ID: p.Name, Label: p.Name, ComponentRef: bit, Inputs: []Pin{}, Outputs: []Pin{}, Clocks: []Pin{}, Place: p.Place}
		if p.PortType.Kind == Bus {
			n.ComponentRef = bus
			n.Arguments.Set("width", float64(p.PortType.Width))
		}
		if component := library.Resolve(0, n.ComponentRef); component != nil {
			n.Definition = component.Definition
		}
		t := p.PortType
		pins := []Pin{{Name: pin, PortType: &t}}
		if pin == "out" {
			n.Outputs = pins
		} else {
			n.Inputs = pins
		}
		return n
	}
	wire := func(source, target Endpoint, t PortType) {
		h.Connections = append(h.Connections, Connection{ID: "c" + strconv.Itoa(len(h.Connections)), Source: source, Target: target, PortType: t})
	}
	for _, p := range c.Inputs {
		n := part(p, "Switch", "Input", "out")
		if v, ok := values[p.Name]; ok {
			n.Arguments.Set("value", v)
		}
		h.Nodes = append(h.Nodes, n)
		wire(Endpoint{p.Name, "out"}, Endpoint{HarnessNode, p.Name}, p.PortType)
	}
	for _, p := range c.Outputs {
		h.Nodes = append(h.Nodes, part(p, "Led", "HexDisplay", "in"))
		wire(Endpoint{HarnessNode, p.Name}, Endpoint{p.Name, "in"}, p.PortType)
	}
	return h
}

// Pins are the ports of a circuit as pins of a node that stands for it.
func Pins(ports []Port) []Pin {
	list := make([]Pin, len(ports))
	for i := range ports {
		list[i] = Pin{Name: ports[i].Name, PortType: &ports[i].PortType}
	}
	return list
}
