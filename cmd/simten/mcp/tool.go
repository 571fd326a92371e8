package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"

	"simten.dev/cmd/simten/appview"
	"simten.dev/cmd/simten/mcp/job"
)

// tools make every tool, in the order in which clients list them.
var tools = []func() (*tool, error){
	getStarted, checkCircuit, simulateCircuit, getGrammar, listComponents, getVerifyAPI,
	wave, find, why, compare, changes, digest, runUntil, queryRun,
	verifyCircuit, setupProject, showCircuit, readWaveform, runOnFPGA,
}

// about says how a tool presents itself.
type about struct {
	name, title string
	description string // under 2 kB: clients cut what is longer
	// changes says that the tool writes files; the others only read.
	changes bool
	// open says that it meets things outside of this program: packages of npm, commands of the host.
	open bool
	// local says that it has an effect that is no file: pages of the browser.
	local bool
	// view says that the app of the conversation can show its result.
	view bool
	// edit completes the schema of the arguments: choices, bounds and defaults.
	edit func(properties map[string]*jsonschema.Schema)
}

// tool is one tool with its schemas.
type tool struct {
	about
	input, output *jsonschema.Schema
	advertised    *jsonschema.Schema // input as clients get it
	arguments     *jsonschema.Resolved
	run           func(ctx context.Context, c *call, arguments json.RawMessage) (any, string, error)
}

// call is one call of a tool.
type call struct {
	*Server
	progress func(done float64, text string)
	views    bool             // the client shows the result in a view
	shown    *appview.Circuit // what the view gets; nil for nothing
}

// schemas are those of types whose JSON is not that of their Go form.
var schemas = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[circuit.Value]():  {Types: []string{"integer", "string"}},
	reflect.TypeFor[circuit.Number](): {Types: []string{"integer", "string"}},
	reflect.TypeFor[job.Steps](): {
		AnyOf: []*jsonschema.Schema{{Type: "object", AdditionalProperties: &jsonschema.Schema{Types: []string{
			"integer",
			"string",
		}}}, {
			Type: "array",
			Items: &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Types: []string{
				"integer",
				"string",
			}}},
		}},
	},
	reflect.TypeFor[json.RawMessage](): {},
}

// define makes a tool of its description and its function. run gives the result and its short text.
func define[In, Out any](a about, run func(ctx context.Context, c *call, in In) (Out, string, error)) (*tool, error) {
	t := &tool{about: a}
	var err error
	if t.input, err = jsonschema.For[In](&jsonschema.ForOptions{TypeSchemas: schemas}); err != nil {
		return nil, fmt.Errorf("%s: the schema of its arguments: %w", a.name, err)
	}
	common(t.input.Properties)
	if a.edit != nil {
		a.edit(t.input.Properties)
	}
	if t.arguments, err = t.input.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true}); err != nil {
		return nil, fmt.Errorf("%s: the schema of its arguments: %w", a.name, err)
	}
	t.advertised = advertise(a.name, t.input)
	if t.output, err = outputSchema[Out](); err != nil {
		return nil, fmt.Errorf("%s: the schema of its result: %w", a.name, err)
	}
	t.run = func(ctx context.Context, c *call, arguments json.RawMessage) (any, string, error) {
		in, err := decode[In](t, arguments)
		if err != nil {
			return nil, "", err
		}
		return run(ctx, c, in)
	}
	return t, nil
}

// fullSchema is the tool whose schema has everything about the arguments of a run. Models read a list of tools as a
// whole, so the others refer to it.
const fullSchema = "simulate_circuit"

// shortened are the arguments of runs as the other tools have them.
var shortened = map[string]*jsonschema.Schema{
	"source":   {Type: "string", Description: "the text of the circuit"},
	"filePath": {Type: "string", Description: "in place of source: a file of the project"},
	"inputs": {
		AnyOf:       []*jsonschema.Schema{{Type: "object"}, {Type: "array", Items: &jsonschema.Schema{Type: "object"}}},
		Description: "as for " + fullSchema,
	},
	"memoryData": {Type: "object", Description: "as for " + fullSchema},
	"run":        {Type: "string", Description: "run.id of an earlier answer, in place of text, inputs and ticks"},
}

