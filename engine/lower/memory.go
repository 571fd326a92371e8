package lower

import (
	"math"

	"simten.dev/engine/word"
)

// memoryField is how a memory state field is read.
type memoryField struct {
	depth uint64 // 0 = any address
	reach uint64 // the highest address used
	width int
	view  View
	has   bool // which cells were ever written matters

	field   *Field
	written word.Range // what has been written, and 0
}

// View says how a 32-bit state field is seen as a number.
type View uint8

const (
	// AsInt32: everything that is stored came from an int32, so the bits tell the sign.
	AsInt32 View = iota
	// AsUint32: nothing that is stored is ever negative.
	AsUint32
	// WithSign: one more bit per value tells whether the number was negative.
	WithSign
)

// MemRead operations of a lowered lambda have Imm = field*MemoryParts + part.
const (
	MemoryData  = 0 // the cells
	MemorySign  = 1 // one bit: the cell was written as a negative number
	MemoryHas   = 2 // one bit: the cell was written
	MemoryParts = 3
)

// storedNumber is the number that a field of a given width shows for stored bits.
func (l *lowering) storedNumber(id, sign word.ID, width int, view View) value {
	switch {
	case width > 32:
		return l.bigOf(id, bigZero, ones(width))
	case width < 32:
		return l.number(l.b.ZExt(id, 32), 0, 1<<uint(width)-1)
	case view == AsInt32:
		return l.number(id, -1<<31, 1<<31-1)
	case view == AsUint32:
		return l.number(id, 0, 1<<32-1)
	}
	negative := l.b.And(sign, l.b.Slice(id, 31, 1))
	high := l.b.Mux(negative, l.b.Ones(32), l.b.Uint(0, 32))
	n := l.number(l.b.Concat(high, id), -1<<31, 1<<32-1)
	l.signed[n.id] = stored{id, negative}
	return n
}

func (l *lowering) memoryProperty(m memoryValue, key value, s *state) value {
	if name, ok := key.(constString); ok && !plainNumber(name.s) {
		switch {
		case memoryMethods[name.s]:
			return builtinValue{"Memory." + name.s, m}
		case name.s == "size":
			return l.memorySize(m, s)
		}
		panic(refuse("'%s' of a memory, which has none: it has cells, m[i], and what a Map has; [...m.values()] is an array of its cells", name.s))
	}
	l.noIndexOfCopy(m)
	if isNothing(key) { // what a table gives beyond its end is no address
		return undefinedValue{}
	}
	i := l.index(key)
	v := l.readMemory(m, i, s)
	if i.lo >= 0 {
		return v
	}
	return l.choose(l.truthy(l.compare(true, l.integer(0), i)), v, undefinedValue{})
}

// address holds an index as an unsigned word.
func (l *lowering) address(f *memoryField, i intValue) word.ID {
	f.reach = max(f.reach, uint64(max(i.hi, 0)))
	if i.lo < 0 || i.hi > 1<<32-1 {
		return l.extend(i, 64)
	}
	return l.extend(i, 32)
}

func (l *lowering) sameAddress(a, b word.ID) word.ID {
	w := max(l.b.Width(a), l.b.Width(b))
	return l.b.Eq(l.b.ZExt(a, w), l.b.ZExt(b, w))
}

func (l *lowering) readMemory(m memoryValue, i intValue, s *state) value {
	f := l.memories[m.field]
	l.readCopy(m)
	at := l.address(f, i)
	log := s.heap[m.log]
	if v, ok := l.readAgain(log, at, max(i.lo, 0), i.hi, nil); ok {
		return v
	}
	var data, sign word.ID
	if address, known := l.cellAddress(at); !known {
		data, sign = l.readLog(m.field, log.log(), at)
	} else if k, written := log.cellAt(address, 0); written {
		data, sign = l.heldAt(log, k)
	} else {
		data, sign = l.readLog(m.field, log.writes, at)
	}
	v := l.numberOf(f.field, data, sign)
	at, _ = l.cellAddress(at)
	l.reads[read{log, at}] = knownRead{v, 0, math.MaxInt64} // whatever the address is
	return v
}

// readLog is what an address holds after the writes of a list.
func (l *lowering) readLog(field int, list []write, at word.ID) (data, sign word.ID) {
	f, base := l.memories[field], uint64(field)*MemoryParts
	data, sign = l.b.MemRead(base+MemoryData, f.width, at), l.b.Uint(0, 1)
	if f.width == 32 && f.view == WithSign {
		sign = l.b.MemRead(base+MemorySign, 1, at)
	}
	hits, _ := l.hits(field, list, at)
	return l.written(hits, l.b.Uint(1, 1), data, sign)
}

// hits are the writes of a list that may be to an address, each where it is, and how many they are.
func (l *lowering) hits(field int, list []write, at word.ID) (found []write, count int) {
	l.spend(1 + len(list)/4)
	for _, w := range list {
		if w.fork == nil {
			if w.whole != nil {
				w.data, w.sign = l.readWhole(field, MemoryData, w.whole, at), l.readWhole(field, MemorySign, w.whole, at)
			} else {
				w.enable = l.b.And(w.enable, l.sameAddress(w.address, at))
			}
			if hit, known := l.constBool(w.enable); !known || hit {
				found = append(found, w)
				count++
			}
			continue
		}
		f := &fork{cond: w.fork.cond}
		var yes, no int
		f.yes, yes = l.hits(field, w.fork.yes, at)
		f.no, no = l.hits(field, w.fork.no, at)
		if yes == 0 {
			f.cond, f.yes, f.no = l.b.Not(f.cond), f.no, nil
		}
		if f.single = yes+no == 1; yes+no > 0 {
			found = append(found, write{fork: f})
		}
		count += yes + no
	}
	return found, count
}

