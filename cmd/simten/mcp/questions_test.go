package mcp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/commands"
)

// Every question of the table is a tool of its name, with its arguments.
func TestEveryQuestionOfTheTableIsATool(t *testing.T) {
	c := connect(t, nil)
	for i := range commands.Table {
		entry := &commands.Table[i]
		if !entry.Question {
			continue
		}
		tool := c.server.tools[entry.Name]
		require.NotNil(t, tool, entry.Name)
		for _, a := range entry.Arguments {
			if a.Name != "all" && a.Name != "format" { // find lists all of them anyway, and a picture comes in both forms
				require.NotNil(t, tool.input.Properties[a.Name], "%s.%s", entry.Name, a.Name)
			}
			require.Equal(t, a.Needed, contains(tool.input.Required, a.Name), "%s.%s", entry.Name, a.Name)
		}
		require.NotContains(t, tool.description, "--")
		require.NotContains(t, tool.description, "JSON")
	}
}

func contains(list []string, name string) bool {
	for _, other := range list {
		if other == name {
			return true
		}
	}
	return false
}

func TestQuestions(t *testing.T) {
	c := connect(t, nil)
	run := c.good("simulate_circuit", m{"source": counter, "ticks": 600}).run()
	with := func(more m) m {
		more["run"] = run
		return more
	}

	a := c.good("wave", with(m{"signals": []any{"count", "count & 1"}, "from": 3, "to": 5}))
	require.Equal(t, 1.0, a.at("span"))
	require.Equal(t, []any{
		m{"value": 3.0, "count": 1.0},
		m{"value": 4.0, "count": 1.0},
		m{"value": 5.0, "count": 1.0},
	}, a.at("rows", 0, "values"))
	require.Equal(t, []any{
		m{"value": 1.0, "count": 1.0},
		m{"value": 0.0, "count": 1.0},
		m{"value": 1.0, "count": 1.0},
	}, a.at("rows", 1, "values"))
	a = c.good("wave", with(m{"pixels": 3}))
	require.Equal(t, m{"first": 0.0, "last": 200.0, "min": 0.0, "max": 200.0, "changed": true},
		a.at("rows", 1, "ranges", 0))
	require.Contains(t, a.text, "one column is 201 cycles")
	c.bad("wave", with(m{"signals": []any{"nix"}}), "INVALID_REQUEST")
	c.bad("wave", with(m{"signals": "count"}), "INVALID_REQUEST")
	c.bad("wave", with(m{"from": 601}), "INVALID_REQUEST")
	c.bad("wave", with(m{"pixels": 0}), "INVALID_REQUEST")

	a = c.good("find", with(m{"when": "count === 7"}))
	require.Equal(t, []any{7.0, 263.0, 519.0}, a.at("cycles"))
	require.Equal(t, run, a.run())
	a = c.good("find", with(m{"when": "count === 7", "last": true}))
	require.Equal(t, []any{519.0}, a.at("cycles"))
	a = c.good("find", with(m{"when": "count < 10", "on": "true", "count": true, "limit": 1}))
	require.Equal(t, 30.0, a.at("count"))
	a = c.good("find", with(m{"when": "count === 300"}))
	require.Equal(t, []any{}, a.at("cycles"))
	require.Contains(t, c.bad("find", with(m{"when": "cont === 7"}), "INVALID_REQUEST").text, "Did you mean 'count'?")
	c.bad("find", with(m{"when": "count ==="}), "INVALID_REQUEST")
	c.bad("find", with(m{}), "INVALID_REQUEST")
	c.bad("find", with(m{"when": "count", "first": true, "last": true}), "INVALID_REQUEST")
	c.bad("find", with(m{"when": "count", "on": "never"}), "INVALID_REQUEST")

	a = c.good("why", with(m{"signal": "count", "cycle": 2}))
	require.Equal(t, 2.0, a.at("steps", 0, "value"))
	require.NotEmpty(t, a.at("steps", 0, "causes"))
	a = c.good("why", with(m{"signal": "count", "steps": 1}))
	require.Equal(t, 600.0, a.at("steps", 0, "cycle"), "the last cycle")
	require.Equal(t, true, a.at("more"))
	c.bad("why", with(m{"signal": "nix"}), "INVALID_REQUEST")
	c.bad("why", with(m{"signal": "count", "cycle": 601}), "INVALID_REQUEST")

	a = c.good("changes", with(m{"from": 1, "to": 4}))
	require.Equal(t, m{"signal": "count", "before": 1.0, "after": 4.0}, a.at("changes", 0))
	require.Empty(t, c.good("changes", with(m{"from": 4, "to": 4})).at("changes"))
	c.bad("changes", with(m{"from": 601}), "INVALID_REQUEST")

	require.Equal(t, c.good("simulate_circuit", m{"run": run}).at("digest"), c.good("digest", with(m{})).at("digest"))
	require.NotEqual(t, c.good("digest", with(m{"cycle": 5})).at("digest"), c.good("digest", with(m{})).at("digest"))
	c.bad("digest", with(m{"cycle": -1}), "INVALID_REQUEST")

	const saturating = `circuit('Counter', {
  inputs: { clear: bit }, outputs: { count: bus(8) }, state: { n: reg(8) },
  eval: ({ n }) => ({ count: n }), onTick: ({ n, clear }) => ({ n: clear ? 0 : Math.min(n + 1, 255) }),
})`
	a = c.good("compare", with(m{"other": m{"source": saturating}}))
	require.Equal(t, false, a.at("equal"))
	require.Equal(t, 256.0, a.at("cycle"))
	require.Equal(t, m{"signal": "count", "left": 0.0, "right": 255.0, "width": 8.0}, a.at("signals", 0))
	require.Equal(t, true, c.good("compare", with(m{"other": m{"source": counter}})).at("equal"))
	c.bad("compare", with(m{"other": m{"source": "circuit("}}), "SYNTAX")
	c.bad("compare", with(m{"other": m{}}), "INVALID_REQUEST")
	c.bad("compare", with(m{}), "INVALID_REQUEST")

	a = c.good("run_until", m{"source": counter, "until": "count === 5", "hit": 2})
	require.Equal(t, true, a.at("reached"))
	require.Equal(t, 261.0, a.at("cycle"))
	require.Equal(t, 261.0, a.at("run", "ticks"))
	require.Equal(t, 5.0, c.good("why", m{"run": a.run(), "signal": "count"}).at("steps", 0, "value"))
	a = c.good("run_until", m{"source": counter, "until": "count === 1", "inputs": []any{
		m{"clear": 1},
		m{},
		m{"clear": 0},
	}})
	require.Equal(t, 3.0, a.at("cycle"))
	a = c.good("run_until", m{"source": counter, "until": "count === 300", "ticks": 1000})
	require.Equal(t, false, a.at("reached"))
	require.Equal(t, 1000.0, a.at("cycle"))
	c.bad("run_until", m{"source": counter}, "INVALID_REQUEST")

	a = c.good("query_run", with(m{"code": "(run) => ({ hits: run.count('count === 7'), big: 1n << 60n, last: run.at(run.last) })"}))
	require.Equal(t, m{"hits": 3.0, "big": "1152921504606846976", "last": m{"clear": 0.0, "count": 88.0}}, a.at("result"))
	a = c.good("query_run", with(m{"code": "(run) => { console.log('seen', run.last) }"}))
	require.Nil(t, a.at("result"))
	require.Equal(t, []any{"seen 600"}, a.at("console"))
	for code, want := range map[string]string{
		"run.last":                    "INVALID_CODE",
		"(run) => {":                  "SYNTAX",
		"(run) => nix()":              "RUNTIME",
		"(run) => 'x'.repeat(100000)": "OUTPUT_TOO_LARGE",
		"(run) => eval('1')":          "DENIED",
		"(run) => { for (;;); }":      "TIMEOUT",

		"(run) => { let s = 'a'; for (;;) s += s }": "MEMORY",
	} {
		c.bad("query_run", with(m{"code": code, "timeoutMs": 10_000}), want)
	}
	c.bad("query_run", with(m{}), "INVALID_REQUEST")
	a = c.bad("query_run", with(m{"code": "(run) => { for (;;); }", "timeoutMs": 500}), "TIMEOUT")
	require.Equal(t, []any{"query_run"}, a.at("error", "next"))
	require.Equal(t, 1.0, a.at("error", "line"))
}
