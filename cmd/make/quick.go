package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// maxQuick is how long `make quick` may take. Tests that are not done by then are named, not waited for.
const maxQuick = 85 * time.Second

// quickVariable asks the tests for few of their random cases (invariants/thorough reads it).
const quickVariable = "SIMTEN_QUICK"

// always are the packages that look at the whole repository in a few seconds.
var always = []string{"./invariants/documents", "./invariants/layers", "./invariants/behaviours"}

// quickly checks what an edit touches, which is what differs from the last commit, or that commit itself when nothing
// does: the layout of the files, the tests of their packages and of those that import them, and the tests in
// TypeScript that reach them. Nothing is built, and no browser is started.
func (p project) quickly(ctx context.Context) error {
	start := time.Now()
	if err := os.Setenv(quickVariable, "1"); err != nil {
		return err
	}
	files, err := p.changed(ctx)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		fmt.Fprintln(p.out, "nothing has changed")
		return nil
	}
	if err := os.MkdirAll(p.log(""), 0o755); err != nil {
		return err
	}
	if err := errors.Join(p.install(ctx), p.makeForks(ctx)); err != nil {
		return err
	}
	packages, err := p.touched(ctx, files)
	if err != nil {
		return err
	}
	left := maxQuick - time.Since(start)
	limited, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	var late []string
	parts := []part{{"go test", "", func(ctx context.Context, log io.Writer) (tally, error) {
		t, unfinished, err := p.goTestUntil(ctx, log, packages)
		late = append(late, unfinished...)
		return t, err
	}}}
	if list := withSuffix(files, ".go"); len(list) > 0 {
		parts = append(parts, part{"gofumpt", "", func(ctx context.Context, log io.Writer) (tally, error) { return p.laidOut(ctx, log, list) }})
	}
	if list := withSuffix(files, ".ts", ".js", ".mjs", ".json", ".css"); len(list) > 0 {
		parts = append(parts, part{"biome", "", p.check(".", p.bin("biome"), append([]string{"check", "--no-errors-on-unmatched"}, list...)...)})
	}
	if list := withSuffix(files, ".ts"); len(list) > 0 {
		parts = append(parts,
			part{"tsc", "", p.check(".", p.bin("tsc"), "-b", "embed", "sandbox-site", "app-site", "e2e")},
			part{"vitest", "", p.check(".", p.bin("vitest"), append([]string{"related", "--run", "--passWithNoTests"}, list...)...)})
	}
	var sum tally
	for i, r := range p.together(limited, parts, nil) {
		if r.tally.failed > 0 && r.took >= left && parts[i].name != "go test" { // it was ended
			late = append(late, parts[i].name)
			r = result{took: r.took}
		}
		if r.tally.failed > 0 {
			p.show(parts[i])
		}
		sum = sum.add(r.tally)
		fmt.Fprintf(p.out, "%-13s %s %7.1f s\n", parts[i].name, r.tally, r.took.Seconds())
		if r.err != nil {
			fmt.Fprintf(p.out, "  %v\n", r.err)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(late) > 0 {
		fmt.Fprintf(p.out, "\nNot done in %s, so `make test` has to say it: %s\n", maxQuick, strings.Join(late, " "))
	}
	fmt.Fprintf(p.out, "\n%d files have changed; %s.\n%d passed, %d failed\n", len(files), time.Since(start).Round(time.Second), sum.passed, sum.failed)
	if sum.failed > 0 {
		return errors.New("something failed; see above")
	}
	return nil
}

// changed are the files that differ from the last commit, new ones too; those of that commit when there are none.
func (p project) changed(ctx context.Context) ([]string, error) {
	var files []string
	add := func(args ...string) error {
		c := exec.CommandContext(ctx, "git", args...)
		c.Dir = p.root
		out, err := c.Output()
		if err != nil {
			return fmt.Errorf("`git %s` failed (%w)", strings.Join(args, " "), err)
		}
		for file := range strings.FieldsFuncSeq(string(out), func(c rune) bool { return c == '\n' }) {
			if _, err := os.Stat(p.path(file)); err == nil { // one that is gone has no tests
				files = append(files, file)
			}
		}
		return nil
	}
	err := errors.Join(add("diff", "--name-only", "HEAD"), add("ls-files", "--others", "--exclude-standard"))
	if err == nil && len(files) == 0 {
		err = add("diff", "--name-only", "HEAD~1", "HEAD")
	}
	return files, err
}

// touched are the packages that are always run, those of files, and those that import them directly, for tests too, in
// this order. A file beside no Go file belongs to the folder above that has some.
func (p project) touched(ctx context.Context, files []string) ([]string, error) {
	own := map[string]bool{}
	for _, file := range files {
		for dir := filepath.Dir(file); dir != "."; dir = filepath.Dir(dir) {
			if found, _ := filepath.Glob(p.path(dir, "*.go")); len(found) > 0 { // the pattern is right
				own["./"+filepath.ToSlash(dir)] = true
				break
			}
		}
	}
	var list, importers []string
	for dir := range own {
		list = append(list, dir)
	}
	slices.Sort(list)
	if len(own) > 0 {
		c := exec.CommandContext(ctx, "go", "list", "-json=Dir,Imports,TestImports,XTestImports", "./...")
		c.Dir = p.root
		out, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("`go list` failed (%w)", err)
		}
		importers, err = p.importersOf(own, out)
		if err != nil {
			return nil, err
		}
	}
	list = slices.Concat(always, list)
	for _, dir := range importers {
		if !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list, nil
}

// importersOf reads what `go list -json` prints and gives the folders of packages that import one of own.
func (p project) importersOf(own map[string]bool, listed []byte) ([]string, error) {
	const module = "simten.dev"
	var dirs []string
	for decoder := json.NewDecoder(bytes.NewReader(listed)); decoder.More(); {
		var pkg struct {
			Dir                                string
			Imports, TestImports, XTestImports []string
		}
		if err := decoder.Decode(&pkg); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(slices.Concat(pkg.Imports, pkg.TestImports, pkg.XTestImports), func(path string) bool {
			return strings.HasPrefix(path, module+"/") && own["."+strings.TrimPrefix(path, module)]
		}) {
			dir, err := filepath.Rel(p.root, pkg.Dir)
			if err != nil {
				return nil, err
			}
			dirs = append(dirs, "./"+filepath.ToSlash(dir))
		}
	}
	return dirs, nil
}

// goTestUntil tests packages until the time is up; it names those that were not done by then.
func (p project) goTestUntil(ctx context.Context, log io.Writer, packages []string) (tally, []string, error) {
	var events bytes.Buffer
	command := slices.Concat([]string{"GOGC=" + testGC, "go", "test", "-json", "-vet=off"}, packages)
	runErr := p.commandTo(ctx, &events, ".", "env", command...)
	finished := map[string]bool{}
	scan := bufio.NewScanner(bytes.NewReader(events.Bytes()))
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		var e goEvent
		if json.Unmarshal(scan.Bytes(), &e) == nil && e.Test == "" && slices.Contains([]string{"pass", "fail", "skip"}, e.Action) {
			finished["."+strings.TrimPrefix(e.Package, "simten.dev")] = true
		}
	}
	t, err := goTally(&events, log)
	if ctx.Err() == nil {
		return t, nil, errors.Join(runErr, err)
	}
	late := slices.DeleteFunc(slices.Clone(packages), func(dir string) bool { return finished[dir] })
	return t, late, err
}

// laidOut checks the layout of Go files.
func (p project) laidOut(ctx context.Context, log io.Writer, files []string) (tally, error) {
	var out bytes.Buffer
	if err := p.commandTo(ctx, &out, ".", "go", append([]string{"run", gofumpt, "-l"}, files...)...); err != nil {
		_, _ = log.Write(out.Bytes())
		return tally{failed: 1}, err
	}
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSpace(line); strings.HasSuffix(line, ".go") {
			return tally{failed: 1}, fmt.Errorf("not formatted: %s; run `go run %s -w %s`", line, gofumpt, line)
		}
	}
	return tally{passed: 1}, nil
}

// withSuffix are the files whose names end in one of the ways.
func withSuffix(files []string, ends ...string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return !slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(file, end) })
	})
}
