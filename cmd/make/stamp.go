package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Folders that hold products or other people's code, never a source.
var products = map[string]bool{
	"node_modules": true, "dist": true, "build": true, ".git": true, "test-results": true, "playwright-report": true,
}

// sources calls visit for every file under the given places, products left out, in a stable order. A place that does
// not exist has no files.
func (p project) sources(places []string, visit func(path string, info fs.FileInfo) error) error {
	for _, place := range places {
		err := filepath.WalkDir(p.path(place), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // removed while we look
			}
			if err != nil {
				return err
			}
			if d.IsDir() {
				if products[d.Name()] {
					return filepath.SkipDir
				}
				return nil
			}
			info, err := d.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			return visit(path, info)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// digest is a hash over names and contents of all sources under the places that keep lets through.
func (p project) digest(places []string, keep func(path string) bool) (string, error) {
	h := sha256.New()
	err := p.sources(places, func(path string, info fs.FileInfo) error {
		if !info.Mode().IsRegular() || !keep(path) {
			return nil
		}
		_, _ = io.WriteString(h, path+"\x00") // a hash takes everything
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		part := sha256.New()
		if _, err := io.Copy(part, f); err != nil {
			return err
		}
		_, _ = h.Write(part.Sum(nil))
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// stamped runs a step unless its inputs are those of the last time it succeeded and its product is still there.
func (p project) stamped(name, digest, product string, step func() error) error {
	stamp := p.path("build", "cache", "stamps", name)
	old, err := os.ReadFile(stamp)
	if err == nil && strings.TrimSpace(string(old)) == digest {
		if _, err := os.Stat(p.path(product)); err == nil {
			return nil
		}
	}
	if err := os.RemoveAll(stamp); err != nil {
		return err
	}
	if err := step(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(stamp), 0o755); err != nil {
		return err
	}
	return os.WriteFile(stamp, []byte(digest+"\n"), 0o644)
}
