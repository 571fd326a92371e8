package realm

import (
	"slices"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// Number is a value with the sign it was written with; see fromState.
type Number struct {
	Value    circuit.Value
	Negative bool
}

// Memory is the content of a memory field: sparse cells. Cells never written are absent.
type Memory struct {
	Cells map[uint64]Number
	Depth uint64 // addresses from here on read 0 and cannot be written; 0 = no bound (a bare Map)
	Width int    // bits of a cell

	written map[uint64]struct{} // pages written to since the last TakeWritten
	all     bool                // and everything else, too
}

// MemoryPage is the number of addresses whose writes are followed together.
const MemoryPage = 64

// TakeWritten tells which pages (addresses divided by MemoryPage) were written to since it was last called; all says
// that any page may have been.
func (m *Memory) TakeWritten() (pages map[uint64]struct{}, all bool) {
	pages, all = m.written, m.all
	m.written, m.all = nil, false
	return pages, all
}

func (m *Memory) note(address uint64) {
	if m.written == nil {
		m.written = map[uint64]struct{}{}
	}
	m.written[address/MemoryPage] = struct{}{}
}

// Replace gives the cells of one page new contents; addresses of other pages are left alone.
func (m *Memory) Replace(page uint64, cells map[uint64]Number) {
	for a := page * MemoryPage; a-page*MemoryPage < MemoryPage; a++ {
		if n, ok := cells[a]; ok {
			m.Cells[a] = n
		} else {
			delete(m.Cells, a)
		}
	}
	m.note(page * MemoryPage)
}

// Put overwrites one cell; an address that the memory does not have is left out.
func (m *Memory) Put(address uint64, n Number) {
	if m.holds(address) {
		n.Value = n.Value.Mask(m.Width)
		m.Cells[address] = n
		m.note(address)
	}
}

// NewMemory makes the start contents of a memory field.
func NewMemory(s circuit.StateBlock) *Memory {
	m := &Memory{Cells: make(map[uint64]Number, len(s.InitialValue.Memory)), Depth: uint64(s.Depth), Width: s.StateType.DataWidth, all: true}
	if s.Depth == 0 { // a bare Map holds plain 32-bit numbers at any address (stdlib.md 12)
		m.Width = 32
	}
	for a, v := range s.InitialValue.Memory {
		if m.holds(a) {
			m.Cells[a] = Number{Value: v.Mask(m.Width)}
		}
	}
	return m
}

func (m *Memory) holds(address uint64) bool { return m.Depth == 0 || address < m.Depth }

// Update is what one onTick wrote to a memory; it takes effect when it is applied.
type Update struct {
	memory  *Memory
	cleared bool
	cells   map[uint64]*Number // nil = deleted
	version int                // another one after each write to an address where nothing was
}

func (u *Update) read(address uint64) (Number, bool) {
	if n, ok := u.cells[address]; ok {
		if n == nil {
			return Number{}, false
		}
		return *n, true
	}
	if u.cleared {
		return Number{}, false
	}
	n, ok := u.memory.Cells[address]
	return n, ok
}

func (u *Update) write(address uint64, n *Number) {
	if !u.memory.holds(address) {
		return
	}
	if u.cells == nil {
		u.cells = map[uint64]*Number{}
	}
	if n != nil {
		if _, there := u.read(address); !there {
			u.version++
		}
	}
	u.cells[address] = n
}

// CellBytes is about what a cell takes in memory that a call of a lambda has written.
const CellBytes = 64

// Growth is the number of cells that an update adds; less than 0 when it removes more.
func (u *Update) Growth() int {
	if u.cleared {
		n := -len(u.memory.Cells)
		for _, cell := range u.cells {
			if cell != nil {
				n++
			}
		}
		return n
	}
	n := 0
	for a, cell := range u.cells {
		_, old := u.memory.Cells[a]
		switch {
		case cell != nil && !old:
			n++
		case cell == nil && old:
			n--
		}
	}
	return n
}

// Bounded is an error of the instance's onTick when so many cells, in all memories of the circuit together, are more
// than the limit of its realm.
func (i *Instance) Bounded(cells int) error {
	limit := i.realm.options.StateBytes / CellBytes
	if cells <= limit {
		return nil
	}
	return i.locate(&circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeTooLarge, Severity: circuit.Error,
		Message: sprintf("onTick of %s writes to a new address, and the memories of this circuit that are written by calls of lambdas have %d cells already, as many as they may.",
			i.definition.Circuit.Name, limit),
		Suggestion: "Delete what is no longer needed, or declare the memory with a depth, mem(depth, width), so that old cells are used again.",
	}, i.definition.OnTick)
}

