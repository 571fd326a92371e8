package wasmgen

import (
	"cmp"
	"encoding/binary"
	"slices"

	"simten.dev/engine/word"
)

// hue is a hash of what an operation looks like from outside: its level and shape, and those of the operations around
// it. In many copies of one block it tells the places in the block from each other, and not the copies.
type neighbourhood = uint32

func mixHue(a, b neighbourhood) neighbourhood {
	a = (a ^ b) * 0x9e3779b1
	return a ^ a>>15
}

// hues looks at the surroundings of every operation, a few rounds of neighbours far.
func (s *sweeps) hues() (of []neighbourhood, register []neighbourhood) {
	m := s.m
	n := len(m.Ops)
	now, around := make([]neighbourhood, n), make([]neighbourhood, n)
	register = make([]neighbourhood, len(m.Registers))
	for i := range m.Ops {
		op := &m.Ops[i]
		h := mixHue(neighbourhood(op.Kind), neighbourhood(op.Width))
		switch op.Kind {
		case word.Const, word.Param:
			h = mixHue(h, neighbourhood(op.Imm))
		case word.Reg:
		default:
			h = mixHue(mixHue(h, neighbourhood(s.level[i])), neighbourhood(s.shapeOf[i]))
		}
		now[i] = h
	}
	var buffer [3]word.ID
	for round := range roundsOfHue {
		s.tune.told(shapesKnown, ordered, round, 2*roundsOfHue)
		clear(around)
		for i := range m.Ops {
			s.tune.pause.MaybeYield(i)
			op := &m.Ops[i]
			if m.Uses[i] == 0 {
				continue
			}
			for k, o := range op.Operands(buffer[:0]) {
				around[o] += mixHue(now[i], neighbourhood(k)+77)
			}
			if op.Kind == word.Reg {
				around[m.Registers[op.Imm].Next] += mixHue(now[i], 99)
			}
		}
		for i := range m.Ops {
			s.tune.pause.MaybeYield(i)
			op := &m.Ops[i]
			for k, o := range op.Operands(buffer[:0]) {
				around[i] = mixHue(around[i], now[o]+neighbourhood(k))
			}
			if op.Kind == word.Reg {
				around[i] = mixHue(around[i], now[m.Registers[op.Imm].Next])
			}
		}
		for i := range now {
			now[i] = mixHue(now[i], around[i])
		}
	}
	for i := range m.Registers {
		register[i] = now[m.Registers[i].Next]
	}
	for i := range m.Ops {
		if op := &m.Ops[i]; op.Kind == word.Reg {
			register[op.Imm] = now[i]
		}
	}
	return now, register
}

// arrange puts the operations into an order in which those of one sweep stand together, like next to like, and
// the registers into one in which they do the same.
func (s *sweeps) arrange() {
	hues, registerHues := s.hues()
	s.tune.told(shapesKnown, ordered, 1, 2)
	s.registers = make([]int32, len(s.m.Registers))
	for i := range s.registers {
		s.registers[i] = int32(i)
	}
	size := func(r int32) int { return int(placeFor(s.m.Registers[r].Width).bytes()) }
	slices.SortFunc(s.registers, func(a, b int32) int {
		if c := size(b) - size(a); c != 0 { // the widest first: no gaps
			return c
		}
		return cmp.Or(cmp.Compare(registerHues[a], registerHues[b]), int(a-b))
	})

	type keyed struct {
		group uint64 // phases and level, then shape
		hue   neighbourhood
		id    word.ID
	}
	count := 0
	for _, f := range s.fate {
		if f == swept {
			count++
		}
	}
	list := make([]keyed, 0, count)
	s.tune.pause.Yield()
	for i, f := range s.fate {
		s.tune.pause.MaybeYield(i)
		if f == swept {
			id := word.ID(i)
			list = append(list, keyed{s.groupOf(id), hues[i], id})
		}
	}
	s.tune.pause.Yield()
	compared := 0
	slices.SortFunc(list, func(a, b keyed) int {
		compared++
		s.tune.pause.MaybeYield(compared)
		switch {
		case a.group != b.group:
			return cmp.Compare(a.group, b.group)
		case a.hue != b.hue:
			return cmp.Compare(a.hue, b.hue)
		}
		return int(a.id - b.id)
	})
	s.tune.told(shapesKnown, ordered, 1, 1)
	s.order = make([]word.ID, len(list))
	for i := range list {
		s.order[i] = list[i].id
	}
}

// groupOf is equal for operations that can be computed by one loop, and orders the groups: what depends on
// inputs only comes first, then level by level.
func (s *sweeps) groupOf(id word.ID) uint64 {
	set := phaseSet(s.m, id)
	late := uint64(1)
	if set == inPrepare {
		late = 0
	}
	return late<<63 | uint64(s.level[id])<<36 | uint64(set)<<32 | uint64(uint32(s.shapeOf[id]))
}

