package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"simten.dev/cmd/simten/frontend"
	"simten.dev/engine/yosys"
)

func importCommand() command {
	c := command{
		name:    "import",
		usage:   "import FILE.v…|DIR|NETLIST.json [--top T] [--param N=V]… [-I DIR]… [-D NAME[=VALUE]]… [--steps] [--reset-pulses] [--seconds N] [--script] [-o OUT.ts]",
		summary: "Makes a circuit of a Verilog design, with the Yosys that is installed; of a netlist that Yosys wrote also without.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		source := yosys.Source{Parameters: map[string]string{}}
		flags.StringVar(&source.Top, "top", "", "the module to begin with; default: the one that is part of no other")
		flags.Func("param", "`N=V`: a parameter of the top module, a number, 8'hff or \"text\"; may be given several times", func(s string) error {
			name, value, ok := strings.Cut(s, "=")
			if !ok || name == "" || value == "" {
				return errors.New("write NAME=VALUE")
			}
			source.Parameters[name] = value
			return nil
		})
		flags.Func("I", "a `folder` of include files; may be given several times", list(&source.Include))
		flags.Func("D", "`NAME[=VALUE]`: a macro of the preprocessor; may be given several times",
			list(&source.Defines))
		steps := flags.Bool("steps", false, "keep the clock as an input, also when there is one only: a cycle is a moment at which any signal may change")
		pulses := flags.Bool("reset-pulses", false,
			"let asynchronous resets that are inputs come and go between two clock edges, which is slower")
		script := flags.Bool("script", false, "print the script for Yosys and do nothing else")
		seconds := flags.Int("seconds", int(frontend.DefaultLimits.Time/time.Second), "how long Yosys may take")
		out := flags.String("o", "", "the file to write; default: standard output")
		rest, code, ok := parseFlags(t, c, flags, args, oneOrMore)
		if !ok {
			return code
		}
		failed := func(err error) int {
			var limit *frontend.LimitError
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			if errors.As(err, &limit) {
				return exitLimit
			}
			return exitErrors
		}
		var netlist []byte
		if isNetlist(rest) && !*script {
			if problem := onlyVerilog(flags); problem != "" {
				return misuse(t, c, problem)
			}
			text, err := os.ReadFile(rest[0])
			if err != nil {
				return failed(err)
			}
			netlist = text
		} else {
			files, folders, err := verilogFiles(rest)
			if err != nil {
				return failed(err)
			}
			source.Files, source.Include = files, append(source.Include, folders...)
			if *script {
				text, err := yosys.Script(source, "netlist.json")
				if err != nil {
					return failed(err)
				}
				fmt.Fprint(t.out, text)
				return exitClean
			}
			limits := frontend.DefaultLimits
			limits.Time = time.Duration(max(1, *seconds)) * time.Second
			text, messages, err := frontend.Run(ctx, source, limits)
			for _, m := range messages {
				fmt.Fprintln(t.err, oneLine(m.String()))
			}
			if err != nil {
				return failed(err)
			}
			netlist = text
		}
		n, err := yosys.Decode(netlist)
		if err != nil {
			return failed(fmt.Errorf("%s: %w", rest[0], err))
		}
		result, err := yosys.Import(n, yosys.Options{Top: source.Top, Steps: *steps, ResetPulses: *pulses})
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				fmt.Fprintln(t.err, "error: "+oneLine(line))
			}
			return exitErrors
		}
		for _, w := range result.Warnings {
			fmt.Fprintln(t.err, "warning: "+oneLine(w.String()))
		}
		if over := len(result.Program) - commandLimits.SourceBytes; over > 0 {
			fmt.Fprintf(t.err, "warning: the text has %d bytes, %d more than the engine takes at once (sourceBytes)\n", len(result.Program), over)
		}
		if *out == "" {
			_, _ = io.WriteString(t.out, result.Program)
			return exitClean
		}
		err = writeFile(*out, func(w io.Writer) error {
			_, err := io.WriteString(w, result.Program)
			return err
		})
		if err != nil {
			return failed(fmt.Errorf("-o: %w", err))
		}
		fmt.Fprintf(t.err, "%s: %s of %s\n", *out, result.Top, plural(result.Modules, "module"))
		return exitClean
	}
	return c
}

func list(to *[]string) func(string) error {
	return func(s string) error {
		*to = append(*to, s)
		return nil
	}
}

// isNetlist reports that one netlist is given instead of Verilog.
func isNetlist(paths []string) bool {
	return len(paths) == 1 && strings.EqualFold(filepath.Ext(paths[0]), ".json")
}

// onlyVerilog names a flag that means something to Yosys only.
func onlyVerilog(flags *flag.FlagSet) string {
	problem := ""
	flags.Visit(func(f *flag.Flag) {
		if slices.Contains([]string{"param", "I", "D"}, f.Name) {
			problem = fmt.Sprintf("-%s is for Verilog files; a netlist is what Yosys has made of it already", f.Name)
		}
	})
	return problem
}

// verilogEndings are the endings of files that a folder is searched for, headerEndings those of what they include.
var (
	verilogEndings = []string{".v", ".sv"}
	headerEndings  = []string{".vh", ".svh"}
)

// verilogFiles are the files that are given, and of the folders that are those that no other file there includes, with
// the folders in which included files are.
func verilogFiles(paths []string) (files, include []string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, nil, err
		}
		if !info.IsDir() {
			if !slices.Contains(files, path) {
				files = append(files, path)
			}
			continue
		}
		found, folders, err := verilogFolder(path)
		if err != nil {
			return nil, nil, err
		}
		files, include = append(files, found...), append(include, folders...)
	}
	return files, include, nil
}

func verilogFolder(dir string) (files, include []string, err error) {
	texts := map[string]string{}
	var sources []string
	err = filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		ending := strings.ToLower(filepath.Ext(p))
		source := slices.Contains(verilogEndings, ending)
		if !source && !slices.Contains(headerEndings, ending) {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(p)
		texts[name] = string(text)
		if source {
			sources = append(sources, name)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if len(sources) == 0 {
		return nil, nil, fmt.Errorf("%s has no files that end in %s", dir, strings.Join(verilogEndings, " or "))
	}
	files, include = yosys.Included(texts, sources)
	return files, include, nil
}
