// Package memlimit gives a WebAssembly module a hard maximum of memory. Go's linker leaves the
// maximum out, so that a program may grow to 4 GiB and take the browser's tab with it.
package memlimit

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// PageBytes is the unit in which WebAssembly memories grow.
const PageBytes = 64 << 10

// maxPages is what a 32-bit memory can address.
const maxPages = 1 << 16

const memorySection = 5

var header = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// Set returns a copy of module whose one memory has the given maximum, in pages. It is an error
// when the module is malformed, imports its memory or has none, or starts with more than maximum.
func Set(module []byte, maximum uint32) ([]byte, error) {
	if maximum > maxPages {
		return nil, fmt.Errorf("%d pages are more than a memory can have (%d)", maximum, maxPages)
	}
	if len(module) < len(header) || string(module[:len(header)]) != string(header) {
		return nil, errors.New("not a WebAssembly module of version 1")
	}
	for at := len(header); at < len(module); {
		id := module[at]
		size, n, err := readUint32(module[at+1:])
		if err != nil {
			return nil, fmt.Errorf("section at byte %d: %w", at, err)
		}
		start := at + 1 + n
		if uint64(start)+uint64(size) > uint64(len(module)) {
			return nil, fmt.Errorf("section at byte %d ends behind the module", at)
		}
		end := start + int(size)
		if id == memorySection {
			content, err := limit(module[start:end], maximum)
			if err != nil {
				return nil, err
			}
			out := make([]byte, 0, len(module)+8)
			out = append(out, module[:at]...)
			out = append(out, memorySection)
			out = binary.AppendUvarint(out, uint64(len(content)))
			out = append(out, content...)
			return append(out, module[end:]...), nil
		}
		at = end
	}
	return nil, errors.New("the module defines no memory")
}

// limit rewrites the content of a memory section: a list of one memory with a flag byte, a
// minimum, and a maximum when the flag's lowest bit is set.
func limit(content []byte, maximum uint32) ([]byte, error) {
	count, n, err := readUint32(content)
	if err != nil {
		return nil, err
	}
	if count != 1 || len(content) <= n {
		return nil, fmt.Errorf("the module has %d memories, not one", count)
	}
	flag := content[n]
	if flag > 1 {
		return nil, fmt.Errorf("the memory has flag %d: shared and 64-bit memories are not supported", flag)
	}
	rest := content[n+1:]
	minimum, n, err := readUint32(rest)
	if err != nil {
		return nil, err
	}
	rest = rest[n:]
	if flag == 1 {
		if _, n, err = readUint32(rest); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	if len(rest) != 0 {
		return nil, fmt.Errorf("the memory section has %d bytes too many", len(rest))
	}
	if minimum > maximum {
		return nil, fmt.Errorf("the module starts with %d pages of memory, more than the maximum of %d", minimum, maximum)
	}
	out := []byte{1, 1}
	out = binary.AppendUvarint(out, uint64(minimum))
	return binary.AppendUvarint(out, uint64(maximum)), nil
}

// readUint32 reads an unsigned LEB128 number of at most 32 bits and its length in bytes.
func readUint32(b []byte) (uint32, int, error) {
	var v uint64
	for i := range min(len(b), 5) {
		v |= uint64(b[i]&0x7f) << (7 * i)
		if b[i] < 0x80 {
			if v >= 1<<32 {
				return 0, 0, errors.New("number of more than 32 bits")
			}
			return uint32(v), i + 1, nil
		}
	}
	return 0, 0, errors.New("number without an end")
}
