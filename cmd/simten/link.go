package main

import (
	"fmt"

	"simten.dev/engine/limits"
	"simten.dev/engine/project"
)

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
