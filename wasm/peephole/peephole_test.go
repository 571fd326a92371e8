package peephole

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/invariants/thorough"
	. "simten.dev/wasm/module"
)

// The functions of the tests have the stack pointer in local 1, an i32, and numbers in the locals 2 and 3, which are
// i64.
const (
	stack     = 1
	frame     = 1 << 12 // where the stack is in the memory
	i64Load   = 0x29
	i64Xor    = 0x85
	localI64  = 2
	panics    = 1 // the function that stands for sigpanic
	ordinary  = 2
	signature = "\x01\x60\x01\x7f\x01\x7f"
)

// begin is what every function of Go begins with, and the block that it leaves when its goroutine gives way.
var begin = []byte{2, 1, TypeI32, 2, 0x7e, GlobalGet, 0, LocalSet, stack, Block, NoResults}

// finish ends the block and the function.
var finish = []byte{End, I32Const, 1, End}

func body(code ...byte) []byte {
	return append(append(append([]byte{}, begin...), code...), finish...)
}

func unsigned(out []byte, op byte, v uint64) []byte {
	return binary.AppendUvarint(append(out, op), v)
}

// address is an address on the stack as Go writes it.
func address(out []byte, offset int64) []byte {
	out = append(out, LocalGet, stack, I64ExtendU, I64Const)
	return append(encode.AppendSigned(out, offset), I64Add, I32WrapI64)
}

// wrap makes a module of a function that is exported, of one that never returns, as its name says, of one that does,
// and of more.
func wrap(body []byte, more ...[]byte) []byte {
	section := func(out []byte, id Section, content string) []byte {
		out = append(out, byte(id))
		return append(binary.AppendUvarint(out, uint64(len(content))), content...)
	}
	m := append([]byte{}, Header...)
	m = section(m, Types, signature)
	m = section(m, Functions, string(append([]byte{byte(3 + len(more))}, make([]byte, 3+len(more))...)))
	m = section(m, Memory, "\x01\x01\x01\x01")
	start := encode.AppendSigned([]byte{1, TypeI32, 1, I32Const}, frame)
	m = section(m, 6, string(append(start, End)))
	m = section(m, 7, "\x03\x01f\x00\x00\x06memory\x02\x00\x02sp\x03\x00")
	code := AppendSized([]byte{byte(3 + len(more))}, body)
	code = append(code, 4, 0, I32Const, 1, End, 4, 0, I32Const, 0, End)
	for _, b := range more {
		code = AppendSized(code, b)
	}
	m = section(m, Code, string(code))
	return section(m, Custom, "\x04name\x01\x13\x01\x01\x10runtime.sigpanic")
}

// shorten gives the function of a module, and what was changed.
func shorten(t *testing.T, code []byte) ([]byte, Counts) {
	out, counts, err := Shorten(wrap(code))
	require.NoError(t, err)
	var got []byte
	_, err = RewriteCode(out, func(body []byte) []byte {
		if got == nil {
			got = body
		}
		return body
	})
	require.NoError(t, err)
	return got, counts
}

