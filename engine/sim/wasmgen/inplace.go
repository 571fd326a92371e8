package wasmgen

import (
	"slices"

	"simten.dev/engine/opt/region"
	"simten.dev/engine/word"
)

// A register that a branch gives a new value on some of its ways, and that keeps its value on others, is stored on
// those ways only, where it is: it has one place, in bank A, and not one in each bank. That is right when nothing reads
// it after that. An idle part costs a branch then, and not a copy of its registers.

//
// Other registers that a branch gives their values are stored on its ways, too, in the bank that is written: a value
// for each of hundreds of registers that waits for the end of a branch takes a local, which the processor has no
// register for.

// inPlace are those registers, and the multiplexers that are stores on the ways of branches.
type inPlace struct {
	registers []bool            // have one place
	stored    map[word.ID]int32 // by multiplexer of a branch: the register that it is a choice for
}

// moment is where something is computed.
type moment struct {
	at   int   // counts on in the order of the code
	side int32 // of a branch
}

// maxMoments bounds how many moments of one value are told from each other.
const maxMoments = 32

// moments finds when the values of a step are computed.
type moments struct {
	*plan
	b    *branches
	now  int
	end  []int      // by side
	of   [][]moment // by operation: when it is generated
	used [][]moment // by operation: when its users are
	late []bool     // by operation: it may be used at any time
}

// movesInPlace reports whether registers may change where they are: none of them are in locals, and a cycle is never
// taken back in the middle.
func (p *plan) movesInPlace() bool { return p.storesOnWays() && !canFail(p.m) }

// storesOnWays reports whether registers are stored within branches.
func (p *plan) storesOnWays() bool {
	return p.tune.inPlace && p.parts && p.single() && !registersFit(p.m, p.tune)
}

// findStores finds the registers that are stored on the ways of branches, and those that change where they are.
func (p *plan) findStores(t *region.Tree) {
	if !p.storesOnWays() {
		return
	}
	n := len(p.m.Ops)
	w := &moments{plan: p, b: p.blocks[0], end: make([]int, len(p.blocks[0].sides)), of: make([][]moment, n), used: make([][]moment, n), late: make([]bool, n)}
	w.side(region.Always)
	w.users()
	read := make([]word.ID, len(p.m.Registers))
	for i := range read {
		read[i] = word.None
	}
	for id := range p.m.Ops {
		if op := &p.m.Ops[id]; op.Kind == word.Reg {
			if read[op.Imm] != word.None {
				return // there is one such operation of each
			}
			read[op.Imm] = word.ID(id)
		}
	}
	found := &inPlace{registers: make([]bool, len(p.m.Registers)), stored: map[word.ID]int32{}}
	ways := make([]*way, len(p.m.Registers))
	moves := p.movesInPlace()
	for i := range p.m.Registers {
		p.tune.pause.MaybeYield(i)
		r, next := read[i], p.m.Registers[i].Next
		if t.Region(next) < 0 || len(p.nextOf[next]) != 1 || p.m.Registers[i].Width > 64 {
			continue
		}
		if s := (&way{moments: w, t: t, register: r}); s.follow(next) {
			ways[i] = s
			found.registers[i] = moves && r != word.None && !w.late[r] && s.holds && s.after(w.used[r])
		}
	}
	for again := true; again; { // a list of registers that is read by an index has one place as a whole
		again = false
		for i := range p.rows {
			r := &p.rows[i]
			if list := p.registersOf(r); r.bank && slices.ContainsFunc(list, func(k uint64) bool { return !found.registers[k] }) {
				for _, k := range list {
					again = again || found.registers[k]
					found.registers[k] = false
				}
			}
		}
	}
	for i := range p.rows {
		r := &p.rows[i]
		r.inPlace = r.bank && found.registers[p.registersOf(r)[0]]
	}
	for i, s := range ways {
		if s != nil {
			for _, id := range s.muxes {
				found.stored[id] = int32(i)
			}
		}
	}
	p.inPlace = found
}

// registersOf lists the registers of a row that is read where they lie.
func (p *plan) registersOf(r *row) (list []uint64) {
	for _, id := range p.readBy(r) {
		list = append(list, p.m.Ops[id].Imm)
	}
	return list
}

