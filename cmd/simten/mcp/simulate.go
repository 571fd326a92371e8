package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
)

// SimulateInput is what simulate_circuit takes.
type SimulateInput struct {
	Subject
	Wave   string `json:"wave,omitempty" jsonschema:"also send a recording of all ports: vcd as text, or fst in base64"`
	Show   bool   `json:"show,omitempty" jsonschema:"show the circuit at the last cycle to the human, too; needs reason"`
	Reason string `json:"reason,omitempty" jsonschema:"with show: why the human should look"`
}

// SimulateOutput is the result of the tool simulate.
type SimulateOutput struct {
	Run RunInfo `json:"run"`
	job.SimulateResult
	Shown string `json:"shown,omitempty" jsonschema:"with show: what the human sees"`
}

func simulateCircuit() (*tool, error) {
	return define(about{
		name: "simulate_circuit", title: "Run a circuit",
		description: "Compiles a circuit, runs it for some clock cycles and gives the values of its inputs and outputs as runs of equal " +
			"values. Inputs hold for the whole run (an object) or change per cycle (a list; entry i is set before clock edge i). Sample i is " +
			"taken after clock edge i. Without registers a tick only settles the logic. For more than some hundred cycles do not read " +
			"samples: pass run.id to find, why, wave, changes or query_run, which look at every signal inside, too.",
		view: true,
		edit: func(p map[string]*jsonschema.Schema) {
			p["wave"].Enum = []any{"vcd", "fst"}
			p["ticks"].Description += fmt.Sprintf("; default: as many as there are inputs, else %d", simulateTicks)
		},
	}, func(ctx context.Context, c *call, in SimulateInput) (*SimulateOutput, string, error) {
		if in.Show && in.Reason == "" {
			return nil, "", failed(protocol.ErrInvalidRequest, "show needs a reason.",
				"Say in reason why the human should look, or leave show out.", "simulate_circuit")
		}
		w, run, err := c.subject(in.Subject, simulateTicks)
		if err != nil {
			return nil, "", err
		}
		w.task.Simulate = &job.Simulate{Wave: in.Wave}
		answer, err := c.do(ctx, w)
		if err != nil {
			return nil, "", err
		}
		out := &SimulateOutput{Run: *run, SimulateResult: *answer.Simulate}
		c.shown = c.draw(ctx, w, out.Circuit)
		if in.Show {
			out.Shown = c.showRun(ctx, w.task.Run.Run)
		}
		return out, simulateText(out), nil
	})
}

// showRun shows the end of a run in the pages that are open. It opens none, which only show_circuit does.
func (c *call) showRun(ctx context.Context, r job.Run) string {
	v := c.options.Viewer
	if v == nil || v.Pages() == 0 {
		return "no page is open; show_circuit opens one"
	}
	shown, err := v.Show(ctx, Circuit{
		Name: nameOf(r), Text: textOf(r), Inputs: valuesOf(r.Steps, r.Cycles),
		Cycle: r.Cycles, Waves: true,
	})
	switch {
	case err != nil:
		return "no page could be reached"
	case shown.Answered && !shown.Rendered:
		return "a page could not draw it"
	}
	return fmt.Sprintf("%d pages show it with its waveforms", shown.Pages)
}

// simulateText tells the courses of the ports.
func simulateText(r *SimulateOutput) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s ran %v ticks (run %s). Values with the number of samples that each lasted:",
		oneLine(r.Circuit), limits.Count(r.Ticks), r.Run.ID)
	const mostPorts, mostStretches = 24, 40
	ports := append(append([]string{}, r.Inputs...), r.Outputs...)
	for i, name := range ports {
		if i == mostPorts {
			fmt.Fprintf(&b, "\n%d more ports.", len(ports)-i)
			break
		}
		fmt.Fprintf(&b, "\n%s: ", oneLine(name))
		list := r.Signals[name]
		left := r.More[name]
		for k, s := range list {
			if k == mostStretches {
				for _, rest := range list[k:] {
					left += rest.Count
				}
				break
			}
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteString(s.Value.String())
			if s.Count > 1 {
				fmt.Fprintf(&b, "×%d", s.Count)
			}
		}
		if left > 0 {
			fmt.Fprintf(&b, ", … %v more samples, the last is %s", limits.Count(left), r.Final[name].String())
		}
	}
	if r.Shown != "" {
		b.WriteString("\nFor the human: " + r.Shown + ".")
	}
	if r.SteadyStateAt != nil {
		fmt.Fprintf(&b, "\nSteady from sample %d on.", *r.SteadyStateAt)
	}
	for i, warning := range r.Warnings {
		if i == 5 {
			break
		}
		b.WriteString("\nWarning: " + oneLine(warning))
	}
	if len(r.Unmatched) > 0 {
		fmt.Fprintf(&b, "\nNo memory is called %s.", names(r.Unmatched))
	}
	printed(&b, r.Console)
	return b.String()
}
