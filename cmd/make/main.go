// The make command is what the Makefile runs: it builds, watches and tests the whole project with Go, Node and nothing
// else.
//
//	go run ./cmd/make build|hosting|dev|test|quick|thorough|clean
//
// Each build step has its inputs and is skipped while their content is the same. Each part of the test run has a
// function that runs it and counts its results. A new target is a case in main and a line in the Makefile; a new part
// of the tests is a row in test.go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "make: interrupted")
		os.Exit(130)
	case err != nil:
		fmt.Fprintf(os.Stderr, "make: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	p := project{root: root, out: os.Stdout}
	if len(args) != 1 {
		return errors.New("usage: go run ./cmd/make build|hosting|dev|test|quick|thorough|forks|clean")
	}
	switch args[0] {
	case "clean":
		return p.clean()
	case "forks":
		return p.makeForks(ctx)
	}
	if err := checkTools(ctx); err != nil {
		return err
	}
	switch args[0] {
	case "build":
		return p.build(ctx, quick)
	case "hosting":
		return p.build(ctx, small)
	case "dev":
		return p.dev(ctx)
	case "test":
		return p.test(ctx, false)
	case "quick":
		return p.quickly(ctx)
	case "thorough":
		return p.test(ctx, true)
	}
	return fmt.Errorf("there is no part %q; use build, hosting, dev, test, quick, thorough, forks or clean", args[0])
}

// project is the checkout that is worked on.
type project struct {
	root string
	out  *os.File
}

// path gives a place in the checkout.
func (p project) path(parts ...string) string {
	return filepath.Join(append([]string{p.root}, parts...)...)
}

// findRoot walks up to the folder of go.mod.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod here or above; start this inside the checkout")
		}
		dir = up
	}
}

func (p project) clean() error {
	gone := []string{"build", "go.work", "go.work.sum", "test-results", "playwright-report"}
	for _, w := range append(workspaces(), "e2e") {
		gone = append(gone, filepath.Join(w, "dist"), filepath.Join(w, "test-results"), filepath.Join(w, "playwright-report"))
	}
	for _, name := range gone {
		if err := os.RemoveAll(p.path(name)); err != nil {
			return err
		}
	}
	return nil
}
