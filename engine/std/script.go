package std

import _ "embed"

//go:generate go run ./gen

// Script is the whole library as one plain script, generated from the TypeScript files. It
// leaves an object with every export in the global property bundle.Global.
//
//go:embed bundle.gen.js
var Script string
