// Package process is the home of engine/sandbox in child processes with limits of their own: the caller's
// own program, run again, or the simten command.
//
//	func main() {
//		process.Main() // in a child, this serves and does not return
//		s, err := sandbox.New(sandbox.Config{Home: process.Self()})
package process

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"simten.dev/engine/sandbox"
	"simten.dev/process/seal"
)

// childVariable, set in the environment, makes a program that calls Main a sandbox process. Its value is
// the memory limit in MiB.
const childVariable = "SIMTEN_SANDBOX_PROCESS"

// stackBytes bounds one goroutine's stack. Nesting that needs more ends the process.
const stackBytes = 64 << 20

// Main makes this process a sandbox process if a Home started it: then it serves and ends the process.
// Otherwise it does nothing. Call it first in main, before anything that must not happen twice.
func Main() {
	value, child := os.LookupEnv(childVariable)
	if !child {
		return
	}
	mebibytes, err := strconv.Atoi(value)
	if err != nil || mebibytes <= 0 {
		fmt.Fprintf(os.Stderr, "%s is set by programs that start sandbox processes, to a number, not to %q. Unset it.\n", childVariable, value)
		os.Exit(1)
	}
	time.Local = time.UTC // circuits have no time zone but this one
	confine(mebibytes)
	forbidFiles()
	seal.Process(seal.Needs{}) // where the system has less, the rest holds all the same
	if err := sandbox.Serve(os.Stdin, os.Stdout, func() { os.Exit(0) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// confine sets the limits of this process that hold for whatever its user code does.
func confine(mebibytes int) {
	debug.SetMaxStack(stackBytes)
	// Making a circuit leaves much garbage on a small heap: collecting it four times less often takes half of the
	// collector's work away. Near the limit it works harder rather than passing it.
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(int64(mebibytes) << 20 / 20 * 19)
	limitMemory(uint64(mebibytes)<<20 + headroom)
}

// headroom is the memory of a process beside the heap that the limit is about: stacks of a recursion up to
// its end, the collector's own data, and the unit of 64 MiB in which Go reserves memory.
const headroom = 2*stackBytes + 128<<20 // a stack grows by being copied
