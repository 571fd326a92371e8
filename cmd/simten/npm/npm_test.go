package npm

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/sandbox"
)

const here = "." // node_modules of the checkout are above

func compile(t *testing.T, text string, loader modules.Loader, lock *modules.Lock) *sandbox.Compiled {
	t.Helper()
	c, err := sandbox.CompileLoading(t.Context(), sandbox.Source{Text: text, Grants: circuit.AllGrants(), Lock: lock}, sandbox.Limits{}, loader)
	require.NoError(t, err)
	return c
}

// kerning is what the documentation of figlet prints for the font Standard.
const kerning = "  _  __               _\n | |/ /___ _ __ _ __ (_)_ __   __ _\n | ' // _ \\ '__| '_ \\| | '_ \\ / _` |\n" +
	" | . \\  __/ |  | | | | | | | | (_| |\n |_|\\_\\___|_|  |_| |_|_|_| |_|\\__, |\n                              |___/"

// packages are the real ones, with what they must give: published test vectors, or what follows from their documentation.
var packages = []struct{ name, text, prints string }{
	{"figlet", `import figlet from 'figlet'
import standard from 'figlet/importable-fonts/Standard.js'
figlet.parseFont('Standard', standard)
console.log(figlet.textSync('Kerning').replace(/ +$/gm, ''))`, kerning},
	{"@noble/hashes", `import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
console.log(bytesToHex(sha256(utf8ToBytes('abc'))))`, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
	{"js-sha256", `import { sha256 } from 'js-sha256'
console.log(sha256('abc'), sha256(''))`, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
	{"crc-32", `import CRC32, { str } from 'crc-32'
console.log(CRC32.str('123456789') >>> 0, str('') >>> 0)`, "3421780262 0"}, // 0xCBF43926
	{
		"lodash-es", `import { chunk, groupBy, sortBy } from 'lodash-es'
console.log(JSON.stringify([chunk([1, 2, 3, 4, 5], 2), groupBy([6.1, 4.2, 6.3], Math.floor), sortBy([3, 1, 2])]))`,
		`[[[1,2],[3,4],[5]],{"4":[4.2],"6":[6.1,6.3]},[1,2,3]]`,
	},
	{"lodash-es as a whole", `import * as _ from 'lodash-es'
console.log(_.camelCase('foo bar'), _['kebabCase']('fooBar'))`, "fooBar foo-bar"},
	{
		"big-integer", `import bigInt from 'big-integer'
console.log(bigInt('123456789012345678901234567890').pow(2).toString(), bigInt(2).modPow(10, 1000).toJSNumber())`,
		"15241578753238836750495351562536198787501905199875019052100 24",
	},
	{"fast-check", `import fc from 'fast-check'
fc.assert(fc.property(fc.array(fc.integer()), (a) => a.length === [...a].reverse().length))
let failed = ''
try { fc.assert(fc.property(fc.nat(), (n) => n < 1000), { seed: 7 }) } catch (e) { failed = String(e) }
console.log(/Counterexample: \[1000\]/.test(failed), fc.sample(fc.integer({ min: 0, max: 9 }), { numRuns: 3, seed: 1 }).length)`, "true 3"},
}

// The packages that issue 5 names run in the realm and give the right values, from node_modules.
func TestPackages_D8(t *testing.T) {
	for _, p := range packages {
		t.Run(p.name, func(t *testing.T) {
			c := compile(t, p.text+"\ncircuit('A', {})", NewFolder(here), nil)
			require.Empty(t, c.Diagnostics)
			require.Equal(t, []string{p.prints}, c.Console)
			for path := range c.Lock.Modules {
				require.True(t, strings.HasPrefix(path, "/node_modules/"), path)
			}
		})
	}
}

// The same over a module host on this machine, and again from the lock that the first time gave.
func TestPackagesFromAModuleHost(t *testing.T) {
	server := httptest.NewServer(&Server{Loader: NewFolder(here), Type: "application/javascript; charset=utf-8"})
	defer server.Close()
	for _, p := range packages {
		t.Run(p.name, func(t *testing.T) {
			c := compile(t, p.text+"\ncircuit('A', {})", NewRemote(server.URL, 0), nil)
			require.Empty(t, c.Diagnostics)
			require.Equal(t, []string{p.prints}, c.Console)
			again := compile(t, p.text+"\ncircuit('A', {})", NewRemote(server.URL, 0), c.Lock)
			require.Empty(t, again.Diagnostics)
			require.Equal(t, c.Lock, again.Lock)
		})
	}
}

// A module that several packages import is there once.
func TestSharedModules(t *testing.T) {
	c := compile(t, "import fc from 'fast-check'\nimport { mersenne } from 'pure-rand/generator/mersenne'\nimport { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'\nconsole.log(typeof fc.assert, typeof mersenne, typeof xoroshiro128plus)\ncircuit('A', {})", NewFolder(here), nil)
	require.Empty(t, c.Diagnostics)
	require.Equal(t, []string{"function function function"}, c.Console)
}

func TestFolderKnowsVersions(t *testing.T) {
	f := NewFolder(here)
	for _, path := range []string{"/figlet", "/figlet@1", "/figlet@^1.2", "/figlet@1.12.0", "/figlet@latest", "/figlet/importable-fonts/Standard.js?target=es2022"} {
		a := f.Answer(path)
		require.Empty(t, a.Failure, path)
		require.True(t, strings.HasPrefix(a.Final, "/node_modules/figlet@1.12.0"), a.Final)
	}
	for path, why := range map[string]string{
		"/figlet@2": "is in node_modules as version 1.12.0", "/no-such-package": "npm install no-such-package", "/../x": "not the name",
		"/figlet/package.json/../../x": "not the name", "/figlet/nothing.js": "cannot be built",
	} {
		require.Contains(t, f.Answer(path).Failure, why, path)
	}
}

func TestVersionRanges(t *testing.T) {
	for _, test := range []struct {
		version, wanted string
		fits            bool
	}{
		{"4.10.2", "", true},
		{"4.10.2", "latest", true},
		{"4.10.2", "4", true},
		{"4.10.2", "4.10", true},
		{"4.10.2", "4.1", false},
		{"4.10.2", "5", false},
		{"4.10.2", "4.10.2", true},
		{"4.10.2", "4.10.1", false},
		{"4.10.2", "^4.1.0", true},
		{"4.10.2", "^4.11", false},
		{"4.10.2", "^3", false},
		{"0.2.5", "^0.2.1", true},
		{"0.3.0", "^0.2.1", false},
		{"0.0.3", "^0.0.3", true},
		{"0.0.4", "^0.0.3", false},
		{"4.10.2", "~4.10.0", true},
		{"4.11.0", "~4.10.0", false},
		{"4.10.2", "4.x", true},
		{"4.10.2", "4.*", true},
		{"2.0.0-rc.1", "2.0.0-rc.1", true},
		{"2.0.0-rc.1", "2.0.0", false},
	} {
		require.Equal(t, test.fits, fits(test.version, test.wanted), "%s for %q", test.version, test.wanted)
	}
}

// A package cannot bring files from outside of node_modules.
func TestNothingOutsideOfTheFolder_A191(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	write("secret.json", `{"secret": 1}`)
	write("node_modules/sly/package.json", `{"name": "sly", "version": "1.0.0", "main": "index.js"}`)
	write("node_modules/sly/index.js", "module.exports = require('../../secret.json')")
	write("node_modules/sly/absolute.js", "module.exports = require('"+filepath.ToSlash(filepath.Join(dir, "secret.json"))+"')")
	write("node_modules/sly/fine.js", "module.exports = require('./inner/x.js')")
	write("node_modules/sly/inner/x.js", "module.exports = 1")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "circuits"), 0o755))
	f := NewFolder(filepath.Join(dir, "circuits"))
	for _, path := range []string{"/sly", "/sly/absolute.js"} {
		a := f.Answer(path)
		require.Contains(t, a.Failure, "outside of node_modules", path)
		require.NotContains(t, string(a.Text), "secret")
	}
	require.Empty(t, f.Answer("/sly/fine.js").Failure)

	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.json"), filepath.Join(dir, "node_modules", "sly", "link.json")))
	write("node_modules/sly/linked.js", "module.exports = require('./link.json')")
	require.Contains(t, f.Answer("/sly/linked.js").Failure, "outside of node_modules")
}

