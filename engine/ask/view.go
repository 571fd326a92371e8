package ask

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"

	"simten.dev/engine/ask/probe"
	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// view are the observers that draw a list of signals, on a machine of their own. They draw any cycles in as many
// columns as there is room for, so they are kept for the next picture of the same signals.
//
// A column is seen from its first cycle on, in which its registers are set, to its last one. They are stored when the
// next column begins. The first and the last cycle are rare, so that what is done in them costs little.
type view struct {
	key    viewKey
	replay *replay
	rows   []traced
	words  []*together
	banks  []*bank
	bytes  int // of the memories

	armed  probe.Register // 1 while cycles count
	span   probe.Register // cycles of a column
	phase  probe.Register // cycles of the column that were seen
	column probe.Register // columns that are complete
}

// viewKey tells views apart.
type viewKey struct {
	base    *netlist.Module
	signals string // names; a mark behind those of which the smallest and the largest values are told
	room    int    // columns
}

// traced are the observers of one row.
type traced struct {
	width          int
	in             []*together    // one, or those of the parts of a wide row
	offset         int            // of its bits in there
	min, max       probe.Register // of the column, when it is ranged
	minima, maxima series
	value          word.ID
	now            int // its net
	ranged         bool
}

// together are the values of several narrow rows, or a part of a wide one, in one word of the processor: first as they
// were at the beginning of the column, then the bits that have differed from that, and as they were at its end.
type together struct {
	width                  int
	values                 []word.ID
	first, change          probe.Register
	firsts, changes, lasts series
}

const wordBits = 64

// A bank is a memory for the values of one size.
type bank struct {
	width int
	parts []stored
	probe.Memory
}

// stored is a value of a series, which is written when the condition holds: that of column i into cell
// series*(room+1) + i + 1, because the first one is for what there is before the first column.
type stored struct {
	when, column, value word.ID
}

type series struct {
	bank  *bank
	index int
}

// minColumns is the least room of a view, so that windows of many sizes have the same.
const minColumns = 1024

// view makes the observers, or takes those that were kept.
func (w *picture) view(ctx context.Context) (*view, error) {
	f, err := w.run.frame(ctx)
	if err != nil {
		return nil, err
	}
	key := viewKey{base: f.base, signals: w.signals(), room: minColumns}
	for key.room < w.Columns {
		key.room *= 2
	}
	if v := w.run.views.take(key); v != nil {
		return v, v.replay.again(w.run)
	}
	v := &view{key: key}
	b := f.b
	v.armed = b.Register("armed", 1, circuit.Value{})
	v.span = b.Register("span", 64, one)
	v.phase = b.Register("phase", 64, circuit.Value{})
	v.column = b.Register("column", 32, circuit.Value{})
	next := b.Add(v.phase.Value, b.Uint(1, 64))
	end := b.And(v.armed.Value, b.Eq(next, v.span.Value))
	begin := b.Eq(v.phase.Value, b.Uint(0, 64))
	b.Next(v.phase, b.Mux(v.armed.Value, b.Mux(end, b.Uint(0, 64), next), b.Uint(0, 64)))
	b.Next(v.column, b.Add(v.column.Value, b.ZExt(end, 32)))
	for i := range w.sources {
		value, err := w.sources[i].observe(f)
		if err != nil {
			return nil, err
		}
		v.rows = append(v.rows, v.trace(b, value, w.sources[i].width(), w.Rows[i].Min != nil))
	}
	// The registers have the column before until another has begun.
	before := b.Sub(v.column.Value, b.Uint(1, 32))
	for _, g := range v.words {
		v.watch(b, g, begin, end, before)
	}
	for i := range v.rows {
		v.bound(b, &v.rows[i], begin, before)
	}
	for _, k := range v.banks {
		k.build(b, key.room)
		v.bytes += k.Depth * sim.CellBytes(k.width)
	}
	v.replay, err = w.run.replay(ctx, f, max(w.To-w.From, w.run.horizon))
	return v, err
}

func (w *picture) signals() string {
	var names strings.Builder
	for i := range w.Rows {
		names.WriteString(w.Rows[i].Signal)
		if w.Rows[i].Min != nil {
			names.WriteByte(0)
		}
		names.WriteByte('\n')
	}
	return names.String()
}

