package session

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/wave"
)

// recorded is a dump of the counter, with another name around it: step is 3 and then 5 from cycle 4 on, and the value
// is wrong from a cycle on.
func recorded(cycles, wrong int) string {
	var b strings.Builder
	b.WriteString("$timescale 1ns $end\n$scope module tb $end\n$var wire 1 ! clk $end\n$scope module dut $end\n" +
		"$var wire 8 s step [7:0] $end\n$var wire 8 v value [7:0] $end\n$var real 64 r level $end\n$var wire 1 o other $end\n" +
		"$upscope $end\n$upscope $end\n$enddefinitions $end\n#0\n0!\nxo\n")
	value := 0
	for i := range cycles {
		step := 3
		if i >= 4 {
			step = 5
		}
		shown := value
		if i >= wrong {
			shown ^= 1
		}
		fmt.Fprintf(&b, "#%d\n0!\nb%b s\nb%b v\n#%d\n1!\n", 10*i+1, step, shown, 10*i+5)
		value += step
	}
	return b.String()
}

func fileOf(text string) protocol.Request {
	return questionOf(protocol.AskRequest{File: &protocol.FileQuestion{
		Name: "trace.vcd", Data: base64.StdEncoding.EncodeToString([]byte(text)),
	}})
}

func waveOf(file bool, from, to uint64, signals ...string) protocol.Request {
	return questionOf(protocol.AskRequest{Wave: &protocol.WaveQuestion{
		Signals: signals, From: from, To: to, Pixels: 100, Flat: true, File: file,
	}})
}

func cells(t *testing.T, row protocol.WaveRow) []byte {
	t.Helper()
	require.Nil(t, row.Error)
	b, err := base64.StdEncoding.DecodeString(row.Cells)
	require.NoError(t, err)
	return b
}

func TestAFileIsShownBesideTheRun(t *testing.T) {
	b := started(t, 20) // by 3 all the time
	reply := finished(t, b, b.send(fileOf(recorded(12, 9))))
	require.Nil(t, reply.Error)
	f := reply.Ask.File
	require.Equal(t, "tb.clk", f.Clock)
	require.Equal(t, uint64(12), f.Cycles)
	require.Equal(t, map[string]string{"step": "tb.dut.step"}, f.Inputs)
	require.Empty(t, f.Missing)
	require.Equal(t, 1, f.Others)
	require.Equal(t, []protocol.FileSignal{
		{Path: "tb.dut.step", Width: 8, Match: "step"},
		{Path: "tb.dut.value", Width: 8, Match: "value"},
		{Path: "tb.clk", Width: 1},
		{Path: "tb.dut.other", Width: 1},
	}, f.Signals)
	require.Equal(t, []string{"tb.clk", "tb.dut.other"}, f.Clocks)

	reply = finished(t, b, b.send(waveOf(true, 0, 11, "tb.dut.value", "tb.dut.other", "tb.dut.level", "nothing")))
	require.Nil(t, reply.Error)
	rows := reply.Ask.Wave.Rows
	require.Equal(t, []byte{0, 3, 6, 9, 12, 17, 22, 27, 32, 36, 43, 46}, cells(t, rows[0]))
	require.Empty(t, rows[0].Unknown)
	require.NotEmpty(t, rows[1].Unknown)
	require.NotNil(t, rows[2].Error)
	require.NotNil(t, rows[3].Error)

	changes := func(from, to uint64, last bool, limit int) []uint64 {
		reply := finished(t, b, b.send(questionOf(protocol.AskRequest{Find: &protocol.FindQuestion{
			Condition: protocol.Condition{When: "tb.dut.step", On: protocol.OnChange}, From: from, To: to, Last: last, Limit: limit, File: true,
		}})))
		require.Nil(t, reply.Error)
		return reply.Ask.Find.Cycles
	}
	require.Equal(t, []uint64{4}, changes(0, 0, false, 9))
	require.Empty(t, changes(5, 0, true, 9))

	differ := func(from, to uint64, last bool) protocol.DifferResult {
		reply := finished(t, b, b.send(questionOf(protocol.AskRequest{Differ: &protocol.DifferQuestion{
			Signal: "value", Path: "tb.dut.value", From: from, To: to, Last: last,
		}})))
		require.Nil(t, reply.Error)
		return *reply.Ask.Differ
	}
	require.Equal(t, protocol.DifferResult{Found: true, Cycle: 5, Width: 8, Left: circuit.Uint(15), Right: circuit.Uint(17)}, differ(0, 0, false))
	require.Equal(t, uint64(11), differ(0, 0, true).Cycle)
	require.Equal(t, protocol.DifferResult{}, differ(0, 4, true))
}

func TestAFileIsTheInputsOfARun(t *testing.T) {
	b := started(t, 20)
	require.Equal(t, "No recorded wave is open.", finished(t, b, b.send(replayOf(true))).Error.Message)
	require.Nil(t, finished(t, b, b.send(fileOf(recorded(12, 12)))).Error)
	reply := finished(t, b, b.send(replayOf(true)))
	require.Nil(t, reply.Error)
	require.Empty(t, reply.Replay.Missing)
	require.Equal(t, uint64(12), reply.Status.Cycle)
	require.Equal(t, uint64(4*3+8*5), b.value("value"))
	reply = finished(t, b, b.send(questionOf(protocol.AskRequest{Differ: &protocol.DifferQuestion{Signal: "value", Path: "tb.dut.value"}})))
	require.False(t, reply.Ask.Differ.Found)

	reply = b.ask(plain(protocol.TypeUndo))
	require.Nil(t, reply.Error, "the run before comes back")
	require.Equal(t, uint64(20), finished(t, b, reply.ID).Status.Cycle)
	require.Equal(t, uint64(60), b.value("value"))

	// An edit leaves the file open; it is matched with the new circuit.
	require.Nil(t, b.ask(keepOf(strings.ReplaceAll(counter, "step", "pace"))).Error)
	reply = finished(t, b, b.send(questionOf(protocol.AskRequest{File: &protocol.FileQuestion{}})))
	require.Nil(t, reply.Error)
	require.Equal(t, []string{"pace"}, reply.Ask.File.Missing)
	require.Equal(t, protocol.ErrInvalidRequest, finished(t, b, b.send(replayOf(true))).Error.Code)
	require.Nil(t, finished(t, b, b.send(questionOf(protocol.AskRequest{File: &protocol.FileQuestion{Close: true}}))).Error)
	require.Equal(t, "No recorded wave is open.", finished(t, b, b.send(waveOf(true, 0, 1, "tb.clk"))).Error.Message)
}

