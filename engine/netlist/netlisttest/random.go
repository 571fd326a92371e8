// Package netlisttest makes random netlists, and has a reference model that runs netlists in the plainest way. The
// tests of every backend and of every pass over the netlist compare with that model.
package netlisttest

import (
	"math"
	"math/big"
	"math/rand"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Random makes modules of every kind of operation: narrow and wide values, doubles, memories, tables,
// texts and combinational loops. The source of its numbers decides all.
type Random struct {
	*rand.Rand
	Wide bool // a quarter of the values have more than 64 bits

	m   *netlist.Module
	all []word.ID // what may be used as an operand
}

var (
	interesting     = []int{1, 1, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 32, 33, 40, 63, 64}
	interestingWide = []int{65, 66, 96, 127, 128, 129, 191, 200, 256, 300}
)

func (r *Random) width() int {
	if r.Wide && r.Intn(4) == 0 {
		return interestingWide[r.Intn(len(interestingWide))]
	}
	return interesting[r.Intn(len(interesting))]
}

// Value makes corner values as often as others.
func (r *Random) Value(width int) circuit.Value {
	switch r.Intn(5) {
	case 0:
		return circuit.Uint(uint64(r.Intn(4))).Mask(width)
	case 1:
		return circuit.FromBig(big.NewInt(-1-int64(r.Intn(3))), width)
	case 2:
		return circuit.FromBig(new(big.Int).Lsh(big.NewInt(1), uint(r.Intn(width))), width)
	}
	words := make([]uint64, (width+63)/64)
	for i := range words {
		words[i] = r.Uint64()
	}
	return circuit.FromWords(words).Mask(width)
}

func (r *Random) double() uint64 {
	special := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -2.5, 3, 255, 4294967296, -4294967297, 1e18, -1e19, 1e300, 5e-324,
		math.Inf(1), math.Inf(-1), math.NaN(), 9007199254740993, 1 << 62, -(1 << 62), 1 << 63, 1e25,
	}
	if r.Intn(3) > 0 {
		return math.Float64bits(special[r.Intn(len(special))])
	}
	return math.Float64bits(float64(r.Int63()-r.Int63()) / float64(1+r.Intn(1000)))
}

func (r *Random) add(op word.Op) word.ID {
	if op.Kind.Shape().Operands < 3 {
		op.C = word.None
	}
	if op.Kind.Shape().Operands < 2 {
		op.B = word.None
	}
	if op.Kind.Shape().Operands < 1 {
		op.A = word.None
	}
	if op.Bits == 0 {
		op.Bits = op.Width
	}
	r.m.Ops = append(r.m.Ops, op)
	id := word.ID(len(r.m.Ops) - 1)
	r.all = append(r.all, id)
	return id
}

func (r *Random) constant(v circuit.Value, width int) word.ID {
	op := word.Op{Kind: word.Const, Width: int32(width), Imm: v.Lo, Bits: int32(v.Len())}
	if width > 64 {
		op.Imm = uint64(len(r.m.Wide))
		r.m.Wide = append(r.m.Wide, v)
	}
	r.m.Ops = append(r.m.Ops, op)
	last := &r.m.Ops[len(r.m.Ops)-1]
	last.A, last.B, last.C = word.None, word.None, word.None
	return word.ID(len(r.m.Ops) - 1)
}

// divisor is a value or a number.
func (r *Random) divisor(width int) word.ID {
	if r.Intn(2) == 0 {
		return r.integer(width)
	}
	v := circuit.Uint(uint64(r.Intn(1 << (1 + r.Intn(31)))))
	if r.Intn(4) == 0 {
		v = circuit.Uint(-v.Lo)
	}
	return r.constant(v.Mask(width), width)
}