// trace adds one row.
func (v *view) trace(b *probe.Builder, value word.ID, width int, ranged bool) traced {
	t := traced{width: width, value: value, now: b.Show(value), ranged: ranged && width > 1}
	if n := len(v.words); n == 0 || v.words[n-1].width+width > wordBits {
		v.words = append(v.words, &together{})
	}
	in := v.words[len(v.words)-1]
	t.in, t.offset = []*together{in}, in.width
	if width <= wordBits {
		in.width += width
		in.values = append(in.values, value)
		return t
	}
	for low := 0; low < width; low += wordBits {
		if low > 0 {
			in = &together{}
			v.words, t.in = append(v.words, in), append(t.in, in)
		}
		in.width = min(wordBits, width-low)
		in.values = []word.ID{b.Slice(value, low, in.width)}
	}
	return t
}

// watch makes the registers and series of a word.
func (v *view) watch(b *probe.Builder, g *together, begin, end, before word.ID) {
	value := g.values[0]
	for _, next := range g.values[1:] {
		value = b.Concat(next, value)
	}
	value = b.Resize(value, wordBits)
	g.first = b.Register("first", wordBits, circuit.Value{})
	g.change = b.Register("change", wordBits, circuit.Value{})
	b.Next(g.first, b.Mux(begin, value, g.first.Value))
	change := b.Or(g.change.Value, b.Xor(value, g.first.Value))
	b.Next(g.change, b.Mux(begin, b.Uint(0, wordBits), change))
	g.firsts = v.store(wordBits, stored{begin, before, g.first.Value})
	g.changes = v.store(wordBits, stored{begin, before, g.change.Value})
	g.lasts = v.store(wordBits, stored{end, v.column.Value, value})
}

// bound makes the registers and series for the smallest and the largest value of a row.
func (v *view) bound(b *probe.Builder, t *traced, begin, before word.ID) {
	if !t.ranged {
		return
	}
	t.min = b.Register("min", t.width, circuit.Value{})
	t.max = b.Register("max", t.width, circuit.Value{})
	// Not multiplexers of the two values: each would become a branch that nothing predicts.
	choose := func(when, than word.ID) word.ID {
		other := b.Xor(t.value, than)
		return b.Xor(than, b.Mux(when, other, b.Uint(0, t.width)))
	}
	smallest := choose(b.Compare(word.ULt, t.value, t.min.Value), t.min.Value)
	largest := choose(b.Compare(word.ULt, t.max.Value, t.value), t.max.Value)
	b.Next(t.min, b.Mux(begin, t.value, smallest))
	b.Next(t.max, b.Mux(begin, t.value, largest))
	size := t.width
	if t.width <= wordBits {
		size = 8 * sim.CellBytes(t.width)
	}
	t.minima = v.store(size, stored{begin, before, t.min.Value})
	t.maxima = v.store(size, stored{begin, before, t.max.Value})
}

// store makes a series of a value.
func (v *view) store(width int, value stored) series {
	for _, k := range v.banks {
		if k.width == width {
			k.parts = append(k.parts, value)
			return series{k, len(k.parts) - 1}
		}
	}
	k := &bank{width: width, parts: []stored{value}}
	v.banks = append(v.banks, k)
	return series{k, 0}
}

// build makes the memory. Values with one condition are written one after the other, behind one branch.
func (k *bank) build(b *probe.Builder, room int) {
	depth := 1 << bits.Len(uint(len(k.parts)*(room+1)-1))
	k.Memory = b.Memory(fmt.Sprintf("columns%d", k.width), depth, k.width)
	done := make([]bool, len(k.parts))
	for i := range k.parts {
		for j := i; j < len(k.parts); j++ {
			p := &k.parts[j]
			if done[j] || p.when != k.parts[i].when {
				continue
			}
			done[j] = true
			at := b.Add(p.column, b.Uint(uint64(j*(room+1)+1), 32))
			b.Write(k.Memory, p.when, at, p.value)
		}
	}
}

// values reads a series: so many columns that were stored, then what the register has.
func (v *view) values(s series, columns int, register probe.Register) []circuit.Value {
	x, size := v.replay, sim.CellBytes(s.bank.width)
	cells := x.netlist.CellsFrom(x.machine, s.bank.Memory, s.index*(v.key.room+1)+1, columns)
	values := make([]circuit.Value, columns, columns+2)
	for c := range values {
		values[c] = sim.GetCell(cells[c*size:], s.bank.width)
	}
	held := x.netlist.Scalar(x.machine, register)
	return append(values, held, held)
}

