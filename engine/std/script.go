package std

import _ "embed"

//go:generate go run ./gen

// Script is the whole library as one plain script, generated from the TypeScript files. Its value
// is an object with every export.
//
//go:embed bundle.gen.js
var Script string
