package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMakeLazy(t *testing.T) {
	changed, err := makeLazy(map[string][]byte{
		"a.go": []byte(`package p

import "regexp"

var table = map[string][]int{"a": {1}}

var Kept = map[string]int{}

var (
	word  = regexp.MustCompile("a(b)")
	count = 3
)

func use(s string) bool { return word.MatchString(s) && len(table) == count }
`),
		"b.go": []byte("package p\n\nfunc also(r row) int { return len(table[\"a\"]) + r.table }\n"),
		"c.go": []byte("package p\n\nvar Version = 1\n"),
	})
	require.NoError(t, err)
	require.Len(t, changed, 2)
	require.Equal(t, `package p

import "regexp"

var table = func() map[string][]int { return map[string][]int{"a": {1}} }

var Kept = map[string]int{}

var (
	word  = func() *regexp.Regexp { return regexp.MustCompile("a(b)") }
	count = 3
)

func use(s string) bool { return word().MatchString(s) && len(table()) == count }
`, string(changed["a.go"]))
	require.Equal(t, "package p\n\nfunc also(r row) int { return len(table()[\"a\"]) + r.table }\n", string(changed["b.go"]))
}

func TestMakeLazyNeedsSomethingToDo(t *testing.T) {
	_, err := makeLazy(map[string][]byte{"a.go": []byte("package p\n\nvar n = 1\n")})
	require.ErrorContains(t, err, "no table")
	_, err = makeLazy(map[string][]byte{"a.go": []byte("package")})
	require.Error(t, err)
}

// The packages that are rewritten compile; otherwise the module would silently be built with them as they are.
func TestLazyPackagesCompile(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	gomod, err := writeLazy(t.TempDir())
	require.NoError(t, err)
	_, err = goTool(append([]string{"build", "-modfile", gomod}, lazyPackages...)...)
	require.NoError(t, err)
}
