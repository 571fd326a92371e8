package site

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func askOembed(path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	serveOembed(w, httptest.NewRequest(http.MethodGet, "http://circuits.example"+path, nil))
	return w
}

func TestOembedGivesAFrame(t *testing.T) {
	for address, frame := range map[string]string{
		"http://circuits.example/play?example=counter":  "http://circuits.example/embed?example=counter",
		"http://circuits.example/play#code=1r.AA&run=1": "http://circuits.example/embed#code=1r.AA&amp;run=1",
		"http://circuits.example/circuit/MYSwTs":        "http://circuits.example/embed?code=MYSwTs",
		"http://circuits.example/circuit/s/abc":         "http://circuits.example/embed?stored=abc",
		`http://circuits.example/play?a="><script>x`:    "http://circuits.example/embed?a=%22%3E%3Cscript%3Ex",
	} {
		w := askOembed(oembedPath + "?maxwidth=400&url=" + url.QueryEscape(address))
		require.Equal(t, http.StatusOK, w.Code, address)
		var answer struct {
			Type, Version, HTML string
			Width, Height       int
		}
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
		require.Equal(t, []any{"rich", "1.0", 400, 360}, []any{answer.Type, answer.Version, answer.Width, answer.Height})
		require.Equal(t, frame, regexp.MustCompile(`src="([^"]*)"`).FindStringSubmatch(answer.HTML)[1])
		require.NotContains(t, answer.HTML, "<script")
	}
}

func TestOembedKnowsItsOwnCircuitsOnly(t *testing.T) {
	for _, query := range []string{
		"", "?url=http://evil.example/play", "?url=http://circuits.example/components", "?url=%zz", "?url=/play",
	} {
		require.Equal(t, http.StatusNotFound, askOembed(oembedPath+query).Code, query)
	}
	require.Equal(t, http.StatusNotImplemented, askOembed(oembedPath+"?format=xml").Code)
}

func TestPagesTellOfOembed(t *testing.T) {
	w := httptest.NewRecorder()
	discover(w, httptest.NewRequest(http.MethodGet, "http://circuits.example/play?example=counter", nil))
	require.Equal(t, `<http://circuits.example/oembed?url=http%3A%2F%2Fcircuits.example%2Fplay%3Fexample%3Dcounter>; `+
		`rel="alternate"; type="application/json+oembed"`, w.Header().Get("Link"))
	w = httptest.NewRecorder()
	discover(w, httptest.NewRequest(http.MethodGet, "http://circuits.example/components", nil))
	require.Empty(t, w.Header().Get("Link"))
}
