package product

import "fmt"

// MaxPackedBytes is what the engine may weigh in brotli's best form: 5.4 MB.
const MaxPackedBytes = 5_400_000

// CheckEngine compares the engine's module and the size of its brotli form, in bytes, with what is promised. It gives
// one sentence for each thing that does not fit.
func CheckEngine(m Module, maxMemoryPages uint64, packedBytes int64) []string {
	var wrong []string
	for _, i := range m.Imports {
		if i.Module != "gojs" {
			wrong = append(wrong, fmt.Sprintf("the engine imports %s.%s; it may import Go's own runtime, gojs, only", i.Module, i.Name))
		}
	}
	switch {
	case m.Memory == nil:
		wrong = append(wrong, "the engine has no memory of its own")
	case !m.Memory.Limited:
		wrong = append(wrong, "the engine's memory has no maximum; wasm/build sets one")
	case m.Memory.Maximum != maxMemoryPages:
		wrong = append(wrong, fmt.Sprintf("the engine's memory may grow to %d pages, not to %d", m.Memory.Maximum, maxMemoryPages))
	}
	if packedBytes > MaxPackedBytes {
		wrong = append(wrong, fmt.Sprintf("the engine weighs %d bytes in brotli; at most %d are allowed", packedBytes, MaxPackedBytes))
	}
	return wrong
}
