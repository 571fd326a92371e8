package behaviours

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// checkout is the top of the repository.
const checkout = "../.."

var update = flag.Bool("update", false, "write docs/behaviours.md")

func TestEveryBehaviourHasItsPlace(t *testing.T) {
	cited, err := Read(os.DirFS(checkout))
	require.NoError(t, err)
	language, err := os.ReadFile(filepath.Join(checkout, "docs", "language.md"))
	require.NoError(t, err)
	differ, err := Differences(string(language))
	require.NoError(t, err)
	page, problems := Page(cited, differ, Gaps)
	require.Empty(t, problems)
	file := filepath.Join(checkout, "docs", "behaviours.md")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(page), 0o644))
		return
	}
	old, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(old), page, "the list is older than the tests: run go test ./invariants/behaviours -update")
}

func TestReadFindsWhatTestsCite(t *testing.T) {
	cited, err := Read(fstest.MapFS{
		"a/a_test.go": {Data: []byte(`package a
var differences = map[string]string{"D9": "not a test"}
func TestSome_D1_M2(t *testing.T) {
	t.Run("D3 M4 of a run", nil)
	t.Run("D5-like is no number", nil)
	use("D6 is no name of a test")
	row("A001 a row that a helper makes", 1)
	row(fmt.Sprintf("A002 %d", 1))
	t.Run("A003 " + name, nil)
	use("A4 is no number", "A005 is no first argument")
	for _, c := range []struct{ name string }{{"S7 a row"}, {name: "x"}} {}
	for _, c := range []row{{name: "S8"}} {}
	for k := range map[string]int{"S10 of a map": 1, "S11": 2} {}
}
func helper_D11() {}
`)},
		"a/a.go":                     {Data: []byte("package a\nfunc Test_D12() { t.Run(\"D12\", nil) }\n")},
		"b/b.test.ts":                {Data: []byte("test('M13 in the page', () => {})\n  it(\"D14\", () => {})\nlog('D15')\n")},
		"s/testdata/types/bad.ts":    {Data: []byte("// @ts-expect-error D16 a mistake\nx // see D17\n")},
		"node_modules/c/c.test.ts":   {Data: []byte("test('D18 of others', () => {})\n")},
		"s/testdata/types/README.md": {Data: []byte("// D19 text\n")},
	})
	require.NoError(t, err)
	var found []string
	for _, n := range []string{"D1", "D3", "D5", "D6", "D9", "D11", "D12", "D14", "D15", "D16", "D17", "D18", "D19", "M2", "M4", "M13", "S7", "S8", "S10", "S11", "A001", "A002", "A003", "A4", "A005"} {
		if len(cited[n]) > 0 {
			found = append(found, n)
		}
	}
	require.Equal(t, []string{"D1", "D3", "D14", "D16", "M2", "M4", "M13", "S7", "S8", "S10", "A001", "A002", "A003"}, found)
	require.Equal(t, []Citation{{"a/a_test.go", "D3 M4 of a run"}}, cited["M4"])

	_, err = Read(fstest.MapFS{"a_test.go": {Data: []byte("package")}})
	require.ErrorContains(t, err, "a_test.go")
}

func TestDifferencesAreRead(t *testing.T) {
	head := DifferencesHeading + "\n\n| numbers | there | here |\n|---|---|---|\n"
	differ, err := Differences("D1\n" + head + "| D2, M3 | D4 | D5 |\n| | x | y |\n\n## Next\n| D6 | a | b |\n")
	require.NoError(t, err)
	require.Equal(t, map[string]bool{"D2": true, "M3": true}, differ)
	_, err = Differences(head + "| D2 | x | |\n")
	require.ErrorContains(t, err, "says nothing")
	_, err = Differences("# Language\n")
	require.Error(t, err)
}

// The list must notice everything that could make it wrong.
func TestPageFindsPlantedMistakes(t *testing.T) {
	full := func() (map[string][]Citation, map[string]bool, map[string]Gap) {
		cited := map[string][]Citation{}
		for _, f := range Families {
			for i := 1; i <= f.Last; i++ {
				cited[fmt.Sprint(f.Letter, i)] = []Citation{{"x_test.go", "of " + f.Letter}}
			}
		}
		return cited, map[string]bool{"D1": true}, map[string]Gap{"D2": {"half", true}}
	}
	cited, differ, gaps := full()
	page, problems := Page(cited, differ, gaps)
	require.Empty(t, problems)
	require.Contains(t, page, "Of 329 numbers, 327 are as in public Simten and tested, 1 differ")
	type (
		tests = map[string][]Citation
		names = map[string]bool
		holes = map[string]Gap
	)
	for _, mistake := range []struct {
		plant func(tests, names, holes)
		want  string
	}{
		{func(c tests, _ names, _ holes) { delete(c, "M76") }, "M76 has no test and no gap says why"},
		{func(c tests, _ names, _ holes) { delete(c, "D2") }, "D2 is said to work in part"},
		{func(_ tests, _ names, g holes) { g["S3"] = Gap{What: "all"} }, "S3 is said to be missing, but x_test.go"},
		{func(c tests, _ names, _ holes) { c["D111"] = c["D1"] }, "x_test.go cites D111, which does not exist"},
		{func(_ tests, d names, _ holes) { d["M77"] = true }, "the table of differences names M77"},
		{func(_ tests, _ names, g holes) { g["S144"] = Gap{What: "all"} }, "a gap names S144"},
		{func(c tests, _ names, g holes) { delete(c, "D1"); g["D1"] = Gap{What: "all"} }, "D1 differs, but no test shows"},
	} {
		cited, differ, gaps := full()
		mistake.plant(cited, differ, gaps)
		_, problems := Page(cited, differ, gaps)
		require.Len(t, problems, 1, mistake.want)
		require.Contains(t, problems[0], mistake.want)
	}
}
