package main

import (
	"context"
	"strings"

	"simten.dev/invariants/differential/grammar"
)

// Bounds of the search for a smaller program.
const (
	shrinkRounds   = 60
	shrinkBranches = 80 // programs that are tried at once
)

// shrink reduces a program that differs to a small one that differs still, on the same side. A program that one side
// refuses does not stand for one that it runs.
func shrink(ctx context.Context, d difference, sides []side) (difference, error) {
	pair := []side{sides[0]}
	for _, s := range sides[1:] {
		if s.name == d.side {
			pair = append(pair, s)
		}
	}
	alone, err := compare(ctx, []grammar.Program{d.program}, pair)
	if err != nil || len(alone) == 0 {
		d.company = err == nil
		return d, err
	}
	for range shrinkRounds {
		found, err := compare(ctx, d.program.Smaller(shrinkBranches), pair)
		if err != nil {
			return d, err
		}
		best, ok := smallest(found, d)
		if !ok {
			return d, nil
		}
		d = best
	}
	return d, nil
}

// smallest is the smallest of the programs whose difference is of the same sort.
func smallest(found []difference, d difference) (difference, bool) {
	best, ok := d, false
	for _, f := range found {
		if alike(f.want, d.want) && alike(f.got, d.got) && f.program.Size() < best.program.Size() {
			best, ok = f, true
		}
	}
	return best, ok
}

// alike reports whether two observations are of programs that ended alike, so that one can stand for the other: a
// program that lacks a variable is not a small form of one that counts wrongly.
func alike(a, b string) bool {
	return refused(a) == refused(b) && strings.Contains(a, `"throws`) == strings.Contains(b, `"throws`)
}

func refused(observed string) bool { return strings.HasPrefix(observed, "refused ") }
