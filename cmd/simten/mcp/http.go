package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"simten.dev/cmd/simten/headers"
)

// Over HTTP the protocol is spoken on addresses of this machine only. A request must name such an address as its host
// (or a name of another site was made to lead here), must come from no page of another origin, and must have the
// token: in this order, so that a page of a stranger learns nothing about the token.

// path is where the protocol is spoken.
const path = "/mcp"

// Times and sizes of HTTP.
const (
	headerTime  = 10 * time.Second
	idleTime    = 30 * time.Minute
	maxRequest  = 8 << 20
	tokenLength = 32 // bytes
)

// NewToken makes a token at random.
func NewToken() string {
	var b [tokenLength]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}

// ListenHTTP speaks the protocol over streamable HTTP on a loopback address, with port 0 on a free one, until the
// context ends. ready hears where.
func (s *Server) ListenHTTP(ctx context.Context, address, token string, ready func(url string)) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("%q is no address such as 127.0.0.1:3900: %w", address, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("%q is no address of this machine only: use 127.0.0.1", host)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	h := &http.Server{
		Handler: s.Handler(token), ReadHeaderTimeout: headerTime,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { _ = h.Close() }) // with the calls that are under way
	defer stop()
	ready("http://" + listener.Addr().String() + path)
	if err := h.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler answers requests that have the token.
func (s *Server) Handler(token string) http.Handler {
	streams := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{
		SessionTimeout: idleTime, MaxRequestBodyBytes: maxRequest, PropagateRequestCancellation: true, Logger: s.options.Logs,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, field := range headers.Refusal() { // nothing here is for a page of a browser
			w.Header().Set(field.Name, field.Value)
		}
		switch {
		case !loopback(r.Host):
			http.Error(w, "this server has other names", http.StatusForbidden)
		case len(r.Header.Values("Origin")) > 0 && !localOrigin(r.Header.Values("Origin")):
			http.Error(w, "pages of other origins are not served", http.StatusForbidden)
		case !admits(token, r.Header.Get("Authorization")):
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
		case r.URL.Path != path:
			http.NotFound(w, r)
		default:
			streams.ServeHTTP(w, r)
		}
	})
}

// loopback reports whether a host, with or without a port, is a name of this machine.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// localOrigin reports whether a request comes from a page of this machine.
func localOrigin(origins []string) bool {
	if len(origins) != 1 {
		return false
	}
	u, err := url.Parse(origins[0])
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && loopback(u.Host)
}

// admits compares in a time that does not depend on how much of the token is right.
func admits(token, authorization string) bool {
	given, ok := strings.CutPrefix(authorization, "Bearer ")
	a, b := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(given))
	return ok && token != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
