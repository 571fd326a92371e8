package headers

import "strings"

// Policy is a content security policy under construction: directives in the order in which they were set.
// The zero value is an empty policy.
type Policy struct {
	directives []directive
}

type directive struct {
	name    string
	sources []string
}

// keywords are the only sources besides origins that any policy of ours may contain. 'unsafe-eval',
// 'unsafe-inline' and blob: are absent, so that no caller can let them in.
var keywords = map[string]bool{
	"'none'":             true,
	"'self'":             true,
	"'wasm-unsafe-eval'": true,
	"data:":              true,
}

// imageOnly are the sources that are harmless for pictures and dangerous anywhere else.
var imageOnly = map[string]bool{"data:": true}

// Set writes a directive. Sources that are neither a known keyword nor a well-formed origin are dropped, never
// escaped, so that no text can add a directive or a source of its own; a directive left without sources says 'none'.
func (p *Policy) Set(name string, sources ...string) *Policy {
	if !directiveNames[name] {
		return p
	}
	kept := make([]string, 0, len(sources))
	for _, s := range sources {
		if s = cleanSource(name, s); s != "" {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		kept = []string{"'none'"}
	}
	for i := range p.directives {
		if p.directives[i].name == name {
			p.directives[i].sources = kept
			return p
		}
	}
	p.directives = append(p.directives, directive{name: name, sources: kept})
	return p
}

// directiveNames are the directives that our policies use.
var directiveNames = map[string]bool{
	"default-src": true, "script-src": true, "style-src": true, "img-src": true, "font-src": true,
	"connect-src": true, "worker-src": true, "frame-src": true, "frame-ancestors": true, "base-uri": true,
	"form-action": true, "object-src": true, "manifest-src": true,
}

func cleanSource(directive, source string) string {
	if keywords[source] {
		if imageOnly[source] && directive != "img-src" {
			return ""
		}
		if source == "'wasm-unsafe-eval'" && directive != "script-src" {
			return ""
		}
		return source
	}
	origin, err := ParseOrigin(source)
	if err != nil {
		return ""
	}
	return origin
}

// String gives the header's value.
func (p *Policy) String() string {
	parts := make([]string, len(p.directives))
	for i, d := range p.directives {
		parts[i] = d.name + " " + strings.Join(d.sources, " ")
	}
	return strings.Join(parts, "; ")
}

// SandboxPolicy is the content security policy of the sandbox origin. Only the given origins may frame it; without
// one nobody may. The module host is the one further origin that the page may fetch from, and nothing of it runs as a
// script; "" names none.
func SandboxPolicy(moduleHost string, framers ...string) string {
	return sandboxPolicy(moduleHost).Set("frame-ancestors", framers...).String()
}

// FramedSandboxPolicy is the policy of the sandbox's document at FramedPath: any page may be around the frame.
func FramedSandboxPolicy(moduleHost string) string { return sandboxPolicy(moduleHost).String() }

func sandboxPolicy(moduleHost string) *Policy {
	var p Policy
	return p.Set("default-src", "'none'").
		Set("script-src", "'self'", "'wasm-unsafe-eval'").
		Set("connect-src", "'self'", moduleHost).
		Set("worker-src", "'self'").
		Set("base-uri", "'none'").
		Set("form-action", "'none'").
		Set("object-src", "'none'")
}

// WorkerPolicy is the content security policy of the worker's script. It gets the engine and the packages by message,
// so it may connect to nothing.
func WorkerPolicy() string {
	var p Policy
	p.Set("default-src", "'none'").
		Set("script-src", "'self'", "'wasm-unsafe-eval'").
		Set("connect-src", "'none'").
		Set("frame-ancestors", "'none'")
	return p.String()
}

// ServiceWorkerPolicy is the content security policy of a service worker: it fetches the files of its own origin.
func ServiceWorkerPolicy() string {
	var p Policy
	p.Set("default-src", "'none'").
		Set("connect-src", "'self'").
		Set("frame-ancestors", "'none'")
	return p.String()
}

// AppPolicy is the content security policy of the app origin, which frames one sandbox origin and nothing else. Nobody
// may frame it.
func AppPolicy(sandbox string) string {
	return appPolicy(sandbox).Set("frame-ancestors", "'none'").String()
}

// EmbedPolicy is the policy of the page at EmbedPath, the only one of the app origin that any page may frame: it has
// nothing but one circuit on it, and keeps nothing.
func EmbedPolicy(sandbox string) string { return appPolicy(sandbox).String() }

func appPolicy(sandbox string) *Policy {
	var p Policy
	return p.Set("default-src", "'none'").
		Set("script-src", "'self'").
		Set("style-src", "'self'").
		Set("img-src", "'self'", "data:").
		Set("font-src", "'self'").
		Set("connect-src", "'self'").
		Set("worker-src", "'self'").
		Set("manifest-src", "'self'").
		Set("frame-src", sandbox).
		Set("base-uri", "'none'").
		Set("form-action", "'none'").
		Set("object-src", "'none'")
}