// integer is an existing value of a width, adapted when there is none.
func (r *Random) integer(width int) word.ID {
	for range 12 {
		if len(r.all) == 0 {
			break
		}
		id := r.all[len(r.all)-1-r.Intn(min(len(r.all), 40))]
		if r.Intn(4) == 0 {
			id = r.all[r.Intn(len(r.all))]
		}
		op := r.m.Ops[id]
		if op.IsFloat() || op.Kind == word.Call {
			continue
		}
		n := int(op.Width)
		switch {
		case n == width:
			return id
		case n > width:
			shift := uint64(r.Intn(n - width + 1))
			return r.add(word.Op{Kind: word.Slice, Width: int32(width), A: id, Imm: shift})
		case r.Intn(2) == 0:
			return r.add(word.Op{Kind: word.ZExt, Width: int32(width), A: id, Bits: op.Bits})
		default:
			return r.add(word.Op{Kind: word.SExt, Width: int32(width), A: id})
		}
	}
	return r.constant(r.Value(width), width)
}

func (r *Random) float() word.ID {
	for range 6 {
		if len(r.all) == 0 {
			break
		}
		if id := r.all[r.Intn(len(r.all))]; r.m.Ops[id].IsFloat() {
			return id
		}
	}
	switch r.Intn(3) {
	case 0:
		return r.add(word.Op{Kind: word.FFromS, Width: 64, A: r.integer(1 + r.Intn(64))})
	case 1:
		return r.add(word.Op{Kind: word.FFromU, Width: 64, A: r.integer(1 + r.Intn(64))})
	}
	return r.add(word.Op{Kind: word.FConst, Width: 64, Imm: r.double()})
}

