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

// Shown are the paths of nodes as messages tell them: without the node that a harness puts a circuit into, which the reader has not written.
func Shown(paths []string) []string {
	shown := make([]string, len(paths))
	for i, path := range paths {
		rest, within := strings.CutPrefix(path, HarnessNode+".")
		if !within {
			return paths
		}
		shown[i] = rest
	}
	return shown
}
