package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/engine/ask"
	"simten.dev/engine/commands"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
)

// The questions of engine/commands, each a tool of its name. Their arguments, bounds and words come from that table.

// asking presents a question of the table. more says how it is used from here.
func asking(name, title, more string, edit func(p map[string]*jsonschema.Schema)) about {
	entry := commands.Named(name)
	return about{
		name: name, title: title, description: strings.TrimSpace(entry.Summary + " " + more),
		edit: func(p map[string]*jsonschema.Schema) {
			for _, a := range entry.Arguments {
				s := p[a.Name]
				if s == nil {
					continue
				}
				if s.Description == "" {
					s.Description = a.Help
				}
				if len(a.Choices) > 0 {
					s.Enum = nil
					for _, choice := range a.Choices {
						s.Enum = append(s.Enum, choice)
					}
				}
				if a.Kind == commands.Number {
					bounded(s, 0, a.Max)
				}
				if a.Kind == commands.List {
					s.Type, s.Types = "array", nil
					most := a.Max
					s.MaxItems = &most
				}
			}
			if s := p["ticks"]; s != nil {
				s.Description += fmt.Sprintf("; default: as many as there are inputs, else %v", limits.Count(askedTicks))
			}
			if edit != nil {
				edit(p)
			}
		},
	}
}

// bounded makes a schema that of a whole number; most 0 is no bound.
func bounded(s *jsonschema.Schema, least, most int) {
	low, high := float64(least), float64(most)
	s.Type, s.Types, s.Minimum = "integer", nil, &low
	if most > 0 {
		s.Maximum = &high
	}
}

