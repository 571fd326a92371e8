package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// version is a major and a minor number.
type version struct{ major, minor int }

func (v version) String() string { return fmt.Sprintf("%d.%d", v.major, v.minor) }

func (v version) atLeast(w version) bool {
	return v.major > w.major || v.major == w.major && v.minor >= w.minor
}

var versionForm = regexp.MustCompile(`(\d+)\.(\d+)`)

// parseVersion reads the first two numbers of a text such as go1.26.8 or v20.19.1.
func parseVersion(text string) (version, bool) {
	parts := versionForm.FindStringSubmatch(text)
	if parts == nil {
		return version{}, false
	}
	major, _ := strconv.Atoi(parts[1]) // digits only
	minor, _ := strconv.Atoi(parts[2])
	return version{major, minor}, true
}

// nodeWorks follows what Vite needs.
func nodeWorks(v version) bool {
	if v.major == 20 {
		return v.atLeast(version{20, 19})
	}
	return v.atLeast(version{22, 12})
}

// checkTools makes sure that Go and Node are there and new enough. The error says what to install.
func checkTools(ctx context.Context) error {
	if v, ok := parseVersion(runtime.Version()); ok && !v.atLeast(version{1, 26}) {
		return fmt.Errorf("go %s is too old, 1.26 or newer is needed; get it at https://go.dev/dl", v)
	}
	out, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err != nil {
		return fmt.Errorf("node is missing (%w); install Node.js 20.19, 22.12 or newer from https://nodejs.org", err)
	}
	v, ok := parseVersion(string(out))
	if !ok || !nodeWorks(v) {
		return fmt.Errorf("node %s is too old; install Node.js 20.19, 22.12 or newer from https://nodejs.org", strings.TrimSpace(string(out)))
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return fmt.Errorf("npm is missing (%w); it comes with Node.js from https://nodejs.org", err)
	}
	return nil
}
