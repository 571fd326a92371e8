package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"simten.dev/cmd/simten/fastcheck"
	"simten.dev/cmd/simten/npm"
	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/testbench"
	"simten.dev/examples"
)

// testEnding is what the names of test files end in.
const testEnding = ".test.ts"

// testReport is what `simten test --json` prints.
type testReport struct {
	Files   []*testbench.Report `json:"files"`
	Passed  int                 `json:"passed"`
	Failed  int                 `json:"failed"`
	Skipped int                 `json:"skipped"`
}

// testFile is one file to run: a path below a folder that its imports must not leave.
type testFile struct {
	root string
	path string // below root, with slashes
}

func (f testFile) String() string { return filepath.Join(f.root, filepath.FromSlash(f.path)) }

func testCommand() command {
	c := command{
		name:    "test",
		usage:   "test FILE|DIR... [--root DIR] [--filter TEXT] [--seed N] [--timeout SECONDS] [--json]",
		summary: "Runs tests of circuits (files *.test.ts), sealed off like circuits.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		root := flags.String("root", "", "the folder that imports must stay in; default: the folder that is given, or that of the file")
		filter := flags.String("filter", "", "run only tests whose name contains this text")
		seed := flags.Int64("seed", 1, "seed of properties; an equal seed tries equal inputs")
		seconds := flags.Float64("timeout", commandLimits.RunTime().Seconds(), "seconds that one test may take")
		asJSON := flags.Bool("json", false, "print one JSON object")
		rest, code, ok := parseFlags(t, c, flags, args, oneOrMore)
		if !ok {
			return code
		}
		if !(*seconds > 0 && *seconds <= 3600) {
			return misuse(t, c, "--timeout takes seconds, more than 0 and at most 3600")
		}
		files, err := findTests(rest, *root)
		if err != nil {
			return misuse(t, c, err.Error())
		}
		report := testReport{Files: []*testbench.Report{}}
		limit := false
		for _, f := range files {
			r, err := runTests(ctx, f, testbench.Options{
				Filter: *filter, Seed: *seed, Limits: testLimits(time.Duration(*seconds * float64(time.Second))),
			})
			if err != nil {
				fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
				return exitErrors
			}
			if len(r.Tests) == 0 && r.OK() && r.Verify == nil {
				r.Diagnostics = append(r.Diagnostics, circuit.Diagnostic{
					Stage: circuit.StageRealm, Code: circuit.CodeNoTests, Severity: circuit.Error,
					Message: "No tests found in this file.", Suggestion: "Make one with test('name', () => { … }).",
				})
			}
			report.add(r)
			limit = limit || r.Limit
			if !*asJSON {
				printTests(t.out, f, r)
				t.flush()
			}
		}
		if *asJSON {
			if err := writeJSON(t.out, report); err != nil {
				return exitErrors
			}
		} else {
			fmt.Fprintf(t.out, "%d passed, %d failed, %d skipped\n", report.Passed, report.Failed, report.Skipped)
		}
		switch {
		case limit:
			return exitLimit
		case slices.ContainsFunc(report.Files, func(r *testbench.Report) bool { return !r.OK() }):
			return exitErrors
		}
		return exitClean
	}
	return c
}

// testLimits are the limits of the command, with a time of its own for each test and no bound of steps but by time.
func testLimits(runTime time.Duration) sandbox.Limits {
	l := sandbox.LimitsOf(commandLimits)
	l.RunTime, l.Steps = runTime, 0
	return l
}

func (r *testReport) add(file *testbench.Report) {
	r.Files = append(r.Files, file)
	r.Passed += file.Passed
	r.Failed += file.Failed
	r.Skipped += file.Skipped
}

// findTests lists the files that operands name: files themselves, and those below folders whose names end in .test.ts.
func findTests(operands []string, root string) ([]testFile, error) {
	var files []testFile
	for _, operand := range operands {
		info, err := os.Stat(operand)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			f, err := below(root, operand)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
			continue
		}
		found, err := testsBelow(operand)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("there is no file *%s below %s", testEnding, operand)
		}
		for _, path := range found {
			f := testFile{root: operand, path: path}
			if root != "" {
				if f, err = below(root, f.String()); err != nil {
					return nil, err
				}
			}
			files = append(files, f)
		}
	}
	return files, nil
}

