// Package encode writes WebAssembly modules in the binary format (core specification 2.0,
// chapter 5). It knows exactly what generated simulators need: function types, imported and
// defined functions, one memory, exports and data segments. It depends on nothing.
package encode

import (
	"errors"
	"fmt"
	"slices"
)

// PageSize is the unit of a memory's size, in bytes.
const PageSize = 65536

type funcType struct{ params, results []ValueType }

type importedFunc struct {
	module, name string
	typeIndex    uint32
}

type export struct {
	name  string
	kind  byte
	index uint32
}

type segment struct {
	offset uint32
	bytes  []byte
}

// Module collects the parts of one module. Imported functions come first in the index space, so
// all of them must be added before the first Func.
type Module struct {
	types    []funcType
	byShape  map[string]uint32
	imports  []importedFunc
	funcs    []uint32 // type of each defined function
	bodies   []*Code
	pages    uint32
	maxPages uint32
	hasMem   bool
	exports  []export
	data     []segment
}

// ErrModule is wrapped by every error of Bytes.
var ErrModule = errors.New("encode: incomplete module")

// Type returns the index of a function type, adding it when it is new.
func (m *Module) Type(params, results []ValueType) uint32 {
	shape := make([]byte, 0, len(params)+len(results)+1)
	for _, p := range params {
		shape = append(shape, byte(p))
	}
	shape = append(shape, 0)
	for _, r := range results {
		shape = append(shape, byte(r))
	}
	if i, ok := m.byShape[string(shape)]; ok {
		return i
	}
	if m.byShape == nil {
		m.byShape = map[string]uint32{}
	}
	i := uint32(len(m.types))
	m.types = append(m.types, funcType{append([]ValueType(nil), params...), append([]ValueType(nil), results...)})
	m.byShape[string(shape)] = i
	return i
}

// ImportFunc adds an imported function and returns its index. It must not follow a call of Func,
// because that would renumber the functions already declared.
func (m *Module) ImportFunc(module, name string, typeIndex uint32) uint32 {
	m.imports = append(m.imports, importedFunc{module, name, typeIndex})
	return uint32(len(m.imports) - 1)
}

// Func declares a function of a type and returns its index; Define gives it a body, so functions
// can call each other in any order.
func (m *Module) Func(typeIndex uint32) uint32 {
	m.funcs = append(m.funcs, typeIndex)
	m.bodies = append(m.bodies, nil)
	return uint32(len(m.imports) + len(m.funcs) - 1)
}

// Define sets the body of a function declared by Func.
func (m *Module) Define(index uint32, c *Code) {
	if i := int(index) - len(m.imports); i >= 0 && i < len(m.bodies) {
		m.bodies[i] = c
	}
}

// Memory gives the module its memory, with sizes in pages of PageSize bytes.
func (m *Module) Memory(pages, maxPages uint32) {
	m.hasMem, m.pages, m.maxPages = true, pages, maxPages
}

// ExportFunc makes a function visible outside.
func (m *Module) ExportFunc(name string, index uint32) {
	m.exports = append(m.exports, export{name, 0, index})
}

// ExportMemory makes the memory visible outside.
func (m *Module) ExportMemory(name string) { m.exports = append(m.exports, export{name, 2, 0}) }

// Data places bytes in memory at instantiation.
func (m *Module) Data(offset uint32, bytes []byte) {
	m.data = append(m.data, segment{offset, bytes})
}

// Bytes writes the module, once: the bodies are let go of. The error wraps ErrModule when a declared function has no
// body, a body has an open block, or an export names no function.
func (m *Module) Bytes() ([]byte, error) {
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	section := func(id byte, count int, fill func(dst []byte) []byte) {
		if count == 0 {
			return
		}
		body := fill(AppendUnsigned(nil, uint64(count)))
		out = append(out, id)
		out = AppendUnsigned(out, uint64(len(body)))
		out = append(out, body...)
	}
	total := uint32(len(m.imports) + len(m.funcs))
	for i, b := range m.bodies {
		if b == nil {
			return nil, fmt.Errorf("%w: function %d has no body", ErrModule, len(m.imports)+i)
		}
		if b.depth != 0 {
			return nil, fmt.Errorf("%w: function %d has %d open blocks", ErrModule, len(m.imports)+i, b.depth)
		}
	}
	for _, e := range m.exports {
		if e.kind == 0 && e.index >= total {
			return nil, fmt.Errorf("%w: export %q names function %d of %d", ErrModule, e.name, e.index, total)
		}
	}

	section(1, len(m.types), func(dst []byte) []byte {
		for _, t := range m.types {
			dst = appendTypes(append(dst, 0x60), t.params)
			dst = appendTypes(dst, t.results)
		}
		return dst
	})
	section(2, len(m.imports), func(dst []byte) []byte {
		for _, i := range m.imports {
			dst = appendName(appendName(dst, i.module), i.name)
			dst = AppendUnsigned(append(dst, 0), uint64(i.typeIndex))
		}
		return dst
	})
	section(3, len(m.funcs), func(dst []byte) []byte {
		for _, t := range m.funcs {
			dst = AppendUnsigned(dst, uint64(t))
		}
		return dst
	})
	if m.hasMem {
		section(5, 1, func(dst []byte) []byte {
			dst = AppendUnsigned(append(dst, 1), uint64(m.pages))
			return AppendUnsigned(dst, uint64(max(m.pages, m.maxPages)))
		})
	}
	section(7, len(m.exports), func(dst []byte) []byte {
		for _, e := range m.exports {
			dst = append(appendName(dst, e.name), e.kind)
			dst = AppendUnsigned(dst, uint64(e.index))
		}
		return dst
	})
	if len(m.bodies) > 0 { // megabytes of a large circuit: copied once, and let go of on the way
		size := len(AppendUnsigned(nil, uint64(len(m.bodies))))
		for _, b := range m.bodies {
			n := b.size()
			size += len(AppendUnsigned(nil, uint64(n))) + n
		}
		out = slices.Grow(out, size+16)
		out = AppendUnsigned(append(out, 10), uint64(size))
		out = AppendUnsigned(out, uint64(len(m.bodies)))
		for i, b := range m.bodies {
			out = b.appendTo(out)
			m.bodies[i] = nil
		}
	}
	section(11, len(m.data), func(dst []byte) []byte {
		for _, d := range m.data {
			dst = AppendSigned(append(dst, 0, 0x41), int64(int32(d.offset)))
			dst = AppendUnsigned(append(dst, 0x0b), uint64(len(d.bytes)))
			dst = append(dst, d.bytes...)
		}
		return dst
	})
	return out, nil
}

func appendTypes(dst []byte, types []ValueType) []byte {
	dst = AppendUnsigned(dst, uint64(len(types)))
	for _, t := range types {
		dst = append(dst, byte(t))
	}
	return dst
}

func appendName(dst []byte, name string) []byte {
	return append(AppendUnsigned(dst, uint64(len(name))), name...)
}
