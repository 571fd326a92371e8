package api

import "strings"

// helped are the words and signs without which no text has anything that esbuild writes with help of its runtime, when
// it is asked for the newest language: what deals with modules or classes, what waits, and names in disguise.
var helped = [...]string{
	"import", "export", "require", "module", "exports", "this", "eval",
	"class", "super", "@",
	"async", "await", "using", "yield",
	`\`,
}

// needsHelpers reports whether esbuild's runtime, 20 kB of JavaScript, may be needed for a text.
func needsHelpers(text string) bool {
	for _, word := range helped {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