func TestRemote_A194(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write([]byte("export default 'stolen'"))
	}))
	defer elsewhere.Close()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		switch r.URL.Path {
		case "/fine":
			http.Redirect(w, r, "/fine@1.0.0?"+r.URL.RawQuery, http.StatusFound)
		case "/fine@1.0.0":
			_, _ = w.Write([]byte("export default 1"))
		case "/off":
			http.Redirect(w, r, elsewhere.URL+"/x", http.StatusFound)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/large":
			_, _ = w.Write(make([]byte, 2000))
		case "/page":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<p>"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer host.Close()
	remote := NewRemote(host.URL, 1000)
	answer := func(path string) modules.Answer { return remote.Load(t.Context(), []string{path})[0] }
	a := answer("/fine?target=es2022")
	require.Equal(t, modules.Answer{Path: "/fine?target=es2022", Final: "/fine@1.0.0?target=es2022", Type: "text/javascript", Text: []byte("export default 1")}, a)
	for path, why := range map[string]string{
		"/off": "redirected off the module host", "/round": "redirected", "/large": "more than 1,000 bytes", "/nothing": "404 Not Found", "/../x": "not a path",
	} {
		a := answer(path)
		require.Contains(t, a.Failure, why, path)
		require.Empty(t, a.Text)
	}
	c := compile(t, "import p from 'page@1.0.0'\np()", remote, nil)
	require.Equal(t, circuit.CodeModuleUnavailable, c.Diagnostics[0].Code)

	host.Close()
	a = answer("/fine")
	require.True(t, a.Offline)
	d := compile(t, "import fine from 'fine'\nfine()", remote, nil).Diagnostics[0]
	require.Equal(t, circuit.CodeModuleUnavailable, d.Code)
	require.Contains(t, d.Suggestion, "Check the connection")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NotEmpty(t, remote.Load(ctx, []string{"/fine"})[0].Failure)
}

// The host is asked for a package that is not in node_modules.
func TestNear(t *testing.T) {
	far := &recorder{}
	n := &Near{NewFolder(here), far}
	require.Equal(t, "https://far.example", n.Host())
	answers := n.Load(t.Context(), []string{"/figlet?target=es2022", "/not-installed?target=es2022", "/figlet@99"})
	require.Len(t, answers, 3)
	require.Equal(t, []string{"/not-installed?target=es2022", "/figlet@99"}, far.asked)
}

type recorder struct{ asked []string }

func (r *recorder) Host() string { return "https://far.example" }

func (r *recorder) Load(_ context.Context, paths []string) []modules.Answer {
	r.asked = append(r.asked, paths...)
	answers := make([]modules.Answer, len(paths))
	for i, p := range paths {
		answers[i] = modules.Answer{Path: p, Failure: "is not there"}
	}
	return answers
}
