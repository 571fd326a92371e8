package sandbox

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// Arithmetic in which the interpreter of the language is wrong by itself. The values are those of ECMAScript.
func TestArithmeticOfTheLanguage(t *testing.T) {
	for _, c := range [][2]string{ // expression, text of its value
		{"Number(2n ** 64n - 1n)", "18446744073709552000"},
		{"Number(-(2n ** 70n))", "-1.1805916207174113e+21"},
		{"Number(9007199254740993n)", "9007199254740992"},
		{"Number(9007199254740995n)", "9007199254740996"},
		{"Number(-9223372036854775809n)", "-9223372036854776000"},
		{"Number(2n ** 2000n)", "Infinity"},
		{"Number(2n ** 64n - 1n) | 0", "0"},
		{"new Number(2n ** 70n).valueOf()", "1.1805916207174113e+21"},
		{"[2n ** 64n, '7', true].map(Number).join()", "18446744073709552000,7,1"},
		{"Number() + Number(null) + Number('0x10')", "16"},
		{"Number(5n) instanceof Number", "false"},
		{"new Number(5) instanceof Number", "true"},
		{"(5).constructor === Number", "true"},
		{"new (class K extends Number { twice() { return this * 2 } })(4).twice()", "8"},
		{"Number.isInteger(Number(3n)) && Number.MAX_SAFE_INTEGER", "9007199254740991"},
	} {
		expression, want := c[0], c[1]
		compiled, err := Compile(context.Background(), Source{Text: "console.log(String(" + expression + "))", Grants: circuit.AllGrants()}, Limits{})
		require.NoError(t, err)
		require.Equal(t, []string{want}, compiled.Console, "%s %v", expression, compiled.Diagnostics)
		compiled.Close()
	}
}
