package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/session"
)

//go:embed scripts/reference.mjs
var referenceScript string

//go:embed scripts/exact.js
var exactScript string

//go:embed scripts/module.mjs
var moduleScript string

// A runner runs programs and gives what each observed, by index. A program that it does not take observes "refused"
// and why.
type runner interface {
	run(ctx context.Context, programs []body) (map[int]string, error)
	close()
}

// process is a script in Node that answers lines with lines.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errors  *bytes.Buffer
	turn    sync.Mutex // of one question and its answer
}

// startScript starts a script of this folder.
func startScript(script string) (*process, error) {
	p := &process{command: exec.Command("node", "--input-type=module", "--stack-size=4000", "--eval", script), errors: &bytes.Buffer{}}
	p.command.Env = append(os.Environ(), "TZ=UTC")
	p.command.Stderr = p.errors
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<20)
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("`node` could not be started (%w)", err)
	}
	return p, nil
}

// tell sends a line without waiting for an answer.
func (p *process) tell(message any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = p.in.Write(append(line, '\n'))
	return err
}

// ask sends a line and reads the answer.
func (p *process) ask(ctx context.Context, message, answer any) error {
	p.turn.Lock()
	defer p.turn.Unlock()
	stop := context.AfterFunc(ctx, func() { _ = p.command.Process.Kill() })
	defer stop()
	if err := p.tell(message); err != nil {
		return errors.Join(err, errors.New(p.errors.String()))
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("`node` ended (%w): %s", err, p.errors.String())
	}
	return json.Unmarshal(line, answer)
}

func (p *process) close() {
	_ = p.in.Close()
	_ = p.command.Process.Kill() // it has nothing to save
	_ = p.command.Wait()
}

// reference is Node, whose observations are taken for right.
type reference struct{ *process }

func newReference() (reference, error) {
	p, err := startScript(referenceScript)
	return reference{p}, err
}

func (r reference) run(ctx context.Context, programs []body) (map[int]string, error) {
	list := make([][2]any, len(programs))
	for i, p := range programs {
		list[i] = [2]any{p.index, p.text}
	}
	var answer [][2]any
	if err := r.ask(ctx, map[string]any{"prelude": exactScript + prelude, "programs": list}, &answer); err != nil {
		return nil, err
	}
	seen := map[int]string{}
	for _, pair := range answer {
		index, _ := pair[0].(float64)
		seen[int(index)], _ = pair[1].(string)
	}
	return seen, nil
}

// compiler compiles a circuit file on one of the engine's homes.
type compiler interface {
	compile(ctx context.Context, source string) (protocol.Reply, error)
	close()
}

// engine runs programs as parts of circuit files.
type engine struct{ compiler }

// run runs programs in one file. When the file is refused, those that its problems are in are taken out; if none can be
// told, it is halved.
func (e engine) run(ctx context.Context, programs []body) (map[int]string, error) {
	if len(programs) == 0 {
		return map[int]string{}, nil
	}
	text, ends := circuitOf(programs)
	reply, err := e.compile(ctx, text)
	if err != nil {
		return nil, err
	}
	seen := map[int]string{}
	if reply.Compile != nil {
		seen = observations(reply.Compile.Console)
	}
	if len(seen) == len(programs) {
		return seen, nil
	}
	if len(programs) == 1 {
		return map[int]string{programs[0].index: "refused " + refusal(reply)}, nil
	}
	parts := [][]body{programs[:len(programs)/2], programs[len(programs)/2:]}
	if guilty, rest := blamed(reply, programs, ends); len(guilty) > 0 {
		parts = [][]body{rest}
		for _, p := range guilty {
			parts = append(parts, []body{p})
		}
	}
	seen = map[int]string{}
	for _, part := range parts {
		of, err := e.run(ctx, part)
		if err != nil {
			return nil, err
		}
		maps.Copy(seen, of)
	}
	return seen, nil
}