// readBy are the operations that read the registers of such a row.
func (p *plan) readBy(r *row) (list []word.ID) {
	if !r.bank {
		return nil
	}
	for _, id := range r.values {
		if p.m.Ops[id].Kind == word.ZExt {
			id = p.m.Ops[id].A
		}
		list = append(list, id)
	}
	return list
}

func (w *moments) side(s int32) {
	for _, x := range w.b.sides[s].items {
		w.now++
		w.tune.pause.MaybeYield(w.now)
		if x.Op != word.None {
			w.of[x.Op] = append(w.of[x.Op], moment{w.now, s})
			continue
		}
		r := &w.b.regions[x.Region]
		w.use(r.Condition, moment{w.now, s})
		if d := w.b.jumpTables[r]; d != nil { // the jump reads what its conditions, which may be older, are about
			w.use(d.by.base, moment{w.now, s})
		}
		w.each(r, func(inner int32) {
			w.side(inner)
			w.now++
			w.end[inner] = w.now
		})
	}
}

func (w *moments) each(r *region.Region, f func(side int32)) {
	if r.Switch != 0 {
		for _, s := range r.Sides {
			f(s)
		}
		return
	}
	f(r.Then)
	f(r.Else)
}

// use notes when a value is used, if it is computed or read then.
func (w *moments) use(id word.ID, at ...moment) {
	if id < 0 || !w.inline[id] && w.m.Ops[id].Kind != word.Reg {
		return
	}
	if w.used[id] = append(w.used[id], at...); len(w.used[id]) > maxMoments {
		w.late[id] = true
	}
}

// choices calls f for what the multiplexers of a branch choose, and the side that they choose it on.
func (w *moments) choices(r *region.Region, i int, f func(id word.ID, side int32)) {
	if r.Switch != 0 {
		for k, id := range r.Leaves[i] {
			f(id, r.Sides[k])
		}
		return
	}
	f(r.Choices[i].Then, r.Then)
	f(r.Choices[i].Else, r.Else)
}

// users finds when values are used, those first of which others are made last.
func (w *moments) users() {
	choosing := map[word.ID]*region.Region{}
	index := map[word.ID]int{}
	for i := range w.b.regions {
		if r := &w.b.regions[i]; r.Kept {
			for k, id := range r.Muxes {
				choosing[id], index[id] = r, k
			}
		}
	}
	w.m.Committed(func(id *word.ID) { w.late[*id] = true })
	var operands []word.ID
	for i := len(w.m.Ops) - 1; i >= 0; i-- {
		id := word.ID(i)
		if w.tune.pause.MaybeYield(i); !w.computed(id) {
			continue
		}
		if r := choosing[id]; r != nil {
			w.choices(r, index[id], func(v word.ID, side int32) { w.use(v, moment{w.end[side], side}) })
			continue
		}
		when, late := w.of[id], false
		if w.inline[id] {
			when, late = slices.Concat(when, w.used[id]), w.late[id]
		}
		operands = w.operands(id, operands[:0])
		if x := w.selections[id]; x != nil {
			operands = append(operands, w.readBy(&w.rows[x.row])...)
		}
		for _, o := range operands {
			w.use(o, when...)
			w.late[o] = w.late[o] || late
		}
	}
}

// exclude reports that only one of two sides is taken in a cycle.
func (w *moments) exclude(a, b int32) bool {
	from, to := region.Always, region.Always // the sides that they are in, next below the one that they share
	for a != b {
		if w.b.depth[a] >= w.b.depth[b] {
			from, a = a, w.around(a)
		} else {
			to, b = b, w.around(b)
		}
	}
	return from != region.Always && to != region.Always && w.b.of[from] == w.b.of[to]
}

// around is the side that a side is in.
func (w *moments) around(side int32) int32 { return w.b.regions[w.b.of[side]].In }

// way is where one register is stored.
type way struct {
	*moments
	t        *region.Tree
	register word.ID // the operation that reads it
	holds    bool
	stores   []moment
	muxes    []word.ID
}

// follow finds the stores for a multiplexer of a branch that nobody else needs; false when somebody does.
func (s *way) follow(id word.ID) bool {
	if s.uses[id] != 1 || s.crosses[id] {
		return false
	}
	r := &s.b.regions[s.t.Region(id)]
	s.muxes = append(s.muxes, id)
	s.choices(r, slices.Index(r.Muxes, id), func(v word.ID, side int32) {
		switch {
		case v == s.register:
			s.holds = true
		case v >= 0 && s.t.Holds(v) && s.t.Region(v) >= 0 && s.b.regions[s.t.Region(v)].In == side && s.follow(v):
		default:
			s.stores = append(s.stores, moment{s.end[side], side})
		}
	})
	return true
}

