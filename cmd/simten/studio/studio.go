// Package studio shows circuits of a program on this machine in a page of the browser: a server of the loopback
// addresses with the built pages of both origins, and a WebSocket over which the program pushes circuits to them. In:
// texts of circuits; out: how many tabs got one, and whether one drew it. Nothing else that a browser says reaches the
// program. A further message to the page is a field of circuitMessage in socket.go; one from the page needs a very good
// reason, since a page may show a hostile circuit.
package studio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/site"
)

// The ports of the studio and of its sandbox unless other programs have them. They are always the same, so that the
// browser finds the engine in its cache.
const (
	PreferredPort        = 19847
	PreferredSandboxPort = 19848
)

// MaxText is the longest text of a circuit, in bytes.
const MaxText = 1 << 20

// ErrClosed says that the studio was closed.
var ErrClosed = errors.New("the studio is closed")

// Options say what the studio serves and how.
type Options struct {
	// Site has the built tree and the ports. An AppPort of 0 takes the preferred ports, or free ones.
	Site site.Options
	// Open opens an address in the user's browser; nil leaves that to the user.
	Open func(address string) error
	// Wait is how long Show waits for a tab that is there to draw; 0 is three seconds.
	Wait time.Duration
	// FirstWait is how long Show waits for a tab that Open opens; 0 is twenty seconds.
	FirstWait time.Duration
	// ArrivalWait is the part of FirstWait within which such a tab must have connected; 0 is eight seconds. Later there
	// is no browser, or nobody in front of it.
	ArrivalWait time.Duration
}

// Circuit is a text to show.
type Circuit struct {
	Name   string         // of the file, for the reader
	Text   string         // a program, or several files as project.Join joins them
	Inputs map[string]any // values at first by name: numbers, or texts such as "0xff"
	Cycle  int            // clock cycles to run before
	Waves  bool           // with the waveforms
}

// Shown says what became of a circuit.
type Shown struct {
	Tabs     int  // that got it
	Rendered bool // whether one of them drew it
	Answered bool // whether one of them told how it went
}

// Server is a running studio.
type Server struct {
	options Options
	origin  string // of the page
	token   string
	end     context.CancelFunc // ends the two servers
	ended   chan struct{}

	mu      sync.Mutex
	closed  bool
	opened  bool // a browser was opened, and no tab has left since
	tabs    []*tab
	pending int      // sockets that have not registered yet
	shown   uint64   // the number of the last circuit
	last    []byte   // its message, for tabs that come later; nil before the first
	showing *showing // the call of Show that waits
}

// showing is a call of Show that waits for a tab.
type showing struct {
	id       uint64
	reported chan bool     // whether a tab drew the circuit
	replaced chan struct{} // closed when another circuit is shown, or the studio ends
}

// Attach makes a studio for a server that is there: that answers headers.StudioSocket with Socket. Its URL is not
// known; Token lets a page in. Site of the options is not looked at.
func Attach(o Options) *Server {
	ended := make(chan struct{})
	close(ended)
	return newServer(o, func() {}, ended)
}

func newServer(o Options, end context.CancelFunc, ended chan struct{}) *Server {
	if o.Wait == 0 {
		o.Wait = 3 * time.Second
	}
	if o.FirstWait == 0 {
		o.FirstWait = 20 * time.Second
	}
	if o.ArrivalWait == 0 {
		o.ArrivalWait = 8 * time.Second
	}
	return &Server{options: o, token: processToken(), end: end, ended: ended}
}

// Start serves the studio until the context ends or Close is called. The error is one of package site.
func Start(ctx context.Context, o Options) (*Server, error) {
	if o.Site.AppPort == 0 {
		o.Site.AppPort, o.Site.ElseFree = PreferredPort, true
		if o.Site.SandboxPort == 0 {
			o.Site.SandboxPort = PreferredSandboxPort
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(ctx)
	s := newServer(o, end, make(chan struct{}))
	o.Site.Studio = s.Socket()
	ready := make(chan headers.Origins, 1)
	failed := make(chan error, 1)
	go func() {
		defer close(s.ended)
		failed <- site.Serve(ctx, o.Site, func(origins headers.Origins) { ready <- origins })
	}()
	select {
	case origins := <-ready:
		s.origin = origins.App[0]
	case err := <-failed:
		end()
		if err == nil {
			err = ctx.Err()
		}
		return nil, err
	}
	go func() {
		<-ctx.Done()
		s.Close()
	}()
	return s, nil
}

// URL is the address of the page, with the token that lets it in.
func (s *Server) URL() string { return s.origin + headers.StudioPath + "#token=" + s.token }

// Token lets a page in that has the socket's server.
func (s *Server) Token() string { return s.token }

// Socket answers the requests of pages for a WebSocket.
func (s *Server) Socket() http.Handler { return http.HandlerFunc(s.serveSocket) }

// Origin is the origin of the pages.
func (s *Server) Origin() string { return s.origin }

// Tabs is the number of tabs that are connected.
func (s *Server) Tabs() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.tabs)
}

