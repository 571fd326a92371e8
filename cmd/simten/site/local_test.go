package site

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/headers"
)

// served starts both servers of a small tree and gives their ports.
func served(t *testing.T, o Options) (app, sandbox string) {
	t.Helper()
	o.Root = tree(t)
	started := make(chan headers.Origins, 1)
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), o, func(o headers.Origins) { started <- o }) }()
	select {
	case origins := <-started:
		port := func(origin string) string {
			u, err := url.Parse(origin)
			require.NoError(t, err)
			return u.Port()
		}
		return port(origins.App[0]), port(origins.Sandbox)
	case err := <-done:
		require.NoError(t, err)
		return "", ""
	}
}

// ask sends a request as it stands, which Go's own client would correct.
func ask(t *testing.T, port string, lines ...string) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp4", "127.0.0.1:"+port)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	_, err = fmt.Fprint(c, strings.Join(lines, "\r\n")+"\r\n\r\n")
	require.NoError(t, err)
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err)
	return r
}

// A page whose host name leads to this machine must not read what the servers answer. Both of them are attacked.
func TestServersAnswerToTheirOwnNamesOnly_A212_A305(t *testing.T) {
	modules := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "the user's package") })
	app, sandbox := served(t, Options{Modules: modules, Hosts: []string{"circuits.example", "lab.example:8080"}})
	for _, port := range []string{app, sandbox} {
		for _, host := range []string{
			"localhost:" + port, "LOCALHOST:" + port, "127.0.0.1:" + port, "[::1]:" + port, "circuits.example", "Lab.Example:8080",
		} {
			r := ask(t, port, "GET / HTTP/1.1", "Host: "+host)
			require.Equal(t, http.StatusOK, r.StatusCode, host)
		}
		for _, host := range []string{
			"evil.example", "evil.example:" + port, "localhost", "localhost:80", "localhost:1" + port, "localhost." + ":" + port,
			"localhost.evil.example:" + port, "evil.example.localhost:" + port, "127.0.0.1.evil.example:" + port, "127.0.0.1",
			"127.0.0.2:" + port, "2130706433:" + port, "0x7f.1:" + port, "[::]:" + port, "[::ffff:127.0.0.1]:" + port, "0.0.0.0:" + port,
			"circuits.example:" + port, "lab.example", "", strings.Repeat("a", 10_000),
		} {
			for _, path := range []string{"/", "/config.json", "/npm/figlet", "/nothing"} {
				r := ask(t, port, "GET "+path+" HTTP/1.1", "Host: "+host)
				require.Equal(t, http.StatusMisdirectedRequest, r.StatusCode, "%s of %q", path, host)
				text := body(t, r)
				require.Contains(t, text, "answers to http://localhost:"+port)
				require.Less(t, len(text), 1_000)
				require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
				require.Empty(t, r.Header.Get("Access-Control-Allow-Origin"))
			}
		}
		// The address of the request line is the one that counts where there are two.
		r := ask(t, port, "GET http://evil.example/npm/figlet HTTP/1.1", "Host: localhost:"+port)
		require.Equal(t, http.StatusMisdirectedRequest, r.StatusCode)
		r = ask(t, port, "GET /npm/figlet HTTP/1.0")
		require.Equal(t, http.StatusMisdirectedRequest, r.StatusCode, "a request without a name")
	}
}

// Packages come from the user's folders: pages of other origins get none, those beside this port neither.
func TestPackagesAreForOwnPagesOnly_A305(t *testing.T) {
	modules := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "the user's package") })
	app, sandbox := served(t, Options{Modules: modules})
	for _, c := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"a program", nil, 200},
		{"a typed address", []string{"Sec-Fetch-Site: none"}, 200},
		{"the sandbox's own page", []string{"Sec-Fetch-Site: same-origin"}, 200},
		{"the sandbox's own page, with its origin", []string{"Sec-Fetch-Site: same-origin", "Origin: http://localhost:" + sandbox}, 200},
		{"a page of the internet", []string{"Sec-Fetch-Site: cross-site"}, 403},
		{"a page of another port", []string{"Sec-Fetch-Site: same-site", "Origin: http://localhost:" + app}, 403},
		{"a browser without Sec-Fetch-Site", []string{"Origin: https://evil.example"}, 403},
		{"a frame without an origin", []string{"Origin: null"}, 403},
		{"this name with another port", []string{"Origin: http://localhost:" + app}, 403},
		{"this name in another scheme", []string{"Origin: file://localhost:" + sandbox}, 403},
		{"a value of no standard", []string{"Sec-Fetch-Site: other"}, 403},
	} {
		r := ask(t, sandbox, append([]string{"GET /npm/figlet HTTP/1.1", "Host: localhost:" + sandbox}, c.headers...)...)
		require.Equal(t, c.status, r.StatusCode, c.name)
	}
}

func TestParseHost(t *testing.T) {
	for text, want := range map[string]string{"Lab.Example:8080": "lab.example:8080", "box": "box", "lab.example:80": "lab.example"} {
		host, err := ParseHost(text)
		require.NoError(t, err)
		require.Equal(t, want, host)
	}
	for _, text := range []string{"", "*", "http://lab.example", "lab.example/", "lab.example/x", "a b", "lab:0", "*.example"} {
		_, err := ParseHost(text)
		require.Error(t, err, text)
	}
}
