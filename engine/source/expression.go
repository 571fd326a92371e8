package source

import (
	"regexp"
	"sync"
)

// Expression compiles a regular expression at its first use: most of them explain mistakes, and no page shall wait for
// those of mistakes that nobody has made.
func Expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
