package mcp

import "context"

// Viewer shows circuits to people, such as in a page of the browser.
type Viewer interface {
	// Show puts a circuit before the human, and says whether a page has shown it.
	Show(ctx context.Context, c Circuit) (Shown, error)
	// Pages is how many pages are open.
	Pages() int
	// Close ends it. The next Show begins anew.
	Close() error
}

// Circuit is what a Viewer shows.
type Circuit struct {
	Name string // for messages
	// Source is the text; of a project with the texts of its files, as package project joins them.
	Source string
}

// Shown is what became of it.
type Shown struct {
	Pages    int  // that were told
	Rendered bool // one of them has said that it shows the circuit
	Failed   bool // one has said that it cannot
}
