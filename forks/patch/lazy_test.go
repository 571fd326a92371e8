package patch

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMakeLazy(t *testing.T) {
	changed, n, err := makeLazy(map[string][]byte{
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
	require.Equal(t, 2, n)
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
	_, n, err := makeLazy(map[string][]byte{"a.go": []byte("package p\n\nvar n = 1\n")})
	require.NoError(t, err)
	require.Zero(t, n)
	_, _, err = makeLazy(map[string][]byte{"a.go": []byte("package")})
	require.Error(t, err)
}
