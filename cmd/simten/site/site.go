// Package site serves the built pages of the app origin and of the sandbox origin, on two ports of one machine. Its
// input is the tree that a build made; the security headers come from package headers.
package site

import (
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/store"
)

// Site answers the requests of one origin with files and, where it is a module host, with modules.
type Site struct {
	rules  headers.Rules
	config []byte
	mounts []mount
	routes []route
	tags   tags
	npm    http.Handler // the module host; nil for none
	store  http.Handler // of circuits for short links; nil for none
	studio http.Handler // the socket of the studio; nil for none
	oembed bool         // it says how its circuits are put into other pages
}

// App is the app origin of a built tree: the pages, and the custom element for other pages under /embed/.
func App(root string, o headers.Origins) *Site {
	return &Site{
		rules:  headers.App(o),
		config: headers.AppConfig(o),
		oembed: true,
		mounts: []mount{
			{"/embed/", filepath.Join(root, "embed", "dist")},
			{"/", filepath.Join(root, "app-site", "dist")},
		},
		// The script of the editor's page reads the rest of the path: public Simten's links carry a circuit in it.
		routes: []route{{"/editor", "/"}, {"/circuit", "/"}, {"/circuit/*", "/"}, {"/learn/*", "/learn"}},
	}
}

// Sandbox is the sandbox origin of a built tree: its document, its scripts and the engine. modules answers below
// headers.ModulesPath; nil when the origin is no module host.
func Sandbox(root string, o headers.Origins, modules http.Handler) *Site {
	return &Site{
		rules:  headers.Sandbox(o),
		config: headers.SandboxConfig(o),
		mounts: []mount{
			{"/", filepath.Join(root, "sandbox-site", "dist")},
		},
		routes: []route{{headers.FramedPath, "/"}},
		npm:    modules,
	}
}

// ServeHTTP answers GET and HEAD. Every answer, errors included, carries the headers of its path.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, f := range s.rules.For(r.URL.Path) {
		w.Header().Set(f.Name, f.Value)
	}
	switch {
	case s.store != nil && (r.URL.Path == store.Path || strings.HasPrefix(r.URL.Path, store.Path+"/")):
		s.store.ServeHTTP(w, r)
	case s.studio != nil && r.URL.Path == headers.StudioSocket:
		s.studio.ServeHTTP(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, "This server answers GET and HEAD.")
	case r.URL.Path == headers.ConfigPath:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(s.config)))
		if r.Method == http.MethodGet {
			_, _ = w.Write(s.config) // the reader went away: nobody is left to tell
		}
	case s.oembed && r.URL.Path == oembedPath:
		serveOembed(w, r)
	case s.npm != nil && strings.HasPrefix(r.URL.Path, headers.ModulesPath+"/"):
		// Modules come from folders of the user.
		if !fromOwnPage(r) {
			fail(w, http.StatusForbidden, "Packages are given to the pages of this server only.")
			return
		}
		s.npm.ServeHTTP(w, r)
	default:
		if s.oembed {
			discover(w, r)
		}
		s.serveFile(w, r)
	}
}

func (s *Site) serveFile(w http.ResponseWriter, r *http.Request) {
	f, err := s.open(s.routed(r.URL.Path), strings.Join(r.Header.Values("Accept-Encoding"), ","))
	if errors.Is(err, errSlash) {
		target := *r.URL
		target.Scheme, target.Host = "", ""
		target.Path, target.RawPath = r.URL.Path+"/", ""
		w.Header().Set("Cache-Control", headers.NoStore)
		w.Header().Set("Location", target.RequestURI())
		w.WriteHeader(http.StatusPermanentRedirect)
		return
	}
	if err != nil {
		s.missing(w, r)
		return
	}
	defer f.Close()

	h := w.Header()
	h.Set("ETag", f.tag)
	if f.varies {
		h.Set("Vary", "Accept-Encoding")
	}
	if holds(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	send(w, r, f, http.StatusOK)
}

// route answers a path, or with /* at its end all paths below it, with the page of another path. The address stays.
type route struct{ pattern, page string }

// routed gives the path of the page that answers a path.
func (s *Site) routed(path string) string {
	for _, r := range s.routes {
		if below, ok := strings.CutSuffix(r.pattern, "*"); ok && strings.HasPrefix(path, below) || path == r.pattern {
			return r.page
		}
	}
	return path
}

// Redirects are the routes as a `_redirects` file, which static hosts read; 200 means that the address stays.
func (s *Site) Redirects() []byte {
	var b strings.Builder
	b.WriteString("# Written by `simten headers`; do not edit. The routes stand in cmd/simten/site.\n")
	for _, r := range s.routes {
		b.WriteString(r.pattern + " " + r.page + " 200\n")
	}
	return []byte(b.String())
}

// missingPage is what a reader sees where nothing is, on an origin that has such a page. Static hosts know it by its
// name.
const missingPage = "/404.html"

// missing says that nothing is at a path: to a reader with a page, to a program in one line.
func (s *Site) missing(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Accept, Accept-Encoding")
	if strings.Contains(strings.Join(r.Header.Values("Accept"), ","), "text/html") {
		if f, err := s.open(missingPage, strings.Join(r.Header.Values("Accept-Encoding"), ",")); err == nil {
			defer f.Close()
			w.Header().Set("Cache-Control", headers.NoStore)
			send(w, r, f, http.StatusNotFound)
			return
		}
	}
	fail(w, http.StatusNotFound, "There is nothing at this address.")
}

// send answers with a file.
func send(w http.ResponseWriter, r *http.Request, f *file, status int) {
	h := w.Header()
	h.Set("Content-Type", mediaType(f.name))
	h.Set("Content-Length", strconv.FormatInt(f.size, 10))
	if f.encoding != "" {
		h.Set("Content-Encoding", f.encoding)
	}
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = io.Copy(w, f) // the reader went away: nobody is left to tell
	}
}

// holds tells whether an If-None-Match header names a tag.
func holds(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == "*" || part == tag {
			return true
		}
	}
	return false
}

func fail(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", headers.NoStore)
	text += "\n"
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // as above; for HEAD the server drops the text
}
