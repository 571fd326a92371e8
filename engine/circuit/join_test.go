package circuit

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestJoinTellsOfALoopOnce(t *testing.T) {
	loop := func(nodes ...string) Diagnostic {
		d := Diagnostic{Code: CodeLoop, Severity: Warning}
		for _, n := range nodes {
			d.Nodes = append(d.Nodes, NodePlace{Node: n})
		}
		return d
	}
	unused := Diagnostic{Code: "W001", Severity: Warning}
	error := loop("b", "c")
	error.Code, error.Severity = CodeOscillation, Error
	list := []Diagnostic{loop("a", "b"), unused, loop("x", "y")}
	require.Equal(t, []Diagnostic{unused, loop("x", "y"), error}, Join(list, error))
	require.Len(t, list[0].Nodes, 2, "the list that was given stays as it is")

	other := Diagnostic{Code: CodeException, Severity: Error}
	require.Equal(t, append(list[:3:3], other), Join(list, other))
}
