package word

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"simten.dev/engine/circuit"
)

// Builder makes a graph without duplicates: equal operations are one operation, operations on
// constants are constants, and identities such as x & x, mux(1, a, b) or the low half of an
// extension are simplified away. The zero Builder is not ready; use NewBuilder.
type Builder struct {
	Graph
	hashed    []ID // open addressing, by hash of the operation: 0 = free, else ID + 1
	filled    int
	nesting   int  // choices that go into others at the moment
	taking    int  // operations through which a single bit is followed at the moment
	halving   bool // bits of an operation on two words are taken from each of them
	tooDeep   bool // a bit was not followed further
	chained   int  // multiplexers with a constant that are being looked through
	undecided bool // the operation under way stays as it is because of other operations of the builder, not because of its kind
	unsettled []ID // operations that stayed so; see Settled
	wideIndex map[string]uint64
	tables    map[string]uint64
	slices    map[cut]ID      // what Slice gave; without it, slicing a graph that shares values takes exponential time
	compared  map[compared]ID // the same for equalities that became something else
}

// compared is an equality of a choice with a constant.
type compared struct {
	kind Kind
	x, y ID
}

// cut is a slice of a value.
type cut struct {
	of         ID
	low, width int
}

// NewBuilder makes an empty builder.
func NewBuilder() *Builder {
	return &Builder{hashed: make([]ID, 64), wideIndex: map[string]uint64{}, slices: map[cut]ID{}, compared: map[compared]ID{}}
}

// Extend makes a builder that adds to a copy of a graph. Its operations keep their numbers.
func Extend(g *Graph) *Builder {
	b := NewBuilder()
	b.Graph = Graph{Ops: slices.Clone(g.Ops), Wide: slices.Clone(g.Wide), Tables: slices.Clone(g.Tables), Bodies: slices.Clone(g.Bodies)}
	for i, v := range b.Wide {
		b.wideIndex[v.String()] = uint64(i)
	}
	for len(b.hashed) < 4*len(b.Ops) {
		b.hashed = make([]ID, 2*len(b.hashed))
	}
	b.filled = len(b.Ops)
	b.rehash()
	return b
}

// Reserve makes room for n operations. A builder that grows step by step to a million operations leaves behind as
// much memory as it needs.
func (b *Builder) Reserve(n int) {
	b.Ops = slices.Grow(b.Ops, n)
	size := len(b.hashed)
	for size < 2*n {
		size *= 2
	}
	if size > len(b.hashed) {
		b.hashed = make([]ID, size)
		b.rehash()
	}
}

// Seal ends the building: the graph stays, what only adding to it needs is released.
func (b *Builder) Seal() {
	b.hashed, b.wideIndex, b.slices, b.tables, b.compared = nil, nil, nil, nil, nil
}

// Width is the number of bits of value x.
func (b *Builder) Width(x ID) int { return int(b.Ops[x].Width) }

// KnownBits is the number of bits of x that can be other than 0.
func (b *Builder) KnownBits(x ID) int { return int(b.Ops[x].Bits) }

// Const makes a constant; v must fit in width bits.
func (b *Builder) Const(v circuit.Value, width int) ID {
	op := Op{Kind: Const, Width: int32(width), Bits: int32(v.Len()), A: None, B: None, C: None, Imm: v.Lo}
	if width > 64 {
		key := v.String()
		at, ok := b.wideIndex[key]
		if !ok {
			at = uint64(len(b.Wide))
			b.Wide = append(b.Wide, v)
			b.wideIndex[key] = at
		}
		op.Imm = at
	}
	return b.intern(&op)
}

// Uint makes a constant of width bits from the low bits of v.
func (b *Builder) Uint(v uint64, width int) ID {
	return b.Const(circuit.Uint(v).Mask(width), width)
}

// Int makes a constant of width bits, v in two's complement.
func (b *Builder) Int(v int64, width int) ID {
	if width <= 64 || v >= 0 {
		return b.Uint(uint64(v), width)
	}
	return b.SExt(b.Uint(uint64(v), 64), width)
}

// Ones is the constant of width bits that are all 1.
func (b *Builder) Ones(width int) ID { return b.Not(b.Uint(0, width)) }

