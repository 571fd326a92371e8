//go:build built

// These tests look at what `make hosting` or `make test` built, and fail when nothing is built.
package invariants

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/site"
	"simten.dev/engine/protocol"
	"simten.dev/invariants/dynamic"
	"simten.dev/invariants/product"
)

const checkout = ".."

var served = []string{"app-site/dist", "embed/dist", "sandbox-site/dist"}

// built calls visit for every file that is served.
func built(t *testing.T, visit func(name string, content []byte)) {
	t.Helper()
	for _, folder := range served {
		files := 0
		require.NoError(t, filepath.WalkDir(filepath.Join(checkout, folder), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(checkout, path)
			if err != nil {
				return err
			}
			files++
			visit(filepath.ToSlash(name), content)
			return nil
		}))
		require.Positive(t, files, "%s is empty", folder)
	}
}

func TestBuiltFilesHoldNoDynamicCode(t *testing.T) {
	scanned := 0
	built(t, func(name string, content []byte) {
		switch filepath.Ext(name) {
		case ".js", ".mjs", ".html":
			found, err := dynamic.Scan(name, string(content))
			require.NoError(t, err)
			require.Empty(t, found)
			scanned++
		}
	})
	require.Greater(t, scanned, 5)
}

func TestBuiltEngineKeepsItsBudget(t *testing.T) {
	engines, err := filepath.Glob(filepath.Join(checkout, "sandbox-site", "dist", "assets", "engine-*.wasm"))
	require.NoError(t, err)
	require.Len(t, engines, 1)
	content, err := os.ReadFile(engines[0])
	require.NoError(t, err)
	packed, err := os.Stat(engines[0] + ".br")
	require.NoError(t, err)
	module, err := product.ParseModule(content)
	require.NoError(t, err)
	t.Logf("%d bytes, %d in brotli", len(content), packed.Size())
	pages := uint64(protocol.DefaultLimits.MemoryMebibytes) << 20 / product.PageBytes
	require.Empty(t, product.CheckEngine(module, pages, packed.Size()))
}

// A page with embeds loads the element and all that it imports at once; the rest comes when a circuit is in sight.
func TestBuiltEmbedKeepsItsBudget(t *testing.T) {
	const most = 40_000 // bytes in brotli
	static := regexp.MustCompile(`(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']`)
	folder := filepath.Join(checkout, "embed", "dist")
	total, seen := int64(0), map[string]bool{}
	var load func(name string)
	load = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		content, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		size := int64(len(content)) // small files are served as they are
		if packed, err := os.Stat(filepath.Join(folder, name+".br")); err == nil {
			size = packed.Size()
		}
		total += size
		for _, match := range static.FindAllStringSubmatch(string(content), -1) {
			load(match[1])
		}
	}
	load("simten-embed.js")
	t.Logf("%d bytes in %d files", total, len(seen))
	require.Greater(t, len(seen), 1)
	require.LessOrEqual(t, total, int64(most))
}

// Every file comes out with the headers that the rules give for its path, on the origin it belongs to.
func TestBuiltFilesAreServedWithTheirHeaders(t *testing.T) {
	origins, err := site.LocalOrigins(3001, 3002, nil)
	require.NoError(t, err)
	root, err := filepath.Abs(checkout)
	require.NoError(t, err)
	app, sandbox := site.App(root, origins), site.Sandbox(root, origins, nil)
	workers := 0
	built(t, func(name string, _ []byte) {
		base := filepath.Base(name)
		if strings.HasPrefix(base, ".") || base == "_headers" || base == "_redirects" || strings.HasSuffix(base, ".br") || strings.HasSuffix(base, ".gz") {
			return
		}
		var handler http.Handler = app
		rules, path := headers.App(origins), ""
		switch {
		case strings.HasPrefix(name, "app-site/dist/"):
			path = strings.TrimPrefix(name, "app-site/dist")
		case strings.HasPrefix(name, "embed/dist/"):
			path = "/embed" + strings.TrimPrefix(name, "embed/dist")
		default:
			handler, rules, path = sandbox, headers.Sandbox(origins), strings.TrimPrefix(name, "sandbox-site/dist")
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		require.Equal(t, http.StatusOK, w.Code, path)
		want := map[string]string{}
		for _, f := range rules.For(path) {
			want[f.Name] = f.Value
		}
		require.NotEmpty(t, want, path)
		require.Empty(t, product.CheckServed(path, w.Header().Get, want))
		if strings.HasPrefix(name, "sandbox-site/dist/assets/worker") && strings.HasSuffix(name, ".js") {
			workers++
			require.Equal(t, headers.WorkerPolicy(), w.Header().Get("Content-Security-Policy"), "%s runs user code, or programs of others on texts of users", path)
		}
		if strings.HasSuffix(path, ".wasm") {
			require.Equal(t, "application/wasm", w.Header().Get("Content-Type"))
		}
	})
	require.Equal(t, 3, workers, "the scripts of the workers, with the engine, without, and with programs of others, are known by their names")
}

// The hosting files that Vite copied are the ones that stand in the sources, so that a static host says the same.
func TestBuiltPagesCarryTheHostingFiles(t *testing.T) {
	origins, err := site.LocalOrigins(3001, 3002, nil)
	require.NoError(t, err)
	require.Empty(t, product.CheckHosting(func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(checkout, filepath.FromSlash(name)))
	}, map[string]string{
		"app-site/dist/_headers":        string(headers.App(origins).Hosting()),
		"sandbox-site/dist/_headers":    string(headers.Sandbox(origins).Hosting()),
		"app-site/dist/_redirects":      string(site.App("", origins).Redirects()),
		"sandbox-site/dist/_redirects":  string(site.Sandbox("", origins, nil).Redirects()),
		"app-site/dist/config.json":     string(headers.AppConfig(origins)),
		"sandbox-site/dist/config.json": string(headers.SandboxConfig(origins)),
	}))
}

// Both sites say what they contain, in words and as a bill of materials.
func TestBuiltSitesCarryTheirNotices(t *testing.T) {
	for _, w := range []string{"app-site", "sandbox-site"} {
		for name, part := range map[string]string{"licenses.txt": "Eclipse Public License - v 2.0", "sbom.cdx.json": "pkg:golang/github.com/dop251/goja@"} {
			content, err := os.ReadFile(filepath.Join(checkout, w, "dist", name))
			require.NoError(t, err)
			require.Contains(t, string(content), part, w)
		}
	}
}
