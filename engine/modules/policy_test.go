package modules

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpecifiers(t *testing.T) {
	for text, want := range map[string]Specifier{
		"figlet":                     {"figlet", "", ""},
		"lodash-es/chunk.js":         {"lodash-es", "", "chunk.js"},
		"fast-check@4.10.2":          {"fast-check", "4.10.2", ""},
		"fast-check@^4.1":            {"fast-check", "^4.1", ""},
		"react@next":                 {"react", "next", ""},
		"@noble/hashes":              {"@noble/hashes", "", ""},
		"@noble/hashes@2/sha2.js":    {"@noble/hashes", "2", "sha2.js"},
		"figlet/importable-fonts/3D": {"figlet", "", "importable-fonts/3D"},
		"JSONStream":                 {"JSONStream", "", ""},
		"buffer":                     {"buffer", "", ""},
		"events/":                    {},
	} {
		s, refusal := ParseSpecifier(text)
		if want.Package == "" {
			require.NotNil(t, refusal, text)
			continue
		}
		require.Nil(t, refusal, text)
		require.Equal(t, want, s, text)
	}
}

func TestRefusedSpecifiers_A186_A187_A188_A189_A190(t *testing.T) {
	for _, text := range []string{
		"", "./alu", "../alu", "/alu", "\\alu", ".", "..", "#internal", "@", "@scope", "@scope/", "@/x", "@.x/y", "@../x",
		"node:fs", "NODE:fs", "fs", "fs/promises", "crypto", "child_process", "https://esm.sh/x", "HTTPS://esm.sh/x", "http:x", "data:text/javascript,1",
		"file:///etc/passwd", "blob:x", "javascript:alert(1)", "//esm.sh/x", "x/../y", "x/./y", "x//y", "x/..", "x/%2e%2e/y", "x?y", "x#y", "x y", "x\ny",
		"x\\y", "x@", "x@ ", "x@1/../2", "x@1 || 2", "x@npm:y", "_x", ".x", "é", "x/é", "x\x00", strings.Repeat("x", 400), "x@>1", "x@*",
	} {
		s, refusal := ParseSpecifier(text)
		require.NotNil(t, refusal, "%q is %+v", text, s)
		require.NotEmpty(t, refusal.Reason)
		require.NotEmpty(t, refusal.Advice)
	}
}

const host = "https://modules.example/npm"

func TestLocate(t *testing.T) {
	from := "/pkg@1.0.0/es2022/dir/file.mjs?target=es2022"
	for specifier, want := range map[string]string{
		"./x.mjs":                            "/pkg@1.0.0/es2022/dir/x.mjs",
		"../x.mjs":                           "/pkg@1.0.0/es2022/x.mjs",
		"../../x.mjs?a=b":                    "/pkg@1.0.0/x.mjs?a=b",
		"/dep@2.0.0/es2022/dep.mjs":          "/dep@2.0.0/es2022/dep.mjs",
		"/dep@^2?target=es2022":              "/dep@^2?target=es2022",
		host + "/dep@2":                      "/dep@2",
		"/v135/dep@2.0.0/X-ZXhw/es2022/d.js": "/v135/dep@2.0.0/X-ZXhw/es2022/d.js",
	} {
		path, refusal := Locate(host, from, specifier)
		require.Nil(t, refusal, specifier)
		require.Equal(t, want, path)
	}
	for _, specifier := range []string{
		"../../../../x.mjs", "../../../../../..", "//elsewhere.example/x", "https://elsewhere.example/x", "https://modules.example/other",
		host + "evil/x", host + ".example/x", host + "/../x", "data:text/javascript,1", "node:fs", "fs", "bare", "file:///x", "/..", "/a/../b", "/%2e%2e/x", "/a%2f..%2fb",
		"/a//b", "/", "", "/x#y", "/x\\y", "/x y", "./..%2f..%2f..%2f..%2fx", "blob:x",
	} {
		path, refusal := Locate(host, from, specifier)
		require.NotNil(t, refusal, "%q leads to %q", specifier, path)
	}
}

func TestHosts(t *testing.T) {
	for _, text := range []string{"https://esm.sh", "https://esm.sh/", "http://localhost:3002/npm", "https://a.example:8443/x/y/"} {
		base, refusal := ParseHost(text)
		require.Nil(t, refusal, text)
		require.Equal(t, strings.TrimSuffix(text, "/"), base)
	}
	for _, text := range []string{"", "esm.sh", "ftp://esm.sh", "https://", "https://user:pass@esm.sh", "https://esm.sh?x", "https://esm.sh?", "https://esm.sh#", "https://esm.sh/../x", "javascript:1", "https://esm.sh/a b"} {
		_, refusal := ParseHost(text)
		require.NotNil(t, refusal, text)
	}
}

