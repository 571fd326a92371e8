package wasmgen

// instance is a running module. The two implementations are wazero (natively) and the browser's
// own WebAssembly (GOOS=js).
type instance interface {
	// prepare and settle return 0, or 1 when the control block holds an error.
	prepare() (uint32, error)
	settle() (uint32, error)
	// step runs up to n cycles and returns how many it completed.
	step(n uint32) (uint32, error)

	// read copies from linear memory, write to it. The ranges are inside the memory: they come
	// from the layout.
	read(offset uint32, dst []byte)
	write(offset uint32, src []byte)

	close() error
}

// host is what a module with opaque lambdas calls.
type host struct {
	call   func(index uint32) uint32 // 0, or 1 after an error, which the host keeps
	commit func()
}
