package product

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// module puts sections behind the header of a module.
func module(sections ...[]byte) []byte {
	b := append([]byte(nil), header...)
	for _, s := range sections {
		b = append(b, s[0], byte(len(s)-1))
		b = append(b, s[1:]...)
	}
	return b
}

var (
	custom     = []byte{0, 1, 'x', 9, 9}
	goImports  = []byte{2, 2, 4, 'g', 'o', 'j', 's', 1, 'a', 0, 5, 4, 'g', 'o', 'j', 's', 1, 'b', 0, 6}
	allImports = []byte{2, 4, 1, 'e', 1, 'f', 0, 0, 1, 'e', 1, 't', 1, 0x70, 0, 1, 1, 'e', 1, 'm', 2, 1, 1, 2, 1, 'e', 1, 'g', 3, 0x7f, 0}
	limited    = []byte{5, 1, 1, 3, 0x80, 0x40} // 3 to 8192 pages
	endless    = []byte{5, 1, 0, 3}
)

func TestParseModule(t *testing.T) {
	m, err := ParseModule(module(custom, goImports, limited))
	require.NoError(t, err)
	require.Equal(t, Module{
		Imports: []Import{{"gojs", "a"}, {"gojs", "b"}},
		Memory:  &Memory{Minimum: 3, Maximum: 8192, Limited: true},
	}, m)

	m, err = ParseModule(module(allImports, endless))
	require.NoError(t, err)
	require.Equal(t, []Import{{"e", "f"}, {"e", "t"}, {"e", "m"}, {"e", "g"}}, m.Imports)
	require.False(t, m.Memory.Limited)

	m, err = ParseModule(module())
	require.NoError(t, err)
	require.Nil(t, m.Memory)
}

func TestParseModuleRefusesWhatIsMalformed(t *testing.T) {
	for name, b := range map[string][]byte{
		"empty":             {},
		"another version":   {0, 'a', 's', 'm', 2, 0, 0, 0},
		"section too long":  append(append([]byte(nil), header...), 5, 200),
		"section cut off":   append(append([]byte(nil), header...), 5),
		"name too long":     module([]byte{2, 1, 200, 'g'}),
		"unknown import":    module([]byte{2, 1, 1, 'e', 1, 'f', 9, 0}),
		"memory without it": module([]byte{5, 1, 1, 3}),
		"endless number":    module([]byte{5, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}),
	} {
		_, err := ParseModule(b)
		require.Error(t, err, name)
	}
}

func FuzzParseModule(f *testing.F) {
	for _, seed := range [][]byte{module(custom, goImports, limited), module(allImports), header, {}} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, b []byte) {
		// Any bytes are either read or refused.
		_, _ = ParseModule(b)
	})
}

func TestCheckEngineFindsPlantedViolations_A149(t *testing.T) {
	parse := func(sections ...[]byte) Module {
		m, err := ParseModule(module(sections...))
		require.NoError(t, err)
		return m
	}
	require.Empty(t, CheckEngine(parse(goImports, limited), 8192, MaxPackedBytes))
	for name, c := range map[string]struct {
		module Module
		bytes  int64
		want   string
	}{
		"too big":        {parse(goImports, limited), MaxPackedBytes + 1, fmt.Sprintf("at most %d", MaxPackedBytes)},
		"no maximum":     {parse(goImports, endless), 1, "no maximum"},
		"other maximum":  {parse(goImports, []byte{5, 1, 1, 3, 4}), 1, "4 pages, not to 8192"},
		"no memory":      {parse(goImports), 1, "no memory"},
		"foreign import": {parse([]byte{2, 1, 1, 'e', 1, 'f', 0, 0}, limited), 1, "imports e.f"},
	} {
		wrong := CheckEngine(c.module, 8192, c.bytes)
		require.Len(t, wrong, 1, name)
		require.Contains(t, wrong[0], c.want, name)
	}
}
