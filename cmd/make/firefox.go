package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
)

// firefoxVariable names the Firefox for its tests; set by hand, it comes before everything found here.
const firefoxVariable = "SIMTEN_FIREFOX"

// firefox finds a Firefox, or installs one: what the user named, then a browser on this machine, then Debian's package
// when this user may install packages. It gives the path of the program, "" when there is none.
func (p project) firefox(ctx context.Context, log io.Writer) (string, error) {
	if path := os.Getenv(firefoxVariable); path != "" {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("%s names %s, which is not there; name another browser or unset it", firefoxVariable, path)
		}
		return path, nil
	}
	if path := installedFirefox(); path != "" {
		return path, nil
	}
	if _, err := exec.LookPath("apt-get"); err != nil || os.Getuid() != 0 {
		return "", nil
	}
	for _, args := range [][]string{{"update"}, {"install", "-y", "--no-install-recommends", "firefox-esr"}} {
		if err := p.commandTo(ctx, log, ".", "apt-get", args...); err != nil {
			fmt.Fprintf(log, "%v\n", err)
			return "", nil
		}
	}
	return installedFirefox(), nil
}

// installedFirefox gives a Firefox that this machine has, or nothing.
func installedFirefox() string {
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if path := "/Applications/Firefox.app/Contents/MacOS/firefox"; runtime.GOOS == "darwin" {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}