// Between switches and lamps, the switches are the inputs.
func TestAFileSetsTheSwitchesOfAHarness(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	request := compileOf(counter)
	request.Compile.Harness = true
	require.Nil(t, b.ask(request).Error)
	reply := finished(t, b, b.send(fileOf(recorded(12, 12))))
	require.Nil(t, reply.Error)
	require.Equal(t, "dut.step", reply.Ask.File.Signals[0].Match)
	require.Equal(t, map[string]string{"step": "tb.dut.step"}, reply.Ask.File.Inputs)
	require.Nil(t, finished(t, b, b.send(replayOf(true))).Error)
	reply = finished(t, b, b.send(waveOf(false, 0, 12, "dut.value")))
	require.Equal(t, []byte{0, 3, 6, 9, 12, 17, 22, 27, 32, 37, 42, 47, 52}, cells(t, reply.Ask.Wave.Rows[0]))
}

// A recording of our own is the same run again, also a part of one and as a Fast Signal Trace.
func TestADumpIsConverted(t *testing.T) {
	b := started(t, 20)
	dump := recorded(12, 12)
	reply := finished(t, b, b.send(questionOf(protocol.AskRequest{Convert: &protocol.ConvertQuestion{Dump: dump}})))
	require.Nil(t, reply.Error)
	data, err := base64.StdEncoding.DecodeString(reply.Ask.Convert.Data)
	require.NoError(t, err)
	want, err := trace.Read(strings.NewReader(dump), wave.Options{})
	require.NoError(t, err)
	got, err := trace.Read(bytes.NewReader(data), wave.Options{})
	require.NoError(t, err)
	require.Equal(t, len(want.Signals), len(got.Signals))
	for i := range want.Signals {
		a, z := &want.Courses[want.Signals[i].Course], &got.Courses[got.Signals[i].Course]
		require.Equal(t, want.Signals[i].Path(), got.Signals[i].Path())
		for time := range want.Last + 1 {
			require.Equal(t, a.At(time).Digits(8), z.At(time).Digits(8), "%s at %d", want.Signals[i].Path(), time)
		}
	}
	require.Nil(t, finished(t, b, b.send(fileOf(string(data)))).Error)
	require.NotNil(t, finished(t, b, b.send(questionOf(protocol.AskRequest{Convert: &protocol.ConvertQuestion{Dump: "$var"}}))).Error)
}

func TestAFileThatCannotBeReadTakesNothingAway(t *testing.T) {
	b := started(t, 20)
	require.Nil(t, finished(t, b, b.send(fileOf(recorded(12, 12)))).Error)
	var bomb bytes.Buffer
	packer := gzip.NewWriter(&bomb)
	_, _ = packer.Write([]byte("$var wire 1 ! a $end\n$enddefinitions $end\n"))
	line := []byte(strings.Repeat("1!\n0!\n", 4096))
	for i := range 4000 {
		_, _ = packer.Write(fmt.Appendf(nil, "#%d\n", i))
		_, _ = packer.Write(line)
	}
	_ = packer.Close()
	var wide strings.Builder
	for i := range 2_000_000 {
		fmt.Fprintf(&wide, "$var wire 1 %d s%d $end\n", i, i)
	}
	for name, c := range map[string]struct {
		text, message string
		code          protocol.ErrorCode
	}{
		"damaged":   {recorded(3, 9) + "b2 s\n", "trace.vcd cannot be read: line 33: ", protocol.ErrInvalidRequest},
		"something": {"hello", "trace.vcd cannot be read: this is neither", protocol.ErrInvalidRequest},
		"empty":     {"\x1f\x8b", "trace.vcd cannot be read: ", protocol.ErrInvalidRequest},
		"too large": {wide.String()[:12<<20], "trace.vcd ", ""},
	} {
		t.Run(name, func(t *testing.T) {
			reply := finished(t, b, b.send(fileOf(c.text)))
			require.NotNil(t, reply.Error)
			require.Contains(t, reply.Error.Message, c.message)
			if c.code != "" {
				require.Equal(t, c.code, reply.Error.Code)
			}
			require.Equal(t, uint64(12), finished(t, b, b.send(questionOf(protocol.AskRequest{File: &protocol.FileQuestion{}}))).Ask.File.Cycles)
			require.Equal(t, uint64(60), b.value("value"))
		})
	}
	// One that unpacks to much more than it is takes time, in which others work, and can be given up.
	id := b.send(fileOf(bomb.String()))
	require.Nil(t, b.ask(tickOf(1)).Error)
	require.Nil(t, b.replyTo(id))
	b.send(protocol.Request{Type: protocol.TypeAbort, Abort: &protocol.AbortRequest{Request: id}})
	require.Equal(t, protocol.ErrAborted, finished(t, b, id).Error.Code)
}
