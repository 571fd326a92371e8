package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A one-line program can end any native process that runs it: a Go runtime that is out of memory or
// out of stack cannot be recovered, and a loop inside a built-in function cannot be interrupted.
// So the commands that run circuit code do it in a child process with limits. When the child dies
// or falls silent, the command still ends with one clear line and the exit code for a limit.

const (
	guardVariable = "SIMTEN_GUARDED"       // set in the child
	guardMemory   = uint64(4) << 30        // bytes of address space
	guardStack    = 256 << 20              // bytes of one goroutine's stack
	guardBeat     = 100 * time.Millisecond // signs of life are not sent more often
	guardTail     = 64 << 10               // bytes of the child's error output that are kept
	guardPipe     = 3                      // file descriptor of the signs of life
)

// guardSilence is the longest time between two signs of life: twice what user code may take until its
// own checks stop it, and room to start.
var guardSilence = 12 * time.Second

// guardedCommands run circuit code.
var guardedCommands = []string{"check", "sim", "bench"}

// needsGuard reports whether a command line must be run in a child.
func needsGuard(args []string) bool {
	return len(args) > 0 && slices.Contains(guardedCommands, args[0]) && os.Getenv(guardVariable) == ""
}

// enterGuard makes this process the guarded child, when it is one.
func enterGuard() {
	if os.Getenv(guardVariable) == "" {
		return
	}
	debug.SetMaxStack(guardStack)
	// Where the system does not enforce it (macOS), the time limit still ends endless growth.
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: guardMemory, Max: guardMemory})
	pipe := os.NewFile(guardPipe, "life")
	if pipe == nil {
		return
	}
	var last time.Time
	alive = func() {
		if now := time.Now(); now.Sub(last) >= guardBeat {
			last = now
			_, _ = pipe.Write([]byte{1}) // a parent that went away is noticed at the next output
		}
	}
}

// alive is called between the pieces of work of a guarded command.
var alive = func() {}

// runGuarded runs the command line in a child and gives its exit code.
func runGuarded(ctx context.Context, t terminal, args []string) int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintf(t.err, "simten: %v\n", err)
		return exitErrors
	}
	read, write, err := os.Pipe()
	if err != nil {
		fmt.Fprintf(t.err, "simten: %v\n", err)
		return exitErrors
	}
	defer read.Close()
	child := exec.CommandContext(ctx, self, args...)
	child.Env = append(os.Environ(), guardVariable+"=1")
	child.Stdin, child.Stdout = t.in, t.out
	filter := &crashFilter{out: t.err}
	child.Stderr = filter
	child.ExtraFiles = []*os.File{write}
	if err := child.Start(); err != nil {
		write.Close()
		fmt.Fprintf(t.err, "simten: %v\n", err)
		return exitErrors
	}
	write.Close()
	silent := watch(read, func() { _ = child.Process.Kill() })
	err = child.Wait()
	if silent() {
		fmt.Fprintf(t.err, "simten %s: TIMEOUT: the program was stopped because it did not come back for %v (a loop inside a built-in function, most likely). Use smaller arrays, strings or numbers.\n", args[0], guardSilence)
		return exitLimit
	}
	if crash := filter.crash(); crash != "" {
		fmt.Fprintf(t.err, "simten %s: %s\n", args[0], crash)
		return exitLimit
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return exit.ExitCode()
	default:
		fmt.Fprintf(t.err, "simten %s: the program was stopped: %v\n", args[0], err)
		return exitErrors
	}
}

// watch calls kill when nothing arrives for guardSilence. The function it returns ends the watch
// and tells whether that happened.
func watch(life io.Reader, kill func()) func() bool {
	beats := make(chan struct{}, 1)
	done := make(chan struct{})
	killed := make(chan bool, 1)
	go func() {
		defer close(beats)
		buffer := make([]byte, 64)
		for {
			if _, err := life.Read(buffer); err != nil {
				return
			}
			select {
			case beats <- struct{}{}:
			default:
			}
		}
	}()
	go func() {
		timer := time.NewTimer(guardSilence)
		defer timer.Stop()
		for {
			select {
			case _, open := <-beats:
				if !open {
					beats = nil // the child has ended, or is about to
					continue
				}
				timer.Reset(guardSilence)
			case <-timer.C:
				kill()
				killed <- true
				return
			case <-done:
				killed <- false
				return
			}
		}
	}()
	return func() bool {
		close(done)
		return <-killed
	}
}

// crashFilter passes error output on, except the report of a dying Go runtime.
type crashFilter struct {
	out  io.Writer
	tail bytes.Buffer // the report, once it has begun
}

var crashMarks = []string{"fatal error: ", "runtime: goroutine stack exceeds", "runtime: out of memory", "panic: ", "SIGSEGV"}

func (f *crashFilter) Write(p []byte) (int, error) {
	if f.tail.Len() > 0 || startsCrash(p) {
		if room := guardTail - f.tail.Len(); room > 0 {
			f.tail.Write(p[:min(room, len(p))])
		}
		return len(p), nil
	}
	return f.out.Write(p)
}

func startsCrash(p []byte) bool {
	for _, mark := range crashMarks {
		if bytes.HasPrefix(p, []byte(mark)) {
			return true
		}
	}
	return false
}

// crash says in words what ended the child, "" when it ended by itself.
func (f *crashFilter) crash() string {
	report := f.tail.String()
	switch {
	case report == "":
		return ""
	case strings.Contains(report, "stack exceeds") || strings.Contains(report, "stack overflow"):
		return "MEMORY: the program was stopped because it nests too deeply (functions, data or source text). Make it flatter."
	case strings.Contains(report, "out of memory") || strings.Contains(report, "cannot allocate"):
		return fmt.Sprintf("MEMORY: the program was stopped because it needs more than %d GiB of memory. Use smaller arrays, strings or numbers.", guardMemory>>30)
	default:
		first, _, _ := strings.Cut(report, "\n")
		return "MEMORY: the interpreter gave up on this program (" + first + ")."
	}
}
