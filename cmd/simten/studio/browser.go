package studio

import (
	"errors"
	"os/exec"
	"runtime"
)

// OpenBrowser opens an address in the user's browser. It does not wait for it.
func OpenBrowser(address string) error {
	name, args := browserCommand(runtime.GOOS, address)
	if name == "" {
		return errors.New("this system has no known way to open a browser")
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // so that the system can forget it
	return nil
}

// browserCommand is the program that opens addresses on a system. None of them goes through a shell.
func browserCommand(system, address string) (name string, args []string) {
	switch system {
	case "darwin":
		return "open", []string{address}
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler", address}
	case "linux", "freebsd", "openbsd", "netbsd":
		return "xdg-open", []string{address}
	}
	return "", nil
}
