package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCircuitNames(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []CircuitName
	}{
		{"D93 a name with its place", "const a = 1\n  circuit('Adder', {", []CircuitName{{"Adder", 2, 12, 17}}},
		{"D93 all quotes, spaces between", "circuit (\t\"A\")\ncircuit(`B`)", []CircuitName{{"A", 1, 12, 13}, {"B", 2, 10, 11}}},
		{"D93 several in a line", "circuit('A', circuit('B'))", []CircuitName{{"A", 1, 10, 11}, {"B", 1, 23, 24}}},
		{"D93 text that does not compile", "circuit('Half', {{{", []CircuitName{{"Half", 1, 10, 14}}},
		{"D93 computed names are left out", "circuit('Reg' + w)\ncircuit(name)\ncircuit(`R${w}`)\nmycircuit('X')\ncircuit(\n'Y')", []CircuitName{}},
		{"D93 mixed quotes are none", "circuit('A\")", []CircuitName{}},
		{"D93 columns as editors count", "/* 😀 */ circuit('Ok')\r\ncircuit('Next')", []CircuitName{{"Ok", 1, 19, 21}, {"Next", 2, 10, 14}}},
		{"nothing", "", []CircuitName{}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, CircuitNames(c.text)) })
	}
}
