package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/site"
	"simten.dev/cmd/simten/studio"
)

// TestStudioShowsAFileWheneverItChanges plays the page: what it gets follows the file and all that it imports.
func TestStudioShowsAFileWheneverItChanges(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	write("app-site/dist/index.html", "")
	write("sandbox-site/dist/index.html", "")
	write("main.ts", "import { A } from './a'\n// 1\n")
	write("a.ts", "export const A = 1\n")

	ctx, end := context.WithCancel(t.Context())
	defer end()
	s, err := startStudio(ctx, studio.Options{Site: site.Options{Root: folder}, Wait: time.Millisecond}, folder)
	require.NoError(t, err)
	defer s.Close()
	terminal := terminal{in: bytes.NewReader(nil), out: &bytes.Buffer{}, err: &bytes.Buffer{}}
	done := make(chan error, 1)
	go func() {
		done <- showOnChange(ctx, terminal, s, filepath.Join(folder, "main.ts"), studio.Circuit{Name: "main.ts", Text: "first"})
	}()

	address, err := url.Parse(s.URL())
	require.NoError(t, err)
	page, _, err := websocket.Dial(ctx, "ws://"+address.Host+headers.StudioSocket, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {s.Origin()}}})
	require.NoError(t, err)
	defer func() { _ = page.CloseNow() }()
	register, err := json.Marshal(map[string]string{"type": "register", "token": strings.TrimPrefix(address.Fragment, "token=")})
	require.NoError(t, err)
	require.NoError(t, page.Write(ctx, websocket.MessageText, register))
	next := func(part string) { // of several texts that come, one has this part
		t.Helper()
		for {
			_, data, err := page.Read(ctx)
			require.NoError(t, err, part)
			if bytes.Contains(data, []byte(part)) {
				return
			}
		}
	}
	next("export const A = 1")
	write("a.ts", "export const A = 2\n")
	next("export const A = 2")
	require.NoError(t, os.Remove(filepath.Join(folder, "main.ts"))) // an editor replaces it
	time.Sleep(2 * lookEvery)
	write("main.ts", "// whole\n")
	next("// whole")
	end()
	require.NoError(t, <-done)
}
