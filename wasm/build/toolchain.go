package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// The post-linker knows the code of one release of Go, and the overlay the arrangement of its net/http. So the module is
// built with the toolchain that go.mod names, also where a newer one is installed.

var toolchainLine = regexp.MustCompile(`(?m)^toolchain (go\S+)$`)

// pinned is the toolchain of go.mod.
func pinned() (string, error) {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		return "", err
	}
	found := toolchainLine.FindSubmatch(text)
	if found == nil {
		return "", errors.New("go.mod has no toolchain line, and the module is built with that one")
	}
	return string(found[1]), nil
}

// pinToolchain has the go command be of a version from now on; "" is that of go.mod. The installed one is taken when it is
// that one; otherwise Go gets it.
func pinToolchain(version string) error {
	if version == "" {
		var err error
		if version, err = pinned(); err != nil {
			return err
		}
	}
	have, err := goTool("env", "GOVERSION")
	if err != nil {
		return err
	}
	if strings.TrimSpace(string(have)) == version {
		return nil
	}
	if err := os.Setenv("GOTOOLCHAIN", version); err != nil {
		return err
	}
	if _, err := goTool("version"); err != nil {
		return fmt.Errorf("the module is built with %s, which could not be had (%w)", version, err)
	}
	return nil
}

// tryToolchain builds the module with another release of Go, and says what is different from the one that go.mod names.
func tryToolchain(version, out string) error {
	if err := pinToolchain(version); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	linked, err := link(filepath.Join(out, "engine.unlimited.wasm"))
	if err != nil {
		return fmt.Errorf("%s does not build the module: %w", version, err)
	}
	fmt.Printf("%s builds the module; net/http is arranged as expected.\nlinked: %.2f MB (%.2f MB when the patterns were counted)\n",
		version, float64(len(linked))/1e6, expectedBytes/1e6)
	small, found, err := rework(linked)
	if err != nil {
		return fmt.Errorf("the post-linker cannot read what %s writes: %w", version, err)
	}
	fmt.Printf("reworked: %.2f MB\n%s", float64(len(small))/1e6, table(found, len(linked)))
	if err := checkPatterns(found, len(linked)); err != nil {
		return err
	}
	fmt.Printf("Every pattern is found as often as expected. To take %[1]s: `go mod edit -toolchain=%[1]s`, make forks, make test.\n", version)
	return nil
}
