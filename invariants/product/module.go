// Package product checks the results of a build: the imports, memory maximum and size of the WebAssembly module, the
// scripts, and the pages with their policies.
package product

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// PageBytes is the unit of a WebAssembly memory.
const PageBytes = 64 << 10

// Module is what a WebAssembly module asks of whoever runs it.
type Module struct {
	Imports []Import
	Memory  *Memory // nil when it has none of its own
}

// Import is one thing that a module wants to be given.
type Import struct{ Module, Name string }

// Memory is the size of a memory in pages.
type Memory struct {
	Minimum, Maximum uint64
	Limited          bool // whether there is a maximum
}

var header = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// Sections that are read.
const (
	importSection = 2
	memorySection = 5
)

// ParseModule reads the imports and the memory of a WebAssembly module. The error says at which byte it is malformed.
func ParseModule(b []byte) (Module, error) {
	var m Module
	if len(b) < len(header) || string(b[:len(header)]) != string(header) {
		return m, errors.New("not a WebAssembly module of version 1")
	}
	r := reader{b: b, at: len(header)}
	for r.at < len(b) && r.err == nil {
		id := r.byte()
		size := r.number()
		if r.err == nil && size > uint64(len(b)-r.at) {
			r.fail("a section ends behind the module")
		}
		if r.err != nil {
			break
		}
		end := r.at + int(size)
		section := reader{b: b[:end], at: r.at}
		switch id {
		case importSection:
			m.Imports = section.imports()
		case memorySection:
			if section.number() > 0 {
				memory := section.memory()
				m.Memory = &memory
			}
		}
		if section.err != nil {
			return Module{}, section.err
		}
		r.at = end
	}
	return m, r.err
}

// reader reads numbers and names. After an error it gives zeros.
type reader struct {
	b   []byte
	at  int
	err error
}

func (r *reader) fail(text string) {
	if r.err == nil {
		r.err = fmt.Errorf("byte %d: %s", r.at, text)
	}
}

func (r *reader) byte() byte {
	if r.err != nil || r.at >= len(r.b) {
		r.fail("it ends too early")
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

func (r *reader) number() uint64 {
	if r.err != nil {
		return 0
	}
	n, width := binary.Uvarint(r.b[r.at:])
	if width <= 0 {
		r.fail("a number is malformed")
		return 0
	}
	r.at += width
	return n
}

func (r *reader) name() string {
	n := r.number()
	if r.err != nil || n > uint64(len(r.b)-r.at) {
		r.fail("a name ends behind its section")
		return ""
	}
	r.at += int(n)
	return string(r.b[r.at-int(n) : r.at])
}

func (r *reader) memory() Memory {
	flags := r.byte()
	m := Memory{Minimum: r.number(), Limited: flags&1 != 0}
	if m.Limited {
		m.Maximum = r.number()
	}
	return m
}

func (r *reader) imports() []Import {
	var all []Import
	for n := r.number(); n > 0 && r.err == nil; n-- {
		all = append(all, Import{r.name(), r.name()})
		switch kind := r.byte(); kind {
		case 0: // function: its type
			r.number()
		case 1: // table: element type, size
			r.byte()
			r.memory()
		case 2:
			r.memory()
		case 3: // global: type, whether it changes
			r.byte()
			r.byte()
		default:
			r.fail(fmt.Sprintf("there is no kind %d of import", kind))
		}
	}
	return all
}