func TestAnswersFromElsewhereAreRefused_A194_A211_A212(t *testing.T) {
	path, refusal := OnHost(host, host+"/figlet@1.0.0?target=es2022")
	require.Nil(t, refusal)
	require.Equal(t, "/figlet@1.0.0?target=es2022", path)
	for _, address := range []string{"https://elsewhere.example/x", "https://modules.example/", host, host + "/", host + "/../secret", "http://modules.example/npm/x"} {
		_, refusal := OnHost(host, address)
		require.NotNil(t, refusal, address)
	}
}

func TestMediaTypes(t *testing.T) {
	for kind, want := range map[string][2]bool{
		"application/javascript; charset=utf-8": {false, true}, "text/javascript": {false, true}, "Text/JavaScript ": {false, true},
		ModuleType: {false, true}, "application/json": {true, true},
		"": {}, "text/html": {}, "text/plain": {}, "application/wasm": {}, "text/css": {}, "application/octet-stream": {}, "text/javascript2": {},
	} {
		data, ok := kindOf(kind)
		require.Equal(t, want, [2]bool{data, ok}, kind)
	}
}

func TestVersions(t *testing.T) {
	require.Equal(t, "4.10.2", versionIn("fast-check", "", `/* esm.sh - fast-check@4.10.2 */ export * from "/fast-check@4.10.2/es2022/fast-check.mjs";`))
	require.Equal(t, "2.0.0-rc.1", versionIn("@a/b", "/@a/b@2.0.0-rc.1?target=es2022", ""))
	require.Equal(t, "1.2.3", versionIn("x", "/x@1.2.3", ""))
	require.Empty(t, versionIn("x", "/x", `export * from "/y@1.0.0/x.mjs"`))
	require.Empty(t, versionIn("x", "", `export * from "/xx@1.0.0/x.mjs"`))
	require.Empty(t, versionIn("x", "/x@next", ""))
}

func TestLocksFromOutside_A196(t *testing.T) {
	good := func() *Lock {
		return &Lock{Host: "https://esm.sh", Packages: map[string]string{"x@4": "4.0.1"}, Modules: map[string]string{"/x@4.0.1?target=es2022": hashOf(nil)}}
	}
	require.True(t, good().Valid())
	for name, spoil := range map[string]func(*Lock){
		"host":    func(l *Lock) { l.Host = "javascript:1" },
		"package": func(l *Lock) { l.Packages["../x"] = "1.0.0" },
		"file":    func(l *Lock) { l.Packages["x/y"] = "1.0.0" },
		"version": func(l *Lock) { l.Packages["y"] = "1.0.0/../../z" },
		"range":   func(l *Lock) { l.Packages["y"] = "^1" },
		"path":    func(l *Lock) { l.Modules["/../x"] = hashOf(nil) },
		"hash":    func(l *Lock) { l.Modules["/x"] = "abc" },
	} {
		l := good()
		spoil(l)
		require.False(t, l.Valid(), name)
	}
}

// Whatever the policy lets through leads to the module host and nowhere else, read as a browser reads addresses.
func FuzzPolicy(f *testing.F) {
	for _, seed := range []string{"figlet", "@noble/hashes@2/sha2.js", "./x", "../../x", "/a/b?c", "//x/y", "https://modules.example/npm/x", "node:fs", "a/%2e%2e/b", "\\x", "@a/b", "/a%5c..%5cb", "/\t/x", "x@^1"} {
		f.Add("/pkg@1.0.0/es2022/file.mjs", seed)
	}
	f.Fuzz(func(t *testing.T, from, specifier string) {
		leads := func(path string) {
			require.NotContains(t, path, "\\")
			u, err := url.Parse(host + path)
			require.NoError(t, err)
			require.Equal(t, "https", u.Scheme)
			require.Equal(t, "modules.example", u.Host)
			require.Nil(t, u.User)
			require.Empty(t, u.Fragment)
			require.True(t, strings.HasPrefix(u.JoinPath().Path, "/npm/"), path)
			require.Equal(t, u.Path, u.JoinPath().Path, "nothing is left to be cleaned")
			again, refusal := ParsePath(path)
			require.Nil(t, refusal)
			require.Equal(t, path, again)
		}
		if s, refusal := ParseSpecifier(specifier); refusal == nil {
			leads(s.hostPath(""))
			leads(s.hostPath("1.2.3"))
			if s.Range != "" {
				leads(s.hostPath(s.Range))
			}
			_, refusal = ParseSpecifier(s.Key())
			require.Nil(t, refusal)
		}
		if base, refusal := ParsePath(from); refusal == nil {
			if path, refusal := Locate(host, base, specifier); refusal == nil {
				leads(path)
			}
		}
		if path, refusal := OnHost(host, specifier); refusal == nil {
			leads(path)
		}
	})
}