// blamed divides programs into those that a reply has a problem in, and the others.
func blamed(reply protocol.Reply, programs []body, ends []int) (guilty, rest []body) {
	bad := map[int]bool{}
	if reply.Compile != nil {
		for _, d := range reply.Compile.Diagnostics {
			if d.Severity == circuit.Error && d.Line > 0 {
				at, _ := slices.BinarySearch(ends, d.Line)
				bad[at] = true
			}
		}
	}
	for i, p := range programs {
		if bad[i] {
			guilty = append(guilty, p)
		} else {
			rest = append(rest, p)
		}
	}
	return guilty, rest
}

// refusal is why a file was not run to its end.
func refusal(reply protocol.Reply) string {
	if reply.Error != nil {
		return fmt.Sprintf("%s: %s", reply.Error.Code, reply.Error.Message)
	}
	if reply.Compile != nil {
		for _, d := range reply.Compile.Diagnostics {
			if d.Severity == circuit.Error {
				return fmt.Sprintf("%s: %s", d.Code, d.Message)
			}
		}
	}
	return "without a reason"
}

// bounds are the limits of the engine, so wide that no batch meets them.
func bounds() protocol.Limits {
	l := protocol.DefaultLimits
	l.RunMilliseconds, l.StepsPerCall = 600_000, 2_000_000_000
	l.SourceBytes, l.MessageBytes, l.ResultBytes = 64<<20, 64<<20, 64<<20
	l.ConsoleCalls, l.ConsoleBytes = 1_000_000, 64<<20
	return l
}

// request compiles a source with all grants.
func request(id int, source string) protocol.Request {
	return protocol.Request{ID: id, Slot: "fuzzer", Type: protocol.TypeCompile, Compile: &protocol.CompileRequest{Source: source, Grant: circuit.AllGrants()}}
}

// native is the engine in this process.
type native struct {
	session *session.Session
	replies []protocol.Reply
	id      int
}

func newNative() *native {
	n := &native{}
	n.session = session.New(session.Native(bounds(), "", session.Signs{}), bounds(), time.Now, n)
	return n
}

// Reply keeps a reply.
func (n *native) Reply(r protocol.Reply) { n.replies = append(n.replies, r) }

// Event is not needed.
func (n *native) Event(protocol.Event) {}

// Checkpoint is not needed.
func (n *native) Checkpoint(string, session.Checkpoint) {}

// Enter is not needed.
func (n *native) Enter(string, int, uint64) {}

func (n *native) compile(ctx context.Context, source string) (protocol.Reply, error) {
	n.id++
	n.replies = nil
	n.session.Handle(ctx, request(n.id, source), nil)
	for len(n.replies) == 0 && n.session.Run(ctx, 50*time.Millisecond) != session.Idle {
	}
	if len(n.replies) == 0 {
		return protocol.Reply{}, errors.New("the native engine gave no reply")
	}
	return n.replies[0], nil
}

func (n *native) close() {}

// module is the engine's WebAssembly module, in Node.
type module struct {
	*process
	id *int
}

// newModule starts the module that is built in a folder.
func newModule(folder string) (module, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return module{}, err
	}
	if _, err := os.Stat(filepath.Join(folder, "engine.wasm")); err != nil {
		return module{}, fmt.Errorf("there is no module (%w); build it with `make build`", err)
	}
	p, err := startScript(moduleScript)
	if err != nil {
		return module{}, err
	}
	return module{p, new(int)}, p.tell(map[string]any{"folder": folder, "limits": bounds()})
}

func (m module) compile(ctx context.Context, source string) (protocol.Reply, error) {
	*m.id++
	var reply protocol.Reply
	// Only what is used of a reply is read.
	var answer struct {
		Error   *protocol.Error
		Compile *struct {
			Diagnostics []circuit.Diagnostic
			Console     []string
		}
	}
	if err := m.ask(ctx, request(*m.id, source), &answer); err != nil {
		return reply, err
	}
	reply.Error = answer.Error
	if answer.Compile != nil {
		reply.Compile = &protocol.CompileResult{Diagnostics: answer.Compile.Diagnostics, Console: answer.Compile.Console}
	}
	return reply, nil
}
