package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/engine/limits"
	"simten.dev/process"
	"simten.dev/process/seal"
)

// jobVariable makes the test binary the process of a job; its value are the limits.
const jobVariable = "SIMTEN_TEST_JOB"

func TestMain(m *testing.M) {
	text := os.Getenv(jobVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var l limits.Limits
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		panic(err)
	}
	time.Local = time.UTC
	watch := process.Enter(l)
	seal.Process(seal.Needs{})
	in := job.Lifeline(os.Stdin, func() { os.Exit(1) })
	if err := job.Serve(context.Background(), in, os.Stdout, watch.Progress); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// testWorker runs jobs in the test binary.
func testWorker() Worker {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return Worker{Path: self, Environment: func(l limits.Limits) []string {
		text, _ := json.Marshal(l)
		return []string{jobVariable + "=" + string(text)}
	}}
}

// client is a client of a server, with the schemas that it lists.
type client struct {
	*mcp.ClientSession
	t       *testing.T
	server  *Server
	root    string
	outputs map[string]*jsonschema.Resolved
	done    chan error
}

// connect starts a server and connects the SDK's own client with it.
func connect(t *testing.T, change func(o *Options)) *client {
	t.Helper()
	o := Options{Version: "test", Root: t.TempDir(), Worker: testWorker()}
	if change != nil {
		change(&o)
	}
	server, err := New(o)
	require.NoError(t, err)
	here, there := mcp.NewInMemoryTransports()
	c := &client{t: t, server: server, root: o.Root, outputs: map[string]*jsonschema.Resolved{}, done: make(chan error, 1)}
	go func() { c.done <- server.Connect(context.Background(), there) }()
	c.ClientSession, err = mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		here, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	list, err := c.ListTools(t.Context(), nil)
	require.NoError(t, err)
	for _, tool := range list.Tools {
		c.outputs[tool.Name] = resolved(t, tool.OutputSchema)
	}
	return c
}

func resolved(t *testing.T, schema any) *jsonschema.Resolved {
	t.Helper()
	text, err := json.Marshal(schema)
	require.NoError(t, err)
	s := &jsonschema.Schema{}
	require.NoError(t, json.Unmarshal(text, s))
	r, err := s.Resolve(nil)
	require.NoError(t, err)
	return r
}

// answer is a result of a tool, as a client has it.
type answer struct {
	fields map[string]any
	text   string
	failed bool
}

// call calls a tool. The result fits its schema, whatever it is.
func (c *client) call(name string, arguments any) answer {
	c.t.Helper()
	result, err := c.CallTool(c.t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	require.NoError(c.t, err)
	return c.read(name, result)
}

func (c *client) read(name string, result *mcp.CallToolResult) answer {
	c.t.Helper()
	require.Len(c.t, result.Content, 1)
	text, ok := result.Content[0].(*mcp.TextContent)
	require.True(c.t, ok)
	require.NotEmpty(c.t, text.Text)
	fields, ok := result.StructuredContent.(map[string]any)
	require.True(c.t, ok)
	require.NoError(c.t, c.outputs[name].Validate(fields), "%v", fields)
	require.Equal(c.t, !result.IsError, fields["ok"])
	return answer{fields, text.Text, result.IsError}
}

// good is a call that goes well.
func (c *client) good(name string, arguments any) answer {
	c.t.Helper()
	a := c.call(name, arguments)
	require.False(c.t, a.failed, a.text)
	return a
}

// bad is a call that fails, with a code and the call to make next.
func (c *client) bad(name string, arguments any, code string) answer {
	c.t.Helper()
	a := c.call(name, arguments)
	require.True(c.t, a.failed, a.text)
	require.Equal(c.t, code, a.at("error", "code"), a.text)
	require.True(c.t, strings.HasPrefix(a.text, code+": "), a.text)
	return a
}

// at is a field within fields.
func (a answer) at(path ...any) any {
	var v any = a.fields
	for _, p := range path {
		switch key := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[key]
		case int:
			l, _ := v.([]any)
			if key < 0 {
				key += len(l)
			}
			if key < 0 || key >= len(l) {
				return nil
			}
			v = l[key]
		}
	}
	return v
}

// run is the handle of the answer's run.
func (a answer) run() string { return a.at("run", "id").(string) }

// file writes a file below the root of the server.
func (c *client) file(name, text string) {
	c.t.Helper()
	path := filepath.Join(c.root, name)
	require.NoError(c.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(c.t, os.WriteFile(path, []byte(text), 0o600))
}

// m is an object of arguments.
type m = map[string]any

// counter counts up by one, and is cleared.
const counter = `circuit('Counter', {
  inputs: { clear: bit },
  outputs: { count: bus(8) },
  state: { n: reg(8) },
  eval: ({ n }) => ({ count: n }),
  onTick: ({ n, clear }) => ({ n: clear ? 0 : (n + 1) & 255 }),
})`
