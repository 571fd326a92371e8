package headers

import "strings"

// Hosting writes the rules as a `_headers` file as static hosts read it. Those hosts join the values of two rules
// that match the same path, so a rule that replaces a header first takes the earlier one off with a `!` line.
func (r Rules) Hosting() []byte {
	var b strings.Builder
	b.WriteString("# Written by `simten headers`; do not edit. The rules stand in cmd/simten/headers.\n")
	for i, rule := range r {
		b.WriteString("\n" + rule.Pattern + "\n")
		for _, f := range rule.Fields {
			if r[:i].sets(f.Name) {
				b.WriteString("  ! " + f.Name + "\n")
			}
			b.WriteString("  " + f.Name + ": " + f.Value + "\n")
		}
	}
	return []byte(b.String())
}

func (r Rules) sets(name string) bool {
	for _, rule := range r {
		for _, f := range rule.Fields {
			if f.Name == name {
				return true
			}
		}
	}
	return false
}
