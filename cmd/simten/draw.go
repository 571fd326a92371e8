package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"simten.dev/cmd/simten/picture"
	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/session"
	"simten.dev/engine/sim"
)

func drawCommand() command {
	c := command{
		name:    "draw",
		usage:   "draw FILE [--circuit NAME] [--cycle N] [--inputs FILE|WAVE|-] [--level PATH] [--layout FILE] [--theme auto|light|dark] [-o FILE.svg]",
		summary: "Draws a circuit as SVG, with the values of a cycle: the picture that the page saves.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		d := drawn{inputs: newInputFlags(flags)}
		flags.StringVar(&d.circuit, "circuit", "", "the circuit to draw; default: the last one of the file")
		flags.IntVar(&d.cycle, "cycle", 0, "clock cycles to run before; entry i of the inputs is set before cycle i")
		flags.StringVar(&d.level, "level", "", "the part whose inside is drawn, such as dut or cpu.alu; default: the whole circuit")
		flags.StringVar(&d.theme, "theme", picture.Themes[0], "the colours: auto (as the reader's system has them), light or dark")
		flags.StringVar(&d.layout, "layout", "", "places of parts, as the page saves them (JSON); default: FILE with .layout.json for .ts, if there is one")
		out := flags.String("o", "", "the file to write; default: standard output")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		if problem := d.misused(); problem != "" {
			return misuse(t, c, problem)
		}
		text, code := d.draw(ctx, t, c, rest[0])
		if code != exitClean {
			return code
		}
		if *out == "" {
			_, _ = io.WriteString(t.out, text) // the command tells at its end of an output that is not complete
			return exitClean
		}
		if err := writeFile(*out, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}); err != nil {
			fmt.Fprintf(t.err, "simten %s: -o: %v\n", c.name, err)
			return exitErrors
		}
		return exitClean
	}
	return c
}

// drawn is what `simten draw` was asked to do.
type drawn struct {
	circuit, level, theme string
	layout                string
	cycle                 int
	inputs                inputFlags
}

// misused says what is wrong with the command line; "" when nothing is.
func (d drawn) misused() string {
	switch {
	case d.cycle < 0:
		return fmt.Sprintf("--cycle takes a number of clock cycles from 0 on, not %d", d.cycle)
	case !slices.Contains(picture.Themes, d.theme):
		return fmt.Sprintf("--theme takes %s, not %q", strings.Join(picture.Themes, ", "), d.theme)
	}
	return ""
}

// draw gives the text of the picture, or the exit code of a failure that was told.
func (d drawn) draw(ctx context.Context, t terminal, c command, path string) (string, int) {
	inputs, err := d.inputs.open(t)
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return "", exitUsage
	}
	layout, err := d.places(path)
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return "", exitUsage
	}
	file, err := readCircuit(t, path)
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return "", exitUsage
	}
	file.harness = true
	compiled, code := compileInput(ctx, t, c, file, d.circuit)
	if compiled == nil {
		return "", code
	}
	defer compiled.Close()
	printDiagnostics(t.err, path, compiled.Diagnostics)
	if code := verdict(compiled.Diagnostics); code != exitClean {
		return "", code
	}
	stop := func(err error) (string, int) {
		list := []circuit.Diagnostic{asDiagnostic(err)}
		printDiagnostics(t.err, path, list)
		return "", verdict(list)
	}
	m, err := compiled.NewMachine(ctx)
	if err != nil {
		return stop(err)
	}
	defer func() { _ = m.Close() }()
	steps, warnings, err := inputs.resolve(compiled.Design)
	if err != nil {
		if inputs.tell(t, c, err) {
			return "", exitErrors
		}
		return stop(err)
	}
	printDiagnostics(t.err, path, warnings)
	if err := d.run(ctx, compiled, m, steps); err != nil {
		return stop(err)
	}
	request := picture.Request{Theme: d.theme, Cycle: m.Cycle(), Layout: layout}
	if request.Path, err = pathTo(d.level, compiled.Circuit); err != nil {
		return "", misuse(t, c, err.Error())
	}
	request.Compiled, request.Frame = session.Still(compiled, m, commandLimits)
	text, err := place(ctx, request)
	if errors.Is(err, context.DeadlineExceeded) {
		fmt.Fprintf(t.err, "simten %s: the picture took longer than %v; --level draws a smaller part\n", c.name, maxDrawing)
		return "", exitLimit
	}
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return "", exitErrors
	}
	return text, exitClean
}

