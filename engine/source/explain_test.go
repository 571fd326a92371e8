package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThrowsAt(t *testing.T) {
	for text, want := range map[string]bool{
		"if (n) throw ‹new Error('x')":         true,
		"const s = '😀'; throw (‹new Error(s))": true,
		"throw ‹Error('x')":                    true,
		"‹throw 'x'":                           true,
		"throwing(); ‹new Error('x')":          false,
		"f(‹new Error('throw'))":               false,
		"‹throwing()":                          false,
		"rethrow(‹new Error('x'))":             false,
		"made.throw(‹new Error('x'))":          false,
		"made.‹throw(1)":                       false,
		"const throws = ‹new Error('x')":       false,
	} {
		text, at := marked(text)
		require.Equal(t, want, prepare(t, text).throwsAt(at), text)
	}
}
