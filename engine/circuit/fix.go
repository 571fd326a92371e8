package circuit

import "fmt"

// Fix is a change of the text that does what a Suggestion says: what stands from its place to its end becomes Text.
// Lines and columns count as those of a Diagnostic do. Several fixes of one diagnostic are alternatives.
type Fix struct {
	Line      int    `json:"line"`   // 1-based
	Column    int    `json:"column"` // 1-based, in UTF-16 units as editors count
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"` // behind the last character
	Replaces  string `json:"replaces"`  // what stands there: in a text that was changed since, something else may
	Text      string `json:"text"`
}

// Use is what a name that was misspelled stands for where it stands.
type Use uint8

const (
	UseMember   Use = iota // the name of a port, a node or another property; in a shorthand, { a }, what a colon would follow
	UseVariable            // a variable: in a shorthand it is what would follow the colon
	UseImport              // a name of an import
	UseOption              // a property of the object that the call at the place is given
	UseNothing             // a property that is to be left out, with the dot before it
)

// Meant is a name that is probably misspelled, with what it may have been. Where the text is known, it becomes fixes.
type Meant struct {
	Written string
	Names   []string
	Use     Use
	From    Place // where a function begins that takes the name apart, when the place may be that of a later use
}

// Guess sets the suggestion that DidYouMean makes, and what it is about; nothing when no name is near.
func (d *Diagnostic) Guess(use Use, name string, names []string) {
	if near := Nearest(name, names); len(near) > 0 {
		d.Suggestion = DidYouMean(name, names)
		d.Meant = &Meant{Written: name, Names: near, Use: use}
	}
}

// Instead sets a suggestion that names the one thing to write for a name; format gets it.
func (d *Diagnostic) Instead(use Use, name, format, instead string) {
	d.Suggestion = fmt.Sprintf(format, instead)
	d.Meant = &Meant{Written: name, Names: []string{instead}, Use: use}
}

// Advise sets a suggestion that is no name to write.
func (d *Diagnostic) Advise(text string) { d.Suggestion, d.Meant = text, nil }
