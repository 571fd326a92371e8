//go:build js

package sandbox

const homeBackend = Tiered