// place cuts the groups into sweeps and gives every result its address. Operands have theirs by then: inputs,
// registers and what is straight-line code from the layout, the others because their level is lower.
func (s *sweeps) place(l *layout, a *arena) {
	told := 0
	for from := 0; from < len(s.order); {
		if from >= told {
			s.tune.told(ordered, placed, from, len(s.order))
			told = from + beat
		}
		to := from + 1
		group := s.groupOf(s.order[from])
		for to < len(s.order) && s.groupOf(s.order[to]) == group {
			to++
		}
		s.tune.pause.Yield()
		s.placeGroup(l, a, s.order[from:to])
		from = to
	}
}

// address is where an operand of a sweep is read.
func (s *sweeps) address(l *layout, id word.ID) uint32 {
	switch op := &s.m.Ops[id]; op.Kind {
	case word.Param:
		return l.inputs[op.Imm].offset
	case word.Reg:
		return l.registers[op.Imm].offset + l.bankA
	default:
		return l.slots[id].offset
	}
}

// give makes sure that an operand has an address.
func (s *sweeps) give(l *layout, a *arena, id word.ID) {
	if op := &s.m.Ops[id]; !l.slots[id].exists() && (!isLeaf(op.Kind) || op.Kind == word.Const) {
		if op.Kind == word.Const {
			l.slots[id] = l.pool(a, int(op.Width), op.Imm)
		} else {
			l.slots[id] = a.place(int(op.Width))
		}
	}
}

// placeGroup makes sweeps of the operations order[from:to], which have one shape, level and set of phases.
func (s *sweeps) placeGroup(l *layout, a *arena, ids []word.ID) {
	head := ids[0]
	sh := &s.shapes[s.shapeOf[head]]
	n := int(sh.externals)
	at := s.operandsOf(l, a, ids)
	if sh.lane != 0 && s.separateTwins(ids, at, n) {
		at = s.operandsOf(l, a, ids)
	}

	size := cellSize(int(s.m.Ops[head].Width))
	emit := func(w sweep, members []word.ID, round uint32) {
		w.shape, w.level, w.phases, w.count = s.shapeOf[head], s.level[head], phaseSet(s.m, head), uint32(len(members))
		w.out = a.block((w.count+round-1)/round*round*size, vectorBytes) // whole rounds: what is beyond the results is not read
		for i, id := range members {
			l.slots[id] = place{offset: w.out + uint32(i)*size, size: uint8(size)}
		}
		s.list = append(s.list, w)
	}
	var rest []word.ID // what goes through a table
	for i := 0; i < len(ids); {
		length, splats := 1, uint8(0)
		if sh.lane != 0 {
			length, splats = stretch(uint32(sh.lane), at[i*n:], n)
		}
		if length >= s.tune.sweepVector {
			w := sweep{vectors: 1, splats: splats}
			if length*int(size) > (unroll-1)*vectorBytes {
				w.vectors = unroll
			}
			copy(w.operands[:], at[i*n:(i+1)*n])
			emit(w, ids[i:i+length], uint32(w.vectors)*vectorBytes/size)
		} else {
			rest = append(rest, ids[i:i+length]...)
		}
		i += length
	}
	switch {
	case len(rest) == 0:
	case len(rest) < s.tune.sweepTable || len(s.m.Ops) < s.tune.tableOps:
		for _, id := range rest {
			s.writeOut(id)
		}
	default:
		w := sweep{first: int32(len(s.tabled))}
		s.tabled = append(s.tabled, rest...)
		emit(w, rest, unroll)
		s.addresses += n * (len(rest) + unroll - 1) / unroll * unroll
	}
}

// operandsOf lists the addresses of the operands of operations of one shape, one operation after the other. The next
// call overwrites it.
func (s *sweeps) operandsOf(l *layout, a *arena, ids []word.ID) []uint32 {
	at := s.scratch[:0]
	for _, id := range ids {
		s.eachExternal(id, func(o word.ID) {
			s.give(l, a, o)
			at = append(at, s.address(l, o))
		})
	}
	s.scratch = at
	return at
}

// manyTwins is from how many operations with one first operand on that operand is one for all of a sweep.
const manyTwins = 9

