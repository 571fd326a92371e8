package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/engine/query"
)

// QueryInput is what query_run takes.
type QueryInput struct {
	Subject
	Code string `json:"code" jsonschema:"one function, (run) => …, that returns plain data"`
}

// QueryOutput is the result of the tool query.
type QueryOutput struct {
	Run RunInfo `json:"run"`
	job.QueryResult
}

func queryRun() (*tool, error) {
	return define(about{
		name: "query_run", title: "Compute over a run",
		description: "Runs your function over all cycles of a run, in the sandbox beside it, and sends back only what it returns (JSON, up to " +
			"64 kB): no trace travels. Use it for whatever find and wave do not answer.\n" + query.Guide +
			"\nExample: (run) => run.changes('pc').filter((c) => c.count > 100).slice(0, 5)",
	}, func(ctx context.Context, c *call, in QueryInput) (*QueryOutput, string, error) {
		w, run, err := c.subject(in.Subject, askedTicks)
		if err != nil {
			return nil, "", err
		}
		w.task.Query = &job.Query{Code: in.Code}
		answer, err := c.do(ctx, w)
		if err != nil {
			f := failureOf(err)
			if f.Circuit == "" { // it is about the function, as far as is known
				f.Next = []string{"query_run"}
			}
			return nil, "", f
		}
		r := answer.Query
		text := string(r.Result)
		if json.Valid(r.Result) && len(text) > maxShown {
			text = cutText(text, maxShown) + fmt.Sprintf(" (%d bytes; all of it is in structuredContent.result)", len(r.Result))
		}
		return &QueryOutput{*run, *r}, text + "\nrun " + run.ID, nil
	})
}

// maxShown bounds a result in the text beside it.
const maxShown = 16_000
