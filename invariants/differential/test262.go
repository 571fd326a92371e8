package main

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// expectedFailures lists the tests of the language's suite that fail, under the reason for which they do.
//
//go:embed testdata/test262.txt
var expectedFailures string

// suiteTest is one test of the suite.
type suiteTest struct {
	path     string // below the folder test
	text     string
	includes []string
	features []string
	flags    []string
	negative string // the phase in which it must fail; "" when it must not
}

// frontMatter is the description with which a test begins.
var frontMatter = regexp.MustCompile(`(?s)/\*---(.*?)---\*/`)

// readTest reads a test's text and description, of which only the fields used here are understood.
func readTest(path, text string) suiteTest {
	t := suiteTest{path: path, text: text}
	match := frontMatter.FindStringSubmatch(text)
	if match == nil {
		return t
	}
	field := ""
	for _, line := range strings.Split(match[1], "\n") {
		trimmed := strings.TrimSpace(line)
		name, value, ok := strings.Cut(trimmed, ":")
		switch {
		case ok && !strings.HasPrefix(line, " ") && !strings.HasPrefix(trimmed, "-"):
			field = name
		case field == "negative" && ok && name == "phase":
			t.negative = strings.TrimSpace(value)
			continue
		case strings.HasPrefix(trimmed, "- "):
			t.add(field, trimmed[2:])
			continue
		default:
			continue
		}
		if value = strings.TrimSpace(value); strings.HasPrefix(value, "[") {
			for _, v := range strings.Split(strings.Trim(value, "[]"), ",") {
				t.add(field, v)
			}
		}
	}
	return t
}

func (t *suiteTest) add(field, value string) {
	value = strings.TrimSpace(value)
	switch field {
	case "includes":
		t.includes = append(t.includes, value)
	case "features":
		t.features = append(t.features, value)
	case "flags":
		t.flags = append(t.flags, value)
	}
}

// doesNotApply says why a test says nothing about circuit files; "" when it applies.
func (t *suiteTest) doesNotApply() string {
	for _, flag := range t.flags {
		switch flag {
		case "noStrict":
			return "sloppy mode: circuit files are strict"
		case "module", "raw", "CanBlockIsFalse", "CanBlockIsTrue":
			return "modules and scripts of a host"
		}
	}
	for _, feature := range t.features {
		if why, ok := otherFeatures[feature]; ok {
			return why
		}
	}
	for prefix, why := range otherFolders {
		if strings.HasPrefix(t.path, prefix) {
			return why
		}
	}
	if strings.Contains(t.text, "$262") || slices.Contains(t.includes, "detachArrayBuffer.js") || slices.Contains(t.includes, "wellKnownIntrinsicObjects.js") {
		return "needs a host that makes realms, detaches buffers or runs scripts"
	}
	return ""
}

// otherFeatures are features that circuit files do not have on purpose, with the reason.
var otherFeatures = map[string]string{
	"Temporal": "not in the language version", "ShadowRealm": "not in the language version", "decorators": "not in the language version",
	"Atomics": "no shared memory", "SharedArrayBuffer": "no shared memory", "Atomics.waitAsync": "no shared memory", "Atomics.pause": "no shared memory",
	"dynamic-import": "no import()", "import.meta": "no import.meta", "import-defer": "no import()", "source-phase-imports": "no import()", "import-attributes": "no import()",
	"json-modules": "no import()", "import-text": "no import()", "import-bytes": "no import()", "export-defer": "no import()", "top-level-await": "modules and scripts of a host",
	"cross-realm": "one realm", "IsHTMLDDA": "no document", "host-gc-required": "no collector to ask", "tail-call-optimization": "no engine but one has it", "caller": "sloppy mode: circuit files are strict",
	"hashbang": "modules and scripts of a host", "canonical-tz": "no Intl", "legacy-regexp": "not in the language version",
}

// otherFolders are folders of the suite on what circuit files do not have on purpose.
var otherFolders = map[string]string{
	"language/eval-code/": "no eval", "language/module-code/": "modules and scripts of a host", "language/import/": "modules and scripts of a host", "language/export/": "modules and scripts of a host",
	"language/global-code/": "modules and scripts of a host", "built-ins/eval/": "no eval", "built-ins/Temporal/": "not in the language version", "built-ins/ShadowRealm/": "not in the language version",
	"built-ins/Atomics/": "no shared memory", "built-ins/SharedArrayBuffer/": "no shared memory", "built-ins/AbstractModuleSource/": "no import()",
}

// sharedHarness are the files of the suite's harness that tests of a batch use together, in this order.
var sharedHarness = []string{"sta.js", "assert.js"}

// suite reads tests and runs them.
type suite struct {
	folder  string
	harness map[string]string
	compile func(ctx context.Context, source string) (protocol.Reply, error)
}