// Float makes a constant double; every NaN becomes the same.
func (b *Builder) Float(f float64) ID {
	raw := math.Float64bits(f)
	if f != f {
		raw = CanonicalNaN
	}
	return b.intern(&Op{Kind: FConst, Width: 64, Bits: 64, A: None, B: None, C: None, Imm: raw})
}

// maxShared bounds the tables that are compared with others, by their entries.
const maxShared = 1 << 12

// Table adds a lookup table. Small tables of small numbers that are equal are one.
func (b *Builder) Table(t LookupTable) uint64 {
	key := tableKey(t)
	if n, ok := b.tables[key]; ok && key != "" {
		return n
	}
	b.Tables = append(b.Tables, t)
	n := uint64(len(b.Tables) - 1)
	if key != "" {
		if b.tables == nil {
			b.tables = map[string]uint64{}
		}
		b.tables[key] = n
	}
	return n
}

// tableKey is the same for tables that are equal; "" for those that are not compared.
func tableKey(t LookupTable) string {
	if len(t.Data) > maxShared {
		return ""
	}
	key := binary.AppendUvarint(make([]byte, 0, 4*len(t.Data)+4), uint64(t.Width))
	for _, v := range t.Data {
		if v.Len() > 64 {
			return ""
		}
		key = binary.AppendUvarint(key, v.Lo)
	}
	return string(key)
}

// Leaf makes an operation without operands: Param, Reg or Loop.
func (b *Builder) Leaf(k Kind, width int, imm uint64) ID {
	return b.intern(&Op{Kind: k, Width: int32(width), Bits: int32(width), A: None, B: None, C: None, Imm: imm})
}

// NewCall adds a call of opaque lambda imm; two calls are never merged.
func (b *Builder) NewCall(imm uint64) ID {
	b.Ops = append(b.Ops, Op{Kind: Call, Width: 1, Bits: 1, A: None, B: None, C: None, Imm: imm})
	return ID(len(b.Ops) - 1)
}

// Copy emits an operation of another graph with operand(x) in the place of each operand x. Imm stays as it is: tables,
// registers, calls and the like have the same numbers in both.
func (b *Builder) Copy(from *Graph, id ID, operand func(ID) ID) ID {
	op := from.Ops[id]
	switch op.Kind {
	case Const:
		return b.Const(from.Value(&op), int(op.Width))
	case FConst, Param, Reg, Loop, MemAll:
		return b.Leaf(op.Kind, int(op.Width), op.Imm)
	case Call:
		return b.NewCall(op.Imm)
	}
	op.MapOperands(operand)
	return b.Emit(op)
}

// fewOps is up to how many operations the room for them is doubled when there is none.
const fewOps = 1 << 16

// intern returns the operation that equals op, Bits aside, and adds it when there is none. Every
// operation of a design passes here several times, so it has its own hash table.
func (b *Builder) intern(op *Op) ID {
	mask := uint64(len(b.hashed) - 1)
	at := op.hash() & mask
	for ; b.hashed[at] != 0; at = (at + 1) & mask {
		id := b.hashed[at] - 1
		x := &b.Ops[id]
		if x.Kind == op.Kind && x.Width == op.Width && x.A == op.A && x.B == op.B && x.C == op.C && x.Imm == op.Imm {
			return id
		}
	}
	if n := len(b.Ops); n == cap(b.Ops) && n < fewOps { // append would copy them several times on the way
		b.Ops = slices.Grow(b.Ops, n+1)
	}
	b.Ops = append(b.Ops, *op)
	id := ID(len(b.Ops) - 1)
	b.hashed[at] = id + 1
	if b.filled++; b.filled*2 > len(b.hashed) {
		b.grow()
	}
	return id
}

func (b *Builder) grow() {
	factor := 4
	if len(b.hashed) >= 1<<16 { // a large graph has better use for the memory
		factor = 2
	}
	b.hashed = make([]ID, factor*len(b.hashed))
	b.rehash()
}

func (b *Builder) rehash() {
	mask := uint64(len(b.hashed) - 1)
	for i := range b.Ops {
		if b.Ops[i].Kind == Call { // never shared
			continue
		}
		at := b.Ops[i].hash() & mask
		for b.hashed[at] != 0 {
			at = (at + 1) & mask
		}
		b.hashed[at] = ID(i) + 1
	}
}