// advertise gives the schema of arguments as clients get it. Calls are checked against the whole one.
func advertise(name string, input *jsonschema.Schema) *jsonschema.Schema {
	if name == fullSchema || input.Properties["circuitName"] == nil { // without a circuit the names mean something else
		return input
	}
	s := *input
	s.Properties = maps.Clone(input.Properties)
	for name := range s.Properties {
		if short := shortened[name]; short != nil {
			s.Properties[name] = short
		}
	}
	return &s
}

// outputSchema is the schema of a result: ok, and then either the fields of Out or an error.
func outputSchema[Out any]() (*jsonschema.Schema, error) {
	s, err := jsonschema.For[Out](&jsonschema.ForOptions{TypeSchemas: schemas})
	if err != nil {
		return nil, err
	}
	loosen(s)
	s.Type, s.Types = "object", nil
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	var yes any = true
	s.Properties["ok"] = &jsonschema.Schema{Type: "boolean"}
	s.Properties["error"] = failureSchema
	s.Properties["notice"] = &jsonschema.Schema{Type: "string"}
	s.PropertyOrder = append([]string{"ok", "error"}, append(s.PropertyOrder, "notice")...)
	s.If = &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"ok": {Const: &yes}}}
	s.Then = &jsonschema.Schema{Required: s.Required}
	s.Else = &jsonschema.Schema{Required: []string{"error"}}
	s.Required = []string{"ok"}
	return s, nil
}

// failureSchema is that of a Failure. Its other fields explain themselves, and the schema is in the list once for each
// tool.
var failureSchema = &jsonschema.Schema{
	Type: "object", Required: []string{"code", "message"},
	Properties: map[string]*jsonschema.Schema{
		"code": {Type: "string"}, "message": {Type: "string"}, "advice": {Type: "string"}, "line": {Type: "integer"},
		"next": {Type: "array", Items: &jsonschema.Schema{Type: "string"}, Description: "tools to call next"},
	},
}

// loosen lets results have fields that a later version adds. A field that may be null in Go is absent from JSON
// instead.
func loosen(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	if s.Properties != nil {
		s.AdditionalProperties = nil
	}
	for _, p := range s.Properties {
		loosen(p)
	}
	loosen(s.Items)
	loosen(s.AdditionalProperties)
}

// decode reads the arguments of a call; an error says which one is wrong, and how it is meant.
func decode[In any](t *tool, arguments json.RawMessage) (in In, err error) {
	if len(bytes.TrimSpace(arguments)) == 0 || bytes.Equal(bytes.TrimSpace(arguments), []byte("null")) {
		arguments = json.RawMessage("{}")
	}
	refuse := func(message string) *Failure {
		return failed(protocol.ErrInvalidRequest, message, t.name+" takes: "+strings.Join(t.names(), ", ")+".", t.name)
	}
	var given map[string]any
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	decoder.UseNumber()
	if err := decoder.Decode(&given); err != nil {
		return in, refuse("The arguments are no JSON object.")
	}
	for name := range given {
		if t.input.Properties[name] == nil {
			message := fmt.Sprintf("There is no argument %q.", oneLine(name))
			if guess := circuit.DidYouMean(name, t.names()); guess != "" {
				message += " " + guess
			}
			return in, refuse(message)
		}
	}
	var plain any
	if err := json.Unmarshal(arguments, &plain); err != nil {
		return in, refuse("The arguments are no JSON object.")
	}
	if err := t.arguments.Validate(plain); err != nil {
		return in, refuse("An argument is not as it must be: " + reason(err))
	}
	if err := json.Unmarshal(arguments, &in); err != nil {
		return in, refuse("An argument cannot be read: " + cutText(cleanText(err.Error()), 300))
	}
	return in, nil
}

// reason is what a check of arguments says, without the words that lead to it.
func reason(err error) string {
	text := cleanText(err.Error())
	if _, rest, ok := strings.Cut(text, "validating root: "); ok {
		text = rest
	}
	return cutText(strings.ReplaceAll(text, "/properties/", ""), 400)
}

