package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"strings"

	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/texts"
)

// lockEnding is what the name of a lock file has behind the name of the circuit file that it is of.
const lockEnding = ".lock"

func lockCommand() command {
	c := command{
		name:    "lock",
		usage:   "lock FILE [--update]",
		summary: "Pins the packages of npm that a file imports, in FILE.lock: versions and hashes, which the other commands then hold to.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		update := flags.Bool("update", false, "forget the lock that there is, and take the newest versions that the file asks for")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		if rest[0] == "-" {
			fmt.Fprintf(t.err, "simten lock: a text from standard input has no file beside it; name a file\n")
			return exitUsage
		}
		return lockFile(ctx, t, rest[0], *update)
	}
	return c
}

// lockFile compiles a file and pins what it imports. A lock that is there holds the compile, unless it is to be
// forgotten; it is replaced when everything went well, and stays as it is otherwise.
func lockFile(ctx context.Context, t terminal, path string, forget bool) int {
	failed := func(err error, code int) int {
		fmt.Fprintf(t.err, "simten lock: %v\n", err)
		return code
	}
	file, err := readCircuit(t, path)
	if err != nil {
		return failed(err, exitUsage)
	}
	var old *modules.Lock
	if !forget {
		if old, err = file.lock(); err != nil {
			return failed(err, exitErrors)
		}
	}
	compiled, err := file.compile(ctx, "", old)
	if err != nil {
		return failed(err, exitErrors)
	}
	defer compiled.Close()
	if code := verdict(compiled.Diagnostics); code != exitClean {
		printDiagnostics(t.out, path, compiled.Diagnostics)
		return code
	}
	name := file.path + lockEnding
	if compiled.Lock == nil {
		fmt.Fprintf(t.out, "%s imports no packages; there is nothing to lock\n", path)
		if forget {
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return failed(err, exitErrors)
			}
		}
		return exitClean
	}
	changed, err := writeLock(name, compiled.Lock)
	if err != nil {
		return failed(err, exitErrors)
	}
	fmt.Fprintf(t.out, "%s: %s, %s", name, plural(len(compiled.Lock.Packages), "package"), plural(len(compiled.Lock.Modules), "module"))
	if !changed {
		fmt.Fprint(t.out, ", unchanged")
	}
	fmt.Fprintln(t.out)
	return exitClean
}

// writeLock replaces a lock file as a whole, by a new file that takes its name; changed is false when the file holds
// the same text already.
func writeLock(path string, lock *modules.Lock) (changed bool, err error) {
	text, err := json.MarshalIndent(lock, "", "  ")
	if err != nil {
		return false, err
	}
	text = append(text, '\n')
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
		return false, nil
	}
	return true, writeFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// readLock reads the lock beside a file of a folder; nil when there is none.
func readLock(folder fs.FS, file string) (*modules.Lock, error) {
	name := file + lockEnding
	info, err := fs.Stat(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if limit := limits.Default.SourceBytes; info.Size() > int64(limit) {
		return nil, fmt.Errorf("%s has %v bytes; the limit is %v", name, limits.Count(info.Size()), limits.Count(limit))
	}
	content, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	text, err := texts.Decode(content)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	lock := &modules.Lock{}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(lock); err != nil || !lock.Valid() {
		return nil, fmt.Errorf("%s is no lock; make it anew with: simten lock --update %s", name, file)
	}
	return lock, nil
}

// pins reports whether a lock holds everything that another one does.
func pins(lock, used *modules.Lock) bool {
	for _, pair := range [][2]map[string]string{{lock.Packages, used.Packages}, {lock.Modules, used.Modules}} {
		for key := range maps.Keys(pair[1]) {
			if _, ok := pair[0][key]; !ok {
				return false
			}
		}
	}
	return true
}
