// The simten command checks, runs and serves circuits. Each subcommand is a value of type command in a file of its
// name, with its usage, flags and run function; main lists them. Subcommands that run circuit code do so in a child
// process with limits (guard.go). A new subcommand is a new file and an entry of that list.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
	"simten.dev/process"
	"simten.dev/process/seal"
)

// Exit codes, the same for every subcommand.
const (
	exitClean  = 0 // did what was asked, and found no error
	exitErrors = 1 // the circuit has errors, or the command failed
	exitUsage  = 2 // the command line makes no sense
	exitLimit  = 3 // a limit was hit: time, memory or size
)

// terminal is what a subcommand may read and write. Subcommands get it from safely.
type terminal struct {
	in       io.Reader
	out, err io.Writer
}

// flush shows what was written so far. An error is told at the end.
func (t terminal) flush() {
	if o, ok := t.out.(*output); ok {
		_ = o.Flush()
	}
}

// command is one subcommand.
type command struct {
	name    string
	usage   string // the command line, after the program's name
	summary string // one line
	run     func(ctx context.Context, t terminal, args []string) int
}

// commands are the subcommands in the order in which help shows them.
func commands() []command {
	return []command{
		checkCommand(),
		simCommand(),
		waveCommand(),
		findCommand(),
		whyCommand(),
		compareCommand(),
		changesCommand(),
		digestCommand(),
		benchCommand(),
		testCommand(),
		verifyCommand(),
		gradeCommand(),
		sourceCommand(),
		importCommand(),
		lockCommand(),
		rtlCommand(),
		drawCommand(),
		exportCommand(),
		bitstreamCommand(),
		componentsCommand(),
		licensesCommand(),
		serveCommand(),
		studioCommand(),
		mcpCommand(),
		headersCommand(),
		assembleCommand(),
	}
}

// collectSeldom spares half of what collecting garbage costs a compile, which leaves much of it on a small heap. From
// two gigabytes on memory counts more. Who sets GOGC decides otherwise.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(2 << 30)
	}
}

func main() {
	process.Main() // for programs that use this one as the home of their sandbox
	collectSeldom()
	time.Local = time.UTC // circuits have no time zone but this one
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	t := terminal{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	code := start(ctx, t, os.Args[1:])
	stop()
	os.Exit(code)
}

// start runs a command line, in a child when it runs circuit code.
func start(ctx context.Context, t terminal, args []string) int {
	l, err := readLimits()
	if err != nil {
		return t.safely("", func(t terminal) int {
			fmt.Fprintf(t.err, "simten: %v\n", err)
			return exitUsage
		})
	}
	commandLimits = l
	if needsGuard(args) {
		rest, done, code := readVerilog(ctx, t, args)
		defer done()
		if code != exitClean {
			return code
		}
		return runGuarded(ctx, t, rest)
	}
	enterGuard(args)
	return run(ctx, t, args)
}

// version names the commit that the program was made from, as Go has noted it, and its interpreter.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "simten"
	}
	return "simten " + info.Main.Version + " " + info.GoVersion + "\ninterpreter: " + sandbox.JavaScript()
}

// safely gives a command outputs that show every character and note errors. A command that could not write all it had
// to say has failed.
func (t terminal) safely(name string, command func(terminal) int) int {
	out, problems := newOutput(t.out), newOutput(t.err)
	problems.before, problems.prompt = out, true
	code := command(terminal{in: t.in, out: out, err: problems})
	if err := out.finish(); err != nil {
		fmt.Fprintf(problems, "simten %s: the output is not complete: %v\n", name, err)
		code = max(code, exitErrors)
	}
	if problems.finish() != nil {
		code = max(code, exitErrors) // nobody can be told
	}
	return code
}

func run(ctx context.Context, t terminal, args []string) int {
	name := "help"
	if len(args) > 0 {
		name = args[0]
	}
	return t.safely(name, func(t terminal) int { return dispatch(ctx, t, args) })
}

// dispatch runs the subcommand that a command line names.
func dispatch(ctx context.Context, t terminal, args []string) int {
	if len(args) == 0 {
		help(t.err)
		return exitUsage
	}
	switch args[0] {
	case "version", "-version", "--version":
		fmt.Fprintln(t.out, version())
		fmt.Fprintf(t.out, "sandbox processes are sealed by: %v\n", seal.Available())
		return exitClean
	case "help", "-h", "-help", "--help":
		if len(args) == 1 {
			help(t.out)
			return exitClean
		}
		args = []string{args[1], "--help"} // help sim is sim --help
	}
	names := []string{"help"}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, t, args[1:])
		}
		names = append(names, c.name)
	}
	next := "`simten help` lists all."
	if guess := circuit.DidYouMean(args[0], names); guess != "" {
		next = guess + " " + next
	}
	fmt.Fprintf(t.err, "simten: there is no command %q. %s\n", args[0], next)
	return exitUsage
}

func help(w io.Writer) {
	fmt.Fprint(w, "Simten draws, checks and runs digital circuits written in TypeScript.\n\nUsage:\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  simten %s\n      %s\n", c.usage, c.summary)
	}
	fmt.Fprint(w, "\nExit codes: 0 clean, 1 errors, 2 usage, 3 a limit was hit.\n")
	fmt.Fprintf(w, "Limits can be set by "+limitsVariable+"='{\"memoryMebibytes\": %d, \"runMilliseconds\": %d}'; docs/protocol.md lists them all.\n",
		2*limits.Default.MemoryMebibytes, 2*limits.Default.RunMilliseconds)
}
