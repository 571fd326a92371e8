package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/std"
	"simten.dev/examples"
)

// circuitsFolder is where projects have their circuits.
const circuitsFolder = "circuits"

// StartInput is what get_started takes.
type StartInput struct {
	Example string `json:"example,omitempty" jsonschema:"id of an example: its text is written to circuits/ID.circuit.ts"`
	Dir     string `json:"dir,omitempty" jsonschema:"the project, a folder below that of the server; default: that folder"`
}

// StartOutput is the result of the tool start.
type StartOutput struct {
	Guide    string    `json:"guide,omitempty"`
	Examples []Example `json:"examples,omitempty"`
	Written  *bool     `json:"written,omitempty" jsonschema:"false: the file is there already, and was left alone"`
	Path     string    `json:"path,omitempty"`
	Example  *Example  `json:"example,omitempty"`
	Source   string    `json:"source,omitempty"`
	Next     string    `json:"next"`
}

// Example is an entry of the catalogue.
type Example struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Category    string `json:"category"`
}

const guide = "A circuit is a TypeScript module; put it into circuits/NAME.circuit.ts. Read get_grammar and list_components, write, " +
	"check_circuit, simulate_circuit, then ask find, why, wave or query_run about the run, and verify_circuit at a declared tier. " +
	"show_circuit shows it to the human."

var catalogue = sync.OnceValues(examples.Catalogue)

func getStarted() (*tool, error) {
	list, err := catalogue()
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return define(about{
		name: "get_started", title: "Get started",
		description: "Without arguments: how to work with circuits here, and the examples. With example: writes its text to " +
			"circuits/ID.circuit.ts, never over a file that is there, and gives it. Examples: " + strings.Join(ids, ", ") + ".",
		changes: true,
	}, start)
}

func start(_ context.Context, c *call, in StartInput) (*StartOutput, string, error) {
	list, err := catalogue()
	if err != nil {
		return nil, "", err
	}
	if in.Example == "" {
		out := &StartOutput{Guide: guide, Next: "Read get_grammar, or take an example: get_started with its id."}
		text := guide + "\nExamples:"
		for _, e := range list {
			out.Examples = append(out.Examples, exampleOf(e))
			text += fmt.Sprintf("\n%s: %s. %s", e.ID, e.Title, e.Description)
		}
		return out, text, nil
	}
	at := slices.IndexFunc(list, func(e examples.Example) bool { return e.ID == in.Example })
	if at < 0 {
		ids := make([]string, len(list))
		for i := range list {
			ids[i] = list[i].ID
		}
		return nil, "", failed(protocol.ErrInvalidRequest, fmt.Sprintf("There is no example %q.", oneLine(in.Example)),
			strings.TrimSpace(circuit.DidYouMean(in.Example, ids)+" There are: "+strings.Join(ids, ", ")+"."), "get_started")
	}
	chosen := exampleOf(list[at])
	text := module(list[at].Code)
	path, written, err := c.write(in.Dir, filepath.Join(circuitsFolder, chosen.ID+".circuit.ts"), text)
	if err != nil {
		return nil, "", err
	}
	out := &StartOutput{
		Written: &written, Path: path, Example: &chosen, Source: text,
		Next: "Call simulate_circuit with filePath " + path + ", or show_circuit.",
	}
	if written {
		return out, fmt.Sprintf("%s is written to %s.\n%s", chosen.Title, path, out.Next), nil
	}
	return out, fmt.Sprintf("%s is there already and was left alone.\n%s", path, out.Next), nil
}

func exampleOf(e examples.Example) Example {
	return Example{e.ID, e.Title, e.Description, e.Category}
}

// write makes a new file below a folder of the root; it never touches one that is there. The path that it gives is
// below the root.
func (c *call) write(dir, name, text string) (path string, written bool, err error) {
	if dir == "" {
		dir = "."
	}
	if dir, err = c.below(dir); err != nil {
		return "", false, err
	}
	path = filepath.Join(dir, name)
	root, err := os.OpenRoot(c.options.Root)
	if err != nil {
		return "", false, c.unwritable(path, err)
	}
	defer root.Close()
	if err := root.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", false, c.unwritable(path, err)
	}
	file, err := root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return path, false, nil
	}
	if err != nil {
		return "", false, c.unwritable(path, err)
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", false, c.unwritable(path, err)
	}
	return path, true, nil
}

func (c *call) unwritable(path string, err error) error {
	var reason *fs.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return failed(protocol.ErrInvalidRequest, fmt.Sprintf("cannot write %s: %v", oneLine(filepath.Join(c.options.Root,
		path)), err),
		"Give dir, a folder below that of the server which can be written to.")
}

var (
	words     = regexp.MustCompile(`[A-Za-z_$][\w$]*`)
	comments  = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	topLevel  = regexp.MustCompile(`(?m)^const (\w+) = circuit\(`)
	bare      = regexp.MustCompile(`(?m)^circuit\('(\w+)'`)
	languages = []string{"circuit", "bit", "bus", "reg", "mem"}
)

// module is an example as a module of a project: with its imports, and its circuits exported.
func module(code string) string {
	if strings.Contains(code, "\nimport ") || strings.HasPrefix(code, "import ") {
		return code
	}
	used := map[string]bool{}
	for _, word := range words.FindAllString(comments.ReplaceAllString(code, ""), -1) {
		used[word] = true
	}
	pick := func(names []string) string {
		var list []string
		for _, name := range names {
			if used[name] && !strings.Contains(code, "const "+name+" ") && !strings.Contains(code, "function "+name+"(") {
				list = append(list, name)
			}
		}
		slices.Sort(list)
		return strings.Join(list, ", ")
	}
	var library []string
	for _, component := range std.Components() {
		library = append(library, component.Name)
	}
	head := fmt.Sprintf("import { %s } from '@simten/core/circuit'\n", pick(languages))
	if list := pick(library); list != "" {
		head += fmt.Sprintf("import { %s } from '@simten/core/std'\n", list)
	}
	code = topLevel.ReplaceAllString(code, "export const $1 = circuit(")
	code = bare.ReplaceAllString(code, "export const $1 = circuit('$1'")
	return head + "\n" + code
}
