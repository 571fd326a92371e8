package site

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"time"
)

// mount serves the files of a directory under a path prefix that ends with a slash.
type mount struct {
	prefix string
	dir    string
}

// file is an open regular file and what a response says of it.
type file struct {
	*os.File
	name     string // inside its directory, without the ending of a coding
	encoding string // Content-Encoding, "" for the plain file
	varies   bool   // whether another Accept-Encoding could have given another form
	size     int64  // bytes
	tag      string // ETag, quotes included
}

// errSlash says that the path is a directory with a document in it and lacks its last slash.
var errSlash = errors.New("directory without slash")

// hidden tells whether a path names something that is in the folder for others than browsers: files that begin with a
// dot, the settings of static hosts, and the compressed forms, which come out under the plain name only.
func hidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || part == "_headers" || part == "_redirects" {
			return true
		}
	}
	for _, c := range codings {
		if strings.HasSuffix(name, c.suffix) {
			return true
		}
	}
	return false
}

// open finds the file that answers a path. The caller closes it. The error is fs.ErrNotExist for everything that is
// not served, or errSlash.
func (s *Site) open(urlPath, acceptEncoding string) (*file, error) {
	clean := path.Clean("/" + urlPath)
	if clean != urlPath && clean+"/" != urlPath || strings.ContainsAny(urlPath, "\\\x00") {
		return nil, fs.ErrNotExist
	}
	for _, m := range s.mounts {
		name, ok := strings.CutPrefix(urlPath, m.prefix)
		if !ok || hidden(name) {
			continue
		}
		f, err := s.openIn(m, name, acceptEncoding)
		if err == nil || errors.Is(err, errSlash) {
			return f, err
		}
	}
	return nil, fs.ErrNotExist
}

func (s *Site) openIn(m mount, name, acceptEncoding string) (*file, error) {
	// The root is opened for each request, so that a build may replace the folder. It keeps links and dots inside.
	root, err := os.OpenRoot(m.dir)
	if err != nil {
		return nil, fs.ErrNotExist
	}
	defer root.Close()

	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	info, err := root.Stat(name)
	switch {
	case err == nil && info.IsDir():
		if index, err := root.Stat(name + "/index.html"); err == nil && index.Mode().IsRegular() {
			return nil, errSlash
		}
		return nil, fs.ErrNotExist
	case err != nil && path.Ext(name) == "":
		// A page is reached without its ending too: /play is play.html.
		name += ".html"
		info, err = root.Stat(name)
	}
	if err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}

	found := &file{name: name}
	disk := name
	for _, c := range codings {
		packed, err := root.Stat(name + c.suffix)
		// A compressed form that is older than its file belongs to an earlier build.
		if err != nil || !packed.Mode().IsRegular() || packed.ModTime().Before(info.ModTime()) {
			continue
		}
		found.varies = true
		if found.encoding == "" && accepts(acceptEncoding, c.name) {
			found.encoding, disk = c.name, name+c.suffix
		}
	}
	if found.File, err = root.Open(disk); err != nil {
		return nil, fs.ErrNotExist
	}
	if info, err = found.Stat(); err != nil {
		found.Close()
		return nil, fs.ErrNotExist
	}
	found.size = info.Size()
	if found.tag, err = s.tags.of(m.prefix+disk, found.File, info); err != nil {
		found.Close()
		return nil, fs.ErrNotExist
	}
	return found, nil
}

// tags remembers the hash of each file for as long as its time and size stay.
type tags struct {
	mu    sync.Mutex
	known map[string]tagged
}

type tagged struct {
	time time.Time
	size int64
	tag  string
}

func (t *tags) of(key string, f *os.File, info fs.FileInfo) (string, error) {
	t.mu.Lock()
	old, ok := t.known[key]
	t.mu.Unlock()
	if ok && old.time.Equal(info.ModTime()) && old.size == info.Size() {
		return old.tag, nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	tag := `"` + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:18]) + `"`
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil {
		t.known = map[string]tagged{}
	}
	t.known[key] = tagged{info.ModTime(), info.Size(), tag}
	return tag, nil
}
