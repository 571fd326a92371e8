package jumps

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

// The functions of the tests write the number of each segment that they come through to memory, where a global says, and decide by the
// bytes that stand from choices on.
const (
	steps   = 200 // after which they give way
	choices = 1024
)

// made is a function in the form of Go's compiler.
type made struct {
	module  []byte
	entries []int // basic blocks at which it may be entered
}

// assemble puts segments into a function: each has its code, of which depth tells how many blocks of this package's kind are open around it.
func assemble(table []int, code func(segment int, out []byte) []byte, segments int) []byte {
	body := []byte{1, 2, typeI32} // two locals besides the parameter
	body = append(body, opGlobalGet, 0, opLocalSet, 1, opBlock, noResults, opLoop, noResults)
	for range segments {
		body = append(body, opBlock, noResults)
	}
	body = append(body, opLocalGet, 0, opBrTable)
	body = binary.AppendUvarint(body, uint64(len(table)-1))
	for _, to := range table {
		body = binary.AppendUvarint(body, uint64(to))
	}
	body = append(body, opEnd)
	for s := range segments {
		body = code(s, body)
		body = append(body, opEnd)
	}
	return append(body, 0x00, opEnd, opI32Const, 1, opEnd) // unreachable; the exit
}

func module(body []byte) []byte {
	section := func(out []byte, id byte, content ...byte) []byte {
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(content)))
		return append(out, content...)
	}
	m := append([]byte{}, header...)
	m = section(m, 1, 1, 0x60, 1, typeI32, 1, typeI32)
	m = section(m, 3, 2, 0, 0)
	m = section(m, 5, 1, 1, 1, 1)
	m = section(m, 6, 1, typeI32, 1, opI32Const, 0, opEnd)
	m = section(m, 7, append([]byte{3}, "\x01f\x00\x00\x06memory\x02\x00\x02at\x03\x00"...)...)
	code := []byte{2}
	code = binary.AppendUvarint(code, uint64(len(body)))
	code = append(code, body...)
	code = append(code, 4, 0, opI32Const, 0, opEnd)
	return section(m, codeSection, code...)
}

// random makes a function of random jumps: forward and back, in and out of loops, from inside of blocks.
func random(r *rand.Rand) made {
	segments := 1 + r.IntN(12)
	var table []int
	for s := range segments {
		for range 1 + r.IntN(2)*r.IntN(3) {
			table = append(table, s)
		}
	}
	block := func() (int, int) { b := r.IntN(len(table)); return b, table[b] }
	calls := make([]bool, segments)
	often := r.IntN(3)
	for s := range calls {
		calls[s] = r.IntN(3) < often
	}
	code := func(s int, out []byte) []byte {
		loop := segments - 1 - s // its depth outside of all blocks
		jump := func(inner int) {
			b, _ := block()
			out = appendConst(out, b)
			out = appendUnsigned(out, opLocalSet, blockVariable)
			out = appendUnsigned(out, opBr, loop+inner)
		}
		choice := func(n int) { // a number below n
			out = append(out, opGlobalGet, 0, 0x2d, 0) // i32.load8_u
			out = binary.AppendUvarint(out, choices)
			out = appendConst(out, n)
			out = append(out, 0x70) // i32.rem_u
		}
		out = append(out, opGlobalGet, 0)
		out = appendConst(out, s)
		out = append(out, 0x3a, 0, 0, opGlobalGet, 0, opI32Const, 1, 0x6a, 0x24, 0) // i32.store8; one further
		out = append(out, opGlobalGet, 0)
		out = appendConst(out, steps)
		out = append(out, 0x4f) // i32.ge_u
		out = appendUnsigned(out, opBrIf, loop+1)
		for range r.IntN(3) {
			choice(2 + r.IntN(3))
			out = append(out, opIf, noResults)
			switch r.IntN(5) {
			case 0:
				out = append(out, opBlock, noResults)
				choice(2)
				out = append(out, opBrIf, 0)
				jump(2)
				out = append(out, opEnd)
			case 1:
				out = append(out, opI32Const, 0, 0x0f) // return
			default:
				jump(1)
			}
			out = append(out, opEnd)
		}
		if r.IntN(4) == 0 { // the variable is used for something else, too
			out = appendConst(out, 1+r.IntN(len(table)))
			out = appendUnsigned(out, opLocalSet, blockVariable)
		}
		if calls[s] {
			out = append(out, opI32Const, 0, opCall, 1)
			out = appendUnsigned(out, opBrIf, loop+1)
		}
		if r.IntN(3) == 0 || s == segments-1 {
			jump(0)
		}
		return out
	}
	m := made{module: module(assemble(table, code, segments)), entries: []int{0}}
	for b, s := range table {
		if calls[s] || s > 0 && calls[s-1] {
			m.entries = append(m.entries, b)
		}
	}
	return m
}

