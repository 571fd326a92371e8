package trace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// wired has the inputs a (8 bits), "b c" and on.
func wired(t *testing.T, sequential bool) *elaborate.Design {
	d := design(t)
	bit := circuit.PortType{Kind: circuit.Bit}
	d.Inputs = append(d.Inputs, elaborate.TopPort{Name: "b c", Type: bit}, elaborate.TopPort{Name: "on", Type: bit})
	d.Sequential = sequential
	return d
}

// dump is a file with two scopes that have an a, of which the inner one has all inputs.
const dump = `$timescale 1ns $end
$scope module tb $end
$var wire 4 $ a [3:0] $end
$var wire 1 ! clk $end
$scope module dut $end
$var wire 8 " a [7:0] $end
$var wire 1 # b$20$c $end
$var wire 1 % on $end
$var wire 1 & tick $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
0!
b0 "
x#
0%
0&
#5
1!
b11 "
#6
0%
1&
#10
0!
1#
#15
1!
b101 "
1%
#20
0!
#25
1!
0&
#30
`

func steps(in *Inputs) string {
	var b strings.Builder
	for _, s := range in.Steps {
		for _, name := range []string{"a", "b c", "on"} {
			if v, ok := s[name]; ok {
				fmt.Fprintf(&b, "%s=%s ", name, v)
			}
		}
		b.WriteString("| ")
	}
	return b.String()
}

// The inputs of a step are what they are before the clock rises, in the scope that has most of them.
func TestInputsOfAWave(t *testing.T) {
	for _, c := range []struct {
		options    InputOptions
		sequential bool
		steps      string
		clock      string
	}{
		{InputOptions{}, true, "a=0 b c=0 on=0 | a=3 b c=1 | a=5 on=1 | ", "tb.clk"},
		{InputOptions{Clock: "tb.dut.tick"}, true, "a=3 b c=0 on=0 | ", "tb.dut.tick"},
		{InputOptions{Clock: "tick"}, false, "a=3 b c=0 on=0 | ", "tb.dut.tick"},
		{InputOptions{Period: 10}, true, "a=3 b c=0 on=0 | b c=1 a=5 on=1 | | ", ""},
		{InputOptions{Names: map[string]string{"on": "", "b c": "tb.clk"}}, true, "a=0 b c=0 | a=3 | a=5 | ", "tb.clk"},
		{InputOptions{Names: map[string]string{"on": "tick"}, Scope: "tb.dut"}, true, "a=0 b c=0 on=0 | a=3 b c=1 on=1 | a=5 | ", "tb.clk"},
	} {
		in, err := ReadInputs(strings.NewReader(dump), wired(t, c.sequential), c.options, 0)
		if c.options.Names["b c"] == "tb.clk" {
			require.ErrorContains(t, err, "no signal that is called like a clock") // it is an input
			continue
		}
		require.NoError(t, err)
		want := strings.ReplaceAll(c.steps, "b c=1 a=5 on=1", "a=5 b c=1 on=1")
		require.Equal(t, want, steps(in), "%+v", c.options)
		require.Equal(t, c.clock, in.Clock)
		require.Equal(t, "tb.dut.a", in.Signals["a"])
	}
	in, err := ReadInputs(strings.NewReader(dump), wired(t, true), InputOptions{}, 0)
	require.NoError(t, err)
	require.Equal(t, []UnknownInput{{Input: "b c", Signal: "tb.dut.b$20$c", Steps: 1, Time: 4}}, in.Unknown)

	// Without a clock, a circuit without state takes a step for each change.
	clockless := strings.ReplaceAll(dump, " clk ", " c ")
	in, err = ReadInputs(strings.NewReader(clockless), wired(t, false), InputOptions{}, 0)
	require.NoError(t, err)
	require.Equal(t, "a=0 b c=0 on=0 | a=3 | b c=1 | a=5 on=1 | ", steps(in))
}

// Names that do not match are told with what may be meant.
func TestInputsThatDoNotMatch(t *testing.T) {
	for _, c := range []struct {
		change, with string
		options      InputOptions
		says         string
	}{
		{" on ", " on_i ", InputOptions{}, "The input 'on' of Top is no signal of the scope 'tb.dut' of the file. (Did you mean 'tb.dut.on_i'?)"},
		{"", "", InputOptions{Names: map[string]string{"on": "tik"}}, "The file has no signal 'tik'. (Did you mean 'tb.dut.tick'?)"},
		{"", "", InputOptions{Names: map[string]string{"onn": "tick"}}, "Top has no input 'onn'. (Did you mean 'on'?)"},
		{"", "", InputOptions{Scope: "tb.dot"}, "The file has no scope 'tb.dot'. (Did you mean 'tb.dut'?)"},
		{"", "", InputOptions{Scope: "tb"}, "The inputs 'b c', 'on' of Top are no signals of the scope 'tb'"},
		{"wire 8 \" a [7:0]", "wire 9 \" a [8:0]", InputOptions{}, "The input 'a' has 8 bits, and the signal 'tb.dut.a' of the file has 9 bits."},
		{" clk ", " c ", InputOptions{}, "no signal that is called like a clock"},
		{"", "", InputOptions{Clock: "a"}, "The clock 'tb.dut.a' has 8 bits."},
		{"1!", "0!", InputOptions{}, "The clock 'tb.clk' never rises"},
		{"$enddefinitions", "$end", InputOptions{}, "line 13: \"#0\" where a section"},
	} {
		_, err := ReadInputs(strings.NewReader(strings.ReplaceAll(dump, c.change, c.with)), wired(t, true), c.options, 0)
		if c.change == "" {
			_, err = ReadInputs(strings.NewReader(dump), wired(t, true), c.options, 0)
		}
		require.ErrorContains(t, err, c.says)
	}
	_, err := ReadInputs(strings.NewReader("hello"), wired(t, true), InputOptions{}, 0)
	require.ErrorIs(t, err, ErrFormat)
}
