package circuit

import (
	"fmt"
	"strings"
)

// Bits is a width as messages tell it: "1 bit", "8 bits".
func Bits(n int) string {
	if n == 1 {
		return "1 bit"
	}
	return fmt.Sprintf("%d bits", n)
}

// ShownPath is the path of a node as messages tell it: without the node that a harness puts a circuit into, which the
// reader has not written.
func ShownPath(path string) string { return strings.TrimPrefix(path, HarnessNode+".") }
