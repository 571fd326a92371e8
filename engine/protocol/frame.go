package protocol

import (
	"encoding/json"
	"slices"

	"simten.dev/engine/circuit"
)

// frameRest is room for what a frame's message holds besides its numbers and texts.
const frameRest = 4 << 10

// Divide gives the frame in pieces of at most so many bytes, in the order in which they are to be applied. Every piece
// is a frame; only the first may be whole. limbs is how many numbers a net takes.
func (f *Frame) Divide(limit int, limbs func(net uint32) int) []*Frame {
	if f.size() <= limit-frameRest {
		return []*Frame{f}
	}
	d := frames{list: []*Frame{{Whole: f.Whole}}, max: max(limit-frameRest, frameRest)}
	at := 0
	for _, net := range f.Nets {
		n := limbs(net)
		piece := d.room(4 + 4*n)
		piece.Nets = append(piece.Nets, net)
		piece.Limbs = append(piece.Limbs, f.Limbs[at:at+n]...)
		at += n
	}
	at = 0
	for r := range slices.Chunk(f.Ranges, 3) {
		for from, end := r[1], r[1]+r[2]; from < end; {
			piece := d.room(12 + 64)
			n := min(end-from, uint32(max(64, d.max-d.used)))
			d.used += int(n) - 64
			piece.Ranges = append(piece.Ranges, r[0], from, n)
			piece.Bytes = append(piece.Bytes, f.Bytes[at:at+int(n)]...)
			at += int(n)
			from += n
		}
	}
	for path, text := range f.Texts {
		piece := d.room(quotedLength(path) + quotedLength(text))
		if piece.Texts == nil {
			piece.Texts = map[string]string{}
		}
		piece.Texts[path] = text
	}
	for i := range f.Warnings {
		piece := d.room(warningLength(&f.Warnings[i]))
		piece.Warnings = append(piece.Warnings, f.Warnings[i])
	}
	return d.list
}

// frames are the pieces so far.
type frames struct {
	list      []*Frame
	max, used int
}

// room is the piece that takes so many bytes more.
func (d *frames) room(bytes int) *Frame {
	if d.used+bytes > d.max && d.used > 0 {
		d.list, d.used = append(d.list, &Frame{}), 0
	}
	d.used += bytes
	return d.list[len(d.list)-1]
}

// size is about how many bytes a frame takes.
func (f *Frame) size() int {
	n := 4*len(f.Nets) + 4*len(f.Limbs) + 4*len(f.Ranges) + len(f.Bytes)
	for path, text := range f.Texts {
		n += quotedLength(path) + quotedLength(text)
	}
	for i := range f.Warnings {
		n += warningLength(&f.Warnings[i])
	}
	return n
}

// quotedLength is the most that a text takes in JSON: some characters are written as six bytes.
func quotedLength(text string) int {
	n := len(text) + len(`"":,`)
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c == 0xe2 {
			n += 5
		}
	}
	return n
}

func warningLength(d *circuit.Diagnostic) int {
	text, err := json.Marshal(d)
	if err != nil {
		return 0 // nothing in a diagnostic fails to marshal
	}
	return len(text) + 1
}