// Apply commits the update and returns the update that undoes it.
func (u *Update) Apply() *Update {
	undo := &Update{memory: u.memory, cells: map[uint64]*Number{}}
	if u.cleared {
		undo.cleared = true
		for a, n := range u.memory.Cells {
			undo.cells[a] = &n
		}
		u.memory.Cells = make(map[uint64]Number, len(u.cells))
		u.memory.all = true
	}
	for a, n := range u.cells {
		u.memory.note(a)
		if !u.cleared {
			if old, ok := u.memory.Cells[a]; ok {
				undo.cells[a] = &old
			} else {
				undo.cells[a] = nil
			}
		}
		if n == nil {
			delete(u.memory.Cells, a)
		} else {
			u.memory.Cells[a] = *n
		}
	}
	return undo
}

// addresses are the present cells in ascending order.
func (u *Update) addresses() []uint64 {
	var list []uint64
	if !u.cleared {
		for a := range u.memory.Cells {
			if _, changed := u.cells[a]; !changed {
				list = append(list, a)
			}
		}
	}
	for a, n := range u.cells {
		if n != nil {
			list = append(list, a)
		}
	}
	slices.Sort(list)
	return list
}

// walk goes through the cells of a memory in the order of their addresses. As in a Map, it comes by what is written
// before it is there, and not by what is deleted.
type walk struct {
	update  *Update
	begun   bool
	ended   bool
	from    uint64   // the addresses below have been
	version int      // of the update, when ahead was listed
	ahead   []uint64 // addresses; some may have been deleted since
}

func (w *walk) next() (address uint64, ok bool) {
	if w.ended {
		return 0, false
	}
	if !w.begun || w.version != w.update.version {
		w.ahead = w.update.addresses()
		at, _ := slices.BinarySearch(w.ahead, w.from)
		w.begun, w.version, w.ahead = true, w.update.version, w.ahead[at:]
	}
	for len(w.ahead) > 0 {
		address, w.ahead = w.ahead[0], w.ahead[1:]
		w.from = address + 1
		if _, there := w.update.read(address); there {
			return address, true
		}
	}
	w.ended = true
	return 0, false
}

// memoryView is the object that a lambda sees for a memory field: indexable, and a Map (7.6).
type memoryView struct {
	realm    *Realm
	update   *Update
	writable bool // in onTick
}

func (v *memoryView) value(n Number) goja.Value {
	return v.realm.fromState(n.Value, n.Negative, v.update.memory.Width)
}

func (v *memoryView) Get(key string) goja.Value {
	address, ok := decimal(key)
	if !ok {
		return nil
	}
	n, _ := v.update.read(address)
	return v.value(n)
}

func (v *memoryView) Set(key string, value goja.Value) bool {
	v.guard()
	if address, ok := decimal(key); ok {
		v.store(address, value)
	}
	return true // anything else is no address, and nothing is written
}

func (v *memoryView) guard() {
	if !v.writable {
		panic(v.realm.typeError("A memory can be written in onTick only, not in eval"))
	}
}

func (v *memoryView) store(address uint64, value goja.Value) {
	cell, negative, _ := v.realm.toCell(value, v.update.memory.Width)
	v.update.write(address, &Number{Value: cell, Negative: negative})
}

func (v *memoryView) Has(string) bool    { return false }
func (v *memoryView) Delete(string) bool { return true }
func (v *memoryView) Keys() []string     { return nil }

