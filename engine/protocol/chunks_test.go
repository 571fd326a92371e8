package protocol

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// assembled puts chunks together as a reader does, with what encoding/json makes of each.
func assembled(t *testing.T, chunks []Piece, limits Limits) any {
	t.Helper()
	var whole map[string]any
	require.NoError(t, json.Unmarshal(chunks[0].Text, &whole))
	require.EqualValues(t, len(chunks)-1, whole["chunks"])
	delete(whole, "chunks")
	tables := chunks[0].Bytes
	for n, piece := range chunks {
		require.LessOrEqual(t, len(piece.Text)+len(piece.Bytes), limits.ResultBytes)
		if n == 0 {
			continue
		}
		var chunk struct {
			Chunk, ID int
			Patches   []struct {
				At   []string
				List []any
				Map  map[string]any
				Text string
			}
		}
		require.NoError(t, json.Unmarshal(piece.Text, &chunk))
		require.Equal(t, n, chunk.Chunk)
		require.EqualValues(t, whole["id"], chunk.ID)
		if piece.Bytes != nil {
			require.NotNil(t, tables, "the message itself says that there are some")
			require.Len(t, chunk.Patches, 1)
			require.Equal(t, []string{"compile", "tables"}, chunk.Patches[0].At)
			tables = append(tables, piece.Bytes...)
			continue
		}
		for _, patch := range chunk.Patches {
			change(t, whole, patch.At, func(old any) any {
				switch old := old.(type) {
				case []any:
					return append(old, patch.List...)
				case map[string]any:
					for k, v := range patch.Map {
						require.NotContains(t, old, k)
						old[k] = v
					}
					return old
				case string:
					return old + patch.Text
				}
				t.Fatalf("%v is nothing to add to", patch.At)
				return nil
			})
		}
	}
	if tables != nil {
		whole["compile"].(map[string]any)["tables"] = base64.StdEncoding.EncodeToString(tables) // as encoding/json has it
	}
	return whole
}

// change replaces what lies at a path.
func change(t *testing.T, in any, path []string, by func(any) any) {
	t.Helper()
	last := len(path) == 1
	switch in := in.(type) {
	case map[string]any:
		require.Contains(t, in, path[0])
		if last {
			in[path[0]] = by(in[path[0]])
			return
		}
		change(t, in[path[0]], path[1:], by)
	case []any:
		i, err := strconv.Atoi(path[0])
		require.NoError(t, err)
		require.Less(t, i, len(in))
		if last {
			in[i] = by(in[i])
			return
		}
		change(t, in[i], path[1:], by)
	default:
		t.Fatalf("nothing at %v", path)
	}
}