// operation adds one random operation.
func (r *Random) operation(loop bool) {
	if !loop && r.Intn(30) == 0 && len(r.m.Memories) > 0 {
		k := r.Intn(len(r.m.Memories))
		r.add(word.Op{Kind: word.MemRead, Width: int32(r.m.Memories[k].Width), A: r.integer([]int{2, 4, 5, 8, 32, 64}[r.Intn(6)]), Imm: uint64(k)})
		return
	}
	if r.Intn(30) == 0 && len(r.m.Tables) > 0 {
		k := r.Intn(len(r.m.Tables))
		r.add(word.Op{Kind: word.Table, Width: int32(r.m.Tables[k].Width), A: r.integer([]int{2, 3, 4, 32, 64}[r.Intn(5)]), Imm: uint64(k)})
		return
	}
	w := r.width()
	narrow := min(w, 64)
	k := word.Kind(1 + r.Intn(word.Kinds-1))
	switch k {
	case word.And, word.Or, word.Xor, word.Add, word.Sub, word.Mul:
		bits := 0
		a, b := r.integer(w), r.integer(w)
		if k == word.And {
			bits = int(min(r.m.Ops[a].Bits, r.m.Ops[b].Bits))
		}
		if k == word.Or || k == word.Xor {
			bits = int(max(r.m.Ops[a].Bits, r.m.Ops[b].Bits))
		}
		r.add(word.Op{Kind: k, Width: int32(w), A: a, B: b, Bits: int32(bits)})
	case word.Not:
		r.add(word.Op{Kind: k, Width: int32(w), A: r.integer(w)})
	case word.Shl, word.LShr, word.AShr:
		count := r.integer([]int{1, 2, 4, 5, 6, 8, 32, 64}[r.Intn(8)])
		if r.Intn(3) == 0 {
			count = r.constant(circuit.Uint(uint64(r.Intn(w+3))), 16)
		}
		r.add(word.Op{Kind: k, Width: int32(w), A: r.integer(w), B: count})
	case word.Slice:
		n := w + r.Intn(40)
		r.add(word.Op{Kind: k, Width: int32(w), A: r.integer(n), Imm: uint64(r.Intn(n - w + 1))})
	case word.Concat:
		if w == 1 {
			w = 2
		}
		n := 1 + r.Intn(w-1)
		r.add(word.Op{Kind: k, Width: int32(w), A: r.integer(n), B: r.integer(w - n)})
	case word.ZExt, word.SExt:
		a := r.integer(1 + r.Intn(w))
		op := word.Op{Kind: k, Width: int32(w), A: a}
		if k == word.ZExt {
			op.Bits = r.m.Ops[a].Bits
		}
		r.add(op)
	case word.RedOr, word.RedAnd, word.RedXor:
		r.add(word.Op{Kind: k, Width: 1, A: r.integer(w)})
	case word.Clz:
		r.add(word.Op{Kind: k, Width: int32(7 + r.Intn(40)), A: r.integer(narrow)})
	case word.UDiv, word.URem:
		r.add(word.Op{Kind: k, Width: int32(w), A: r.integer(w), B: r.divisor(w)})
	case word.SDiv, word.SRem:
		r.add(word.Op{Kind: k, Width: int32(narrow), A: r.integer(narrow), B: r.divisor(narrow)})
	case word.Eq, word.Ne, word.ULt, word.ULe, word.SLt, word.SLe:
		b := r.integer(w)
		if r.Intn(4) == 0 {
			b = r.constant(circuit.Value{}, w)
		}
		r.add(word.Op{Kind: k, Width: 1, A: r.integer(w), B: b})
	case word.Mux:
		r.add(word.Op{Kind: k, Width: int32(w), A: r.integer(1), B: r.integer(w), C: r.integer(w)})
	case word.Extract, word.Insert:
		r.element(k)
	case word.FConst:
		r.add(word.Op{Kind: k, Width: 64, Imm: r.double()})
	case word.FAdd, word.FSub, word.FMul, word.FDiv, word.FRem, word.FMin, word.FMax, word.FCopySign:
		a, b := r.float(), r.float()
		if k == word.FCopySign { // the sign of a NaN is nobody's business
			b = r.add(word.Op{Kind: word.FFromS, Width: 64, A: r.integer(narrow)})
		}
		r.add(word.Op{Kind: k, Width: 64, A: a, B: b})
	case word.FNeg, word.FAbs, word.FSqrt, word.FFloor, word.FCeil, word.FTrunc:
		r.add(word.Op{Kind: k, Width: 64, A: r.float()})
	case word.FMux:
		r.add(word.Op{Kind: k, Width: 64, A: r.integer(1), B: r.float(), C: r.float()})
	case word.FFromU, word.FFromS:
		r.add(word.Op{Kind: k, Width: 64, A: r.integer(narrow)})
	case word.FToInt:
		r.add(word.Op{Kind: k, Width: int32(narrow), A: r.float()})
	case word.FEq, word.FNe, word.FLt, word.FLe:
		r.add(word.Op{Kind: k, Width: 1, A: r.float(), B: r.float()})
	}
}

// element reads or changes an element of an array, at times a few in a row.
func (r *Random) element(k word.Kind) {
	lane := []int{8, 16, 32, 64}[r.Intn(4)]
	array := r.integer([]int{128, 256, 320}[r.Intn(3)])
	w := r.m.Ops[array].Width
	for range 1 + r.Intn(4) {
		index := r.integer([]int{1, 2, 3, 4, 6, 32, 64}[r.Intn(7)])
		if k == word.Extract {
			r.add(word.Op{Kind: k, Width: int32(lane), A: array, B: index})
		} else {
			array = r.add(word.Op{Kind: k, Width: w, A: array, B: index, C: r.integer(lane), Imm: uint64(lane)})
		}
		k = []word.Kind{word.Extract, word.Insert, word.Insert}[r.Intn(3)]
	}
}

