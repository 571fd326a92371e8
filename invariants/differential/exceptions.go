package main

import (
	"regexp"
	"strings"
)

// exception is a difference from the reference that is known.
type exception struct {
	name   string
	reason string
	// rewrite writes the observations of both sides so that the difference disappears; nil when excuses tells it.
	rewrite func(observed string) string
	// excuses tells the difference by the program and the first lines that differ; nil when rewrite removes it.
	excuses func(program, want, got string) bool
	// example is the body of a program that shows that the exception is still needed.
	example string
}

// bytesOfNaN are the bytes of a NaN as Go writes them, of 8 and of 4 bytes, in both orders.
var bytesOfNaN = regexp.MustCompile(`\b1(, 0, 0, 0, 0, 0, 248, 127)\b|\b(127, 248, 0, 0, 0, 0, 0, )1\b`)

// exceptions are all known differences.
var exceptions = []exception{
	{
		name:    "bytes of NaN",
		reason:  "The language leaves open which of its many forms a NaN takes in memory. Go's has a 1 in its last byte.",
		rewrite: func(observed string) string { return bytesOfNaN.ReplaceAllString(observed, "${2}0$1") },
		example: "log(new Uint8Array(new Float64Array([NaN]).buffer))",
	},
}

// excused reports whether all that differs is known.
func excused(program, want, got string) bool {
	for _, e := range exceptions {
		if e.rewrite != nil {
			want, got = e.rewrite(want), e.rewrite(got)
		}
	}
	if want == got {
		return true
	}
	w, g := firstDifference(want, got)
	for _, e := range exceptions {
		if e.excuses != nil && e.excuses(program, w, g) {
			return true
		}
	}
	return false
}

// firstDifference gives the first lines that differ.
func firstDifference(want, got string) (string, string) {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		a, b := "(nothing)", "(nothing)"
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return a, b
		}
	}
	return "", ""
}
