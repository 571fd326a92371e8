package mcp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

// bearer adds the token to requests.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// listening starts a server on a free port.
func listening(t *testing.T, c *client, token string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	at, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- c.server.ListenHTTP(ctx, "127.0.0.1:0", token, func(url string) { at <- url }) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
	})
	select {
	case url := <-at:
		return url
	case err := <-ended:
		t.Fatal(err)
	}
	return ""
}

func TestToolsOverHTTP(t *testing.T) {
	c := connect(t, nil)
	token := NewToken()
	url := listening(t, c, token)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{
			Endpoint: url, HTTPClient: &http.Client{Transport: bearer{token}},
		}, nil)
	require.NoError(t, err)
	defer session.Close()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "simulate_circuit", Arguments: m{"source": counter, "ticks": 3}})
	require.NoError(t, err)
	require.Equal(t, 3.0, c.read("simulate_circuit", result).at("final", "count"))

	// A call that is given up leaves no process.
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "query_run", Arguments: m{
		"source": counter,
		"code":   "(run) => { for (;;); }",
	}})
	require.Error(t, err)
	noProcessIsLeft(t)
}

// Requests that a web page could make, or one that guesses, are refused before anything is looked at.
func TestForeignRequestsAreRefused(t *testing.T) {
	c := connect(t, nil)
	token := NewToken()
	url := listening(t, c, token)
	ask := func(change func(r *http.Request)) int {
		body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", "Bearer "+token)
		change(r)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NotContains(t, string(text), token)
		return answer.StatusCode
	}
	require.Equal(t, http.StatusOK, ask(func(*http.Request) {}))
	require.Equal(t, http.StatusOK, ask(func(r *http.Request) { r.Header.Set("Origin", "http://localhost:3001") }))
	for _, origin := range []string{
		"https://evil.example", "null", "http://localhost.evil.example",
		"http://127.0.0.1.nip.io", "file://", "http://127.0.0.1@evil.example", "",
	} {
		require.Equal(t, http.StatusForbidden, ask(func(r *http.Request) { r.Header["Origin"] = []string{origin} }), origin)
	}
	require.Equal(t, http.StatusForbidden, ask(func(r *http.Request) { r.Header["Origin"] = []string{"http://localhost", "https://evil.example"} }))
	for _, host := range []string{
		"evil.example", "evil.example:80", "localhost.evil.example", "0.0.0.0",
		"127.0.0.1.nip.io",
	} {
		require.Equal(t, http.StatusForbidden, ask(func(r *http.Request) { r.Host = host }), host)
	}
	// The origin is looked at before the token.
	require.Equal(t, http.StatusForbidden, ask(func(r *http.Request) { r.Header.Set("Origin", "https://evil.example"); r.Header.Del("Authorization") }))
	for _, value := range []string{
		"", "Bearer", "Bearer ", "Bearer " + token[1:], "Bearer " + token + "0",
		"Basic " + token, token, "bearer",
	} {
		require.Equal(t, http.StatusUnauthorized, ask(func(r *http.Request) { r.Header.Set("Authorization", value) }), value)
	}
	require.Equal(t, http.StatusNotFound, ask(func(r *http.Request) { r.URL.Path = "/" }))
	require.GreaterOrEqual(t, ask(func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(io.LimitReader(zeros{}, maxRequest+1)), maxRequest+1
	}), 400)
	require.False(t, admits("", "Bearer "), "a server without a token admits nobody")
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestOnlyLoopbackIsListenedOn(t *testing.T) {
	c := connect(t, nil)
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "example.com:0", "192.0.2.1:0", "127.0.0.1", ""} {
		err := c.server.ListenHTTP(t.Context(), address, "x", func(url string) { t.Error(fmt.Sprint("listens on ", url)) })
		require.Error(t, err, address)
	}
}
