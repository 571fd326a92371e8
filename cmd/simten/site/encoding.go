package site

import (
	"strconv"
	"strings"
)

// coding is a compressed form in which a file may lie beside its plain one.
type coding struct {
	name   string // as in Content-Encoding
	suffix string // of the file
}

// codings in the order of preference: brotli is the smaller one.
var codings = []coding{{"br", ".br"}, {"gzip", ".gz"}}

// accepts tells whether an Accept-Encoding header lets the answer come in a coding. A coding must be named, or
// covered by *, with a weight above zero.
func accepts(header, name string) bool {
	star := false
	for part := range strings.SplitSeq(header, ",") {
		token, weight, _ := strings.Cut(part, ";")
		token = strings.TrimSpace(token)
		switch {
		case strings.EqualFold(token, name):
			return positive(weight)
		case token == "*":
			star = positive(weight)
		}
	}
	return star
}

func positive(weight string) bool {
	key, value, ok := strings.Cut(strings.TrimSpace(weight), "=")
	if !ok || !strings.EqualFold(strings.TrimSpace(key), "q") {
		return true
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return err == nil && q > 0
}
