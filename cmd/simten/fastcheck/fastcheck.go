// Package fastcheck holds fast-check, the library of property-based tests that tests of circuits can import, as one
// module, so that tests run on a machine without Node.js. gen makes the module of the npm package while the product is
// built; fast-check and pure-rand, which it contains, are under the MIT licence.
//
//go:generate go run ./gen
package fastcheck

import (
	"embed"
	"errors"
	"io/fs"
)

// Name is what tests import.
const Name = "fast-check"

// data holds fast-check.js, the module, and LICENSE, the licences of its packages; see gen.
//
//go:embed all:data
var data embed.FS

// ErrNotBuilt is that the program was built without the module.
var ErrNotBuilt = errors.New("this program was built without it: build it with `make build`")

// Module is the text of the module.
func Module() (string, error) {
	text, err := data.ReadFile("data/fast-check.js")
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNotBuilt
	}
	return string(text), err
}
