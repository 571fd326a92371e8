// Package seal takes away from the process that calls it what only code could use that has broken out of the
// interpreter: files, sockets, other processes. The argument says what the process still needs; the result says what
// the system took away. On Linux these are Landlock, which is about files and ports, and seccomp, which is about calls
// of the system; elsewhere nothing is taken away.
//
// A newcomer adds a system call that Go's runtime has come to need to the list in filter_linux.go.
package seal

import (
	"fmt"
	"strings"
)

// Needs is what a process goes on to need of the system after it was sealed. The zero value is nothing but memory,
// threads, clocks and the files that are open already.
type Needs struct {
	// Files says that the process opens files by their names, those that Read and Write allow.
	Files bool
	// Read and Write are files, or folders with all that is in them. Files that do not exist are left out.
	Read, Write []string
	// Network says that the process connects to servers.
	Network bool
}

// Report says what the system took away.
type Report struct {
	// Landlock is the version of Landlock's interface that is in force, 0 for none.
	Landlock int
	// Seccomp says that calls of the system are filtered.
	Seccomp bool
	// Missing says why either is not in force, "" when both are.
	Missing string
}

// String is one line for people.
func (r Report) String() string {
	var have []string
	if r.Landlock > 0 {
		have = append(have, fmt.Sprintf("Landlock (version %d)", r.Landlock))
	}
	if r.Seccomp {
		have = append(have, "seccomp")
	}
	text := strings.Join(have, " and ")
	switch {
	case text == "":
		return "none (" + r.Missing + ")"
	case r.Missing != "":
		return text + " (" + r.Missing + ")"
	}
	return text
}

func (r *Report) lacks(what string, err error) {
	if r.Missing != "" {
		r.Missing += "; "
	}
	r.Missing += fmt.Sprintf("no %s: %v", what, err)
}
