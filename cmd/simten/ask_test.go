package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const askedText = `circuit('Count', {
  inputs: { on: bit },
  outputs: { n: bus(4) },
  state: { c: reg(4) },
  eval: ({ c }) => ({ n: c }),
  onTick: ({ c, on }) => ({ c: on ? c + 1 : c }),
})
`

func TestQuestionsOnTheCommandLine(t *testing.T) {
	folder := t.TempDir()
	file, inputs, other := filepath.Join(folder, "count.ts"), filepath.Join(folder, "in.json"), filepath.Join(folder, "other.ts")
	require.NoError(t, os.WriteFile(file, []byte(askedText), 0o600))
	require.NoError(t, os.WriteFile(other, []byte(strings.Replace(askedText, "c + 1", "c + (c === 2 ? 2 : 1)", 1)), 0o600))
	require.NoError(t, os.WriteFile(inputs, []byte(`[{"on":1},{},{},{"on":0},{},{"on":1}]`), 0o600))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"find", file, "--inputs", inputs, "--when", "n === 3"}, "{\"cycle\":3}\n"},
		{[]string{"find", file, "--inputs", inputs, "--when", "n === 3", "--on", "true", "--last"}, "{\"cycle\":5}\n"},
		{[]string{"find", file, "--inputs", inputs, "--when", "changed(n)", "--on", "true", "--count"}, "{\"count\":4}\n"},
		{[]string{"find", file, "--inputs", inputs, "--when", "fall(on)"}, "{\"cycle\":3}\n"},
		{[]string{"sim", file, "--inputs", inputs, "--until", "n === 4"}, "{\"step\":6,\"cycle\":6,\"values\":{\"n\":4}}\n"},
		{[]string{"sim", file, "--inputs", inputs, "--until", "n === 9"}, "{\"step\":11,\"cycle\":11,\"values\":{\"n\":9}}\n"},
		{[]string{"compare", file, other, "--inputs", inputs}, "{\"cycle\":3,\"signal\":\"n\",\"left\":3,\"right\":4}\n"},
		{[]string{"compare", file, file, "--inputs", inputs}, "{\"equal\":true}\n"},
		{[]string{"wave", file, "--inputs", inputs}, "on    ▔▔▔▁▁▔▔\nn     0╳╳╳3═╳\ncycle 0     6\n"},
	} {
		code, out, errors := call(t, c.args...)
		require.Equal(t, exitClean, code, "%v: %s", c.args, errors)
		require.Equal(t, c.want, out, "%v", c.args)
	}
	code, out, _ := call(t, "why", file, "--inputs", inputs, "--signal", "n", "--cycle", "5")
	require.Equal(t, exitClean, code)
	require.Contains(t, out, `[{"cycle":5,"signal":"n","value":3,"text":"Count.n (Count) is 3 because of Count.c."`)
	require.Contains(t, out, `c became 3 at the clock edge after cycle 2.`)
	code, _, errors := call(t, "find", file, "--when", "m === 3")
	require.Equal(t, exitErrors, code)
	require.Contains(t, errors, "Nothing in Count is called 'm'")
	code, _, errors = call(t, "find", file, "--when", "n ===")
	require.Equal(t, exitErrors, code)
	require.Contains(t, errors, "The expression cannot be read")
}
