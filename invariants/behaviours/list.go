package behaviours

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// Family is one list of numbered behaviours.
type Family struct {
	Letter string
	Title  string
	Last   int // numbers run from 1
}

// Families are the three lists, as the page orders them.
var Families = []Family{
	{"D", "Language", 110},
	{"S", "Standard library", 143},
	{"M", "Simulator", 76},
}

// Gap is what is missing of a behaviour.
type Gap struct {
	What   string
	Partly bool // the rest of it is tested
}

// Differences reads the numbers in the first column of the table of differences on the language page.
func Differences(page string) (map[string]bool, error) {
	_, rest, ok := strings.Cut(page, DifferencesHeading+"\n")
	if !ok {
		return nil, fmt.Errorf("the page has no heading %q", DifferencesHeading)
	}
	found := map[string]bool{}
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, "#") {
			break
		}
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.HasPrefix(strings.TrimSpace(cells[1]), "-") {
			continue
		}
		for _, n := range number.FindAllString(cells[1], -1) {
			found[n] = true
		}
		if strings.TrimSpace(cells[3]) == "" {
			return nil, fmt.Errorf("the row %q says nothing of what holds here", strings.TrimSpace(line))
		}
	}
	return found, nil
}

// DifferencesHeading stands above the table of differences.
const DifferencesHeading = "## Differences from public Simten"

// Page is docs/behaviours.md. The problems are numbers that it cannot place, and citations of numbers that do not
// exist.
func Page(cited map[string][]Citation, differ map[string]bool, gaps map[string]Gap) (page string, problems []string) {
	var body strings.Builder
	known := map[string]bool{}
	var tested, differing, partly, missing, total int
	for _, family := range Families {
		fmt.Fprintf(&body, "\n## %s: %s1 to %s%d\n\n| number | |\n|---|---|\n", family.Title, family.Letter, family.Letter, family.Last)
		for i := 1; i <= family.Last; i++ {
			n := fmt.Sprint(family.Letter, i)
			known[n] = true
			total++
			gap, open := gaps[n]
			tests := cited[n]
			var parts []string
			if differ[n] {
				parts = append(parts, "**differs**: see [language.md](language.md#differences-from-public-simten)")
			}
			if open {
				word := "not yet"
				if gap.Partly {
					word = "partly, not yet"
					partly++
				} else {
					missing++
				}
				parts = append(parts, "**"+word+"**: "+gap.What)
			}
			switch {
			case len(tests) == 0 && !open:
				problems = append(problems, n+" has no test and no gap says why")
			case len(tests) == 0 && gap.Partly:
				problems = append(problems, n+" is said to work in part, but no test shows it")
			case len(tests) > 0 && open && !gap.Partly:
				problems = append(problems, n+" is said to be missing, but "+tests[0].File+" has a test of it")
			case differ[n] && len(tests) == 0:
				problems = append(problems, n+" differs, but no test shows what holds instead")
			}
			if differ[n] && !open {
				differing++
			} else if !open {
				tested++
			}
			if text := Names(tests); text != "" {
				parts = append(parts, text)
			}
			fmt.Fprintf(&body, "| %s | %s |\n", n, strings.Join(parts, "<br>"))
		}
	}
	for n := range cited {
		if !known[n] && n[0] != 'A' { // attacks have a list of their own
			problems = append(problems, fmt.Sprintf("%s cites %s, which does not exist", cited[n][0].File, n))
		}
	}
	for n := range differ {
		if !known[n] {
			problems = append(problems, "the table of differences names "+n+", which does not exist")
		}
	}
	for n := range gaps {
		if !known[n] {
			problems = append(problems, "a gap names "+n+", which does not exist")
		}
	}
	sort.Strings(problems)
	head := fmt.Sprintf(`# Behaviours

The behaviours of public Simten that circuits rely on are numbered: D for the language, S for the standard library, M for
the simulator. This page says of each number which tests cite it, whether it is different here on purpose, and what is
missing.

<!-- generated: go test ./invariants/behaviours -update -->

Of %d numbers, %d are as in public Simten and tested, %d differ on purpose (what holds here is tested), %d hold in part and
%d are missing.
`, total, tested, differing, partly, missing)
	return head + body.String(), problems
}

// marks are what a table of Markdown would take as its own.
var marks = regexp.MustCompile("[|`<>*]")

// Names lists tests, file by file, for a cell of a table.
func Names(tests []Citation) string {
	byFile := map[string][]string{}
	var files []string
	for _, c := range tests {
		if byFile[c.File] == nil {
			files = append(files, c.File)
		}
		if name := marks.ReplaceAllString(c.Test, ""); !slices.Contains(byFile[c.File], name) {
			byFile[c.File] = append(byFile[c.File], name)
		}
	}
	sort.Strings(files)
	var list []string
	for _, f := range files {
		list = append(list, "`"+f+"`: "+strings.Join(byFile[f], "; "))
	}
	return strings.Join(list, "<br>")
}