func TestShortenedCode(t *testing.T) {
	back := []byte{GlobalGet, 0, LocalSet, stack, BrIf, 1, End}
	join := func(parts ...[]byte) (out []byte) {
		for _, p := range parts {
			out = append(out, p...)
		}
		return out
	}
	nilCheck := []byte{LocalGet, 0, If, NoResults, I32Const, 0, Call}
	move := []byte{LocalGet, stack, I32Const, 40, I32Add, LocalTee, stack, GlobalSet, 0, LocalGet, stack, I32Const, 8, I32Add, LocalTee, stack, GlobalSet, 0}
	value := []byte{LocalGet, localI64}
	for _, c := range []struct {
		name      string
		code, got []byte
		counts    Counts
	}{
		{"a check for nil", join(nilCheck, []byte{panics}, back), join(nilCheck, []byte{panics, Return, End}), Counts{Ends: 1}},
		{"another call", join(nilCheck, []byte{ordinary}, back), nil, Counts{}},
		{"a branch that is not to the exit", join([]byte{Block, NoResults}, nilCheck, []byte{panics}, back, []byte{End}), nil, Counts{}},
		{"no end behind it", join([]byte{I32Const, 0, Call, panics, GlobalGet, 0, LocalSet, stack, BrIf, 0, Nop}), nil, Counts{}},
		{"a load", join(address(nil, 24), []byte{i64Load, 3, 8, Drop}), []byte{LocalGet, stack, i64Load, 3, 32, Drop}, Counts{Addresses: 1}},
		{"a store", join(address(nil, 24), value, []byte{i64Store, 3, 0}), join([]byte{LocalGet, stack}, value, []byte{i64Store, 3, 24}), Counts{Addresses: 1}},
		{
			"a store of what was loaded", join(address(nil, 24), address(nil, 200), []byte{i64Load, 3, 0, i64Store, 3, 0}),
			[]byte{LocalGet, stack, LocalGet, stack, i64Load, 3, 0xc8, 1, i64Store, 3, 24},
			Counts{Addresses: 2},
		},
		{"an address that is stored", join([]byte{LocalGet, stack}, address(nil, 24), []byte{I64ExtendU, i64Store, 3, 0}), nil, Counts{}},
		{"an address of another variable", []byte{LocalGet, 0, I64ExtendU, I64Const, 8, I64Add, I32WrapI64, i64Load, 3, 0, Drop}, nil, Counts{}},
		{"below the stack", join(address(nil, -8), []byte{i64Load, 3, 0, Drop}), nil, Counts{}},
		{"too far", join(address(nil, 1<<31-1), unsigned([]byte{i64Load}, 3, 1<<31+1), []byte{Drop}), nil, Counts{}},
		{"a call between", join(address(nil, 24), []byte{LocalSet, 0, LocalGet, 0}, []byte{I32Const, 0, Call, ordinary, Drop}, value, []byte{i64Store, 3, 0}), nil, Counts{}},
		{
			"the frame is left", join(move, []byte{I32Const, 0, Return}),
			[]byte{LocalGet, stack, I32Const, 48, I32Add, GlobalSet, 0, I32Const, 0, Return},
			Counts{Frames: 1},
		},
		{"it goes on", join(move, []byte{I32Const, 0, Drop}), nil, Counts{}},
		{"a constant", []byte{I64Const, 5, I32WrapI64, Drop}, []byte{I32Const, 5, Drop}, Counts{Constants: 1}},
		{"a condition", []byte{LocalGet, localI64, I64Eqz, I64ExtendU, I64Eqz, I32Eqz, If, NoResults, End}, []byte{LocalGet, localI64, I64Eqz, If, NoResults, End}, Counts{Conditions: 1}},
		{
			"a condition the other way",
			[]byte{LocalGet, 0, I64ExtendU, I64Eqz, If, NoResults, End},
			[]byte{LocalGet, 0, I32Eqz, If, NoResults, End},
			Counts{Conditions: 1},
		},
		{"a condition that is kept", []byte{LocalGet, 0, I64ExtendU, I64Eqz, I32Eqz, Drop}, []byte{LocalGet, 0, I32Eqz, I32Eqz, Drop}, Counts{Conditions: 1}},
		{"a number that is compared with another", []byte{LocalGet, 0, I64ExtendU, I64Const, 1, 0x51, Drop}, nil, Counts{}},
		{"a large constant", join(encode.AppendSigned([]byte{I64Const}, 1<<31), []byte{I32WrapI64, Drop}), nil, Counts{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got == nil {
				c.got = c.code
			}
			got, counts := shorten(t, body(c.code...))
			require.Equal(t, body(c.got...), got)
			require.Equal(t, c.counts, counts)
		})
	}
	t.Run("no stack pointer", func(t *testing.T) {
		code := append([]byte{1, 2, TypeI32}, join(address(nil, 24), []byte{i64Load, 3, 8, Drop, I32Const, 0, End})...)
		got, counts := shorten(t, code)
		require.Equal(t, code, got)
		require.Zero(t, counts)
	})
}

// TestWhoNeverReturns: a function without an instruction that returns is called like those that begin a panic.
func TestWhoNeverReturns(t *testing.T) {
	const other = 3
	calls := body(I32Const, 0, Call, other, GlobalGet, 0, LocalSet, stack, BrIf, 0, End)
	for _, c := range []struct {
		name string
		body []byte
		ends bool
	}{
		{"it calls one that begins a panic", body(I32Const, 0, Call, panics, Drop), true},
		{"it returns in one case", body(LocalGet, 0, If, NoResults, I32Const, 0, Return, End, I32Const, 0, Call, panics, Drop), false},
		{"it gives way, and may come back behind the call", body(I32Const, 1, Return), false},
		{"it is not Go's", []byte{0, I32Const, 0, End}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, counts, err := Shorten(wrap(calls, c.body))
			require.NoError(t, err)
			n := 0
			if c.ends {
				n = 1
			}
			require.Equal(t, n, counts.Ends)
		})
	}
}

