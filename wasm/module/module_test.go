package module

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sim/wasmgen/encode"
)

func section(id Section, content ...byte) []byte {
	return append([]byte{byte(id), byte(len(content))}, content...)
}

func join(sections ...[]byte) []byte {
	m := append([]byte{}, Header...)
	for _, s := range sections {
		m = append(m, s...)
	}
	return m
}

func TestRewriteChangesWhatItIsTold(t *testing.T) {
	m := join(section(3, 1, 2), section(Custom, 1, 'x'), section(Memory, 9))
	out, err := Rewrite(m, func(id Section, content []byte) ([]byte, error) {
		switch id {
		case Custom:
			return nil, nil
		case Memory:
			return []byte{7, 8}, nil
		}
		return content, nil
	})
	require.NoError(t, err)
	require.Equal(t, join(section(3, 1, 2), section(Memory, 7, 8)), out)
}

func TestRewriteSaysWhereItIsWrong(t *testing.T) {
	same := func(_ Section, content []byte) ([]byte, error) { return content, nil }
	for _, m := range [][]byte{nil, Header[:7]} {
		_, err := Rewrite(m, same)
		require.ErrorContains(t, err, "not a WebAssembly module")
	}
	_, err := Rewrite(join(section(3, 1), []byte{4, 9, 1}), same)
	require.EqualError(t, err, "the section at byte 11 ends behind the module")
	no := errors.New("no")
	_, err = Rewrite(join(section(3, 1)), func(Section, []byte) ([]byte, error) { return nil, no })
	require.ErrorIs(t, err, no)
}

func TestRewriteCode(t *testing.T) {
	m := join(section(Code, 2, 2, 0, End, 3, 0, Nop, End))
	out, err := RewriteCode(m, func(body []byte) []byte { return append(body[:1:1], Nop, Nop, End) })
	require.NoError(t, err)
	require.Equal(t, join(section(Code, 2, 4, 0, Nop, Nop, End, 4, 0, Nop, Nop, End)), out)
	_, err = RewriteCode(join(section(Code, 2, 2, 0, End, 3, 0)), func(body []byte) []byte { return body })
	require.ErrorContains(t, err, "function 1 ends behind the code")
}

func TestFunctionNames(t *testing.T) {
	names := section(Custom, 4, 'n', 'a', 'm', 'e', 0, 2, 1, 'm', 1, 7, 2, 0, 1, 'a', 5, 1, 'b', 2, 1, 0)
	got, err := FunctionNames(join(section(Custom, 1, 'x'), names))
	require.NoError(t, err)
	require.Equal(t, map[uint64]string{0: "a", 5: "b"}, got)
	require.True(t, IsNames(Custom, names[2:]))
	require.False(t, IsNames(Memory, names[2:]))
	for cut := 8; cut < len(names)-2; cut++ {
		broken := append([]byte{0, byte(cut)}, names[2:2+cut]...)
		_, err := FunctionNames(join(broken))
		if cut != 9 && cut != 18 { // where a list ends
			require.Error(t, err, "%d", cut)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, v := range []int64{0, 1, 63, 64, -1, -64, -65, 1 << 40, -1 << 63, 1<<63 - 1} {
		r := Reader{B: encode.AppendSigned(nil, v)}
		require.Equal(t, v, r.Signed())
		require.Equal(t, len(r.B), r.At)
		r = Reader{B: encode.AppendUnsigned(nil, uint64(v))}
		require.Equal(t, uint64(v), r.Unsigned())
		require.False(t, r.Failed)
	}
	for _, b := range [][]byte{nil, {0x80}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0}} {
		r := Reader{B: b}
		require.Zero(t, r.Unsigned())
		require.True(t, r.Failed)
	}
}

// TestBody reads one instruction of each form.
func TestBody(t *testing.T) {
	forms := []struct {
		text  []byte
		value int64
	}{
		{[]byte{Nop}, 0},
		{[]byte{Block, NoResults}, -64}, // a type is a signed number
		{[]byte{Call, 0x81, 1}, 129},
		{[]byte{LocalTee, 3}, 3},
		{[]byte{CallIndirect, 4, 0}, 4},
		{[]byte{0x29, 3, 16}, 16},
		{[]byte{0x37, 3, 0x80, 1}, 128},
		{[]byte{MemorySize, 0}, 0},
		{[]byte{I32Const, 0x7f}, -1},
		{[]byte{I64Const, 0xff, 0}, 127},
		{[]byte{F32Const, 1, 2, 3, 4}, 0},
		{[]byte{F64Const, 1, 2, 3, 4, 5, 6, 7, 8}, 0},
		{[]byte{I64Add}, 0},
		{[]byte{Prefix, 7}, 7},
		{[]byte{Prefix, memoryCopy, 0, 0}, memoryCopy},
		{[]byte{Prefix, memoryFill, 0}, memoryFill},
		{[]byte{End}, 0},
	}
	body := []byte{1, 2, TypeI32}
	for _, f := range forms {
		body = append(body, f.text...)
	}
	declared, list, ok := Body(body)
	require.True(t, ok)
	require.Equal(t, 3, declared)
	require.Len(t, list, len(forms))
	at := declared
	for i, f := range forms {
		in := list[i]
		require.Equal(t, Instruction{At: at, End: at + len(f.text), Op: f.text[0], Value: f.value}, in)
		at = in.End
	}
	_, table, ok := Body([]byte{0, BrTable, 2, 5, 6, 7})
	require.True(t, ok)
	require.Equal(t, []uint64{5, 6, 7}, table[0].Targets)
	for _, broken := range [][]byte{{}, {1, 2}, {0, Call}, {0, 0xfd, 0}, {0, Prefix, 8}, {0, BrTable, 9, 1}, {0, I32Const, 0x80}} {
		_, _, ok := Body(broken)
		require.False(t, ok, "%x", broken)
	}
}

// FuzzBody reads anything: it ends, and instructions follow each other without a gap.
func FuzzBody(f *testing.F) {
	f.Add([]byte{1, 2, TypeI32, Block, NoResults, I32Const, 1, BrTable, 1, 0, 0, End, End})
	f.Fuzz(func(t *testing.T, body []byte) {
		at, list, ok := Body(body)
		if !ok {
			return
		}
		for _, in := range list {
			require.Equal(t, at, in.At)
			require.Greater(t, in.End, in.At)
			at = in.End
		}
		require.Equal(t, len(body), at)
	})
}
