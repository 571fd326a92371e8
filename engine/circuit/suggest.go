package circuit

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// DidYouMean suggests the nearest of the names there are, when one is near enough; else "". Several that are equally
// near are told together.
func DidYouMean(name string, names []string) string {
	best := Nearest(name, names)
	if len(best) == 0 {
		return ""
	}
	return "Did you mean '" + strings.Join(best, "' or '") + "'?"
}

// Nearest are the names that DidYouMean suggests.
func Nearest(name string, names []string) []string {
	if len(name) > longestGuess {
		return nil
	}
	lower := strings.ToLower(name)
	limit := max(1, (utf8.RuneCountInString(name)+1)/3)
	var best []string
	distance := limit + 1
	for _, n := range names {
		if len(n) > longestGuess {
			continue
		}
		d := levenshtein.ComputeDistance(lower, strings.ToLower(n))
		if swapped(lower, strings.ToLower(n)) {
			d = 1 // Xro for Xor is one slip
		}
		if d > limit && beginsWith(lower, strings.ToLower(n)) {
			d = limit
		}
		if d < distance {
			best, distance = best[:0], d
		}
		if d == distance && d <= limit {
			best = append(best, n)
		}
	}
	letter := utf8.RuneCountInString(name) == 1
	if letter && distance > 0 && len(names) > 1 {
		best = nil // one letter is as far from any other
	}
	if only := beginning(lower, names); only != nil && distance > 0 && (len(best) == 0 || letter) {
		best = only
	}
	if len(best) > maxGuesses {
		return nil
	}
	return best
}

// swapped reports that two names differ in the order of two neighbours.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

const (
	longestGuess = 100 // of the names that are compared, in bytes
	maxGuesses   = 3
)

// beginning is the only name that begins with a short one, such as data for d.
func beginning(short string, names []string) (only []string) {
	for _, n := range names {
		if short != "" && strings.HasPrefix(strings.ToLower(n), short) {
			if only != nil {
				return nil
			}
			only = []string{n}
		}
	}
	return only
}

// beginsWith reports that one name is the other one, cut off: val and value, inverter and inv.
func beginsWith(a, b string) bool {
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	return len(short) >= 3 && strings.HasPrefix(long, short)
}

// maxListed is how many names a message lists.
const maxListed = 24

// Listed is names as a message lists them: "none", "a, b", or the first of many.
func Listed(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "none"
	case n > maxListed:
		return fmt.Sprintf("%s, … and %d more", strings.Join(names[:maxListed], ", "), n-maxListed)
	}
	return strings.Join(names, ", ")
}
