package vcd

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/trace/wave"
	"simten.dev/engine/trace/wave/wavetest"
)

func TestIdentifiers_M66(t *testing.T) {
	for n, want := range map[int]string{0: "!", 1: `"`, 93: "~", 94: "!!", 95: `!"`, 188: `"!`, 8930: "!!!"} {
		require.Equal(t, want, identifier(n), "%d", n)
	}
}

func write(t require.TestingT, w *wave.Wave) string {
	var out bytes.Buffer
	v, err := NewWriter(&out, &w.Header)
	require.NoError(t, err)
	require.NoError(t, w.Copy(v))
	return out.String()
}

// Random waves that are written are read back the same.
func TestRandomWaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := wavetest.Random(t, wavetest.Options{Texts: true})
		text := write(t, w)
		back, err := Read(strings.NewReader(text), wave.Options{})
		require.NoError(t, err, text)
		require.Equal(t, wavetest.Text(w), wavetest.Text(back), text)
		require.Equal(t, w.Comment, back.Comment)
		require.Equal(t, text, write(t, back))
	})
}

// Dumps of simulators have indices in any form, escaped names, four states, reals, comments between values.
const simulator = `$date today $end
$version
   Icarus Verilog
$end
$timescale
	10 ps
$end
$scope module tb $end
$var wire 1 ! clk $end
$var reg 8 " data [7:0] $end
$var wire 4 # nib[3:0] $end
$var wire 1 $ \odd+name $end
$var real 64 % temp $end
$var parameter 32 & N [31:0] $end
$scope module dut $end
$var wire 8 " in [7:0] $end
$upscope $end
$upscope $end
$enddefinitions $end
$comment Show the parameter values. $end
$dumpall
b100 &
$end
#5
$dumpvars
x!
bx "
bz01 #
0$
r0.25 %
$end
#10
1!
b1X "
#11
0!
B10000000 "
#20
`

func TestReadsWhatSimulatorsWrite(t *testing.T) {
	w, err := Read(strings.NewReader(simulator), wave.Options{})
	require.NoError(t, err)
	require.Equal(t, "Icarus Verilog", w.Version)
	require.Equal(t, "10 ps", w.Unit())
	require.EqualValues(t, 5, w.First)
	require.EqualValues(t, 20, w.Last)
	require.Equal(t, `scale -11, last 20
tb.clk kind 0 width 1
 10 1
 11 0
tb.data[7:0] kind 0 width 8
 10 0000001x
 11 10000000
tb.nib[3:0] kind 0 width 4
 5 zz01
tb.odd+name kind 0 width 1
 5 0
tb.temp kind 1 width 0
 5 0.25
tb.N[31:0] kind 0 width 32
 0 00000000000000000000000000000100
tb.dut.in[7:0] kind 0 width 8
 10 0000001x
 11 10000000
`, wavetest.Text(w))

	some, err := Read(strings.NewReader(simulator), wave.Options{Keep: func(_ *wave.Header, s *wave.Signal) bool { return s.Name == "in" }})
	require.NoError(t, err)
	require.Len(t, some.Signals, 7)
	require.Equal(t, 0, some.Courses[0].Len())
	require.Equal(t, 3, some.Courses[1].Len())
}

// A file that is wrong is told of with the line.
func TestWrongFiles(t *testing.T) {
	const begin = "$var wire 1 ! a $end\n$var wire 4 % b $end\n$enddefinitions $end\n"
	for text, says := range map[string]string{
		"":                         "line 1: the file declares no signals",
		"{}":                       `line 1: "{}" where a section such as $var should begin`,
		"$var wire":                "the file ends within $var",
		"$var wire x ! a $end":     `"a" has the width "x"`,
		"$var wire 70000 ! a $end": "at most 65536 can be read",
		"$var wire 1 ! $end":       "$var has no name",
		"$upscope $end":            "$upscope without $scope",
		"$timescale 3 ns $end":     `the $timescale "3ns" is none of`,
		"$var port 1 < a $end":     "extended dump",
		"$var wire 1 ! a $end\n$var wire 2 ! b $end": `line 2: "b" has the identifier "!"`,
		begin + "#5\n1!\n#4\n":                       "line 6: the time goes back from 5 to 4",
		begin + "#5\n1?\n":                           `no signal has the identifier "?"`,
		begin + "#5\nb12 %\n":                        "line 5: the value \"12\" cannot be read: '2' is none of",
		begin + "#5\nb1":                             "the file ends within a value",
		begin + "#5\nr1 !":                           "of another type than its signal",
		begin + "#5\n2!":                             `"2!" is no value`,
		begin + "#-5\n":                              "is no number below 2^64",
		begin + "$comment":                           "the file ends within $comment",
		begin + "$scope":                             "$scope after $enddefinitions",
		begin + strings.Repeat("1", maxWord+1):       "a word is longer than",
	} {
		_, err := Read(strings.NewReader(text), wave.Options{})
		require.ErrorContains(t, err, says, "%.60q", text)
	}
	_, err := Read(strings.NewReader(begin+strings.Repeat("#1 1! #2 0! ", 1)), wave.Options{Bytes: 350})
	require.ErrorIs(t, err, wave.ErrTooLarge)
}

func FuzzRead(f *testing.F) {
	f.Add(simulator)
	f.Add("$var wire 1 ! a $end $enddefinitions $end #0 1! #2 x!")
	f.Add("$scope module")
	f.Add("$var string 1 ! s $end $var real 64 \" r $end $enddefinitions $end #0 sa\\x41\\101 ! r1e999 \"")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := Read(strings.NewReader(text), wave.Options{Bytes: 1 << 20})
		if err != nil {
			return
		}
		again, err := Read(strings.NewReader(write(t, w)), wave.Options{})
		require.NoError(t, err)
		require.Equal(t, len(w.Signals), len(again.Signals))
		for i := range w.Courses {
			a, b := &w.Courses[i], &again.Courses[again.Signals[signalOf(w, i)].Course]
			require.Equal(t, a.Len(), b.Len())
			for k := range a.Len() {
				require.Equal(t, a.Time(k), b.Time(k))
				require.Equal(t, a.Value(k).Digits(a.Width), b.Value(k).Digits(a.Width))
			}
		}
	})
}

func signalOf(w *wave.Wave, course int) int {
	for i := range w.Signals {
		if w.Signals[i].Course == course {
			return i
		}
	}
	return -1
}
