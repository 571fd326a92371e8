package site

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"simten.dev/cmd/simten/headers"
)

// Local guards a server of this machine. A page of the internet can give its own host name this machine's address (DNS
// rebinding) and then reads, as its own origin, what the server answers. So a request must name the server by one of
// its own names. Every handler that listens on a loopback address belongs behind it.
type Local struct {
	Handler http.Handler
	Port    int      // TCP port of the server
	Names   []string // further values of Host, as ParseHost returns them
}

// loopbackNames are the names of this machine that nobody else can give an address.
var loopbackNames = []string{"localhost", "127.0.0.1", "[::1]"}

// ServeHTTP hands requests for this server on and refuses the others with 421 (Misdirected Request).
func (l *Local) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if l.named(r.Host) {
		l.Handler.ServeHTTP(w, r)
		return
	}
	for _, f := range headers.Refusal() {
		w.Header().Set(f.Name, f.Value)
	}
	const limit = 100 // characters of a name that the answer repeats
	asked := r.Host
	if len(asked) > limit {
		asked = asked[:limit]
	}
	fail(w, http.StatusMisdirectedRequest, fmt.Sprintf(
		"This server answers to http://localhost:%d and not to the host name %+q. If that name is yours, start the server with --host NAME.",
		l.Port, asked))
}

// named reports whether a Host header names this server. The port is part of the name; browsers leave 80 out.
func (l *Local) named(host string) bool {
	host = strings.ToLower(host)
	for _, name := range loopbackNames {
		if host == name+":"+strconv.Itoa(l.Port) || l.Port == 80 && host == name {
			return true
		}
	}
	for _, name := range l.Names {
		if host == name {
			return true
		}
	}
	return false
}

// ParseHost checks a host name with an optional port, as a Host header has it, and returns it in lower case.
func ParseHost(text string) (string, error) {
	origin, err := headers.ParseOrigin("http://" + text)
	if err != nil || strings.HasSuffix(text, "/") {
		return "", fmt.Errorf("%q is not a host; write it like circuits.example or circuits.example:8080", text)
	}
	return strings.TrimPrefix(origin, "http://"), nil
}

// fromOwnPage reports whether a request comes from a page of this server or from a program that is no browser. Browsers
// name the origin of a request in Origin and in Sec-Fetch-Site, which scripts cannot change. A port beside this one is
// the same site, but another origin.
func fromOwnPage(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none": // none: the user typed the address
	default:
		return false
	}
	return r.Header.Get("Origin") == "" || namesHost(r)
}

// FromOwnScript reports whether a request comes from a script of a page of this very server: a browser says so in
// Origin, and a request without it does not count.
func FromOwnScript(r *http.Request) bool {
	return len(r.Header.Values("Origin")) == 1 && fromOwnPage(r) && namesHost(r)
}

// namesHost reports whether the origin of a request is the server that it was sent to.
func namesHost(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	for _, scheme := range []string{"http://", "https://"} { // https: a proxy in front of this server
		if host, ok := strings.CutPrefix(origin, scheme); ok && strings.EqualFold(host, r.Host) {
			return true
		}
	}
	return false
}

// portOf is the port of a listener.
func portOf(l net.Listener) int {
	if address, ok := l.Addr().(*net.TCPAddr); ok {
		return address.Port
	}
	return 0
}
