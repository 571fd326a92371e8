//go:build js

package dom

import (
	"syscall/js"
	"unsafe"
)

// Uint8Array is a typed array of bytes.
type Uint8Array struct{ js.Value }

// NewUint8Array copies bytes into a new array.
func NewUint8Array(bytes []byte) Uint8Array {
	array := js.Global().Get("Uint8Array").New(len(bytes))
	js.CopyBytesToJS(array, bytes)
	return Uint8Array{array}
}

// Underlying implements Value.
func (a Uint8Array) Underlying() js.Value { return a.Value }

// Bytes copies the array.
func (a Uint8Array) Bytes() []byte {
	bytes := make([]byte, a.Length())
	js.CopyBytesToGo(bytes, a.Value)
	return bytes
}

// CopyTo fills dst with the bytes from an offset on.
func (a Uint8Array) CopyTo(dst []byte, offset int) {
	js.CopyBytesToGo(dst, a.Call("subarray", offset, offset+len(dst)))
}

// CopyFrom writes src over the bytes from an offset on.
func (a Uint8Array) CopyFrom(offset int, src []byte) {
	js.CopyBytesToJS(a.Call("subarray", offset, offset+len(src)), src)
}

// Uint32Array is a typed array of numbers of 32 bits.
type Uint32Array struct{ js.Value }

// NewUint32Array copies numbers into a new array. WebAssembly is little-endian, and so is every host that runs it: the
// memory is copied as it is.
func NewUint32Array(words []uint32) Uint32Array {
	array := js.Global().Get("Uint32Array").New(len(words))
	if len(words) > 0 {
		view := js.Global().Get("Uint8Array").New(array.Get("buffer"))
		js.CopyBytesToJS(view, unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 4*len(words)))
	}
	return Uint32Array{array}
}

// Underlying implements Value.
func (a Uint32Array) Underlying() js.Value { return a.Value }