// written is what a cell that held data holds after hits, where path is 1.
func (l *lowering) written(hits []write, path, data, sign word.ID) (word.ID, word.ID) {
	choose := func(cond, d, s word.ID) { data, sign = l.b.Mux(cond, d, data), l.b.Mux(cond, s, sign) }
	always := l.b.Uint(1, 1)
	for _, w := range hits {
		switch f := w.fork; {
		case f == nil:
			choose(l.b.And(path, w.enable), w.data, w.sign)
		case f.single: // one choice for all conditions on the way to it
			data, sign = l.written(f.yes, l.b.And(path, f.cond), data, sign)
		default:
			d, s := l.written(f.yes, always, data, sign)
			e, t := l.written(f.no, always, data, sign)
			choose(path, l.b.Mux(f.cond, d, e), l.b.Mux(f.cond, s, t))
		}
	}
	return data, sign
}

func (l *lowering) hasCell(m memoryValue, i intValue, s *state) word.ID {
	l.readCopy(m)
	at := l.address(l.memories[m.field], i)
	has := l.b.MemRead(uint64(m.field)*MemoryParts+MemoryHas, 1, at)
	l.eachWrite(s.heap[m.log].log(), l.b.Uint(1, 1), func(enable word.ID, w *write) {
		switch {
		case w.whole == nil && l.isTrue(w.has):
			has = l.b.Or(has, l.b.And(enable, l.sameAddress(w.address, at)))
		case w.whole == nil:
			has = l.b.Mux(l.b.And(enable, l.sameAddress(w.address, at)), w.has, has)
		case w.whole.parts[MemoryHas] == word.None:
			panic(refusal{reason: errHas, field: m.field})
		default:
			has = l.b.Mux(enable, l.readWhole(m.field, MemoryHas, w.whole, at), has)
		}
	})
	if i.lo < 0 {
		has = l.b.And(has, l.truthy(l.compare(true, l.integer(0), i)))
	}
	return has
}

// refuseWriting refuses a write in eval, which throws.
func (l *lowering) refuseWriting() {
	if l.eval {
		panic(refuse("a memory is written in eval (that throws)"))
	}
}

func (l *lowering) writeMemory(m memoryValue, i intValue, v value, s *state) {
	l.refuseWriting()
	l.writeCopy(m, i, v)
	f := l.memories[m.field]
	data, sign := l.store(v, f.width)
	l.checkView(m.field, f.width, f.view, v, data, sign)
	f.written = f.written.Union(f.field.span(v))
	l.writeWhere(m, i, write{enable: l.b.Uint(1, 1), data: data, sign: sign, has: l.b.Uint(1, 1)}, s)
}

// writeWhere makes a write, as far as its cell is one of the memory. The write has everything but its address.
func (l *lowering) writeWhere(m memoryValue, i intValue, w write, s *state) {
	f := l.memories[m.field]
	at, enable := l.address(f, i), l.b.Uint(1, 1)
	if w := l.b.Width(at); f.depth != 0 && f.depth <= word.Mask64(uint(w)) && (i.lo < 0 || uint64(i.hi) >= f.depth) {
		enable = l.b.Compare(word.ULt, at, l.b.Uint(f.depth, w)) // a negative address is a huge one here
	} else if i.lo < 0 {
		enable = l.truthy(l.compare(true, l.integer(0), i))
	}
	w.address, w.enable = at, l.b.And(enable, w.enable)
	old := s.heap[m.log]
	if len(old.writes)+len(old.cells) > maxBeside && len(old.writes) > 0 && old.writes[0].whole != nil {
		old = l.wholly(m.field, l.wholeOf(old))
	}
	s.setObject(m.log, l.withWrite(old, w))
}

func (l *lowering) memoryMethod(name string, m memoryValue, args []value, s *state) value {
	switch name {
	case "clear":
		l.clearMemory(m, s)
		return undefinedValue{}
	case "forEach":
		if len(args) == 0 {
			panic(refuse("forEach without a function (that throws)"))
		}
		return l.eachCell(m, args[0], s)
	case "entries", "keys", "values":
		return l.iteratorOf(m, name)
	}
	if len(args) == 0 {
		panic(refuse("the memory method %s without an address", name))
	}
	switch key := args[0].(type) {
	case choiceValue:
		each := func(key value) func(s *state) value {
			return func(s *state) value {
				return l.memoryMethod(name, m, append([]value{key}, args[1:]...), s)
			}
		}
		return l.alternatives(key.cond, s, each(key.a), each(key.b))
	case bigValue, constString, undefinedValue, nullValue: // another key than the number, as in every Map: nothing is there
		switch name {
		case "has":
			return l.truth(false)
		case "get":
			return undefinedValue{}
		case "delete":
			l.refuseWriting()
			return l.truth(false)
		case "set":
			l.refuseWriting()
			l.otherKey(m)
			return m
		}
	}
	i := l.index(args[0])
	switch name {
	case "has":
		return boolValue{l.hasCell(m, i, s)}
	case "get":
		v := l.readMemory(m, i, s)
		return l.choose(l.hasCell(m, i, s), v, undefinedValue{})
	case "delete":
		return boolValue{l.deleteCell(m, i, s)}
	}
	var v value = undefinedValue{}
	if len(args) > 1 {
		v = args[1]
	}
	l.writeMemory(m, i, v, s)
	return m
}
