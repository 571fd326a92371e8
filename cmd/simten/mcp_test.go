package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// commandVariable makes the test binary the command itself.
const commandVariable = "SIMTEN_TEST_COMMAND"

// The client of the TypeScript SDK understands the server, on both transports.
func TestTheTypeScriptClientUnderstandsTheServer(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	if _, err := os.Stat(filepath.Join("..", "..", "node_modules", "@modelcontextprotocol", "sdk")); err != nil {
		t.Skip("the client is not installed: run npm ci")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(commandVariable, "1")
	want := `{"server":"simten","tools":19,"schemas":19,"resources":5,"prompts":3,"final":5,"found":[3],"query":5,"valid":false,
	  "error":[true,"SYNTAX"],"unknown":[true,"INVALID_REQUEST"],"after":5,"progress":true}`
	check := func(t *testing.T, args ...string) {
		t.Helper()
		script := exec.CommandContext(t.Context(), node, append([]string{filepath.Join("testdata", "mcp-client.mjs")},
			args...)...)
		out, err := script.CombinedOutput()
		require.NoError(t, err, string(out))
		var seen map[string]any
		require.NoError(t, json.Unmarshal(out, &seen), string(out))
		require.Contains(t, seen["cancelled"], "enough")
		require.Less(t, seen["instructions"], 2048.0)
		delete(seen, "cancelled")
		delete(seen, "instructions")
		if seen["resources"] == 6.0 { // with the view of circuits, where that was built
			seen["resources"] = 5.0
		}
		text, err := json.Marshal(seen)
		require.NoError(t, err)
		require.JSONEq(t, want, string(text))
	}
	t.Run("stdio", func(t *testing.T) { check(t, "stdio", self, "mcp", "--no-open", "--root", t.TempDir()) })
	t.Run("http", func(t *testing.T) {
		server := exec.CommandContext(t.Context(), self, "mcp", "--no-open", "--root", t.TempDir(), "--http", "127.0.0.1:0")
		errors, err := server.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, server.Start())
		t.Cleanup(func() {
			_ = server.Process.Kill()
			_ = server.Wait()
		})
		var url, token string
		lines := bufio.NewScanner(errors)
		for token == "" && lines.Scan() {
			if _, at, ok := strings.Cut(lines.Text(), "listening at "); ok {
				url = at
			}
			if m := regexp.MustCompile("Bearer ([0-9a-f]{64})").FindStringSubmatch(lines.Text()); m != nil {
				token = m[1]
			}
		}
		require.NotEmpty(t, url)
		go func() {
			for lines.Scan() { // so that the server is never held up by its own messages
			}
		}()
		check(t, "http", url, token)
	})
}

// Nothing but the protocol is written to the output, whatever goes wrong.
func TestTheOutputIsTheProtocolOnly(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(commandVariable, "1")
	server := exec.CommandContext(t.Context(), self, "mcp", "--no-open", "--root", t.TempDir())
	in, err := server.StdinPipe()
	require.NoError(t, err)
	out, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	_, err = in.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"nothing"}
this is no JSON

{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"check_circuit","arguments":{"source":"console.log('{}')\nconsole.error('x')\nthrow new Error('y')"}}}
`))
	require.NoError(t, err)
	answered := map[string]bool{}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for len(answered) < 4 && lines.Scan() {
		var message struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &message), lines.Text())
		require.Equal(t, "2.0", message.Version)
		answered[string(message.ID)] = true
	}
	require.Equal(t, map[string]bool{"1": true, "2": true, "3": true, "null": true}, answered,
		"a line that is no message is answered, and ends nothing")
	require.NoError(t, in.Close())
	require.False(t, lines.Scan())
	require.NoError(t, server.Wait(), "the end of its input is no error")
}

func TestMCPUsage(t *testing.T) {
	for name, args := range map[string][]string{
		"no folder":         {"mcp", "--root", "nothing"},
		"a file":            {"mcp", "--root", "main.go"},
		"operand":           {"mcp", "x"},
		"the flag of a job": {"mcp", "--job"},
		"all addresses":     {"mcp", "--no-open", "--http", "0.0.0.0:0"},
		"no address":        {"mcp", "--no-open", "--http", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errors := call(t, args...)
			require.NotEqual(t, exitClean, code)
			require.Empty(t, out)
			require.NotEmpty(t, errors)
		})
	}
	t.Setenv(tokenVariable, "short")
	code, _, errors := call(t, "mcp", "--no-open", "--http", "127.0.0.1:0")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errors, tokenVariable)
}
