package word

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every kind has a row, and every kind with operands is computed by its row or by Graph.Apply, unless it reads state.
func TestRows(t *testing.T) {
	elsewhere := map[Kind]bool{
		Mux: true, FMux: true, Table: true, Extract: true, Insert: true, Repeat: true, // Graph.Apply
		MemRead: true, Result: true,
	}
	names := map[string]Kind{}
	for k := Const; k < kindCount; k++ {
		e := &table[k]
		require.NotEmpty(t, e.Name, "kind %d", k)
		require.NotContains(t, names, e.Name)
		names[e.Name] = k
		computed := e.narrow != nil || e.float != nil
		require.Equal(t, e.Operands > 0 && !elsewhere[k], computed, k)
		require.False(t, e.narrow != nil && e.float != nil, k)
		require.Equal(t, e.float != nil, computed && e.Float && e.FloatIn, k)
		require.False(t, e.wide != nil && !computed, k)
	}
}
