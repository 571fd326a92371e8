//go:build js && wasm

package main

import "unsafe"

// bytesOfWords is the memory of a list of 32-bit numbers. It copies nothing.
func bytesOfWords(list []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), 4*len(list))
}
