package site

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/headers"
)

var hosted = headers.Origins{App: []string{"https://app.example", "https://blog.example"}, Sandbox: "https://sandbox.example", Modules: headers.DefaultModules}

// built is a tree with a file of each kind.
func built(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"app-site/dist/index.html": "<!doctype html>index", "app-site/dist/play.html": "<!doctype html>play", "app-site/dist/404.html": "<!doctype html>nothing", "app-site/dist/embed.html": "<!doctype html>embed",
		"app-site/dist/assets/main-1.js": "main", "app-site/dist/assets/main-1.js.gz": "old", "app-site/dist/icon.svg": "<svg/>",
		"app-site/dist/_headers": "local", "app-site/dist/config.json": "local", "app-site/dist/assets/font.woff2": "font",
		"embed/dist/simten-embed.js": "embed", "sandbox-site/dist/index.html": "<!doctype html>frame",
		"sandbox-site/dist/assets/worker-1.js": "worker", "sandbox-site/dist/assets/engine-1.wasm": "\x00asm", "sandbox-site/dist/_headers": "local",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	past := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(root, "app-site/dist/assets/main-1.js.gz"), past, past))
	packed, err := os.Create(filepath.Join(root, "sandbox-site/dist/assets/worker-1.js.gz"))
	require.NoError(t, err)
	w := gzip.NewWriter(packed)
	_, err = io.WriteString(w, "worker")
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, packed.Close())
	return root
}

func TestAssembledTreesHoldWhatIsServed(t *testing.T) {
	root, out := built(t), filepath.Join(t.TempDir(), "site")
	require.NoError(t, Assemble(root, out, hosted))
	for folder, s := range map[string]*Site{AppFolder: App(root, hosted), SandboxFolder: Sandbox(root, hosted, nil)} {
		files := 0
		require.NoError(t, fs.WalkDir(os.DirFS(filepath.Join(out, folder)), ".", func(name string, entry fs.DirEntry, err error) error {
			require.NoError(t, err)
			if entry.IsDir() || hidden(name) {
				return nil
			}
			files++
			got, err := os.ReadFile(filepath.Join(out, folder, name))
			require.NoError(t, err)
			answer := httptest.NewRecorder()
			s.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/"+name, nil))
			require.Equal(t, http.StatusOK, answer.Code, name)
			require.Equal(t, answer.Body.String(), string(got), name)
			return nil
		}))
		require.Equal(t, map[string]int{AppFolder: 9, SandboxFolder: 4}[folder], files)
		rules, err := os.ReadFile(filepath.Join(out, folder, "_headers"))
		require.NoError(t, err)
		require.Equal(t, string(s.rules.Hosting()), string(rules))
	}
	require.NoFileExists(t, filepath.Join(out, "app/assets/main-1.js.gz"), "a form of an earlier build")
	require.FileExists(t, filepath.Join(out, "sandbox/assets/worker-1.js.gz"))
	require.ErrorContains(t, Assemble(root, out, hosted), "not empty")
	require.Error(t, Assemble(t.TempDir(), filepath.Join(t.TempDir(), "site"), hosted), "nothing is built")
}

// paths are asked of both servers.
var paths = map[string][]string{
	AppFolder: {
		"/", "/index.html", "/play", "/play.html", "/config.json", "/assets/main-1.js", "/embed/simten-embed.js", "/icon.svg", "/assets/font.woff2",
		"/nothing", "/assets/nothing.js", "/_headers", "/play/", "/embed/",
		"/editor", "/circuit", "/circuit/", "/circuit/MYSwTsCuIC5A", "/circuit/a+b-$", "/circuit/s/2cf24dba5fb0a30e26e8", "/circuits", "/_redirects", "/embed", "/embed?example=counter", "/embed.html", "/?x=.html",
	},
	SandboxFolder: {"/", "/config.json", "/assets/worker-1.js", "/assets/engine-1.wasm", "/nothing", "/assets/nothing.js", "/assets/worker-1.js.gz", "/framed", "/framed?x", "/framed/"},
}

