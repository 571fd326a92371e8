package mcp

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// prompt is a way to begin that a human chooses.
type prompt struct {
	name, title, description    string
	argument, argumentIs, begin string // begin has a place for the argument
}

var prompts = []prompt{
	{
		"design", "Design a circuit", "Write a circuit, step by step, up to a verified one.", "goal", "the circuit that is wanted",
		"Design a circuit with Simten: %s\n\nSay first which inputs and outputs it has and how it behaves in time. Read get_grammar and " +
			"list_components before you write. Put it into circuits/, check it with check_circuit, run it with simulate_circuit, and look " +
			"for what is wrong with find and why. Then write a testbench (get_verify_api), declare the tier of its oracle truthfully and run " +
			"verify_circuit. Show the circuit with show_circuit, and say which tier was reached and what was not tried.",
	},
	{
		"debug", "Find a bug", "Find why a circuit does not do what it should.", "problem", "the file, and what is wrong",
		"Find a bug in a circuit with Simten: %s\n\nCheck it with check_circuit and run it with simulate_circuit. Find the first cycle in which " +
			"something is wrong (find, or query_run with a model of what should be), and ask why about the wrong signal in that cycle: the " +
			"chain of causes ends at the line to look at. Change as little as possible, then use compare with the text before to see what " +
			"the change does, and run the same inputs again.",
	},
	{
		"verify", "Verify a circuit", "Verify a circuit at a declared tier.", "file", "the circuit file",
		"Verify the circuit %s with Simten. Read get_verify_api. Choose the strongest oracle that there is: published vectors or another tool " +
			"(A), a reference model in another style (B), invariants of the specification (C); own properties (D) and a smoke test (E) are the " +
			"weakest. Write circuits/NAME.verify.ts, run verify_circuit, and follow each counterexample with simulate_circuit and why. Say in " +
			"the end which tier was reached, how many cases were tried, and what simulation does not cover.",
	},
}

// promptList adds the prompts.
func (s *Server) promptList() {
	for _, p := range prompts {
		s.mcp.AddPrompt(&mcp.Prompt{
			Name: p.name, Title: p.title, Description: p.description,
			Arguments: []*mcp.PromptArgument{{Name: p.argument, Description: p.argumentIs, Required: true}},
		}, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Description: p.description, Messages: []*mcp.PromptMessage{{
				Role: "user", Content: &mcp.TextContent{Text: fmt.Sprintf(p.begin,
					cutText(r.Params.Arguments[p.argument], maxText))},
			}}}, nil
		})
	}
}
