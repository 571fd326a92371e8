//go:build js

package wasmgen

import "flag"

// In a browser's engine properties are tried with fewer random modules than natively: there they run five times slower,
// and only the machine around the module is another one.
func init() {
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}
