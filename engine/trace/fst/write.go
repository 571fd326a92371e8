package fst

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"simten.dev/engine/trace/wave"
)

// A block of changes is written when it has so many bytes or times.
const (
	maxPending = 8 << 20
	maxTimes   = 1 << 20
	level      = 4 // of zlib: that of libfst
)

// Writer writes a trace. Where it can go back in what it writes to, which a file lets it do, it keeps one block of
// changes in memory; else the whole packed trace, whose header has the time of its end.
type Writer struct {
	out     *sink
	header  *wave.Header
	handles []int // by course, from 1 on; 0 for one without a signal
	shapes  []wave.Shape
	places  []int // of the values of handles in frame and values

	begun      bool
	first, now uint64
	sections   uint64
	begin      uint64   // time of the block of changes
	frame      []byte   // values at its beginning
	values     []byte   // values now
	times      []byte   // of the block
	count      int      // of times
	chains     [][]byte // changes, by handle
	last       []int    // number of the time of the last change, by handle
	pending    int      // bytes in chains
	maxPending int
	packer     *zlib.Writer
	packed     bytes.Buffer
	block      []byte
}

// NewWriter begins a trace.
func NewWriter(w io.Writer, h *wave.Header) (*Writer, error) {
	f := &Writer{out: newSink(w), header: h, handles: make([]int, len(h.Shapes)), maxPending: maxPending}
	for i := range h.Signals {
		if course := h.Signals[i].Course; f.handles[course] == 0 {
			shape := h.Shapes[course]
			f.handles[course] = len(f.shapes) + 1
			f.shapes = append(f.shapes, shape)
			f.places = append(f.places, len(f.values))
			f.values = appendFrame(f.values, wave.Undefined(shape), shape)
		}
	}
	f.frame = bytes.Clone(f.values)
	f.chains, f.last = make([][]byte, len(f.shapes)), make([]int, len(f.shapes))
	var err error
	if f.packer, err = zlib.NewWriterLevel(&f.packed, level); err != nil {
		return nil, err
	}
	return f, f.out.write(f.head(0))
}

// appendFrame writes a value as it stands at the beginning of a block.
func appendFrame(b []byte, v wave.Value, s wave.Shape) []byte {
	switch s.Kind {
	case wave.Bits:
		return v.AppendDigits(b, s.Width)
	case wave.Real:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Real))
	}
	return b
}

// head is the header block.
func (f *Writer) head(end uint64) []byte {
	scopes := 0
	walk(f.header.Signals, func(string) { scopes++ }, func() {}, func(*wave.Signal) {})
	b := []byte{blockHeader}
	for _, n := range []uint64{headerLength, f.first, end, math.Float64bits(endianTest)} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	binary.LittleEndian.PutUint64(b[len(b)-8:], math.Float64bits(endianTest))
	for _, n := range []uint64{maxPending, uint64(scopes), uint64(len(f.header.Signals)), uint64(len(f.shapes)), f.sections} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	b = append(b, byte(int8(min(max(f.header.Scale, math.MinInt8), math.MaxInt8))))
	version := make([]byte, versionLength+dateLength+1) // and the type of the file, which is 0
	copy(version[:versionLength-1], f.header.Version)
	b = append(b, version...)
	return binary.BigEndian.AppendUint64(b, 0) // the time of zero
}

// walk goes through the signals as a hierarchy.
func walk(signals []wave.Signal, enter func(name string), leave func(), signal func(*wave.Signal)) {
	var scope []string
	for i := range signals {
		s := &signals[i]
		same := 0
		for same < len(scope) && same < len(s.Scope) && scope[same] == s.Scope[same] {
			same++
		}
		for range scope[same:] {
			leave()
		}
		for _, name := range s.Scope[same:] {
			enter(name)
		}
		scope = s.Scope
		signal(s)
	}
	for range scope {
		leave()
	}
}

// At begins a time.
func (f *Writer) At(time uint64) error {
	switch {
	case !f.begun:
		f.begun, f.first, f.begin = true, time, time
		f.times, f.count = binary.AppendUvarint(nil, time), 1
		f.now = time
		return nil
	case time == f.now:
		return nil
	case time < f.now:
		return fmt.Errorf("the time goes back from %d to %d", f.now, time)
	}
	if f.pending >= f.maxPending || f.count >= maxTimes {
		if err := f.flush(); err != nil {
			return err
		}
	}
	f.times = binary.AppendUvarint(f.times, time-f.now)
	f.count++
	f.now = time
	return nil
}

