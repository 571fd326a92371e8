package process

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// Home starts sandbox processes from a program that calls Main.
type Home struct {
	path string
	args []string
}

// Self is this program, run again. Its main must call Main first.
func Self() *Home { return &Home{} }

// Command is another program that calls Main, such as the simten command of the same version, by path.
func Command(path string, args ...string) *Home { return &Home{path: path, args: args} }

// Start implements sandbox.Home. The process gets no environment but its own settings and no descriptor but
// the three streams.
func (h *Home) Start(l limits.Limits) (sandbox.Link, error) {
	path := h.path
	if path == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		path = self
	}
	c := exec.Command(path, h.args...)
	c.Env = []string{fmt.Sprintf("%s=%d", childVariable, l.MemoryMebibytes), "GOTRACEBACK=single"}
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p := &link{Reader: out, Writer: in, command: c, filter: NewCrashFilter(nil), mebibytes: l.MemoryMebibytes}
	c.Stderr = p.filter
	if err := c.Start(); err != nil {
		return nil, err
	}
	return p, nil
}

// link is one sandbox process.
type link struct {
	io.Reader
	io.Writer
	command   *exec.Cmd
	filter    *CrashFilter
	mebibytes int

	mu     sync.Mutex
	killed bool // by us
}

// Kill implements sandbox.Link.
func (p *link) Kill() {
	p.mu.Lock()
	p.killed = true
	p.mu.Unlock()
	_ = p.command.Process.Kill() // one that has ended needs no killing
}

// Wait implements sandbox.Link.
func (p *link) Wait() *protocol.Error {
	err := p.command.Wait()
	if crash := p.filter.Crash(p.mebibytes); crash != nil {
		return crash
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil || p.killed {
		return nil
	}
	return died(p.command.ProcessState, p.mebibytes)
}

func endedBy(state *os.ProcessState, signal syscall.Signal) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == signal
}

// died is why a process ended without a word.
func died(state *os.ProcessState, mebibytes int) *protocol.Error {
	if endedBy(state, syscall.SIGKILL) {
		e := protocol.NewError(protocol.ErrMemory, fmt.Sprintf("The system ended the program, most likely because the machine is out of memory (its limit was %d MiB).", mebibytes))
		return e
	}
	return protocol.NewError(protocol.ErrUnavailable, fmt.Sprintf("The sandbox process ended by itself (%v). It must be a program that calls process.Main first.", state))
}
