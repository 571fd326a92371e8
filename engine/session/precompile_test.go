package session

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
	"simten.dev/examples"
)

// sandbox-site/test/precompiled.test.ts runs them against the engine.
func TestPrecompiledExamples(t *testing.T) {
	list, err := examples.Catalogue()
	require.NoError(t, err)
	var left []string
	for _, example := range list {
		p, err := Precompile(context.Background(), protocol.CompileRequest{Source: example.Code, Harness: true}, protocol.DefaultLimits)
		if err != nil {
			require.ErrorIs(t, err, ErrNotPrecompiled, example.ID)
			left = append(left, example.ID)
			continue
		}
		require.NotEmpty(t, p.Code, example.ID)
		require.NotNil(t, p.Result.Design, example.ID)
		require.Len(t, p.States, len(p.Result.Design.States), example.ID)
		require.NotEmpty(t, p.Result.Tables, example.ID)
	}
	t.Log("left out:", left)
	require.LessOrEqual(t, len(left), 2)
}

func TestPrecompileLeavesToTheEngine(t *testing.T) {
	for name, source := range map[string]string{
		"an error": `circuit('A', { inputs: { a: bit }, outputs: { y: bit }, nodes: {}, connect: () => [missing] })`,
		"a lambda that is called": `circuit('A', { inputs: { a: bus(8) }, outputs: { y: bus(8) },
			eval: ({ a }) => ({ y: [...String(a)].sort().join('').length }) })`,
		"a package": `import { x } from 'tiny'
			circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: x(a) }) })`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Precompile(context.Background(), protocol.CompileRequest{Source: source}, protocol.DefaultLimits)
			require.ErrorIs(t, err, ErrNotPrecompiled)
		})
	}
}