// hash mixes everything but Bits.
func (op *Op) hash() uint64 {
	h := uint64(op.Kind)<<32 | uint64(uint32(op.Width))
	h = (h ^ uint64(uint32(op.A))<<32 ^ uint64(uint32(op.B))) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ uint64(uint32(op.C)) ^ op.Imm<<17 ^ op.Imm>>47) * 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// ConstValue returns the value of a constant (a double's bits), and whether x is one.
func (b *Builder) ConstValue(x ID) (circuit.Value, bool) {
	op := &b.Ops[x]
	if op.Kind != Const && op.Kind != FConst {
		return circuit.Value{}, false
	}
	return b.Value(op), true
}

func (b *Builder) isZero(x ID) bool {
	return b.Ops[x].Kind == Const && b.Ops[x].Bits == 0
}

func (b *Builder) isUint(x ID, v uint64) bool {
	if b.Ops[x].Kind != Const {
		return false
	}
	c := b.Value(&b.Ops[x])
	return c.Hi == nil && c.Lo == v
}

func (b *Builder) isOnes(x ID) bool {
	op := &b.Ops[x]
	if op.Kind != Const || op.Bits != op.Width {
		return false
	}
	if op.Width <= 64 {
		return op.Imm == Mask64(uint(op.Width))
	}
	v := b.Value(op)
	ones := v.Lo == math.MaxUint64
	for i := 64; i < int(op.Width); i += 64 {
		ones = ones && bits.OnesCount64(v.Word(i/64)) == min(64, int(op.Width)-i)
	}
	return ones
}

// Emit adds op, simplified; the operands must be values of this builder. Bits is computed.
func (b *Builder) Emit(op Op) ID {
	if op.Kind == Call {
		return b.NewCall(op.Imm)
	}
	n := 0
	if op.A != None {
		n = b.Width(op.A)
	}
	if id, ok := b.foldConstants(&op, n); ok {
		return id
	}
	if id, ok := b.simplify(&op, n); ok {
		b.undecided = false
		return id
	}
	undecided := b.undecided
	b.undecided = false
	op.Bits = b.knownBits(&op)
	if op.Bits == 0 {
		return b.Uint(0, int(op.Width))
	}
	id := b.intern(&op)
	if undecided {
		b.unsettled = append(b.unsettled, id)
	}
	return id
}

// Settled reports whether the operations that are needed would come out as they are when they were emitted anew, in
// their order, into an empty builder. Nearly all would: what an operation is simplified to follows from its operands.
// Those whose simplification was refused at the time for another reason would perhaps not.
func (b *Builder) Settled(needed func(ID) bool) bool {
	return !slices.ContainsFunc(b.unsettled, needed)
}

func (b *Builder) foldConstants(op *Op, n int) (ID, bool) {
	count := operands[op.Kind]
	if count == 0 || op.Kind == MemRead || op.Kind == Result || op.Kind == Repeat ||
		!b.isConst(op.A) || count > 1 && !b.isConst(op.B) || count > 2 && !b.isConst(op.C) {
		return None, false
	}
	var v [3]circuit.Value
	for i, id := range [3]ID{op.A, op.B, op.C} {
		if i < int(count) {
			v[i] = b.Value(&b.Ops[id])
		}
	}
	r, ok := b.Apply(op, n, v[0], v[1], v[2])
	if !ok {
		return None, false
	}
	if op.IsFloat() {
		return b.Float(math.Float64frombits(r.Lo)), true
	}
	return b.Const(r, int(op.Width)), true
}

// knownBits bounds the position of the highest bit of op that can be 1.
func (b *Builder) knownBits(op *Op) int32 {
	if known := table[op.Kind].known; known != nil {
		return known(b, *op)
	}
	return op.Width
}

func (b *Builder) unary(k Kind, width int, x ID, imm uint64) ID {
	return b.Emit(Op{Kind: k, Width: int32(width), A: x, B: None, C: None, Imm: imm})
}

func (b *Builder) binary(k Kind, width int, x, y ID) ID {
	return b.Emit(Op{Kind: k, Width: int32(width), A: x, B: y, C: None})
}

// Binary makes an operation of two operands whose result is as wide as x (arithmetic, logic, shifts).
func (b *Builder) Binary(k Kind, x, y ID) ID { return b.binary(k, b.Width(x), x, y) }

