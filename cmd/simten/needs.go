package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"simten.dev/cmd/simten/npm"
	"simten.dev/process/seal"
)

// folderCommands read what their files import from the folders around them.
var folderCommands = []string{"test", "verify"}

// writtenFlags name files that are written.
var writtenFlags = []string{"vcd", "fst", "o"}

// networkFiles are what Go's standard library reads to find and trust a server.
var networkFiles = []string{
	"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols",
	"/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
}

// needsOf gives what a command line that runs circuit code goes on to need of the system: the files that it names, the
// packages that they may import, and where it writes. The rest is taken away before the first file is read.
func needsOf(args []string) seal.Needs {
	if isJob(args) {
		return seal.Needs{} // its texts come with the task
	}
	needs := seal.Needs{Files: true}
	if len(args) == 0 {
		return needs
	}
	command, folders := args[0], []string{"."}
	for i, arg := range args[1:] {
		name, value, isFlag := strings.Cut(arg, "=")
		if !isFlag || !strings.HasPrefix(name, "-") {
			value = arg
		}
		before := strings.TrimLeft(args[i], "-") // the argument before this one
		if slices.Contains(writtenFlags, strings.TrimLeft(name, "-")) && isFlag || slices.Contains(writtenFlags, before) && strings.HasPrefix(args[i], "-") {
			needs.Write = append(needs.Write, value, filepath.Dir(value))
			continue
		}
		if value == "-" {
			needs.Network = true // nobody has seen what comes
			continue
		}
		info, err := os.Stat(value)
		if err != nil {
			continue
		}
		folder := value
		if !info.IsDir() {
			folder = filepath.Dir(value)
			needs.Read = append(needs.Read, value, value+lockEnding, layoutBeside(value))
			needs.Network = needs.Network || imports(value)
			if importsFiles(value) {
				needs.Read = append(needs.Read, folder)
			}
		}
		folders = append(folders, folder)
		if info.IsDir() || slices.Contains(folderCommands, command) {
			needs.Read = append(needs.Read, folder)
			needs.Network = true
		}
		if command == "lock" {
			needs.Write = append(needs.Write, folder)
		}
	}
	if len(folders) == 1 && slices.Contains(folderCommands, command) { // they look in the current folder by themselves
		needs.Read = append(needs.Read, ".")
		needs.Network = true
	}
	for _, folder := range folders {
		needs.Read = append(needs.Read, npm.NewFolder(folder).Roots()...)
	}
	if needs.Network {
		needs.Read = append(needs.Read, networkFiles...)
		for _, variable := range []string{"SSL_CERT_FILE", "SSL_CERT_DIR"} {
			needs.Read = append(needs.Read, filepath.SplitList(os.Getenv(variable))...)
		}
	}
	return needs
}

// importsFiles reports whether a file may import others that lie beside it: whether the beginning of such a path stands
// in quotes in it.
func importsFiles(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > int64(commandLimits.SourceBytes) {
		return false
	}
	text, err := os.ReadFile(path)
	return err == nil && filePath.Match(text)
}

var filePath = regexp.MustCompile(`['"](\.\.?['"/]|my/)`)

// imports reports whether a file can import anything: a text without the word cannot.
func imports(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return true // a pipe is read once only
	}
	if wave, err := openWave(path); err != nil {
		return true
	} else if wave != nil {
		return wave.Close() != nil // it is no program
	}
	text, err := os.ReadFile(path)
	return err != nil || bytes.Contains(text, []byte("import")) || bytes.Contains(text, []byte(" from")) || bytes.Contains(text, []byte(`\u`))
}
