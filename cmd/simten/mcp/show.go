package mcp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/cmd/simten/sharelink"
	"simten.dev/engine/source"
)

// Viewer shows circuits to people, such as in a page of the browser. Nothing that the page says comes back but
// whether it has drawn the circuit.
type Viewer interface {
	// Show puts a circuit before the human; it opens a page when there is none.
	Show(ctx context.Context, c Circuit) (Shown, error)
	// Pages is how many pages are open.
	Pages() int
	// Close ends it. The next Show begins anew.
	Close()
	// Origin is where the pages are, such as http://localhost:19847; "" when there can be none.
	Origin() string
}

// Circuit is what a Viewer shows.
type Circuit struct {
	Name   string // for the reader
	Text   string // a text, or several files as package project joins them
	Inputs map[string]any
	Cycle  int // clock cycles to run before
	Waves  bool
}

// Shown is what became of it.
type Shown struct {
	Pages    int  // that were told
	Rendered bool // one of them has drawn it
	Answered bool // one of them has said how it went
}

// ShowInput is what show_circuit takes.
type ShowInput struct {
	Subject
	Level   string `json:"level,omitempty" jsonschema:"of the picture: the part whose inside is drawn, such as cpu.alu; default: the whole circuit"`
	Picture bool   `json:"picture,omitempty" jsonschema:"also send the picture as SVG; without a page to show it is sent anyway"`
	Close   bool   `json:"close,omitempty" jsonschema:"close the pages instead"`
}

// ShowOutput is the result of this tool.
type ShowOutput struct {
	Pages    int         `json:"pages" jsonschema:"pages of the browser that are open"`
	Name     string      `json:"name,omitempty"`
	Rendered *bool       `json:"rendered,omitempty" jsonschema:"a page has drawn the circuit; absent: none has answered in time, which is no error"`
	Cycle    *int        `json:"cycle,omitempty" jsonschema:"the cycle that is shown"`
	Values   []job.Value `json:"values,omitempty" jsonschema:"of the ports in that cycle"`
	SVG      string      `json:"svg,omitempty"`
	Link     string      `json:"link,omitempty" jsonschema:"address that opens the circuit; one that begins with # belongs behind the origin of a Simten page, such as http://localhost:3001/ of simten serve"`
}

// Bounds of what is shown.
const (
	maxSVG   = 60 << 10 // of a picture in a result, which a model reads
	maxLinks = 4_000    // characters of a link in a result
)

func showCircuit() (*tool, error) {
	return define(about{
		name: "show_circuit", title: "Show a circuit to the human",
		description: "Shows a circuit to the human, live in a page of the browser where it runs in the page's own sandbox, with the values of " +
			"a cycle (ticks cycles are run before; inputs as for simulate_circuit). Without a page, and with picture: true, the answer has the " +
			"picture as SVG and a link. It shows the text as it is now: call it again after a change. Without a circuit it tells how many pages " +
			"are open; close: true closes them. Call it when there is something to see, not to find out values.",
		view: true, local: true,
		edit: func(p map[string]*jsonschema.Schema) {
			low := 0.0
			p["ticks"].Minimum = &low
			p["ticks"].Description = "the cycle to show; default: 0, the start"
		},
	}, show)
}

func show(ctx context.Context, c *call, in ShowInput) (*ShowOutput, string, error) {
	v := c.options.Viewer
	if in.Close {
		if v == nil || v.Pages() == 0 {
			return &ShowOutput{}, "No page is open.", nil
		}
		v.Close()
		return &ShowOutput{}, "The pages are closed.", nil
	}
	if in.Source == "" && in.FilePath == "" && in.Run == "" {
		if v == nil {
			return &ShowOutput{}, "This server opens no pages; name a circuit to get its picture.", nil
		}
		return &ShowOutput{Pages: v.Pages()}, fmt.Sprintf("%d pages are open.", v.Pages()), nil
	}
	w, run, err := c.subject(in.Subject, 0)
	if err != nil {
		return nil, "", err
	}
	r := w.task.Run.Run
	out := &ShowOutput{Name: nameOf(r), Cycle: &run.Ticks}
	text := textOf(r)
	if link, err := sharelink.Code(text); err == nil && len(link) <= maxLinks { // a larger text has none
		out.Link = link
	}
	if c.shown = c.draw(ctx, w, out.Name); c.shown != nil && c.shown.Picture != "" { // the conversation shows it
		return out, out.Name + " is shown in the conversation.", nil
	}
	said, live := c.showLive(ctx, out, text, r)
	if out.Link != "" && v != nil {
		if origin := v.Origin(); origin != "" {
			out.Link = origin + "/" + out.Link
		}
	}
	if in.Picture || !live {
		w.task.Draw = &job.Draw{Level: in.Level, Theme: "auto"}
		answer, err := c.do(ctx, w)
		if err != nil {
			return nil, "", err
		}
		out.Name, out.Values = oneLine(answer.Draw.Circuit), answer.Draw.Values
		switch {
		case answer.Draw.TooSlow:
			said += " The picture takes too long to draw; give level, a part of it, more time with timeoutMs, or open the link."
		case len(answer.Draw.SVG) <= maxSVG:
			out.SVG = answer.Draw.SVG
		default:
			said += " The picture is too large for a result; give level, a part of it, or open the link."
		}
	}
	for i, value := range out.Values {
		if i == 30 {
			break
		}
		said += fmt.Sprintf("\n%s = %s", oneLine(value.Signal), value.Value.String())
	}
	return out, said, nil
}

// showLive puts the circuit into a page, if this server has any, and says what became of it.
func (c *call) showLive(ctx context.Context, out *ShowOutput, text string, r job.Run) (said string, live bool) {
	v := c.options.Viewer
	if v == nil {
		return out.Name + " is drawn in svg. This server opens no pages; the link opens the circuit where Simten is served.", false
	}
	shown, err := v.Show(ctx, Circuit{Name: out.Name, Text: text, Inputs: valuesOf(r.Steps, r.Cycles), Cycle: r.Cycles})
	if err != nil {
		c.options.Logs.Warn("no page can be shown", "error", err)
		return out.Name + " is drawn in svg. No page of the browser could be opened.", false
	}
	if out.Pages = shown.Pages; shown.Answered {
		out.Rendered = &shown.Rendered
	}
	switch {
	case shown.Rendered:
		return fmt.Sprintf("%s is shown in the browser.", out.Name), true
	case shown.Answered:
		return fmt.Sprintf("A page of the browser has %s, and could not draw it. check_circuit tells why.", out.Name), true
	case shown.Pages > 0:
		return fmt.Sprintf("%s was sent to the browser, which has not answered yet.", out.Name), true
	}
	return out.Name + " is drawn in svg. No page of the browser has connected.", false
}

// nameOf is the name of the circuit that is shown. It comes from the text that this server was given.
func nameOf(r job.Run) string {
	if r.Circuit != "" {
		return oneLine(r.Circuit)
	}
	if list := source.CircuitNames(r.Text); len(list) > 0 {
		return oneLine(list[len(list)-1].Name)
	}
	return "The circuit"
}

// valuesOf are the values of inputs up to a cycle, as a page takes them.
func valuesOf(steps job.Steps, cycle int) map[string]any {
	values := map[string]any{}
	for i, step := range steps {
		if i > cycle {
			break
		}
		for name, number := range step {
			text, _ := number.MarshalJSON() // numbers always encode
			if n, err := strconv.ParseInt(string(text), 10, 53); err == nil {
				values[name] = n
			} else {
				values[name] = strings.Trim(string(text), `"`)
			}
		}
	}
	return values
}
