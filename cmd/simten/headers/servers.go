package headers

import (
	"fmt"
	"regexp"
	"strings"
)

// names are the headers that the rules set, each once.
func (r Rules) names() []string {
	var names []string
	seen := map[string]bool{}
	for _, rule := range r {
		for _, f := range rule.Fields {
			if !seen[f.Name] {
				seen[f.Name] = true
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// Regular expressions for the parts of a text that a pattern is matched with: any run of characters, and the end.
const (
	anyInPath, endOfPath       = ".*", "$"
	anyInAddress, endOfAddress = "[^?]*", `(?:\?|$)` // a path with its query
)

// expression is a pattern as a regular expression, in the syntax that Go, PCRE and RE2 share.
func expression(pattern, anything, end string) string {
	before, after, wild := strings.Cut(pattern, "*")
	if !wild {
		return "^" + regexp.QuoteMeta(pattern) + end
	}
	if after == "" {
		return "^" + regexp.QuoteMeta(before)
	}
	return "^" + regexp.QuoteMeta(before) + anything + regexp.QuoteMeta(after) + end
}

// Nginx writes the rules as a configuration of nginx: for each header a map from the address to its value, and the
// directives that send them. The maps go by $request_uri, the address with its query as it was asked for: one file
// answers at several addresses, and not all of them may be framed. The last rule that sets a header counts, and a map
// takes the first that matches. That nothing is there is kept in no cache.
//
// name is that of the origin, for variables; the directives are for its server block.
func (r Rules) Nginx(name string) (maps, directives string) {
	var m, d strings.Builder
	for _, header := range r.names() {
		variable := "$simten_" + name + "_" + strings.ToLower(strings.ReplaceAll(header, "-", "_"))
		of := variable
		if header == "Cache-Control" {
			of += "_of_file"
			fmt.Fprintf(&m, "map $status %s {\n  404 %s;\n  default %s;\n}\n", variable, NoStore, of)
		}
		fmt.Fprintf(&m, "map $request_uri %s {\n", of)
		for i := len(r) - 1; i >= 0; i-- {
			for _, f := range r[i].Fields {
				if f.Name == header {
					fmt.Fprintf(&m, "  \"~%s\" %s;\n", expression(r[i].Pattern, anyInAddress, endOfAddress), quoted(f.Value))
				}
			}
		}
		m.WriteString("}\n")
		fmt.Fprintf(&d, "  add_header %s %s always;\n", header, variable)
	}
	return m.String(), d.String()
}

// Caddy writes the rules as directives of a route of Caddy, where they are done in their order: a later one replaces
// what an earlier one set.
func (r Rules) Caddy() string {
	var b strings.Builder
	for i, rule := range r {
		fmt.Fprintf(&b, "\t@rule%d path_regexp %s\n", i, expression(rule.Pattern, anyInPath, endOfPath))
		for _, f := range rule.Fields {
			fmt.Fprintf(&b, "\theader @rule%d %s %s\n", i, f.Name, quoted(f.Value))
		}
	}
	return b.String()
}

// quoted is a value for both kinds of file. Values are policies and lists of origins that ParseOrigin made, without
// quotes and signs that those files expand; a test reads them back.
func quoted(value string) string {
	return `"` + strings.ReplaceAll(value, `"`, `\"`) + `"`
}
