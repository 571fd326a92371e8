package main

import (
	"errors"
	"fmt"
	"strings"

	"simten.dev/forks/patch"
)

// tryVersion says which edits of a fork apply to another version of its module.
func tryVersion(root, wanted string, lanes []patch.Lane) error {
	module, _, ok := strings.Cut(wanted, "@")
	if !ok {
		return fmt.Errorf("%q has no version; write module@version, or module@latest", wanted)
	}
	forks, err := readForks(root + "/forks")
	if err != nil {
		return err
	}
	var known []string
	for _, f := range forks {
		if f.module != module {
			known = append(known, f.module)
			continue
		}
		got, err := download(root, wanted)
		if err != nil {
			return err
		}
		p := got[module]
		if p.Dir == "" {
			return fmt.Errorf("the go command gave no folder of %s", wanted)
		}
		used := f.version
		f.version = p.Version
		if _, err := f.files(p.Dir, lanes); err != nil {
			return err
		}
		fmt.Printf("All %d edits apply to %s %s (now %s is used). To take it: `go get %s@%s`, write this version into "+
			"forks/%s/fork.txt, and run make test.\n", len(f.edits), module, p.Version, used, module, p.Version, f.name)
		return nil
	}
	return errors.New(module + " has no fork; there are forks of " + strings.Join(known, ", "))
}
