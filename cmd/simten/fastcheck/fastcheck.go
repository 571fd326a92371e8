// Package fastcheck holds fast-check, the library of property-based tests that tests of circuits can import, as one
// module. It is a copy of the npm package, so that tests run on a machine without Node.js. fast-check and pure-rand,
// which it contains, are under the MIT licence; the text of it is in the file LICENSE beside this one.
//
//go:generate go run ./gen
package fastcheck

import _ "embed" // the module

// Name is what tests import.
const Name = "fast-check"

// Module is the text of the module.
//
//go:embed fast-check.gen.js
var Module string
