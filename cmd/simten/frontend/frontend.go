// Package frontend runs the Yosys that is installed on this machine: Verilog files in, its netlist as JSON and its
// messages out. It runs as a child process with limits of time and memory, so that a run that never ends or that
// breaks down is an error and nothing more. The script that it runs is made by engine/yosys.
package frontend

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"simten.dev/engine/yosys"
)

// Limits bound one run.
type Limits struct {
	Time   time.Duration
	Memory int // in mebibytes
}

// DefaultLimits suffice for designs of some ten thousand lines.
var DefaultLimits = Limits{Time: 2 * time.Minute, Memory: 4096}

// ErrMissing says that there is no Yosys.
var ErrMissing = errors.New("there is no Yosys; install it (a package yosys is in most distributions), " +
	"or give a netlist that it has written elsewhere with write_json")

// LimitError says that a run was ended.
type LimitError struct{ Reason string }

func (e *LimitError) Error() string { return e.Reason }

// Find is the path of the installed Yosys.
func Find() (string, error) {
	path, err := exec.LookPath("yosys")
	if err != nil {
		return "", ErrMissing
	}
	return path, nil
}

// Run makes the netlist of a design.
func Run(ctx context.Context, s yosys.Source, l Limits) (netlist []byte, messages []yosys.Message, err error) {
	netlist, messages, err = run(ctx, s, l)
	for _, file := range s.Files {
		if text, failed := os.ReadFile(file); err == nil && failed == nil {
			messages = append(messages, yosys.ChangedAfterRead(file, string(text))...)
		}
	}
	if err == nil || !slices.ContainsFunc(messages, yosys.Message.AboutFormat) {
		return netlist, messages, err
	}
	folder, failed := os.MkdirTemp("", "simten-muted-")
	if failed != nil {
		return netlist, messages, err
	}
	defer os.RemoveAll(folder)
	muted, names, failed := mute(s, folder)
	if failed != nil {
		return netlist, messages, err
	}
	netlist, messages, err = run(ctx, muted, l)
	for _, name := range names {
		netlist = bytes.ReplaceAll(netlist, []byte(name[0]), []byte(name[1]))
		for i := range messages {
			m := &messages[i]
			m.Place.File = strings.ReplaceAll(m.Place.File, name[0], name[1])
			m.Text = strings.ReplaceAll(strings.ReplaceAll(m.Text, name[0], name[1]), silent, display)
		}
	}
	return netlist, messages, err
}

// Some versions of Yosys, 0.23 among them, end at formats of the one task that they do not know, and leave calls of the
// other one out. Both have as many letters, so that all places stay.
const display, silent = "$display", "$monitor"

// mute copies files to a folder, with all calls of $display as ones that Yosys leaves out. names are the paths of the
// copies, each with that of its file.
func mute(s yosys.Source, folder string) (muted yosys.Source, names [][2]string, err error) {
	muted = s
	muted.Files, muted.Include = nil, slices.Clone(s.Include)
	for i, file := range s.Files {
		text, err := os.ReadFile(file)
		if err != nil {
			return muted, nil, err
		}
		dir := filepath.Join(folder, fmt.Sprintf("%06d", i))
		if err := os.Mkdir(dir, 0o700); err != nil {
			return muted, nil, err
		}
		to := filepath.Join(dir, filepath.Base(file))
		if err := os.WriteFile(to, bytes.ReplaceAll(text, []byte(display), []byte(silent)), 0o600); err != nil {
			return muted, nil, err
		}
		muted.Files, names = append(muted.Files, to), append(names, [2]string{to, file})
		if from := filepath.Dir(file); !slices.Contains(muted.Include, from) { // where its own include files are
			muted.Include = append(muted.Include, from)
		}
	}
	return muted, names, nil
}

// run runs Yosys once.
func run(ctx context.Context, s yosys.Source, l Limits) (netlist []byte, messages []yosys.Message, err error) {
	program, err := Find()
	if err != nil {
		return nil, nil, err
	}
	folder, err := os.MkdirTemp("", "simten-import-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	out := filepath.Join(folder, "netlist.json")
	script, err := yosys.Script(s, out)
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(folder, "script.ys")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.Time)
	defer cancel()
	child := limited(ctx, l, program, "-Q", "-T", "-s", file)
	var log, problems bytes.Buffer
	child.Stdout, child.Stderr = &bounded{buffer: &log}, &bounded{buffer: &problems}
	failed := child.Run()
	messages = yosys.Messages(log.String() + "\n" + problems.String())
	if failed != nil {
		return nil, messages, reason(ctx, failed, messages, l, log.String()+problems.String())
	}
	netlist, err = os.ReadFile(out)
	return netlist, messages, err
}

// limited is a child process with the limits. It is ended with all that it has started.
func limited(ctx context.Context, l Limits, program string, args ...string) *exec.Cmd {
	// The shell sets the limit of memory for the child; nothing of the user's is part of its text.
	shell := append([]string{"-c", `ulimit -v "$1"; shift; exec "$@"`, "sh", strconv.Itoa(l.Memory * 1024), program},
		args...)
	child := exec.CommandContext(ctx, "/bin/sh", shell...)
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	child.Cancel = func() error { return syscall.Kill(-child.Process.Pid, syscall.SIGKILL) }
	child.WaitDelay = time.Second
	return child
}

// reason says why Yosys did not end well.
func reason(ctx context.Context, failed error, messages []yosys.Message, l Limits, log string) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &LimitError{fmt.Sprintf("Yosys took longer than %s and was ended", l.Time)}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if strings.Contains(log, "bad_alloc") || strings.Contains(log, "out of memory") {
		return &LimitError{fmt.Sprintf("Yosys needed more than %d MB of memory and was ended", l.Memory)}
	}
	for _, m := range messages {
		if m.Severity == "error" {
			return errors.New("the Verilog has errors")
		}
	}
	var exit *exec.ExitError
	what := failed.Error()
	if errors.As(failed, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			what = "signal " + status.Signal().String()
		}
	}
	last := lastLine(log)
	return fmt.Errorf("the program yosys itself broke down (%s); its last line was: %s", what, last)
}

func lastLine(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// bounded keeps the end of an output, so that a run cannot fill the memory with it.
type bounded struct{ buffer *bytes.Buffer }

const maxLog = 8 << 20

func (b *bounded) Write(p []byte) (int, error) {
	if b.buffer.Len()+len(p) > maxLog {
		b.buffer.Next(b.buffer.Len() / 2)
	}
	b.buffer.Write(p)
	return len(p), nil
}
