// Package attacks keeps the list of the catalogue of hostile inputs: what each is, what must come of it, and the tests
// that try it. A test cites an attack by its number, as tests cite behaviours.
package attacks

import (
	_ "embed" // the catalogue
	"fmt"
	"sort"
	"strings"

	"simten.dev/invariants/behaviours"
)

//go:embed catalogue.txt
var catalogue string

// Attack is one entry of the catalogue.
type Attack struct {
	Number  string // A001 and so on
	Group   string
	What    string
	Outcome string
}

// Catalogue is the list of all attacks, in order.
func Catalogue() []Attack {
	var list []Attack
	group := ""
	for line := range strings.Lines(catalogue) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok {
			group = title
			continue
		}
		if what, outcome, ok := strings.Cut(line, " | "); ok {
			list = append(list, Attack{fmt.Sprintf("A%03d", len(list)+1), group, what, outcome})
		}
	}
	return list
}

// Page is docs/attacks.md. The problems are attacks without a test, and citations of attacks that do not exist. absent
// says of attacks on what does not exist here, why it does not.
func Page(list []Attack, cited map[string][]behaviours.Citation, absent map[string]string) (page string, problems []string) {
	var body strings.Builder
	known := map[string]bool{}
	group := ""
	tested := 0
	for _, a := range list {
		known[a.Number] = true
		if a.Group != group {
			group = a.Group
			fmt.Fprintf(&body, "\n## %s\n\n| number | attack | outcome | tried by |\n|---|---|---|---|\n", group)
		}
		tests, reason := cited[a.Number], absent[a.Number]
		switch {
		case len(tests) == 0 && reason == "":
			problems = append(problems, a.Number+" ("+a.What+") has no test, and nothing says why it does not apply")
		case len(tests) > 0:
			tested++
		}
		var parts []string
		if reason != "" {
			parts = append(parts, "**does not apply**: "+reason)
		}
		if text := behaviours.Names(tests); text != "" {
			parts = append(parts, text)
		}
		fmt.Fprintf(&body, "| %s | %s | %s | %s |\n", a.Number, a.What, a.Outcome, strings.Join(parts, "<br>"))
	}
	for n := range cited {
		if n[0] == 'A' && !known[n] {
			problems = append(problems, fmt.Sprintf("%s cites %s, which does not exist", cited[n][0].File, n))
		}
	}
	for n := range absent {
		if !known[n] {
			problems = append(problems, n+" is said not to apply, but does not exist")
		}
	}
	sort.Strings(problems)
	head := fmt.Sprintf(`# Attacks

Hostile inputs are numbered. This page says of each what must come of it and which tests try it. The outcome in capitals is
a code of [protocol.md](protocol.md), one with E or W a code of [diagnostics.md](diagnostics.md); *refused* is an error with
its place, *contained* means that it may work in the program's own world and nothing outside or after it changes.

<!-- generated: go test ./invariants/attacks -update -->

Of %d attacks, %d are tried by tests; the rest are on things that do not exist here.
`, len(list), tested)
	return head + body.String(), problems
}
