package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// effort says how hard files are compressed. Brotli at its best takes over a minute for the engine and is a sixth
// smaller; that counts for hosting and for the size budget, not for a page that comes from the same machine.
type effort string

const (
	quick  effort = "quick"
	tested effort = "tested" // the engine at its best, its companions quickly
	small  effort = "small"
)

// workspaces are the npm workspaces that Vite builds.
func workspaces() []string { return []string{"sandbox-site", "embed", "app-site"} }

// build makes everything that `simten serve` serves, and the command itself.
func (p project) build(ctx context.Context, e effort) error {
	steps := []struct {
		name string
		run  func(context.Context) error
	}{
		{"packages", p.install},
		{"forks", p.makeForks},
		{"engine", p.buildEngine},
		{"precompiled", p.precompile},
		{"drawing", p.makeDrawing},
		{"fast-check", p.makeFastCheck},
		{"view", p.makeView},
		{"pages", p.buildPages},
		{"notices", p.makeNotices},
		{"command", p.buildCommand},
		{"compression", func(ctx context.Context) error { return p.compress(ctx, e) }},
	}
	for _, s := range steps {
		start := time.Now()
		if err := s.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(p.out, "%-12s %6.1f s\n", s.name, time.Since(start).Seconds())
	}
	return nil
}

// install brings node_modules to what the lock file says.
func (p project) install(ctx context.Context) error {
	lock, err := os.Stat(p.path("package-lock.json"))
	if err != nil {
		return err
	}
	if have, err := os.Stat(p.path("node_modules", ".package-lock.json")); err == nil && !have.ModTime().Before(lock.ModTime()) {
		return nil
	}
	return p.command(ctx, ".", "npm", "ci", "--no-audit", "--no-fund")
}

// makeForks makes the forks of dependencies that all else is built with, and has the go command take them from then on,
// whatever a GOWORK in the environment says: the Makefile turns go.work off for what comes before.
func (p project) makeForks(ctx context.Context) error {
	args := []string{"GOWORK=off", "go", "run", "./forks"}
	if flags := os.Getenv(forksVariable); flags != "" {
		args = append(args, strings.Fields(flags)...)
	}
	if err := p.command(ctx, ".", "env", args...); err != nil {
		return err
	}
	return os.Setenv("GOWORK", p.path("go.work"))
}

// forksVariable has further arguments for the forks, as "-without speed".
const forksVariable = "FORKS"

// executable is the native command, which serves what is built.
func (p project) executable() string { return p.path("build", "simten") }

// buildCommand builds without cgo: where threads are started by a C library, a process cannot be confined by Landlock
// in all of them.
func (p project) buildCommand(ctx context.Context) error {
	return p.command(ctx, ".", "env", "CGO_ENABLED=0", "go", "build", "-o", p.executable(), "./cmd/simten")
}

// buildEngine makes the WebAssembly module. Its builder knows its inputs and does nothing when they are the same.
func (p project) buildEngine(ctx context.Context) error {
	return p.command(ctx, ".", "go", "run", "./wasm/build", "-out", "build/wasm")
}

// makeDrawing makes the script by which the command draws circuits as the page does.
func (p project) makeDrawing(ctx context.Context) error {
	places := []string{"cmd/simten/picture", "embed/client/src", "embed/viewer/src", "package-lock.json"}
	digest, err := p.digest(places, func(path string) bool { return !strings.Contains(path, "/picture/data/") })
	if err != nil {
		return err
	}
	return p.stamped("drawing", digest, "cmd/simten/picture/data/elk.js.gz", func() error {
		return p.command(ctx, "cmd/simten/picture", "go", "run", "./gen")
	})
}

// makeFastCheck makes the module by which tests of circuits have fast-check.
func (p project) makeFastCheck(ctx context.Context) error {
	places := []string{"cmd/simten/fastcheck", "package-lock.json"}
	digest, err := p.digest(places, func(path string) bool { return !strings.Contains(path, "/fastcheck/data/") })
	if err != nil {
		return err
	}
	return p.stamped("fast-check", digest, "cmd/simten/fastcheck/data/fast-check.js", func() error {
		return p.command(ctx, "cmd/simten/fastcheck", "go", "run", "./gen")
	})
}

