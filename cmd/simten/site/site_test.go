package site

import (
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/npm"
)

// tree builds a small built tree and gives its folder.
func tree(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	files := map[string]string{
		"app-site/dist/index.html":                     "<!doctype html>app",
		"app-site/dist/play/index.html":                "<!doctype html>play",
		"app-site/dist/about.html":                     "<!doctype html>about",
		"app-site/dist/assets/main-1a2b.js":            "export {}",
		"app-site/dist/assets/main-1a2b.js.br":         "brotli",
		"app-site/dist/assets/main-1a2b.js.gz":         "gzip",
		"app-site/dist/_headers":                       "secret",
		"app-site/dist/.hidden":                        "secret",
		"app-site/dist/empty/file.txt":                 "x",
		"app-site/secret.txt":                          "secret",
		"embed/dist/simten-embed.js":                   "export {}",
		"sandbox-site/dist/index.html":                 "<!doctype html>sandbox",
		"sandbox-site/dist/assets/engine-1a2b.wasm":    "\x00asm",
		"sandbox-site/dist/assets/engine-1a2b.wasm.br": "packed",
	}
	// In this order a compressed form is never older than its file.
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(files[name]), 0o644))
	}
	require.NoError(t, os.Symlink(filepath.Join(root, "app-site", "secret.txt"), filepath.Join(root, "app-site/dist/link.txt")))
	return root
}

func origins(t *testing.T) headers.Origins {
	t.Helper()
	o, err := LocalOrigins(3001, 3002, nil)
	require.NoError(t, err)
	return o
}

func get(s *Site, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "http://localhost:3001/", nil)
	r.URL.Path = path
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(b)
}

func TestFiles(t *testing.T) {
	root := tree(t)
	app, sandbox := App(root, origins(t)), Sandbox(root, origins(t), nil)
	cases := []struct {
		site              *Site
		path, media, body string
	}{
		{app, "/", "text/html; charset=utf-8", "<!doctype html>app"},
		{app, "/index.html", "text/html; charset=utf-8", "<!doctype html>app"},
		{app, "/play/", "text/html; charset=utf-8", "<!doctype html>play"},
		{app, "/about", "text/html; charset=utf-8", "<!doctype html>about"},
		{app, "/assets/main-1a2b.js", "text/javascript; charset=utf-8", "export {}"},
		{app, "/embed/simten-embed.js", "text/javascript; charset=utf-8", "export {}"},
		{app, "/config.json", "application/json", "{\"sandboxOrigin\":\"http://localhost:3002\"}\n"},
		{sandbox, "/", "text/html; charset=utf-8", "<!doctype html>sandbox"},
		{sandbox, "/assets/engine-1a2b.wasm", "application/wasm", "\x00asm"},
		{sandbox, "/config.json", "application/json", "{\"appOrigins\":[\"http://localhost:3001\",\"http://127.0.0.1:3001\"],\"moduleHost\":\"https://esm.sh\"}\n"},
	}
	for _, c := range cases {
		r := get(c.site, http.MethodGet, c.path)
		require.Equal(t, http.StatusOK, r.StatusCode, c.path)
		require.Equal(t, c.media, r.Header.Get("Content-Type"), c.path)
		require.Equal(t, c.body, body(t, r), c.path)

		head := get(c.site, http.MethodHead, c.path)
		require.Equal(t, http.StatusOK, head.StatusCode)
		require.Empty(t, body(t, head))
		require.Equal(t, r.Header, head.Header, "HEAD says what GET says")
	}
}

func TestEncodings(t *testing.T) {
	root := tree(t)
	app := App(root, origins(t))
	const path = "/assets/main-1a2b.js"
	for accept, want := range map[string]string{
		"":                       "",
		"gzip, deflate, br":      "br",
		"gzip":                   "gzip",
		"br;q=0, gzip;q=0.5":     "gzip",
		"br;q=0, gzip;q=0":       "",
		"*":                      "br",
		"*;q=0":                  "",
		"BR":                     "br",
		"brotli, xgzip, zstd":    "",
		"identity, *;q=0.1":      "br",
		"gzip;q=nonsense, br;q=": "",
	} {
		r := get(app, http.MethodGet, path, "Accept-Encoding", accept)
		require.Equal(t, want, r.Header.Get("Content-Encoding"), accept)
		require.Equal(t, "Accept-Encoding", r.Header.Get("Vary"))
		require.Equal(t, "text/javascript; charset=utf-8", r.Header.Get("Content-Type"))
		require.Equal(t, map[string]string{"": "export {}", "br": "brotli", "gzip": "gzip"}[want], body(t, r))
	}
	require.NotEqual(t,
		get(app, http.MethodGet, path).Header.Get("ETag"),
		get(app, http.MethodGet, path, "Accept-Encoding", "br").Header.Get("ETag"), "each form has its own tag")

	// A compressed form left over from an earlier build is not sent.
	later := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(root, "app-site/dist/assets/main-1a2b.js"), later, later))
	require.Empty(t, get(app, http.MethodGet, path, "Accept-Encoding", "br").Header.Get("Content-Encoding"))
}