// testsBelow lists the test files below a folder, as paths below it.
func testsBelow(folder string) ([]string, error) {
	var found []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name() == "node_modules" || d.Name()[0] == '.'):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, testEnding) && !ofLevel(folder, path):
			found = append(found, path)
		}
		return nil
	})
	return found, err
}

// ofLevel reports that a file has the tests of a level: they need a submission, so that simten grade runs them.
func ofLevel(folder, path string) bool {
	if filepath.Base(path) != levelTests {
		return false
	}
	_, err := os.Stat(filepath.Join(folder, filepath.Dir(filepath.FromSlash(path)), levelSettings))
	return err == nil
}

// below makes a file one below a root; its own folder when none is named.
func below(root, file string) (testFile, error) {
	if root == "" {
		return testFile{root: filepath.Dir(file), path: filepath.Base(file)}, nil
	}
	from, err := filepath.Abs(root)
	if err != nil {
		return testFile{}, err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return testFile{}, err
	}
	path, err := filepath.Rel(from, to)
	if err != nil || path == ".." || strings.HasPrefix(path, ".."+string(filepath.Separator)) {
		return testFile{}, fmt.Errorf("%s is not below the root %s", file, root)
	}
	return testFile{root: root, path: filepath.ToSlash(path)}, nil
}

// runTests runs one file. Its imports are read through os.Root, which nothing leads out of, links neither.
func runTests(ctx context.Context, f testFile, o testbench.Options) (*testbench.Report, error) {
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	alive()
	o.Root, o.File, o.Alive = root.FS(), f.path, func() { alive() }
	o.Lock = func(file string) (*modules.Lock, error) { return readLock(root.FS(), file) }
	o.Loader = npm.NewNear(filepath.Dir(f.String()))
	catalogue, err := examples.Module()
	if err != nil {
		return nil, err
	}
	properties := testbench.Package{Name: fastcheck.Name}
	if properties.Text, err = fastcheck.Module(); errors.Is(err, fastcheck.ErrNotBuilt) {
		properties.Missing = err.Error()
	} else if err != nil {
		return nil, err
	}
	o.Packages = []testbench.Package{properties, {Name: examples.ModuleName, Text: catalogue}}
	return testbench.Run(ctx, o)
}

// printTests writes one line a test, and below a failed one what was wrong and where.
func printTests(w io.Writer, f testFile, r *testbench.Report) {
	fmt.Fprintln(w, f)
	printConsole(w, r.Console)
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == circuit.Error {
			fmt.Fprintln(w, "  "+diagnosticLine(f.named(d.File), d))
		}
	}
	words := map[testbench.Status]string{testbench.Passed: "ok", testbench.Failed: "FAILED", testbench.Skipped: "skipped", testbench.Todo: "todo"}
	for _, test := range r.Tests {
		fmt.Fprintf(w, "  %-8s %s\n", words[test.Status], circuit.CutMessage(oneLine(test.Name)))
		if test.Failure == nil {
			continue
		}
		const indent = "           "
		for line := range strings.Lines(test.Failure.Message) {
			fmt.Fprintln(w, indent+strings.TrimRight(line, "\n"))
		}
		if x := test.Failure.Counterexample; x != nil {
			fmt.Fprintf(w, indent+"counterexample: %s (%d runs, %d shrinks, seed %d, path %q)\n", oneLine(x.Text), x.NumRuns, x.NumShrinks, x.Seed, x.Path)
		}
		if p := test.Failure.Place; !p.IsZero() {
			fmt.Fprintf(w, indent+"at %s:%d:%d\n", f.named(p.File), p.Line, p.Column)
		}
	}
}

// named is the path of a file of the program: the test itself, or one that it imports.
func (f testFile) named(file string) string {
	if file == "" {
		return f.String()
	}
	return testFile{root: f.root, path: file}.String()
}
