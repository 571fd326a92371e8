package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"simten.dev/docs"
	"simten.dev/engine/std"
)

// scheme begins the addresses of resources.
const scheme = "simten://"

const markdown = "text/markdown"

// document is a resource with one text.
type document struct {
	name, title, description, kind string
	text                           func() (string, error)
}

// documents are the resources that are listed.
var documents = []document{
	{"language", "The language", "The whole reference of circuits: ports, nodes, wires, behaviour, factories, tests, packages, limits.", markdown, func() (string, error) { return docs.Language, nil }},
	{
		"questions", "Questions about a run", "Names of signals, expressions and cycles.", markdown,
		func() (string, error) { return docs.Questions, nil },
	},
	{
		"diagnostics", "Diagnostics", "Every code of a problem with its cause and its cure.", markdown,
		func() (string, error) { return docs.Diagnostics, nil },
	},
	{"components", "The library", "Every component and helper with its documentation.", markdown, library},
	{"examples", "Examples", "The examples by id; each is the resource simten://examples/ID.", markdown, exampleList},
}

// resources adds what can be read without a call.
func (s *Server) resources() {
	for _, d := range documents {
		s.mcp.AddResource(&mcp.Resource{
			URI: scheme + d.name, Name: d.name, Title: d.title, Description: d.description, MIMEType: d.kind,
		}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			text, err := d.text()
			return contents(scheme+d.name, d.kind, text), err
		})
	}
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: scheme + "components/{name}", Name: "component", Title: "A component",
		Description: "The documentation of one component or helper.", MIMEType: markdown,
	}, func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		found, ok := std.Find(strings.TrimPrefix(r.Params.URI, scheme+"components/"))
		if !ok {
			return nil, mcp.ResourceNotFoundError(r.Params.URI)
		}
		return contents(r.Params.URI, markdown, found.Markdown()), nil
	})
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: scheme + "examples/{id}", Name: "example", Title: "An example",
		Description: "The text of one example.", MIMEType: "text/typescript",
	}, func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		list, err := catalogue()
		for _, e := range list {
			if err == nil && r.Params.URI == scheme+"examples/"+e.ID {
				return contents(r.Params.URI, "text/typescript", module(e.Code)), nil
			}
		}
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	})
}

func contents(uri, kind, text string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: kind, Text: text}}}
}

// library is the documentation of everything in it.
func library() (string, error) {
	var b strings.Builder
	for _, c := range std.Components() {
		b.WriteString(c.Markdown() + "\n")
	}
	return b.String(), nil
}

func exampleList() (string, error) {
	list, err := catalogue()
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "- %sexamples/%s: %s. %s\n", scheme, e.ID, e.Title, e.Description)
	}
	return b.String(), err
}
