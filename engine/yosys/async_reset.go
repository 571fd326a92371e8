package yosys

// instance is one use of a module in a design.
type instance struct {
	m      *module
	parent *instance
	cell   *Cell
	parts  map[*Cell]*instance
}

// maxInstances bounds how many uses of modules are looked at, and maxTrace how many nets.
const (
	maxInstances = 4096
	maxTrace     = 1 << 20
)

// instances lists the uses of the modules of a design, the top module first; whole is false when there are too many.
func (d *design) instances() (list []*instance, whole bool) {
	list = []*instance{{m: d.top}}
	for i := 0; i < len(list); i++ {
		of := list[i]
		of.parts = map[*Cell]*instance{}
		for _, c := range of.m.Cells {
			sub := of.m.sub(c)
			if sub == nil {
				continue
			}
			if len(list) == maxInstances {
				return list, false
			}
			part := &instance{m: sub, parent: of, cell: c}
			of.parts[c] = part
			list = append(list, part)
		}
	}
	return list, true
}

// tracer finds asynchronous resets that end themselves: that depend, without an edge between, on a register that they
// reset. Any other one changes only at an edge of the clock, or when an input of the design does.
type tracer struct {
	state map[tracedNet]uint8 // 1 while it is looked at, 2 when it is steady, 3 when it is not
	steps int
}

type tracedNet struct {
	of  *instance
	net Bit
}

// steady reports whether a net does not depend on itself.
func (t *tracer) steady(of *instance, b Bit) bool {
	if b.constant() {
		return true
	}
	at := tracedNet{of, b}
	switch t.state[at] {
	case 1, 3:
		return false
	case 2:
		return true
	}
	if t.steps++; t.steps > maxTrace {
		return false
	}
	t.state[at] = 1
	ok := t.look(of, b)
	t.state[at] = 3
	if ok {
		t.state[at] = 2
	}
	return ok
}

func (t *tracer) look(of *instance, b Bit) bool {
	r := of.m.drive[b]
	switch {
	case r.src == nil:
		return true
	case r.src.port != nil:
		if of.parent == nil {
			return true
		}
		outer, ok := of.m.outer(of.cell, b)
		return !ok || t.steady(of.parent, outer)
	}
	c := r.src.cell
	if part := of.parts[c]; part != nil {
		for _, p := range part.m.Ports {
			if p.Name == r.src.output && r.at < len(p.Bits) {
				return t.steady(part, p.Bits[r.at])
			}
		}
		return true
	}
	ports := []string{"A", "B", "S"}
	switch {
	case isLatch(c.Type):
		ports = latchInputs(c.Type)
	case isState(c.Type):
		ports = []string{"ARST", "ALOAD", "SET", "CLR"}
	case isMemory(c.Type):
		ports = []string{"RD_ADDR"}
	}
	for _, port := range ports {
		for _, in := range c.Connections[port] {
			if !t.steady(of, in) {
				return false
			}
		}
	}
	return true
}

// findResets notes the nets of asynchronous resets that may come and go between two edges.
func (d *design) findResets(all bool) {
	list, whole := d.instances()
	t := &tracer{state: map[tracedNet]uint8{}}
	for _, m := range d.order {
		m.pulses = map[Bit]bool{}
	}
	for _, of := range list {
		for _, c := range of.m.Cells {
			for _, b := range c.Connections["ARST"] {
				if of.m.sub(c) == nil && (all && !d.stepped || !whole || !t.steady(of, b)) {
					of.m.pulses[b] = true
				}
			}
		}
	}
	if !whole {
		for _, m := range d.order {
			for _, c := range m.Cells {
				for _, b := range c.Connections["ARST"] {
					m.pulses[b] = true
				}
			}
		}
	}
}