// TestCallsThatAreBegunElsewhere: of two places that call what never returns, the stack pointer and the return address
// are left.
func TestCallsThatAreBegunElsewhere(t *testing.T) {
	site := func(address byte, callee byte, behind ...byte) []byte {
		return append([]byte{
			LocalGet, stack, I32Const, 8, I32Sub, LocalTee, stack, GlobalSet, 0, LocalGet, stack, I64Const, address, i64Store, 3, 0, I32Const, 0, Call, callee,
		}, behind...)
	}
	once := append([]byte{LocalGet, 0, If, NoResults}, site(1, panics, Return)...)
	twice := append(append(append([]byte{}, once...), End), site(2, panics, Return)...)
	out, n, err := Begin(wrap(body(twice...)))
	require.NoError(t, err)
	require.Equal(t, 2, n)
	var bodies [][]byte
	_, err = RewriteCode(out, func(body []byte) []byte {
		bodies = append(bodies, body)
		return body
	})
	require.NoError(t, err)
	const starter = 3
	require.Equal(t, body(LocalGet, 0, If, NoResults, LocalGet, stack, I64Const, 1, Call, starter, Return, End, LocalGet, stack, I64Const, 2, Call, starter, Return), bodies[0])
	require.Len(t, bodies, 4)
	for name, code := range map[string][]byte{
		"once":              once,
		"it may come back":  append(site(1, panics, Drop), site(2, panics, Drop)...),
		"no return address": {LocalGet, 0, If, NoResults, I32Const, 0, Call, panics, Return, End, I32Const, 0, Call, panics, Return},
	} {
		m := wrap(body(append(code, End)...))
		out, n, err := Begin(m)
		require.NoError(t, err, name)
		require.Zero(t, n, name)
		require.Equal(t, m, out, name)
	}
	_, _, err = Begin(Header[:3])
	require.Error(t, err)
}

func TestTheNamesAreGone(t *testing.T) {
	out, _, err := Shorten(wrap(body()))
	require.NoError(t, err)
	names, err := FunctionNames(out)
	require.NoError(t, err)
	require.Empty(t, names)
	_, _, err = Shorten(Header[:3])
	require.Error(t, err)
}

// random makes a function that moves numbers between locals and the stack, in the ways of Go's compiler.
func random(r *rand.Rand) []byte {
	var code []byte
	// expression pushes an i64.
	var expression func(depth int)
	offset := func() int64 { return 8 * r.Int64N(40) }
	load := func() {
		if code = append(code, LocalGet, stack); r.IntN(2) == 0 {
			code = address(code[:len(code)-2], offset())
		}
		code = unsigned(append(code, i64Load), 3, uint64(offset()))
	}
	expression = func(depth int) {
		switch n := r.IntN(6); {
		case n == 0 || depth > 3:
			code = append(code, LocalGet, byte(localI64+r.IntN(2)))
		case n == 1:
			code = encode.AppendSigned(append(code, I64Const), r.Int64()>>r.IntN(64))
		case n == 2:
			load()
		case n == 3: // the address itself, and a constant that is made shorter
			code = append(address(code, offset()), I64ExtendU)
		case n == 4:
			code = encode.AppendSigned(append(code, I64Const), r.Int64N(1<<33))
			code = append(code, I32WrapI64, I64ExtendU)
		default:
			expression(depth + 1)
			expression(depth + 1)
			code = append(code, [...]byte{I64Add, i64Xor, 0x7e, 0x86}[r.IntN(4)]) // and mul, shl
		}
	}
	var statement func(depth int)
	statement = func(depth int) {
		switch n := r.IntN(8); {
		case n < 4:
			code = append(code, LocalGet, stack)
			if r.IntN(3) > 0 {
				code = address(code[:len(code)-2], offset())
			}
			expression(0)
			code = unsigned(append(code, i64Store), 3, uint64(offset()))
		case n == 4:
			expression(0)
			code = append(code, LocalSet, byte(localI64+r.IntN(2)))
		case n == 5 && r.IntN(2) == 0 && depth < 3:
			expression(0)
			code = append(code, I64Eqz, I64ExtendU, I64Eqz)
			if r.IntN(2) == 0 {
				code = append(code, I32Eqz)
			}
			code = append(code, If, NoResults)
			statement(depth + 1)
			code = append(code, End)
		case n == 5:
			expression(0)
			code = append(code, I64Eqz, If, NoResults, LocalGet, stack, I32Const, 8, I32Sub, LocalTee, stack, GlobalSet, 0, LocalGet, stack)
			code = encode.AppendSigned(append(code, I64Const), r.Int64N(1<<40))
			code = append(code, i64Store, 3, 0, I32Const, 0, Call, panics, GlobalGet, 0, LocalSet, stack, BrIf, byte(depth+1), End)
		case n == 6 && depth < 3:
			expression(0)
			code = append(code, I64Eqz, If, NoResults)
			statement(depth + 1)
			code = append(code, End)
		default:
			code = append(code, I32Const, 0, Call, ordinary, GlobalGet, 0, LocalSet, stack, BrIf, byte(depth))
		}
	}
	for range 1 + r.IntN(12) {
		statement(0)
	}
	for _, size := range []int64{8 * r.Int64N(30), 8} {
		code = append(code, LocalGet, stack, I32Const)
		code = append(encode.AppendSigned(code, size), I32Add, LocalTee, stack, GlobalSet, 0)
	}
	return body(append(code, I32Const, 0, Return)...)
}