// newMemoryPrototype has the methods of Map over a view; it inherits from Map.prototype, so that
// `m instanceof Map` holds.
func (r *Realm) newMemoryPrototype() *goja.Object {
	mapProto := r.vm.Get("Map").(*goja.Object).Get("prototype").(*goja.Object)
	proto := r.vm.CreateObject(mapProto)
	view := func(call goja.FunctionCall) *memoryView {
		o, _ := call.This.(*goja.Object)
		v := r.views[o]
		if v == nil {
			panic(r.typeError("This method needs a memory"))
		}
		return v
	}
	method := func(name string, f func(*memoryView, goja.FunctionCall) goja.Value) goja.Value {
		fn := r.native(name, func(call goja.FunctionCall) goja.Value { return f(view(call), call) })
		_ = proto.DefineDataProperty(name, fn, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		return fn
	}
	address := func(call goja.FunctionCall) (uint64, bool) {
		n, ok := wholeNumber(call.Argument(0))
		return uint64(n), ok && n >= 0
	}
	method("get", func(v *memoryView, call goja.FunctionCall) goja.Value {
		if a, ok := address(call); ok {
			if n, ok := v.update.read(a); ok {
				return v.value(n)
			}
		}
		return goja.Undefined() // D61
	})
	method("has", func(v *memoryView, call goja.FunctionCall) goja.Value {
		a, ok := address(call)
		if ok {
			_, ok = v.update.read(a)
		}
		return r.vm.ToValue(ok)
	})
	method("set", func(v *memoryView, call goja.FunctionCall) goja.Value {
		v.guard()
		if a, ok := address(call); ok {
			v.store(a, call.Argument(1))
		}
		return call.This
	})
	method("delete", func(v *memoryView, call goja.FunctionCall) goja.Value {
		v.guard()
		a, ok := address(call)
		if ok {
			if _, ok = v.update.read(a); ok {
				v.update.write(a, nil)
			}
		}
		return r.vm.ToValue(ok)
	})
	method("clear", func(v *memoryView, _ goja.FunctionCall) goja.Value {
		v.guard()
		v.update.cleared, v.update.cells = true, nil
		return goja.Undefined()
	})
	method("forEach", func(v *memoryView, call goja.FunctionCall) goja.Value {
		f, ok := goja.AssertFunction(call.Argument(0))
		if !ok {
			panic(r.typeError("forEach needs a function"))
		}
		w := walk{update: v.update}
		for a, ok := w.next(); ok; a, ok = w.next() {
			n, _ := v.update.read(a)
			if _, err := f(call.Argument(1), v.value(n), r.vm.ToValue(int64(a)), call.This); err != nil {
				rethrow(err)
			}
		}
		return goja.Undefined()
	})
	values, _ := goja.AssertFunction(r.arrayValues)
	ofArray, err := values(r.vm.NewArray())
	if err != nil {
		rethrow(err)
	}
	iteratorPrototype := ofArray.(*goja.Object).Prototype().Prototype()
	list := func(item func(*memoryView, uint64) any) func(*memoryView, goja.FunctionCall) goja.Value {
		return func(v *memoryView, _ goja.FunctionCall) goja.Value {
			w := &walk{update: v.update}
			iterator := r.vm.CreateObject(iteratorPrototype)
			next := r.native("next", func(goja.FunctionCall) goja.Value {
				step := r.vm.NewObject()
				a, more := w.next()
				value := goja.Undefined()
				if more {
					value = r.vm.ToValue(item(v, a))
				}
				_ = step.Set("value", value)
				_ = step.Set("done", !more)
				return step
			})
			_ = iterator.DefineDataProperty("next", next, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			return iterator
		}
	}
	method("keys", list(func(_ *memoryView, a uint64) any { return int64(a) }))
	method("values", list(func(v *memoryView, a uint64) any { n, _ := v.update.read(a); return v.value(n) }))
	entries := method("entries", list(func(v *memoryView, a uint64) any {
		n, _ := v.update.read(a)
		return r.vm.NewArray(int64(a), v.value(n))
	}))
	_ = proto.DefineDataPropertySymbol(goja.SymIterator, entries, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = proto.DefineAccessorProperty("size", r.native("size", func(call goja.FunctionCall) goja.Value {
		return r.vm.ToValue(len(view(call).update.addresses()))
	}), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return proto
}

// memoryArgument makes an option value from memory contents.
func memoryArgument(contents map[uint64]circuit.Value) circuit.Arguments {
	addresses := make([]uint64, 0, len(contents))
	for a := range contents {
		addresses = append(addresses, a)
	}
	slices.Sort(addresses)
	var out circuit.Arguments
	for _, a := range addresses {
		out.Set(sprintf("%d", a), contents[a])
	}
	return out
}
