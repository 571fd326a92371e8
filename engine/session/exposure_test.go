package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// reader keeps what frames carry, as the page does.
type reader struct {
	t      *testing.T
	states []protocol.StateInfo
	bytes  [][]byte
	texts  map[string]string
	seen   int // events read
	sent   int // bytes that the last events carried
}

func (r *reader) read(b *bench) {
	r.t.Helper()
	events := of[protocol.Event](b.record)
	r.sent = 0
	for _, e := range events[r.seen:] {
		if e.Frame == nil {
			continue // a compile on a slow machine tells how far it is
		}
		if e.Frame.Whole {
			r.bytes, r.texts = make([][]byte, len(r.states)), map[string]string{}
			for i, s := range r.states {
				r.bytes[i] = make([]byte, s.Cells*cellBytes(s.Width))
			}
		}
		at := 0
		for i := 0; i < len(e.Frame.Ranges); i += 3 {
			index, first, count := e.Frame.Ranges[i], int(e.Frame.Ranges[i+1]), int(e.Frame.Ranges[i+2])
			require.LessOrEqual(r.t, first+count, len(r.bytes[index]))
			copy(r.bytes[index][first:], e.Frame.Bytes[at:at+count])
			at += count
		}
		require.Len(r.t, e.Frame.Bytes, at)
		r.sent += at
		for path, text := range e.Frame.Texts {
			r.texts[path] = text
		}
	}
	r.seen = len(events)
}

// cellBytes is written out again here: the page counts the same way.
func cellBytes(width int) int {
	for _, n := range []int{1, 2, 4} {
		if width <= 8*n {
			return n
		}
	}
	return 8 * ((width + 63) / 64)
}

func (r *reader) of(t *testing.T, path, field string) []byte {
	t.Helper()
	for i, s := range r.states {
		if s.Path == path && s.Field == field {
			return r.bytes[i]
		}
	}
	require.Failf(t, "not exposed", "%s.%s", path, field)
	return nil
}

func start(t *testing.T, source string) (*bench, *reader, *protocol.DesignInfo) {
	t.Helper()
	b := newNative(t, protocol.DefaultLimits)
	reply := b.ask(compileOf(source))
	require.Nil(t, reply.Error)
	require.False(t, circuit.HasErrors(reply.Compile.Diagnostics), "%v", reply.Compile.Diagnostics)
	r := &reader{t: t, states: reply.Compile.Design.States}
	r.read(b)
	return b, r, reply.Compile.Design
}

func names(states []protocol.StateInfo) []string {
	var list []string
	for _, s := range states {
		list = append(list, s.Path+"."+s.Field)
	}
	return list
}

// writer counts up and writes the count to the address count mod 16.
const writer = `const Writer = circuit('Writer', {
  outputs: { addr: bus(8), data: bus(8), we: bit },
  state: { n: reg(8) },
  eval: ({ n }) => ({ addr: n & 15, data: n + 1, we: 1 }),
  onTick: ({ n }) => ({ n: n + 1 }),
})
`

const screened = writer + `circuit('Screened', {
  nodes: { w: Writer, ram: RAM({ memory: { 200: 7 } }), screen: Screen({ width: 16, height: 8 }), other: Register({ width: 8 }), on: Constant({ value: 1 }) },
  connect: ({ nodes: { w, ram, screen, other, on } }) => [
    w.addr.to(ram.addr), w.data.to(ram.data_in, other.data), w.we.to(ram.we), ram.data_out.to(screen.dataIn), on.out.to(other.we),
  ],
})`

