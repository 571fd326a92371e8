package main

import (
	"errors"
	"fmt"
	"strings"

	"simten.dev/wasm/jumps"
	"simten.dev/wasm/module"
	"simten.dev/wasm/peephole"
	"simten.dev/wasm/strip"
)

// pattern is a form of code that the post-linker looks for, and how often it was found.
type pattern struct {
	name  string
	count int
}

// postlink makes a module that Go's linker wrote faster and smaller. It does the same. found has how often each pattern
// was.
func postlink(m []byte) (small []byte, found []pattern, err error) {
	names, err := module.FunctionNames(m)
	if err != nil {
		return nil, nil, err
	}
	m, counts, err := peephole.Shorten(m)
	if err != nil {
		return nil, nil, err
	}
	m, direct, err := jumps.Direct(m, names)
	if err != nil {
		return nil, nil, err
	}
	m, begun, err := peephole.Begin(m)
	if err != nil {
		return nil, nil, err
	}
	small, forgotten, err := strip.Strip(m)
	if err != nil {
		return nil, nil, err
	}
	return small, []pattern{
		{"calls that never return", counts.Ends},
		{"addresses on the stack", counts.Addresses},
		{"frames that are left", counts.Frames},
		{"constants", counts.Constants},
		{"conditions", counts.Conditions},
		{"direct jumps", direct},
		{"outlined calls", begun},
		{"bytes of files and lines", forgotten},
	}, nil
}

// expectation is how often a pattern was found in the module that Go made, by the version of go.mod.
type expectation struct {
	name  string
	count int
}

// expectedBytes is the size of the linked module in which the patterns were counted. Our own code changes the size; the
// patterns are those of Go's compiler, and there are as many for the same amount of code.
const expectedBytes = 39_810_000

// expected are the counts. `make toolchain GO=go1.27.0` shows those of another version; a count that is lower for a
// reason that is understood is changed here.
var expected = []expectation{
	{"calls that never return", 75_573},
	{"addresses on the stack", 408_152},
	{"frames that are left", 31_676},
	{"constants", 28_912},
	{"conditions", 22_730},
	{"direct jumps", 170_633},
	{"outlined calls", 75_560},
	{"bytes of files and lines", 870_000},
}

// missing is how much less than expected a pattern may be found, in percent.
const missing = 5

// checkPatterns compares what was found in a linked module of so many bytes with what is expected.
func checkPatterns(found []pattern, bytes int) error {
	var wrong []error
	for i, e := range expected {
		if i >= len(found) || found[i].name != e.name {
			return fmt.Errorf("postlink counts other patterns than expected has: %v", found)
		}
		if minCount := e.min(bytes); found[i].count < minCount {
			wrong = append(wrong, fmt.Errorf("%s: found %d times, and at least %d were expected", e.name, found[i].count, minCount))
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return fmt.Errorf("the code of Go's linker has another form than the post-linker knows:\n%w\nIf the Go toolchain is another one, see "+
		"`make toolchain`; the counts stand in wasm/build/postlink.go", errors.Join(wrong...))
}

// min is how often the pattern must be found in a linked module of so many bytes.
func (e expectation) min(bytes int) int {
	return int(float64(e.count) * float64(bytes) / expectedBytes * (100 - missing) / 100)
}

// table shows what was found beside what is expected.
func table(found []pattern, bytes int) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%-26s %10s %10s\n", "pattern", "found", "min")
	for i, f := range found {
		fmt.Fprintf(&t, "%-26s %10d %10d\n", f.name, f.count, expected[i].min(bytes))
	}
	return t.String()
}
