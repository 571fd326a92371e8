package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Versions of the checkers, so that a new release does not turn a good tree red.
const (
	gofumpt     = "mvdan.cc/gofumpt@v0.12.0"
	staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
)

// mostEndToEnd bounds the end-to-end tests, so that a browser that hangs does not hold everything up.
const mostEndToEnd = 12 * time.Minute

// testGC is how much more than what lives the heap of a test may hold before garbage is collected, in percent. Tests
// make circuits and throw them away; with Go's 100 they take up to twice as much processor time, for 150 MB less.
const testGC = "400"

// part is one part of the test run.
type part struct {
	name  string
	needs string // the part that must have passed before, if any
	run   func(ctx context.Context, log io.Writer) (tally, error)
}

// check makes a part of a program that either passes or fails.
func (p project) check(dir, name string, args ...string) func(context.Context, io.Writer) (tally, error) {
	return func(ctx context.Context, log io.Writer) (tally, error) {
		if err := p.commandTo(ctx, log, dir, name, args...); err != nil {
			return tally{failed: 1}, err
		}
		return tally{passed: 1}, nil
	}
}

// step makes a part of one of our own steps.
func step(run func(context.Context) error) func(context.Context, io.Writer) (tally, error) {
	return func(ctx context.Context, _ io.Writer) (tally, error) {
		if err := run(ctx); err != nil {
			return tally{failed: 1}, err
		}
		return tally{passed: 1}, nil
	}
}

