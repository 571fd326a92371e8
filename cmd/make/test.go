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
	"sync"
	"time"
)

// Versions of the checkers, so that a new release does not turn a good tree red.
const (
	gofumpt     = "mvdan.cc/gofumpt@v0.12.0"
	staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
)

// maxEndToEnd bounds each part of the browser tests, so that a browser that hangs does not hold everything up. The
// shared part takes about twenty minutes on two cores when it is thorough.
const maxEndToEnd = 40 * time.Minute

// testGC is how much more than what lives the heap of a test may hold before garbage is collected, in percent. Tests
// make circuits and throw them away; with Go's 100 they take up to twice as much processor time, for 150 MB less.
const testGC = "400"

// background begins a command that leaves the processors to others who want them.
var background = []string{"nice", "-n", "10"}

// part is one part of the test run.
type part struct {
	name  string
	needs string // the part that must have passed before, if any; in an earlier group
	run   func(ctx context.Context, log io.Writer) (tally, error)
}

// result is what came of a part.
type result struct {
	tally tally
	err   error
	took  time.Duration
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

// thoroughVariable asks the tests for all of their random cases (invariants/thorough reads it).
const thoroughVariable = "SIMTEN_THOROUGH"

// onlyThorough are the parts that `make test` leaves to `make thorough`: they show that some edits of the forks and the
// post-linker change nothing but speed and size.
var onlyThorough = []string{"without speed", "forks -race", "plain module"}

// test runs everything, shows what failed, and ends with the counts of all parts together. The error says only that
// something failed.
func (p project) test(ctx context.Context, thorough bool) error {
	start := time.Now()
	if thorough {
		if err := os.Setenv(thoroughVariable, "1"); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(p.log(""), 0o755); err != nil {
		return err
	}
	// The parts of a group run at the same time: each of them leaves processors idle for a while. Staticcheck needs the
	// packages that go vet compiles.
	groups := [][]part{
		{
			{"packages", "", step(p.install)},
			{"gofumpt", "", p.formatted},
			{"make forks", "", step(p.makeForks)},
			{"hardware", "", p.hardware},
		},
		{
			{"go vet", "", p.check(".", "go", "vet", "./...")},
			{"engine", "", step(p.buildEngine)},
			{"precompiled", "", step(p.precompile)},
			{"drawing", "packages", step(p.makeDrawing)},
			{"fast-check", "packages", step(p.makeFastCheck)},
			{"view", "packages", step(p.makeView)},
		},
		{
			{"staticcheck", "", p.check(".", "go", "run", staticcheck, "./...")},
			{"pages", "packages", step(p.buildPagesWithNotices)},
			{"tsc", "packages", p.check(".", p.bin("tsc"), "-b", "embed", "sandbox-site", "app-site", "e2e")},
			{"biome", "packages", p.check(".", p.bin("biome"), "check", ".")},
		},
		{
			{"command", "pages", step(p.buildCommand)}, // it carries the notices
			{"compression", "pages", step(func(ctx context.Context) error { return p.compress(ctx, tested) })},
			// Its own vet would repeat go vet, except for files for other systems and tags.
			{"go test", "", p.goTest("go-test", "-vet=off", "./...")},
		},
		{
			// The dependencies' own tests on our forks, with those that we add.
			{"forks", "", p.goTest("forks", slices.Concat([]string{"-vet=off"}, forkedPackages)...)},
			{"without speed", "", p.withoutSpeed},
		},
		{{"forks -race", "", p.forksInThreads}},
		{{"plain module", "packages", p.plainModule}},
		{
			{"built files", "compression", p.goTest("built-files", "-tags", "built", "-run", "^TestBuilt", "./invariants/...")},
		},
		{
			// A browser test waits for much of its time; the two others use what it leaves.
			{"browser", "compression", p.endToEnd("shared")},
			{"go in js", "packages", p.goTestInJS},
			{"vitest", "packages", p.vitest},
		},
		{{"browser alone", "compression", p.endToEnd("alone")}},
		{{"firefox", "compression", p.inFirefox}},
	}

	var sum tally
	failed := map[string]bool{}
	for _, group := range groups {
		if !thorough {
			group = slices.DeleteFunc(group, func(part part) bool { return slices.Contains(onlyThorough, part.name) })
		}
		results := p.together(ctx, group, failed)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i, part := range group {
			r := results[i]
			failed[part.name] = r.tally.failed > 0
			if r.tally.failed > 0 || len(r.tally.again) > 0 {
				p.show(part)
			}
			sum = sum.add(r.tally)
			fmt.Fprintf(p.out, "%-13s %s %7.1f s\n", part.name, r.tally, r.took.Seconds())
			if r.err != nil {
				fmt.Fprintf(p.out, "  %v\n", r.err)
			}
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

// buildPagesWithNotices makes the pages, and the licences of what they and the command contain.
func (p project) buildPagesWithNotices(ctx context.Context) error {
	if err := p.buildPages(ctx); err != nil {
		return err
	}
	return p.makeNotices(ctx)
}

// together runs the parts of a group at the same time and gives their results in the same order. A part that needs one
// that failed is not run, and fails.
func (p project) together(ctx context.Context, group []part, failed map[string]bool) []result {
	results := make([]result, len(group))
	var wait sync.WaitGroup
	for i, part := range group {
		if failed[part.needs] {
			results[i] = result{tally: tally{failed: 1}, err: fmt.Errorf("not run, because it needs %s", part.needs)}
			continue
		}
		wait.Go(func() {
			began := time.Now()
			t, err := p.logged(ctx, part)
			if err != nil && t.failed == 0 {
				t.failed = 1
			}
			results[i] = result{t, err, time.Since(began)}
		})
	}
	wait.Wait()
	return results
}

// log gives the place of a log file.
func (p project) log(name string) string { return p.path("build", "logs", name) }

// logName is the name of the log file of a part.
func (part part) logName() string { return strings.ReplaceAll(part.name, " ", "-") + ".log" }

// logged runs a part with a log file, which can be followed meanwhile.
func (p project) logged(ctx context.Context, part part) (tally, error) {
	log, err := os.Create(p.log(part.logName()))
	if err != nil {
		return tally{}, err
	}
	defer log.Close()
	return part.run(ctx, log)
}

// show shows the log of a part.
func (p project) show(part part) {
	log, err := os.Open(p.log(part.logName()))
	if err != nil {
		return // it was not run
	}
	defer log.Close()
	_, _ = io.Copy(p.out, log) // the terminal went away: nobody is left to tell
}

// formatted checks the layout of all Go sources.
func (p project) formatted(ctx context.Context, log io.Writer) (tally, error) {
	var out bytes.Buffer
	args := []string{"run", gofumpt, "-l"}
	for _, place := range []string{"bench", "cmd", "engine", "examples", "forks", "invariants", "process", "wasm"} {
		if _, err := os.Stat(p.path(place)); err == nil { // git keeps no empty folder
			args = append(args, place)
		}
	}
	// Folders that begin with a line are passed over, unless their files are named.
	for _, pattern := range []string{"forks/*/_files/*.go", "forks/*/_files/*/*.go", "forks/*/_files/*/*/*.go"} {
		added, err := filepath.Glob(p.path(pattern))
		if err != nil {
			return tally{failed: 1}, err
		}
		args = append(args, added...)
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

// goTest makes a part of Go tests, which are counted. Fuzz targets run with their seeds only. A JSON file of that name
// keeps the reports of the tests.
func (p project) goTest(name string, args ...string) func(context.Context, io.Writer) (tally, error) {
	return func(ctx context.Context, log io.Writer) (tally, error) {
		return p.goTestWith(ctx, log, name, []string{"GOGC=" + testGC}, args...)
	}
}

// goTestInJS runs the tests of what is different in a browser as GOOS=js, in Node.
func (p project) goTestInJS(ctx context.Context, log io.Writer) (tally, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return tally{failed: 1}, fmt.Errorf("`go env GOROOT` failed (%w)", err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	env := append([]string{"GOOS=js", "GOARCH=wasm"}, background...)
	return p.goTestWith(ctx, log, "go-in-js", env, "-exec", runner, "./engine/dom", "./engine/sim/wasmgen", "./wasm")
}

func (p project) goTestWith(ctx context.Context, log io.Writer, name string, env []string, args ...string) (tally, error) {
	events, err := os.Create(p.log(name + ".json"))
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

// forkedPackages are those of the forks whose tests are run.
var forkedPackages = []string{
	"github.com/dop251/goja", "github.com/dlclark/regexp2/v2",
	"github.com/evanw/esbuild/internal/js_parser", "github.com/evanw/esbuild/internal/js_printer",
}

// withoutSpeed makes forks without the lane speed, in a folder of their own, and runs on them what shows that nothing
// but speed has changed.
func (p project) withoutSpeed(ctx context.Context, log io.Writer) (tally, error) {
	const folder = "build/slow"
	if err := p.commandTo(ctx, log, ".", "env", "GOWORK=off", "go", "run", "./forks", "-without", "speed", "-out", folder); err != nil {
		return tally{failed: 1}, err
	}
	return p.goTestWith(ctx, log, "without-speed", []string{"GOWORK=off", "GOGC=" + testGC}, "-vet=off", "-modfile", folder+"/go.mod",
		"github.com/dop251/goja", "./engine/source", "./engine/realm", "./engine/lower", "./invariants/behaviours", "./invariants/attacks")
}

// forksInThreads runs programs in several threads with Go's race detector, where there is the C compiler that it needs.
func (p project) forksInThreads(ctx context.Context, log io.Writer) (tally, error) {
	compiler, err := exec.CommandContext(ctx, "go", "env", "CC").Output()
	if err != nil {
		return tally{failed: 1}, fmt.Errorf("`go env CC` failed (%w)", err)
	}
	if _, err := exec.LookPath(strings.TrimSpace(string(compiler))); err != nil {
		fmt.Fprintf(log, "not run, because the race detector needs a C compiler: %v\n", err)
		return tally{}, nil
	}
	return p.goTestWith(ctx, log, "forks-race", []string{"CGO_ENABLED=1"}, "-vet=off", "-race", "-run", "SeveralRuntimes|SeveralRealms|Counted",
		"github.com/dop251/goja", "github.com/dlclark/regexp2/v2", "./engine/realm")
}

// plainModule runs the tests of the engine on a module that the post-linker has not touched: what it does must change
// nothing.
func (p project) plainModule(ctx context.Context, log io.Writer) (tally, error) {
	if err := p.commandTo(ctx, log, ".", "go", "run", "./wasm/build", "-plain", "-out", "build/plain"); err != nil {
		return tally{failed: 1}, err
	}
	report := p.log("plain-module.json")
	if err := os.RemoveAll(report); err != nil {
		return tally{}, err
	}
	runErr := p.commandTo(ctx, log, ".", "env", "SIMTEN_ENGINE=build/plain", p.bin("vitest"), "run", "sandbox-site/test/engine.test.ts",
		"--reporter=default", "--reporter=json", "--outputFile.json="+report)
	return counted(report, vitestTally, runErr)
}

func (p project) vitest(ctx context.Context, log io.Writer) (tally, error) {
	report := p.log("vitest.json")
	if err := os.RemoveAll(report); err != nil {
		return tally{}, err
	}
	args := slices.Concat(background[1:], []string{p.bin("vitest"), "run", "--reporter=default", "--reporter=json", "--outputFile.json=" + report})
	runErr := p.commandTo(ctx, log, ".", background[0], args...)
	return counted(report, vitestTally, runErr)
}

// endToEnd makes a part of the browser tests of one of Playwright's projects.
func (p project) endToEnd(name string) func(context.Context, io.Writer) (tally, error) {
	return func(ctx context.Context, log io.Writer) (tally, error) {
		browser, err := p.chromium(ctx, log)
		if err != nil {
			return tally{failed: 1}, err
		}
		fmt.Fprintf(log, "browser: %s\n", browser)
		report := p.log("e2e-" + name + ".json")
		if err := os.RemoveAll(report); err != nil {
			return tally{}, err
		}
		app, sandbox, stop, err := p.startSites(ctx)
		if err != nil {
			return tally{failed: 1}, err
		}
		defer stop()
		c := exec.CommandContext(ctx, p.bin("playwright"), "test", "--reporter=line,json", "--project="+name,
			"--output=test-results/"+name,
			"--global-timeout="+strconv.FormatInt(maxEndToEnd.Milliseconds(), 10))
		c.Dir = p.path("e2e")
		c.Env = append(os.Environ(), chromiumVariable+"="+browser, "PLAYWRIGHT_JSON_OUTPUT_FILE="+report,
			"SIMTEN_APP_URL="+app, "SIMTEN_SANDBOX_URL="+sandbox)
		c.Stdout, c.Stderr = log, log
		c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
		c.WaitDelay = 10 * time.Second
		return counted(report, playwrightTally, c.Run())
	}
}

// inFirefox goes the main roads in Firefox, which is driven by the standard WebDriver BiDi. A machine that has none and
// gets none is told of; then nothing is counted.
func (p project) inFirefox(ctx context.Context, log io.Writer) (tally, error) {
	browser, err := p.firefox(ctx, log)
	if err != nil {
		return tally{failed: 1}, err
	}
	if browser == "" {
		fmt.Fprintf(p.out, "firefox: SKIPPED, none was found and none could be installed; %s=/path/to/it names one\n", firefoxVariable)
		return tally{}, nil
	}
	fmt.Fprintf(log, "browser: %s\n", browser)
	report := p.log("firefox.json")
	if err := os.RemoveAll(report); err != nil {
		return tally{}, err
	}
	app, sandbox, stop, err := p.startSites(ctx)
	if err != nil {
		return tally{failed: 1}, err
	}
	defer stop()
	limited, cancel := context.WithTimeout(ctx, maxEndToEnd)
	defer cancel()
	runErr := p.commandTo(limited, log, ".", "env", firefoxVariable+"="+browser, "SIMTEN_APP_URL="+app, "SIMTEN_SANDBOX_URL="+sandbox,
		p.bin("vitest"), "run", "--config=e2e/browsers/vitest.config.ts", "--reporter=default", "--reporter=json", "--outputFile.json="+report)
	return counted(report, vitestTally, runErr)
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
