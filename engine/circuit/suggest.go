package circuit

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// DidYouMean suggests the nearest of the names there are, when one is near enough; else "".
func DidYouMean(name string, names []string) string {
	best, distance := "", 1+len(name)/3
	for _, n := range names {
		if len(n) > 100 || len(name) > 100 {
			continue
		}
		if d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(n)); d < distance || (d == distance && best == "") {
			best, distance = n, d
		}
	}
	if best == "" {
		return ""
	}
	return "Did you mean '" + best + "'?"
}
