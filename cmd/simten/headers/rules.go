package headers

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Field is one header.
type Field struct{ Name, Value string }

// Rule sets headers on the paths that match Pattern. A pattern is a path in which one * stands for any run of
// characters, slashes included. A later rule replaces what an earlier one set.
type Rule struct {
	Pattern string
	Fields  []Field
}

// Rules are the headers of one origin.
type Rules []Rule

// Origins are the origins that the two sets of rules name. All of them are as ParseOrigin returns them.
type Origins struct {
	App     []string // origins that may frame the sandbox: the app first, then pages that embed circuits
	Sandbox string   // the one origin that the app frames
	// Modules is the base address of the module host: a whole one, such as DefaultModules, or a path on the sandbox
	// origin, such as ModulesPath; "" for none.
	Modules string

	// Limits are those of docs/protocol.md that the sandbox keeps, all of them, as a JSON object; nil for the defaults.
	Limits json.RawMessage
	Store  bool // the app origin stores circuits for short links
}

// Validate checks every origin. The error is an *OriginError or says what is missing.
func (o Origins) Validate() error {
	if len(o.App) == 0 {
		return fmt.Errorf("no app origin is given; name at least one, like http://localhost:3001")
	}
	for _, text := range append([]string{o.Sandbox}, o.App...) {
		clean, err := ParseOrigin(text)
		if err != nil {
			return err
		}
		if clean != text {
			return &OriginError{Text: text, Reason: "browsers write it " + clean}
		}
	}
	if _, err := o.moduleOrigin(); err != nil {
		return err
	}
	for _, app := range o.App {
		if app == o.Sandbox {
			return fmt.Errorf("the app and the sandbox share the origin %s; give the sandbox a host name or a port of its own", app)
		}
	}
	return nil
}

// DefaultModules is the module host unless another is configured.
const DefaultModules = "https://esm.sh"

// ModulesPath is where a local run has a module host of its own, on the sandbox origin.
const ModulesPath = "/npm"

// moduleOrigin is the origin of a module host that is not the sandbox's own; "" for none.
func (o Origins) moduleOrigin() (string, error) {
	if o.Modules == "" || o.Modules == ModulesPath {
		return "", nil
	}
	rest, ok := strings.CutPrefix(o.Modules, "https://")
	scheme := "https://"
	if !ok {
		rest, ok = strings.CutPrefix(o.Modules, "http://")
		scheme = "http://"
	}
	if !ok || strings.ContainsAny(rest, "?#\\ ") || strings.Contains(rest, "..") {
		return "", &OriginError{Text: o.Modules, Reason: "a module host is an origin, with at most a path"}
	}
	host, _, _ := strings.Cut(rest, "/")
	return ParseOrigin(scheme + host)
}

// Values of Cache-Control.
const (
	// NoStore keeps documents and configuration out of every cache.
	NoStore = "no-store"
	// Revalidate lets a browser keep a file that it must ask about each time.
	Revalidate = "no-cache"
	// Immutable is for files whose name contains a hash of their content.
	Immutable = "public, max-age=31536000, immutable"
)

// ConfigPath is where each origin says which other origin it works with.
const ConfigPath = "/config.json"

// ServiceWorkerPath is where each origin has its service worker. Browsers ask for it anew at visits, and compare.
const ServiceWorkerPath = "/sw.js"

// Paths of the studio: its page, and the WebSocket through which a program of this machine shows it circuits.
const (
	StudioPath   = "/studio"
	StudioSocket = "/studio/socket"
)

// Paths that other pages may frame.
const (
	// EmbedPath is the page of the app origin that holds one circuit, for sites without scripts.
	EmbedPath = "/embed"
	// FramedPath is the document of the sandbox for pages that are in a frame themselves. frame-ancestors means all
	// pages around a frame, and nobody can list those in which a circuit is put by its address. Who may talk to the
	// sandbox is still decided by the origin of the page right around it, when that introduces itself.
	FramedPath = "/framed"
)

// App gives the rules of the app origin.
func App(o Origins) Rules {
	open := []Field{
		// Any page may load the element's script and ask which sandbox belongs to it.
		{"Access-Control-Allow-Origin", "*"},
		{"Cross-Origin-Resource-Policy", "cross-origin"},
	}
	return Rules{
		{"/*", append(common(AppPolicy(o.Sandbox), Permissions("clipboard-write")), Field{"Cross-Origin-Resource-Policy", "same-origin"})},
		{"/", []Field{{"Cache-Control", NoStore}}},
		{"/*.html", []Field{{"Cache-Control", NoStore}}},
		{"/play", []Field{{"Cache-Control", NoStore}}},
		{"/play/*", []Field{{"Cache-Control", NoStore}}},
		{"/learn", []Field{{"Cache-Control", NoStore}}},
		{"/learn/*", []Field{{"Cache-Control", NoStore}}},
		{StudioPath, []Field{{"Cache-Control", NoStore}}},
		{StudioPath + "/*", []Field{{"Cache-Control", NoStore}}},
		{"/components", []Field{{"Cache-Control", NoStore}}},
		{"/components/*", []Field{{"Cache-Control", NoStore}}},
		{"/embed-demo", []Field{{"Cache-Control", NoStore}}},
		{"/embed-demo/*", []Field{{"Cache-Control", NoStore}}},
		// The layout's worker of a page that asks the same of its own files.
		{"/assets/*", []Field{{"Cache-Control", Immutable}, {"Cross-Origin-Embedder-Policy", "require-corp"}}},
		{"/editor", []Field{{"Cache-Control", NoStore}}},
		{"/circuit", []Field{{"Cache-Control", NoStore}}},
		{"/circuit/*", []Field{{"Cache-Control", NoStore}}},
		{EmbedPath, []Field{
			{"Content-Security-Policy", EmbedPolicy(o.Sandbox)},
			{"Cache-Control", NoStore},
			// Pages that are isolated from others frame only documents that agree to it, and ask the same of their own.
			{"Cross-Origin-Resource-Policy", "cross-origin"},
			{"Cross-Origin-Embedder-Policy", "require-corp"},
		}},
		{"/embed/*", open},
		{"/embed/assets/*", []Field{{"Cache-Control", Immutable}}},
		{ServiceWorkerPath, []Field{{"Content-Security-Policy", ServiceWorkerPolicy()}}},
		{ConfigPath, append([]Field{{"Cache-Control", NoStore}}, open...)},
	}
}

