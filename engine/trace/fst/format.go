// Package fst reads and writes Fast Signal Traces, the binary format of waveforms of GTKWave. A wave of package wave
// goes in and comes out. The format is that of GTKWave's library libfst and its description doc/block_format.txt.
//
// A file is a row of blocks, each with a tag, a length and mostly packed content: a header, blocks of value changes,
// the geometry (widths by handle) and the hierarchy (scopes and names, which point to handles). A block of changes
// has the values at its beginning, one packed chain of changes for each handle, an index of the chains, and the list
// of its times, to which changes point. A newcomer who finds a new kind of block adds its tag here and a case in
// Read.
package fst

import "simten.dev/engine/trace/wave"

// Tags of blocks.
const (
	blockHeader    = 0
	blockChanges   = 1
	blockGeometry  = 3
	blockHierarchy = 4   // gzip
	blockAliases   = 5   // changes in which handles share chains
	blockLZ4       = 6   // a hierarchy
	blockLZ4Twice  = 7   // a hierarchy
	blockAliases2  = 8   // the same with signed numbers in the index
	blockWrapper   = 254 // a whole file, with gzip
	blockUnready   = 255 // was being written
)

// Tags of the hierarchy; lower numbers are types of variables.
const (
	tagAttribute    = 252
	tagAttributeEnd = 253
	tagScope        = 254
	tagUpscope      = 255
	highestVariable = 29
)

// Types of variables that are told apart.
const (
	varReal       = 3
	varRealParam  = 4
	varWire       = 16
	varPort       = 18 // of an extended dump
	varRealtime   = 20
	varString     = 21
	varShortReal  = 29
	attributeMisc = 0
	miscComment   = 0
)

// The header.
const (
	headerLength  = 329 // with its length, without its tag
	versionLength = 128
	dateLength    = 119
	endianTest    = 2.7182818284590452354 // as a double of the machine that wrote the file
	realWidth     = 0                     // in the geometry
	textWidth     = 0xffffffff            // in the geometry
	realBytes     = 8
	othersThanBit = "xzhuwl-?" // values of one bit that are neither 0 nor 1, by their number
)

// Forms of packed chains.
const (
	packZlib   = 'Z'
	packFastLZ = 'F'
	packLZ4    = '4'
)

// frameBytes is the number of bytes that a value takes in the values at the beginning of a block.
func frameBytes(s wave.Shape) int {
	switch s.Kind {
	case wave.Real:
		return realBytes
	case wave.Text:
		return 0
	}
	return s.Width
}

// Is reports whether a file that begins so is a Fast Signal Trace.
func Is(begin []byte) bool {
	if len(begin) < 9 {
		return false
	}
	switch begin[0] {
	case blockHeader:
		return string(begin[1:9]) == "\x00\x00\x00\x00\x00\x00\x01\x49"
	case blockWrapper:
		return begin[1] == 0 && begin[2] == 0
	}
	return false
}
