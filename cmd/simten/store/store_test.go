package store

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const circuit = "code=1r.AAAABBBB_-&run=1d.CCCC&view=1r.DDDD"

func newStore(t *testing.T) (*Handler, string) {
	t.Helper()
	dir := t.TempDir()
	folder, err := OpenFolder(filepath.Join(dir, "store"))
	require.NoError(t, err)
	return New(folder, func(r *http.Request) bool { return r.Header.Get("Origin") == "https://app.example" }), string(folder)
}

func do(h *Handler, method, path, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "https://app.example"+path, strings.NewReader(body))
	r.Header.Set("Origin", "https://app.example")
	r.Header.Set("Content-Type", "text/plain")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestStoresByContent(t *testing.T) {
	h, dir := newStore(t)
	w := do(h, http.MethodPost, Path, circuit, nil)
	require.Equal(t, http.StatusCreated, w.Code)
	name := strings.TrimSpace(w.Body.String())
	require.Equal(t, NameOf([]byte(circuit)), name)
	require.Equal(t, name, strings.TrimSpace(do(h, http.MethodPost, Path, circuit, nil).Body.String()))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 1)

	w = do(h, http.MethodGet, Path+"/"+name, "", nil)
	require.Equal(t, circuit, w.Body.String())
	require.Contains(t, w.Header().Get("Cache-Control"), "immutable")

	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("code=1r.XXXX"), 0o600))
	require.Equal(t, http.StatusInternalServerError, do(h, http.MethodGet, Path+"/"+name, "", nil).Code)
}

func TestRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		method, path, body string
		change             func(*http.Request)
		code               int
	}{
		"another origin":   {http.MethodPost, Path, circuit, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		"no origin":        {http.MethodPost, Path, circuit, func(r *http.Request) { r.Header.Del("Origin") }, 403},
		"a form":           {http.MethodPost, Path, circuit, func(r *http.Request) { r.Header.Set("Content-Type", "multipart/form-data") }, 415},
		"too large":        {http.MethodPost, Path, "code=1r." + strings.Repeat("A", maxBytes), nil, 413},
		"large, unsaid":    {http.MethodPost, Path, "code=1r." + strings.Repeat("A", maxBytes), func(r *http.Request) { r.ContentLength = -1 }, 413},
		"no circuit":       {http.MethodPost, Path, "<script>alert(1)</script>", nil, 400},
		"more behind it":   {http.MethodPost, Path, circuit + "\n<html>", nil, 400},
		"another part":     {http.MethodPost, Path, "code=1r.AA&file=1r.AA", nil, 400},
		"nothing":          {http.MethodPost, Path, "", nil, 400},
		"below":            {http.MethodPost, Path + "/x", circuit, nil, 405},
		"all":              {http.MethodGet, Path, "", nil, 405},
		"deleted":          {http.MethodDelete, Path + "/x", "", nil, 405},
		"unknown":          {http.MethodGet, Path + "/" + strings.Repeat("A", nameLen), "", nil, 404},
		"out of it":        {http.MethodGet, Path + "/../../etc/passwd", "", nil, 404},
		"out of it, coded": {http.MethodGet, Path + "/..%2f..%2fetc%2fpasswd", "", nil, 404},
		"a hidden file":    {http.MethodGet, Path + "/.part-1", "", nil, 404},
	} {
		t.Run(name, func(t *testing.T) {
			h, dir := newStore(t)
			require.Equal(t, c.code, do(h, c.method, c.path, c.body, c.change).Code)
			files, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Empty(t, files)
		})
	}
}

func TestFlood(t *testing.T) {
	h, dir := newStore(t)
	now := time.Unix(1e9, 0)
	h.now = func() time.Time { return now }
	post := func(i int, address string) *httptest.ResponseRecorder {
		return do(h, http.MethodPost, Path, "code=1r.A"+strconv.Itoa(i), func(r *http.Request) { r.RemoteAddr = address })
	}
	stored := 0
	for i := range 100 {
		if post(i, "192.0.2.1:1").Code == http.StatusCreated {
			stored++
		}
	}
	require.Equal(t, burst, stored)
	w := post(100, "192.0.2.1:2")
	require.Equal(t, http.StatusTooManyRequests, w.Code)
	require.NotEmpty(t, w.Header().Get("Retry-After"))
	require.Equal(t, http.StatusCreated, post(101, "192.0.2.2:1").Code, "another address")
	now = now.Add(refill)
	require.Equal(t, http.StatusCreated, post(102, "192.0.2.1:1").Code)

	// A network of the newer family is one address.
	for i := range burst {
		require.Equal(t, http.StatusCreated, post(200+i, "[2001:db8::"+strconv.Itoa(i)+"]:1").Code)
	}
	require.Equal(t, http.StatusTooManyRequests, post(300, "[2001:db8::ffff]:1").Code)

	// Very many addresses take no more memory, and share what is left.
	for i := range 3 * maxBuckets {
		_ = h.take(strconv.Itoa(i))
	}
	require.LessOrEqual(t, len(h.buckets), maxBuckets+1)
	require.Positive(t, h.take("one more"))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Less(t, len(files), 50)
}

func FuzzPost(f *testing.F) {
	f.Add(circuit, "/s")
	f.Add("code=1r.", "/s/../x")
	f.Fuzz(func(t *testing.T, body, path string) {
		h, dir := newStore(t)
		r := httptest.NewRequest(http.MethodPost, "https://app.example/s", strings.NewReader(body))
		r.Header.Set("Origin", "https://app.example")
		r.Header.Set("Content-Type", "text/plain")
		r.URL.Path = path
		h.ServeHTTP(httptest.NewRecorder(), r)
		files, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, file := range files {
			require.Regexp(t, nameForm, file.Name())
			require.Equal(t, NameOf([]byte(body)), file.Name())
		}
		above, err := os.ReadDir(filepath.Dir(dir))
		require.NoError(t, err)
		require.Len(t, above, 1)
	})
}