// randomText has characters of every length in UTF-8, and those that JSON escapes.
func randomText(r *rand.Rand, limit int) string {
	alphabet := []rune("ab\"\\\n\u0001\u2028é漢😀<\U0010ffff")
	var b strings.Builder
	for range r.IntN(limit + 1) {
		b.WriteRune(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

func randomData(r *rand.Rand, depth int) any {
	switch r.IntN(6) {
	case 0:
		return float64(r.IntN(1000))
	case 1:
		if r.IntN(20) == 0 {
			return randomText(r, 5000) // longer than a piece
		}
		return randomText(r, 300)
	case 2:
		return nil
	case 3:
		if depth > 0 {
			list := make([]any, r.IntN(8))
			for i := range list {
				list[i] = randomData(r, depth-1)
			}
			return list
		}
	case 4:
		if depth > 0 {
			object := map[string]any{}
			for range r.IntN(8) {
				object[randomText(r, 10)] = randomData(r, depth-1)
			}
			return object
		}
	}
	return true
}

func randomReply(t *testing.T, r *rand.Rand) *Reply {
	t.Helper()
	reply := &Reply{ID: 1 + r.IntN(100), Slot: "s", Type: TypeCompile, Status: &Status{Cycle: 3}, At: 3}
	result := &CompileResult{Library: map[string]*circuit.Circuit{}, Design: &DesignInfo{}, Main: "M"}
	for range r.IntN(2000) {
		result.Design.Nets = append(result.Design.Nets, r.IntN(64))
	}
	for i := range r.IntN(300) {
		result.Design.Signals = append(result.Design.Signals, SignalInfo{Path: fmt.Sprint("n", i, ".", randomText(r, 5)), Net: i})
	}
	for range r.IntN(4) {
		result.Console = append(result.Console, randomText(r, 10_000))
	}
	for i := range r.IntN(4) {
		c := &circuit.Circuit{Name: fmt.Sprint("C", i)}
		for n := range r.IntN(20) {
			text, err := json.Marshal(randomData(r, 3))
			require.NoError(t, err)
			var node circuit.Node
			require.NoError(t, json.Unmarshal([]byte(`{"id":"n`+strconv.Itoa(n)+`","componentRef":"And","arguments":{"data":`+string(text)+`},"inputs":[],"outputs":[],"clocks":[]}`), &node))
			c.Nodes = append(c.Nodes, node)
		}
		result.Library[randomText(r, 4)] = c
	}
	if r.IntN(2) == 0 {
		result.Tables = make([]byte, 1+r.IntN(30_000))
		for i := range result.Tables {
			result.Tables[i] = byte(r.Uint32())
		}
	}
	reply.Compile = result
	return reply
}

func TestChunksMakeTheMessage_A222(t *testing.T) {
	limits := DefaultLimits
	limits.ResultBytes = 8 << 10
	divided := 0
	for seed := range uint64(60) {
		reply := randomReply(t, rand.New(rand.NewPCG(seed, 1)))
		tables := reply.Compile.Tables
		chunks, err := EncodeReply(reply, limits)
		require.NoError(t, err)
		require.Equal(t, len(tables), len(reply.Compile.Tables), "the reply is left as it is")
		text, err := Encode(reply)
		require.NoError(t, err)
		if len(chunks) == 1 {
			require.Equal(t, len(tables), len(chunks[0].Bytes))
			reply.Compile.Tables = nil
			text, err = Encode(reply)
			require.NoError(t, err)
			require.Equal(t, string(text), string(chunks[0].Text))
			continue
		}
		divided++
		got, err := json.Marshal(assembled(t, chunks, limits))
		require.NoError(t, err)
		require.JSONEq(t, string(text), string(got), "seed %d", seed)
	}
	require.Greater(t, divided, 30)
}

// Two escapes that are one character come from data of any shape; they stay together.
func TestChunksTearNoCharacter_A077(t *testing.T) {
	limits := DefaultLimits
	limits.ResultBytes = 4 << 10
	for shift := range 14 {
		for _, unit := range []string{"é", "漢", "😀", `\ud83d\ude00`, `\\`, `\"`, `\u2028`, `\\\\u1234`} {
			text := `{"id":1,"slot":"s","snapshot":{"cycle":1,"snapshot":"` + strings.Repeat("x", shift) + strings.Repeat(unit, 6000) + `"}}`
			chunks, failure := Divide[Reply]([]byte(text), nil, limits)
			require.Nil(t, failure)
			require.Greater(t, len(chunks), 1)
			for _, chunk := range chunks[1:] {
				var p Chunk
				require.NoError(t, json.Unmarshal(chunk.Text, &p))
				for _, patch := range p.Patches {
					require.NotContains(t, patch.Text, "\ufffd", unit)
				}
			}
			got, err := json.Marshal(assembled(t, chunks, limits))
			require.NoError(t, err)
			require.JSONEq(t, text, string(got))
		}
	}
}

// The fields that a supervisor reads are in the message itself, whatever its size.
func TestChunksLeaveTheHeadReadable_A222(t *testing.T) {
	limits := DefaultLimits
	limits.ResultBytes = 64 << 10
	lock := &Lock{Host: "h", Packages: map[string]string{}, Modules: map[string]string{}}
	for i := range 200 {
		lock.Modules[fmt.Sprint("/module", i)] = strings.Repeat("h", 44)
	}
	reply := &Reply{ID: 7, Slot: "s", Status: &Status{Cycle: 9}, Compile: &CompileResult{
		Main: "M", Lock: lock, Needs: []string{"/a"}, Design: &DesignInfo{Nets: make([]int, 100_000)},
	}}
	chunks, err := EncodeReply(reply, limits)
	require.NoError(t, err)
	require.Greater(t, len(chunks), 2)
	var head Reply
	require.NoError(t, json.Unmarshal(chunks[0].Text, &head))
	require.Equal(t, lock, head.Compile.Lock)
	require.Equal(t, []string{"/a"}, head.Compile.Needs)
	require.Equal(t, "M", head.Compile.Main)
	require.NotNil(t, head.Compile.Design)
	require.EqualValues(t, 9, head.Status.Cycle)
	require.Equal(t, len(chunks)-1, head.Chunks)
}

func TestIndivisibleMessagesAreTooLarge_A222(t *testing.T) {
	limits := DefaultLimits
	limits.ResultBytes = 4 << 10
	reply := &Reply{ID: 7, Slot: "s", Error: NewError(ErrRuntime, strings.Repeat("x", 5<<10))}
	chunks, err := EncodeReply(reply, limits)
	require.NoError(t, err)
	require.Len(t, chunks, 1)
	var answer Reply
	require.NoError(t, json.Unmarshal(chunks[0].Text, &answer))
	require.Equal(t, ErrOutputTooLarge, answer.Error.Code)
	require.Equal(t, 7, answer.ID)
}

func TestALargeFrameComesInPieces_A222(t *testing.T) {
	widths := []int{1, 32, 33, 4096}
	limbs := func(net uint32) int { return (widths[net%4] + 31) / 32 }
	frame := &Frame{Whole: true, Texts: map[string]string{"a": strings.Repeat("a", 9000), "b": "b"}, Warnings: []circuit.Diagnostic{{Message: "w"}}}
	for net := range uint32(1000) {
		frame.Nets = append(frame.Nets, net)
		for i := range limbs(net) {
			frame.Limbs = append(frame.Limbs, net<<8+uint32(i))
		}
	}
	for i := range uint32(3) {
		n := 7000 * (i + 1)
		frame.Ranges = append(frame.Ranges, i, 100, n)
		for b := range n {
			frame.Bytes = append(frame.Bytes, byte(b*7+i))
		}
	}
	require.Equal(t, []*Frame{frame}, frame.Divide(10<<20, limbs))
	const limit = 16 << 10
	pieces := frame.Divide(limit, limbs)
	require.Greater(t, len(pieces), 5)
	got := &Frame{Texts: map[string]string{}}
	bytes := map[[2]uint32]byte{}
	for i, p := range pieces {
		require.Equal(t, i == 0, p.Whole)
		require.LessOrEqual(t, p.size(), limit)
		got.Nets, got.Limbs = append(got.Nets, p.Nets...), append(got.Limbs, p.Limbs...)
		at := 0
		for r := 0; r < len(p.Ranges); r += 3 {
			for b := range p.Ranges[r+2] {
				bytes[[2]uint32{p.Ranges[r], p.Ranges[r+1] + b}] = p.Bytes[at]
				at++
			}
		}
		require.Len(t, p.Bytes, at)
		for path, text := range p.Texts {
			got.Texts[path] = text
		}
		got.Warnings = append(got.Warnings, p.Warnings...)
	}
	require.Equal(t, frame.Nets, got.Nets)
	require.Equal(t, frame.Limbs, got.Limbs)
	require.Equal(t, frame.Texts, got.Texts)
	require.Equal(t, frame.Warnings, got.Warnings)
	at := 0
	for r := 0; r < len(frame.Ranges); r += 3 {
		for b := range frame.Ranges[r+2] {
			require.Equal(t, frame.Bytes[at], bytes[[2]uint32{frame.Ranges[r], frame.Ranges[r+1] + b}])
			at++
		}
	}
}

// FuzzDivide takes any JSON as data inside a reply.
func FuzzDivide(f *testing.F) {
	f.Add([]byte(`{"a":[1,2,"x"],"b":{"c":null}}`))
	f.Add([]byte(`["\ud83d\ude00",{"":[]}]`))
	limits := DefaultLimits
	limits.ResultBytes = 2 << 10
	f.Fuzz(func(t *testing.T, data []byte) {
		var value any
		if json.Unmarshal(data, &value) != nil {
			return
		}
		list := make([]any, 1+4096/(1+len(data)))
		for i := range list {
			list[i] = value
		}
		arguments, err := json.Marshal(map[string]any{"data": list})
		require.NoError(t, err)
		text := `{"id":1,"slot":"s","compile":{"circuit":{"nodes":[{"id":"n","arguments":` + string(arguments) + `}]}}}`
		if len(text) <= limits.ResultBytes {
			return
		}
		chunks, failure := Divide[Reply]([]byte(text), nil, limits)
		require.Nil(t, failure)
		got, err := json.Marshal(assembled(t, chunks, limits))
		require.NoError(t, err)
		require.JSONEq(t, text, string(got))
	})
}
