package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// sweepLoop is what tells the function of one sweep from that of another.
type sweepLoop struct {
	shape   int32
	vectors uint8 // of one round; 0 for one over a table
	splats  uint8
}

// copyLoop is the shape of sweepLoop that copies registers of a size.
func copyLoop(size uint8) sweepLoop { return sweepLoop{shape: -int32(size)} }

// sweep generates the call of the function that runs a sweep.
func (f *function) sweep(w *sweep) {
	s := f.g.sweeps
	sh := &s.shapes[w.shape]
	size := cellSize(int(sh.width))
	f.c.I32(int32(w.out))
	f.c.I32(int32(w.out + w.count*size))
	loop := sweepLoop{w.shape, w.vectors, w.splats}
	if w.vectors > 0 {
		for _, at := range w.operands[:sh.externals] {
			f.c.I32(int32(at))
		}
	} else {
		f.c.I32(int32(w.table))
	}
	f.c.Call(f.g.sweepLoop(loop))
}

// copies generates the copy of the next values of neighbouring registers.
func (f *function) copies(c *copies) {
	s := f.g.sweeps
	l := f.g.layout
	out := l.bankB + l.registers[s.registers[c.first]].offset
	bytes := uint32(c.count) * uint32(c.size)
	f.c.I32(int32(out))
	if c.block {
		f.c.I32(int32(c.source))
		f.c.I32(int32(bytes))
		f.c.MemoryCopy()
		return
	}
	f.c.I32(int32(out + bytes))
	f.c.I32(int32(c.table))
	f.c.Call(f.g.sweepLoop(copyLoop(c.size)))
}

// sweepLoop returns the function of a kind of sweep, which the module then contains.
func (g *generator) sweepLoop(loop sweepLoop) uint32 {
	if index, ok := g.sweepLoops[loop]; ok {
		return index
	}
	var c *encode.Code
	params := 3
	switch {
	case loop.shape < 0:
		c = copyingLoop(uint8(-loop.shape))
	case loop.vectors > 0:
		params = 2 + int(g.sweeps.shapes[loop.shape].externals)
		c = g.vectorLoop(loop)
	default:
		c = g.tableLoop(loop)
	}
	types := make([]encode.ValueType, params)
	for i := range types {
		types[i] = encode.I32
	}
	index := g.module.Func(g.module.Type(types, nil))
	g.module.Define(index, c)
	g.sweepLoops[loop] = index
	return index
}

// The parameters of all loops: where the results go, and where they end.
const (
	sweepOut = 0
	sweepEnd = 1
	sweepRow = 2 // of a loop over a table: the next row of addresses
)

// tableLoop is a loop whose operands stand at the addresses of a table. One round computes several operations, so
// that the processor has loads to overlap.
func (g *generator) tableLoop(loop sweepLoop) *encode.Code {
	m := g.sweeps.model(loop.shape)
	root := word.ID(len(m.Ops) - 1)
	p := &plan{
		m: m, phase: settle, inline: make([]bool, len(m.Ops)), cost: make([]int32, len(m.Ops)),
		clean: make([]bool, len(m.Ops)), unmasked: make([]bool, len(m.Ops)),
	}
	f := &function{
		g: g, p: p, c: encode.NewCode(3), vars: map[uint64]uint32{},
		local: make([]int32, len(m.Ops)), left: make([]int32, len(m.Ops)),
	}
	var params []word.ID
	for i := range m.Ops {
		op := &m.Ops[i]
		p.clean[i], f.left[i] = true, 1<<30
		switch op.Kind {
		case word.Param:
			params = append(params, word.ID(i))
			f.bind(word.ID(i), f.c.NewLocal(typeOf(op)))
		case word.Const:
		default:
			p.inline[i], p.cost[i] = word.ID(i) != root, 1
			for _, o := range op.Operands(nil) {
				p.cost[i] += p.cost[o]
			}
		}
	}
	row := 4 * uint32(len(params))
	size := cellSize(int(m.Ops[root].Width))
	counted(f.c, sweepOut, unroll*size, sweepEnd, func() {
		if row > 0 { // one look at the end, after which a compiler that checks bounds in code knows the rest to be inside
			f.c.LocalGet(sweepRow)
			f.c.Memory(encode.I32Load, unroll*row-4)
			f.c.Op(encode.Drop)
		}
		for k := range uint32(unroll) {
			for i, id := range params {
				t := typeOf(&m.Ops[id])
				f.c.LocalGet(sweepRow)
				f.c.Memory(encode.I32Load, k*row+4*uint32(i))
				f.c.Memory(loadOp(placeFor(int(m.Ops[id].Width)), t), 0)
				f.c.LocalSet(uint32(f.local[id] - 1))
			}
			f.c.LocalGet(sweepOut)
			f.compute(root)
			f.c.Memory(storeOp(placeFor(int(m.Ops[root].Width)), typeOf(&m.Ops[root])), k*size)
		}
		advance(f.c, sweepRow, int32(unroll*row))
	})
	return f.c
}

// copyingLoop copies cells of a size from the addresses of a table.
func copyingLoop(size uint8) *encode.Code {
	c := encode.NewCode(3)
	p := place{size: size}
	t := encode.I32
	if size == 8 {
		t = encode.I64
	}
	counted(c, sweepOut, unroll*uint32(size), sweepEnd, func() {
		for k := range uint32(unroll) {
			c.LocalGet(sweepOut)
			c.LocalGet(sweepRow)
			c.Memory(encode.I32Load, 4*k)
			c.Memory(loadOp(p, t), 0)
			c.Memory(storeOp(p, t), k*uint32(size))
		}
		advance(c, sweepRow, 4*unroll)
	})
	return c
}

