package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// newFlags makes the flag set of a subcommand. It reports nothing by itself; parseFlags does.
func newFlags(c command) *flag.FlagSet {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// oneOrMore operands are expected.
const oneOrMore = -1

// atMostOne operand is expected.
const atMostOne = -2

// parseFlags reads the arguments of a subcommand, flags before and after the operands alike, and returns the operands.
// When it returns false, the subcommand ends with the given exit code: help was asked for, or the line makes no sense,
// and the user has been told.
func parseFlags(t terminal, c command, flags *flag.FlagSet, args []string, operands int) ([]string, int, bool) {
	var rest []string
	for {
		if err := flags.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				usage(t.out, c, flags)
				return nil, exitClean, false
			}
			return nil, misuse(t, c, err.Error()), false
		}
		consumed := len(args) - flags.NArg()
		if consumed > 0 && args[consumed-1] == "--" {
			rest = append(rest, flags.Args()...)
			break
		}
		if flags.NArg() == 0 {
			break
		}
		rest, args = append(rest, flags.Arg(0)), flags.Args()[1:]
	}
	if operands == oneOrMore && len(rest) == 0 {
		return nil, misuse(t, c, "name a file or a folder"), false
	}
	if operands == atMostOne {
		if len(rest) > 1 {
			return nil, misuse(t, c, wrongOperands(rest, 1)), false
		}
		return rest, exitClean, true
	}
	if operands != oneOrMore && len(rest) != operands {
		return nil, misuse(t, c, wrongOperands(rest, operands)), false
	}
	return rest, exitClean, true
}

// wrongOperands says which operands are missing, or too many.
func wrongOperands(given []string, operands int) string {
	if len(given) < operands {
		return "name a file"
	}
	return fmt.Sprintf("%q is one too many; leave it out", given[operands])
}

func usage(w io.Writer, c command, flags *flag.FlagSet) {
	fmt.Fprintf(w, "Usage: simten %s\n%s\n", c.usage, c.summary)
	flags.SetOutput(w)
	flags.PrintDefaults()
	flags.SetOutput(io.Discard)
}

// misuse says what is wrong with a command line and gives the exit code for it.
func misuse(t terminal, c command, text string) int {
	fmt.Fprintf(t.err, "simten %s: %s\nUsage: simten %s\n", c.name, text, c.usage)
	return exitUsage
}
