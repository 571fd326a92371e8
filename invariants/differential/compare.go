package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"simten.dev/invariants/differential/grammar"
)

// side is a runner with its name.
type side struct {
	name string
	runner
	node bool // it takes programs in the words for Node
}

// difference is a program that a side ran otherwise than the reference.
type difference struct {
	program   grammar.Program
	side      string
	want, got string
	company   bool // alone the program does not differ: another one of its batch has left something behind
}

// lines are the first lines that differ and are not excused.
func (d difference) lines() (want, got string) { return unexplained(d.program.Text(), d.want, d.got) }

// String is the report of a difference.
func (d difference) String() string {
	want, got := d.lines()
	note := ""
	if d.company {
		note = ", only after others of its batch"
	}
	return fmt.Sprintf("seed %d, program %d, %s%s:\n%s\n  expected: %s\n  got:      %s\n", d.program.Seed, d.program.Index, d.side, note, indent(d.program.Text()), want, got)
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}

// compare runs programs on all sides and gives the differences from the first one, the reference.
func compare(ctx context.Context, programs []grammar.Program, sides []side) ([]difference, error) {
	seen := make([]map[int]string, len(sides))
	failed := make([]error, len(sides))
	var group sync.WaitGroup
	for k, s := range sides {
		group.Go(func() {
			list := make([]body, len(programs))
			for i, p := range programs {
				list[i] = body{i, p.Text()}
				if s.node {
					list[i].text = p.Reference()
				}
			}
			var err error
			if seen[k], err = s.run(ctx, list); err != nil {
				failed[k] = fmt.Errorf("%s: %w", s.name, err)
			}
		})
	}
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	var found []difference
	for i, p := range programs {
		want, ok := seen[0][i]
		if !ok {
			want = "(no answer)"
		}
		for k, s := range sides[1:] {
			got := seen[k+1][i]
			if got != want && !(refused(got) && refused(want)) && !excused(p.Text(), want, got) {
				found = append(found, difference{program: p, side: s.name, want: want, got: got})
			}
		}
	}
	return found, nil
}