// Show gives a circuit to every tab, opens a tab when there is none, and waits a while until one has drawn it. That
// none answers in time is no error. The error is ErrClosed, that of the context, or says why the circuit cannot be
// shown.
func (s *Server) Show(ctx context.Context, c Circuit) (Shown, error) {
	if len(c.Text) > MaxText {
		return Shown{}, fmt.Errorf("the text of the circuit has %d bytes; a studio shows at most %d", len(c.Text), MaxText)
	}
	if c.Cycle < 0 {
		return Shown{}, fmt.Errorf("a circuit cannot be shown at cycle %d; cycles count from 0", c.Cycle)
	}
	m := circuitMessage{Type: "circuit", Name: c.Name, Text: c.Text, Inputs: c.Inputs, Cycle: c.Cycle, Waves: c.Waves}
	if _, err := json.Marshal(m); err != nil {
		return Shown{}, fmt.Errorf("the inputs of the circuit cannot be sent: %w", err)
	}
	call := &showing{reported: make(chan bool, maxTabs), replaced: make(chan struct{})}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return Shown{}, ErrClosed
	}
	if s.showing != nil {
		close(s.showing.replaced)
	}
	s.showing = call
	s.shown++
	call.id, m.ID = s.shown, s.shown
	s.last, _ = json.Marshal(m) // it could be encoded above
	tabs := len(s.tabs)
	for _, t := range s.tabs {
		t.push()
	}
	open := tabs == 0 && !s.opened && s.options.Open != nil
	wait := s.options.Wait
	if open || tabs == 0 && s.opened {
		s.opened, wait = true, s.options.FirstWait
	}
	s.mu.Unlock()

	if open {
		if err := s.options.Open(s.URL()); err != nil {
			s.mu.Lock()
			s.opened = false
			s.mu.Unlock()
			wait = 0 // nobody comes by itself
		}
	}
	if tabs == 0 && s.options.Open == nil {
		wait = 0
	}
	return s.wait(ctx, call, wait)
}

// wait waits until a tab has drawn the circuit, all have failed, or the time is over.
func (s *Server) wait(ctx context.Context, call *showing, long time.Duration) (Shown, error) {
	defer s.settle(call)
	var shown Shown
	timer := time.NewTimer(long)
	defer timer.Stop()
	arrival := time.NewTimer(s.options.ArrivalWait)
	defer arrival.Stop()
	for answers := 0; ; {
		select {
		case ok := <-call.reported:
			answers++
			shown.Answered = true
			shown.Tabs = max(s.Tabs(), answers)
			if ok {
				shown.Rendered = true
				return shown, nil
			}
			if answers >= shown.Tabs {
				return shown, nil
			}
		case <-arrival.C:
			if s.Tabs() > 0 {
				continue
			}
			return s.unanswered(shown), nil
		case <-timer.C:
			return s.unanswered(shown), nil
		case <-call.replaced:
			shown.Tabs = s.Tabs()
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.closed {
				return shown, ErrClosed
			}
			return shown, nil
		case <-ctx.Done():
			return shown, ctx.Err()
		}
	}
}

// unanswered is what became of a circuit for which no tab has answered in time.
func (s *Server) unanswered(shown Shown) Shown {
	s.mu.Lock()
	defer s.mu.Unlock()
	if shown.Tabs = len(s.tabs); shown.Tabs == 0 {
		s.opened = false // the user closed it before it came, or it never did
	}
	return shown
}

// settle ends the wait of a call.
func (s *Server) settle(call *showing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.showing == call {
		s.showing = nil
	}
}

// Close ends the studio and its tabs, and waits until its ports are free. A later Start has the same token, so tabs
// that are still open find it again.
func (s *Server) Close() {
	s.mu.Lock()
	first := !s.closed
	s.closed = true
	tabs := slices.Clone(s.tabs)
	if first && s.showing != nil {
		close(s.showing.replaced)
		s.showing = nil
	}
	s.mu.Unlock()
	for _, t := range tabs {
		t.leave()
	}
	s.end()
	<-s.ended
}

// add lets a tab in. It gets the last circuit at once.
func (s *Server) add(t *tab) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	if len(s.tabs) >= maxTabs {
		return fmt.Errorf("more than %s tabs", strconv.Itoa(maxTabs))
	}
	s.tabs = append(s.tabs, t)
	if s.last != nil {
		t.push()
	}
	return nil
}

// remove takes a tab out. After the last one the next circuit opens a tab again.
func (s *Server) remove(t *tab) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tabs = slices.DeleteFunc(s.tabs, func(other *tab) bool { return other == t })
	if len(s.tabs) == 0 {
		s.opened = false
	}
}

// newest is the circuit that tabs should show.
func (s *Server) newest() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// report hands the answer of a tab to the call that waits for it.
func (s *Server) report(id uint64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.showing == nil || s.showing.id != id {
		return
	}
	select {
	case s.showing.reported <- ok:
	default: // as many as there can be tabs have answered
	}
}