// read gives all tests in the two folders of the suite that are about the language.
func (s *suite) read() ([]suiteTest, error) {
	var tests []suiteTest
	for _, part := range []string{"language", "built-ins"} {
		root := filepath.Join(s.folder, "test")
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".js" || strings.Contains(path, "_FIXTURE") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			tests = append(tests, readTest(filepath.ToSlash(name), string(text)))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return tests, nil
}

// include gives a file of the harness.
func (s *suite) include(name string) (string, error) {
	if text, ok := s.harness[name]; ok {
		return text, nil
	}
	text, err := os.ReadFile(filepath.Join(s.folder, "harness", name))
	s.harness[name] = string(text)
	return string(text), err
}

// file is a circuit file that runs tests of the suite and prints a line for each: its number and what went wrong, if
// anything.
func (s *suite) file(tests []suiteTest) (text string, ends []int, err error) {
	var b strings.Builder
	b.WriteString(`const $outcome = []
const $test = (index, f) => {
  $outcome[index] = 'never done'
  const $DONE = (e) => { if ($outcome[index] === 'never done') $outcome[index] = e === undefined || e === null ? '' : $told(e) }
  const asyncTest = (g) => { try { g().then(() => $DONE(), $DONE) } catch (e) { $DONE(e) } }
  try {
    f($DONE, asyncTest)
  } catch (e) {
    $outcome[index] = $told(e)
    return
  }
}
const $told = (e) => { try { return (e && e.constructor ? e.constructor.name : typeof e) + ': ' + (e && e.message) } catch { return 'untold' } }
const $finished = (index) => { if ($outcome[index] === 'never done') $outcome[index] = '' }
const print = () => {};
(function () {
`)
	var names []string
	for _, t := range tests {
		names = append(names, t.includes...)
	}
	slices.Sort(names)
	for _, name := range append(slices.Clone(sharedHarness), slices.Compact(names)...) {
		if name == "doneprintHandle.js" {
			continue
		}
		text, err := s.include(name)
		if err != nil {
			return "", nil, err
		}
		b.WriteString(text + "\n")
	}
	line := 1 + strings.Count(b.String(), "\n")
	for i, t := range tests {
		body := fmt.Sprintf("$test(%d, function ($DONE, asyncTest) {\n%s\n})\n", i, t.text)
		if !slices.Contains(t.flags, "async") {
			body += fmt.Sprintf("$finished(%d)\n", i)
		}
		line += strings.Count(body, "\n")
		ends = append(ends, line-1)
		b.WriteString(body)
	}
	b.WriteString("})()\nsetTimeout(() => { for (let i = 0; i < $outcome.length; i++) { console.log(i + ' ' + String($outcome[i]).slice(0, 200)); console.log(i + '.') } })\n")
	b.WriteString("circuit('Done', { outputs: { y: bit }, eval: () => ({ y: 1 }) })\n")
	return b.String(), ends, nil
}

// run gives what went wrong with each test, "" for those that pass.
func (s *suite) run(ctx context.Context, tests []suiteTest) ([]string, error) {
	if len(tests) == 0 {
		return nil, nil
	}
	if tests[0].negative == "parse" || tests[0].negative == "resolution" {
		return s.runNegative(ctx, tests)
	}
	text, ends, err := s.file(tests)
	if err != nil {
		return nil, err
	}
	reply, err := s.compile(ctx, text)
	if err != nil {
		return nil, err
	}
	outcomes := make([]string, len(tests))
	if reply.Compile != nil {
		if seen := observations(reply.Compile.Console); len(seen) == len(tests) {
			for i, told := range seen {
				outcomes[i] = told
				if tests[i].negative != "" {
					outcomes[i] = map[bool]string{true: "did not throw", false: ""}[told == ""]
				}
			}
			return outcomes, nil
		}
	}
	if len(tests) == 1 {
		if tests[0].negative == "" {
			outcomes[0] = "refused " + refusal(reply)
		}
		return outcomes, nil
	}
	bodies := make([]body, len(tests))
	for i := range bodies {
		bodies[i].index = i
	}
	parts := [][]body{bodies[:len(bodies)/2], bodies[len(bodies)/2:]}
	if guilty, rest := blamed(reply, bodies, ends); len(guilty) > 0 {
		parts = [][]body{rest}
		for _, g := range guilty {
			parts = append(parts, []body{g})
		}
	}
	for _, part := range parts {
		var some []suiteTest
		for _, b := range part {
			some = append(some, tests[b.index])
		}
		of, err := s.run(ctx, some)
		if err != nil {
			return nil, err
		}
		for i, told := range of {
			outcomes[part[i].index] = told
		}
	}
	return outcomes, nil
}

// runNegative has tests refused one by one.
func (s *suite) runNegative(ctx context.Context, tests []suiteTest) ([]string, error) {
	outcomes := make([]string, len(tests))
	for i, t := range tests {
		reply, err := s.compile(ctx, t.text+"\ncircuit('Done', { outputs: { y: bit }, eval: () => ({ y: 1 }) })\n")
		if err != nil {
			return nil, err
		}
		if reply.Error == nil && reply.Compile != nil && !circuit.HasErrors(reply.Compile.Diagnostics) {
			outcomes[i] = "not refused"
		} else if told := refusal(reply); strings.Contains(told, "$DONOTEVALUATE") {
			outcomes[i] = "not refused" // it ran
		}
	}
	return outcomes, nil
}

// reasonsOf are the expected failures: the reason by the path.
func reasonsOf(list string) map[string]string {
	reasons, reason := map[string]string{}, ""
	lines := bufio.NewScanner(strings.NewReader(list))
	for lines.Scan() {
		switch line := strings.TrimSpace(lines.Text()); {
		case strings.HasPrefix(line, "# "):
			reason = line[2:]
		case line != "":
			reasons[line] = reason
		}
	}
	return reasons
}

// batches divides tests into those that run together: of one folder, and negative ones apart.
func batches(tests []suiteTest, size int) [][]suiteTest {
	var all [][]suiteTest
	open := map[string]int{}
	for _, t := range tests {
		key := map[bool]string{true: "refused", false: "run"}[t.negative == "parse" || t.negative == "resolution"] + strings.Join(t.includes, " ")
		at, ok := open[key]
		if !ok || len(all[at]) >= size {
			at = len(all)
			all, open[key] = append(all, nil), at
		}
		all[at] = append(all[at], t)
	}
	return all
}

// runSuite runs the language's suite and compares what fails with the list of what is expected to. With update it
// writes the list anew, keeping the reasons.
func runSuite(ctx context.Context, out io.Writer, folder, only, update string) error {
	n := newNative()
	defer n.close()
	s := &suite{folder: folder, harness: map[string]string{}, compile: n.compile}
	tests, err := s.read()
	if err != nil {
		return err
	}
	skipped := map[string]int{}
	tests = slices.DeleteFunc(tests, func(t suiteTest) bool {
		why := t.doesNotApply()
		if why != "" {
			skipped[why]++
		}
		return why != "" || !strings.HasPrefix(t.path, only)
	})
	began := time.Now()
	failed := map[string]string{}
	done := 0
	for _, batch := range batches(tests, 40) {
		outcomes, err := s.run(ctx, batch)
		if err != nil {
			return err
		}
		for i, told := range outcomes {
			if told != "" && len(batch) > 1 { // another test may have deleted what this one needs
				alone, err := s.run(ctx, batch[i:i+1])
				if err != nil {
					return err
				}
				told = alone[0]
			}
			if told != "" {
				failed[batch[i].path] = told
			}
		}
		if done += len(batch); done/1000 != (done-len(batch))/1000 {
			fmt.Fprintf(out, "%d of %d tests, %d failed, %s\n", done, len(tests), len(failed), time.Since(began).Round(time.Second))
		}
	}
	expected := reasonsOf(expectedFailures)
	if update != "" {
		return writeExpected(update, tests, failed)
	}
	unexpected := 0
	for _, path := range slices.Sorted(maps.Keys(failed)) {
		if _, ok := expected[path]; !ok {
			unexpected++
			fmt.Fprintf(out, "%s: %s\n", path, failed[path])
		}
	}
	passed := 0
	for _, t := range tests {
		if _, ok := expected[t.path]; ok && failed[t.path] == "" {
			passed++
			fmt.Fprintf(out, "%s passes now: leave it out of the list\n", t.path)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		fmt.Fprintf(out, "%6d left out: %s\n", skipped[why], why)
	}
	fmt.Fprintf(out, "%d tests in %s: %d pass, %d fail, of which %d were not expected to; %d pass unexpectedly\n",
		len(tests), time.Since(began).Round(time.Second), len(tests)-len(failed), len(failed), unexpected, passed)
	if unexpected > 0 {
		return errors.New("tests of the suite fail that passed before")
	}
	return nil
}

// writeExpected writes the list of failures by their reasons.
func writeExpected(file string, tests []suiteTest, failed map[string]string) error {
	byReason := map[string][]string{}
	for i := range tests {
		if told := failed[tests[i].path]; told != "" {
			why := reason(&tests[i], told)
			byReason[why] = append(byReason[why], tests[i].path)
		}
	}
	var b strings.Builder
	for _, why := range slices.Sorted(maps.Keys(byReason)) {
		slices.Sort(byReason[why])
		fmt.Fprintf(&b, "# %s\n%s\n\n", why, strings.Join(byReason[why], "\n"))
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}
