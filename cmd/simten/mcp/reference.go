package mcp

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/std"
)

// The documents that assistants read: results of tools are not cut, as descriptions are.
var (
	//go:embed documents/grammar.md
	grammar string
	//go:embed documents/verify.md
	verifyGuide string
)

// Document is a text to read.
type Document struct {
	Document string `json:"document" jsonschema:"Markdown"`
}

// Nothing is what tools without arguments take.
type Nothing struct{}

func getGrammar() (*tool, error) {
	return define(about{
		name: "get_grammar", title: "Read the language",
		description: "The language of circuits with worked examples that compile: circuit(), ports, nodes, wires, eval, state and onTick, " +
			"factories, and the mistakes that are made most. Read it once before you write a circuit. The whole reference is the resource simten://language.",
	}, func(context.Context, *call, Nothing) (*Document, string, error) {
		return &Document{grammar}, grammar, nil
	})
}

func getVerifyAPI() (*tool, error) {
	return define(about{
		name: "get_verify_api", title: "Read how to verify",
		description: "How to write a testbench for verify_circuit: the shape of the file, simulate() with set, tick and get, " +
			"verify.check with properties and verify.exhaustive, the tiers of oracles A to E, and reading captured data.",
	}, func(context.Context, *call, Nothing) (*Document, string, error) {
		return &Document{verifyGuide}, verifyGuide, nil
	})
}

// ComponentsInput is what list_components takes.
type ComponentsInput struct {
	Name   string `json:"name,omitempty" jsonschema:"only this component or helper, with its whole documentation"`
	Search string `json:"search,omitempty" jsonschema:"only those whose name, category or summary has this text"`
}

// ComponentsOutput is the result of the tool components.
type ComponentsOutput struct {
	Components []ComponentInfo `json:"components"`
	Document   string          `json:"document,omitempty" jsonschema:"the documentation, when one was asked for; Markdown"`
}

// ComponentInfo is one entry of the library in short.
type ComponentInfo struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Category string `json:"category,omitempty"`
	Summary  string `json:"summary"`
	Use      string `json:"use" jsonschema:"options, then inputs → outputs with their widths"`
}

func listComponents() (*tool, error) {
	return define(about{
		name: "list_components", title: "List the library",
		description: "Every component and helper of the library with its options and ports, which are there without an import. " +
			"Give name for the whole documentation of one, or search for a few. Ports and options cannot be guessed: look them up.",
	}, func(_ context.Context, _ *call, in ComponentsInput) (*ComponentsOutput, string, error) {
		out := &ComponentsOutput{Components: []ComponentInfo{}}
		if in.Name != "" {
			found, ok := std.Find(in.Name)
			if !ok {
				return nil, "", failed(protocol.ErrInvalidRequest, fmt.Sprintf("The library has no %q.", oneLine(in.Name)),
					circuit.DidYouMean(in.Name, std.Names()), "list_components")
			}
			out.Components, out.Document = append(out.Components, infoOf(found)), found.Markdown()
			return out, out.Document, nil
		}
		wanted := strings.ToLower(in.Search)
		var b strings.Builder
		for _, component := range std.Components() {
			info := infoOf(component)
			if !strings.Contains(strings.ToLower(info.Name+" "+info.Category+" "+info.Summary), wanted) {
				continue
			}
			out.Components = append(out.Components, info)
			fmt.Fprintf(&b, "%s%s — %s\n", info.Name, info.Use, info.Summary)
		}
		if len(out.Components) == 0 {
			return nil, "", failed(protocol.ErrInvalidRequest,
				fmt.Sprintf("Nothing in the library has the text %q.", oneLine(in.Search)),
				"Leave search out to see everything.", "list_components")
		}
		return out, b.String(), nil
	})
}

func infoOf(c std.Component) ComponentInfo {
	info := ComponentInfo{Name: c.Name, Kind: string(c.Kind), Category: c.Category, Summary: c.Summary}
	var options, in, out []string
	for _, o := range c.Options {
		options = append(options, o.Name)
	}
	for _, p := range c.Ports {
		text := p.Name + ":" + p.Width
		if p.Direction == "output" {
			out = append(out, text)
		} else {
			in = append(in, text)
		}
	}
	info.Use = "(" + strings.Join(options, ", ") + ")"
	if len(c.Ports) > 0 {
		info.Use = "({ " + strings.Join(options, ", ") + " }) " + strings.Join(in, " ") + " → " + strings.Join(out, " ")
		if len(options) == 0 {
			info.Use = " " + strings.Join(in, " ") + " → " + strings.Join(out, " ")
		}
	}
	if c.Returns != "" {
		info.Use += " → " + c.Returns
	}
	return info
}
