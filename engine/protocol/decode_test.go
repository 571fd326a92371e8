package protocol

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

func TestDecodeAcceptsEveryType(t *testing.T) {
	for _, text := range []string{
		`{"id":1,"slot":"a","type":"compile","compile":{"source":"x","harness":true}}`,
		`{"id":2,"slot":"a","type":"set","set":{"values":{"a":1,"b":"18446744073709551616"}}}`,
		`{"id":3,"slot":"a","type":"tick","tick":{"count":1}}`,
		`{"id":4,"slot":"a","type":"run","run":{"cyclesPerSecond":0.5}}`,
		`{"id":5,"slot":"a","type":"pause"}`,
		`{"id":6,"slot":"a","type":"reset"}`,
		`{"id":7,"slot":"a","type":"snapshot"}`,
		`{"id":8,"slot":"a","type":"restore","restore":{"snapshot":"AAAA"}}`,
		`{"id":9,"slot":"a","type":"dispose"}`,
		`{"id":9,"slot":"a","type":"seek","seek":{"cycle":0}}`,
		`{"id":9,"slot":"a","type":"move","move":{"by":-1}}`,
		`{"id":9,"slot":"a","type":"undo"}`,
		`{"id":9,"slot":"a","type":"replay","replay":{}}`,
		`{"id":9,"slot":"a","type":"replay","replay":{"file":true}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"file":{"name":"a.vcd","data":"AAAA"}}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"file":{"name":"","clock":"tb.clk","first":3}}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"wave":{"signals":["a"],"from":0,"to":1,"pixels":9,"file":true}}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"differ":{"signal":"a","path":"tb.a","from":0,"to":1}}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"convert":{"dump":"$end"}}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"compare":{"slot":"b"}}}`,
		`{"id":9,"slot":"a","type":"import","import":{"files":{"a.v":""},"list":true}}`,
		`{"id":9,"slot":"a","type":"bitstream","bitstream":{"verilog":"","top":"a","device":"up5k"}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"export":{"compile":{"source":""},"system":true,"testbench":"a_tb.hex"}}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"compare":{"compile":{"source":""},"signals":["q"],"limit":9}}}`,
		`{"id":8,"slot":"a","type":"set","set":{"values":{},"deposits":[{"node":"dut.ram","field":"cells","first":3,"cells":"AAE="}]}}`,
		`{"id":9,"slot":"a","type":"inspect","inspect":{"node":"dut.ram","cells":262144}}`,
		`{"id":9,"slot":"a","type":"ask","ask":{"changes":{"from":3,"to":1}}}`,
		`{"id":9,"slot":"a","type":"inspect","inspect":{"node":"dut.ram","first":64}}`,
		`{"id":9,"slot":"a","type":"precompile","precompile":{"source":"x","circuit":"Y"}}`,
		`{"id":9,"slot":"a","type":"grade","grade":{"source":"x","tests":"y","parts":["Nand"],"lambdas":true}}`,
		`{"id":10,"slot":"a","type":"abort","abort":{"request":9}}`,
	} {
		_, err := Decode([]byte(text), DefaultLimits)
		require.Nil(t, err, text)
	}
}

