package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
)

// tally counts tests. Again names those among the passed that needed a second try.
type tally struct {
	passed, failed int
	again          []string
}

func (t tally) add(u tally) tally {
	return tally{t.passed + u.passed, t.failed + u.failed, append(slices.Clip(t.again), u.again...)}
}

func (t tally) String() string {
	s := fmt.Sprintf("%5d passed %3d failed", t.passed, t.failed)
	if len(t.again) > 0 {
		s += fmt.Sprintf(" %d at the second try", len(t.again))
	}
	return s
}

// goEvent is one line of `go test -json`.
type goEvent struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
}

// testKey names a test of a package; the package itself when test is empty.
type testKey struct{ pkg, test string }

// goTally reads the events of `go test -json`, counts the tests that have no parts of their own, and writes the output
// of those that failed. A package that fails without a failing test, because it does not compile or stops in the
// middle, counts as one failed test.
func goTally(events io.Reader, w io.Writer) (tally, error) {
	results := map[testKey]string{}
	output := map[testKey]*strings.Builder{}
	parents := map[testKey]bool{}
	say := func(k testKey, text string) {
		if output[k] == nil {
			output[k] = &strings.Builder{}
		}
		output[k].WriteString(text)
	}
	scan := bufio.NewScanner(events)
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		line := bytes.TrimSpace(scan.Bytes())
		if len(line) == 0 {
			continue
		}
		var e goEvent
		if json.Unmarshal(line, &e) != nil || e.Action == "" {
			say(testKey{}, string(line)+"\n") // not an event: what the go command itself says
			continue
		}
		k := testKey{e.Package, e.Test}
		switch e.Action {
		case "build-output":
			say(testKey{pkg: e.ImportPath}, e.Output)
		case "output":
			say(k, e.Output)
		case "run":
			for i := strings.LastIndex(e.Test, "/"); i > 0; i = strings.LastIndex(e.Test[:i], "/") {
				parents[testKey{e.Package, e.Test[:i]}] = true
			}
		case "pass", "fail", "skip":
			results[k] = e.Action
		}
	}
	if err := scan.Err(); err != nil {
		return tally{}, err
	}

	var t tally
	failing := map[string]bool{} // packages with a failing test
	var show []testKey
	for k, result := range results {
		if k.test == "" {
			continue
		}
		if result == "fail" {
			show = append(show, k)
			failing[k.pkg] = true
		}
		switch {
		case result == "skip", parents[k] && (result == "pass" || anyPartFailed(results, k)):
		case result == "pass":
			t.passed++
		default:
			t.failed++
		}
	}
	for k, result := range results {
		if k.test == "" && result == "fail" && !failing[k.pkg] {
			t.failed++
			show = append(show, k)
		}
	}
	if t.failed > 0 {
		for k := range output {
			// Build errors, under the name of what did not build, and tests in which their process ended.
			if _, known := results[k]; !known && (k.test == "" || results[testKey{pkg: k.pkg}] == "fail") {
				show = append(show, k)
			}
		}
	}
	sort.Slice(show, func(i, j int) bool {
		return show[i].pkg+"\x00"+show[i].test < show[j].pkg+"\x00"+show[j].test
	})
	for _, k := range show {
		if output[k] != nil {
			fmt.Fprintf(w, "--- %s %s\n%s", k.pkg, k.test, output[k])
		}
	}
	return t, nil
}

func anyPartFailed(results map[testKey]string, of testKey) bool {
	for k, result := range results {
		if k.pkg == of.pkg && result == "fail" && strings.HasPrefix(k.test, of.test+"/") {
			return true
		}
	}
	return false
}

// vitestTally reads the counts of Vitest's JSON report.
func vitestTally(report []byte) (tally, error) {
	var r struct {
		NumPassedTests      *int
		NumFailedTests      int
		NumFailedTestSuites int
		Success             bool
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return tally{}, fmt.Errorf("the report of vitest cannot be read: %w", err)
	}
	if r.NumPassedTests == nil {
		return tally{}, fmt.Errorf("the report of vitest has no counts")
	}
	t := tally{passed: *r.NumPassedTests, failed: r.NumFailedTests}
	if !r.Success && t.failed == 0 {
		t.failed = max(1, r.NumFailedTestSuites) // a file that does not load has no tests to fail
	}
	return t, nil
}

// playwrightTally reads the counts of Playwright's JSON report. A test that passed only when it was tried again is
// told apart: the browser shares the machine with whatever else runs there.
func playwrightTally(report []byte) (tally, error) {
	var r struct {
		Stats  *struct{ Expected, Unexpected, Flaky int }
		Errors []struct{ Message string }
		Suites []playwrightSuite
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return tally{}, fmt.Errorf("the report of playwright cannot be read: %w", err)
	}
	if r.Stats == nil {
		return tally{}, fmt.Errorf("the report of playwright has no counts")
	}
	t := tally{passed: r.Stats.Expected + r.Stats.Flaky, failed: r.Stats.Unexpected + len(r.Errors)}
	for _, s := range r.Suites {
		t.again = append(t.again, s.again()...)
	}
	return t, nil
}

// playwrightSuite is a file of the report, or a group of tests in it.
type playwrightSuite struct {
	Suites []playwrightSuite
	Specs  []struct {
		Title, File string
		Line        int
		Tests       []struct{ Status string }
	}
}

// again names the tests that passed at the second try.
func (s playwrightSuite) again() (names []string) {
	for _, inner := range s.Suites {
		names = append(names, inner.again()...)
	}
	for _, spec := range s.Specs {
		for _, t := range spec.Tests {
			if t.Status == "flaky" {
				names = append(names, fmt.Sprintf("%s:%d %s", spec.File, spec.Line, spec.Title))
			}
		}
	}
	return names
}
