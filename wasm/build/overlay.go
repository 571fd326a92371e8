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

// compile builds the module without the HTTP client, with lazyPackages made lazy and with changed files. A Go release that arranges net/http
// differently, or such a release of those packages, gets them as they are: a larger and slower module is better than none.
func compile(out string) error {
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
	flags := append([]string{"build", "-trimpath", "-ldflags", linkFlags, "-o", out}, compileFlags()...)
	err = writeOverlay(overlay, strings.TrimSpace(string(root)))
	var gomod string
	if err == nil {
		gomod, err = writeLazy(folder)
	}
	if err == nil {
		err = writeChanged(folder)
	}
	if err == nil {
		_, err = goTool(append(flags, "-overlay", overlay, "-modfile", gomod, "./wasm")...)
	}
	if err == nil {
		return nil
	}
	if _, whole := goTool(append(flags, "./wasm")...); whole != nil {
		return whole
	}
	fmt.Fprintf(os.Stderr, "wasm/build: built with all of net/http and of all tables, and without counting regular expressions or sparing allocations, because that could not be changed (%v)\n", err)
	return nil
}