func TestTags(t *testing.T) {
	root := tree(t)
	app := App(root, origins(t))
	tag := get(app, http.MethodGet, "/").Header.Get("ETag")
	require.NotEmpty(t, tag)
	for _, header := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
		r := get(app, http.MethodGet, "/", "If-None-Match", header)
		require.Equal(t, http.StatusNotModified, r.StatusCode, header)
		require.Empty(t, body(t, r))
		require.NotEmpty(t, r.Header.Get("Content-Security-Policy"))
	}
	require.Equal(t, http.StatusOK, get(app, http.MethodGet, "/", "If-None-Match", `"x"`).StatusCode)

	require.NoError(t, os.WriteFile(filepath.Join(root, "app-site/dist/index.html"), []byte("another page"), 0o644))
	require.NotEqual(t, tag, get(app, http.MethodGet, "/").Header.Get("ETag"), "a new build has a new tag")
}

func TestFilesThatAreNotServed_A305(t *testing.T) {
	app := App(tree(t), origins(t))
	for _, path := range []string{
		"/none", "/none.html", "/empty/", "/empty", "/assets/", "/_headers", "/.hidden", "/assets/main-1a2b.js.br",
		"/../secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt", "//index.html", "/./index.html", "/link.txt",
		"/assets\\..\\..\\secret.txt", "/index.html\x00.js", "", "index.html", "/embed/../secret.txt", "/embed/",
		"/assets/main-1a2b.js/", "/index.html/",
	} {
		r := get(app, http.MethodGet, path)
		require.Equal(t, http.StatusNotFound, r.StatusCode, path)
		require.NotContains(t, body(t, r), "secret", path)
		require.Equal(t, headers.NoStore, r.Header.Get("Cache-Control"))
	}
}

func TestReaderSeesAPageWhereNothingIs(t *testing.T) {
	root := tree(t)
	app, sandbox := App(root, origins(t)), Sandbox(root, origins(t), nil)
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	plain := body(t, get(app, http.MethodGet, "/none", "Accept", browser))
	require.Equal(t, "There is nothing at this address.\n", plain, "a tree without such a page")

	require.NoError(t, os.WriteFile(filepath.Join(root, "app-site/dist/404.html"), []byte("<!doctype html>nothing"), 0o644))
	r := get(app, http.MethodGet, "/none/at/all", "Accept", browser)
	require.Equal(t, http.StatusNotFound, r.StatusCode)
	require.Equal(t, "text/html; charset=utf-8", r.Header.Get("Content-Type"))
	require.Equal(t, headers.NoStore, r.Header.Get("Cache-Control"))
	require.NotEmpty(t, r.Header.Get("Content-Security-Policy"))
	require.Empty(t, r.Header.Get("ETag"))
	require.Equal(t, "<!doctype html>nothing", body(t, r))
	require.Empty(t, body(t, get(app, http.MethodHead, "/none", "Accept", browser)))

	// A script or a program is told in one line, and so is everybody on the other origin.
	require.Equal(t, plain, body(t, get(app, http.MethodGet, "/none.js", "Accept", "*/*")))
	require.Equal(t, plain, body(t, get(sandbox, http.MethodGet, "/none", "Accept", browser)))
}

func TestFolderIsReachedWithItsSlash(t *testing.T) {
	app := App(tree(t), origins(t))
	r := httptest.NewRequest(http.MethodGet, "http://localhost:3001/play?circuit=x", nil)
	w := httptest.NewRecorder()
	app.ServeHTTP(w, r)
	require.Equal(t, http.StatusPermanentRedirect, w.Code)
	require.Equal(t, "/play/?circuit=x", w.Header().Get("Location"))
}

