// Package memlimit gives a WebAssembly module a hard maximum of memory. Go's linker leaves the
// maximum out, so that a program may grow to 4 GiB and take the browser's tab with it.
package memlimit

import (
	"encoding/binary"
	"errors"
	"fmt"

	"simten.dev/wasm/module"
)

// PageBytes is the unit in which WebAssembly memories grow.
const PageBytes = 64 << 10

// maxPages is what a 32-bit memory can address.
const maxPages = 1 << 16

// Set returns a copy of a module whose one memory has the given maximum, in pages. It is an error
// when the module is malformed, imports its memory or has none, or starts with more than maximum.
func Set(m []byte, maximum uint32) ([]byte, error) {
	if maximum > maxPages {
		return nil, fmt.Errorf("%d pages are more than a memory can have (%d)", maximum, maxPages)
	}
	found := false
	out, err := module.Rewrite(m, func(id module.Section, content []byte) ([]byte, error) {
		if id != module.Memory {
			return content, nil
		}
		found = true
		return limit(content, maximum)
	})
	if err == nil && !found {
		err = errors.New("the module defines no memory")
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// limit rewrites the content of a memory section: a list of one memory with a flag byte, a
// minimum, and a maximum when the flag's lowest bit is set.
func limit(content []byte, maximum uint32) ([]byte, error) {
	r := module.Reader{B: content}
	if count := r.Unsigned(); r.Failed || count != 1 {
		return nil, fmt.Errorf("the module has %d memories, not one", count)
	}
	flag := r.Byte()
	if flag > 1 {
		return nil, fmt.Errorf("the memory has flag %d: shared and 64-bit memories are not supported", flag)
	}
	minimum := r.Unsigned()
	if flag == 1 {
		r.Unsigned()
	}
	switch {
	case r.Failed:
		return nil, errors.New("the memory section ends too early")
	case r.At != len(content):
		return nil, fmt.Errorf("the memory section has %d bytes too many", len(content)-r.At)
	case minimum > uint64(maximum):
		return nil, fmt.Errorf("the module starts with %d pages of memory, more than the maximum of %d", minimum, maximum)
	}
	out := binary.AppendUvarint([]byte{1, 1}, minimum)
	return binary.AppendUvarint(out, uint64(maximum)), nil
}
