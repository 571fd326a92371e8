package studio

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"simten.dev/cmd/simten/site"
)

// Bounds of what a browser may do.
const (
	maxTabs      = 32               // tabs of one studio
	maxPending   = 8                // sockets that have not registered yet
	registerTime = 5 * time.Second  // within which a socket registers
	maxFrame     = 1 << 10          // bytes of a message from a page
	writeTime    = 10 * time.Second // within which a page takes a message
	pingEvery    = 15 * time.Second // so that a dead connection is noticed
	burst        = 20               // messages of a tab at once
	refill       = time.Second      // after which it may send one more
)

// Codes of closing that a page can tell apart; the range is that of applications.
const (
	closeToken   websocket.StatusCode = 4001 // the token is not the one of this process
	closeMessage websocket.StatusCode = 4002 // a message that a page does not send
	closeFlood   websocket.StatusCode = 4003 // too many messages, or too many sockets
)

// circuitMessage is the one message to a page.
type circuitMessage struct {
	Type   string         `json:"type"` // "circuit"
	ID     uint64         `json:"id"`   // counts up; the answer names it
	Name   string         `json:"name"`
	Text   string         `json:"text"`
	Inputs map[string]any `json:"inputs,omitempty"`
	Cycle  int            `json:"cycle,omitempty"`
	Waves  bool           `json:"waves,omitempty"`
}

// fromPage is a message from a page. No field of it but the number and the boolean leaves this file.
type fromPage struct {
	Type  string `json:"type"`  // "register" or "render-result"
	Token string `json:"token"` // of register
	ID    uint64 `json:"id"`    // of render-result: the circuit that it is about
	OK    bool   `json:"ok"`    // of render-result: whether it was drawn
}

// read decodes a message. Anything that is not exactly one of the two is refused.
func read(data []byte) (m fromPage, ok bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&m) != nil || d.InputOffset() != int64(len(data)) {
		return fromPage{}, false
	}
	switch m.Type {
	case "register":
		return m, m.ID == 0 && !m.OK
	case "render-result":
		return m, m.Token == ""
	}
	return fromPage{}, false
}

// serveSocket takes a page's WebSocket. The Host header was checked before (site.Local). The origin is checked before
// anything else is looked at: browsers say in a header that scripts cannot change which page asks, and only the pages
// of this very server may. Then the page says the token in its first message.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	if !site.FromOwnScript(r) {
		http.Error(w, "The studio talks to its own page only.", http.StatusForbidden)
		return
	}
	if !s.begin() {
		http.Error(w, "Too many connections.", http.StatusTooManyRequests)
		return
	}
	waits := true
	registered := func() {
		if waits {
			s.done()
			waits = false
		}
	}
	defer registered()
	// The library compares Origin with Host once more.
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{})
	if err != nil {
		return // it has answered
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(maxFrame)
	s.talk(r.Context(), conn, registered)
}

// begin counts a socket that has not registered yet, and reports whether there may be one more.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.pending >= maxPending {
		return false
	}
	s.pending++
	return true
}

func (s *Server) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending--
}

// talk hears a page until one of the two ends it. registered is called when it has said the token.
func (s *Server) talk(ctx context.Context, conn *websocket.Conn, registered func()) {
	first, cancel := context.WithTimeout(ctx, registerTime)
	defer cancel()
	kind, data, err := conn.Read(first)
	if err != nil {
		return // it said nothing, or too much: the library has closed it
	}
	m, ok := read(data)
	if kind != websocket.MessageText || !ok || m.Type != "register" {
		_ = conn.Close(closeMessage, "")
		return
	}
	if !sameToken(m.Token, s.token) {
		_ = conn.Close(closeToken, "")
		return
	}
	registered()
	t := newTab(conn, s.newest)
	if s.add(t) != nil {
		_ = conn.Close(closeFlood, "")
		return
	}
	defer s.remove(t)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go t.write(ctx)

	allowed := allowance{left: burst, since: time.Now()}
	for {
		kind, data, err := conn.Read(ctx)
		if err != nil {
			return
		}
		if !allowed.take(time.Now()) {
			_ = conn.Close(closeFlood, "")
			return
		}
		m, ok := read(data)
		if kind != websocket.MessageText || !ok || m.Type != "render-result" {
			_ = conn.Close(closeMessage, "")
			return
		}
		s.report(m.ID, m.OK)
	}
}

// allowance counts how many messages a tab may still send.
type allowance struct {
	left  int
	since time.Time
}

func (a *allowance) take(now time.Time) bool {
	if more := int(now.Sub(a.since) / refill); more > 0 {
		a.left, a.since = min(burst, a.left+more), a.since.Add(time.Duration(more)*refill)
	}
	if a.left == 0 {
		return false
	}
	a.left--
	return true
}

// tab is a registered page.
type tab struct {
	conn   *websocket.Conn
	newest func() []byte
	dirty  chan struct{} // there is a circuit that the page has not got
	gone   chan struct{}
	once   sync.Once
}

func newTab(conn *websocket.Conn, newest func() []byte) *tab {
	return &tab{conn: conn, newest: newest, dirty: make(chan struct{}, 1), gone: make(chan struct{})}
}

// push notes that there is a circuit to send. Of several that come while the page is slow, it gets the newest.
func (t *tab) push() {
	select {
	case t.dirty <- struct{}{}:
	default:
	}
}

// leave closes the connection.
func (t *tab) leave() { t.once.Do(func() { close(t.gone) }) }

// write sends circuits until the connection ends.
func (t *tab) write(ctx context.Context) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	bounded := func(do func(context.Context) error) bool {
		ctx, cancel := context.WithTimeout(ctx, writeTime)
		defer cancel()
		if do(ctx) == nil {
			return true
		}
		_ = t.conn.CloseNow() // ends the reader too
		return false
	}
	for {
		select {
		case <-t.dirty:
			data := t.newest()
			if !bounded(func(ctx context.Context) error { return t.conn.Write(ctx, websocket.MessageText, data) }) {
				return
			}
		case <-ping.C:
			if !bounded(t.conn.Ping) {
				return
			}
		case <-t.gone:
			_ = t.conn.Close(websocket.StatusGoingAway, "")
			return
		case <-ctx.Done():
			return
		}
	}
}
