package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"simten.dev/cmd/simten/picture"
	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/session"
)

// Draw asks for the picture of the circuit in the last cycle of the run.
type Draw struct {
	Level string `json:"level,omitempty"` // the part whose inside is drawn
	Theme string `json:"theme,omitempty"`
}

// DrawResult is the picture.
type DrawResult struct {
	Circuit string  `json:"circuit"`
	Cycle   uint64  `json:"cycle"`
	SVG     string  `json:"svg"`
	Values  []Value `json:"values"`
	TooSlow bool    `json:"tooSlow,omitempty"` // the picture would have taken too long: SVG is ""
	// Widths are those of the inputs, which come first among the values.
	Widths  []int `json:"widths"`
	Clocked bool  `json:"clocked"`
}

func (w *worker) draw(ctx context.Context, q *Draw) (*DrawResult, error) {
	r := w.task.Run.Run
	compiled, err := w.sound(ctx, r, true)
	if err != nil {
		return nil, err
	}
	defer compiled.Close()
	m, err := compiled.NewMachine(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = m.Close() }() // it holds nothing that could fail to be released
	controls := sandbox.NewControls(compiled.Design)
	if cells, _ := memoryStep(compiled.Design, r.Memory); len(cells) > 0 {
		if err := compiled.Give(ctx, controls, m, cells); err != nil {
			return nil, err
		}
	}
	for i := range min(r.Cycles+1, len(r.Steps)) { // the inputs of the last cycle are there to be seen
		if err := compiled.Give(ctx, controls, m, r.Steps[i]); err != nil {
			return nil, err
		}
		if err := m.Settle(ctx); err != nil {
			return nil, err
		}
		if compiled.Design.Sequential && i < r.Cycles {
			if _, err := m.Step(ctx, 1); err != nil {
				return nil, err
			}
		}
		w.progress(0.1, "running")
	}
	for left := r.Cycles - len(r.Steps); left > 0 && compiled.Design.Sequential; {
		done, err := m.Step(ctx, min(left, 1<<18))
		if err != nil {
			return nil, err
		}
		left -= done
		w.progress(0.2, "running")
	}
	if err := m.Settle(ctx); err != nil {
		return nil, err
	}
	result := &DrawResult{
		Circuit: compiled.Main, Cycle: m.Cycle(), Values: []Value{}, Widths: []int{},
		Clocked: compiled.Design.Sequential,
	}
	if of := compiled.Library[compiled.Main]; of != nil { // between switches and lamps its ports are those of a node
		for i, p := range append(of.Inputs[:len(of.Inputs):len(of.Inputs)], of.Outputs...) {
			if s, ok := compiled.Design.Signal(circuit.HarnessNode + "." + p.Name); ok && len(result.Values) < maxPorts {
				result.Values = append(result.Values, Value{p.Name, m.Peek(s.Net), i >= len(of.Inputs)})
				if i < len(of.Inputs) {
					result.Widths = append(result.Widths, max(1, p.PortType.Width))
				}
			}
		}
	}
	request := picture.Request{Theme: q.Theme, Cycle: m.Cycle()}
	if request.Path, err = pathTo(q.Level, compiled.Circuit); err != nil {
		return nil, err
	}
	request.Compiled, request.Frame = session.Still(compiled, m, w.task.Limits)
	short, cancel := context.WithTimeout(ctx, time.Duration(w.task.Limits.RunMilliseconds)*time.Millisecond*drawingShare/100)
	defer cancel()
	if result.SVG, err = w.place(short, request); err != nil && short.Err() != nil && ctx.Err() == nil {
		result.TooSlow, err = true, nil // the values are there all the same
	}
	return result, err
}

// drawingShare is the part of the time of a call, in percent, after which a picture is given up, so that its answer
// still comes.
const drawingShare = 60

// maxPicture bounds a picture, in bytes.
const maxPicture = 400 << 10

// place draws the picture, and gives signs of life meanwhile: the layout is done by the page's own code, in an
// interpreter that is slower.
func (w *worker) place(ctx context.Context, request picture.Request) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		sign := time.NewTicker(time.Second)
		defer sign.Stop()
		for {
			select {
			case <-sign.C:
				w.alive()
			case <-ctx.Done():
				return
			}
		}
	}()
	svg, err := picture.Draw(ctx, request)
	switch {
	case errors.Is(err, picture.ErrNotBuilt):
		e := protocol.NewError(protocol.ErrUnavailable, "This server was built without what draws pictures.")
		e.Advice = "Build it with: make build."
		return "", e
	case err != nil && ctx.Err() == nil && len(request.Path) > 0:
		return "", refused("The part cannot be drawn: "+err.Error()+".",
			"Name a part that is made of others, or leave level out.")
	case err != nil:
		return "", err
	case len(svg) > maxPicture:
		e := protocol.NewError(protocol.ErrOutputTooLarge,
			fmt.Sprintf("The picture has %v bytes; the limit is %v.", limits.Count(len(svg)), limits.Count(maxPicture)))
		e.Advice = "Give level, the path of a part, to draw the inside of that only."
		return "", e
	}
	return svg, nil
}

// pathTo gives the node ids to a level. The inside of the circuit itself stands in a harness, which need not be
// written.
func pathTo(level string, top *circuit.Circuit) ([]string, error) {
	if level == "" {
		return []string{}, nil
	}
	names, ok := circuit.SplitPath(level)
	if !ok {
		return nil, refused(fmt.Sprintf("%s is no path of a part.", circuit.Cut(level, 100)),
			"Write the names of nodes with dots between, such as cpu.alu.")
	}
	has := func(id string) bool {
		return slices.ContainsFunc(top.Nodes, func(n circuit.Node) bool { return n.ID == id })
	}
	if !has(names[0]) && has(circuit.HarnessNode) {
		names = append([]string{circuit.HarnessNode}, names...)
	}
	if !has(names[0]) {
		known := make([]string, len(top.Nodes))
		for i := range top.Nodes {
			known[i] = top.Nodes[i].ID
		}
		return nil, refused(fmt.Sprintf("The circuit has no part %s.", circuit.Cut(level, 100)),
			strings.TrimSpace(circuit.DidYouMean(names[0], known)+" Leave level out to see the whole circuit."))
	}
	return names, nil
}