func TestEveryAnswerCarriesTheHeaders_A261(t *testing.T) {
	root := tree(t)
	o := origins(t)
	for policy, s := range map[string]*Site{
		headers.AppPolicy(o.Sandbox):                      App(root, o),
		headers.SandboxPolicy("https://esm.sh", o.App...): Sandbox(root, o, nil),
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions, "BREW"} {
			for _, path := range []string{"/", "/none", "/config.json", "/play", "/../x"} {
				r := get(s, method, path)
				require.Equal(t, policy, r.Header.Get("Content-Security-Policy"), "%s %s", method, path)
				require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
				require.Equal(t, "no-referrer", r.Header.Get("Referrer-Policy"))
				require.Contains(t, r.Header.Get("Permissions-Policy"), "camera=()")
				if method != http.MethodGet && method != http.MethodHead {
					require.Equal(t, http.StatusMethodNotAllowed, r.StatusCode)
					require.Equal(t, "GET, HEAD", r.Header.Get("Allow"))
				}
			}
		}
	}
}

func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ready := make(chan headers.Origins, 1)
	done := make(chan error, 1)
	root := tree(t)
	go func() {
		done <- Serve(ctx, Options{Root: root, Embedders: []string{"https://blog.example"}}, func(o headers.Origins) { ready <- o })
	}()
	var o headers.Origins
	select {
	case o = <-ready:
	case err := <-done:
		require.NoError(t, err)
	}
	for address, want := range map[string]string{o.App[0] + "/": "app", o.App[1] + "/": "app", o.Sandbox + "/": "sandbox"} {
		r, err := http.Get(address)
		require.NoError(t, err)
		require.Equal(t, "<!doctype html>"+want, body(t, r))
		require.NoError(t, r.Body.Close())
		if want == "sandbox" {
			require.Contains(t, r.Header.Get("Content-Security-Policy"), "frame-ancestors "+strings.Join(o.App, " "))
			require.Contains(t, o.App, "https://blog.example")
		}
	}
	cancel()
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(10 * time.Second):
		require.Fail(t, "the server does not end")
	}
}

func TestServeSaysWhatIsWrong(t *testing.T) {
	never := func(headers.Origins) { require.Fail(t, "must not start") }

	err := Serve(t.Context(), Options{Root: t.TempDir()}, never)
	var build *BuildError
	require.ErrorAs(t, err, &build)
	require.ErrorContains(t, err, "make run")

	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	for flag, o := range map[string]Options{
		"--app-port":     {Root: tree(t), AppPort: port},
		"--sandbox-port": {Root: tree(t), SandboxPort: port},
	} {
		err = Serve(t.Context(), o, never)
		var busy *PortError
		require.ErrorAs(t, err, &busy)
		require.Equal(t, port, busy.Port)
		require.ErrorContains(t, err, flag)
		require.ErrorContains(t, err, "taken by another program")
	}

	_, err = LocalOrigins(3001, 3002, []string{"*"})
	require.ErrorContains(t, err, "not an origin")
}

// A sandbox origin that is its own module host answers with modules below /npm, under the same headers, and as a type
// that no browser executes.
func TestModules(t *testing.T) {
	o := origins(t)
	o.Modules = headers.ModulesPath
	site := Sandbox(tree(t), o, &npm.Server{Loader: npm.NewFolder("."), Prefix: headers.ModulesPath})
	r := get(site, http.MethodGet, "/npm/figlet")
	require.Equal(t, http.StatusFound, r.StatusCode)
	to := r.Header.Get("Location")
	require.Equal(t, "/npm/node_modules/figlet@1.12.0?target=es2022", to)
	r = get(site, http.MethodGet, "/npm/node_modules/figlet@1.12.0")
	require.Equal(t, http.StatusFound, r.StatusCode, "with the target that it is made for")
	request := httptest.NewRequest(http.MethodGet, "http://localhost:3002"+to, nil)
	w := httptest.NewRecorder()
	site.ServeHTTP(w, request)
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "application/vnd.simten.module", w.Header().Get("Content-Type"))
	require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
	require.Equal(t, "same-origin", w.Header().Get("Cross-Origin-Resource-Policy"))
	require.Contains(t, w.Body.String(), "figlet")
	require.Equal(t, http.StatusNotFound, get(site, http.MethodGet, "/npm/../index.html").StatusCode)
	require.Equal(t, http.StatusNotFound, get(Sandbox(tree(t), o, nil), http.MethodGet, "/npm/figlet").StatusCode)
}
