package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"simten.dev/engine/limits"
	"simten.dev/engine/project"
)

// maxLink is the longest link that pages read, in characters.
const maxLink = 256 << 10

// projectLink is the part of an address behind the origin that opens a file, or the entry of a folder, with everything
// that it imports: `#code=`, as embed/client/src/share-link.ts reads it.
func projectLink(t terminal, path string) (string, error) {
	text, _, err := projectText(t, path)
	if err != nil {
		return "", err
	}
	code, err := packText(text)
	if err != nil {
		return "", err
	}
	if len(code) > maxLink {
		return "", fmt.Errorf("%s is too large for a link: packed it has more than %v characters", path, limits.Count(maxLink))
	}
	return "#code=" + code, nil
}

// projectText is the text of a file, or of the entry of a folder, with everything that it imports, and the name of the
// entry.
func projectText(t terminal, path string) (text, name string, err error) {
	file, err := readCircuit(t, path)
	if err != nil {
		return "", "", err
	}
	if file.root == nil {
		return file.text, file.name, nil
	}
	defer file.root.Close()
	files, err := project.Collect(project.Folder{FS: file.root.FS()}, file.name, file.text, limits.Default.FilesPerProgram, limits.Default.SourceBytes)
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", path, err)
	}
	if len(files) > 0 {
		return project.Join(file.name, file.text, files), file.name, nil
	}
	return file.text, file.name, nil
}

// packText is a text as the value of `#code=`: its checksum, and the text deflated.
func packText(text string) (string, error) {
	var b bytes.Buffer
	b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))))
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return "1d." + base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}