// separateTwins reorders operations when some that stand together read the same first operand, as places of one block
// do that look alike: first comes one of each such group, then the second ones. It reports whether there were any.
func (s *sweeps) separateTwins(ids []word.ID, at []uint32, n int) bool {
	if n == 0 {
		return false
	}
	var twins [manyTwins][]word.ID
	for i := 0; i < len(ids); {
		end := i + 1
		for end < len(ids) && at[end*n] == at[i*n] {
			end++
		}
		for k := i; k < end; k++ {
			rank := 0
			if end-i < manyTwins {
				rank = k - i
			}
			twins[rank] = append(twins[rank], ids[k])
		}
		i = end
	}
	if len(twins[0]) == len(ids) {
		return false
	}
	next := 0
	for _, list := range twins {
		next += copy(ids[next:], list)
	}
	return true
}

// stretch is how many operations from the first on have operands of a size side by side, or one for all; splats
// has the bits of the latter. Every operation has n operands, with these addresses.
func stretch(size uint32, at []uint32, n int) (length int, splats uint8) {
	if len(at) < 2*n || n == 0 {
		return 1, 0
	}
	for k := range n {
		switch at[n+k] - at[k] {
		case size:
		case 0:
			splats |= 1 << k
		default:
			return 1, 0
		}
	}
	length = 2
	for ; (length+1)*n <= len(at); length++ {
		for k := range n {
			step := size
			if splats>>k&1 != 0 {
				step = 0
			}
			if at[length*n+k]-at[(length-1)*n+k] != step {
				return length, splats
			}
		}
	}
	return length, splats
}

// writeOut makes an operation, and what was fused into it, straight-line code.
func (s *sweeps) writeOut(id word.ID) {
	s.fate[id] = straight
	op, key := &s.m.Ops[id], &s.shapes[s.shapeOf[id]]
	var buffer [3]word.ID
	for k, o := range op.Operands(buffer[:0]) {
		if key.operands[k] >= 0 {
			s.writeOut(o)
		}
	}
}

// placeCopies decides how the registers get their next values from the results of sweeps and from each other.
func (s *sweeps) placeCopies(l *layout) {
	m := s.m
	start, pending := 0, 0 // registers[start:start+pending] go through a table
	flush := func() {
		n := pending &^ (unroll - 1)
		if n > 0 {
			s.copies = append(s.copies, copies{first: int32(start), count: int32(n), size: s.registerSize(start)})
			s.addresses += n
		}
		for i := range n {
			s.copied[s.registers[start+i]] = true
		}
		pending = 0
	}
	source := func(i int) (uint32, bool) {
		r := s.registers[i]
		id := m.Registers[r].Next
		if m.Registers[r].Width > 64 || m.Ops[id].Kind != word.Reg && s.fate[id] != swept {
			return 0, false
		}
		return s.address(l, id), true
	}
	for i := 0; i < len(s.registers); {
		from, ok := source(i)
		if !ok {
			flush()
			i++
			continue
		}
		size := s.registerSize(i)
		if pending > 0 && size != s.registerSize(start) {
			flush()
		}
		length := 1
		for i+length < len(s.registers) && s.registerSize(i+length) == size {
			if at, ok := source(i + length); !ok || at != from+uint32(length)*uint32(size) {
				break
			}
			length++
		}
		if length*int(size) >= blockBytes {
			flush()
			s.copies = append(s.copies, copies{first: int32(i), count: int32(length), size: size, block: true, source: from})
			for k := range length {
				s.copied[s.registers[i+k]] = true
			}
		} else {
			if pending == 0 {
				start = i
			}
			pending += length
		}
		i += length
	}
	flush()
}

// registerSize is the size of the cell of the register at a place in the bank.
func (s *sweeps) registerSize(i int) uint8 {
	return uint8(cellSize(s.m.Registers[s.registers[i]].Width))
}

// tables writes the addresses of all sweeps and copies that need them, and says where they are; at is the
// address of the first.
func (s *sweeps) tables(l *layout, at uint32) []byte {
	bytes := make([]byte, 0, 4*s.addresses)
	for k := range s.list {
		w := &s.list[k]
		if w.vectors > 0 {
			continue
		}
		w.table = at + uint32(len(bytes))
		row := len(bytes)
		for _, id := range s.tabled[w.first : w.first+int32(w.count)] {
			row = len(bytes)
			s.eachExternal(id, func(o word.ID) {
				bytes = binary.LittleEndian.AppendUint32(bytes, s.address(l, o))
			})
		}
		last := bytes[row:]
		for n := w.count; n%unroll != 0; n++ {
			bytes = append(bytes, last...)
		}
	}
	for k := range s.copies {
		c := &s.copies[k]
		if c.block {
			continue
		}
		c.table = at + uint32(len(bytes))
		for _, r := range s.registers[c.first : c.first+c.count] {
			bytes = binary.LittleEndian.AppendUint32(bytes, s.address(l, s.m.Registers[r].Next))
		}
	}
	return bytes
}
