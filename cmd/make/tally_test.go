package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGoTally(t *testing.T) {
	cases := map[string]struct {
		events string
		want   tally
		shows  []string
		hides  []string
	}{
		"leaves only": {
			`{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestA/x"}
{"Action":"run","Package":"p","Test":"TestA/x/1"}
{"Action":"run","Package":"p","Test":"TestA/x/2"}
{"Action":"pass","Package":"p","Test":"TestA/x/1"}
{"Action":"pass","Package":"p","Test":"TestA/x/2"}
{"Action":"pass","Package":"p","Test":"TestA/x"}
{"Action":"output","Package":"p","Test":"TestA","Output":"quiet\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestB"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"pass","Package":"p"}`,
			tally{passed: 3, failed: 0},
			nil,
			[]string{"quiet"},
		},
		"a failing part fails once": {
			`{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestA/x"}
{"Action":"output","Package":"p","Test":"TestA/x","Output":"reason\n"}
{"Action":"fail","Package":"p","Test":"TestA/x"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p"}`,
			tally{passed: 0, failed: 1},
			[]string{"reason", "p TestA/x"},
			nil,
		},
		"a parent that fails by itself": {
			`{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestA/x"}
{"Action":"pass","Package":"p","Test":"TestA/x"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p"}`,
			tally{passed: 1, failed: 1},
			nil, nil,
		},
		"does not build": {
			`{"ImportPath":"p","Action":"build-output","Output":"p.go:1: syntax error\n"}
{"ImportPath":"p","Action":"build-fail"}
{"Action":"fail","Package":"p","FailedBuild":"p"}`,
			tally{passed: 0, failed: 1},
			[]string{"syntax error"},
			nil,
		},
		"the process ends in a test": {
			`{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"the last words\n"}
{"Action":"output","Package":"p","Output":"signal: killed\n"}
{"Action":"fail","Package":"p"}`,
			tally{passed: 0, failed: 1},
			[]string{"the last words", "signal: killed"},
			nil,
		},
		"skipped and untested": {
			`{"Action":"output","Package":"p","Output":"? p [no test files]\n"}
{"Action":"skip","Package":"p"}
{"Action":"run","Package":"q","Test":"TestA"}
{"Action":"skip","Package":"q","Test":"TestA"}
{"Action":"run","Package":"q","Test":"TestB"}
{"Action":"fail","Package":"q","Test":"TestB"}
{"Action":"fail","Package":"q"}`,
			tally{passed: 0, failed: 1},
			[]string{},
			[]string{"no test files"},
		},
		"nothing ran": {"go: no such thing\n", tally{passed: 0, failed: 0}, nil, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var shown bytes.Buffer
			got, err := goTally(strings.NewReader(c.events), &shown)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
			for _, text := range c.shows {
				require.Contains(t, shown.String(), text)
			}
			for _, text := range c.hides {
				require.NotContains(t, shown.String(), text)
			}
		})
	}
}

func TestReports(t *testing.T) {
	for report, want := range map[string]tally{
		`{"numPassedTests":3,"numFailedTests":1,"success":false}`:                         {passed: 3, failed: 1},
		`{"numPassedTests":3,"numFailedTests":0,"numFailedTestSuites":2,"success":false}`: {passed: 3, failed: 2},
		`{"numPassedTests":3,"numFailedTests":0,"success":true}`:                          {passed: 3},
	} {
		got, err := vitestTally([]byte(report))
		require.NoError(t, err)
		require.Equal(t, want, got, report)
	}
	for report, want := range map[string]tally{
		`{"stats":{"expected":4,"unexpected":1,"skipped":2},"errors":[]}`: {passed: 4, failed: 1},
		`{"stats":{"expected":0},"errors":[{"message":"no server"}]}`:     {failed: 1},
		`{"stats":{"expected":1,"flaky":2},"suites":[
			{"title":"a.spec.ts","specs":[
				{"title":"at once","file":"a.spec.ts","line":1,"tests":[{"status":"expected"}]},
				{"title":"late","file":"a.spec.ts","line":2,"tests":[{"status":"flaky"}]}],
			"suites":[{"title":"group","specs":[{"title":"later","file":"a.spec.ts","line":4,"tests":[{"status":"flaky"}]}]}]}]}`: {
			passed: 3, again: []string{"a.spec.ts:4 later", "a.spec.ts:2 late"},
		},
	} {
		got, err := playwrightTally([]byte(report))
		require.NoError(t, err)
		require.Equal(t, want, got, report)
	}
	sum := tally{passed: 1, again: []string{"a"}}.add(tally{passed: 2, failed: 1, again: []string{"b"}})
	require.Equal(t, tally{passed: 3, failed: 1, again: []string{"a", "b"}}, sum)
	require.Equal(t, "    3 passed   1 failed 2 at the second try", sum.String())
	for _, report := range []string{"", "{}", "null", "[]"} {
		_, err := vitestTally([]byte(report))
		require.Error(t, err)
		_, err = playwrightTally([]byte(report))
		require.Error(t, err)
	}
}
