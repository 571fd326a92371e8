package jumps

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"simten.dev/wasm/module"
)

// The functions of the tests write the number of each segment that they come through to memory, where a global says,
// and decide by the bytes that stand from choices on.
const (
	steps   = 200 // after which they give way
	choices = 1024
)

// ordinary and deferred are functions that those of the tests call.
const (
	ordinary = 1
	deferred = 2
)

var names = map[uint64]string{ordinary: "main.f", deferred: deferReturn}

// made is a function in the form of Go's compiler.
type made struct {
	module  []byte
	entries []int // basic blocks at which it may be entered
}

// assemble puts segments into a function: each has its code, of which depth tells how many blocks of this package's
// kind are open around it.
func assemble(table []int, code func(segment int, out []byte) []byte, segments int) []byte {
	body := []byte{1, 2, module.TypeI32} // two locals besides the parameter
	body = append(body, module.GlobalGet, 0, module.LocalSet, 1, module.Block, module.NoResults, module.Loop, module.NoResults)
	for range segments {
		body = append(body, module.Block, module.NoResults)
	}
	body = append(body, module.LocalGet, 0, module.BrTable)
	body = binary.AppendUvarint(body, uint64(len(table)-1))
	for _, to := range table {
		body = binary.AppendUvarint(body, uint64(to))
	}
	body = append(body, module.End)
	for s := range segments {
		body = code(s, body)
		body = append(body, module.End)
	}
	return append(body, 0x00, module.End, module.I32Const, 1, module.End) // unreachable; the exit
}

func wrap(body []byte) []byte {
	section := func(out []byte, id byte, content ...byte) []byte {
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(content)))
		return append(out, content...)
	}
	m := append([]byte{}, module.Header...)
	m = section(m, 1, 1, 0x60, 1, module.TypeI32, 1, module.TypeI32)
	m = section(m, 3, 3, 0, 0, 0)
	m = section(m, 5, 1, 1, 1, 1)
	m = section(m, 6, 1, module.TypeI32, 1, module.I32Const, 0, module.End)
	m = section(m, 7, append([]byte{3}, "\x01f\x00\x00\x06memory\x02\x00\x02at\x03\x00"...)...)
	code := []byte{3}
	code = binary.AppendUvarint(code, uint64(len(body)))
	code = append(code, body...)
	for range 2 {
		code = append(code, 4, 0, module.I32Const, 0, module.End)
	}
	return section(m, byte(module.Code), code...)
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
	calls := make([]byte, segments) // the function that a segment calls at its end, or 0
	often := r.IntN(3)
	for s := range segments - 1 {
		if r.IntN(3) < often {
			calls[s] = ordinary + byte(r.IntN(4)/3)
		}
	}
	code := func(s int, out []byte) []byte {
		loop := segments - 1 - s // its depth outside of all blocks
		jump := func(inner int) {
			b, _ := block()
			out = appendConst(out, b)
			out = appendUnsigned(out, module.LocalSet, blockVariable)
			out = appendUnsigned(out, module.Br, loop+inner)
		}
		choice := func(n int) { // a number below n
			out = append(out, module.GlobalGet, 0, 0x2d, 0) // i32.load8_u
			out = binary.AppendUvarint(out, choices)
			out = appendConst(out, n)
			out = append(out, 0x70) // i32.rem_u
		}
		out = append(out, module.GlobalGet, 0)
		out = appendConst(out, s)
		out = append(out, 0x3a, 0, 0, module.GlobalGet, 0, module.I32Const, 1, 0x6a, 0x24, 0) // i32.store8; one further
		out = append(out, module.GlobalGet, 0)
		out = appendConst(out, steps)
		out = append(out, 0x4f) // i32.ge_u
		out = appendUnsigned(out, module.BrIf, loop+1)
		for range r.IntN(3) {
			choice(2 + r.IntN(3))
			out = append(out, module.If, module.NoResults)
			switch r.IntN(5) {
			case 0:
				out = append(out, module.Block, module.NoResults)
				choice(2)
				out = append(out, module.BrIf, 0)
				jump(2)
				out = append(out, module.End)
			case 1:
				out = append(out, module.I32Const, 0, module.Return)
			case 2: // a call that does not come back
				out = append(out, module.I32Const, 0, module.Call, ordinary, module.Return)
			default:
				jump(1)
			}
			out = append(out, module.End)
		}
		if r.IntN(4) == 0 { // the variable is used for something else, too
			out = appendConst(out, 1+r.IntN(len(table)))
			out = appendUnsigned(out, module.LocalSet, blockVariable)
		}
		if calls[s] > 0 {
			out = append(out, module.I32Const, 0, module.Call, calls[s])
			if r.IntN(2) == 0 {
				out = append(out, module.GlobalGet, 0, module.LocalSet, 1)
			}
			return appendUnsigned(out, module.BrIf, loop+1)
		}
		if r.IntN(3) == 0 || s == segments-1 {
			jump(0)
		}
		return out
	}
	m := made{module: wrap(assemble(table, code, segments)), entries: []int{0}}
	for b, s := range table {
		if calls[s] == deferred || s > 0 && calls[s-1] > 0 {
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
		changed, n, err := Direct(f.module, names)
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
		got, n := directBody(body, deferred)
		require.Equal(t, body, got)
		require.Zero(t, n)
	}
	stay(0, module.I32Const, 0, module.End)
	stay(0, module.Loop, module.NoResults, module.End, module.I32Const, 0, module.End)
	stay(0, module.Loop, module.NoResults, module.Block, module.NoResults, module.LocalGet, 1, module.BrTable, 0, 0, module.End, module.End, module.I32Const, 0, module.End) // another variable
	stay(0, 0xfd, 0)                                                                                                                                                         // an instruction of vectors
	far := func(_ int, out []byte) []byte {
		return append(out, module.I32Const, 9, module.LocalSet, 0, module.Br, 0)
	}
	stay(assemble([]int{0}, far, 1)...) // a basic block that the table does not have
	below := func(_ int, out []byte) []byte {
		return append(out, module.I32Const, 0x7f, module.LocalSet, 0, module.Br, 0)
	}
	stay(assemble(make([]int, 200), below, 1)...) // -1, which is no basic block
	stay(assemble([]int{1, 1}, func(s int, out []byte) []byte {
		return append(out, module.I32Const, 1, module.LocalSet, 0, module.Br, byte(1-s))
	}, 2)...) // the start is not the first segment
	dynamic := func(_ int, out []byte) []byte {
		return append(out, module.LocalGet, 1, module.LocalSet, 0, module.Br, 0)
	}
	stay(assemble([]int{0}, dynamic, 1)...) // a basic block that is computed
}