// maxLayout is the size of a file with places, in bytes.
const maxLayout = 4 << 20

// layoutBeside is the name of the file beside a program that has the places of its parts.
func layoutBeside(program string) string {
	return strings.TrimSuffix(program, filepath.Ext(program)) + ".layout.json"
}

// places reads the places of parts: of the file that was named, or of the one beside the program.
func (d drawn) places(program string) (json.RawMessage, error) {
	name := d.layout
	if name == "" {
		if program == "-" {
			return nil, nil
		}
		name = layoutBeside(program)
	}
	file, err := os.Open(name)
	if d.layout == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("--layout: %w", err)
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxLayout+1))
	if err != nil {
		return nil, fmt.Errorf("--layout: %w", err)
	}
	var places map[string]json.RawMessage
	if len(text) > maxLayout || json.Unmarshal(text, &places) != nil {
		return nil, fmt.Errorf(`--layout: %s has no places: it takes JSON such as {"dut.alu": {"x": 40, "y": 80}}`, name)
	}
	return text, nil
}

// maxDrawing is how long a picture may take. Its layout is the page's, in an interpreter that is slower.
const maxDrawing = 2 * time.Minute

// place draws the picture, and gives signs of life meanwhile: the time of the layout has a limit of its own.
func place(ctx context.Context, request picture.Request) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, maxDrawing)
	defer cancel()
	go func() {
		sign := time.NewTicker(time.Second)
		defer sign.Stop()
		for {
			select {
			case <-sign.C:
				alive()
			case <-ctx.Done():
				return
			}
		}
	}()
	return picture.Draw(ctx, request)
}

// run does the cycles: the inputs of each are set before its clock edge, and those of the last are there to be seen.
func (d drawn) run(ctx context.Context, compiled *sandbox.Compiled, m sim.Machine, steps []map[string]circuit.Number) error {
	controls := sandbox.NewControls(compiled.Design)
	for i := range min(d.cycle+1, len(steps)) {
		if err := compiled.Give(ctx, controls, m, steps[i]); err != nil {
			return err
		}
		alive()
		if err := m.Settle(ctx); err != nil {
			return err
		}
		if compiled.Design.Sequential && i < d.cycle {
			if _, err := m.Step(ctx, 1); err != nil {
				return err
			}
		}
	}
	for left := d.cycle - min(d.cycle, len(steps)); left > 0 && compiled.Design.Sequential; {
		done, err := m.Step(ctx, min(left, 1<<18))
		if err != nil {
			return err
		}
		left -= done
		alive()
	}
	return m.Settle(ctx)
}

// pathTo gives the node ids to a level. The inside of the circuit itself stands in a harness of the name dut, which
// need not be written.
func pathTo(level string, top *circuit.Circuit) ([]string, error) {
	if level == "" {
		return []string{}, nil
	}
	names, ok := circuit.SplitPath(level)
	if !ok {
		return nil, fmt.Errorf("--level takes the path of a part, such as cpu.alu, not %q", level)
	}
	has := func(id string) bool {
		return slices.ContainsFunc(top.Nodes, func(n circuit.Node) bool { return n.ID == id })
	}
	if !has(names[0]) && has(harnessed) {
		names = append([]string{harnessed}, names...)
	}
	return names, nil
}

// harnessed is the id of a circuit among the switches and lamps of its harness.
const harnessed = "dut"
