package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"simten.dev/cmd/simten/frontend"
	"simten.dev/engine/verilog"
	"simten.dev/engine/yosys"
)

func bitstreamCommand() command {
	c := command{
		name:    "bitstream",
		usage:   "bitstream FILE [--circuit NAME] [--device up5k|hx1k] [--pins FILE.pcf] [--seconds N] -o OUT.bin",
		summary: "Makes the file of a circuit for an iCE40 chip, with the Yosys, nextpnr and icepack that are installed.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		name := flags.String("circuit", "", "the circuit to put on the chip; default: the last one of the file")
		device := flags.String("device", yosys.Chips[0].Name, "the chip: up5k (SG48) or hx1k (TQ144)")
		pins := flags.String("pins", "", "the places of ports, a PCF file; default: nextpnr chooses, and OUT.pcf lists the ports")
		seconds := flags.Int("seconds", int(frontend.DefaultLimits.Time/time.Second), "how long it may take")
		out := flags.String("o", "", "the file to write")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		chip, known := yosys.ChipNamed(*device)
		switch {
		case !known:
			return misuse(t, c, fmt.Sprintf("--device takes up5k or hx1k, not %q", *device))
		case *out == "":
			return misuse(t, c, "name the file to write with -o")
		}
		failed := func(err error) int {
			var limit *frontend.LimitError
			for line := range strings.SplitSeq(err.Error(), "\n") {
				fmt.Fprintf(t.err, "simten %s: %s\n", c.name, oneLine(line))
			}
			if errors.As(err, &limit) {
				return exitLimit
			}
			return exitErrors
		}
		places := ""
		if *pins != "" {
			text, err := os.ReadFile(*pins)
			if err != nil {
				return failed(err)
			}
			places = string(text)
		}
		compiled, code := compileFile(ctx, t, c, rest[0], *name)
		if compiled == nil {
			return code
		}
		defer compiled.Close()
		if code := verdict(compiled.Diagnostics); code != exitClean {
			printDiagnostics(t.err, rest[0], compiled.Diagnostics)
			return code
		}
		r, err := compiled.Verilog(ctx, verilog.Options{})
		if err != nil {
			return failed(err)
		}
		printDiagnostics(t.err, rest[0], r.Diagnostics)
		if code := verdict(r.Diagnostics); code != exitClean {
			return code
		}
		limits := frontend.DefaultLimits
		limits.Time = time.Duration(max(1, *seconds)) * time.Second
		made, messages, err := frontend.MakeBitstream(ctx, chip, r.Text, plainTop(r), places, limits)
		for _, m := range messages {
			if m.Severity == "error" || err != nil {
				fmt.Fprintln(t.err, oneLine(m.String()))
			}
		}
		if err != nil {
			return failed(err)
		}
		err = writeFile(*out, func(w io.Writer) error {
			_, err := w.Write(made.Data)
			return err
		})
		if err != nil {
			return failed(fmt.Errorf("-o: %w", err))
		}
		fmt.Fprintf(t.out, "%s: %s on %s, %d bytes\n", *out, plainTop(r), chip.Title, len(made.Data))
		for _, u := range made.Uses {
			fmt.Fprintf(t.out, "%s: %d of %d (%d %%)\n", u.Kind, u.Used, u.Available, 100*u.Used/max(1, u.Available))
		}
		for _, k := range made.Clocks {
			fmt.Fprintf(t.out, "%s: at most %.1f MHz\n", k.Name, k.Megahertz)
		}
		return listUnplaced(t, c, chip, *out, *pins, yosys.Unplaced(places, r.PortBits()))
	}
	return c
}

// listUnplaced tells which ports nextpnr has placed, and writes a file of pins to begin with where there is none.
func listUnplaced(t terminal, c command, chip yosys.Chip, out, pins string, unplaced []string) int {
	if len(unplaced) == 0 {
		return exitClean
	}
	fmt.Fprintf(t.out, "placed by nextpnr: %s\n", strings.Join(unplaced, ", "))
	if pins != "" {
		return exitClean
	}
	path := strings.TrimSuffix(out, filepath.Ext(out)) + ".pcf"
	if _, err := os.Stat(path); err == nil {
		return exitClean // somebody has filled it in
	}
	err := writeFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, yosys.PinFile(chip, unplaced))
		return err
	})
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return exitErrors
	}
	fmt.Fprintf(t.out, "%s lists the ports; fill it in and give it as --pins\n", path)
	return exitClean
}

// plainTop is the name of the top module without the marks of an escaped name.
func plainTop(r *verilog.Result) string {
	return strings.TrimSuffix(strings.TrimPrefix(r.Top, "\\"), " ")
}