// TestTheTableIsForThoseThatResume: basic blocks that only jumps lead to are not in the table, so that a browser's
// compiler knows where a function is entered.
func TestTheTableIsForThoseThatResume(t *testing.T) {
	targets := func(callee byte) (targets [][]uint64) {
		body, _ := directBody(assemble([]int{0, 1, 2, 3}, func(s int, out []byte) []byte {
			switch s {
			case 0: // goes to the last or on
				out = append(out, module.LocalGet, 1, module.If, module.NoResults, module.I32Const, 3, module.LocalSet, blockVariable, module.Br, 4, module.End)
			case 1:
				if callee != 0 {
					out = append(out, module.I32Const, 0, module.Call, callee, module.GlobalGet, 0, module.LocalSet, 1, module.BrIf, 3)
				}
			case 2:
				out = append(out, module.I32Const, 0, module.Call, ordinary, module.Return)
			}
			return out
		}, 4), deferred)
		_, list, ok := module.Body(body)
		require.True(t, ok)
		for _, in := range list {
			if in.Op == module.BrTable {
				targets = append(targets, in.Targets)
			}
		}
		return targets
	}
	require.Empty(t, targets(0))
	require.Equal(t, [][]uint64{{2, 0}}, targets(ordinary)) // the basic block behind the call, and all others
	require.Equal(t, [][]uint64{{1, 2, 0}}, targets(deferred))
}

func TestBrokenModules(t *testing.T) {
	for _, m := range [][]byte{nil, module.Header[:7], append(append([]byte{}, module.Header...), byte(module.Code), 5, 0), append(append([]byte{}, module.Header...), byte(module.Code), 2, 1, 9)} {
		_, _, err := Direct(m, names)
		require.Error(t, err, "%x", m)
	}
	_, _, err := Direct(wrap(assemble([]int{0}, func(_ int, out []byte) []byte { return out }, 1)), nil)
	require.ErrorContains(t, err, deferReturn)
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
		changed, _, err := Direct(m, names)
		if _, invalid := runtime.CompileModule(ctx, m); invalid != nil {
			return
		}
		require.NoError(t, err)
		_, err = runtime.CompileModule(ctx, changed)
		require.NoError(t, err)
	})
}
