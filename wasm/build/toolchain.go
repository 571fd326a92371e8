package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// The post-linker knows the code of one release of Go, and the overlay the arrangement of its net/http. So the module
// is built with the toolchain that go.mod names, also where a newer one is installed.

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

// pinToolchain has the go command be of a version from now on; "" is that of go.mod. The installed one is taken when it
// is that one; otherwise Go gets it.
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
	if strings.TrimSpace(string(have)) != version {
		if err := os.Setenv("GOTOOLCHAIN", version); err != nil {
			return err
		}
		if _, err := goTool("version"); err != nil {
			return fmt.Errorf("the module is built with %s, which could not be had (%w)", version, err)
		}
	}
	return leaveModuleCache(version)
}

// leaveModuleCache has the go command be a copy outside of the module cache when it is a toolchain that Go has fetched
// into it: an overlay may not replace files there.
func leaveModuleCache(version string) error {
	answer, err := goTool("env", "GOROOT", "GOMODCACHE")
	if err != nil {
		return err
	}
	root, modules, _ := strings.Cut(strings.TrimSpace(string(answer)), "\n")
	inside, err := filepath.Rel(modules, root)
	if err != nil || !filepath.IsLocal(inside) {
		return nil
	}
	own, err := filepath.Abs(filepath.Join("build", "go", version))
	if err != nil {
		return err
	}
	if err := copyToolchain(root, own); err != nil {
		return fmt.Errorf("%s could not be copied out of the module cache (%w)", version, err)
	}
	path := filepath.Join(own, "bin") + string(filepath.ListSeparator) + os.Getenv("PATH")
	return errors.Join(os.Setenv("PATH", path), os.Setenv("GOTOOLCHAIN", "local"), os.Unsetenv("GOROOT"))
}

// copyToolchain makes a copy of a toolchain, once: of files that do not change hard links are enough.
func copyToolchain(from, to string) error {
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	// Under another name until it is complete, so that what was interrupted is not taken for a toolchain.
	part, err := os.MkdirTemp(filepath.Dir(to), "part-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part)
	err = filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(part, name), 0o755)
		}
		return linkOrCopy(path, filepath.Join(part, name))
	})
	if err != nil {
		return err
	}
	return os.Rename(part, to)
}

// linkOrCopy links a file, and copies it where the other name is on another file system.
func linkOrCopy(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, info.Mode().Perm())
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
	small, found, err := postlink(linked)
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