func TestExposedState(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		want   []string
	}{
		"D102 M74 a RAM wired to a Screen: both, and no unrelated Register": {screened, []string{"ram.memory", "screen.memory"}},
		"D102 the node that a peripheral drives": {
			writer + `circuit('Top', { nodes: { s: Screen, ram: DualPortRAM({ addressWidth: 16 }), w: Writer },
				connect: ({ nodes: { s, ram, w } }) => [s.addrB.to(ram.addrB), w.addr.to(ram.addrA), w.data.to(ram.dataA), w.we.to(ram.weA)] })`,
			[]string{"ram.memory", "s.memory"},
		},
		"D102 a register beside a HexDisplay, seen through another width": {
			`circuit('Top', { inputs: { d: bus(4), we: bit }, nodes: { r: Register({ width: 4 }), far: Register({ width: 4 }), h: HexDisplay },
				connect: ({ inputs, nodes: { r, far, h } }) => [inputs.d.to(r.data), inputs.we.to(r.we, far.we), r.q.to(h.in, far.data)] })`,
			[]string{"r.value"},
		},
		"D102 not what reads the same wire": {
			`circuit('Top', { inputs: { d: bus(8), we: bit }, nodes: { c: Console, r: Register({ width: 8 }) },
				connect: ({ inputs, nodes: { c, r } }) => [inputs.d.to(c.data, r.data), inputs.we.to(c.we, r.we)] })`,
			[]string{"c.text"},
		},
		"M74 a peripheral without any connection: nothing": {
			`circuit('Top', { inputs: { a: bit }, nodes: { c: Console, s: Screen, l: Led }, connect: ({ inputs, nodes: { l } }) => [inputs.a.to(l.in)] })`, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, design := start(t, c.source)
			require.ElementsMatch(t, c.want, names(design.States))
		})
	}
}

func TestExposedTextsAndNumbers(t *testing.T) {
	t.Run("M74 the state of a Console is a text, that of a receiver its fields", func(t *testing.T) {
		b, r, design := start(t, `circuit('Top', { nodes: { c: Console, k: Constant({ value: 72, width: 8 }), on: Constant({ value: 1 }), rx: UART_RX({ text: 'ok' }), zero: Constant({ width: 32 }) },
			connect: ({ nodes: { c, k, on, rx, zero } }) => [k.out.to(c.data), on.out.to(c.we), zero.out.to(rx.addr)] })`)
		require.ElementsMatch(t, []string{"c.text", "rx.queue", "rx.head", "rx.count", "rx.seen", "rx.typed"}, names(design.States))
		b.ask(tickOf(3))
		r.read(b)
		require.Equal(t, map[string]string{"c": "HHH"}, r.texts)
		require.Equal(t, byte(2), r.of(t, "rx", "typed")[0])
		require.Equal(t, []byte("ok"), r.of(t, "rx", "queue")[:2])
		b.ask(setOf("rx", 256+65))
		b.ask(tickOf(1))
		r.read(b)
		require.Equal(t, []byte{65, 1, 0, 0}, r.of(t, "rx", "seen"))
		require.Equal(t, []byte("okA"), r.of(t, "rx", "queue")[:3])
	})
}

func TestAFrameCarriesWhatChangedOfAMemory(t *testing.T) {
	b, r, design := start(t, screened)
	ram := r.of(t, "ram", "memory")
	require.Len(t, ram, 256)
	require.Equal(t, byte(7), ram[200], "contents of the start")
	require.Equal(t, []protocol.PictureInfo{{Path: "screen", State: 0, Width: 16, Height: 8, Bits: 8}}, design.Pictures)
	require.Equal(t, "ram", design.States[0].Path)

	b.ask(tickOf(5))
	r.read(b)
	require.Equal(t, []byte{1, 2, 3, 4, 5, 0}, r.of(t, "ram", "memory")[:6])
	require.Equal(t, pageBytes, r.sent, "one page, and nothing of the screen's own memory")

	b.ask(setOf("on", 1))
	r.read(b)
	require.Zero(t, r.sent)

	b.ask(plain(protocol.TypeReset))
	r.read(b)
	require.Equal(t, make([]byte, 6), r.of(t, "ram", "memory")[:6])

	b.ask(tickOf(3))
	r.bytes, r.seen = nil, len(of[protocol.Event](b.record)) // a reader that lost everything
	b.Refresh("a")
	r.read(b)
	require.Equal(t, []byte{1, 2, 3, 0}, r.of(t, "ram", "memory")[:4])
	require.Equal(t, byte(7), r.of(t, "ram", "memory")[200])
}