// sameAnswers compares what a server answers with what simten serve answers: status, text, type, and every header of
// the rules.
func sameAnswers(t *testing.T, root string, ports map[string]int) {
	t.Helper()
	for folder, s := range map[string]*Site{AppFolder: App(root, hosted), SandboxFolder: Sandbox(root, hosted, nil)} {
		for _, path := range paths[folder] {
			request := httptest.NewRequest(http.MethodGet, path, nil)
			request.Header.Set("Accept", "text/html")
			want := httptest.NewRecorder()
			s.ServeHTTP(want, request)
			real, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d%s", ports[folder], path), nil)
			require.NoError(t, err)
			real.Header.Set("Accept", "text/html")
			got, err := http.DefaultTransport.RoundTrip(real)
			require.NoError(t, err)
			body, err := io.ReadAll(got.Body)
			require.NoError(t, err)
			require.NoError(t, got.Body.Close())
			require.Equal(t, want.Code, got.StatusCode, path)
			for _, f := range s.rules.For(request.URL.Path) {
				if want.Code == http.StatusNotFound && (f.Name == "Cross-Origin-Resource-Policy" || f.Name == "Access-Control-Allow-Origin") {
					continue // who may read that nothing is there is not told by all servers alike
				}
				require.Equal(t, want.Header().Values(f.Name), got.Header.Values(f.Name), "%s of %s", f.Name, path)
			}
			if want.Code == http.StatusOK {
				require.Equal(t, want.Body.String(), string(body), path)
				require.Equal(t, want.Header().Get("Content-Type"), got.Header.Get("Content-Type"), path)
			}
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// run starts a server that is installed and waits for it.
func run(t *testing.T, dir string, ports map[string]int, name string, arguments ...string) {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed here", name)
	}
	ctx, stop := context.WithCancel(t.Context())
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir = dir
	command.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	var said strings.Builder
	command.Stderr = &said
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		stop()
		_ = command.Wait() // it was interrupted
	})
	require.Eventually(t, func() bool {
		for _, port := range ports {
			c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
			if err != nil {
				return false
			}
			_ = c.Close()
		}
		return true
	}, 20*time.Second, 50*time.Millisecond, "%s does not listen: %s", name, &said)
}

func TestNginxAnswersAsServe(t *testing.T) {
	root, dir := built(t), t.TempDir()
	out := filepath.Join(dir, "site")
	require.NoError(t, Assemble(root, out, hosted))
	ports := map[string]int{AppFolder: freePort(t), SandboxFolder: freePort(t)}
	var servers strings.Builder
	for folder, port := range ports {
		fmt.Fprintf(&servers, "server { listen 127.0.0.1:%d; root %s/%s; include %s/nginx.%s.conf; }\n", port, out, folder, out, folder)
	}
	user := ""
	if os.Getuid() == 0 {
		user = "user root;\n" // the folders of a test are nobody else's
	}
	settings := fmt.Sprintf("%sdaemon off;\npid %[2]s/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path %[2]s/a; proxy_temp_path %[2]s/b; "+
		"fastcgi_temp_path %[2]s/c; uwsgi_temp_path %[2]s/d; scgi_temp_path %[2]s/e;\ninclude %[3]s/nginx.maps.conf;\n%[4]s}\n", user, dir, out, &servers)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(settings), 0o644))
	run(t, dir, ports, "nginx", "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))
	sameAnswers(t, root, ports)
}

func TestCaddyAnswersAsServe(t *testing.T) {
	root, dir := built(t), t.TempDir()
	out := filepath.Join(dir, "site")
	require.NoError(t, Assemble(root, out, hosted))
	ports := map[string]int{AppFolder: freePort(t), SandboxFolder: freePort(t)}
	file, err := os.ReadFile(filepath.Join(out, "Caddyfile"))
	require.NoError(t, err)
	settings := strings.NewReplacer(
		hosted.App[0], fmt.Sprintf("http://127.0.0.1:%d", ports[AppFolder]), hosted.Sandbox, fmt.Sprintf("http://127.0.0.1:%d", ports[SandboxFolder]),
	).Replace(string(file))
	require.NoError(t, os.WriteFile(filepath.Join(out, "Caddyfile"), []byte("{\n\tadmin off\n}\n"+settings), 0o644))
	run(t, out, ports, "caddy", "run", "--adapter", "caddyfile", "--config", "Caddyfile")
	sameAnswers(t, root, ports)
}
