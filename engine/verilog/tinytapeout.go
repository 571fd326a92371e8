package verilog

import (
	"fmt"
	"strings"
)

// File is a file of a project, with its path.
type File struct{ Path, Text string }

// tilePins is how many pins of each of the three kinds a project of Tiny Tapeout has: inputs, outputs, and those of
// either direction.
const tilePins = 8

// resets are names of inputs that get the reset pin, which is active low.
var resets = map[string]bool{
	"rst": true, "reset": true, "rst_n": false, "reset_n": false, "resetn": false,
	"nreset": false,
}

// PinsError says that the ports of a circuit are more than a project of Tiny Tapeout has pins for.
type PinsError struct {
	Circuit         string
	Inputs, Outputs int // bits
}

func (e *PinsError) Error() string {
	return fmt.Sprintf("%s has %d input bits and %d output bits. A project of Tiny Tapeout has %d inputs, %d outputs and %d pins of either direction: make buses narrower, or send them in parts",
		e.Circuit, e.Inputs, e.Outputs, tilePins, tilePins, tilePins)
}

// tile is a project of Tiny Tapeout while it is written.
type tile struct {
	in, out, both []string // names for each pin; "" is free
	ports         []string // connections of the instance
	wires, assign strings.Builder
	enabled       uint // pins of either direction that are outputs
}

// TinyTapeout writes a circuit as a project of Tiny Tapeout: its modules and a top module with the pins of a tile, its
// description, and its page of the data sheet. Bits of ports go to pins in their order, at first to those of one
// direction. An input that is called like a reset gets the reset pin. reset tells whether there was one: without it,
// registers of the chip do not begin with their start values.
func TinyTapeout(r *Result, title string) (files []File, reset bool, err error) {
	plain := strings.TrimSuffix(strings.TrimPrefix(r.Top, "\\"), " ")
	name := "tt_um_" + strings.ToLower(identifier(plain))
	t := &tile{in: make([]string, tilePins), out: make([]string, tilePins), both: make([]string, tilePins)}
	if r.Clock != "" {
		t.ports = append(t.ports, fmt.Sprintf(".%s(clk)", r.Clock))
	}
	misfit := &PinsError{Circuit: plain}
	for _, p := range r.Inputs {
		if high, known := resets[strings.ToLower(p.Name)]; known && p.Width == 1 && !reset {
			reset = true
			pin := "rst_n"
			if high {
				pin = "~rst_n"
			}
			t.ports = append(t.ports, fmt.Sprintf(".%s(%s)", p.Name, pin))
			continue
		}
		misfit.Inputs += p.Width
		t.input(p)
	}
	for _, p := range r.Outputs {
		misfit.Outputs += p.Width
		t.output(p)
	}
	if max(0, misfit.Inputs-tilePins)+max(0, misfit.Outputs-tilePins) > tilePins {
		return nil, false, misfit
	}
	text := fmt.Sprintf("// The pins of a Tiny Tapeout tile for %s, written by Simten.\n`default_nettype none\n\nmodule %s (\n%s);\n%s\n    %s dut (\n        %s\n    );\n\n%s    assign uio_oe = 8'h%02x;\n\n    wire _unused = &{ena, rst_n, clk, ui_in, uio_in, 1'b0};\nendmodule\n`default_nettype wire\n\n%s",
		plain, name, tileHeader, t.wires.String(), r.Top, strings.Join(t.ports, ",\n        "), t.drive(), t.enabled,
		r.Text)
	return []File{
		{"src/" + name + ".v", text},
		{"info.yaml", t.info(name, title)},
		{"docs/" + "info.md", t.about(title, plain)},
	}, reset, nil
}

const tileHeader = `    input  wire [7:0] ui_in,
    output wire [7:0] uo_out,
    input  wire [7:0] uio_in,
    output wire [7:0] uio_out,
    output wire [7:0] uio_oe,
    input  wire       ena,
    input  wire       clk,
    input  wire       rst_n
`