func TestPictures(t *testing.T) {
	ram := func(options string) string {
		return `nodes: { ram: DualPortRAM({ ` + options + ` }), s: %s({ width: 64, height: 32 }) }, connect: ({ nodes: { ram, s } }) => [ram.outB.to(s.dataIn)] })`
	}
	for name, c := range map[string]struct {
		source string
		want   protocol.PictureInfo
		state  string
	}{
		"one pixel a cell":        {"circuit('Top', { " + fmt.Sprintf(ram("addressWidth: 11"), "Screen"), protocol.PictureInfo{Bits: 8}, "ram"},
		"one bit a cell":          {"circuit('Top', { " + fmt.Sprintf(ram("addressWidth: 11, dataWidth: 1"), "RasterDisplay"), protocol.PictureInfo{Bits: 1}, "ram"},
		"eight pixels a cell":     {"circuit('Top', { " + fmt.Sprintf(ram("addressWidth: 8, dataWidth: 8"), "RasterDisplay"), protocol.PictureInfo{Bits: 1}, "ram"},
		"two pixels a cell":       {"circuit('Top', { " + fmt.Sprintf(ram("addressWidth: 10, dataWidth: 8"), "Screen"), protocol.PictureInfo{Bits: 4}, "ram"},
		"sixteen, through a part": {`circuit('Top', { nodes: { ram: DualPortRAM({ addressWidth: 7, dataWidth: 16 }), low: BitSlice({ high: 7, low: 0, width: 16 }), s: Screen({ width: 64, height: 32 }) }, connect: ({ nodes: { ram, low, s } }) => [ram.outB.to(low.in), low.out.to(s.dataIn)] })`, protocol.PictureInfo{Bits: 1}, "ram"},
		"a memory that is small":  {"circuit('Top', { " + fmt.Sprintf(ram("addressWidth: 2, dataWidth: 8"), "Screen"), protocol.PictureInfo{Bits: 1}, "ram"},
		"through one multiplexer": {`circuit('Top', { inputs: { sel: bit }, nodes: { ram: DualPortRAM({ addressWidth: 11 }), m: Mux({ width: 8 }), s: Screen({ width: 64, height: 32 }) }, connect: ({ inputs, nodes: { ram, m, s } }) => [inputs.sel.to(m.sel), ram.outB.to(m.in1), m.out.to(s.dataIn)] })`, protocol.PictureInfo{Bits: 8}, "ram"},
		"its own memory":          {`circuit('Top', { inputs: { x: bus(8) }, nodes: { s: Screen({ width: 64, height: 32, memory: { 3: 1 } }) }, connect: ({ inputs, nodes: { s } }) => [inputs.x.to(s.dataIn)] })`, protocol.PictureInfo{Bits: 8}, "s"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, design := start(t, c.source)
			c.want.Path, c.want.Width, c.want.Height = "s", 64, 32
			require.Equal(t, []protocol.PictureInfo{c.want}, design.Pictures)
			require.Equal(t, c.state, design.States[0].Path)
		})
	}
}

func TestContentsOfFramesAreBounded(t *testing.T) {
	limits := protocol.DefaultLimits
	limits.ShownStateBytes = 300
	b := newNative(t, limits)
	reply := b.ask(compileOf(screened))
	require.Equal(t, []string{"ram.memory", "screen.memory"}, names(reply.Compile.Design.States))
	require.Equal(t, 256, reply.Compile.Design.States[0].Cells, "what a display shows comes first")
	require.Equal(t, 44, reply.Compile.Design.States[1].Cells)
	b.ask(tickOf(2))

	text := tail(strings.Repeat("é", maxText))
	require.LessOrEqual(t, len(text), maxText)
	require.Equal(t, strings.Repeat("é", maxText/2), text)
}
