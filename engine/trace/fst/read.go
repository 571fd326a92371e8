package fst

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"simten.dev/engine/trace/wave"
)

// Read reads a trace. The error is a *wave.Error with the place in the file, or wave.ErrTooLarge.
func Read(data []byte, o wave.Options) (*wave.Wave, error) {
	r := &reader{data: data, Builder: wave.NewBuilder(o)}
	r.work = maxWork * r.Left()
	if err := r.unwrap(); err != nil {
		return nil, err
	}
	if err := r.blocks(); err != nil {
		return nil, err
	}
	r.Begin(o)
	for _, b := range r.changes {
		if err := r.block(b); err != nil {
			return nil, err
		}
	}
	r.Last = max(r.Last, r.time)
	r.First = min(r.First, r.Last)
	return &r.Wave, nil
}

// reader reads a trace.
type reader struct {
	*wave.Builder
	data    []byte
	inflate inflater
	big     bool // numbers with a fraction have their most significant byte first
	open    bool // the file was never ended: its header knows no times
	changes []section
	time    uint64 // up to which changes were read
	widths  []byte // the geometry
	handles uint64 // in it
	framed  bool   // values from the beginning of a block are there
	work    int64  // bytes that may still be unpacked and read
}

// maxWork is the number of bytes that are unpacked and read at most, for each byte that the wave may take: a small
// file can unpack to much, and handles that share one chain each read it.
const maxWork = 16

// section is the content of a block.
type section struct {
	at   int // in the file
	tag  byte
	data []byte
}

func (r *reader) wrong(at int, format string, args ...any) error {
	return &wave.Error{Offset: int64(at), Message: fmt.Sprintf(format, args...)}
}

// damaged tells of an error within a section.
func (r *reader) damaged(s section, err error) error {
	if errors.Is(err, wave.ErrTooLarge) {
		return err
	}
	return r.wrong(s.at, "the block of type %d cannot be read: %v", s.tag, err)
}

var errShort = errors.New("it ends too early")

// unwrap unpacks a file that is packed as a whole.
func (r *reader) unwrap() error {
	if len(r.data) < 17 || r.data[0] != blockWrapper {
		return nil
	}
	size := binary.BigEndian.Uint64(r.data[9:])
	data, err := r.gunzip(r.data[17:], size)
	if err != nil {
		return r.damaged(section{tag: blockWrapper}, err)
	}
	r.data = data
	return r.Take(int64(len(data)))
}

// gunzip unpacks gzip.
func (r *reader) gunzip(data []byte, size uint64) ([]byte, error) {
	if err := r.room(size, len(data)); err != nil {
		return nil, err
	}
	g, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	out := make([]byte, size)
	_, err = io.ReadFull(g, out)
	return out, err
}

// room fails where there is no memory left for something that is unpacked for a while.
func (r *reader) room(size uint64, length int) error {
	if !grown(size, uint64(length), maxZlib) {
		return errPacked
	}
	if size > uint64(r.Left()) {
		return wave.ErrTooLarge
	}
	return r.spend(size)
}

// spend counts work.
func (r *reader) spend(bytes uint64) error {
	if r.work -= int64(bytes); r.work < 0 {
		return wave.ErrTooLarge
	}
	return nil
}

// blocks finds the blocks, and reads what stands outside of those with changes.
func (r *reader) blocks() error {
	var hierarchy section
	for at := 0; at < len(r.data); {
		if len(r.data)-at < 9 {
			break // of a file that is being written
		}
		tag, length := r.data[at], binary.BigEndian.Uint64(r.data[at+1:])
		if at == 0 && (tag != blockHeader || length != headerLength) {
			return r.wrong(0, "this is not a Fast Signal Trace")
		}
		if length < 8 || length > uint64(len(r.data)-at-1) || tag == blockUnready {
			if at == 0 {
				return r.wrong(0, "the header is not complete")
			}
			if r.open {
				break
			}
			return r.wrong(at, "the file ends within a block of type %d", tag)
		}
		s := section{at: at, tag: tag, data: r.data[at+9 : at+1+int(length)]}
		switch tag {
		case blockHeader:
			if at == 0 {
				r.head(s.data)
			}
		case blockChanges, blockAliases, blockAliases2:
			r.changes = append(r.changes, s)
		case blockGeometry:
			if err := r.geometry(s); err != nil {
				return err
			}
		case blockHierarchy, blockLZ4, blockLZ4Twice:
			hierarchy = s
		}
		at += 1 + int(length)
	}
	if len(r.data) == 0 {
		return r.wrong(0, "the file is empty")
	}
	if hierarchy.data == nil {
		return r.wrong(len(r.data), "the file has no names of signals: the program that wrote it did not end it")
	}
	if err := r.hierarchy(hierarchy); err != nil {
		return err
	}
	return r.shapes(hierarchy)
}

