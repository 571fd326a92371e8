package headers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var local = Origins{App: []string{"http://localhost:3001"}, Sandbox: "http://localhost:3002"}

func TestParseOrigin(t *testing.T) {
	for text, want := range map[string]string{
		"http://localhost:3001":      "http://localhost:3001",
		"HTTPS://Example.ORG":        "https://example.org",
		"https://example.org/":       "https://example.org",
		"https://example.org:443":    "https://example.org",
		"http://example.org:80":      "http://example.org",
		"http://example.org:443":     "http://example.org:443",
		"https://a-b.c.example:8443": "https://a-b.c.example:8443",
		"https://example.org:08443":  "https://example.org:8443",
	} {
		got, err := ParseOrigin(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got)
	}
	for _, text := range []string{
		"", "*", "null", "example.org", "ftp://example.org", "https://", "https://*.example.org", "https://a..b",
		"https://-a.org", "https://example.org/path", "https://u:p@example.org", "https://example.org:0",
		"https://example.org:70000", "https://example.org?x", "https://example.org#x", "http://[::1]:3001",
		"https://example.org;script-src *", "https://example.org, https://b.org", "https://example.org\n",
		"https://" + strings.Repeat("a.", 130) + "org", " https://example.org", "data:", "blob:", "'self'",
	} {
		_, err := ParseOrigin(text)
		require.Error(t, err, text)
		require.ErrorContains(t, err, "write it like")
	}
}

func TestSandboxPolicyIsTheOneThatWasAgreed_A204_A209(t *testing.T) {
	require.Equal(t,
		"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https://esm.sh; worker-src 'self'; base-uri 'none'; "+
			"form-action 'none'; object-src 'none'; frame-ancestors http://localhost:3001 https://blog.example",
		SandboxPolicy("https://esm.sh", "http://localhost:3001", "https://blog.example"))
	require.Contains(t, SandboxPolicy(""), "connect-src 'self';", "without a module host there is no further origin")
	require.Contains(t, SandboxPolicy(""), "frame-ancestors 'none'", "without an embedder nobody may frame it")
}

func TestAppPolicy(t *testing.T) {
	require.Equal(t,
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "+
			"connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src http://localhost:3002; base-uri 'none'; form-action 'none'; object-src 'none'; "+
			"frame-ancestors 'none'",
		AppPolicy("http://localhost:3002"))
}

func TestOnePageOfEachOriginMayBeFramedByAnybody(t *testing.T) {
	o := Origins{App: []string{"http://localhost:3001"}, Sandbox: "http://localhost:3002"}
	policy := func(r Rules, path string) string {
		for _, f := range r.For(path) {
			if f.Name == "Content-Security-Policy" {
				return f.Value
			}
		}
		return ""
	}
	// Apart from who may frame them, they have the policy of the other pages of their origin.
	require.Equal(t, policy(App(o), "/"), policy(App(o), EmbedPath)+"; frame-ancestors 'none'")
	require.Equal(t, policy(Sandbox(o), "/"), policy(Sandbox(o), FramedPath)+"; frame-ancestors http://localhost:3001")
	for _, path := range []string{
		"/", "/index.html", "/embed.html", "/embed/", "/embed/simten-embed.js", "/embedded", "/embed-demo", "/play", "/editor", "/circuit/x", "/EMBED",
	} {
		require.Contains(t, policy(App(o), path), "frame-ancestors 'none'", path)
	}
	for _, path := range []string{"/", "/index.html", "/framed/", "/framed.html", "/framed/x", "/assets/worker-1.js", "/assets/x.js"} {
		require.Contains(t, policy(Sandbox(o), path), "frame-ancestors", path)
	}
}

func TestPolicyRefusesDangerousSources_A258(t *testing.T) {
	for _, source := range []string{"'unsafe-eval'", "'unsafe-inline'", "blob:", "*", "https:", "'strict-dynamic'", "data:", "filesystem:"} {
		var p Policy
		p.Set("script-src", source)
		require.Equal(t, "script-src 'none'", p.String(), source)
	}
	var p Policy
	p.Set("img-src", "data:").Set("connect-src", "'wasm-unsafe-eval'").Set("sandbox; script-src *", "'self'")
	require.Equal(t, "img-src data:; connect-src 'none'", p.String())
	p.Set("img-src", "'self'")
	require.Equal(t, "img-src 'self'; connect-src 'none'", p.String(), "a directive stands once")
}

