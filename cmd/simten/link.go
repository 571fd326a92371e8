package main

import (
	"errors"
	"fmt"

	"simten.dev/cmd/simten/sharelink"
	"simten.dev/engine/limits"
	"simten.dev/engine/project"
)

// projectLink is the part of an address behind the origin that opens a file, or the entry of a folder, with everything
// that it imports: `#code=`, as embed/client/src/share-link.ts reads it.
func projectLink(t terminal, path string) (string, error) {
	text, _, err := projectText(t, path)
	if err != nil {
		return "", err
	}
	code, err := sharelink.Code(text)
	if errors.Is(err, sharelink.ErrTooLarge) {
		return "", fmt.Errorf("%s is too large for a link: packed it has more than %v characters", path, limits.Count(sharelink.Max))
	}
	return code, err
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
