package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/engine/sandbox"
)

// publicTools are the tools of public Simten, which this server has by the same names.
var publicTools = []string{
	"get_started", "check_circuit", "simulate_circuit", "verify_circuit", "setup_project", "show_circuit", "run_on_fpga",
	"read_waveform", "get_grammar", "list_components", "get_verify_api",
}

func TestToolsAreListedWithTheirSchemas(t *testing.T) {
	c := connect(t, nil)
	list, err := c.ListTools(t.Context(), nil)
	require.NoError(t, err)
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		require.NotEmpty(t, tool.Title, tool.Name)
		require.NotEmpty(t, tool.Description, tool.Name)
		require.Less(t, len(tool.Description), 2000, "%s: clients cut descriptions", tool.Name)
		require.NotNil(t, tool.Annotations, tool.Name)
		input, _ := tool.InputSchema.(map[string]any)
		require.Equal(t, "object", input["type"], tool.Name)
		output, _ := tool.OutputSchema.(map[string]any)
		require.Equal(t, "object", output["type"], tool.Name)
		properties, _ := input["properties"].(map[string]any)
		for name, p := range properties {
			field, _ := p.(map[string]any)
			require.NotEmpty(t, field["description"], "%s.%s", tool.Name, name)
		}
		resolved(t, tool.InputSchema)
	}
	for _, name := range publicTools {
		require.Contains(t, names, name)
	}
	text, err := json.Marshal(list)
	require.NoError(t, err)
	require.Less(t, len(text), 80_000, "the list goes into every conversation")
}

func TestTheServerSaysWhatItIs(t *testing.T) {
	c := connect(t, nil)
	is := c.InitializeResult()
	require.Equal(t, "simten", is.ServerInfo.Name)
	require.Equal(t, "test", is.ServerInfo.Version)
	require.NotEmpty(t, is.Instructions)
	require.Less(t, len(is.Instructions), 2048, "clients cut instructions")
	require.NotNil(t, is.Capabilities.Tools)

	for _, name := range regexp.MustCompile(`\b[a-z]+_[a-z_]+\b`).FindAllString(is.Instructions, -1) {
		require.True(t, c.outputs[name] != nil, "there is no tool %s", name)
	}
}

func TestAnUnknownToolIsAnErrorOfTheProtocol(t *testing.T) {
	c := connect(t, nil)
	_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "fly"})
	require.ErrorContains(t, err, "fly")
}

// Examples in the documents compile, and those that are testbenches are run elsewhere.
func TestDocumentsShowWhatCompiles(t *testing.T) {
	text, err := os.ReadFile("documents/grammar.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```ts\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.Greater(t, len(blocks), 4)
	for _, block := range blocks {
		compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: block[1]}, sandbox.Limits{})
		require.NoError(t, err)
		require.Empty(t, compiled.Diagnostics, block[1])
		require.NotNil(t, compiled.Design)
		compiled.Close()
	}
}

func TestAnsweredTextsAreClean(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                         "plain",
		"two\nlines\tand é 漢字 🙂":        "two\nlines\tand é 漢字 🙂",
		"\x1b[31mred\x1b[0m":            "red",
		"\x1b]0;title\x07after":         "after",
		"a\x00b\x07c\x7f\u0085d":        "abcd",
		"\u202egnp.exe":                 "gnp.exe",
		"zero\u200bwidth\ufeff":         "zerowidth",
		"tag\U000e0041\U000e0042":       "tag",
		"bad \xff\xfe":                  "bad \uFFFD",
		"sep\u2028arated":               "separated",
		"selector\ufe0f\U000e0101":      "selector",
		"soft\u00adhyphen":              "softhyphen",
		"\x1b\x1b[2J":                   "",
		"\x9b31mcsi":                    "\uFFFD31mcsi",
		"private\ue000\U000f0000 plane": "private plane",
	} {
		require.Equal(t, want, cleanText(in), "%q", in)
	}
	require.Equal(t, strings.Repeat("é", 10)+"…", cutText(strings.Repeat("é", 11), 10))
}

func TestRunsAreForgottenOldestFirst(t *testing.T) {
	r := newRuns()
	for i := range keptRuns + 10 {
		r.put(idOf(job.Run{Cycles: i + 1}), keptRun{run: job.Run{Cycles: i + 1}})
		_, ok := r.get(idOf(job.Run{Cycles: 1}))
		require.True(t, ok, "a run that is asked for stays")
	}
	_, ok := r.get(idOf(job.Run{Cycles: 2}))
	require.False(t, ok)
	require.Len(t, r.by, keptRuns)
	large := strings.Repeat("x", keptBytes/2)
	for i := range 4 {
		r.put(fmt.Sprint(i), keptRun{run: job.Run{Text: large, Cycles: i}})
	}
	require.LessOrEqual(t, r.bytes, keptBytes)
	require.Len(t, r.order, len(r.by))
}
