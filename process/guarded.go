package process

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
	"simten.dev/engine/sandbox"
)

// A whole command may run in a limited process, too: it is started again, does its work there with the
// engine's ordinary calls, at full speed and with its own files, and the parent sees to its end. That is
// how the simten command runs circuit code.

const (
	lifePipe    = 3 // file descriptor of the signs of life, in the child
	lifeSilence = 10 * time.Second
)

// Enter limits this process, which Guard started, and watches over its user code from now on: when that
// cannot be stopped or takes too much memory, the process tells Guard so and ends. Tell the watch of
// progress between pieces of work that are not user code.
func Enter(l limits.Limits) *sandbox.Watch {
	l = l.Fill()
	confine(l.MemoryMebibytes)
	life := os.NewFile(lifePipe, "life")
	w := sandbox.NewWatch(l, func(e *protocol.Error) {
		// The line of JSON comes after beats, of which each is a line of its own.
		_ = json.NewEncoder(life).Encode(e)
		os.Exit(1)
	}, func(realm.CurrentCode) {
		_, _ = life.Write([]byte("\n")) // a parent that went away is noticed at the next output
	})
	w.Begin()
	return w
}

// Guard runs a command whose process calls Enter with the same limits, and gives its exit code. problem is
// set when the process was ended by its limits, or ended itself past recovery; the crash report is kept
// from the command's Stderr then.
func Guard(ctx context.Context, l limits.Limits, name string, args, env []string, in io.Reader, out, errors io.Writer) (code int, problem *protocol.Error, err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return 0, nil, err
	}
	defer read.Close()
	child := exec.CommandContext(ctx, name, args...)
	child.Env = append(os.Environ(), env...)
	child.Stdin, child.Stdout = in, out
	filter := NewCrashFilter(errors)
	child.Stderr = filter
	child.ExtraFiles = []*os.File{write} // becomes lifePipe
	if err := child.Start(); err != nil {
		write.Close()
		return 0, nil, err
	}
	write.Close()
	life := &life{last: time.Now(), ended: make(chan struct{})}
	go life.read(read)
	stop := life.watch(func() { _ = child.Process.Kill() })
	err = child.Wait()
	silent := stop()
	mebibytes := l.Fill().MemoryMebibytes
	if last := life.word(); last != nil {
		return 0, last, nil
	}
	if crash := filter.Crash(mebibytes); crash != nil {
		return 0, crash, nil
	}
	if silent {
		return 0, protocol.NewError(protocol.ErrTimeout, fmt.Sprintf("The program was stopped because it gave no sign of life for %v.", limits.Span(lifeSilence))), nil
	}
	return exitOf(ctx, child, err, mebibytes)
}

// readerGone is the exit code, as a shell gives it, of a command whose output nobody reads to its end, as that of
// simten check | head -1. That is no failure of which anything would be said.
const readerGone = 128 + int(syscall.SIGPIPE)

// exitOf reads how a process ended that was not stopped by us.
func exitOf(ctx context.Context, child *exec.Cmd, err error, mebibytes int) (int, *protocol.Error, error) {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, nil, nil
	case ctx.Err() != nil:
		return 0, nil, ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return exit.ExitCode(), nil, nil
	case errors.As(err, &exit) && endedBy(child.ProcessState, syscall.SIGPIPE):
		return readerGone, nil, nil
	case errors.As(err, &exit):
		return 0, died(child.ProcessState, mebibytes), nil
	}
	return 0, nil, err
}

// life is what the parent hears of a guarded process.
type life struct {
	mu    sync.Mutex
	last  time.Time // of a sign of life
	said  *protocol.Error
	ended chan struct{} // closed when the pipe has come to its end
}

// read takes signs of life and the last word.
func (l *life) read(pipe io.Reader) {
	defer close(l.ended)
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		l.mu.Lock()
		l.last = time.Now()
		var e protocol.Error
		if len(lines.Bytes()) > 0 && json.Unmarshal(lines.Bytes(), &e) == nil {
			l.said = &e
		}
		l.mu.Unlock()
	}
}

// word is the reason that the process gave for its end; nil when it gave none. It is called when the
// process has ended, so the pipe has, too.
func (l *life) word() *protocol.Error {
	<-l.ended
	return l.said
}

// watch calls kill when nothing is heard for lifeSilence. The function it returns ends the watch and tells
// whether that happened.
func (l *life) watch(kill func()) func() bool {
	done, killed := make(chan struct{}), make(chan bool, 1)
	go func() {
		look := time.NewTicker(lifeSilence / 10)
		defer look.Stop()
		for {
			select {
			case <-look.C:
				l.mu.Lock()
				silent := time.Since(l.last) > lifeSilence
				l.mu.Unlock()
				if silent {
					kill()
					killed <- true
					return
				}
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