// head reads the header.
func (r *reader) head(b []byte) {
	r.First, r.Last = binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])
	r.open = r.First == 0 && r.Last == 0
	r.big = math.Float64frombits(binary.BigEndian.Uint64(b[16:])) == endianTest
	b = b[64:]
	r.Scale = int(int8(b[0]))
	version, _, _ := bytes.Cut(b[1:1+versionLength], []byte{0})
	r.Version = strings.ToValidUTF8(strings.TrimSpace(string(version)), "\ufffd")
}

// geometry reads the widths of handles.
func (r *reader) geometry(s section) error {
	if len(s.data) < 16 {
		return r.damaged(s, errShort)
	}
	size := binary.BigEndian.Uint64(s.data)
	r.handles = binary.BigEndian.Uint64(s.data[8:])
	widths, err := r.plain(s.data[16:], size)
	if err != nil {
		return r.damaged(s, err)
	}
	if r.handles > uint64(len(widths)) {
		return r.damaged(s, fmt.Errorf("it has fewer widths than it says"))
	}
	r.widths = widths
	return nil
}

// plain gives data that is packed with zlib, unless it is as long as what it was made from.
func (r *reader) plain(data []byte, size uint64) ([]byte, error) {
	if size == uint64(len(data)) {
		return data, nil
	}
	return r.unpack(packZlib, data, size)
}

func (r *reader) unpack(form byte, data []byte, size uint64) ([]byte, error) {
	if err := r.room(size, len(data)); err != nil {
		return nil, err
	}
	switch form {
	case packLZ4:
		return unpackLZ4(data, int(size))
	case packFastLZ:
		return unpackFastLZ(data, int(size))
	}
	return r.inflate.unpack(data, int(size))
}

// hierarchy unpacks and reads the names.
func (r *reader) hierarchy(s section) error {
	if len(s.data) < 8 {
		return r.damaged(s, errShort)
	}
	size, packed := binary.BigEndian.Uint64(s.data), s.data[8:]
	var names []byte
	var err error
	switch s.tag {
	case blockHierarchy:
		names, err = r.gunzip(packed, size)
	case blockLZ4Twice:
		c := cursor{packed}
		once, failed := c.varint()
		if failed != nil {
			return r.damaged(s, failed)
		}
		if packed, err = r.unpack(packLZ4, c.rest, once); err != nil {
			return r.damaged(s, err)
		}
		fallthrough
	default:
		names, err = r.unpack(packLZ4, packed, size)
	}
	if err == nil {
		err = r.names(cursor{names})
	}
	if err != nil {
		return r.damaged(s, err)
	}
	return nil
}

// names reads the hierarchy. A signal without a handle has the next one.
func (r *reader) names(c cursor) error {
	var scope []string
	known := uint64(0)
	for len(c.rest) > 0 {
		tag := c.rest[0]
		c.rest = c.rest[1:]
		switch {
		case tag == tagScope:
			name, err := c.scope()
			if err == nil {
				err = r.Take(int64(len(name) + 16*(len(scope)+1)))
			}
			if err != nil {
				return err
			}
			scope = append(slices.Clip(scope), name)
		case tag == tagUpscope:
			if len(scope) > 0 {
				scope = scope[: len(scope)-1 : len(scope)-1]
			}
		case tag == tagAttribute:
			text, comment, err := c.attribute()
			if err != nil {
				return err
			}
			if comment {
				r.Comment = text
			}
		case tag == tagAttributeEnd:
		case tag <= highestVariable:
			if err := r.variable(&c, scope, tag, &known); err != nil {
				return err
			}
		default:
			return fmt.Errorf("a name of the unknown type %d", tag)
		}
	}
	return nil
}

