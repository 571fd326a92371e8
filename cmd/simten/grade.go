package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/grade"
	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/texts"
	"simten.dev/process"
)

// The files of a level.
const (
	levelTests    = "level.test.ts"
	levelSettings = "level.json"
)

// levelFile is what level.json says of a task. Pages show the rest of it.
type levelFile struct {
	Parts   []string `json:"parts"`
	Lambdas bool     `json:"lambdas"`
	Par     par      `json:"par"`
}

// par is the size that a good solution has; 0 where the level does not ask.
type par struct {
	Gates  int `json:"gates,omitempty"`
	Depth  int `json:"depth,omitempty"`
	Cycles int `json:"cycles,omitempty"`
}

// gradeTask is what the child process of one submission reads.
type gradeTask struct {
	Level  grade.Level `json:"level"`
	Source string      `json:"source"`
}

// graded is the result of one submission.
type graded struct {
	File string `json:"file"`
	grade.Report
	// WithinPar says that it passed and is no larger than the level's par.
	WithinPar bool `json:"withinPar"`
}

// gradeReport is what `simten grade --json` prints.
type gradeReport struct {
	Par         par      `json:"par"`
	Submissions []graded `json:"submissions"`
	Passed      int      `json:"passed"`
}

// oneFlag makes the command the child that grades one submission, which it reads with its level from its input.
const oneFlag = "--one"

func gradeCommand() command {
	c := command{
		name:    "grade",
		usage:   "grade DIR [--level DIR|FILE] [--timeout SECONDS] [--json]",
		summary: "Judges every circuit file below a folder by the tests of a level, each in a process of its own.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		if len(args) == 1 && args[0] == oneFlag && os.Getenv(guardVariable) != "" {
			return gradeOne(ctx, t)
		}
		flags := newFlags(c)
		level := flags.String("level", "", "the level: a folder with "+levelTests+" and "+levelSettings+", or a file of tests; default: DIR")
		seconds := flags.Float64("timeout", 60, "seconds that one submission may take")
		asJSON := flags.Bool("json", false, "print one JSON object")
		rest, code, ok := parseFlags(t, c, flags, args, oneOrMore)
		if !ok {
			return code
		}
		if len(rest) != 1 {
			return misuse(t, c, "one folder of submissions is graded at a time")
		}
		if !(*seconds > 0 && *seconds <= 3600) {
			return misuse(t, c, "--timeout takes seconds, more than 0 and at most 3600")
		}
		if *level == "" {
			*level = rest[0]
		}
		task, wanted, err := readLevel(*level)
		if err != nil {
			return misuse(t, c, err.Error())
		}
		files, err := submissionsBelow(rest[0])
		if err != nil {
			return misuse(t, c, err.Error())
		}
		report := gradeReport{Par: wanted, Submissions: []graded{}}
		for _, file := range files {
			r, err := gradeFile(ctx, filepath.Join(rest[0], filepath.FromSlash(file)), task, time.Duration(*seconds*float64(time.Second)))
			if err != nil {
				fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
				return exitErrors
			}
			one := graded{File: file, Report: *r}
			one.WithinPar = r.Verdict == grade.Passed && wanted.holds(r)
			if r.Verdict == grade.Passed {
				report.Passed++
			}
			report.Submissions = append(report.Submissions, one)
		}
		if *asJSON {
			if err := writeJSON(t.out, report); err != nil {
				return exitErrors
			}
		} else {
			printGrades(t.out, report)
		}
		switch {
		case slices.ContainsFunc(report.Submissions, func(g graded) bool { return g.Verdict == grade.Stopped }):
			return exitLimit
		case report.Passed < len(report.Submissions):
			return exitErrors
		}
		return exitClean
	}
	return c
}

// holds reports that a result is no larger than par.
func (p par) holds(r *grade.Report) bool {
	within := func(n, most int) bool { return most == 0 || n <= most }
	return within(r.Gates, p.Gates) && within(r.Depth, p.Depth) && within(r.Cycles, p.Cycles)
}

// readLevel reads a level: a folder, or a file of tests that allows every part.
func readLevel(path string) (level grade.Level, wanted par, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return level, wanted, err
	}
	tests := path
	if info.IsDir() {
		tests = filepath.Join(path, levelTests)
		content, err := readSmall(filepath.Join(path, levelSettings))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return level, wanted, err
		default:
			var settings levelFile
			if err := json.Unmarshal(content, &settings); err != nil {
				return level, wanted, fmt.Errorf("%s in %s cannot be read: %w", levelSettings, path, err)
			}
			level.Parts, level.Lambdas, wanted = settings.Parts, settings.Lambdas, settings.Par
		}
	} else {
		level.Lambdas = true
	}
	content, err := readSmall(tests)
	if err != nil {
		return level, wanted, err
	}
	level.Tests, err = texts.Decode(content)
	return level, wanted, err
}

