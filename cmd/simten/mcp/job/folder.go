package job

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// folder is a file system of texts, by path.
type folder map[string]string

// Open implements fs.FS.
func (f folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if text, ok := f[name]; ok {
		return &file{info: info{path.Base(name), int64(len(text)), false}, Reader: strings.NewReader(text)}, nil
	}
	entries := map[string]fs.DirEntry{}
	for other := range f {
		rest := other
		if name != "." {
			var below bool
			if rest, below = strings.CutPrefix(other, name+"/"); !below {
				continue
			}
		}
		first, _, deeper := strings.Cut(rest, "/")
		entries[first] = fs.FileInfoToDirEntry(info{first, int64(len(f[other])), deeper})
	}
	if len(entries) == 0 && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	d := &file{info: info{path.Base(name), 0, true}, Reader: strings.NewReader("")}
	for _, e := range entries {
		d.entries = append(d.entries, e)
	}
	slices.SortFunc(d.entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return d, nil
}

// file is an open file, or folder, of a folder.
type file struct {
	info
	*strings.Reader
	entries []fs.DirEntry
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }
func (f *file) Size() int64                { return f.info.Size() }

// ReadDir implements fs.ReadDirFile.
func (f *file) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.entries)
	} else if len(f.entries) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.entries))
	list := f.entries[:n]
	f.entries = f.entries[n:]
	return list, nil
}

// info describes a file.
type info struct {
	name  string
	bytes int64
	dir   bool
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.bytes }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.dir }
func (i info) Sys() any           { return nil }

func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
