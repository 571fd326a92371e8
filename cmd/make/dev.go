package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// look is how often the Go sources are looked at for a change.
const look = 500 * time.Millisecond

// dev builds, serves, and builds again what changes, until it is interrupted. Files are not compressed: they come from
// this machine, and the server passes over the compressed forms of an earlier build.
func (p project) dev(ctx context.Context) error {
	steps := []func(context.Context) error{
		p.install, p.makeForks, p.makeDrawing, p.makeFastCheck, p.makeView, p.buildCommand, p.buildEngine, p.buildPages,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()

	var mu sync.Mutex
	for _, w := range workspaces() {
		out := &lines{mu: &mu, to: p.out, prefix: w + ": "}
		group.Go(func() {
			err := p.commandTo(ctx, out, w, p.bin("vite"), "build", "--watch", "--logLevel", "error")
			if err != nil && ctx.Err() == nil {
				fmt.Fprintf(out, "%v; its pages no longer follow changes\n", err)
			}
		})
	}

	stop := p.serve(ctx, &group)
	defer func() { stop() }()
	seen := p.newest()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(look):
		}
		now := p.newest()
		if now == seen {
			continue
		}
		seen = now
		start := time.Now()
		// An error in the sources is shown; the last good build stays up.
		if err := p.makeForks(ctx); err != nil {
			fmt.Fprintf(p.out, "forks: %v\n", err)
			continue
		}
		if err := p.buildCommand(ctx); err != nil {
			fmt.Fprintf(p.out, "command: %v\n", err)
			continue
		}
		stop()
		stop = p.serve(ctx, &group)
		if err := p.renewEngine(ctx); err != nil {
			fmt.Fprintf(p.out, "engine: %v\n", err)
			continue
		}
		fmt.Fprintf(p.out, "built again in %.1f s; reload the page\n", time.Since(start).Seconds())
	}
}

// renewEngine builds the engine, and when it is another one, the sandbox's pages around it: Vite does not watch what it
// only copies.
func (p project) renewEngine(ctx context.Context) error {
	name := p.path("build", "wasm", "engine.json")
	before, _ := os.ReadFile(name) // none yet is another one, too
	if err := p.buildEngine(ctx); err != nil {
		return err
	}
	after, err := os.ReadFile(name)
	if err != nil || bytes.Equal(before, after) {
		return err
	}
	return p.command(ctx, "sandbox-site", p.bin("vite"), "build", "--logLevel", "error")
}

// serve starts the server and gives the way to end it, which waits until its ports are free.
func (p project) serve(ctx context.Context, group *sync.WaitGroup) func() {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	group.Go(func() {
		defer close(ended)
		if err := p.command(ctx, ".", p.executable(), "serve"); err != nil && ctx.Err() == nil {
			fmt.Fprintf(p.out, "%v\n", err)
		}
	})
	return func() {
		cancel()
		<-ended
	}
}

// state is what a look at the Go sources remembers: a change of either value is a change.
type state struct {
	files  int
	newest time.Time
}

func (p project) newest() state {
	var s state
	// A folder that cannot be read at this moment is read at the next look.
	_ = p.sources([]string{"go.mod", "forks", "engine", "process", "wasm", "cmd/simten"}, func(path string, info fs.FileInfo) error {
		if strings.HasSuffix(path, "_test.go") || !watched(path) {
			return nil
		}
		s.files++
		if info.ModTime().After(s.newest) {
			s.newest = info.ModTime()
		}
		return nil
	})
	return s
}

func watched(path string) bool {
	switch filepath.Ext(path) {
	case ".go", ".mod", ".ts", ".edits", ".txt":
		return !strings.HasPrefix(filepath.Base(path), ".")
	}
	return false
}
