// Package patch reads and applies the edits that the forks make in the sources of dependencies.
//
// In come the text of an edits file (see Parse for the format) and the files of a module as it is published; out come
// the files with the edits, or one Problem for each edit that does not apply. An edit never applies partly: its anchor
// must stand in the file exactly once, or exactly as often as the edit says. Nothing here knows where the files are
// from.
//
// A newcomer who needs another kind of edit adds an Operation (operation.go) and the line that Parse reads it from.
package patch
