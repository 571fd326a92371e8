// Package docs holds the pages of this folder that programs show: the reference of the language, the diagnostics and
// the questions. A page that programs are to show gets a variable here.
package docs

import _ "embed"

// The pages, as Markdown.
var (
	//go:embed language.md
	Language string
	//go:embed diagnostics.md
	Diagnostics string
	//go:embed questions.md
	Questions string
)