// Compare makes a comparison of two operands; the result has one bit.
func (b *Builder) Compare(k Kind, x, y ID) ID { return b.binary(k, 1, x, y) }

// Float1 and Float2 make operations on doubles that give a double.
func (b *Builder) Float1(k Kind, x ID) ID    { return b.unary(k, 64, x, 0) }
func (b *Builder) Float2(k Kind, x, y ID) ID { return b.binary(k, 64, x, y) }

// The operations used most have their own method; see Kind for what they compute.

func (b *Builder) And(x, y ID) ID { return b.Binary(And, x, y) }
func (b *Builder) Or(x, y ID) ID  { return b.Binary(Or, x, y) }
func (b *Builder) Xor(x, y ID) ID { return b.Binary(Xor, x, y) }
func (b *Builder) Not(x ID) ID    { return b.unary(Not, b.Width(x), x, 0) }
func (b *Builder) Add(x, y ID) ID { return b.Binary(Add, x, y) }
func (b *Builder) Sub(x, y ID) ID { return b.Binary(Sub, x, y) }
func (b *Builder) Eq(x, y ID) ID  { return b.Compare(Eq, x, y) }
func (b *Builder) Ne(x, y ID) ID  { return b.Compare(Ne, x, y) }

// Slice is width bits of x from bit low.
func (b *Builder) Slice(x ID, low, width int) ID {
	if low == 0 && width == b.Width(x) {
		return x
	}
	at := cut{x, low, width}
	if id, ok := b.slices[at]; ok {
		return id
	}
	id := b.unary(Slice, width, x, uint64(low))
	b.slices[at] = id
	return id
}

// Concat puts high above low.
func (b *Builder) Concat(high, low ID) ID {
	return b.binary(Concat, b.Width(high)+b.Width(low), high, low)
}

// ZExt and SExt widen x.
func (b *Builder) ZExt(x ID, width int) ID { return b.unary(ZExt, width, x, 0) }
func (b *Builder) SExt(x ID, width int) ID { return b.unary(SExt, width, x, 0) }

// Resize truncates or zero-extends x.
func (b *Builder) Resize(x ID, width int) ID {
	if width <= b.Width(x) {
		return b.Slice(x, 0, width)
	}
	return b.ZExt(x, width)
}

// ResizeSigned truncates or sign-extends x.
func (b *Builder) ResizeSigned(x ID, width int) ID {
	if width <= b.Width(x) {
		return b.Slice(x, 0, width)
	}
	return b.SExt(x, width)
}

// Mux is x when cond is 1, else y.
func (b *Builder) Mux(cond, x, y ID) ID {
	return b.Emit(Op{Kind: Mux, Width: b.Ops[x].Width, A: cond, B: x, C: y})
}

// FMux is the double x when cond is 1, else y.
func (b *Builder) FMux(cond, x, y ID) ID {
	return b.Emit(Op{Kind: FMux, Width: 64, A: cond, B: x, C: y})
}

// NonZero is 1 when x is not 0.
func (b *Builder) NonZero(x ID) ID { return b.Ne(x, b.Uint(0, b.Width(x))) }

// FromInt converts x to a double, signed or unsigned.
func (b *Builder) FromInt(x ID, signed bool) ID {
	if signed {
		return b.unary(FFromS, 64, x, 0)
	}
	return b.unary(FFromU, 64, x, 0)
}

// ToInt truncates the double x modulo 2^width.
func (b *Builder) ToInt(x ID, width int) ID { return b.unary(FToInt, width, x, 0) }

// Lookup reads table imm, MemRead memory imm, at an index.
func (b *Builder) Lookup(table uint64, index ID) ID {
	return b.unary(Table, b.Tables[table].Width, index, table)
}

// MemRead reads memory imm, of the given cell width, at an address.
func (b *Builder) MemRead(memory uint64, width int, address ID) ID {
	return b.unary(MemRead, width, address, memory)
}

// MemAll is all of memory imm with so many cells of the given width.
func (b *Builder) MemAll(memory uint64, depth, width int) ID {
	return b.Leaf(MemAll, depth*CellLane(width), memory)
}

// CellLane is the width of the elements that stand for the cells of a memory, of at most 64 bits each: 8, 16, 32 or 64.
func CellLane(width int) int { return 8 * circuit.CellBytes(width) }