// readSmall reads a regular file that is no larger than a source may be.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	case info.Size() > int64(commandLimits.SourceBytes):
		return nil, fmt.Errorf("%s has %v bytes, more than the limit of %v", path, limits.Count(info.Size()), limits.Count(commandLimits.SourceBytes))
	}
	return os.ReadFile(path)
}

// submissionsBelow lists the circuit files below a folder.
func submissionsBelow(folder string) ([]string, error) {
	var found []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name() == "node_modules" || d.Name()[0] == '.'):
			return fs.SkipDir
		case d.Type().IsRegular() && strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, testEnding) && !strings.HasSuffix(path, ".d.ts"):
			found = append(found, path)
		}
		return nil
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("there is no circuit file *.ts below %s", folder)
	}
	return found, err
}

// gradeFile grades one submission in a process of its own. However that ends, there is a report.
func gradeFile(ctx context.Context, file string, level grade.Level, limit time.Duration) (*grade.Report, error) {
	content, err := readSmall(file)
	if err != nil {
		return ended(grade.Broken, circuit.CodeSourceTooLarge, err.Error(), ""), nil
	}
	source, err := texts.Decode(content)
	if err != nil {
		return ended(grade.Broken, circuit.CodeSyntax, err.Error(), ""), nil
	}
	task, err := json.Marshal(gradeTask{level, source})
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var out, problems bytes.Buffer
	code, problem, err := process.Guard(timed, commandLimits, self, []string{"grade", oneFlag}, []string{guardVariable + "=1"}, bytes.NewReader(task), &out, &problems)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case timed.Err() != nil:
		return ended(grade.Stopped, circuit.CodeTimeLimit, fmt.Sprintf("Grading took more than %v.", limit), "Look for a loop without an end."), nil
	case problem != nil:
		return ended(grade.Stopped, circuit.CodeTimeLimit, problem.Message, problem.Advice), nil
	case err != nil:
		return nil, err
	case code != exitClean:
		return nil, fmt.Errorf("%s: %s", file, oneLine(problems.String()))
	}
	report := &grade.Report{}
	if err := json.Unmarshal(out.Bytes(), report); err != nil {
		return nil, fmt.Errorf("%s: the result cannot be read: %w", file, err)
	}
	return report, nil
}

// ended is the report of a submission that was not judged to its end.
func ended(v grade.Verdict, code circuit.Code, message, advice string) *grade.Report {
	return &grade.Report{Verdict: v, Diagnostics: []circuit.Diagnostic{{
		Stage: circuit.StageRealm, Code: code, Severity: circuit.Error, Message: message, Suggestion: advice,
	}}}
}

// gradeOne is the work of the child process: it reads a task and writes a report.
func gradeOne(ctx context.Context, t terminal) int {
	content, err := io.ReadAll(t.in)
	var task gradeTask
	if err == nil {
		err = json.Unmarshal(content, &task)
	}
	if err != nil {
		fmt.Fprintf(t.err, "simten grade: the task cannot be read: %v\n", err)
		return exitUsage
	}
	r, err := grade.Grade(ctx, task.Level, task.Source, sandbox.LimitsOf(commandLimits), func() { alive() })
	if err == nil {
		err = writeJSON(t.out, r)
	}
	if err != nil {
		fmt.Fprintf(t.err, "simten grade: %v\n", err)
		return exitErrors
	}
	return exitClean
}

// printGrades writes a table, and below it why submissions did not pass.
func printGrades(w io.Writer, report gradeReport) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "verdict\ttests\tgates\tdepth\tcycles\tfile")
	for i := range report.Submissions {
		g := &report.Submissions[i]
		passed := 0
		for _, test := range g.Tests {
			if test.Failure == nil && test.Status == "passed" {
				passed++
			}
		}
		verdict := string(g.Verdict)
		if g.WithinPar {
			verdict += " *"
		}
		fmt.Fprintf(table, "%s\t%d/%d\t%d\t%d\t%d\t%s\n", verdict, passed, len(g.Tests), g.Gates, g.Depth, g.Cycles, oneLine(g.File))
	}
	_ = table.Flush() // t.out notes a failed write
	for i := range report.Submissions {
		g := &report.Submissions[i]
		if g.Verdict == grade.Passed {
			continue
		}
		fmt.Fprintf(w, "%s: %s\n", oneLine(g.File), g.Verdict)
		for k := range g.Diagnostics {
			fmt.Fprintln(w, "  "+diagnosticLine(g.File, &g.Diagnostics[k]))
		}
		for _, test := range g.Tests {
			if test.Failure != nil {
				fmt.Fprintf(w, "  %s: %s\n", circuit.CutMessage(oneLine(test.Name)), circuit.CutMessage(oneLine(test.Failure.Message)))
				break
			}
		}
	}
	fmt.Fprintf(w, "%d of %d passed; * is within par\n", report.Passed, len(report.Submissions))
}
