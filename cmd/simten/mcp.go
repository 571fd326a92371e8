package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"

	"simten.dev/cmd/simten/mcp"
	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/cmd/simten/site"
	"simten.dev/cmd/simten/studio"
	"simten.dev/engine/limits"
)

// jobFlag makes the command the process that does the work of one call.
const jobFlag = "--job"

// isJob reports whether a command line is that of such a process.
func isJob(args []string) bool { return len(args) == 2 && args[0] == "mcp" && args[1] == jobFlag }

func mcpCommand() command {
	c := command{
		name:    "mcp",
		usage:   "mcp [--root DIR] [--no-open] [--site DIR] [--http ADDRESS] [--allow-host]",
		summary: "Serves the engine to assistants over the Model Context Protocol: on its input and output, or over HTTP on this machine.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		if len(args) == 1 && args[0] == jobFlag && os.Getenv(guardVariable) != "" {
			return runJob(ctx)
		}
		flags := newFlags(c)
		root := flags.String("root", ".", "the folder below which files are read and projects are set up")
		allowHost := flags.Bool("allow-host", false, "let verify_circuit run testbenches outside of the sandbox, with your rights, when the assistant asks for trust: host")
		quiet := flags.Bool("no-open", false, "open no browser: show_circuit answers with a picture")
		pages := flags.String("site", "", "the built tree that the browser gets; without it the present folder, or the one that the program is in")
		address := flags.String("http", "", "speak HTTP at this loopback address instead, such as 127.0.0.1:3900 (port 0 takes a free one); the token is that of "+tokenVariable+", else a new one, which is written to the error output")
		if _, code, ok := parseFlags(t, c, flags, args, 0); !ok {
			return code
		}
		folder, err := filepath.Abs(*root)
		if err == nil {
			var info os.FileInfo
			if info, err = os.Stat(folder); err == nil && !info.IsDir() {
				err = fmt.Errorf("%s is no folder", folder)
			}
		}
		if err != nil {
			return misuse(t, c, "--root: "+err.Error())
		}
		logs := slog.New(slog.NewTextHandler(t.err, &slog.HandlerOptions{Level: slog.LevelInfo}))
		self, err := os.Executable()
		if err != nil {
			fmt.Fprintf(t.err, "simten mcp: %v\n", err)
			return exitErrors
		}
		viewer := &browserViewer{ctx: ctx, near: folder, options: studio.Options{Open: studio.OpenBrowser, Site: site.Options{Root: *pages}}}
		defer viewer.Close()
		o := mcp.Options{
			Studio:  viewer.Origin,
			Version: release(), Root: folder, Limits: commandLimits, AllowHost: *allowHost, Logs: logs,
			Worker: mcp.Worker{Path: self, Args: []string{"mcp", jobFlag}, Environment: jobEnvironment},
		}
		if !*quiet {
			o.Viewer = viewer
		}
		server, err := mcp.New(o)
		if err != nil {
			fmt.Fprintf(t.err, "simten mcp: %v\n", err)
			return exitErrors
		}
		if *address != "" {
			return serveHTTP(ctx, t, server, *address)
		}
		// The protocol is spoken on the streams themselves: its JSON must not be made visible for a terminal.
		if err := server.Serve(ctx, os.Stdin, os.Stdout); err != nil && ctx.Err() == nil {
			fmt.Fprintf(t.err, "simten mcp: %v\n", err)
			return exitErrors
		}
		return exitClean
	}
	return c
}

// tokenVariable holds the token of requests over HTTP.
const tokenVariable = "SIMTEN_MCP_TOKEN"

// minToken is how long a token must be that somebody chooses.
const minToken = 16

// serveHTTP speaks the protocol over HTTP until the context ends.
func serveHTTP(ctx context.Context, t terminal, server *mcp.Server, address string) int {
	token, given := os.LookupEnv(tokenVariable)
	if given && len(token) < minToken {
		fmt.Fprintf(t.err, "simten mcp: %s has less than %d characters\n", tokenVariable, minToken)
		return exitUsage
	}
	if !given {
		token = mcp.NewToken()
	}
	err := server.ListenHTTP(ctx, address, token, func(url string) {
		fmt.Fprintf(t.err, "simten mcp: listening at %s\n", url)
		if !given {
			fmt.Fprintf(t.err, "simten mcp: requests need the header Authorization: Bearer %s\n", token)
		}
	})
	if err != nil {
		fmt.Fprintf(t.err, "simten mcp: %v\n", err)
		return exitErrors
	}
	return exitClean
}

// jobEnvironment is what the process of a call gets beside the environment of this one.
func jobEnvironment(l limits.Limits) []string {
	text, _ := json.Marshal(l) // numbers always encode
	return []string{guardVariable + "=1", limitsVariable + "=" + string(text)}
}

// runJob does the work of one call. It writes to the output itself, which only the server reads.
func runJob(ctx context.Context) int {
	in := job.Lifeline(os.Stdin, func() { os.Exit(exitErrors) })
	if err := job.Serve(ctx, in, io.Writer(os.Stdout), func() { alive() }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitErrors
	}
	return exitClean
}

// release is the version of this program in short.
func release() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "devel"
}