// Whatever text arrives as an origin, the policy keeps its directives and gains no source that is not a clean origin.
func TestPolicyCannotBeInjectedInto_A258_A259(t *testing.T) {
	shape := strings.Split(SandboxPolicy(""), "; ")
	pieces := rapid.SampledFrom([]string{
		";", ",", " ", "\n", "\r\n", "\t", "'", "\"", "*", "http://", "https://", "localhost", ":3001", "script-src",
		"'unsafe-eval'", "blob:", "data:", "example.org", "/", "\x00", "é", "；", "　", "%3B", "frame-ancestors", ".",
	})
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.OneOf(
			rapid.String(),
			rapid.Map(rapid.SliceOfN(pieces, 0, 8), func(s []string) string { return strings.Join(s, "") }),
		).Draw(t, "source")
		for _, policy := range []string{SandboxPolicy("", source), SandboxPolicy(source), AppPolicy(source)} {
			require.NotContains(t, policy, "unsafe-eval'; script-src 'unsafe", policy)
			for _, r := range policy {
				require.True(t, r >= ' ' && r < 0x7f && r != ',' && r != '"', "%q in %s", r, policy)
			}
		}
		parts := strings.Split(SandboxPolicy(source, source), "; ")
		require.Len(t, parts, len(shape))
		clean := func(value string) {
			origin, err := ParseOrigin(value)
			require.NoError(t, err)
			require.Equal(t, origin, value)
		}
		for i, directive := range shape[:len(shape)-1] {
			if host, more := strings.CutPrefix(parts[i], directive+" "); more && strings.HasPrefix(directive, "connect-src ") {
				clean(host) // the text is an origin: packages may come from there
			} else {
				require.Equal(t, directive, parts[i])
			}
		}
		value, ok := strings.CutPrefix(parts[len(parts)-1], "frame-ancestors ")
		require.True(t, ok)
		if value != "'none'" && value != "'self'" {
			clean(value)
		}
	})
}

func FuzzParseOrigin(f *testing.F) {
	for _, seed := range []string{"http://localhost:3001", "https://a.b:443/", "https://x;y", "http://é", "https://a:99999"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		origin, err := ParseOrigin(text)
		if err != nil {
			return
		}
		again, err := ParseOrigin(origin)
		require.NoError(t, err)
		require.Equal(t, origin, again, "parsing is settled after one step")
		require.False(t, strings.ContainsAny(origin, " ;,'\"\r\n\t*"))
	})
}

func TestRules_A264_A265(t *testing.T) {
	app, sandbox := App(local), Sandbox(local)
	cases := []struct {
		rules             Rules
		path, name, value string
	}{
		{app, "/", "Cache-Control", NoStore},
		{app, "/play/", "Cache-Control", NoStore},
		{app, "/play/index.html", "Cache-Control", NoStore},
		{app, "/assets/main-abc.js", "Cache-Control", Immutable},
		{app, "/favicon.svg", "Cache-Control", Revalidate},
		{app, "/assets/main-abc.js", "Cross-Origin-Resource-Policy", "same-origin"},
		{app, "/embed/simten-embed.js", "Cross-Origin-Resource-Policy", "cross-origin"},
		{app, "/embed/simten-embed.js", "Access-Control-Allow-Origin", "*"},
		{app, "/embed/assets/x.js", "Cache-Control", Immutable},
		{app, "/config.json", "Cache-Control", NoStore},
		{app, "/sw.js", "Cache-Control", Revalidate},
		{app, "/sw.js", "Content-Security-Policy", "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"},
		{sandbox, "/sw.js", "Content-Security-Policy", "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"},
		{sandbox, "/sw.js", "Cross-Origin-Embedder-Policy", "require-corp"},
		{app, "/config.json", "Access-Control-Allow-Origin", "*"},
		{app, "/", "Access-Control-Allow-Origin", ""},
		{sandbox, "/", "Cache-Control", NoStore},
		{sandbox, "/", "Cross-Origin-Resource-Policy", "cross-origin"},
		{sandbox, "/", "Cross-Origin-Embedder-Policy", "require-corp"},
		{sandbox, "/assets/worker.js", "Cross-Origin-Resource-Policy", "same-origin"},
		{sandbox, "/config.json", "Access-Control-Allow-Origin", ""},
		{sandbox, "/nothing/here", "Content-Security-Policy", SandboxPolicy("", local.App...)},
		{sandbox, "/", "X-Content-Type-Options", "nosniff"},
		{sandbox, "/", "Referrer-Policy", "no-referrer"},
	}
	for _, c := range cases {
		require.Equal(t, c.value, value(c.rules.For(c.path), c.name), "%s of %s", c.name, c.path)
	}
	denied := value(sandbox.For("/"), "Permissions-Policy")
	require.NotContains(t, denied, "self")
	require.Equal(t, len(features), strings.Count(denied, "=()"))
}