// makeView makes the document that shows a circuit in a conversation.
func (p project) makeView(ctx context.Context) error {
	places := []string{"cmd/simten/appview", "app-site/src/chat", "embed/viewer/src/focus.ts", "embed/viewer/src/tokens.css"}
	digest, err := p.digest(places, func(path string) bool { return !strings.Contains(path, "/appview/data/") })
	if err != nil {
		return err
	}
	return p.stamped("view", digest, "cmd/simten/appview/data/view.html", func() error {
		return p.command(ctx, "cmd/simten/appview", "go", "run", "./gen")
	})
}

// precompile makes what the sandbox page runs while the engine is loading.
func (p project) precompile(ctx context.Context) error {
	places := []string{"cmd/precompile", "engine", "examples", "forks", "go.mod"}
	digest, err := p.digest(places, func(string) bool { return true })
	if err != nil {
		return err
	}
	return p.stamped("precompiled", digest, precompiled, func() error {
		return p.command(ctx, ".", "go", "run", "./cmd/precompile", precompiled)
	})
}

// precompiled is the folder of the circuits that are compiled ahead of time.
const precompiled = "build/precompiled"

// pagePlaces are the places that the pages are made of: the sandbox carries the engine, of which engine.json names the
// build; the app shows the library's names and the examples.
var pagePlaces = []string{
	"package-lock.json", "build/wasm/engine.json", "tsconfig.base.json", "embed", "sandbox-site", "app-site", "engine/std", "examples",
	precompiled,
}

func (p project) buildPages(ctx context.Context) error {
	digest, err := p.digest(pagePlaces, func(string) bool { return true })
	if err != nil {
		return err
	}
	digest += " " + os.Getenv("VITE_SANDBOX_ORIGIN") // goes into the bundle for other pages
	for _, w := range workspaces() {
		if _, err := os.Stat(p.path("build", "packages", w)); err != nil { // noted by the build, and missing for another reason
			if err := os.RemoveAll(p.path(w, "dist")); err != nil {
				return err
			}
		}
		err := p.stamped(w, digest, filepath.Join(w, "dist"), func() error {
			return p.command(ctx, w, p.bin("vite"), "build", "--logLevel", "error")
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// makeNotices writes the licences of what the product contains, into the pages and for the command, which carries them.
func (p project) makeNotices(ctx context.Context) error {
	return p.command(ctx, ".", "go", "run", "./cmd/notices")
}

func (p project) compress(ctx context.Context, e effort) error {
	args := []string{"cmd/make/compress.mjs", string(e)}
	for _, w := range workspaces() {
		args = append(args, filepath.Join(w, "dist"))
	}
	return p.command(ctx, ".", "node", args...)
}

// bin gives the path of a program that npm installed.
func (p project) bin(name string) string { return p.path("node_modules", ".bin", name) }

// command runs a program in a folder of the checkout and shows what it writes. When it fails, the error names it.
func (p project) command(ctx context.Context, dir, name string, args ...string) error {
	return p.commandTo(ctx, p.out, dir, name, args...)
}

func (p project) commandTo(ctx context.Context, w io.Writer, dir, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = p.path(dir)
	c.Stdout, c.Stderr = w, w
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 5 * time.Second
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("`%s %s` failed (%w)", filepath.Base(name), strings.Join(args, " "), err)
	}
	return nil
}

// lines passes whole lines on, so that several programs can share one output.
type lines struct {
	mu     *sync.Mutex
	to     io.Writer
	prefix string
	part   []byte
}

// Write collects until a line is complete.
func (l *lines) Write(b []byte) (int, error) {
	l.part = append(l.part, b...)
	for {
		line, rest, ok := strings.Cut(string(l.part), "\n")
		if !ok {
			return len(b), nil
		}
		l.part = []byte(rest)
		l.mu.Lock()
		_, err := fmt.Fprintf(l.to, "%s%s\n", l.prefix, line)
		l.mu.Unlock()
		if err != nil {
			return 0, err
		}
	}
}
