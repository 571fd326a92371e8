package wasmgen

import (
	"slices"
	"strings"

	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// The control block stands at the start of memory. All fields are 32-bit words.
const (
	statusWord  = 0  // one of the status… values, set by step and settle
	detailWord  = 4  // statusOscillates: the loop; statusCall: the call
	eventsWord  = 8  // number of entries in the event buffer
	hurryWord   = 12 // not 0: step ends after this cycle; written while the host is called, see netlist.Call.BailOut
	nilWord     = 16 // always 0; see store_base.go
	controlSize = 20
)

// Status values of the generated functions.
const (
	statusOK         = 0
	statusOscillates = 1 // a combinational loop did not settle
	statusCall       = 2 // an opaque lambda failed; the host knows the error
)

// place is where a value lives in linear memory.
type place struct {
	offset uint32 // bytes; from the base of its region
	size   uint8  // 1, 2, 4 or 8 bytes; wide values are limbs of 8 bytes
	limbs  uint16 // 64-bit words of a value wider than 64 bits, else 0
}

// at is the place with its offset counted from address 0.
func (p place) at(base uint32) place {
	p.offset += base
	return p
}

// exists tells a place from the zero place, which stands for "nowhere".
func (p place) exists() bool { return p.size != 0 }

// bytes is the room the place takes.
func (p place) bytes() uint32 {
	if p.limbs > 0 {
		return 8 * uint32(p.limbs)
	}
	return uint32(p.size)
}

// cellSize is the number of bytes that a value of a width takes in memory: those of sim.Machine.Cells,
// so that cells can be handed out as they stand.
func cellSize(width int) uint32 { return uint32(sim.CellBytes(width)) }

// limbs is the number of 64-bit words of a value.
func limbs(width int) int { return (width + 63) / 64 }

func placeFor(width int) place {
	if width > 64 {
		return place{size: 8, limbs: uint16(limbs(width))}
	}
	return place{size: uint8(cellSize(width))}
}

// arena hands out addresses.
type arena struct{ next uint32 }

func (a *arena) align(n uint32) uint32 {
	a.next = (a.next + n - 1) &^ (n - 1)
	return a.next
}

func (a *arena) place(width int) place {
	p := placeFor(width)
	p.offset = a.align(uint32(p.size))
	a.next += p.bytes()
	return p
}

func (a *arena) block(size, alignment uint32) uint32 {
	at := a.align(alignment)
	a.next += size
	return at
}

// memoryPlace is where the cells of an rtl memory live. Two cells follow the last one: the first
// is always zero and is what a read outside reads; the other takes the writes that are not enabled.
type memoryPlace struct {
	offset uint32
	cell   uint32 // bytes of one cell
	depth  uint32
	marks  uint32 // address of the marks of its pages; 0 without
}

func (p memoryPlace) bytes() uint32 { return p.depth * p.cell }

// Layout says where everything lives in the linear memory of a compiled module.
//
// Registers and loop variables exist twice, in banks A and B: a clock cycle reads the one and
// writes the other, so that all registers change at once; see banks.go. Between calls of the
// generated functions bank A is the valid one.
type layout struct {
	inputs    []place // fixed
	registers []place // offsets from the start of a bank
	vars      []place // offsets from the start of a bank
	memories  []memoryPlace
	tables    []uint32
	arguments [][]place // of calls: [call][argument]
	results   [][]place // of calls
	slots     []place   // by operation: values that cross from one generated function to another
	display   []place   // by operation: values that show a net

	pooled         map[embedded]place // constants that sweeps read from memory
	tablesOfSweeps uint32             // addresses of their operands

	beside bool // after an array there is room for an element that nobody reads

	bankA, bankB uint32
	bankSize     uint32
	shown        uint32 // memory up to here holds everything that Peek can ask for
	events       uint32
	end          uint32 // first byte not used
}

// eventCapacity is the number of text appends that the event buffer holds. A step that might
// overflow it returns early with fewer cycles.
const eventCapacity = 16384

// maxMemory bounds the linear memory of one module, in bytes.
const maxMemory = 1 << 30

// maxGrouped is up to how many registers are put together by their names. Of more of them, those that are used
// together should lie together.
const maxGrouped = 1024

// bankOrder is the order of the registers in memory. Those whose names differ in numbers only are probably a list,
// which is read by an index, and lie in a row: fields of one node (v0, n0, v1, n1, …), and nodes that have one register
// each. Registers of different nodes stay with their nodes otherwise, as what a node reads together is written
// together. s may be nil.
func bankOrder(m *netlist.Module, s *sweeps) []int {
	order := make([]int, len(m.Registers))
	for i := range order {
		order[i] = i
		if s != nil {
			order[i] = int(s.registers[i])
		}
	}
	if s != nil || len(order) > maxGrouped {
		return order
	}
	fields := map[string]int{} // how many registers a node has
	for _, r := range m.Registers {
		node, _ := cutLast(r.Name)
		fields[node]++
	}
	lists := map[[2]string]int{}
	list := make([]int, len(order))
	for i, r := range m.Registers {
		node, field := cutLast(r.Name)
		if fields[node] == 1 {
			node = withoutDigits(node)
		}
		key := [2]string{node, withoutDigits(field)}
		n, known := lists[key]
		if !known {
			n = len(lists)
			lists[key] = n
		}
		list[i] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return list[a] - list[b] })
	return order
}

