package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/headers"
	"simten.dev/cmd/simten/site"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
)

// call runs the command and gives its exit code and what it wrote.
func call(t *testing.T, args ...string) (code int, out, errors string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), terminal{in: bytes.NewReader(nil), out: &o, err: &e}, args)
	return code, o.String(), e.String()
}

func TestDispatch(t *testing.T) {
	for name, c := range map[string]struct {
		args     []string
		code     int
		out, err string // a part of each
	}{
		"nothing":             {nil, exitUsage, "", "Usage:"},
		"help":                {[]string{"--help"}, exitClean, "simten serve", ""},
		"help for a command":  {[]string{"help", "serve"}, exitClean, "-app-port", ""},
		"unknown":             {[]string{"fly"}, exitUsage, "", "there is no command \"fly\". `simten help` lists all."},
		"version":             {[]string{"--version"}, exitClean, "simten ", ""},
		"negative ticks":      {[]string{"sim", "a.ts", "--ticks", "-1"}, exitUsage, "", "from 0 on, not -1"},
		"help for nothing":    {[]string{"help", "fly"}, exitUsage, "", `no command "fly"`},
		"misspelt":            {[]string{"chekc"}, exitUsage, "", "Did you mean 'check'?"},
		"no file":             {[]string{"check"}, exitUsage, "", "simten check: name a file\n"},
		"no file or folder":   {[]string{"test"}, exitUsage, "", "simten test: name a file or a folder\n"},
		"two files":           {[]string{"check", "a.ts", "b.ts"}, exitUsage, "", `"b.ts" is one too many`},
		"unknown flag":        {[]string{"serve", "--fly"}, exitUsage, "", "simten serve: "},
		"help of a command":   {[]string{"serve", "-h"}, exitClean, "-app-port", ""},
		"operand":             {[]string{"serve", "x", "y"}, exitUsage, "", `"y" is one too many`},
		"missing folder":      {[]string{"serve", "x"}, exitUsage, "", "simten serve: open x"},
		"port out of range":   {[]string{"serve", "--app-port", "70000"}, exitUsage, "", "70000 is not a port"},
		"same ports":          {[]string{"serve", "--app-port", "4000", "--sandbox-port", "4000"}, exitUsage, "", "two ports"},
		"bad embedder":        {[]string{"serve", "--embedder", "*"}, exitUsage, "", "not an origin"},
		"not built":           {[]string{"serve", "--root", "testdata"}, exitErrors, "", "make run"},
		"studio, no file":     {[]string{"studio"}, exitUsage, "", "simten studio: name a file"},
		"studio, missing":     {[]string{"studio", "nothing.ts"}, exitUsage, "", "nothing.ts"},
		"studio, port":        {[]string{"studio", "x.ts", "--port", "-1"}, exitUsage, "", "-1 is not a port"},
		"sandbox only":        {[]string{"headers", "--sandbox-origin", "https://s.example"}, exitUsage, "", "--app-origin"},
		"one origin for both": {[]string{"headers", "--sandbox-origin", "https://s.example", "--app-origin", "https://s.example"}, exitUsage, "", "of its own"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, err := call(t, c.args...)
			require.Equal(t, c.code, code)
			require.Contains(t, out, c.out)
			require.Contains(t, err, c.err)
			if c.code != exitClean {
				require.Empty(t, out)
			}
		})
	}
}

func TestHeadersCommandWritesTheHostingFiles(t *testing.T) {
	root := t.TempDir()
	code, _, errors := call(t, "headers", "--root", root, "--app-origin", "https://app.example", "--sandbox-origin", "https://sandbox.example")
	require.Equal(t, exitClean, code, errors)
	file, err := os.ReadFile(filepath.Join(root, "sandbox-site/dist/_headers"))
	require.NoError(t, err)
	require.Contains(t, string(file), "frame-ancestors https://app.example\n")
	file, err = os.ReadFile(filepath.Join(root, "app-site/dist/config.json"))
	require.NoError(t, err)
	require.JSONEq(t, `{"sandboxOrigin":"https://sandbox.example"}`, string(file))
}

// Limits of the environment go to the sandbox page, all of them: what is not set has its default.
func TestLimitsAreServed(t *testing.T) {
	require.Nil(t, servedLimits())
	t.Setenv(limitsVariable, `{"runMilliseconds": 2000}`)
	t.Cleanup(func() { commandLimits = limits.Default })
	root := t.TempDir()
	var problems bytes.Buffer
	code := start(t.Context(), terminal{in: bytes.NewReader(nil), out: &problems, err: &problems},
		[]string{"headers", "--root", root, "--app-origin", "https://app.example", "--sandbox-origin", "https://sandbox.example"})
	require.Equal(t, exitClean, code, problems.String())
	text, err := os.ReadFile(filepath.Join(root, "sandbox-site/dist/config.json"))
	require.NoError(t, err)
	var config protocol.Config
	require.NoError(t, json.Unmarshal(text, &config))
	want := limits.Default
	want.RunMilliseconds = 2000
	require.Equal(t, &want, config.Limits)
}

// staleHosting gives the hosting files under a tree that are missing or say something else than the rules.
func staleHosting(root string, o headers.Origins) []string {
	var stale []string
	for name, want := range hostingFiles(inSources, o) {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(got, want) {
			stale = append(stale, name)
		}
	}
	return stale
}

func TestHostingFilesAreFresh(t *testing.T) {
	o, err := site.LocalOrigins(3001, 3002, nil)
	require.NoError(t, err)
	require.Empty(t, staleHosting(filepath.Join("..", ".."), o), "run `go run ./cmd/simten headers`")
}

func TestStaleHostingFindsPlantedViolations(t *testing.T) {
	o, err := site.LocalOrigins(3001, 3002, nil)
	require.NoError(t, err)
	for name := range hostingFiles(inSources, o) {
		root := t.TempDir()
		code, _, errors := call(t, "headers", "--root", root)
		require.Equal(t, exitClean, code, errors)
		require.Empty(t, staleHosting(root, o))

		path := filepath.Join(root, filepath.FromSlash(name))
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(content, ' '), 0o644))
		require.Equal(t, []string{name}, staleHosting(root, o), "changed by hand")
		require.NoError(t, os.Remove(path))
		require.Equal(t, []string{name}, staleHosting(root, o), "missing")
	}
}
