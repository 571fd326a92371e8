//go:build js

package wasmgen

var defaultTuning = forBrowsers