func TestDecodeRefuses_A073_A111_A112_A160_A216_A218_A222_A227(t *testing.T) {
	limits := DefaultLimits
	limits.SourceBytes, limits.MessageBytes = 100, 300
	long := strings.Repeat("x", 101)
	for name, c := range map[string]struct {
		text string
		code ErrorCode
		want string
	}{
		"no text":             {``, ErrInvalidRequest, "ends too early"},
		"not an object":       {`[1]`, ErrInvalidRequest, "array"},
		"unknown type":        {`{"id":1,"slot":"a","type":"explode"}`, ErrInvalidRequest, `"explode" is unknown`},
		"no id":               {`{"slot":"a","type":"pause"}`, ErrInvalidRequest, "id"},
		"negative id":         {`{"id":-1,"slot":"a","type":"pause"}`, ErrInvalidRequest, "id"},
		"fractional id":       {`{"id":1.5,"slot":"a","type":"pause"}`, ErrInvalidRequest, "id"},
		"unsafe id":           {`{"id":9007199254740992,"slot":"a","type":"pause"}`, ErrInvalidRequest, "id"},
		"no slot":             {`{"id":1,"type":"pause"}`, ErrInvalidRequest, "slot"},
		"long slot":           {`{"id":1,"slot":"` + long[:65] + `","type":"pause"}`, ErrInvalidRequest, "slot"},
		"missing part":        {`{"id":1,"slot":"a","type":"set"}`, ErrInvalidRequest, "set is missing"},
		"part of another":     {`{"id":1,"slot":"a","type":"pause","tick":{"count":1}}`, ErrInvalidRequest, "tick does not belong"},
		"unknown field":       {`{"id":1,"slot":"a","type":"pause","__proto__":{}}`, ErrInvalidRequest, "__proto__"},
		"tick of nothing":     {`{"id":1,"slot":"a","type":"tick","tick":{"count":0}}`, ErrInvalidRequest, "tick.count"},
		"tick of too much":    {`{"id":1,"slot":"a","type":"tick","tick":{"count":99999999}}`, ErrInvalidRequest, "tick.count"},
		"negative speed":      {`{"id":1,"slot":"a","type":"run","run":{"cyclesPerSecond":-1}}`, ErrInvalidRequest, "cyclesPerSecond"},
		"negative cycle":      {`{"id":1,"slot":"a","type":"seek","seek":{"cycle":-1}}`, ErrInvalidRequest, "seek.cycle"},
		"unsafe cycle":        {`{"id":1,"slot":"a","type":"seek","seek":{"cycle":9007199254740992}}`, ErrInvalidRequest, "seek.cycle"},
		"unsafe move":         {`{"id":1,"slot":"a","type":"move","move":{"by":-9007199254740992}}`, ErrInvalidRequest, "move.by"},
		"text as value":       {`{"id":1,"slot":"a","type":"set","set":{"values":{"a":"ff"}}}`, ErrInvalidRequest, "ff is not a number. Write 0xff."},
		"list as value":       {`{"id":1,"slot":"a","type":"set","set":{"values":{"a":[1]}}}`, ErrInvalidRequest, "A list is not a number."},
		"fractional value":    {`{"id":1,"slot":"a","type":"set","set":{"values":{"a":0.5}}}`, ErrInvalidRequest, "whole"},
		"nameless value":      {`{"id":1,"slot":"a","type":"set","set":{"values":{"":1}}}`, ErrInvalidRequest, "0 characters"},
		"no replay":           {`{"id":1,"slot":"a","type":"replay"}`, ErrInvalidRequest, "replay is missing"},
		"a large file":        {`{"id":1,"slot":"a","type":"ask","ask":{"file":{"name":"","data":"` + strings.Repeat("A", 400) + `"}}}`, ErrPayloadTooLarge, "400 bytes"},
		"a file that closes":  {`{"id":1,"slot":"a","type":"ask","ask":{"file":{"name":"","data":"AAAA","close":true}}}`, ErrInvalidRequest, "ask.file.close"},
		"a long name of one":  {`{"id":1,"slot":"a","type":"ask","ask":{"file":{"name":"","clock":"` + strings.Repeat("x", 4097) + `"}}}`, ErrInvalidRequest, "ask.file.clock"},
		"rises of a file":     {`{"id":1,"slot":"a","type":"ask","ask":{"find":{"condition":{"when":"a"},"from":0,"to":0,"limit":1,"file":true}}}`, ErrInvalidRequest, "condition.on"},
		"no path to differ":   {`{"id":1,"slot":"a","type":"ask","ask":{"differ":{"signal":"a","path":"","from":0,"to":0}}}`, ErrInvalidRequest, "ask.differ.path"},
		"a large dump":        {`{"id":1,"slot":"a","type":"ask","ask":{"convert":{"dump":"` + strings.Repeat("x", 301) + `"}}}`, ErrPayloadTooLarge, "301 bytes"},
		"no Verilog":          {`{"id":1,"slot":"a","type":"import","import":{"files":{}}}`, ErrInvalidRequest, "import.files"},
		"no such chip":        {`{"id":1,"slot":"a","type":"bitstream","bitstream":{"verilog":"","top":"a","device":"x"}}`, ErrInvalidRequest, "bitstream.device"},
		"nothing to export":   {`{"id":1,"slot":"a","type":"ask","ask":{"export":{}}}`, ErrInvalidRequest, "ask.export.compile"},
		"nothing to compare":  {`{"id":1,"slot":"a","type":"ask","ask":{"compare":{}}}`, ErrInvalidRequest, "ask.compare"},
		"two to compare":      {`{"id":1,"slot":"a","type":"ask","ask":{"compare":{"slot":"b","compile":{"source":""}}}}`, ErrInvalidRequest, "ask.compare"},
		"a long other source": {`{"id":1,"slot":"a","type":"ask","ask":{"compare":{"compile":{"source":"` + long + `"}}}}`, ErrPayloadTooLarge, "101 bytes"},
		"a nameless deposit":  {`{"id":1,"slot":"a","type":"set","set":{"values":{},"deposits":[{"node":"","field":"a"}]}}`, ErrInvalidRequest, "set.deposits.node"},
		"a fieldless deposit": {`{"id":1,"slot":"a","type":"set","set":{"values":{},"deposits":[{"node":"a","field":""}]}}`, ErrInvalidRequest, "set.deposits.field"},
		"an unsafe deposit":   {`{"id":1,"slot":"a","type":"set","set":{"values":{},"deposits":[{"node":"a","field":"b","first":9007199254740992}]}}`, ErrInvalidRequest, "set.deposits.first"},
		"too many cells":      {`{"id":1,"slot":"a","type":"inspect","inspect":{"node":"a","cells":262145}}`, ErrInvalidRequest, "inspect.cells"},
		"too many changes":    {`{"id":1,"slot":"a","type":"ask","ask":{"changes":{"from":0,"to":1,"limit":100001}}}`, ErrInvalidRequest, "ask.changes.limit"},
		"a nameless part":     {`{"id":1,"slot":"a","type":"grade","grade":{"source":"","tests":"","parts":[""]}}`, ErrInvalidRequest, "grade.parts"},
		"nothing to run":      {`{"id":1,"slot":"a","type":"precompile"}`, ErrInvalidRequest, "precompile"},
		"a long program":      {`{"id":1,"slot":"a","type":"precompile","precompile":{"source":"` + strings.Repeat("x", 30) + `"}}`, ErrPayloadTooLarge, "source"},
		"a long name":         {`{"id":1,"slot":"a","type":"precompile","precompile":{"source":"","circuit":"` + strings.Repeat("x", 1025) + `"}}`, ErrInvalidRequest, "precompile.circuit"},
		"no level":            {`{"id":1,"slot":"a","type":"grade"}`, ErrInvalidRequest, "grade"},
		"a long level":        {`{"id":1,"slot":"a","type":"grade","grade":{"source":"","tests":"` + strings.Repeat("x", 30) + `"}}`, ErrPayloadTooLarge, "tests"},
		"a nameless node":     {`{"id":1,"slot":"a","type":"inspect","inspect":{"node":""}}`, ErrInvalidRequest, "inspect.node"},
		"a negative cell":     {`{"id":1,"slot":"a","type":"inspect","inspect":{"node":"a","first":-1}}`, ErrInvalidRequest, "inspect.first"},
		"an unsafe cell":      {`{"id":1,"slot":"a","type":"inspect","inspect":{"node":"a","first":9007199254740992}}`, ErrInvalidRequest, "inspect.first"},
		"second message":      {`{"id":1,"slot":"a","type":"pause"} {}`, ErrInvalidRequest, "other text"},
		"long source":         {`{"id":1,"slot":"a","type":"compile","compile":{"source":"` + long + `"}}`, ErrPayloadTooLarge, "101 bytes"},
		"long message":        {strings.Repeat(" ", 5000), ErrPayloadTooLarge, "5,000 bytes"},
		"abort of nothing":    {`{"id":1,"slot":"a","type":"abort","abort":{"request":0}}`, ErrInvalidRequest, "abort.request"},
		"deep nesting":        {strings.Repeat("[", 4000), ErrInvalidRequest, "not a message"},
		"long snapshot":       {`{"id":1,"slot":"a","type":"restore","restore":{"snapshot":"` + strings.Repeat("A", 301) + `"}}`, ErrPayloadTooLarge, "301 bytes"},
		"infinite speed text": {`{"id":1,"slot":"a","type":"run","run":{"cyclesPerSecond":1e999}}`, ErrInvalidRequest, "cyclesPerSecond"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Decode([]byte(c.text), limits)
			require.NotNil(t, err)
			require.Equal(t, c.code, err.Code, err.Message)
			require.Contains(t, err.Message, c.want)
			require.NotEmpty(t, err.Advice)
		})
	}
}

