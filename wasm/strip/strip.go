// Package strip takes the files and the lines of code out of a module that Go's linker has made. Only the stack traces
// of a crash tell them, in the console of a browser, and they are a sixteenth of the compressed engine. The names of
// functions stay.
//
// Go keeps them in the table of functions by program counter ("Go 1.2 Runtime Symbol Table", golang.org/s/go12symtab,
// with the header of runtime/symtab.go and the records of runtime/runtime2.go), which also says how large the frame of
// a function is and where pointers stand in it. The data for those stays as it is.
package strip

import (
	"encoding/binary"
	"errors"
	"slices"

	"simten.dev/wasm/data"
)

// The header of the table: magic, two zeros, 1 for the size of the smallest instruction, 8 for that of a pointer; then
// as words of 64 bits the number of functions, that of files, a zero, and where the parts begin, counted from the
// header.
var header = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

const (
	functionsAt = 8
	partsAt     = 32 // first the names
	unitsPart   = 40 // files of the units that were compiled
	valuesPart  = 56 // tables of values by program counter
	recordsPart = 64 // where the records of functions are, and the records
	headerBytes = 72
)

// The record of a function, in bytes: three numbers of tables, how many others there are, and where their numbers
// begin. 0 stands for no table.
const (
	frameTable = 16
	fileTable  = 20
	lineTable  = 24
	tableCount = 28
	tables     = 44
)

// errForm is told of a module that has another form.
var errForm = errors.New("the table of functions has another form")

// Strip returns a copy of a module with zeros in the place of files and lines and its data in few pieces, and the
// number of bytes that became zero.
func Strip(m []byte) (out []byte, forgotten int, err error) {
	image, err := data.Image(m)
	if err != nil {
		return nil, 0, err
	}
	before := slices.Clone(image)
	for at := 0; ; at++ {
		if at = index(image, at); at < 0 {
			return nil, 0, errForm
		}
		if forget(image, at) {
			break
		}
		copy(image, before)
	}
	for i := range image {
		if image[i] != before[i] {
			forgotten++
		}
	}
	out, err = data.Write(m, image)
	return out, forgotten, err
}

// index finds a header from a byte on.
func index(image []byte, from int) int {
	for at := (from + 7) &^ 7; at+headerBytes <= len(image); at += 8 {
		if slices.Equal(image[at:at+len(header)], header) {
			return at
		}
	}
	return -1
}

// forget changes the table whose header is at a place, and reports whether there is one.
func forget(image []byte, at int) bool {
	word := func(i int) int { return int(min(binary.LittleEndian.Uint64(image[at+i:]), uint64(len(image)))) }
	number := func(i int) int { return int(binary.LittleEndian.Uint32(image[i:])) }
	count := word(functionsAt)
	units, values, records := at+word(unitsPart), at+word(valuesPart), at+word(recordsPart)
	if at+word(partsAt) > units || units > values || values > records || records+8*count+4 > len(image) || count == 0 {
		return false
	}
	kept, gone := map[int]bool{0: true}, map[int]bool{}
	for i := range count {
		f := records + number(records+8*i+4)
		if f+tables > len(image) || number(f+tableCount) > 64 || f+tables+4*number(f+tableCount) > len(image) {
			return false
		}
		kept[number(f+frameTable)] = true
		for k := range number(f + tableCount) {
			kept[number(f+tables+4*k)] = true
		}
		gone[number(f+fileTable)], gone[number(f+lineTable)] = true, true
		clear(image[f+fileTable : f+tableCount])
	}
	// Tables with the same content are one table.
	for table := range gone {
		if kept[table] {
			continue
		}
		end, ok := endOf(image[:records], values+table)
		if !ok {
			return false
		}
		clear(image[values+table : end])
	}
	clear(image[units:values])
	return true
}

// endOf is where a table of values ends: behind a difference of values that is 0 and not the first one. Each stands
// before a difference of program counters, and all are numbers of groups of seven bits.
func endOf(image []byte, at int) (int, bool) {
	skip := func() bool {
		for ; at < len(image); at++ {
			if image[at] < 0x80 {
				at++
				return true
			}
		}
		return false
	}
	for first := true; at < len(image); first = false {
		if image[at] == 0 && !first {
			return at + 1, true
		}
		for range 2 {
			if !skip() {
				return 0, false
			}
		}
	}
	return 0, false
}
