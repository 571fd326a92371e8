package wasmgen

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/image"
)

// Generated code marks the pages of a large memory that it writes to: a byte for each page of sim.PageBytes, which the
// machine reads and clears when somebody asks. Of a smaller memory nothing is marked: to compare all of it with the
// last image, once in some milliseconds, costs less than marking in every cycle.

// Sizes up to which a memory has no marks: comparedOften where the state is looked at before each slice of cycles,
// because cycles may have to be taken back, else comparedSeldom.
const (
	comparedOften  = 4 * sim.PageBytes
	comparedSeldom = 256 * sim.PageBytes
)

// pageShift turns an offset in a memory into its page.
const pageShift = 10

// marked reports whether generated code marks the pages of a memory that it writes to.
func marked(m *netlist.Module, memory *netlist.Memory) bool {
	unmarked := comparedSeldom
	if canFail(m) {
		unmarked = comparedOften
	}
	return len(memory.Writes) > 0 && image.MemoryBytes(memory) > unmarked
}

// canFail reports that settling after the edge may fail, so that a cycle must be taken back.
func canFail(m *netlist.Module) bool { return len(m.Vars) > 0 || len(m.Calls) > 0 }

// markBytes is the room for the marks of a memory: its two spare cells may lie in a page of their own.
func markBytes(p memoryPlace) uint32 { return (p.bytes()+2*p.cell)>>pageShift + 1 }

// follow begins to follow the pages of memories and registers.
func (x *Machine) follow() {
	x.registers = sim.NewPaged(image.RegisterBytes(x.netlist))
	for i := range x.m.Memories {
		x.pages = append(x.pages, sim.NewPaged(image.MemoryBytes(&x.m.Memories[i])))
	}
	x.ran = make([]bool, len(x.m.Memories))
}

// stepped notes that generated code may have written to memories.
func (x *Machine) stepped() {
	for i := range x.ran {
		x.ran[i] = len(x.m.Memories[i].Writes) > 0
	}
}

// notice takes over what generated code has written to of a memory.
func (x *Machine) notice(index int) {
	if !x.ran[index] {
		return
	}
	x.ran[index] = false
	pages := x.pages[index]
	p := x.p.layout.memories[index]
	if p.marks == 0 {
		pages.TouchAll()
		return
	}
	marks := make([]byte, markBytes(p))
	x.inst.read(p.marks, marks)
	any := false
	for page, mark := range marks {
		if mark != 0 {
			any = true
			if page*sim.PageBytes < int(p.bytes()) {
				pages.Touch(page)
			}
		}
	}
	if any {
		clear(marks)
		x.inst.write(p.marks, marks)
	}
}