// TestDirectJumpsGoWhereTheTableGoes runs random functions as they are and made direct, from each basic block at which
// they may be entered: both come through the same segments.
func TestDirectJumpsGoWhereTheTableGoes(t *testing.T) {
	ctx := context.Background()
	direct := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := random(r)
		changed, n, err := Direct(f.module)
		require.NoError(t, err)
		direct += n
		runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
		run := func(m []byte, entry int, decisions []byte) string {
			i, err := runtime.InstantiateWithConfig(ctx, m, wazero.NewModuleConfig().WithName(""))
			require.NoError(t, err, "seed %d: %x", seed, m)
			defer i.Close(ctx)
			require.True(t, i.Memory().Write(choices, decisions))
			result, err := i.ExportedFunction("f").Call(ctx, uint64(entry))
			at := i.ExportedGlobal("at").Get()
			way, _ := i.Memory().Read(0, uint32(at))
			return fmt.Sprint(result, err != nil, at, way)
		}
		for _, entry := range f.entries {
			for range 4 {
				decisions := make([]byte, steps+8)
				for i := range decisions {
					decisions[i] = byte(r.Uint32())
				}
				require.Equal(t, run(f.module, entry, decisions), run(changed, entry, decisions), "seed %d, entered at %d", seed, entry)
			}
		}
		require.NoError(t, runtime.Close(ctx))
	}
	require.Greater(t, direct, 1000)
}

// TestOtherFunctionsStay: what does not have the form is not touched.
func TestOtherFunctionsStay(t *testing.T) {
	stay := func(body ...byte) {
		t.Helper()
		got, n := directBody(body)
		require.Equal(t, body, got)
		require.Zero(t, n)
	}
	stay(0, opI32Const, 0, opEnd)
	stay(0, opLoop, noResults, opEnd, opI32Const, 0, opEnd)
	stay(0, opLoop, noResults, opBlock, noResults, opLocalGet, 1, opBrTable, 0, 0, opEnd, opEnd, opI32Const, 0, opEnd) // another variable
	stay(0, 0xfd, 0)                                                                                                   // an instruction of vectors
	far := func(_ int, out []byte) []byte { return append(out, opI32Const, 9, opLocalSet, 0, opBr, 0) }
	stay(assemble([]int{0}, far, 1)...) // a basic block that the table does not have
	below := func(_ int, out []byte) []byte { return append(out, opI32Const, 0x7f, opLocalSet, 0, opBr, 0) }
	stay(assemble(make([]int, 200), below, 1)...) // -1, which is no basic block
	stay(assemble([]int{1, 1}, func(s int, out []byte) []byte {
		return append(out, opI32Const, 1, opLocalSet, 0, opBr, byte(1-s))
	}, 2)...) // the start is not the first segment
	dynamic := func(_ int, out []byte) []byte { return append(out, opLocalGet, 1, opLocalSet, 0, opBr, 0) }
	stay(assemble([]int{0}, dynamic, 1)...) // a basic block that is computed
}

func TestBrokenModules(t *testing.T) {
	for _, m := range [][]byte{nil, header[:7], append(append([]byte{}, header...), codeSection, 5, 0), append(append([]byte{}, header...), codeSection, 2, 1, 9)} {
		_, _, err := Direct(m)
		require.Error(t, err, "%x", m)
	}
}

// FuzzDirect gives it anything: it ends, and what it makes of a module that is valid is valid.
func FuzzDirect(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(random(rand.New(rand.NewPCG(seed, 2))).module)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	f.Cleanup(func() { runtime.Close(ctx) })
	f.Fuzz(func(t *testing.T, m []byte) {
		changed, _, err := Direct(m)
		if _, invalid := runtime.CompileModule(ctx, m); invalid != nil {
			return
		}
		require.NoError(t, err)
		_, err = runtime.CompileModule(ctx, changed)
		require.NoError(t, err)
	})
}