// Module makes a module of about n operations.
func (r *Random) Module(n int) *netlist.Module {
	r.m, r.all = &netlist.Module{Name: "random"}, nil
	for range 1 + r.Intn(5) {
		w := r.width()
		r.m.Inputs = append(r.m.Inputs, netlist.Input{Kind: netlist.TopInput, Width: w, Index: len(r.m.Inputs), Name: "i", Start: r.Value(w)})
	}
	for i, in := range r.m.Inputs {
		r.add(word.Op{Kind: word.Param, Width: int32(in.Width), Imm: uint64(i)})
	}
	for range r.Intn(4) {
		t := word.LookupTable{Width: r.width()}
		for range 1 + r.Intn(12) {
			t.Data = append(t.Data, r.Value(t.Width))
		}
		r.m.Tables = append(r.m.Tables, t)
	}
	for range r.Intn(5) {
		r.operation(true)
	}
	r.m.Invariant = len(r.m.Ops)
	for range 1 + r.Intn(8) {
		w := r.width()
		r.add(word.Op{Kind: word.Reg, Width: int32(w), Imm: uint64(len(r.m.Registers))})
		r.m.Registers = append(r.m.Registers, netlist.Register{Name: "r", Width: w, Start: r.Value(w)})
	}
	for range r.Intn(3) {
		mem := netlist.Memory{Name: "m", Depth: []int{1, 3, 4, 16, 20, 6000}[r.Intn(6)], Width: r.width(), Start: map[uint64]circuit.Value{}}
		for range r.Intn(5) {
			mem.Start[uint64(r.Intn(mem.Depth))] = r.Value(mem.Width)
		}
		r.m.Memories = append(r.m.Memories, mem)
	}
	for range n / 2 {
		r.operation(false)
	}
	for range r.Intn(3) {
		r.loop()
	}
	for range n / 2 {
		r.operation(false)
	}
	for i := range r.m.Registers {
		r.m.Registers[i].Next = r.integer(r.m.Registers[i].Width)
	}
	for i := range r.m.Memories {
		for range r.Intn(4) {
			r.m.Memories[i].Writes = append(r.m.Memories[i].Writes, netlist.Write{
				Enable: r.integer(1), Address: r.integer([]int{1, 2, 4, 8, 13, 40}[r.Intn(6)]), Data: r.integer(r.m.Memories[i].Width),
			})
		}
	}
	for range r.Intn(3) {
		r.m.Texts = append(r.m.Texts, netlist.Text{Name: "t", Appends: []netlist.Append{
			{Enable: r.integer(1), Unit: r.integer(16)}, {Enable: r.integer(1), Unit: r.integer(16), Clear: r.Intn(2) == 0},
		}})
	}
	for id := range r.m.Ops {
		r.m.Uses = append(r.m.Uses, netlist.InStep|netlist.InSettle)
		if !r.m.Ops[id].IsFloat() && r.Intn(2) == 0 {
			r.m.Nets = append(r.m.Nets, word.ID(id))
		}
	}
	return r.m
}

// loop adds a strongly connected component; most hold a value and rest, some oscillate.
func (r *Random) loop() {
	outside := append([]word.ID(nil), r.all...)
	enable := r.integer(1)
	l := netlist.Loop{First: word.ID(len(r.m.Ops)), FirstVar: len(r.m.Vars), Bound: 4 + r.Intn(20)}
	var vars []word.ID
	for range 1 + r.Intn(3) {
		w := r.width()
		r.m.Vars = append(r.m.Vars, netlist.Var{Width: w, Name: "v"})
		vars = append(vars, r.add(word.Op{Kind: word.Loop, Width: int32(w), Imm: uint64(len(r.m.Vars) - 1)}))
	}
	for range r.Intn(8) {
		r.operation(true)
	}
	for k, v := range vars {
		w := int(r.m.Ops[v].Width)
		next := r.add(word.Op{Kind: word.Mux, Width: int32(w), A: enable, B: outsideOf(r, outside, w), C: v})
		if r.Intn(12) == 0 {
			next = r.integer(w)
		}
		r.m.Vars[l.FirstVar+k].Next = next
	}
	l.End, l.EndVar = word.ID(len(r.m.Ops)), len(r.m.Vars)
	r.m.Loops = append(r.m.Loops, l)
}

func outsideOf(r *Random, outside []word.ID, w int) word.ID {
	saved := r.all
	r.all = append([]word.ID(nil), outside...)
	id := r.integer(w)
	r.all = append(saved, r.all[len(outside):]...)
	return id
}