func (r *reader) variable(c *cursor, scope []string, sort byte, known *uint64) error {
	if _, err := c.bytes(1); err != nil { // its direction
		return err
	}
	name, err := c.text()
	if err != nil {
		return err
	}
	length, err := c.varint()
	if err != nil {
		return err
	}
	handle, err := c.varint()
	if err != nil {
		return err
	}
	if sort == varPort {
		return fmt.Errorf("%q is a port of an extended dump, which cannot be read", name)
	}
	shape := wave.Shape{Width: int(min(length, wave.MaxBits+1))}
	switch sort {
	case varReal, varRealParam, varRealtime, varShortReal:
		shape = wave.Shape{Kind: wave.Real}
	case varString:
		shape = wave.Shape{Kind: wave.Text}
	}
	if handle == 0 {
		if *known++; uint64(len(r.Shapes)) < *known {
			if err := r.Take(64); err != nil {
				return err
			}
			r.Shapes = append(r.Shapes, shape)
		}
		handle = *known
	} else if handle > *known {
		return fmt.Errorf("%q has the handle %d, which no signal before it has", name, handle)
	}
	s := wave.Signal{Scope: scope, Name: name, Course: int(handle - 1)}
	if at := strings.IndexByte(name, '['); at > 0 && strings.HasSuffix(name, "]") && !strings.HasPrefix(name, `\`) {
		s.Name, s.Range = strings.TrimRight(name[:at], " "), name[at:]
	}
	s.Name = strings.TrimSpace(strings.TrimPrefix(s.Name, `\`))
	return r.Declare(s)
}

// shapes takes the widths of handles from the geometry, which is right where the two differ.
func (r *reader) shapes(s section) error {
	c := cursor{r.widths}
	for i := range r.Shapes {
		if uint64(i) < r.handles {
			n, err := c.varint()
			if err != nil {
				return r.damaged(s, err)
			}
			switch n {
			case realWidth:
				r.Shapes[i] = wave.Shape{Kind: wave.Real}
			case textWidth:
				r.Shapes[i] = wave.Shape{Kind: wave.Text}
			default:
				r.Shapes[i] = wave.Shape{Width: int(min(n, wave.MaxBits+1))}
			}
		}
		if x := r.Shapes[i]; x.Kind == wave.Bits && (x.Width < 1 || x.Width > wave.MaxBits) {
			return r.damaged(s, fmt.Errorf("a signal has no bits, or more than %d", wave.MaxBits))
		}
	}
	return nil
}

// block reads a block of changes.
func (r *reader) block(s section) error {
	if err := r.readChanges(s); err != nil {
		return r.damaged(s, err)
	}
	return nil
}

// chain is where the changes of a handle stand in a block.
type chain struct {
	handle   int // counted from 0
	from, to int
	alias    int // a handle before, counted from 1, with the same changes; or 0
}

func (r *reader) readChanges(s section) error {
	if len(s.data) < 24+24+8 {
		return errShort
	}
	begin := binary.BigEndian.Uint64(s.data)
	tail := s.data[len(s.data)-24:]
	size, packed, count := binary.BigEndian.Uint64(tail), binary.BigEndian.Uint64(tail[8:]), binary.BigEndian.Uint64(tail[16:])
	body := s.data[24 : len(s.data)-24]
	if packed > uint64(len(body))-8 {
		return errShort
	}
	list, err := r.plain(body[uint64(len(body))-packed:], size)
	if err != nil {
		return err
	}
	times, err := r.timeList(list, count)
	if err != nil {
		return err
	}
	body = body[:uint64(len(body))-packed]
	length := binary.BigEndian.Uint64(body[len(body)-8:])
	if body = body[:len(body)-8]; length > uint64(len(body)) {
		return errShort
	}
	index := body[uint64(len(body))-length:]
	c := cursor{body[:uint64(len(body))-length]}
	if begin < r.time {
		return fmt.Errorf("the time goes back from %d to %d", r.time, begin)
	}
	if len(times) > 0 {
		begin = min(begin, times[0])
	}
	if err := r.frame(&c, begin); err != nil {
		return err
	}
	if _, err := c.varint(); err != nil { // handles of this block
		return err
	}
	if len(c.rest) == 0 {
		return errShort
	}
	chains, err := r.index(s.tag, cursor{index}, len(c.rest))
	if err != nil {
		return err
	}
	if len(times) > 0 {
		r.time = max(r.time, times[len(times)-1])
	}
	for _, x := range chains {
		if !r.Keeps(x.handle) {
			continue
		}
		if x.alias > 0 {
			of, ok := slices.BinarySearchFunc(chains, x.alias-1, func(c chain, handle int) int { return c.handle - handle })
			if !ok || chains[of].alias > 0 || x.alias > x.handle {
				return fmt.Errorf("a signal has the changes of one that has none")
			}
			x.from, x.to = chains[of].from, chains[of].to
		}
		if err := r.chain(x.handle, c.rest[0], c.rest[x.from:x.to], times); err != nil {
			return err
		}
	}
	return nil
}

// timeList reads the times of a block.
func (r *reader) timeList(list []byte, count uint64) ([]uint64, error) {
	if count > uint64(len(list)) {
		return nil, fmt.Errorf("it has fewer times than it says")
	}
	if err := r.room(8*count, len(list)); err != nil {
		return nil, err
	}
	times := make([]uint64, count)
	c, time := cursor{list}, uint64(0)
	for i := range times {
		n, err := c.varint()
		if err != nil {
			return nil, err
		}
		if time+n < time {
			return nil, fmt.Errorf("a time is beyond 2^64")
		}
		time += n
		times[i] = time
	}
	if count > 0 && times[0] < r.time {
		return nil, fmt.Errorf("the time goes back from %d to %d", r.time, times[0])
	}
	return times, nil
}

// frame reads the values at the beginning of a block. They say something in the first one only.
func (r *reader) frame(c *cursor, begin uint64) error {
	var n [3]uint64 // bytes, packed bytes, handles
	for i := range n {
		var err error
		if n[i], err = c.varint(); err != nil {
			return err
		}
	}
	packed, err := c.bytes(n[1])
	if err != nil {
		return err
	}
	r.time = begin
	if r.framed {
		return nil
	}
	if r.framed = true; r.open {
		r.First = begin
	}
	values, err := r.plain(packed, n[0])
	if err != nil {
		return err
	}
	for i := 0; i < len(r.Shapes) && uint64(i) < n[2]; i++ {
		s := r.Shapes[i]
		size := frameBytes(s)
		if size > len(values) {
			return errShort
		}
		cell := values[:size]
		values = values[size:]
		if !r.Keeps(i) || size == 0 {
			continue
		}
		v, err := r.value(s, cell)
		if err != nil {
			return err
		}
		if v.Equal(wave.Undefined(s)) || s.Kind == wave.Real && math.IsNaN(v.Real) {
			continue
		}
		if err := r.Add(i, begin, v); err != nil {
			return err
		}
	}
	return nil
}

// value reads a value that is not packed into bits.
func (r *reader) value(s wave.Shape, cell []byte) (wave.Value, error) {
	if s.Kind == wave.Real {
		if r.big {
			return wave.Value{Real: math.Float64frombits(binary.BigEndian.Uint64(cell))}, nil
		}
		return wave.Value{Real: math.Float64frombits(binary.LittleEndian.Uint64(cell))}, nil
	}
	return wave.ParseDigits(cell, s.Width)
}

// index reads where the chains of a block stand. end is that of the last one.
func (r *reader) index(tag byte, c cursor, end int) ([]chain, error) {
	var chains []chain
	last, alias, from := -1, 0, 0
	for handle := 0; len(c.rest) > 0 && handle < len(r.Shapes); handle++ {
		distance := uint64(0)
		if tag == blockAliases2 && c.rest[0]&1 != 0 {
			n, err := c.signed()
			if err != nil {
				return nil, err
			}
			if n >>= 1; n <= 0 {
				if n < 0 {
					alias = int(min(-n, math.MaxInt32))
				}
				chains = append(chains, chain{handle: handle, alias: alias})
				continue
			}
			distance = uint64(n)
		} else {
			n, err := c.varint()
			if err != nil {
				return nil, err
			}
			if n == 0 {
				if n, err = c.varint(); err != nil {
					return nil, err
				}
				chains = append(chains, chain{handle: handle, alias: int(min(n, math.MaxInt32))})
				continue
			}
			if n&1 == 0 { // so many handles without changes
				handle += int(min(n>>1, math.MaxInt32)) - 1
				continue
			}
			distance = n >> 1
		}
		if distance > uint64(end-from) || from+int(distance) < 1 {
			return nil, errShort
		}
		from += int(distance)
		if last >= 0 {
			chains[last].to = from
		}
		last = len(chains)
		chains = append(chains, chain{handle: handle, from: from, to: end})
	}
	return chains, nil
}

// chain reads the changes of one course.
func (r *reader) chain(course int, form byte, data []byte, times []uint64) error {
	c := cursor{data}
	size, err := c.varint()
	if err != nil {
		return err
	}
	if size > 0 {
		plain, err := r.unpack(form, c.rest, size)
		if err != nil {
			return err
		}
		c = cursor{plain}
	} else if err := r.spend(uint64(len(c.rest))); err != nil {
		return err
	}
	shape := r.Shapes[course]
	for at := uint64(0); len(c.rest) > 0; {
		n, err := c.varint()
		if err != nil {
			return err
		}
		v, delta, err := r.change(&c, shape, n)
		if err != nil {
			return err
		}
		if at += delta; at >= uint64(len(times)) {
			return fmt.Errorf("a change is at a time that the block does not have")
		}
		if err := r.Add(course, times[at], v); err != nil {
			return err
		}
	}
	return nil
}

// change reads a value behind the number n, which has the distance in times and the form of the value.
func (r *reader) change(c *cursor, s wave.Shape, n uint64) (v wave.Value, delta uint64, err error) {
	var cell []byte
	switch {
	case s.Kind == wave.Text:
		length, err := c.varint()
		if err != nil {
			return v, 0, err
		}
		cell, err = c.bytes(length)
		return wave.Value{Text: string(cell)}, n >> 1, err
	case s.Kind == wave.Real && n&1 == 0: // eight bits that are all 0 or 1, each of which stands for a byte
		if cell, err = c.bytes(1); err != nil {
			return v, 0, err
		}
		var bytes [realBytes]byte
		for i := range bytes {
			bytes[i] = '0' | cell[0]>>(7-i)&1
		}
		v, err = r.value(s, bytes[:])
		return v, n >> 1, err
	case s.Kind == wave.Real:
		if cell, err = c.bytes(realBytes); err != nil {
			return v, 0, err
		}
		v, err = r.value(s, cell)
		return v, n >> 1, err
	case s.Width == 1 && n&1 == 0:
		v, err = wave.ParseDigits([]byte{'0' | byte(n>>1&1)}, 1)
		return v, n >> 2, err
	case s.Width == 1:
		v, err = wave.ParseDigits([]byte{othersThanBit[n>>1&7]}, 1)
		return v, n >> 4, err
	case n&1 == 0:
		if cell, err = c.bytes(uint64(s.Width+7) / 8); err != nil {
			return v, 0, err
		}
		return wave.Number(unpackBits(cell, s.Width)), n >> 1, nil
	}
	if cell, err = c.bytes(uint64(s.Width)); err != nil {
		return v, 0, err
	}
	v, err = wave.ParseDigits(cell, s.Width)
	return v, n >> 1, err
}
