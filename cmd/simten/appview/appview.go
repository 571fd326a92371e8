// Package appview has the view that shows a circuit inside a conversation, for hosts of MCP Apps (SEP-1865): the
// document of the resource ui://simten/circuit, what the resource and tools say of it, and the part of a tool's result
// that is for it. In: the origin of the studio on this machine, and a circuit at a cycle; out: bytes and metadata for a
// server of the Model Context Protocol, of which this package knows nothing else. The document is made of
// app-site/src/chat, where something that the view should show is added; its data is a field of Circuit.
//
//go:generate go run ./gen
package appview

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"simten.dev/cmd/simten/headers"
)

// The resource that hosts show.
const (
	URI         = "ui://simten/circuit"
	MIMEType    = "text/html;profile=mcp-app"
	Name        = "simten-circuit"
	Title       = "Circuit"
	Description = "Shows the circuit of a tool's result: live where the host lets a page of this machine be framed, else as a picture with its values."
)

// MetaKey is the entry of a result's _meta in which the view finds its circuit. Hosts keep _meta away from the model.
const MetaKey = "simten.dev/circuit"

// Circuit is a circuit at a cycle, for the view.
type Circuit struct {
	Name    string  `json:"name"`
	Cycle   int     `json:"cycle"`
	Picture string  `json:"picture,omitempty"` // as SVG, with the values of the cycle
	Values  []Value `json:"values,omitempty"`
	Code    string  `json:"code,omitempty"`   // the part of an address that opens the circuit, #code=…
	Inputs  string  `json:"inputs,omitempty"` // values at first: a=1 b=0xff
	// Stepped says that inputs change from cycle to cycle, so that a live circuit begins at cycle 0 and not at Cycle.
	Stepped bool `json:"stepped,omitempty"`
	// Run is the handle with which the view asks the tool again, for the next cycle or for other inputs; "" where it
	// cannot.
	Run     string `json:"run,omitempty"`
	Steps   any    `json:"steps,omitempty"` // the inputs of Run: those of entry i are set before cycle i
	Clocked bool   `json:"clocked,omitempty"`
}

// Tool is the tool that the view calls with Run.
const Tool = "simulate_circuit"

// Value is the value of a port.
type Value struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Output bool   `json:"output,omitempty"`
	Width  int    `json:"width,omitempty"` // of an input, in bits
}

// data holds view.html; see gen.
//
//go:embed all:data
var data embed.FS

// ErrNotBuilt is that the program was built without the view.
var ErrNotBuilt = errors.New("this program was built without the view of a circuit: build it with `make build`")

// HTML is the document. studio is the origin of a running studio, whose page runs the circuit; "" for none, and then
// the view shows pictures.
func HTML(studio string) ([]byte, error) {
	document, err := data.ReadFile("data/view.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil || studio == "" {
		return document, err
	}
	// An origin has no character that could end the attribute.
	origin, err := headers.ParseOrigin(studio)
	if err != nil {
		return nil, err
	}
	place := []byte(`data-studio=""`)
	if !bytes.Contains(document, place) {
		return nil, fmt.Errorf("the view is damaged: it has no place for the studio")
	}
	return bytes.Replace(document, place, fmt.Appendf(nil, "data-studio=%q", origin), 1), nil
}

// ResourceMeta is the _meta of the resource: the view connects to nothing, loads nothing, and frames the studio only.
func ResourceMeta(studio string) map[string]any {
	csp := map[string]any{"connectDomains": []string{}, "resourceDomains": []string{}}
	if origin, err := headers.ParseOrigin(studio); err == nil {
		csp["frameDomains"] = []string{origin}
	}
	return map[string]any{"ui": map[string]any{"csp": csp, "prefersBorder": true}}
}

// ToolMeta is the _meta of a tool whose results the view shows.
func ToolMeta() map[string]any {
	return map[string]any{"ui": map[string]any{"resourceUri": URI}}
}