func value(fields []Field, name string) string {
	for _, f := range fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// The file for static hosts means the same as the rules: read back the way those hosts read it, it gives the same
// headers for every kind of path.
func TestHostingFileMeansTheSame_A260_A261(t *testing.T) {
	for name, rules := range map[string]Rules{"app": App(local), "sandbox": Sandbox(local)} {
		file := string(rules.Hosting())
		for _, path := range []string{
			"/", "/index.html", "/play", "/play/", "/embed-demo/", "/assets/a.js", "/embed/e.js", "/embed/assets/e.js",
			"/config.json", "/favicon.svg", "/none",
		} {
			want := map[string]string{}
			for _, f := range rules.For(path) {
				want[f.Name] = f.Value
			}
			require.Equal(t, want, readHosting(t, file, path), "%s %s", name, path)
		}
	}
}

// readHosting applies a _headers file to a path as static hosts do: every matching rule in order, a `!` line takes a
// header off, a header that is set twice is joined with a comma.
func readHosting(t *testing.T, file, path string) map[string]string {
	t.Helper()
	got := map[string]string{}
	active := false
	for _, line := range strings.Split(file, "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case !strings.HasPrefix(line, " "):
			active = matches(line, path)
		case !active:
		default:
			line = strings.TrimSpace(line)
			if off, ok := strings.CutPrefix(line, "! "); ok {
				delete(got, off)
				continue
			}
			name, v, ok := strings.Cut(line, ": ")
			require.True(t, ok, line)
			if old, set := got[name]; set {
				v = old + ", " + v
			}
			got[name] = v
		}
	}
	return got
}

func TestValidate(t *testing.T) {
	require.NoError(t, local.Validate())
	for name, o := range map[string]Origins{
		"no app":       {Sandbox: "https://b.org"},
		"no sandbox":   {App: []string{"https://a.org"}},
		"same":         {App: []string{"https://a.org"}, Sandbox: "https://a.org"},
		"not clean":    {App: []string{"https://A.org"}, Sandbox: "https://b.org"},
		"not a origin": {App: []string{"https://a.org", "*"}, Sandbox: "https://b.org"},
	} {
		require.Error(t, o.Validate(), name)
	}
}

func TestConfig(t *testing.T) {
	require.JSONEq(t, `{"sandboxOrigin":"http://localhost:3002"}`, string(AppConfig(local)))
	require.JSONEq(t, `{"appOrigins":["http://localhost:3001"]}`, string(SandboxConfig(local)))
}

// The module host stands in connect-src of the sandbox and nowhere else, in no other policy.
func TestModuleHost(t *testing.T) {
	o := Origins{App: []string{"http://localhost:3001"}, Sandbox: "http://localhost:3002"}
	for modules, origin := range map[string]string{
		"": "", ModulesPath: "", DefaultModules: " https://esm.sh", "https://cdn.example:8443/npm": " https://cdn.example:8443", "http://localhost:4000": " http://localhost:4000",
	} {
		o.Modules = modules
		require.NoError(t, o.Validate(), modules)
		for _, f := range Sandbox(o).For("/") {
			if f.Name == "Content-Security-Policy" {
				require.Contains(t, f.Value, "connect-src 'self'"+origin+";")
				require.Equal(t, SandboxPolicy(strings.TrimSpace(origin), o.App...), f.Value)
				if origin != "" {
					require.Equal(t, 1, strings.Count(f.Value, strings.TrimSpace(origin)))
				}
			}
		}
		for _, f := range App(o).For("/") {
			if origin != "" {
				require.NotContains(t, f.Value, strings.TrimSpace(origin), f.Name)
			}
		}
		if modules != "" {
			require.Contains(t, string(SandboxConfig(o)), `"moduleHost":"`+modules+`"`)
		}
	}
	for _, modules := range []string{"esm.sh", "ftp://esm.sh", "/other", "https://", "https://esm.sh; script-src *", "https://esm.sh?x", "https://a b", "'unsafe-eval'", "https://*", "https://u@esm.sh"} {
		o.Modules = modules
		require.Error(t, o.Validate(), modules)
		require.Equal(t, SandboxPolicy("", o.App...), value(Sandbox(o).For("/"), "Content-Security-Policy"), modules)
	}
}

// The worker, in which circuits run, may connect to nothing, whatever module host there is.
func TestTheWorkerHasNoNetwork(t *testing.T) {
	o := Origins{App: []string{"http://localhost:3001"}, Sandbox: "http://localhost:3002", Modules: DefaultModules}
	require.Equal(t, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'; frame-ancestors 'none'",
		value(Sandbox(o).For("/assets/worker-a1b2c3.js"), "Content-Security-Policy"))
	require.NotContains(t, WorkerPolicy(), DefaultModules)
}
