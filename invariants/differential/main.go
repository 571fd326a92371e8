package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"simten.dev/invariants/differential/grammar"
)

func main() {
	count := flag.Int("n", 2000, "how many programs")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "what the programs are made of")
	from := flag.Uint64("from", 0, "index of the first program")
	build := flag.String("module", "build/wasm", "folder of the module that is run too; empty for the native engine only")
	size := flag.Int("batch", 100, "programs of one circuit file")
	reduce := flag.Bool("reduce", true, "reduce programs that differ")
	lambdas := flag.Bool("lambdas", false, "lambdas of circuits on all backends, instead of programs")
	designs := flag.Bool("circuits", false, "circuits with state on all backends, instead of programs")
	show := flag.Bool("show", false, "print the program of -from and its observations")
	folder := flag.String("test262", "", "run the language's suite in this folder instead, a checkout of github.com/tc39/test262")
	only := flag.String("only", "", "run the tests of the suite whose path begins like this")
	update := flag.String("update", "", "write the failures of the suite to this file")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *folder != "" {
		if err := runSuite(ctx, os.Stdout, *folder, *only, *update); err != nil {
			fmt.Fprintln(os.Stderr, "differential:", err)
			os.Exit(1)
		}
		return
	}
	if err := fuzz(ctx, *count, *seed, *from, *build, *size, *show, *reduce, *lambdas, *designs); err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
		os.Exit(1)
	}
}

func fuzz(ctx context.Context, count int, seed, from uint64, build string, size int, show, reduce, lambdas, designs bool) error {
	start, write := func() ([]side, error) { return sidesOf(build) }, grammar.New
	if lambdas {
		start, write = lambdaSides, grammar.NewLambda
	}
	if designs {
		start, write = designSides, grammar.NewDesign
	}
	sides, err := start()
	if err != nil {
		return err
	}
	defer closeAll(sides)
	if show {
		p := write(seed, from)
		fmt.Println(p.Text())
		for _, s := range sides {
			text := p.Text()
			if s.node {
				text = p.Reference()
			}
			seen, err := s.run(ctx, []body{{0, text}})
			if err != nil {
				return err
			}
			fmt.Printf("--- %s\n%s\n", s.name, seen[0])
		}
		return nil
	}
	began, found := time.Now(), 0
	for at := 0; at < count; at += size {
		var programs []grammar.Program
		for i := range min(size, count-at) {
			programs = append(programs, write(seed, from+uint64(at+i)))
		}
		list, err := compare(ctx, programs, sides)
		if err != nil {
			return err
		}
		for _, d := range list {
			found++
			if reduce {
				if d, err = shrink(ctx, d, sides); err != nil {
					return err
				}
			}
			fmt.Println(d)
		}
	}
	fmt.Printf("%d programs of seed %d in %s: %d differences\n", count, seed, time.Since(began).Round(time.Second/10), found)
	return nil
}

// sidesOf starts the reference, the native engine, and the module when there is a folder of one.
func sidesOf(build string) ([]side, error) {
	r, err := newReference()
	if err != nil {
		return nil, err
	}
	sides := []side{{"reference", r, true}, {"native", engine{newNative()}, false}}
	if build != "" {
		m, err := newModule(build)
		if err != nil {
			return nil, err
		}
		sides = append(sides, side{"module", engine{m}, false})
	}
	return sides, nil
}

func closeAll(sides []side) {
	for _, s := range sides {
		s.close()
	}
}