// Put gives a course a value from the time on.
func (f *Writer) Put(course int, v wave.Value) error {
	handle := f.handles[course] - 1
	if handle < 0 {
		return nil
	}
	if !f.begun {
		if err := f.At(0); err != nil {
			return err
		}
	}
	shape := f.shapes[handle]
	chain := f.chains[handle]
	before := len(chain)
	delta := uint64(f.count - 1 - f.last[handle])
	f.last[handle] = f.count - 1
	switch {
	case shape.Kind == wave.Text:
		chain = binary.AppendUvarint(chain, delta<<1)
		chain = append(binary.AppendUvarint(chain, uint64(len(v.Text))), v.Text...)
	case shape.Kind == wave.Real:
		chain = binary.LittleEndian.AppendUint64(binary.AppendUvarint(chain, delta<<1|1), math.Float64bits(v.Real))
	case shape.Width == 1 && v.Known():
		chain = binary.AppendUvarint(chain, delta<<2|(v.Bits.Lo&1)<<1)
	case shape.Width == 1:
		chain = binary.AppendUvarint(chain, delta<<4|(v.Bits.Lo&1)<<1|1) // x is 0 and z is 1
	case v.Known():
		chain = appendBits(binary.AppendUvarint(chain, delta<<1), v, shape.Width)
	default:
		chain = v.AppendDigits(binary.AppendUvarint(chain, delta<<1|1), shape.Width)
	}
	f.chains[handle] = chain
	f.pending += len(chain) - before
	place := f.places[handle]
	appendFrame(f.values[:place], v, shape)
	return nil
}

// appendBits packs known bits, the most significant one first.
func appendBits(b []byte, v wave.Value, width int) []byte {
	for i := width - 1; i >= 0; i -= 8 {
		var c byte
		if i >= 7 {
			low := i - 7
			c = byte(v.Bits.Word(low/64) >> (low % 64))
			if low%64 > 56 {
				c |= byte(v.Bits.Word(low/64+1) << (64 - low%64))
			}
		} else {
			c = byte(v.Bits.Word(0) << (7 - i))
		}
		b = append(b, c)
	}
	return b
}