// lanes are the instructions on vectors with lanes of one size.
type lanes struct {
	load                func(c *encode.Code, offset uint32) // of one lane, repeated in all
	add, sub, mul, neg  encode.Op
	shl, shr, equal, ne encode.Op
}

var lanesOf = map[uint8]lanes{
	1: {(*encode.Code).V128Load8Splat, encode.I8x16Add, encode.I8x16Sub, 0, encode.I8x16Neg, encode.I8x16Shl, encode.I8x16ShrU, encode.I8x16Eq, encode.I8x16Ne},
	2: {(*encode.Code).V128Load16Splat, encode.I16x8Add, encode.I16x8Sub, encode.I16x8Mul, encode.I16x8Neg, encode.I16x8Shl, encode.I16x8ShrU, 0, 0},
	4: {(*encode.Code).V128Load32Splat, encode.I32x4Add, encode.I32x4Sub, encode.I32x4Mul, encode.I32x4Neg, encode.I32x4Shl, encode.I32x4ShrU, 0, 0},
	8: {(*encode.Code).V128Load64Splat, encode.I64x2Add, encode.I64x2Sub, encode.I64x2Mul, encode.I64x2Neg, encode.I64x2Shl, encode.I64x2ShrU, 0, 0},
}

// vector generates expressions on vectors.
type vector struct {
	c      *encode.Code
	ops    []word.Op
	locals map[word.ID]uint32 // of what is the same in all lanes; others are loaded from the address in bases
	bases  map[word.ID]uint32
	size   uint8
	offset uint32 // of the vector in its round, in bytes
	lanes
}

// vectorLoop is a loop whose operands stand side by side, or are the same for all operations. The operands' addresses
// are parameters.
func (g *generator) vectorLoop(loop sweepLoop) *encode.Code {
	m := g.sweeps.model(loop.shape)
	root := word.ID(len(m.Ops) - 1)
	externals := int(g.sweeps.shapes[loop.shape].externals)
	size := g.sweeps.shapes[loop.shape].lane
	v := &vector{
		c: encode.NewCode(2 + externals), ops: m.Ops, size: size, lanes: lanesOf[size],
		locals: map[word.ID]uint32{}, bases: map[word.ID]uint32{},
	}
	next := uint32(sweepRow)
	for i := range m.Ops {
		if m.Ops[i].Kind != word.Param {
			continue
		}
		if loop.splats>>(next-sweepRow)&1 != 0 {
			local := v.c.NewLocal(encode.V128)
			v.c.LocalGet(next)
			v.load(v.c, 0)
			v.c.LocalSet(local)
			v.locals[word.ID(i)] = local
		} else {
			v.bases[word.ID(i)] = next
		}
		next++
	}
	round := uint32(loop.vectors) * vectorBytes
	counted(v.c, sweepOut, round, sweepEnd, func() {
		for at := round; at > 0; at -= vectorBytes { // the last first: a compiler that checks bounds in code does so once then
			v.offset = at - vectorBytes
			v.c.LocalGet(sweepOut)
			v.push(root)
			v.c.V128Store(v.offset)
		}
		for i := range m.Ops {
			if base, ok := v.bases[word.ID(i)]; ok {
				advance(v.c, base, int32(round))
			}
		}
	})
	return v.c
}

// all pushes a constant in all lanes.
func (v *vector) all(value uint64) {
	for bits := 8 * uint(v.size); bits < 64; bits *= 2 {
		value = value&(1<<bits-1) | value<<bits
	}
	v.c.V128(value, value)
}

// push generates the value of an operation, bits above its width being 0 in every lane.
func (v *vector) push(id word.ID) {
	op := &v.ops[id]
	bits := 8 * int(v.size)
	mask := func() {
		if int(op.Width) < bits {
			v.all(word.Mask64(uint(op.Width)))
			v.c.Op(encode.V128And)
		}
	}
	both := func(code encode.Op) {
		v.push(op.A)
		v.push(op.B)
		v.c.Op(code)
	}
	shift := func(code encode.Op, count uint64) {
		v.push(op.A)
		if count > 0 {
			v.c.I32(int32(count))
			v.c.Op(code)
		}
	}
	switch op.Kind {
	case word.Param:
		if local, ok := v.locals[id]; ok {
			v.c.LocalGet(local)
		} else {
			v.c.LocalGet(v.bases[id])
			v.c.V128Load(v.offset)
		}
	case word.Const:
		v.all(op.Imm)
	case word.And:
		both(encode.V128And)
	case word.Or:
		both(encode.V128Or)
	case word.Xor:
		both(encode.V128Xor)
	case word.Not:
		v.push(op.A)
		v.all(word.Mask64(uint(op.Width)))
		v.c.Op(encode.V128Xor)
	case word.Add:
		both(v.add)
		mask()
	case word.Sub:
		both(v.sub)
		mask()
	case word.Mul:
		both(v.mul)
		mask()
	case word.ZExt:
		v.push(op.A)
	case word.Slice:
		shift(v.shr, op.Imm)
		mask()
	case word.Shl, word.LShr:
		switch count := v.ops[op.B].Imm; {
		case count >= uint64(op.Width):
			v.all(0)
		case op.Kind == word.Shl:
			shift(v.shl, count)
			mask()
		default:
			shift(v.shr, count)
		}
	case word.Eq, word.Ne:
		if op.Kind == word.Eq {
			both(v.equal)
		} else {
			both(v.ne)
		}
		v.all(1)
		v.c.Op(encode.V128And)
	case word.RedOr:
		v.push(op.A)
		v.all(0)
		v.c.Op(v.ne)
		v.all(1)
		v.c.Op(encode.V128And)
	case word.Mux:
		v.push(op.B)
		v.push(op.C)
		v.push(op.A)
		v.c.Op(v.neg, encode.V128Bitselect)
	}
}
