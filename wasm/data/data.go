// Package data reads the data segments of a WebAssembly module as the memory that they make, and writes it in few
// segments. Go's linker begins a segment behind every eight zeros, up to 100,000 of them (maxNumSegments of
// cmd/link/internal/wasm), each with an address that a browser evaluates for every instance; zeros cost nothing once
// they are compressed.
package data

import (
	"encoding/binary"
	"errors"
	"fmt"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/wasm/module"
)

// pageBytes is how many zeros in a row become a gap: a page of the machine that nobody writes to is not there.
const pageBytes = 4096

// maxMemory bounds the addresses of data, in bytes.
const maxMemory = 1 << 30

// errCounted is told of a module that says before its code how many pieces there are.
var errCounted = errors.New("the pieces of data are counted")

// Image is what the data of a module makes of its memory, from address 0 to the end of the last piece. It is an error
// when a piece has no constant address.
func Image(m []byte) ([]byte, error) {
	var image []byte
	err := module.Sections(m, func(id module.Section, content []byte) error {
		if id != module.Data {
			return nil
		}
		r := module.Reader{B: content}
		for i := range r.Unsigned() {
			mode, op := r.Byte(), r.Byte()
			at, end := r.Signed(), r.Byte()
			piece := r.Sized()
			if r.Failed || mode != 0 || op != module.I32Const || end != module.End || at < 0 || at+int64(len(piece)) > maxMemory {
				return fmt.Errorf("piece %d of the data has another form", i)
			}
			if last := int(at) + len(piece); last > len(image) {
				image = append(image, make([]byte, last-len(image))...)
			}
			copy(image[at:], piece)
		}
		return nil
	})
	return image, err
}

// Write returns a copy of a module whose data makes an image of the memory.
func Write(m, image []byte) ([]byte, error) {
	return module.Rewrite(m, func(id module.Section, content []byte) ([]byte, error) {
		switch id {
		case module.DataCount:
			return nil, errCounted
		case module.Data:
			return section(image), nil
		default:
			return content, nil
		}
	})
}

// section is the content of a section of data.
func section(image []byte) []byte {
	n, pieces := 0, make([]byte, 0, len(image))
	for at := 0; ; n++ {
		for at < len(image) && image[at] == 0 {
			at++
		}
		if at == len(image) {
			return append(binary.AppendUvarint(nil, uint64(n)), pieces...)
		}
		end := endOf(image, at)
		pieces = append(pieces, 0, module.I32Const)
		pieces = encode.AppendSigned(pieces, int64(at))
		pieces = append(pieces, module.End)
		pieces = module.AppendSized(pieces, image[at:end])
		at = end
	}
}

// endOf is where a piece ends that begins at a place: before a page of zeros, or the last ones.
func endOf(image []byte, at int) int {
	end := at
	for i := at; i < len(image) && i-end < pageBytes; i++ {
		if image[i] != 0 {
			end = i + 1
		}
	}
	return end
}
