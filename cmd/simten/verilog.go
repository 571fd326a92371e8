package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"simten.dev/cmd/simten/frontend"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/yosys"
)

// verilogCommands run designs in Verilog as they are, without making a program of them.
var verilogCommands = []string{"sim", "bench", "rtl"}

// netlistOptions are how the command that runs takes a netlist of Yosys.
var netlistOptions yosys.Options

// verilogFlags are the flags for designs in Verilog. Those for Yosys have done their work when they get here.
func verilogFlags(flags *flag.FlagSet) {
	const verilog = "of a design in Verilog: see simten import"
	for _, name := range []string{"param", "I", "D"} {
		flags.Func(name, verilog, func(string) error { return errors.New("it is for files that end in .v or .sv") })
	}
	flags.BoolVar(&netlistOptions.Steps, "steps", false, verilog)
	flags.BoolVar(&netlistOptions.ResetPulses, "reset-pulses", false, verilog)
}

// isVerilog reports a file in Verilog, by its ending.
func isVerilog(path string) bool {
	return slices.Contains(verilogEndings, strings.ToLower(filepath.Ext(path)))
}

// readVerilog has Yosys read the Verilog files of a command line, and puts the netlist in their place: the command
// itself runs in a process that starts no others. done removes the file of the netlist.
func readVerilog(ctx context.Context, t terminal, args []string) (rest []string, done func(), code int) {
	done = func() {}
	if len(args) == 0 || !slices.Contains(verilogCommands, args[0]) || !slices.ContainsFunc(args, isVerilog) {
		return args, done, exitClean
	}
	source := yosys.Source{Parameters: map[string]string{}}
	place := -1
	for i := 0; i < len(args); i++ {
		arg := args[i]
		name, value, together := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && slices.Contains([]string{"param", "I", "D", "circuit"}, name) {
			if !together {
				if i++; i == len(args) {
					break // the command says that its value is missing
				}
				value = args[i]
			}
			switch name {
			case "param":
				parameter, to, _ := strings.Cut(value, "=")
				source.Parameters[parameter] = to
			case "I":
				source.Include = append(source.Include, value)
			case "D":
				source.Defines = append(source.Defines, value)
			case "circuit":
				source.Top = value
			}
			continue
		}
		if !isVerilog(arg) {
			rest = append(rest, arg)
			continue
		}
		source.Files = append(source.Files, arg)
		if place < 0 {
			place = len(rest)
			rest = append(rest, "")
		}
	}
	failed := func(err error) ([]string, func(), int) {
		fmt.Fprintf(t.err, "simten %s: %v\n", args[0], err)
		return nil, done, exitErrors
	}
	netlist, messages, err := frontend.Run(ctx, source, frontend.DefaultLimits)
	for _, m := range messages {
		fmt.Fprintln(t.err, oneLine(m.String()))
	}
	if err != nil {
		return failed(err)
	}
	folder, err := os.MkdirTemp("", "simten-verilog-")
	if err != nil {
		return failed(err)
	}
	done = func() { _ = os.RemoveAll(folder) }
	file := filepath.Join(folder, "netlist.json")
	if err := os.WriteFile(file, netlist, 0o600); err != nil {
		return failed(err)
	}
	rest[place] = file
	return rest, done, exitClean
}

// compileNetlist makes a netlist that Yosys wrote ready to run.
func compileNetlist(t terminal, c command, path, top string) (*sandbox.Compiled, int) {
	failed := func(err error) (*sandbox.Compiled, int) {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintln(t.err, "error: "+oneLine(line))
		}
		return nil, exitErrors
	}
	text, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return nil, exitUsage
	}
	n, err := yosys.Decode(text)
	if err != nil {
		return failed(fmt.Errorf("%s: %w", path, err))
	}
	o := netlistOptions
	o.Top = top
	l := sandbox.LimitsOf(commandLimits)
	flat, err := yosys.Flatten(n, o, elaborate.Limits{Nodes: l.Nodes, StateBytes: l.StateBytes, Beat: alive})
	alive()
	if err != nil {
		return failed(err)
	}
	for _, w := range flat.Warnings {
		fmt.Fprintln(t.err, "warning: "+oneLine(w.String()))
	}
	return sandbox.FromNetlist(flat.Design, flat.Module), exitClean
}
