//go:build unix

package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
)

// The result of a verification stands between these lines, so that it is found among other output.
var (
	verifyBegin = []byte("--- BEGIN JSON ---")
	verifyEnd   = []byte("--- END JSON ---")
)

// oracleVariable holds the declaration of the call's oracle.
const oracleVariable = "SIMTEN_VERIFY_ORACLE"

// maxPrinted bounds each output of a testbench on the host.
const maxPrinted = 1 << 20

// verifyOnHost runs a testbench with tsx, outside of the sandbox, as the user's own test command would.
func (c *call) verifyOnHost(ctx context.Context, in VerifyInput, oracle []byte, limit time.Duration) (*VerifyOutput,
	string, error,
) {
	if !c.options.AllowHost {
		return nil, "", failed(protocol.ErrDenied, "This server runs nothing outside of the sandbox.",
			"Leave trust out; or ask the human to start the server with --allow-host, which gives testbenches all rights of the user.", "verify_circuit")
	}
	if in.Source != "" {
		return nil, "", failed(protocol.ErrDenied, "Only files of the project run outside of the sandbox, no texts of a call.",
			"Leave source out and name the file.", "verify_circuit")
	}
	path, err := c.below(in.Testbench)
	if err != nil {
		return nil, "", err
	}
	if _, err := os.Stat(filepath.Join(c.options.Root, path)); err != nil {
		return nil, "", c.unreadable(path, err)
	}
	runner := filepath.Join(c.options.Root, "node_modules", ".bin", "tsx")
	if _, err := os.Stat(runner); errors.Is(err, fs.ErrNotExist) {
		if runner, err = exec.LookPath("tsx"); err != nil {
			return nil, "", failed(protocol.ErrUnavailable, "The project is not set up to run testbenches on the host: there is no tsx.",
				"Ask the human to run, in the folder of the project: npm install --save-dev tsx. Or leave trust out: the sandbox needs nothing.", "setup_project")
		}
	}
	if limit == 0 {
		limit = defaultTime
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out, errs := &lastBytes{most: maxPrinted}, &lastBytes{most: maxPrinted}
	command := exec.CommandContext(timed, runner, "./"+filepath.ToSlash(path)) // no path begins with a dash
	command.Dir = c.options.Root
	command.Env = append(os.Environ(), oracleVariable+"="+string(oracle))
	command.Stdout, command.Stderr = out, errs
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error {
		return syscall.Kill(-command.Process.Pid,
			syscall.SIGKILL)
	} // with all that it started
	command.WaitDelay = patience
	c.options.Logs.Warn("a testbench runs outside of the sandbox", "file", path)
	err = command.Run()
	if command.Process != nil {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // whatever is left of the group
	}
	switch {
	case ctx.Err() != nil:
		return nil, "", context.Canceled
	case timed.Err() != nil:
		return nil, "", failed(protocol.ErrTimeout, fmt.Sprintf("The testbench took more than %v and was stopped.",
			limits.Span(limit)),
			inTools[protocol.ErrTimeout], "verify_circuit")
	}
	report := &VerifyOutput{Trust: "host", Oracle: in.Oracle}
	text := out.Bytes()
	begin, end := bytes.LastIndex(text, verifyBegin), bytes.LastIndex(text, verifyEnd)
	if begin < 0 || end < begin || !json.Valid(text[begin+len(verifyBegin):end]) {
		message := "The testbench gave no result."
		if err != nil {
			message = "The testbench gave no result: " + oneLine(err.Error()) + "."
		}
		return complete(report), "", failed(protocol.ErrRuntime,
			message+" It printed: "+tail(errs.Bytes(), 2_000)+tail(text, 1_000),
			"End it with verify.run().", "get_verify_api")
	}
	return judged(report, text[begin+len(verifyBegin):end])
}

// tail is the end of what was printed.
func tail(text []byte, most int) string {
	if len(text) > most {
		text = text[len(text)-most:]
	}
	return cleanText(string(text))
}

// lastBytes keeps the end of what is written to it.
type lastBytes struct {
	bytes.Buffer
	most int
}

func (b *lastBytes) Write(p []byte) (int, error) {
	n := len(p)
	if len(p) > b.most {
		p = p[len(p)-b.most:]
	}
	if over := b.Len() + len(p) - b.most; over > 0 {
		b.Next(over)
	}
	_, err := b.Buffer.Write(p)
	return n, err
}
