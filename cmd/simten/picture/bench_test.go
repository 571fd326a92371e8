package picture

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkDraw is a picture with everything that a process does for its first one after the layout engine is
// compiled.
func BenchmarkDraw(b *testing.B) {
	for _, name := range []string{"counter", "half-adder"} {
		b.Run(name, func(b *testing.B) {
			r := recorded(b, name)
			for b.Loop() {
				_, err := Draw(b.Context(), r)
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkLayoutEngine compiles the layout engine, which a process does once.
func BenchmarkLayoutEngine(b *testing.B) {
	for b.Loop() {
		_, err := compileLayout()
		require.NoError(b, err)
	}
}
