package job

import (
	"context"
	"encoding/json"

	"simten.dev/engine/query"
)

// Query asks what a function makes of the run.
type Query struct {
	Code string `json:"code"`
}

// QueryResult is what it returned.
type QueryResult struct {
	Result  json.RawMessage `json:"result" jsonschema:"JSON; null for undefined"`
	Console []string        `json:"console" jsonschema:"lines that the function printed"`
}

// maxResult bounds the result of a query, in bytes: it is there to be read by a model.
const maxResult = 64 << 10

func (w *worker) query(ctx context.Context, q *Query) (*QueryResult, error) {
	x, err := w.whole(ctx)
	if err != nil {
		return nil, err
	}
	defer x.close()
	w.progress(0.5, "asking")
	done, problem := query.Run(ctx, x.Run, x.compiled, q.Code, query.Options{Limits: w.limits, ResultBytes: maxResult})
	if problem != nil {
		return nil, problem
	}
	r := &QueryResult{done.Result, append([]string{}, done.Console...)}
	if len(r.Console) > maxConsole {
		r.Console = r.Console[:maxConsole]
	}
	return r, nil
}
