package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/realm"
)

// TestLibrary compiles every component of the standard library alone, at several widths: each must
// be lowered fully and agree with its closures.
func TestLibrary(t *testing.T) {
	r, err := realm.New(realm.Options{})
	require.NoError(t, err)
	for _, name := range r.LibraryNames() {
		for _, options := range []string{"", "{ width: 4 }", "{ width: 32 }", "{ width: 64 }"} {
			text := fmt.Sprintf("const Only = circuit('Only', { nodes: { x: %s(%s) }, connect: () => [] })", name, options)
			if options == "" {
				text = fmt.Sprintf("const Only = circuit('Only', { nodes: { x: %s }, connect: () => [] })", name)
			}
			t.Run(name+options, func(t *testing.T) {
				p, ok := lowertest.TryCompile(t, text)
				if !ok {
					t.Skip("not a component, or not with these options")
				}
				require.Empty(t, p.Hints)
			})
		}
	}
}
