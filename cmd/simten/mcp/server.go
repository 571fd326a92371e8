// Package mcp is the server that gives assistants the engine as tools of the Model Context Protocol: they check, run
// and question circuits, and show them to people.
//
// Each tool is one file with its input, its output and its description; tools lists them. Whatever runs the code of a
// circuit does so in a child process (package job) that ends with the call: when it is cancelled, when its time is
// over, when the client goes away. Everything that comes from a circuit is cleaned and bounded in one place
// (clean.go) before it is sent.
//
// A newcomer adds a tool as a file with its structs and a function that define takes, and an entry in tools.
package mcp

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"simten.dev/engine/limits"
)

// Options configure a server.
type Options struct {
	// Version is the version of the program.
	Version string
	// Root is the folder below which tools read files and set up projects.
	Root string
	// Worker starts the processes that run circuits.
	Worker Worker
	// Limits bound one call.
	Limits limits.Limits
	// AllowHost lets verify_circuit run testbenches with the rights of this process, when a call asks for that.
	AllowHost bool
	// Viewer shows circuits to people; nil: show_circuit answers with a picture.
	Viewer Viewer
	// View is the resource of an app that shows the circuit of a call in the conversation; "" for none. New sets it
	// where Studio is given.
	View string
	// Studio gives the origin of the studio on this machine, in which views run circuits, or "" when there is none
	// now; nil: no view.
	Studio func() string
	// Logs is where the server tells of what happens; nil: nowhere. Never where the protocol is spoken.
	Logs *slog.Logger
}

// Server holds the tools. Its methods may be called from several goroutines.
type Server struct {
	options Options
	mcp     *mcp.Server
	tools   map[string]*tool
	turns   chan struct{} // one token for each process that may run
	runs    *runs
}

// New makes a server.
func New(o Options) (*Server, error) {
	o.Limits = o.Limits.Fill()
	if o.Logs == nil {
		o.Logs = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		options: o, tools: map[string]*tool{}, turns: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
		runs: newRuns(),
	}
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "simten", Title: "Simten", Version: o.Version}, &mcp.ServerOptions{
		Instructions: instructions, Logger: o.Logs, Capabilities: &mcp.ServerCapabilities{},
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.TTLMs = int(listTime.Milliseconds()) },
	})
	if o.Studio != nil {
		s.addView()
	}
	for _, make := range tools {
		t, err := make()
		if err != nil {
			return nil, err
		}
		s.add(t)
	}
	s.resources()
	s.promptList()
	return s, nil
}

// listTime is how long clients may keep lists and resources: they change with the program only.
const listTime = time.Hour

// Serve speaks the protocol over a pair of streams until the input ends or the context does.
func (s *Server) Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	in, out = lines(in, out, s.options.Logs)
	return s.Connect(ctx, &mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: maxLine + 1})
}

// maxLine bounds one message of a client: a text of the largest size, quoted.
const maxLine = 16 << 20

// Connect serves one client over a transport until it has gone.
func (s *Server) Connect(ctx context.Context, t mcp.Transport) error {
	session, err := s.mcp.Connect(ctx, t, nil)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		err := session.Close()
		<-ended
		return err
	}
}

// turn waits until a process may run.
func (s *Server) turn(ctx context.Context) (release func(), err error) {
	select {
	case s.turns <- struct{}{}:
		return func() { <-s.turns }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for other calls: %w", ctx.Err())
	}
}
