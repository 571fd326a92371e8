// Command forks makes the forks of dependencies that the engine is built with:
//
//	go run ./forks
//	go run ./forks -without speed
//	go run ./forks -list
//	go run ./forks -try github.com/dop251/goja@latest
//
// In come the modules as they are published, at the versions of go.mod, and of each one a folder here: fork.txt names
// the module, its version and the files of edits; _files has the files that we add. Out come whole modules in
// build/forks, a go.work at the top of the checkout that puts them in the place of the published ones, and
// build/forks/go.mod, which does the same for -modfile. Nothing is written when nothing has changed. An edit that does
// not apply fails the command.
//
// A newcomer who wants to correct a dependency adds an edit to a file *.edits in its folder; README.md says how.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"simten.dev/forks/patch"
)

// options are what the command line asks for.
type options struct {
	lanes, without string
	out            string
	try            string
	list           bool
}

func main() {
	var o options
	flag.StringVar(&o.lanes, "lanes", join(patch.Lanes()), "which `lanes` of edits are made, with commas between them")
	flag.StringVar(&o.without, "without", "", "which `lanes` of edits are left out")
	flag.StringVar(&o.out, "out", usual, "the `folder` in the checkout that the modules are written to; another one gets no go.work")
	flag.StringVar(&o.try, "try", "", "say which edits apply to `module@version`, and write nothing")
	flag.BoolVar(&o.list, "list", false, "list all edits with what their dependency's maintainers could be sent, and write nothing")
	flag.Parse()
	if err := run(o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "forks:", err)
		os.Exit(1)
	}
}

func run(o options, rest []string) error {
	if len(rest) > 0 {
		return fmt.Errorf("there is no argument %q", rest[0])
	}
	chosen, err := choose(o.lanes, o.without)
	if err != nil {
		return err
	}
	root, err := checkout()
	switch {
	case err != nil:
		return err
	case o.list:
		return listEdits(os.Stdout, root)
	case o.try != "":
		return tryVersion(root, o.try, chosen)
	}
	return makeForks(root, o.out, chosen)
}

func join(lanes []patch.Lane) string {
	var words []string
	for _, l := range lanes {
		words = append(words, string(l))
	}
	return strings.Join(words, ",")
}

// choose reads which lanes are wanted.
func choose(lanes, without string) ([]patch.Lane, error) {
	wanted := map[patch.Lane]bool{}
	mark := func(names string, value bool) error {
		for name := range strings.SplitSeq(names, ",") {
			if name = strings.TrimSpace(name); name == "" {
				continue
			}
			if !strings.Contains(","+join(patch.Lanes())+",", ","+name+",") {
				return fmt.Errorf("there is no lane %q; the lanes are %s", name, join(patch.Lanes()))
			}
			wanted[patch.Lane(name)] = value
		}
		return nil
	}
	if err := mark(lanes, true); err != nil {
		return nil, err
	}
	if err := mark(without, false); err != nil {
		return nil, err
	}
	var chosen []patch.Lane
	for _, l := range patch.Lanes() {
		if wanted[l] {
			chosen = append(chosen, l)
		}
	}
	return chosen, nil
}