// TestShorterFunctionsDoTheSame runs random functions as they are, shortened, and with calls that are begun elsewhere:
// result, stack pointer and memory are the same.
func TestShorterFunctionsDoTheSame(t *testing.T) {
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(ctx)
	run := func(m []byte, seed uint64) string {
		i, err := runtime.InstantiateWithConfig(ctx, m, wazero.NewModuleConfig().WithName(""))
		require.NoError(t, err, "seed %d: %x", seed, m)
		defer i.Close(ctx)
		r := rand.New(rand.NewPCG(seed, 2))
		for at := uint32(0); at < 1024; at += 8 {
			i.Memory().WriteUint64Le(frame+at, r.Uint64()*r.Uint64N(2))
		}
		result, err := i.ExportedFunction("f").Call(ctx, 0)
		require.NoError(t, err)
		memory, _ := i.Memory().Read(0, 1<<16)
		return fmt.Sprint(result, i.ExportedGlobal("sp").Get(), memory)
	}
	var all Counts
	begun := 0
	programs := thorough.Count(1000)
	for seed := range uint64(programs) {
		m := wrap(random(rand.New(rand.NewPCG(seed, 1))))
		short, counts, err := Shorten(m)
		require.NoError(t, err)
		require.Equal(t, run(m, seed), run(short, seed), "seed %d", seed)
		elsewhere, n, err := Begin(short)
		require.NoError(t, err)
		require.Equal(t, run(m, seed), run(elsewhere, seed), "seed %d", seed)
		begun += n
		all.Ends += counts.Ends
		all.Addresses += counts.Addresses
		all.Frames += counts.Frames
		all.Constants += counts.Constants
		all.Conditions += counts.Conditions
	}
	require.Greater(t, begun, programs/10)
	require.Greater(t, all.Ends, programs/10)
	require.Greater(t, all.Addresses, programs)
	require.Greater(t, all.Frames, programs/10)
	require.Greater(t, all.Constants, programs/10)
	require.Greater(t, all.Conditions, programs/10)
}

// FuzzShorten gives it anything: it ends, and what it makes of a module that is valid is valid.
func FuzzShorten(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(random(rand.New(rand.NewPCG(seed, 3))))
	}
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	f.Cleanup(func() { runtime.Close(ctx) })
	valid := func(m []byte) (ok bool) {
		defer func() { _ = recover() }() // it panics at some that are cut short
		_, err := runtime.CompileModule(ctx, m)
		return err == nil
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m := wrap(body)
		short, _, err := Shorten(m)
		require.NoError(t, err)
		short, _, err = Begin(short)
		require.NoError(t, err)
		r := Reader{B: body}
		for range r.Unsigned() { // the test's runtime makes a list of the locals
			if n := r.Unsigned(); n > 50_000 || r.Byte() == 0 {
				return
			}
		}
		if valid(m) {
			require.True(t, valid(short))
		}
	})
}
