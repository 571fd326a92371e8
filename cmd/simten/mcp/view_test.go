package mcp

import (
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/appview"
)

// withView starts a server with the view of circuits and a client that shows views, or does not.
func withView(t *testing.T, views bool) (*client, *mcp.ClientSession) {
	t.Helper()
	if _, err := appview.HTML(""); err != nil {
		t.Skip(err)
	}
	c := connect(t, func(o *Options) { o.Studio = func() string { return "http://localhost:19847" } })
	here, there := mcp.NewInMemoryTransports()
	go func() { _ = c.server.Connect(t.Context(), there) }()
	options := &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}
	if views {
		options.Capabilities.AddExtension(viewExtension, map[string]any{"mimeTypes": []string{appview.MIMEType}})
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "host", Version: "1"}, options).Connect(t.Context(), here, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return c, session
}

func TestTheViewIsAResourceThatToolsName(t *testing.T) {
	_, session := withView(t, true)
	tools, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	named := map[string]any{}
	for _, tool := range tools.Tools {
		if tool.Meta["ui"] != nil {
			named[tool.Name] = tool.Meta["ui"]
		}
	}
	require.Equal(t, map[string]any{"resourceUri": appview.URI}, named["simulate_circuit"])
	require.NotContains(t, named, "check_circuit")

	read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: appview.URI})
	require.NoError(t, err)
	require.Len(t, read.Contents, 1)
	require.Equal(t, "text/html;profile=mcp-app", read.Contents[0].MIMEType)
	require.Contains(t, read.Contents[0].Text, `data-studio="http://localhost:19847"`)
	text, err := json.Marshal(read.Contents[0].Meta["ui"])
	require.NoError(t, err)
	require.JSONEq(t, `{"csp": {"connectDomains": [], "resourceDomains": [], "frameDomains": ["http://localhost:19847"]}, "prefersBorder": true}`, string(text))
}

func TestAViewGetsTheCircuitAndTheModelDoesNot(t *testing.T) {
	const text = `circuit('AndGate', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { g: And() },
  connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.g.a), inputs.b.to(nodes.g.b), nodes.g.out.to(outputs.y)] })`
	arguments := map[string]any{"source": text, "ticks": 1, "inputs": map[string]any{"a": 1, "b": 1}}
	for _, views := range []bool{true, false} {
		_, session := withView(t, views)
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "simulate_circuit", Arguments: arguments})
		require.NoError(t, err)
		require.False(t, result.IsError)
		if !views { // drawing takes its time
			require.Nil(t, result.Meta[appview.MetaKey])
			continue
		}
		encoded, err := json.Marshal(result.Meta[appview.MetaKey])
		require.NoError(t, err)
		var shown appview.Circuit
		require.NoError(t, json.Unmarshal(encoded, &shown))
		require.Contains(t, shown.Picture, "<svg")
		shown.Picture = ""
		require.Regexp(t, `^#code=1d\.`, shown.Code)
		shown.Code = ""
		require.Equal(t, appview.Circuit{
			Name: "AndGate", Inputs: "a=1 b=1", Run: shown.Run, Steps: []any{map[string]any{"a": 1.0, "b": 1.0}},
			Values: []appview.Value{{Name: "a", Value: "1", Width: 1}, {Name: "b", Value: "1", Width: 1}, {Name: "y", Value: "1", Output: true}},
		}, shown)
		// The view asks with the handle for other inputs.
		result, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: appview.Tool, Arguments: map[string]any{
			"run": shown.Run, "ticks": 1, "inputs": []any{map[string]any{"a": 1, "b": 0}},
		}})
		require.NoError(t, err)
		encoded, err = json.Marshal(result.Meta[appview.MetaKey])
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(encoded, &shown))
		require.Equal(t, appview.Value{Name: "y", Value: "0", Output: true}, shown.Values[2])
		for _, content := range result.Content { // of the second call
			require.NotContains(t, content.(*mcp.TextContent).Text, "svg")
		}
	}
}

func TestInputsOfAView(t *testing.T) {
	var steps, later SimulateInput
	require.NoError(t, json.Unmarshal([]byte(`{"inputs": [{"b": 2, "a": "0xff", "no name": 1}, {}]}`), &steps))
	require.Equal(t, "a=255 b=2", inputsOf(*steps.Inputs))
	require.False(t, changing(*steps.Inputs))
	require.NoError(t, json.Unmarshal([]byte(`{"inputs": [{}, {"a": 1}]}`), &later))
	require.Empty(t, inputsOf(*later.Inputs))
	require.True(t, changing(*later.Inputs))
	require.Empty(t, inputsOf(nil))
}
