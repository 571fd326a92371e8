// Package examples holds the circuits to start from, and tests them. Each folder has a circuit (circuit.ts), its words
// and the values that it must show (expect.json), and perhaps tests in its own language (circuit.test.ts). A new
// example is a new folder and an entry in app-site/src/examples/catalogue.ts.
package examples

import (
	"embed"
	"encoding/json"
	"io/fs"
	"path"
)

//go:embed */circuit.ts */expect.json
var files embed.FS

// ModuleName is how tests import the examples, as in public Simten.
const ModuleName = "@simten/core/examples"

// Example is an entry of the catalogue as tests see it.
type Example struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Category    string `json:"category"`
	Nodes       int    `json:"nodes"` // of its main circuit
	Code        string `json:"code"`
}

// Catalogue is all examples, by id.
func Catalogue() ([]Example, error) {
	names, err := fs.Glob(files, "*/expect.json")
	if err != nil {
		return nil, err
	}
	list := make([]Example, 0, len(names))
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var words struct {
			Example
			Line string `json:"line"`
		}
		if err := json.Unmarshal(content, &words); err != nil {
			return nil, err
		}
		text, err := files.ReadFile(path.Dir(name) + "/circuit.ts")
		if err != nil {
			return nil, err
		}
		words.Description, words.Code = words.Line, string(text)
		list = append(list, words.Example)
	}
	return list, nil
}

// Module is the text of the module that tests import.
func Module() (string, error) {
	list, err := Catalogue()
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(list)
	return "export const EXAMPLES = " + string(text) + "\n", err
}
