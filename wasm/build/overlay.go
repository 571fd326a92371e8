package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// kept is the one file of net/http that the engine needs. esbuild's bundler asks http.DetectContentType for the type of
// files that it puts into data: URLs, and with the question comes a whole HTTP client with TLS: two megabytes that a
// sandbox without a network should not even contain.
const kept = "sniff.go"

// writeOverlay writes the file for the -overlay flag that takes everything but kept out of net/http.
func writeOverlay(path, goroot string) error {
	folder := filepath.Join(goroot, "src", "net", "http")
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	gone := map[string]string{}
	found := false
	for _, e := range entries {
		switch name := e.Name(); {
		case name == kept:
			found = true
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			gone[filepath.Join(folder, name)] = "" // an empty replacement means that there is no such file
		}
	}
	if !found {
		return fmt.Errorf("this Go has no net/http/%s", kept)
	}
	text, err := json.Marshal(map[string]any{"Replace": gone})
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// compile builds the module without the HTTP client.
func compile(out string) error {
	if err := needForks(); err != nil {
		return err
	}
	root, err := goTool("env", "GOROOT")
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "simten-overlay-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	overlay := filepath.Join(folder, "overlay.json")
	if err := writeOverlay(overlay, strings.TrimSpace(string(root))); err != nil {
		return err
	}
	flags := append([]string{"build", "-trimpath", "-ldflags", linkFlags, "-o", out}, compileFlags()...)
	_, err = goTool(append(flags, "-overlay", overlay, "./wasm")...)
	return err
}

// forked are the dependencies that the module is built with in another form.
var forked = []string{
	"github.com/dlclark/regexp2/v2", "github.com/dop251/goja", "github.com/evanw/esbuild", "github.com/google/pprof",
}

// needForks makes sure that the go command takes our forks. With the published modules the work of regular expressions
// would not be counted.
func needForks() error {
	for _, module := range forked {
		dir, err := goTool("list", "-m", "-f", "{{with .Replace}}{{.Path}}{{end}}", module)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(strings.TrimSpace(string(dir)), "./build/forks/") {
			return fmt.Errorf("%s is the published one and not our fork: run `make forks` first (and leave GOWORK alone)", module)
		}
	}
	return nil
}