func TestDecodeKeepsTheHeadingOfABrokenRequest(t *testing.T) {
	r, err := Decode([]byte(`{"id":7,"slot":"a","type":"tick","tick":{"count":"many"}}`), DefaultLimits)
	require.NotNil(t, err)
	require.Equal(t, 7, r.ID)
	require.Equal(t, "a", r.Slot)
	require.Equal(t, TypeTick, r.Type)
}

func TestEncodeWritesNoNullLists(t *testing.T) {
	shared := &circuit.Circuit{Name: "A", Nodes: []circuit.Node{{ID: "n"}}}
	text, err := Encode(&Reply{ID: 1, Slot: "a", Compile: &CompileResult{
		Circuit: shared, Library: map[string]*circuit.Circuit{"A": shared}, Design: &DesignInfo{},
	}})
	require.NoError(t, err)
	require.NotContains(t, string(text), "null")
	require.Contains(t, string(text), `"diagnostics":[]`)
}

func TestEncodeKeepsValuesAsTheyAre(t *testing.T) {
	text, err := Encode(&Request{ID: 1, Set: &SetRequest{Values: circuit.Whole(map[string]circuit.Value{"a": circuit.Uint(1 << 60), "b": {}})}})
	require.NoError(t, err)
	require.Contains(t, string(text), `{"a":"1152921504606846976","b":0}`)
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"id":1,"slot":"a","type":"set","set":{"values":{"a":1}}}`))
	f.Add([]byte(`{"id":1,"slot":"a","type":"compile","compile":{"source":"\ud800"}}`))
	f.Add([]byte(`{"id":1e3,"slot":"a","type":"tick","tick":{"count":3}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Decode(data, DefaultLimits)
		if err != nil {
			return
		}
		// An accepted message means the same after a round trip, and is accepted again.
		text, encodeErr := json.Marshal(r)
		require.NoError(t, encodeErr)
		again, err := Decode(text, DefaultLimits)
		require.Nil(t, err)
		require.Equal(t, r, again)
	})
}
