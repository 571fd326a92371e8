package mcp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"simten.dev/cmd/simten/appview"
	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/cmd/simten/picture"
	"simten.dev/cmd/simten/sharelink"
	"simten.dev/engine/circuit"
	"simten.dev/engine/project"
)

// viewExtension is the extension by which a client says that it shows views (MCP Apps).
const viewExtension = "io.modelcontextprotocol/ui"

// mostSteps are the inputs of a run that a view can change; the view sends all of them again.
const mostSteps = 256

// studioOrigin is where the page is that a view frames; "" for none.
func (s *Server) studioOrigin() string {
	if s.options.Studio == nil {
		return ""
	}
	return s.options.Studio()
}

// addView makes the view of circuits known, if this program was built with it.
func (s *Server) addView() {
	if _, err := appview.HTML(""); err != nil {
		s.options.Logs.Info("circuits are not shown in conversations", "reason", err)
		return
	}
	s.options.View = appview.URI
	// The demands of the view on its host stand in the content only: they name the studio, which starts when it is read.
	s.mcp.AddResource(&mcp.Resource{
		URI: appview.URI, Name: appview.Name, Title: appview.Title, Description: appview.Description, MIMEType: appview.MIMEType,
	}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		studio := s.studioOrigin()
		html, err := appview.HTML(studio)
		if err != nil {
			return nil, err
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
			{URI: appview.URI, MIMEType: appview.MIMEType, Text: string(html), Meta: appview.ResourceMeta(studio)},
		}}, nil
	})
}

// showsViews reports whether the client of a call shows views.
func showsViews(request *mcp.CallToolRequest) bool {
	capabilities := request.ClientCapabilities()
	return capabilities != nil && capabilities.Extensions[viewExtension] != nil
}

// textOf is the whole text of a run, with the texts of its files.
func textOf(r job.Run) string {
	if len(r.Files) == 0 {
		return r.Text
	}
	return project.Join(cmp.Or(r.File, defaultFile), r.Text, r.Files)
}

// defaultFile is the name of a text that has none.
const defaultFile = "circuit.ts"

// draw is what a view shows of a run: the circuit in its last cycle. Without a picture, which may be too large or
// take too long, it still has the link. nil: the client shows no views.
func (c *call) draw(ctx context.Context, w work, name string) *appview.Circuit {
	if !c.views {
		return nil
	}
	r := w.task.Run.Run
	v := &appview.Circuit{Name: oneLine(name), Cycle: r.Cycles, Inputs: inputsOf(r.Steps), Stepped: changing(r.Steps)}
	if code, err := sharelink.Code(textOf(r)); err == nil {
		v.Code = code
	}
	w.task = job.Task{Run: w.task.Run, Draw: &job.Draw{Theme: picture.Themes[0]}}
	if answer, err := c.do(ctx, w); err == nil && answer.Draw != nil {
		v.Picture, v.Cycle = answer.Draw.SVG, int(answer.Draw.Cycle)
		v.Clocked = answer.Draw.Clocked
		for i, value := range answer.Draw.Values {
			port := appview.Value{Name: oneLine(value.Signal), Value: value.Value.String(), Output: value.Output}
			if i < len(answer.Draw.Widths) {
				port.Width = answer.Draw.Widths[i]
			}
			v.Values = append(v.Values, port)
		}
		if len(r.Steps) <= mostSteps {
			v.Run = idOf(r)
			if len(r.Steps) > 0 {
				v.Steps = r.Steps
			}
		}
	}
	return v
}

// inputsOf are the values of the first step, as <circuit-embed> takes them.
func inputsOf(steps job.Steps) string {
	if len(steps) == 0 {
		return ""
	}
	list := make([]string, 0, len(steps[0]))
	for name, value := range steps[0] {
		number, err := value.MarshalJSON()
		if err == nil && !strings.ContainsAny(name, " \t\n\r,;=") {
			list = append(list, name+"="+strings.Trim(string(number), `"`))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// changing reports whether inputs are set in a later cycle than the first.
func changing(steps job.Steps) bool {
	return len(steps) > 1 && slices.ContainsFunc(steps[1:], func(step map[string]circuit.Number) bool { return len(step) > 0 })
}
