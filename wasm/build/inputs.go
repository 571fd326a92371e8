package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"simten.dev/engine/protocol"
)

// fileList prints every file of this module and of our forks that the program is built from.
const fileList = `{{if and .Module (or .Module.Main .Module.Replace)}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}
{{end}}{{end}}`

// hashInputs is a hash of everything that decides what the module of a program looks like: the toolchain, the
// flags, the memory limit, the versions of dependencies, and the files of the module and of our forks.
func hashInputs(program string) (string, error) {
	version, err := goTool("env", "GOVERSION")
	if err != nil {
		return "", err
	}
	listed, err := goTool("list", "-deps", "-f", fileList, program, "./wasm/jumps", "./wasm/strip", "./wasm/memlimit", "./wasm/peephole")
	if err != nil {
		return "", err
	}
	files := []string{"go.mod", "go.sum", profilePath}
	for lines := bufio.NewScanner(bytes.NewReader(listed)); lines.Scan(); {
		if path := lines.Text(); path != "" {
			files = append(files, path)
		}
	}
	slices.Sort(files)
	return hashFiles(fmt.Sprintf("%s %s %s without net/http %d", version, linkFlags, compileFlags(), protocol.DefaultLimits.MemoryMebibytes), files)
}

// hashFiles hashes a heading and the names and contents of files.
func hashFiles(heading string, files []string) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, heading)
	for _, path := range files {
		if err := addFile(hash, path); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

func addFile(hash io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	stat, err := file.Stat()
	if err != nil {
		return err
	}
	// The length keeps the end of one file apart from the start of the next.
	fmt.Fprintln(hash, filepath.Base(path), stat.Size())
	_, err = io.Copy(hash, file)
	return err
}