// cutLast is the path of the node and the name of the field of "a.b.field".
func cutLast(name string) (node, field string) {
	i := strings.LastIndexByte(name, '.')
	return name[:max(i, 0)], name[i+1:]
}

func withoutDigits(name string) string {
	return strings.Map(func(c rune) rune {
		if '0' <= c && c <= '9' {
			return -1
		}
		return c
	}, name)
}

// newLayout places everything but what straight-line code asks for while it is generated. s may be nil.
func newLayout(m *netlist.Module, s *sweeps) (*layout, error) {
	l := &layout{slots: make([]place, len(m.Ops)), display: make([]place, len(m.Ops))}
	a := &arena{next: controlSize}
	for _, in := range m.Inputs {
		l.inputs = append(l.inputs, a.place(in.Width))
	}
	l.arguments = make([][]place, len(m.Calls))
	l.results = make([][]place, len(m.Calls))

	bank := &arena{}
	l.registers = make([]place, len(m.Registers))
	for _, i := range bankOrder(m, s) {
		l.registers[i] = bank.place(m.Registers[i].Width)
	}
	for _, v := range m.Vars {
		l.vars = append(l.vars, bank.place(v.Width))
	}
	l.bankSize = bank.align(64)
	l.bankA = a.block(l.bankSize, 64)

	// Nets that inputs and bank A do not show already get a place of their own, once an operation.
	// With sweeps that is the one place of the operation.
	show := func(id word.ID) {
		switch {
		case isLeaf(m.Ops[id].Kind) || l.display[id].exists():
		case l.slots[id].exists():
			l.display[id] = l.slots[id]
		case s != nil && s.fate[id] == swept: // has no place yet
		default:
			l.display[id] = a.place(int(m.Ops[id].Width))
			if s != nil {
				l.slots[id] = l.display[id]
			}
		}
	}
	showAll := func() {
		for _, id := range m.Nets {
			show(id)
		}
		for _, c := range m.Checks {
			show(c.Value)
		}
	}
	showAll()
	if s != nil {
		s.place(l, a)
		s.placeCopies(l)
		showAll()
	}
	l.shown = a.align(64)

	l.bankB = a.block(l.bankSize, 64)
	for i, c := range m.Calls {
		for _, r := range c.Results {
			l.results[i] = append(l.results[i], a.place(r.Width))
		}
		for _, arg := range c.Args {
			l.arguments[i] = append(l.arguments[i], a.place(int(m.Ops[arg.Value].Width)))
		}
	}
	if len(m.Texts) > 0 {
		l.events = a.block(4*eventCapacity, 64)
	}
	total := uint64(a.next)
	if s != nil {
		total += 4 * uint64(s.addresses)
	}
	for _, t := range m.Tables {
		total += uint64(len(t.Data)+1) * uint64(cellSize(t.Width))
	}
	for _, mem := range m.Memories {
		bytes := (uint64(mem.Depth) + 2) * uint64(cellSize(mem.Width))
		total += bytes + bytes>>pageShift + 1 // with its marks
	}
	if total > maxMemory {
		return nil, &SizeError{Bytes: total}
	}
	for i := range m.Memories {
		mem := &m.Memories[i]
		size := cellSize(mem.Width)
		depth := uint32(mem.Depth)
		p := memoryPlace{offset: a.block((depth+2)*size, 8), cell: size, depth: depth}
		if marked(m, mem) {
			p.marks = a.block(markBytes(p), 8)
		}
		l.memories = append(l.memories, p)
	}
	if s != nil {
		l.tablesOfSweeps = a.block(4*uint32(s.addresses), 64)
		a.block(unroll*vectorBytes, 1) // vectors may be read beyond the last value
	}
	l.end = a.next
	return l, nil
}

// pool gives a constant of at most 64 bits a place in memory.
func (l *layout) pool(a *arena, width int, value uint64) place {
	c := embedded{int32(cellSize(width)), value}
	if p, ok := l.pooled[c]; ok {
		return p
	}
	if l.pooled == nil {
		l.pooled = map[embedded]place{}
	}
	p := a.place(width)
	l.pooled[c] = p
	return p
}

// slot gives an operation a place in memory for use by several generated functions.
func (l *layout) slot(id word.ID, width int) place {
	if l.slots[id].exists() {
		return l.slots[id]
	}
	a := arena{l.end}
	p := a.place(width)
	if l.beside && width > 64 {
		a.next += 8
	}
	l.end = a.next
	l.slots[id] = p
	return p
}

// pages is the size of linear memory in WebAssembly pages.
func (l *layout) pages() uint32 { return (l.end + encode.PageSize - 1) / encode.PageSize }