// wordsOf reads a series of words in the same way; without a register only what was stored.
func (v *view) wordsOf(s series, columns int, register *probe.Register) []uint64 {
	x := v.replay
	cells := x.netlist.CellsFrom(x.machine, s.bank.Memory, s.index*(v.key.room+1)+1, columns)
	values := make([]uint64, columns, columns+2)
	for c := range values {
		values[c] = binary.LittleEndian.Uint64(cells[8*c:])
	}
	if register == nil {
		return values
	}
	held := x.netlist.Scalar(x.machine, *register).Lo
	return append(values, held, held)
}

// told are the words of all columns.
type told struct{ firsts, changes, lasts []uint64 }

// of is the value of a row in a column.
func (t *traced) of(words map[*together]*told, list func(*told) []uint64, c int) circuit.Value {
	v := circuit.Value{Lo: list(words[t.in[0]])[c] >> t.offset}
	for _, g := range t.in[1:] {
		v.Hi = append(v.Hi, list(words[g])[c])
	}
	return v.Mask(t.width)
}

// read gives what the observers have seen. The last cycle of the picture is that of the machine itself.
func (w *picture) read(v *view) {
	x, last := v.replay, w.Columns-1
	stored := last // columns that were stored; if the last one is a single cycle, the registers still have the one before
	alone := (w.To-w.From+1)-uint64(last)*w.Span == 1
	if alone {
		stored = max(0, last-1)
	}
	words := make(map[*together]*told, len(v.words))
	for _, g := range v.words {
		words[g] = &told{lasts: v.wordsOf(g.lasts, last, nil)}
		if w.Span > 1 {
			words[g].firsts, words[g].changes = v.wordsOf(g.firsts, stored, &g.first), v.wordsOf(g.changes, stored, &g.change)
		}
	}
	for i := range v.rows {
		t, row := &v.rows[i], &w.Rows[i]
		now := x.machine.Peek(t.now)
		for c := range last {
			row.Last[c] = t.of(words, func(t *told) []uint64 { return t.lasts }, c)
		}
		row.Last[last] = now
		if w.Span == 1 {
			copy(row.First, row.Last)
			copy(row.Min, row.Last)
			copy(row.Max, row.Last)
			continue
		}
		for c := range w.Columns {
			row.First[c] = t.of(words, func(t *told) []uint64 { return t.firsts }, c)
			row.Changed[c] = !t.of(words, func(t *told) []uint64 { return t.changes }, c).IsZero()
		}
		if alone {
			row.First[last], row.Changed[last] = now, false
		} else if !now.Equal(row.First[last]) {
			row.Changed[last] = true
		}
		switch {
		case row.Min == nil:
		case t.ranged:
			copy(row.Min, v.values(t.minima, stored, t.min))
			copy(row.Max, v.values(t.maxima, stored, t.max))
			if alone {
				row.Min[last], row.Max[last] = now, now
			} else {
				row.Min[last], row.Max[last] = smaller(now, row.Min[last]), larger(now, row.Max[last])
			}
		default: // of a bit that has changed, both values were there
			for c := range row.Min {
				row.Min[c], row.Max[c] = row.First[c], row.First[c]
				if row.Changed[c] {
					row.Min[c], row.Max[c] = circuit.Value{}, one
				}
			}
		}
	}
}

// views are kept for the next picture, those that were used last.
type views struct{ list []*view }

// Bounds of what is kept.
const (
	maxViews     = 4
	maxViewBytes = 16 << 20
)

// take gives a view that was kept, which is kept no longer.
func (k *views) take(key viewKey) *view {
	for i, v := range k.list {
		if v.key == key {
			k.list = append(k.list[:i], k.list[i+1:]...)
			return v
		}
	}
	return nil
}

// put keeps a view. Views beyond the limit are closed, the oldest first.
func (k *views) put(v *view) {
	k.list = append(k.list, v)
	total := 0
	for i := len(k.list) - 1; i >= 0; i-- {
		total += k.list[i].bytes
		if len(k.list)-i > maxViews || total > maxViewBytes {
			for _, old := range k.list[:i+1] {
				old.replay.close()
			}
			k.list = append(k.list[:0], k.list[i+1:]...)
			return
		}
	}
}

func (k *views) close() {
	for _, v := range k.list {
		v.replay.close()
	}
	k.list = nil
}