// question asks about the run of a call.
func (c *call) question(ctx context.Context, s Subject, q job.Question) (*job.QuestionResult, *RunInfo, error) {
	w, run, err := c.subject(s, askedTicks)
	if err != nil {
		return nil, nil, err
	}
	w.task.Question = &q
	answer, err := c.do(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	return answer.Question, run, nil
}

// WaveInput is what wave takes.
type WaveInput struct {
	Subject
	Signals []string `json:"signals,omitempty"`
	From    uint64   `json:"from,omitempty" jsonschema:"first cycle"`
	To      uint64   `json:"to,omitempty" jsonschema:"last cycle; default: the last one of the run"`
	Pixels  *int     `json:"pixels,omitempty" jsonschema:"columns, at most; with as many as there are cycles every value is told"`
}

// WaveOutput is the result of the tool wave.
type WaveOutput struct {
	Run RunInfo `json:"run"`
	job.PictureResult
}

// mostColumns bounds a picture that a model reads.
const mostColumns = 1_000

func wave() (*tool, error) {
	a := asking("wave", "See waveforms", "Where there are more cycles than pixels, a column tells the first, last, least and largest value of its cycles.", func(p map[string]*jsonschema.Schema) {
		bounded(p["pixels"], 1, mostColumns)
	})
	a.description = strings.ReplaceAll(a.description, " Of a recorded wave (VCD or FST) it draws signals over time, or over the cycles of --clock.", "")
	a.description = strings.ReplaceAll(a.description, "--signals", "signals")
	return define(a, func(ctx context.Context, c *call, in WaveInput) (*WaveOutput, string, error) {
		columns := 100
		if in.Pixels != nil {
			columns = *in.Pixels
		}
		r, run, err := c.question(ctx, in.Subject, job.Question{Wave: &job.Picture{
			Signals: in.Signals, From: in.From,
			To: in.To, Columns: columns,
		}})
		if err != nil {
			return nil, "", err
		}
		return &WaveOutput{*run, *r.Wave}, r.Wave.Text + "run " + run.ID, nil
	})
}

// FindInput is what find takes.
type FindInput struct {
	Subject
	When  string `json:"when"`
	On    string `json:"on,omitempty"`
	For   uint64 `json:"for,omitempty"`
	First bool   `json:"first,omitempty"`
	Last  bool   `json:"last,omitempty"`
	Count bool   `json:"count,omitempty"`
	From  uint64 `json:"from,omitempty"`
	To    uint64 `json:"to,omitempty"`
	Limit *int   `json:"limit,omitempty" jsonschema:"cycles that are listed at most"`
}

// FindOutput is the result of the tool find.
type FindOutput struct {
	Run RunInfo `json:"run"`
	job.FindResult
}

// triggers are the values of on.
var triggers = map[string]ask.Trigger{
	"": ask.Becomes, "rise": ask.Becomes, "true": ask.Holds, "fall": ask.Ceases,
	"change": ask.Changes,
}

func find() (*tool, error) {
	const standard, most = 100, 1_000
	a := asking("find", "Find cycles", "Expressions are those of TypeScript over names of signals, with rise(x), fall(x), changed(x) and prev(x).", func(p map[string]*jsonschema.Schema) {
		bounded(p["limit"], 1, most)
		p["limit"].Default = fmt.Append(nil, standard)
		short := commands.MaxText
		p["when"].MaxLength = &short
	})
	a.description = strings.ReplaceAll(a.description, ": one line of JSON each", "")
	return define(a, func(ctx context.Context, c *call, in FindInput) (*FindOutput, string, error) {
		if in.First && in.Last || in.Count && (in.First || in.Last) {
			return nil, "", failed(protocol.ErrInvalidRequest, "first, last and count exclude each other.",
				"Give one of them.", "find")
		}
		f := ask.Find{
			Condition: ask.Condition{When: in.When, Trigger: triggers[in.On], For: in.For}, From: in.From,
			To: in.To, Last: in.Last, Count: in.Count, Limit: standard,
		}
		switch {
		case in.Limit != nil:
			f.Limit = *in.Limit
		case in.First || in.Last:
			f.Limit = 1
		}
		r, run, err := c.question(ctx, in.Subject, job.Question{Find: &f})
		if err != nil {
			return nil, "", err
		}
		return &FindOutput{*run, *r.Find}, findText(in, r.Find, run), nil
	})
}

func findText(in FindInput, r *job.FindResult, run *RunInfo) string {
	when := oneLine(in.When)
	switch {
	case in.Count:
		return fmt.Sprintf("%s: %v cycles (run %s).", when, limits.Count(r.Count), run.ID)
	case len(r.Cycles) == 0:
		return fmt.Sprintf("%s: in no cycle from 0 to %d (run %s).", when, run.Ticks, run.ID)
	}
	list := make([]string, len(r.Cycles))
	for i, cycle := range r.Cycles {
		list[i] = fmt.Sprint(cycle)
	}
	more := ""
	if r.More {
		more = ", perhaps more"
	}
	return fmt.Sprintf("%s: in the cycles %s%s (run %s).", when, strings.Join(list, ", "), more, run.ID)
}

// WhyInput is what why takes.
type WhyInput struct {
	Subject
	Signal string  `json:"signal"`
	Cycle  *uint64 `json:"cycle,omitempty"`
	Steps  *int    `json:"steps,omitempty"`
}

// WhyOutput is the result of the tool why.
type WhyOutput struct {
	Run RunInfo `json:"run"`
	job.WhyResult
}

func why() (*tool, error) {
	a := asking("why", "Explain a value", "It follows only what mattered, through registers and memories to the cycle in which they were written, down to inputs and constants.", nil)
	a.description = strings.ReplaceAll(a.description, ": a JSON array of steps, the asked one first", "")
	return define(a, func(ctx context.Context, c *call, in WhyInput) (*WhyOutput, string, error) {
		w := ask.Why{Signal: in.Signal, Cycle: cycleOf(in.Cycle)}
		if in.Steps != nil {
			w.Steps = *in.Steps
		}
		r, run, err := c.question(ctx, in.Subject, job.Question{Why: &w})
		if err != nil {
			return nil, "", err
		}
		var b strings.Builder
		for i := range r.Why.Steps {
			s := &r.Why.Steps[i]
			fmt.Fprintf(&b, "%d. cycle %d, %s = %s: %s", i, s.Cycle, oneLine(s.Signal), s.Value.String(), oneLine(s.Text))
			if s.Line > 0 {
				fmt.Fprintf(&b, " (%sline %d)", withSpace(oneLine(s.File)), s.Line)
			}
			if len(s.Causes) > 0 {
				fmt.Fprintf(&b, " ← %s", strings.Trim(fmt.Sprint(s.Causes), "[]"))
			}
			b.WriteByte('\n')
		}
		if r.Why.More {
			b.WriteString("There are more causes; give more steps.\n")
		}
		return &WhyOutput{*run, *r.Why}, b.String() + "run " + run.ID, nil
	})
}

// cycleOf is a cycle; the last one when none is given.
func cycleOf(cycle *uint64) uint64 {
	if cycle == nil {
		return job.Last
	}
	return *cycle
}

// CompareInput is what compare takes.
type CompareInput struct {
	Subject
	Other   Text     `json:"other" jsonschema:"the circuit to compare with: source or filePath, files and circuitName"`
	Signals []string `json:"signals,omitempty"`
	All     bool     `json:"all,omitempty"`
}

// CompareOutput is the result of the tool compare.
type CompareOutput struct {
	Run RunInfo `json:"run"`
	job.CompareResult
}

func compare() (*tool, error) {
	a := asking("compare", "Compare two circuits", "Use it to see what an edit changes: the text before in source, the text after in other.", func(p map[string]*jsonschema.Schema) {
		delete(p["other"].Properties, "timeoutMs")
	})
	a.description = strings.ReplaceAll(a.description, ", as JSON", "")
	return define(a, func(ctx context.Context, c *call, in CompareInput) (*CompareOutput, string, error) {
		other, _, err := c.text(in.Other)
		if err != nil {
			return nil, "", err
		}
		q := job.Compare{Other: job.Hosted{Run: other}, Signals: in.Signals}
		if in.All {
			q.Limit = ask.MaxDiffering
		}
		r, run, err := c.question(ctx, in.Subject, job.Question{Compare: &q})
		if err != nil {
			return nil, "", err
		}
		x := r.Compare
		text := fmt.Sprintf("Equal in all cycles from 0 to %d.", run.Ticks)
		if !x.Equal {
			text = fmt.Sprintf("They differ in cycle %d for the first time:", x.Cycle)
			for i, s := range x.Signals {
				if i == 20 {
					text += fmt.Sprintf("\n%d more.", len(x.Signals)-i)
					break
				}
				text += fmt.Sprintf("\n%s: %s here, %s in the other", oneLine(s.Signal), s.Left.String(), s.Right.String())
			}
		}
		if len(x.Unmatched) > 0 {
			text += "\nOnly one of the two has " + names(x.Unmatched) + "."
		}
		return &CompareOutput{*run, *x}, text + "\nrun " + run.ID, nil
	})
}

// ChangesInput is what changes takes.
type ChangesInput struct {
	Subject
	From  uint64  `json:"from,omitempty"`
	To    *uint64 `json:"to,omitempty"`
	Limit *int    `json:"limit,omitempty"`
}

// ChangesOutput is the result of the tool changes.
type ChangesOutput struct {
	Run RunInfo `json:"run"`
	job.ChangesResult
}

func changes() (*tool, error) {
	const standard, most = 100, 1_000
	a := asking("changes", "See what changed", "", func(p map[string]*jsonschema.Schema) {
		bounded(p["limit"], 1, most)
		p["limit"].Default = fmt.Append(nil, standard)
	})
	a.description = strings.ReplaceAll(a.description, ", one line of JSON each", "")
	return define(a, func(ctx context.Context, c *call, in ChangesInput) (*ChangesOutput, string, error) {
		q := ask.Between{From: in.From, To: cycleOf(in.To), Limit: standard}
		if in.Limit != nil {
			q.Limit = *in.Limit
		}
		r, run, err := c.question(ctx, in.Subject, job.Question{Changes: &q})
		if err != nil {
			return nil, "", err
		}
		x := r.Changes
		text := fmt.Sprintf("From cycle %d to %d:", x.From, x.To)
		if len(x.Changes) == 0 {
			text += " nothing changed."
		}
		for i, ch := range x.Changes {
			if i == 100 {
				text += fmt.Sprintf("\n%d more.", len(x.Changes)-i)
				break
			}
			text += fmt.Sprintf("\n%s: %s → %s", oneLine(ch.Signal), ch.Before.String(), ch.After.String())
		}
		if x.More {
			text += "\nThere are more; raise limit."
		}
		return &ChangesOutput{*run, *x}, text + "\nrun " + run.ID, nil
	})
}

// DigestInput is what digest takes.
type DigestInput struct {
	Subject
	Cycle *uint64 `json:"cycle,omitempty"`
}

// DigestOutput is the result of the tool digest.
type DigestOutput struct {
	Run RunInfo `json:"run"`
	job.DigestResult
}

func digest() (*tool, error) {
	a := asking("digest", "Fingerprint a state", "", nil)
	a.description = strings.ReplaceAll(a.description, ", as JSON", "")
	return define(a, func(ctx context.Context, c *call, in DigestInput) (*DigestOutput, string, error) {
		cycle := cycleOf(in.Cycle)
		r, run, err := c.question(ctx, in.Subject, job.Question{Digest: &cycle})
		if err != nil {
			return nil, "", err
		}
		return &DigestOutput{*run, *r.Digest}, fmt.Sprintf("Cycle %d: %s (run %s)", r.Digest.Cycle, r.Digest.Digest,
			run.ID), nil
	})
}

// UntilInput is what run_until takes.
type UntilInput struct {
	Subject
	Until string `json:"until"`
	On    string `json:"on,omitempty" jsonschema:"rise (it becomes true), true (it is), fall or change"`
	For   uint64 `json:"for,omitempty" jsonschema:"only where it has been true for so many cycles"`
	Hit   int    `json:"hit,omitempty" jsonschema:"which of the hits; default: the first"`
}

// UntilOutput is the result of the tool until.
type UntilOutput struct {
	Run RunInfo `json:"run" jsonschema:"the run up to that cycle"`
	job.UntilResult
}

func runUntil() (*tool, error) {
	return define(about{
		name: "run_until", title: "Run until a condition",
		description: "Runs a circuit to the first cycle in which an expression over signals becomes true, at most for ticks, and gives the " +
			"values of the ports there. The run of the answer ends in that cycle: ask why or changes about it.",
		edit: func(p map[string]*jsonschema.Schema) {
			p["until"].Description = commands.Named("sim").Argument("until").Help
			p["ticks"].Description = fmt.Sprintf("clock cycles at most; default: %v", limits.Count(mostTicks))
			on := commands.Named("find").Argument("on")
			for _, choice := range on.Choices {
				p["on"].Enum = append(p["on"].Enum, choice)
			}
			bounded(p["for"], 0, commands.MaxFor)
			bounded(p["hit"], 1, commands.MaxHits)
		},
	}, func(ctx context.Context, c *call, in UntilInput) (*UntilOutput, string, error) {
		w, _, err := c.subject(in.Subject, mostTicks)
		if err != nil {
			return nil, "", err
		}
		if in.Ticks == nil { // the cycles of a run that is named, or of its inputs, are no bound
			w.task.Run.Cycles = mostTicks
		}
		w.task.Question = &job.Question{Until: &job.Until{Condition: ask.Condition{
			When:    in.Until,
			Trigger: triggers[in.On], For: in.For,
		}, Hit: in.Hit}}
		answer, err := c.do(ctx, w)
		if err != nil {
			return nil, "", err
		}
		r := answer.Question.Until
		ended := w.task.Run.Run
		ended.Cycles = int(r.Cycle)
		if len(ended.Steps) > ended.Cycles+1 {
			ended.Steps = ended.Steps[:ended.Cycles+1]
		}
		run := RunInfo{ID: idOf(ended), Ticks: ended.Cycles}
		if ended.Cycles > 0 {
			c.runs.put(run.ID, keptRun{ended, w.loader})
		}
		text := fmt.Sprintf("%s: reached in cycle %d.", oneLine(in.Until), r.Cycle)
		if !r.Reached {
			text = fmt.Sprintf("%s: not reached within %v cycles.", oneLine(in.Until), limits.Count(r.Cycle))
		}
		for i, v := range r.Values {
			if i == 30 {
				break
			}
			text += fmt.Sprintf("\n%s = %s", oneLine(v.Signal), v.Value.String())
		}
		return &UntilOutput{run, *r}, text + "\nrun " + run.ID, nil
	})
}