// names are the arguments of a tool.
func (t *tool) names() []string {
	names := make([]string, 0, len(t.input.Properties))
	for name := range t.input.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// add makes a tool known to clients.
func (s *Server) add(t *tool) {
	s.tools[t.name] = t
	no := false
	m := &mcp.Tool{
		Name: t.name, Title: t.title, Description: t.description, InputSchema: t.advertised, OutputSchema: t.output,
		Annotations: &mcp.ToolAnnotations{
			Title: t.title, ReadOnlyHint: !t.changes && !t.local, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &t.open,
		},
	}
	if t.view && s.options.View != "" {
		m.Meta = appview.ToolMeta()
	}
	s.mcp.AddTool(m, func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return s.answer(ctx, t, request), nil
	})
}

// answer carries a call out. It gives a result in any case: a model can mend what it can read.
func (s *Server) answer(ctx context.Context, t *tool, request *mcp.CallToolRequest) *mcp.CallToolResult {
	c := &call{Server: s, progress: progressOf(ctx, request), views: t.view && s.options.View != "" && showsViews(request)}
	out, text, err := s.safely(ctx, t, c, request.Params.Arguments)
	if err != nil {
		f := failureOf(err)
		s.options.Logs.Info("call failed", "tool", t.name, "code", f.Code)
		return s.fail(out, f)
	}
	r := s.succeed(t, out, text)
	if c.shown != nil && !r.IsError {
		r.Meta = mcp.Meta{appview.MetaKey: c.shown}
	}
	return r
}

// fail is the result of a call that went wrong. out is what there is of its result all the same, or nil.
func (s *Server) fail(out any, f *Failure) *mcp.CallToolResult {
	fields := map[string]any{}
	if v := reflect.ValueOf(out); v.IsValid() && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		fields, _, _ = fieldsOf(out) // without them the error says enough
	}
	fields["ok"], fields["error"], fields["notice"] = false, f, notice
	return result(fields, f.text(), true)
}

// fieldsOf is a result as JSON has it.
func fieldsOf(out any) (fields map[string]any, bytesOf int, err error) {
	encoded, err := json.Marshal(out)
	if err != nil {
		return map[string]any{}, 0, err
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	err = decoder.Decode(&fields)
	if fields == nil {
		fields = map[string]any{}
	}
	return fields, len(encoded), err
}

// safely calls a tool; a panic of it is an error of that call only.
func (s *Server) safely(ctx context.Context, t *tool, c *call, arguments json.RawMessage) (out any, text string,
	err error,
) {
	defer func() {
		if r := recover(); r != nil {
			s.options.Logs.Error("panic", "tool", t.name, "reason", fmt.Sprint(r))
			err = failed(protocol.ErrUnavailable, "The tool failed inside.", "Report it with the arguments of the call.")
		}
	}()
	return t.run(ctx, c, arguments)
}

// succeed is the result of a call that went well.
func (s *Server) succeed(t *tool, out any, text string) *mcp.CallToolResult {
	fields, size, err := fieldsOf(out)
	switch {
	case err != nil:
		return s.fail(nil, failed(protocol.ErrRuntime, "The result cannot be sent: "+err.Error(), ""))
	case size > maxAnswer:
		return s.fail(nil, failed(protocol.ErrOutputTooLarge,
			fmt.Sprintf("The result has %v bytes; the limit is %v.", limits.Count(size), limits.Count(maxAnswer)),
			"Ask for fewer signals or cycles, or compute what is wanted with query_run.", "query_run", "find"))
	}
	fields["ok"], fields["notice"] = true, notice
	return result(fields, text, false)
}

// result makes the two forms of an answer.
func result(fields map[string]any, text string, isError bool) *mcp.CallToolResult {
	if f, ok := fields["error"].(*Failure); ok {
		encoded, _ := json.Marshal(f) // texts and numbers always encode
		var plain map[string]any
		_ = json.Unmarshal(encoded, &plain)
		fields["error"] = plain
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: cutText(cleanText(text), maxText)}},
		StructuredContent: clean("", fields), IsError: isError,
	}
}

// progressOf tells the client of a call how far it is, if it wants to know.
func progressOf(ctx context.Context, request *mcp.CallToolRequest) func(done float64, text string) {
	token := request.Params.GetProgressToken()
	if token == nil {
		return func(float64, string) {}
	}
	last := -1.0
	return func(done float64, text string) {
		if done <= last { // it must grow
			return
		}
		last = done
		_ = request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ // a client that has gone ends the call
			ProgressToken: token, Progress: done, Total: 1, Message: text,
		})
	}
}
