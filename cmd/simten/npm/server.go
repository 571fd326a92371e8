package npm

import (
	"net/http"
	"strings"

	"simten.dev/engine/modules"
)

// Server is a module host: it answers over HTTP what a Loader gives, at the paths below its own. Where a loader says
// that another path answers, it redirects there, so that a version that is left open gets known.
type Server struct {
	Loader modules.Loader
	// Prefix is where the host is, such as "/npm"; "" for the whole origin.
	Prefix string
	// Type replaces the media type of scripts; "" means modules.ModuleType, which browsers do not execute.
	Type string
}

// ServeHTTP answers GET and HEAD.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, refusal := modules.ParsePath(strings.TrimPrefix(r.URL.RequestURI(), s.Prefix))
	if refusal != nil {
		http.Error(w, "There is no module at this address.", http.StatusNotFound)
		return
	}
	answer := s.Loader.Load(r.Context(), []string{path})[0]
	switch {
	case answer.Offline:
		http.Error(w, path+" "+answer.Failure, http.StatusBadGateway)
	case answer.Failure != "":
		http.Error(w, path+" "+answer.Failure, http.StatusNotFound)
	case answer.Final != "" && answer.Final != path:
		http.Redirect(w, r, s.Prefix+answer.Final, http.StatusFound)
	default:
		s.write(w, r, answer)
	}
}

func (s *Server) write(w http.ResponseWriter, r *http.Request, a modules.Answer) {
	kind := modules.ModuleType
	if strings.HasPrefix(a.Type, "application/json") {
		kind = a.Type
	} else if s.Type != "" {
		kind = s.Type
	}
	w.Header().Set("Content-Type", kind)
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.Text) // the reader went away: nobody is left to tell
	}
}