// test runs everything, shows what failed, and ends with the counts of all parts together. The error says only that
// something failed.
func (p project) test(ctx context.Context) error {
	start := time.Now()
	if err := os.MkdirAll(p.log(""), 0o755); err != nil {
		return err
	}
	// The engine's best compression takes a minute of one processor; the Go tests run beside it.
	compressed := make(chan error, 1)
	parts := []part{
		{"packages", "", step(p.install)},
		{"gofumpt", "", p.formatted},
		{"go vet", "", p.check(".", "go", "vet", "./...")},
		{"staticcheck", "", p.check(".", "go", "run", staticcheck, "./...")},
		{"command", "", step(p.buildCommand)},
		{"engine", "", step(p.buildEngine)},
		{"pages", "packages", step(p.buildPages)},
		{"go test", "", func(ctx context.Context, log io.Writer) (tally, error) {
			go func() { compressed <- p.compress(ctx, small) }()
			return p.goTest(ctx, log, "./...")
		}},
		{"go in js", "packages", p.goTestInJS},
		{"tsc", "packages", p.check(".", p.bin("tsc"), "-b", "embed", "sandbox-site", "app-site", "e2e")},
		{"biome", "packages", p.check(".", p.bin("biome"), "check", ".")},
		{"vitest", "packages", p.vitest},
		{"compression", "pages", step(func(context.Context) error { return <-compressed })},
		{"built files", "compression", func(ctx context.Context, log io.Writer) (tally, error) {
			return p.goTest(ctx, log, "-tags", "built", "-run", "^TestBuilt", "./invariants/...")
		}},
		{"end to end", "compression", p.endToEnd},
	}

	var sum tally
	failed := map[string]bool{}
	for _, part := range parts {
		var t tally
		var err error
		began := time.Now()
		if failed[part.needs] {
			t, err = tally{failed: 1}, fmt.Errorf("not run, because it needs %s", part.needs)
		} else {
			t, err = p.logged(ctx, part)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && t.failed == 0 {
			t.failed = 1
		}
		failed[part.name] = t.failed > 0
		sum = sum.add(t)
		fmt.Fprintf(p.out, "%-12s %s %7.1f s\n", part.name, t, time.Since(began).Seconds())
		if err != nil {
			fmt.Fprintf(p.out, "  %v\n", err)
		}
	}
	fmt.Fprintf(p.out, "\nAll parts took %s; their output is in build/logs.\n", time.Since(start).Round(time.Second))
	for _, name := range sum.again {
		fmt.Fprintf(p.out, "passed at the second try: %s\n", name)
	}
	fmt.Fprintf(p.out, "%d passed, %d failed\n", sum.passed, sum.failed)
	if sum.failed > 0 {
		return errors.New("something failed; see above")
	}
	return nil
}

// log gives the place of a log file.
func (p project) log(name string) string { return p.path("build", "logs", name) }

// logged runs a part with a log file, which can be followed meanwhile, and shows the log of a part in which a try failed.
func (p project) logged(ctx context.Context, part part) (tally, error) {
	log, err := os.Create(p.log(strings.ReplaceAll(part.name, " ", "-") + ".log"))
	if err != nil {
		return tally{}, err
	}
	defer log.Close()
	t, runErr := part.run(ctx, log)
	if t.failed == 0 && len(t.again) == 0 && runErr == nil {
		return t, nil
	}
	if _, err := log.Seek(0, io.SeekStart); err == nil {
		_, _ = io.Copy(p.out, log) // the terminal went away: nobody is left to tell
	}
	return t, runErr
}

// formatted checks the layout of all Go sources.
func (p project) formatted(ctx context.Context, log io.Writer) (tally, error) {
	var out bytes.Buffer
	args := []string{"run", gofumpt, "-l"}
	for _, place := range []string{"bench", "cmd", "engine", "examples", "invariants", "wasm"} {
		if _, err := os.Stat(p.path(place)); err == nil { // git keeps no empty folder
			args = append(args, place)
		}
	}
	if err := p.commandTo(ctx, &out, ".", "go", args...); err != nil {
		_, _ = log.Write(out.Bytes())
		return tally{failed: 1}, err
	}
	var files []string
	for line := range strings.Lines(out.String()) {
		// The go command reports downloads on the same stream.
		if line = strings.TrimSpace(line); strings.HasSuffix(line, ".go") {
			files = append(files, line)
		}
	}
	if len(files) > 0 {
		return tally{failed: 1}, fmt.Errorf("not formatted: %s; run `go run %s -w .`", strings.Join(files, " "), gofumpt)
	}
	return tally{passed: 1}, nil
}

// goTest runs Go tests and counts them. Fuzz targets run with their seeds only. What the tests report as they run is
// kept in the file go-test.json.
func (p project) goTest(ctx context.Context, log io.Writer, args ...string) (tally, error) {
	return p.goTestWith(ctx, log, []string{"GOGC=" + testGC}, args...)
}

// goTestInJS runs the tests of what is different in a browser as GOOS=js, in Node.
func (p project) goTestInJS(ctx context.Context, log io.Writer) (tally, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return tally{failed: 1}, fmt.Errorf("`go env GOROOT` failed (%w)", err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	return p.goTestWith(ctx, log, []string{"GOOS=js", "GOARCH=wasm"}, "-exec", runner, "./engine/dom", "./engine/sim/wasmgen", "./wasm")
}

func (p project) goTestWith(ctx context.Context, log io.Writer, env []string, args ...string) (tally, error) {
	events, err := os.Create(p.log("go-test.json"))
	if err != nil {
		return tally{}, err
	}
	defer events.Close()
	command := slices.Concat(env, []string{"go", "test", "-json", "-timeout", "8m"}, args)
	runErr := p.commandTo(ctx, events, ".", "env", command...)
	if _, err := events.Seek(0, io.SeekStart); err != nil {
		return tally{}, err
	}
	t, err := goTally(events, log)
	return t, errors.Join(runErr, err)
}

func (p project) vitest(ctx context.Context, log io.Writer) (tally, error) {
	report := p.log("vitest.json")
	if err := os.RemoveAll(report); err != nil {
		return tally{}, err
	}
	runErr := p.commandTo(ctx, log, ".", p.bin("vitest"), "run", "--reporter=default", "--reporter=json", "--outputFile.json="+report)
	return counted(report, vitestTally, runErr)
}

func (p project) endToEnd(ctx context.Context, log io.Writer) (tally, error) {
	browser, err := p.chromium(ctx, log)
	if err != nil {
		return tally{failed: 1}, err
	}
	fmt.Fprintf(log, "browser: %s\n", browser)
	report := p.log("e2e.json")
	if err := os.RemoveAll(report); err != nil {
		return tally{}, err
	}
	app, sandbox, stop, err := p.startSites(ctx)
	if err != nil {
		return tally{failed: 1}, err
	}
	defer stop()
	c := exec.CommandContext(ctx, p.bin("playwright"), "test", "--reporter=line,json", "--global-timeout="+strconv.FormatInt(mostEndToEnd.Milliseconds(), 10))
	c.Dir = p.path("e2e")
	c.Env = append(os.Environ(), chromiumVariable+"="+browser, "PLAYWRIGHT_JSON_OUTPUT_FILE="+report,
		"SIMTEN_APP_URL="+app, "SIMTEN_SANDBOX_URL="+sandbox)
	c.Stdout, c.Stderr = log, log
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 10 * time.Second
	return counted(report, playwrightTally, c.Run())
}

// addresses are in the line with which `simten serve` starts.
var addresses = regexp.MustCompile(`at (http://\S+) \(sandbox: (http://\S+)\)`)

// startSites serves what is built on free ports, so that the tests meet neither a `make run` nor another test run, and
// gives the addresses of both origins and the way to end it.
func (p project) startSites(ctx context.Context) (app, sandbox string, stop func(), err error) {
	c := exec.CommandContext(ctx, p.executable(), "serve", "--root", p.root, "--app-port", "0", "--sandbox-port", "0")
	c.Stderr = p.out
	out, err := c.StdoutPipe()
	if err != nil {
		return "", "", nil, err
	}
	if err := c.Start(); err != nil {
		return "", "", nil, err
	}
	stop = func() {
		_ = c.Process.Signal(os.Interrupt) // it may have ended by itself
		_ = c.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	found := addresses.FindStringSubmatch(line)
	if found == nil {
		stop()
		return "", "", nil, fmt.Errorf("the server said %q and no addresses (%w)", line, err)
	}
	return found[1], found[2], stop, nil
}

// counted reads the report that a run left. A run that failed has at least one failed test, whatever it reports.
func counted(report string, read func([]byte) (tally, error), runErr error) (tally, error) {
	content, err := os.ReadFile(report)
	if err != nil {
		return tally{failed: 1}, errors.Join(runErr, err)
	}
	t, err := read(content)
	if err != nil {
		return tally{failed: 1}, errors.Join(runErr, err)
	}
	if runErr != nil && t.failed == 0 {
		t.failed = 1
	}
	return t, runErr
}
