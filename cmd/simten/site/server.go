package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/store"
)

// Options say what to serve where.
type Options struct {
	Root        string       // the built tree, the folder with app-site and sandbox-site in it
	AppPort     int          // TCP port of the app origin on this machine; 0 takes a free one
	ElseFree    bool         // a free port in the place of one that another program has
	SandboxPort int          // TCP port of the sandbox origin; 0 takes a free one
	Embedders   []string     // further origins whose pages may frame the sandbox
	Hosts       []string     // further host names of the servers, behind a proxy; see ParseHost
	ModuleHost  string       // base address of the module host; "" means Modules
	Modules     http.Handler // the module host of the sandbox origin itself, below headers.ModulesPath; may be nil
	Studio      http.Handler // the socket of the studio, at headers.StudioSocket; may be nil

	Limits json.RawMessage // of the sandbox; see headers.Origins
	Store  string          // folder for the circuits of short links; "" for none
}

// PortError says that a port cannot be listened on.
type PortError struct {
	Port int    // TCP port
	Flag string // the flag that chooses another one
	Err  error  // what the system said
}

// Error names the port and what to do.
func (e *PortError) Error() string {
	if errors.Is(e.Err, syscall.EADDRINUSE) {
		return fmt.Sprintf("port %d is taken by another program; stop that program, or choose another port with %s %d", e.Port, e.Flag, e.Port+10)
	}
	if errors.Is(e.Err, fs.ErrPermission) {
		return fmt.Sprintf("port %d needs more rights than this user has; choose a port above 1023 with %s", e.Port, e.Flag)
	}
	return fmt.Sprintf("port %d cannot be used (%v); choose another with %s", e.Port, e.Err, e.Flag)
}

// Unwrap gives what the system said.
func (e *PortError) Unwrap() error { return e.Err }

// BuildError says that the tree is not built.
type BuildError struct {
	Missing string // the file that should be there
}

// Error names the missing file and what to do.
func (e *BuildError) Error() string {
	return fmt.Sprintf("%s is missing, so the pages are not built yet; run `make run`, or name a built tree with --root", e.Missing)
}

// shutdownTime is how long open requests may take to end.
const shutdownTime = 3 * time.Second

// Serve serves both origins until the context ends, and tells ready their addresses once they can be reached.
// The error is a *BuildError, a *PortError, an *headers.OriginError or what ended a server.
func Serve(ctx context.Context, o Options, ready func(headers.Origins)) error {
	if missing := missingIn(o.Root); missing != "" {
		return &BuildError{Missing: missing}
	}
	listen := listen
	if o.ElseFree {
		listen = listenElseFree
	}
	app, appPort, err := listen(o.AppPort)
	if err != nil {
		return &PortError{o.AppPort, "--app-port", err}
	}
	defer closeAll(app)
	sandbox, sandboxPort, err := listen(o.SandboxPort)
	if err != nil {
		return &PortError{o.SandboxPort, "--sandbox-port", err}
	}
	defer closeAll(sandbox)

	origins, err := LocalOrigins(appPort, sandboxPort, o.Embedders)
	if err != nil {
		return err
	}
	origins.Limits = o.Limits
	if o.ModuleHost != "" {
		origins.Modules = o.ModuleHost
	} else if o.Modules != nil {
		origins.Modules = headers.ModulesPath
	}
	if err := origins.Validate(); err != nil {
		return err
	}
	pages := App(o.Root, origins)
	pages.studio = o.Studio
	if o.Store != "" {
		folder, err := store.OpenFolder(o.Store)
		if err != nil {
			return err
		}
		origins.Store = true
		pages = App(o.Root, origins)
		pages.studio = o.Studio
		pages.store = store.New(folder, fromOwnPage)
	}
	failed := make(chan error, len(app)+len(sandbox))
	servers := []*http.Server{
		start(pages, app, o.Hosts, failed),
		start(Sandbox(o.Root, origins, o.Modules), sandbox, o.Hosts, failed),
	}
	ready(origins)

	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	for _, s := range servers {
		if s.Shutdown(end) != nil {
			// A reader that does not end in time is cut off.
			_ = s.Close()
		}
	}
	return err
}

// missingIn names the first file that a built tree has and root has not; "" when all are there.
func missingIn(root string) string {
	for _, page := range []string{"app-site/dist/index.html", "sandbox-site/dist/index.html"} {
		file := filepath.Join(root, filepath.FromSlash(page))
		if _, err := os.Stat(file); err != nil {
			return file
		}
	}
	return ""
}

// FindRoot is the built tree for a program that is started in any folder: the present folder, or the one that the
// program itself is in, or the one around that; the present folder when none of them is a built tree.
func FindRoot() string {
	candidates := []string{"."}
	if program, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(program); err == nil {
			program = real
		}
		candidates = append(candidates, filepath.Dir(program), filepath.Dir(filepath.Dir(program)))
	}
	for _, root := range candidates {
		if missingIn(root) == "" {
			return root
		}
	}
	return "."
}

// LocalOrigins are the origins of a run on this machine. The app may be opened by name or by number; the sandbox has
// its name only.
func LocalOrigins(appPort, sandboxPort int, embedders []string) (headers.Origins, error) {
	o := headers.Origins{
		App: []string{
			"http://localhost:" + strconv.Itoa(appPort),
			"http://127.0.0.1:" + strconv.Itoa(appPort),
		},
		Sandbox: "http://localhost:" + strconv.Itoa(sandboxPort),
		Modules: headers.DefaultModules,
	}
	for _, text := range embedders {
		origin, err := headers.ParseOrigin(text)
		if err != nil {
			return headers.Origins{}, err
		}
		o.App = append(o.App, origin)
	}
	return o, o.Validate()
}

// listen takes a port on the loopback addresses of both families: a browser may try either for localhost, and must not
// meet another program at one of them. A machine without the newer family is served on the older one.
func listen(port int) ([]net.Listener, int, error) {
	four, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, 0, err
	}
	port = portOf(four)
	six, err := net.Listen("tcp6", net.JoinHostPort("::1", strconv.Itoa(port)))
	switch {
	case err == nil:
		return []net.Listener{four, six}, port, nil
	case errors.Is(err, syscall.EADDRINUSE):
		_ = four.Close()
		return nil, 0, err
	default:
		return []net.Listener{four}, port, nil
	}
}

// listenElseFree takes a port, or a free one when another program has it.
func listenElseFree(port int) ([]net.Listener, int, error) {
	listeners, taken, err := listen(port)
	if errors.Is(err, syscall.EADDRINUSE) {
		return listen(0)
	}
	return listeners, taken, err
}

// start serves on listeners of one port. hosts are names of the server besides those of this machine.
func start(handler http.Handler, listeners []net.Listener, hosts []string, failed chan<- error) *http.Server {
	server := &http.Server{
		Handler:           &Local{Handler: handler, Port: portOf(listeners[0]), Names: hosts},
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // broken connections are the browser's daily business
	}
	for _, l := range listeners {
		go func() {
			if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				failed <- err
			}
		}()
	}
	return server
}

func closeAll(listeners []net.Listener) {
	for _, l := range listeners {
		_ = l.Close()
	}
}