// Sandbox gives the rules of the sandbox origin.
func Sandbox(o Origins) Rules {
	modules, err := o.moduleOrigin()
	if err != nil {
		modules = "" // Validate tells; a policy names nothing that is not well-formed
	}
	return Rules{
		{"/*", append(
			common(SandboxPolicy(modules, o.App...), Permissions()),
			// The files of the sandbox are read by the sandbox alone. Requiring the same of everything it loads costs
			// nothing and lets cross-origin isolated pages frame it.
			Field{"Cross-Origin-Resource-Policy", "same-origin"},
			Field{"Cross-Origin-Embedder-Policy", "require-corp"},
		)},
		// The document is framed by other origins; who may is said by frame-ancestors. An isolated page
		// refuses a frame that does not also say cross-origin here.
		{"/", []Field{{"Cache-Control", NoStore}, {"Cross-Origin-Resource-Policy", "cross-origin"}}},
		{"/*.html", []Field{{"Cache-Control", NoStore}, {"Cross-Origin-Resource-Policy", "cross-origin"}}},
		{FramedPath, []Field{
			{"Content-Security-Policy", FramedSandboxPolicy(modules)},
			{"Cache-Control", NoStore},
			{"Cross-Origin-Resource-Policy", "cross-origin"},
		}},
		{"/assets/*", []Field{{"Cache-Control", Immutable}}},
		{"/assets/worker-*", []Field{{"Content-Security-Policy", WorkerPolicy()}}},
		{ServiceWorkerPath, []Field{{"Content-Security-Policy", ServiceWorkerPolicy()}}},
		{ConfigPath, []Field{{"Cache-Control", NoStore}}},
	}
}

// Refusal gives the headers of an answer to whom the server does not know: it is a text, and nothing may come of it.
func Refusal() []Field {
	return []Field{
		{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
		{"X-Content-Type-Options", "nosniff"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Cache-Control", NoStore},
	}
}

func common(policy, permissions string) []Field {
	return []Field{
		{"Content-Security-Policy", policy},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Permissions-Policy", permissions},
		// No window that opened this page, or was opened by it, keeps a handle on it.
		{"Cross-Origin-Opener-Policy", "same-origin"},
		// The two origins of a local run are one site to a browser; this asks for a process each.
		{"Origin-Agent-Cluster", "?1"},
		{"Cache-Control", Revalidate},
	}
}

// For gives the headers of a path, in a stable order.
func (r Rules) For(path string) []Field {
	var fields []Field
	at := map[string]int{}
	for _, rule := range r {
		if !matches(rule.Pattern, path) {
			continue
		}
		for _, f := range rule.Fields {
			if i, ok := at[f.Name]; ok {
				fields[i].Value = f.Value
				continue
			}
			at[f.Name] = len(fields)
			fields = append(fields, f)
		}
	}
	return fields
}

func matches(pattern, path string) bool {
	before, after, wild := strings.Cut(pattern, "*")
	if !wild {
		return pattern == path
	}
	return len(path) >= len(before)+len(after) && strings.HasPrefix(path, before) && strings.HasSuffix(path, after)
}

// AppConfig is the document at ConfigPath of the app origin: {"sandboxOrigin": "…"}, and store where
// it stores circuits for short links.
func AppConfig(o Origins) []byte {
	return config(struct {
		SandboxOrigin string `json:"sandboxOrigin"`
		Store         bool   `json:"store,omitempty"`
	}{o.Sandbox, o.Store})
}

// SandboxConfig is the document at ConfigPath of the sandbox origin: {"appOrigins": ["…"], "moduleHost": "…"}, the
// pages it talks to and the host that it fetches packages from, and limits, when they are not the defaults.
func SandboxConfig(o Origins) []byte {
	return config(struct {
		AppOrigins []string        `json:"appOrigins"`
		ModuleHost string          `json:"moduleHost,omitempty"`
		Limits     json.RawMessage `json:"limits,omitempty"`
	}{o.App, o.Modules, o.Limits})
}

func config(v any) []byte {
	// Structs of strings, and of JSON that was read, always encode.
	b, _ := json.Marshal(v)
	return append(b, '\n')
}