// flush writes the block of changes and begins another one.
func (f *Writer) flush() error {
	b := f.block[:0]
	memory := 0
	for i := range f.chains {
		memory += len(f.chains[i])
	}
	b = append(b, blockAliases2)
	b = binary.BigEndian.AppendUint64(b, 0) // the length, once it is known
	b = binary.BigEndian.AppendUint64(b, f.begin)
	b = binary.BigEndian.AppendUint64(b, f.now)
	b = binary.BigEndian.AppendUint64(b, uint64(memory))
	frame, err := f.pack(f.frame)
	if err != nil {
		return err
	}
	for _, n := range []int{len(f.frame), len(frame), len(f.shapes)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = append(b, frame...)
	b = binary.AppendUvarint(b, uint64(len(f.shapes)))
	start := len(b)
	b = append(b, packZlib)

	var index []byte
	same := map[string]int{} // chains that are written, with their handles
	previous, alias, empty := 0, 0, 0
	for i, chain := range f.chains {
		if len(chain) == 0 {
			empty++
			continue
		}
		if empty > 0 {
			index = binary.AppendUvarint(index, uint64(empty)<<1)
			empty = 0
		}
		if other, ok := same[string(chain)]; ok {
			n := 0
			if other != alias {
				n, alias = -other, other
			}
			index = appendSigned(index, int64(n)<<1|1)
			continue
		}
		same[string(chain)] = i + 1
		index = appendSigned(index, int64(len(b)-start-previous)<<1|1)
		previous = len(b) - start
		packed := chain
		if len(chain) > 32 {
			if packed, err = f.pack(chain); err != nil {
				return err
			}
		}
		if len(packed) < len(chain) {
			b = binary.AppendUvarint(b, uint64(len(chain)))
		} else {
			b = append(b, 0)
		}
		b = append(b, packed...)
	}
	if empty > 0 {
		index = binary.AppendUvarint(index, uint64(empty)<<1)
	}
	b = append(b, index...)
	b = binary.BigEndian.AppendUint64(b, uint64(len(index)))
	times, err := f.pack(f.times)
	if err != nil {
		return err
	}
	b = append(b, times...)
	for _, n := range []int{len(f.times), len(times), f.count} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	binary.BigEndian.PutUint64(b[1:], uint64(len(b)-1))
	if err := f.out.write(b); err != nil {
		return err
	}

	f.block = b // its memory is used again
	f.sections++
	f.begin = f.now
	copy(f.frame, f.values)
	f.times, f.count = binary.AppendUvarint(f.times[:0], f.now), 1
	for i := range f.chains {
		f.chains[i], f.last[i] = f.chains[i][:0], 0
	}
	f.pending = 0
	return nil
}

// pack gives the packed data, or the data where that is not longer. It holds until the next call.
func (f *Writer) pack(data []byte) ([]byte, error) {
	f.packed.Reset()
	f.packer.Reset(&f.packed)
	if _, err := f.packer.Write(data); err != nil {
		return nil, err
	}
	if err := f.packer.Close(); err != nil {
		return nil, err
	}
	if f.packed.Len() >= len(data) {
		return data, nil
	}
	return f.packed.Bytes(), nil
}

// appendSigned writes a signed number, seven bits a byte, least significant first; the sign is bit 6 of the last one.
func appendSigned(b []byte, n int64) []byte {
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// Close writes the last changes, the geometry and the hierarchy.
func (f *Writer) Close(end uint64) error {
	if !f.begun || end > f.now {
		if err := f.At(end); err != nil {
			return err
		}
	}
	if err := f.flush(); err != nil {
		return err
	}
	if err := f.geometry(); err != nil {
		return err
	}
	if err := f.hierarchy(); err != nil {
		return err
	}
	return f.out.finish(f.head(f.now))
}

func (f *Writer) geometry() error {
	var widths []byte
	for _, s := range f.shapes {
		n := uint64(s.Width)
		switch s.Kind {
		case wave.Real:
			n = realWidth
		case wave.Text:
			n = textWidth
		}
		widths = binary.AppendUvarint(widths, n)
	}
	packed, err := f.pack(widths)
	if err != nil {
		return err
	}
	b := []byte{blockGeometry}
	for _, n := range []int{24 + len(packed), len(widths), len(f.shapes)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return f.out.write(append(b, packed...))
}

func (f *Writer) hierarchy() error {
	var h []byte
	text := func(s string) { h = append(append(h, strings.ReplaceAll(s, "\x00", "_")...), 0) }
	if f.header.Comment != "" {
		h = append(h, tagAttribute, attributeMisc, miscComment)
		text(f.header.Comment)
		h = append(h, 0)
	}
	known := 0
	walk(f.header.Signals, func(name string) {
		h = append(h, tagScope, 0)
		text(name)
		text("")
	}, func() {
		h = append(h, tagUpscope)
	}, func(s *wave.Signal) {
		shape, name := f.header.Shapes[s.Course], s.Name
		sort, length := byte(varWire), shape.Width
		switch shape.Kind {
		case wave.Real:
			sort, length = varReal, realBytes
		case wave.Text:
			sort, length = varString, 0
		}
		if s.Range != "" {
			name += " " + s.Range
		}
		h = append(h, sort, 0)
		text(name)
		h = binary.AppendUvarint(h, uint64(length))
		handle := f.handles[s.Course]
		if handle > known { // is the next one
			known, handle = handle, 0
		}
		h = binary.AppendUvarint(h, uint64(handle))
	})
	b := []byte{blockHierarchy}
	b = binary.BigEndian.AppendUint64(b, 0)
	b = binary.BigEndian.AppendUint64(b, uint64(len(h)))
	packed := bytes.NewBuffer(b)
	packer, err := gzip.NewWriterLevel(packed, level)
	if err != nil {
		return err
	}
	if _, err := packer.Write(h); err != nil {
		return err
	}
	if err := packer.Close(); err != nil {
		return err
	}
	b = packed.Bytes()
	binary.BigEndian.PutUint64(b[1:], uint64(len(b)-1))
	return f.out.write(b)
}

// sink is where a trace goes. Its beginning is written again at the end.
type sink struct {
	w     io.Writer
	back  io.Seeker // nil where one cannot go back: all is held until the end
	start int64
	held  []byte
}

func newSink(w io.Writer) *sink {
	s := &sink{w: w}
	if back, ok := w.(io.Seeker); ok {
		if at, err := back.Seek(0, io.SeekCurrent); err == nil {
			s.back, s.start = back, at
		}
	}
	return s
}

func (s *sink) write(b []byte) error {
	if s.back == nil {
		s.held = append(s.held, b...)
		return nil
	}
	_, err := s.w.Write(b)
	return err
}

// finish gives the trace its beginning.
func (s *sink) finish(begin []byte) error {
	if s.back == nil {
		copy(s.held, begin)
		_, err := s.w.Write(s.held)
		return err
	}
	if _, err := s.back.Seek(s.start, io.SeekStart); err != nil {
		return err
	}
	if _, err := s.w.Write(begin); err != nil {
		return err
	}
	_, err := s.back.Seek(0, io.SeekEnd)
	return err
}
