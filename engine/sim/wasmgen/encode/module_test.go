package encode

import (
	"context"
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// instantiate compiles (and so validates) a module and starts it.
func instantiate(t *testing.T, m *Module, imports func(wazero.Runtime)) api.Module {
	t.Helper()
	ctx := context.Background()
	// The interpreter validates exactly like the compiler and starts faster.
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	t.Cleanup(func() { require.NoError(t, r.Close(ctx)) })
	if imports != nil {
		imports(r)
	}
	code, err := m.Bytes()
	require.NoError(t, err)
	instance, err := r.Instantiate(ctx, code)
	require.NoError(t, err)
	return instance
}

func call(t *testing.T, m api.Module, name string, args ...uint64) []uint64 {
	t.Helper()
	out, err := m.ExportedFunction(name).Call(context.Background(), args...)
	require.NoError(t, err)
	return out
}

func TestOperators(t *testing.T) {
	f := math.Float64bits
	i := func(v int32) uint64 { return uint64(uint32(v)) }
	l := func(v int64) uint64 { return uint64(v) }
	cases := []struct {
		name   string
		op     Op
		in     []ValueType
		out    ValueType
		args   []uint64
		result uint64
	}{
		{"i32.eqz", I32Eqz, []ValueType{I32}, I32, []uint64{0}, 1},
		{"i32.eq", I32Eq, []ValueType{I32, I32}, I32, []uint64{5, 5}, 1},
		{"i32.ne", I32Ne, []ValueType{I32, I32}, I32, []uint64{5, 5}, 0},
		{"i32.lt_s", I32LtS, []ValueType{I32, I32}, I32, []uint64{i(-1), 1}, 1},
		{"i32.lt_u", I32LtU, []ValueType{I32, I32}, I32, []uint64{i(-1), 1}, 0},
		{"i32.gt_s", I32GtS, []ValueType{I32, I32}, I32, []uint64{i(-1), 1}, 0},
		{"i32.gt_u", I32GtU, []ValueType{I32, I32}, I32, []uint64{i(-1), 1}, 1},
		{"i32.le_s", I32LeS, []ValueType{I32, I32}, I32, []uint64{i(-1), 1}, 1},
		{"i32.le_u", I32LeU, []ValueType{I32, I32}, I32, []uint64{i(-1), 1}, 0},
		{"i32.ge_s", I32GeS, []ValueType{I32, I32}, I32, []uint64{i(-1), 1}, 0},
		{"i32.ge_u", I32GeU, []ValueType{I32, I32}, I32, []uint64{i(-1), 1}, 1},
		{"i64.eqz", I64Eqz, []ValueType{I64}, I32, []uint64{0}, 1},
		{"i64.eq", I64Eq, []ValueType{I64, I64}, I32, []uint64{1 << 40, 1 << 40}, 1},
		{"i64.ne", I64Ne, []ValueType{I64, I64}, I32, []uint64{1 << 40, 1 << 41}, 1},
		{"i64.lt_s", I64LtS, []ValueType{I64, I64}, I32, []uint64{l(-1), 1}, 1},
		{"i64.lt_u", I64LtU, []ValueType{I64, I64}, I32, []uint64{l(-1), 1}, 0},
		{"i64.gt_s", I64GtS, []ValueType{I64, I64}, I32, []uint64{l(-1), 1}, 0},
		{"i64.gt_u", I64GtU, []ValueType{I64, I64}, I32, []uint64{l(-1), 1}, 1},
		{"i64.le_s", I64LeS, []ValueType{I64, I64}, I32, []uint64{l(-1), 1}, 1},
		{"i64.le_u", I64LeU, []ValueType{I64, I64}, I32, []uint64{l(-1), 1}, 0},
		{"i64.ge_s", I64GeS, []ValueType{I64, I64}, I32, []uint64{l(-1), 1}, 0},
		{"i64.ge_u", I64GeU, []ValueType{I64, I64}, I32, []uint64{l(-1), 1}, 1},
		{"f64.eq", F64Eq, []ValueType{F64, F64}, I32, []uint64{f(math.NaN()), f(math.NaN())}, 0},
		{"f64.ne", F64Ne, []ValueType{F64, F64}, I32, []uint64{f(math.NaN()), f(math.NaN())}, 1},
		{"f64.lt", F64Lt, []ValueType{F64, F64}, I32, []uint64{f(1), f(2)}, 1},
		{"f64.gt", F64Gt, []ValueType{F64, F64}, I32, []uint64{f(1), f(2)}, 0},
		{"f64.le", F64Le, []ValueType{F64, F64}, I32, []uint64{f(2), f(2)}, 1},
		{"f64.ge", F64Ge, []ValueType{F64, F64}, I32, []uint64{f(1), f(2)}, 0},
		{"i32.clz", I32Clz, []ValueType{I32}, I32, []uint64{1}, 31},
		{"i32.ctz", I32Ctz, []ValueType{I32}, I32, []uint64{8}, 3},
		{"i32.popcnt", I32Popcnt, []ValueType{I32}, I32, []uint64{0xf0f}, 8},
		{"i32.add", I32Add, []ValueType{I32, I32}, I32, []uint64{i(-1), 3}, 2},
		{"i32.sub", I32Sub, []ValueType{I32, I32}, I32, []uint64{1, 3}, i(-2)},
		{"i32.mul", I32Mul, []ValueType{I32, I32}, I32, []uint64{7, 6}, 42},
		{"i32.div_s", I32DivS, []ValueType{I32, I32}, I32, []uint64{i(-7), 2}, i(-3)},
		{"i32.div_u", I32DivU, []ValueType{I32, I32}, I32, []uint64{i(-7), 2}, i(-7) / 2},
		{"i32.rem_s", I32RemS, []ValueType{I32, I32}, I32, []uint64{i(-7), 2}, i(-1)},
		{"i32.rem_u", I32RemU, []ValueType{I32, I32}, I32, []uint64{i(-7), 2}, 1},
		{"i32.and", I32And, []ValueType{I32, I32}, I32, []uint64{12, 10}, 8},
		{"i32.or", I32Or, []ValueType{I32, I32}, I32, []uint64{12, 10}, 14},
		{"i32.xor", I32Xor, []ValueType{I32, I32}, I32, []uint64{12, 10}, 6},
		{"i32.shl", I32Shl, []ValueType{I32, I32}, I32, []uint64{1, 33}, 2},
		{"i32.shr_s", I32ShrS, []ValueType{I32, I32}, I32, []uint64{i(-8), 1}, i(-4)},
		{"i32.shr_u", I32ShrU, []ValueType{I32, I32}, I32, []uint64{i(-8), 1}, i(-8) >> 1},
		{"i32.rotl", I32Rotl, []ValueType{I32, I32}, I32, []uint64{0x80000001, 4}, uint64(bits.RotateLeft32(0x80000001, 4))},
		{"i32.rotr", I32Rotr, []ValueType{I32, I32}, I32, []uint64{0x80000001, 4}, uint64(bits.RotateLeft32(0x80000001, -4))},
		{"i64.clz", I64Clz, []ValueType{I64}, I64, []uint64{1}, 63},
		{"i64.ctz", I64Ctz, []ValueType{I64}, I64, []uint64{1 << 40}, 40},
		{"i64.popcnt", I64Popcnt, []ValueType{I64}, I64, []uint64{l(-1)}, 64},
		{"i64.add", I64Add, []ValueType{I64, I64}, I64, []uint64{l(-1), 3}, 2},
		{"i64.sub", I64Sub, []ValueType{I64, I64}, I64, []uint64{1, 3}, l(-2)},
		{"i64.mul", I64Mul, []ValueType{I64, I64}, I64, []uint64{1 << 33, 3}, 3 << 33},
		{"i64.div_s", I64DivS, []ValueType{I64, I64}, I64, []uint64{l(-7), 2}, l(-3)},
		{"i64.div_u", I64DivU, []ValueType{I64, I64}, I64, []uint64{l(-7), 2}, l(-7) / 2},
		{"i64.rem_s", I64RemS, []ValueType{I64, I64}, I64, []uint64{l(-7), 2}, l(-1)},
		{"i64.rem_u", I64RemU, []ValueType{I64, I64}, I64, []uint64{l(-7), 2}, 1},
		{"i64.and", I64And, []ValueType{I64, I64}, I64, []uint64{12, 10}, 8},
		{"i64.or", I64Or, []ValueType{I64, I64}, I64, []uint64{12, 10}, 14},
		{"i64.xor", I64Xor, []ValueType{I64, I64}, I64, []uint64{12, 10}, 6},
		{"i64.shl", I64Shl, []ValueType{I64, I64}, I64, []uint64{1, 40}, 1 << 40},
		{"i64.shr_s", I64ShrS, []ValueType{I64, I64}, I64, []uint64{l(-8), 1}, l(-4)},
		{"i64.shr_u", I64ShrU, []ValueType{I64, I64}, I64, []uint64{l(-8), 1}, l(-8) >> 1},
		{"i64.rotl", I64Rotl, []ValueType{I64, I64}, I64, []uint64{1 << 63, 1}, 1},
		{"i64.rotr", I64Rotr, []ValueType{I64, I64}, I64, []uint64{1, 1}, 1 << 63},
		{"f64.abs", F64Abs, []ValueType{F64}, F64, []uint64{f(-2)}, f(2)},
		{"f64.neg", F64Neg, []ValueType{F64}, F64, []uint64{f(0)}, f(math.Copysign(0, -1))},
		{"f64.ceil", F64Ceil, []ValueType{F64}, F64, []uint64{f(1.5)}, f(2)},
		{"f64.floor", F64Floor, []ValueType{F64}, F64, []uint64{f(-1.5)}, f(-2)},
		{"f64.trunc", F64Trunc, []ValueType{F64}, F64, []uint64{f(-1.5)}, f(-1)},
		{"f64.nearest", F64Nearest, []ValueType{F64}, F64, []uint64{f(2.5)}, f(2)},
		{"f64.sqrt", F64Sqrt, []ValueType{F64}, F64, []uint64{f(9)}, f(3)},
		{"f64.add", F64Add, []ValueType{F64, F64}, F64, []uint64{f(1), f(2)}, f(3)},
		{"f64.sub", F64Sub, []ValueType{F64, F64}, F64, []uint64{f(1), f(2)}, f(-1)},
		{"f64.mul", F64Mul, []ValueType{F64, F64}, F64, []uint64{f(3), f(2)}, f(6)},
		{"f64.div", F64Div, []ValueType{F64, F64}, F64, []uint64{f(3), f(2)}, f(1.5)},
		{"f64.min", F64Min, []ValueType{F64, F64}, F64, []uint64{f(3), f(2)}, f(2)},
		{"f64.max", F64Max, []ValueType{F64, F64}, F64, []uint64{f(3), f(2)}, f(3)},
		{"f64.copysign", F64Copysign, []ValueType{F64, F64}, F64, []uint64{f(3), f(-2)}, f(-3)},
		{"i32.wrap_i64", I32WrapI64, []ValueType{I64}, I32, []uint64{1<<40 | 7}, 7},
		{"i64.extend_i32_s", I64ExtendI32S, []ValueType{I32}, I64, []uint64{i(-1)}, l(-1)},
		{"i64.extend_i32_u", I64ExtendI32U, []ValueType{I32}, I64, []uint64{i(-1)}, 1<<32 - 1},
		{"f64.convert_i32_s", F64ConvertI32S, []ValueType{I32}, F64, []uint64{i(-1)}, f(-1)},
		{"f64.convert_i32_u", F64ConvertI32U, []ValueType{I32}, F64, []uint64{i(-1)}, f(1<<32 - 1)},
		{"f64.convert_i64_s", F64ConvertI64S, []ValueType{I64}, F64, []uint64{l(-1)}, f(-1)},
		{"f64.convert_i64_u", F64ConvertI64U, []ValueType{I64}, F64, []uint64{1 << 63}, f(1 << 63)},
		{"i64.reinterpret_f64", I64ReinterpretF64, []ValueType{F64}, I64, []uint64{f(1)}, f(1)},
		{"f64.reinterpret_i64", F64ReinterpretI64, []ValueType{I64}, F64, []uint64{f(1)}, f(1)},
		{"i32.extend8_s", I32Extend8S, []ValueType{I32}, I32, []uint64{0x80}, i(-128)},
		{"i32.extend16_s", I32Extend16S, []ValueType{I32}, I32, []uint64{0x8000}, i(-32768)},
		{"i64.extend8_s", I64Extend8S, []ValueType{I64}, I64, []uint64{0x80}, l(-128)},
		{"i64.extend16_s", I64Extend16S, []ValueType{I64}, I64, []uint64{0x8000}, l(-32768)},
		{"i64.extend32_s", I64Extend32S, []ValueType{I64}, I64, []uint64{0x80000000}, l(math.MinInt32)},
		{"i32.trunc_sat_f64_s", I32TruncSatF64S, []ValueType{F64}, I32, []uint64{f(-1e20)}, i(math.MinInt32)},
		{"i32.trunc_sat_f64_u", I32TruncSatF64U, []ValueType{F64}, I32, []uint64{f(math.NaN())}, 0},
		{"i64.trunc_sat_f64_s", I64TruncSatF64S, []ValueType{F64}, I64, []uint64{f(-3.9)}, l(-3)},
		{"i64.trunc_sat_f64_u", I64TruncSatF64U, []ValueType{F64}, I64, []uint64{f(1e30)}, l(-1)},
		{"select", Select, []ValueType{I64, I64, I32}, I64, []uint64{4, 5, 0}, 5},
	}
	m := &Module{}
	for _, tc := range cases {
		fn := m.Func(m.Type(tc.in, []ValueType{tc.out}))
		c := NewCode(len(tc.in))
		for p := range tc.in {
			c.LocalGet(uint32(p))
		}
		c.Op(tc.op)
		m.Define(fn, c)
		m.ExportFunc(tc.name, fn)
	}
	instance := instantiate(t, m, nil)
	for _, tc := range cases {
		require.Equal(t, []uint64{tc.result}, call(t, instance, tc.name, tc.args...), tc.name)
	}
}

func TestControlFlow(t *testing.T) {
	m := &Module{}
	unary := m.Type([]ValueType{I32}, []ValueType{I32})
	require.Equal(t, unary, m.Type([]ValueType{I32}, []ValueType{I32}), "equal types are shared")

	// sum(n) = n + (n-1) + … + 1, with a loop inside a block.
	sum := m.Func(unary)
	c := NewCode(1)
	total := c.NewLocal(I32)
	c.Block(None)
	c.Loop(None)
	c.LocalGet(0)
	c.Op(I32Eqz)
	c.BrIf(1)
	c.LocalGet(total)
	c.LocalGet(0)
	c.Op(I32Add)
	c.LocalSet(total)
	c.LocalGet(0)
	c.I32(-1)
	c.Op(I32Add)
	c.LocalSet(0)
	c.Br(0)
	c.End()
	c.End()
	c.LocalGet(total)
	require.Zero(t, c.Depth())
	m.Define(sum, c)
	m.ExportFunc("sum", sum)

	// pick(n): a jump past a block, and an if with a result.
	pick := m.Func(unary)
	c = NewCode(1)
	c.Block(None)
	c.LocalGet(0)
	c.BrIf(0)
	c.I32(100)
	c.Op(Return)
	c.End()
	c.LocalGet(0)
	c.I32(1)
	c.Op(I32Eq)
	c.If(I32)
	c.I32(-1)
	c.Else()
	c.I32(70)
	c.Call(sum)
	c.End()
	m.Define(pick, c)
	m.ExportFunc("pick", pick)

	instance := instantiate(t, m, nil)
	require.Equal(t, []uint64{5050}, call(t, instance, "sum", 100))
	require.Equal(t, []uint64{100}, call(t, instance, "pick", 0))
	require.Equal(t, []uint64{0xffffffff}, call(t, instance, "pick", 1))
	require.Equal(t, []uint64{2485}, call(t, instance, "pick", 9))
}

func TestMemoryAndImports(t *testing.T) {
	m := &Module{}
	twice := m.ImportFunc("env", "twice", m.Type([]ValueType{I32}, []ValueType{I32}))
	m.Memory(1, 2)
	m.ExportMemory("memory")
	m.Data(1024, []byte{1, 2, 3, 4, 5, 6, 7, 8})

	run := m.Func(m.Type(nil, []ValueType{I64}))
	c := NewCode(0)
	c.I32(2000) // copy the segment, then clear its last two bytes
	c.I32(1024)
	c.I32(8)
	c.MemoryCopy()
	c.I32(2006)
	c.I32(0)
	c.I32(2)
	c.MemoryFill()
	c.I32(2004)
	c.I32(0)
	c.Memory(I32Load16U, 0)
	c.Op(Drop)
	c.I32(77)
	c.Call(twice)
	c.Memory(I32Store8, 0)
	c.I32(0)
	c.Memory(I64Load, 2000)
	m.Define(run, c)
	m.ExportFunc("run", run)

	instance := instantiate(t, m, func(r wazero.Runtime) {
		_, err := r.NewHostModuleBuilder("env").NewFunctionBuilder().
			WithFunc(func(v int32) int32 { return 2 * v }).Export("twice").Instantiate(context.Background())
		require.NoError(t, err)
	})
	require.Equal(t, []uint64{0x0000069a_04030201}, call(t, instance, "run"))
	got, ok := instance.Memory().Read(2000, 8)
	require.True(t, ok)
	require.Equal(t, []byte{1, 2, 3, 4, 154, 6, 0, 0}, got)
	require.Equal(t, uint32(PageSize), instance.Memory().Size())
}

func TestLoadsAndStores(t *testing.T) {
	cases := []struct {
		name   string
		store  MemoryOp
		load   MemoryOp
		typ    ValueType
		arg    uint64
		result uint64
	}{
		{"i32", I32Store, I32Load, I32, 0xfffefdfc, 0xfffefdfc},
		{"i64", I64Store, I64Load, I64, 0xfffefdfcfbfaf9f8, 0xfffefdfcfbfaf9f8},
		{"f64", F64Store, F64Load, F64, math.Float64bits(-0.5), math.Float64bits(-0.5)},
		{"i32_8", I32Store8, I32Load8U, I32, 0x1fe, 0xfe},
		{"i32_16", I32Store16, I32Load16U, I32, 0x1fffe, 0xfffe},
		{"i64_32", I64Store32, I64Load32U, I64, 0x1ffffffff, 0xffffffff},
	}
	m := &Module{}
	m.Memory(1, 1)
	for _, tc := range cases {
		fn := m.Func(m.Type([]ValueType{tc.typ}, []ValueType{tc.typ}))
		c := NewCode(1)
		c.I32(64)
		c.LocalGet(0)
		c.Memory(tc.store, 300)
		c.I32(300)
		c.Memory(tc.load, 64)
		m.Define(fn, c)
		m.ExportFunc(tc.name, fn)
	}
	instance := instantiate(t, m, nil)
	for _, tc := range cases {
		require.Equal(t, []uint64{tc.result}, call(t, instance, tc.name, tc.arg), tc.name)
	}
}

func TestConstants(t *testing.T) {
	m := &Module{}
	values := []int64{0, -1, 63, 64, -64, -65, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64, 1 << 40}
	names := make([]string, len(values))
	for k, v := range values {
		fn := m.Func(m.Type(nil, []ValueType{I32, I64, F64}))
		c := NewCode(0)
		c.I32(int32(v))
		c.I64(v)
		c.F64(float64(v) / 3)
		m.Define(fn, c)
		names[k] = string(rune('a' + k))
		m.ExportFunc(names[k], fn)
	}
	instance := instantiate(t, m, nil)
	for k, v := range values {
		require.Equal(t, []uint64{uint64(uint32(v)), uint64(v), math.Float64bits(float64(v) / 3)}, call(t, instance, names[k]))
	}
}

func TestBytesRefusesIncompleteModules(t *testing.T) {
	m := &Module{}
	fn := m.Func(m.Type(nil, nil))
	_, err := m.Bytes()
	require.ErrorIs(t, err, ErrModule, "a function without body")

	open := NewCode(0)
	open.Block(None)
	m.Define(fn, open)
	_, err = m.Bytes()
	require.ErrorIs(t, err, ErrModule, "an open block")

	m.Define(fn, NewCode(0))
	m.ExportFunc("x", 7)
	_, err = m.Bytes()
	require.ErrorIs(t, err, ErrModule, "an export of nothing")
}

func TestLocalRunsAreCompressed(t *testing.T) {
	one, many := NewCode(0), NewCode(0)
	one.NewLocal(I32)
	for range 100 {
		many.NewLocal(I32)
	}
	require.Equal(t, len(one.appendTo(nil)), len(many.appendTo(nil)))
	require.Zero(t, many.Len())
}

func TestVectors(t *testing.T) {
	m := &Module{}
	m.Memory(1, 1)
	m.Data(0, []byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0x80, 3})
	m.ExportMemory("memory")
	fn := m.Func(m.Type([]ValueType{I64, I32}, nil))
	c := NewCode(2)
	store := func(at int32, value func()) {
		c.I32(at)
		value()
		c.V128Store(64)
	}
	load := func() { c.I32(0); c.V128Load(0) }
	store(0, func() { load(); c.LocalGet(1); c.Op(I64x2Shl) })
	store(16, func() { load(); c.LocalGet(1); c.Op(I64x2ShrU) })
	store(32, func() { load(); c.V128(3, 6); c.Op(V128And) })
	store(48, func() { load(); c.LocalGet(0); c.Op(I64x2Splat, V128Or) })
	store(64, func() { load(); c.V128(3, 6); c.Op(V128Xor, V128Not) })
	store(80, func() { load(); c.V128(5, 7); c.V128(1, 1); c.Op(V128Bitselect) })
	store(96, func() { c.I32(0); c.V128Load(1) })
	m.Define(fn, c)
	m.ExportFunc("run", fn)
	instance := instantiate(t, m, nil)
	call(t, instance, "run", 0x10, 1)
	want := []uint64{
		2, 4, 0, 1<<62 | 1, 1, 2, 0x11, 1<<63 | 0x12, ^uint64(2), ^uint64(1<<63 | 4), 5, 6,
		2 << 56, 3<<56 | 1<<55,
	}
	for i, w := range want {
		got, ok := instance.Memory().ReadUint64Le(uint32(64 + 8*i))
		require.True(t, ok)
		require.Equalf(t, w, got, "word %d", i)
	}
}