// bit is the name of a bit of a port.
func (p Port) bit(i int) string {
	if p.Width == 1 {
		return p.Name
	}
	return fmt.Sprintf("%s[%d]", strings.TrimSuffix(p.Name, " "), i)
}

// free takes the next pin from a list, from its first pin on; −1 when all are taken.
func free(pins []string, name string) int {
	for i := range pins {
		if pins[i] == "" {
			pins[i] = name
			return i
		}
	}
	return -1
}

// label is how a bit is called in the data sheet.
func label(name string) string { return strings.ReplaceAll(strings.TrimPrefix(name, "\\"), " ", "") }

func (t *tile) input(p Port) {
	bits := make([]string, p.Width)
	for i := range bits {
		name := label(p.bit(i))
		if at := free(t.in, name); at >= 0 {
			bits[p.Width-1-i] = fmt.Sprintf("ui_in[%d]", at)
		} else if at := free(t.both, name); at >= 0 {
			bits[p.Width-1-i] = fmt.Sprintf("uio_in[%d]", at)
		}
	}
	t.ports = append(t.ports, fmt.Sprintf(".%s({%s})", p.Name, strings.Join(bits, ", ")))
}

func (t *tile) output(p Port) {
	wire := "out_" + identifier(label(p.Name))
	fmt.Fprintf(&t.wires, "    wire %s%s;\n", strings.TrimLeft(span(p.Width)+" ", " "), wire)
	t.ports = append(t.ports, fmt.Sprintf(".%s(%s)", p.Name, wire))
	for i := range p.Width {
		from := Port{Name: wire, Width: p.Width}.bit(i)
		name := label(p.bit(i))
		if at := free(t.out, name); at >= 0 {
			fmt.Fprintf(&t.assign, "    assign uo_out[%d] = %s;\n", at, from)
		} else if at := free(t.both, name); at >= 0 {
			fmt.Fprintf(&t.assign, "    assign uio_out[%d] = %s;\n", at, from)
			t.enabled |= 1 << at
		}
	}
}

// drive assigns all output pins, those without a port to 0.
func (t *tile) drive() string {
	var b strings.Builder
	b.WriteString(t.assign.String())
	for i := range tilePins {
		if t.out[i] == "" {
			fmt.Fprintf(&b, "    assign uo_out[%d] = 1'b0;\n", i)
		}
		if t.enabled>>i&1 == 0 {
			fmt.Fprintf(&b, "    assign uio_out[%d] = 1'b0;\n", i)
		}
	}
	return b.String()
}

// info is the description that the builders of the chip read.
func (t *tile) info(name, title string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "project:\n  title: %q\n  author: \"\"\n  discord: \"\"\n  description: %q\n  language: \"Verilog\"\n  clock_hz: 0\n  tiles: \"1x1\"\n  top_module: %q\n  source_files:\n    - %q\n\npinout:\n",
		title, "Made with Simten", name, name+".v")
	for _, group := range []struct {
		name string
		pins []string
	}{{"ui", t.in}, {"uo", t.out}, {"uio", t.both}} {
		for i, label := range group.pins {
			fmt.Fprintf(&b, "  %s[%d]: %q\n", group.name, i, label)
		}
	}
	b.WriteString("\nyaml_version: 6\n")
	return b.String()
}

// about is the page of the project in the data sheet.
func (t *tile) about(title, circuit string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## How it works\n\n%s is the circuit %s, exported from Simten.\n\n## How to test\n\nSet the inputs and look at the outputs:\n\n| pin | signal |\n|---|---|\n", title, circuit)
	for _, group := range []struct {
		name string
		pins []string
	}{{"ui", t.in}, {"uo", t.out}, {"uio", t.both}} {
		for i, label := range group.pins {
			if label != "" {
				fmt.Fprintf(&b, "| %s[%d] | %s |\n", group.name, i, label)
			}
		}
	}
	b.WriteString("\n## External hardware\n\nNone.\n")
	return b.String()
}
