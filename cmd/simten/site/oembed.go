package site

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"simten.dev/cmd/simten/headers"
)

// oembedPath answers other sites that ask how to show a page of this one (https://oembed.com).
const oembedPath = "/oembed"

// Sizes of a frame, in CSS pixels.
const (
	frameWidth  = 640
	frameHeight = 360
	leastSide   = 160
	mostSide    = 4096
)

// maxAddress bounds the address that is asked about: Share writes none that is longer.
const maxAddress = 300 << 10

// baseOf is the origin of this server as the reader of a request knows it.
func baseOf(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// discover tells on a page with a circuit where its description for other sites is. A header does what a link element
// would do, and needs no page that is written anew for each address.
func discover(w http.ResponseWriter, r *http.Request) {
	if !hasCircuit(r.URL.Path) {
		return
	}
	address := baseOf(r) + r.URL.RequestURI()
	w.Header().Set("Link", fmt.Sprintf(`<%s%s?url=%s>; rel="alternate"; type="application/json+oembed"`,
		baseOf(r), oembedPath, url.QueryEscape(address)))
}

// hasCircuit reports whether a path is that of a page with one circuit.
func hasCircuit(path string) bool {
	return path == "/play" || path == headers.EmbedPath || path == "/circuit" || strings.HasPrefix(path, "/circuit/")
}

// serveOembed describes a page with a circuit as a frame of /embed.
func serveOembed(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if format := query.Get("format"); format != "" && format != "json" {
		fail(w, http.StatusNotImplemented, "There is JSON only.")
		return
	}
	asked := query.Get("url")
	page, err := url.Parse(asked)
	if err != nil || len(asked) > maxAddress || !strings.EqualFold(page.Host, r.Host) || !hasCircuit(page.Path) && page.Path != "/" && page.Path != "/editor" {
		fail(w, http.StatusNotFound, "This is no address of a circuit here.")
		return
	}
	frame := headers.EmbedPath
	switch packed, stored := strings.CutPrefix(page.Path, "/circuit/"); {
	case stored && strings.HasPrefix(packed, "s/"):
		frame += "?stored=" + url.QueryEscape(strings.TrimPrefix(packed, "s/"))
	case stored && packed != "":
		frame += "?code=" + url.QueryEscape(packed)
	case page.RawQuery != "":
		frame += "?" + page.Query().Encode()
	}
	if page.Fragment != "" {
		frame += "#" + page.EscapedFragment()
	}
	width, height := side(query.Get("maxwidth"), frameWidth), side(query.Get("maxheight"), frameHeight)
	answer := map[string]any{
		"version": "1.0", "type": "rich", "title": "A live circuit", "provider_name": "Simten", "provider_url": baseOf(r),
		"width": width, "height": height,
		"html": fmt.Sprintf(`<iframe src="%s" title="A live circuit" width="%d" height="%d" loading="lazy" style="border: 0"></iframe>`,
			html.EscapeString(baseOf(r)+frame), width, height),
	}
	text, _ := json.Marshal(answer) // texts and numbers always encode
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", headers.NoStore)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(text) // the reader went away: nobody is left to tell
	}
}

// side is a side of the frame that is not longer than the asker has room for.
func side(most string, usual int) int {
	n, err := strconv.Atoi(most)
	if err != nil || n > usual {
		return usual
	}
	return min(max(n, leastSide), mostSide)
}
