package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// chromiumVariable names the browser for the end-to-end tests; set by hand, it comes before everything found here.
const chromiumVariable = "SIMTEN_CHROMIUM"

// chromium finds a Chromium for the end-to-end tests, or installs one: first what the user named, then a browser on
// this machine, then the one that Playwright downloaded, then Debian's package when this user may install packages,
// then Playwright's download. It gives the path of the program.
func (p project) chromium(ctx context.Context, log io.Writer) (string, error) {
	if path := os.Getenv(chromiumVariable); path != "" {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("%s names %s, which is not there; name another browser or unset it", chromiumVariable, path)
		}
		return path, nil
	}
	if path := installed(); path != "" {
		return path, nil
	}
	own := func() (string, bool) {
		c := exec.CommandContext(ctx, "node", "-p", "require('playwright-core').chromium.executablePath()")
		c.Dir = p.root
		out, err := c.Output()
		path := strings.TrimSpace(string(out))
		if err != nil || path == "" {
			return "", false
		}
		_, err = os.Stat(path)
		return path, err == nil
	}
	if path, ok := own(); ok {
		return path, nil
	}
	if _, err := exec.LookPath("apt-get"); err == nil && os.Getuid() == 0 {
		err := p.commandTo(ctx, log, ".", "apt-get", "update")
		if err == nil {
			err = p.commandTo(ctx, log, ".", "apt-get", "install", "-y", "--no-install-recommends", "chromium")
		}
		if path := installed(); err == nil && path != "" {
			return path, nil
		}
	}
	if err := p.commandTo(ctx, log, ".", p.bin("playwright"), "install", "chromium"); err != nil {
		return "", fmt.Errorf("no Chromium was found and none could be installed (%w); install one, or name one with %s", err, chromiumVariable)
	}
	if path, ok := own(); ok {
		return path, nil
	}
	return "", fmt.Errorf("no Chromium was found; install one, or name one with %s", chromiumVariable)
}

// installed gives a Chromium or Chrome that this machine has, or nothing.
func installed() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if runtime.GOOS == "darwin" {
		for _, path := range []string{
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		} {
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}