// after reports that no store comes before one of the moments. At the end of a side values are taken first.
func (s *way) after(reads []moment) bool {
	for _, store := range s.stores {
		for _, r := range reads {
			if r.at > store.at && !s.exclude(r.side, store.side) {
				return false
			}
		}
	}
	return true
}

// isInPlace reports whether a register has one place only.
func (f *function) isInPlace(register uint64) bool {
	return f.p.inPlace != nil && f.p.inPlace.registers[register]
}

// storedAs is the register that a multiplexer of a branch is a choice for, when it is stored on its ways.
func (f *function) storedAs(id word.ID) (register int32, ok bool) {
	if f.p.inPlace == nil || id < 0 {
		return 0, false
	}
	register, ok = f.p.inPlace.stored[id]
	return register, ok
}

// outcome ends a side of a branch: the multiplexers have the value that value gives, and other bits are to be cut off.
// Multiplexers that are registers are stored when nothing is read any more.
func (f *function) outcome(muxes []word.ID, locals []uint32, value func(i int) (from word.ID, masked bool)) {
	var stores []int
	for i, id := range muxes {
		if _, ok := f.storedAs(id); ok {
			stores = append(stores, i)
			continue
		}
		from, masked := value(i)
		f.choice(from, id, masked)
		f.c.LocalSet(locals[i])
	}
	// A register of the other bank is stored at once: nothing reads it.
	var kept []int
	slices.SortStableFunc(stores, func(i, j int) int { return f.order(muxes[i]) - f.order(muxes[j]) })
	for _, i := range stores {
		from, _ := value(i)
		register, _ := f.storedAs(muxes[i])
		if from >= 0 {
			op := f.op(from)
			_, inner := f.storedAs(from)
			if inner || op.Kind == word.Reg && op.Imm == uint64(register) && f.isInPlace(op.Imm) {
				f.drop(from)
				continue
			}
		}
		base, p := f.wayOf(register)
		f.c.LocalGet(base)
		f.choice(from, muxes[i], true)
		if f.isInPlace(uint64(register)) {
			kept = append(kept, i)
		} else {
			f.store(p, typeOf(f.op(muxes[i])))
		}
	}
	for _, i := range slices.Backward(kept) {
		register, _ := f.storedAs(muxes[i])
		_, p := f.wayOf(register)
		f.store(p, typeOf(f.op(muxes[i])))
	}
}

// order puts stores in the other bank before those in place.
func (f *function) order(id word.ID) int {
	if register, _ := f.storedAs(id); f.isInPlace(uint64(register)) {
		return 1
	}
	return 0
}

// wayOf is where a register is stored on the ways of a branch.
func (f *function) wayOf(register int32) (base uint32, p place) {
	p = f.g.layout.registers[register]
	if f.isInPlace(uint64(register)) {
		base, _ = f.storeBase(f.zero, p)
		return base, p.at(f.g.layout.bankA)
	}
	return f.storeBase(f.next, p)
}

// chosen makes the multiplexers values that can be taken after a branch.
func (f *function) chosen(muxes []word.ID, locals []uint32) {
	for i, id := range muxes {
		if _, ok := f.storedAs(id); !ok {
			f.bind(id, locals[i])
			f.storeCrossing(id, locals[i])
			f.storeNext(id)
		}
	}
}

// outcomes are the locals in which the values of multiplexers wait.
func (f *function) outcomes(muxes []word.ID) []uint32 {
	locals := make([]uint32, len(muxes))
	for i, id := range muxes {
		if _, ok := f.storedAs(id); !ok {
			locals[i] = f.take(typeOf(f.op(id)))
		}
	}
	return locals
}

// keepInPlace makes the copies of both banks those of the registers that have one place, before a bank is copied.
func (f *function) keepInPlace() {
	if f.p.inPlace == nil {
		return
	}
	l := f.g.layout
	for i, is := range f.p.inPlace.registers {
		if is {
			p, t := l.registers[i], f.registerType(i)
			f.c.LocalGet(f.zero)
			f.load(f.zero, p.at(l.bankA), t)
			f.store(p.at(l.bankB), t)
		}
	}
}
