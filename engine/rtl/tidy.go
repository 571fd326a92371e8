package rtl

import "runtime"

// tidyFrom is from how many operations Tidy collects.
const tidyFrom = 1 << 18

// Tidy collects garbage between two stretches of the work on a large circuit. Each stretch leaves lists of tens of
// megabytes behind. In a WebAssembly memory with a maximum, the next one must find their room, and not grow beside them.
func Tidy(operations int) {
	if operations >= tidyFrom {
		runtime.GC()
	}
}
