package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/headers"
	"simten.dev/engine/project"
)

// TestServeFollowsAProject plays the page: what it gets at the address that serve tells is the project, and again
// whenever one of its files changes.
func TestServeFollowsAProject(t *testing.T) {
	root := testFolder(t, projectFiles)
	site := testFolder(t, map[string]string{"app-site/dist/index.html": "", "sandbox-site/dist/index.html": ""})
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	read, write := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		term := terminal{in: strings.NewReader(""), out: write, err: write}
		ended <- serveCommand().run(ctx, term, []string{"--root", site, "--app-port", "0", "--sandbox-port", "0", root})
	}()
	t.Cleanup(func() {
		end()
		require.Equal(t, exitClean, <-ended)
	})
	lines := bufio.NewScanner(read)
	var told []string
	for len(told) < 2 && lines.Scan() {
		told = append(told, lines.Text())
	}
	found := regexp.MustCompile(` opens at (http://(\S+))/#token=(\S+) and follows its changes\.`).FindStringSubmatch(strings.Join(told, "\n"))
	require.Len(t, found, 4, "%q", told)
	go func() { _, _ = io.Copy(io.Discard, read) }()

	page, _, err := websocket.Dial(ctx, "ws://"+found[2]+headers.StudioSocket, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {found[1]}}})
	require.NoError(t, err)
	defer func() { _ = page.CloseNow() }()
	register, err := json.Marshal(map[string]string{"type": "register", "token": found[3]})
	require.NoError(t, err)
	require.NoError(t, page.Write(ctx, websocket.MessageText, register))
	next := func() (name, text string) {
		t.Helper()
		_, data, err := page.Read(ctx)
		require.NoError(t, err)
		var m struct{ Name, Text string }
		require.NoError(t, json.Unmarshal(data, &m))
		return m.Name, m.Text
	}
	name, text := next()
	require.Equal(t, "main.ts", name)
	entry, source, files, err := project.Split(text)
	require.NoError(t, err)
	require.Equal(t, []string{"main.ts", projectFiles["main.ts"]}, []string{entry, source})
	require.Equal(t, []string{"one.ts", "parts/index.ts", "parts/inv.ts"}, files.Near(""))

	require.NoError(t, os.WriteFile(filepath.Join(root, "one.ts"), []byte("export const one = 1 // changed\n"), 0o644))
	for !strings.Contains(text, "export const one = 1 // changed\n") { // a file that is being written may come in between
		_, text = next()
	}
}
