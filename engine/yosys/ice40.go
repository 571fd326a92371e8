package yosys

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Chip is a chip of the family iCE40 in a package.
type Chip struct {
	Name    string // as users write it
	Title   string // as the maker writes it
	flag    string // of nextpnr-ice40
	housing string // the name of the package there
	dsp     bool   // has multipliers
}

// Chips are those for which there are bitstreams.
var Chips = []Chip{
	{Name: "up5k", Title: "iCE40 UP5K in SG48", flag: "--up5k", housing: "sg48", dsp: true},
	{Name: "hx1k", Title: "iCE40 HX1K in TQ144", flag: "--hx1k", housing: "tq144"},
}

// ChipNamed finds a chip.
func ChipNamed(name string) (Chip, bool) {
	i := slices.IndexFunc(Chips, func(c Chip) bool { return c.Name == name })
	if i < 0 {
		return Chip{}, false
	}
	return Chips[i], true
}

// Synthesis is the script with which Yosys makes a netlist for a chip.
func (c Chip) Synthesis(files []string, top, out string) (string, error) {
	if !identifier(top) {
		return "", fmt.Errorf("%q is no name of a module that these programs take: rename the circuit", top)
	}
	var b strings.Builder
	if err := (Source{Files: files}).read(&b, "read_verilog -sv"); err != nil {
		return "", err
	}
	options := ""
	if c.dsp {
		options = "-dsp "
	}
	fmt.Fprintf(&b, "synth_ice40 %s-top %s -json %s\n", options, top, out)
	return b.String(), nil
}

// Place are the arguments with which nextpnr-ice40 places and routes a netlist; pins is "" when no port has a place.
func (c Chip) Place(netlist, pins, out, report string) []string {
	args := []string{
		c.flag, "--package", c.housing, "--json", netlist, "--asc", out, "--report", report,
		"--pcf-allow-unconstrained", "--timing-allow-fail", "--seed", "1",
	}
	if pins != "" {
		args = append(args, "--pcf", pins)
	}
	return args
}

// Use is how many elements of a kind a circuit takes of a chip.
type Use struct {
	Kind            string
	Used, Available int
}

// ClockSpeed is how fast a clock may be, in megahertz.
type ClockSpeed struct {
	Name      string
	Megahertz float64
}

// kinds are the elements that a report tells of, in words.
var kinds = map[string]string{
	"ICESTORM_LC": "logic cells", "ICESTORM_RAM": "block memories", "ICESTORM_SPRAM": "large memories",
	"ICESTORM_DSP": "multipliers", "SB_IO": "pins", "SB_GB": "global nets",
}

// PlaceReport reads the report of nextpnr: how much of the chip is used, the most first, and how fast clocks may be.
func PlaceReport(data []byte) ([]Use, []ClockSpeed, error) {
	var r struct {
		Fmax map[string]struct {
			Achieved float64 `json:"achieved"`
		} `json:"fmax"`
		Utilization map[string]struct {
			Used      int `json:"used"`
			Available int `json:"available"`
		} `json:"utilization"`
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, nil, fmt.Errorf("the report of nextpnr cannot be read: %w", err)
	}
	uses, clocks := []Use{}, []ClockSpeed{}
	for name, u := range r.Utilization {
		if words := kinds[name]; words != "" && (u.Used > 0 || name == "ICESTORM_LC") {
			uses = append(uses, Use{words, u.Used, u.Available})
		}
	}
	slices.SortFunc(uses, func(a, b Use) int {
		return cmp.Or(cmp.Compare(b.Used, a.Used), cmp.Compare(a.Kind, b.Kind))
	})
	for name, f := range r.Fmax {
		name, _, _ = strings.Cut(name, "$")
		clocks = append(clocks, ClockSpeed{name, f.Achieved})
	}
	slices.SortFunc(clocks, func(a, b ClockSpeed) int { return cmp.Compare(a.Name, b.Name) })
	return uses, clocks, nil
}

// Unplaced are the bits of ports that a file of pins (PCF) gives no place.
func Unplaced(pins string, ports []string) []string {
	placed := map[string]bool{}
	for line := range strings.SplitSeq(pins, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) >= 3 && fields[0] == "set_io" {
			placed[fields[len(fields)-2]] = true
		}
	}
	var list []string
	for _, p := range ports {
		if !placed[p] {
			list = append(list, p)
		}
	}
	return list
}

// PinFile is a file of pins with a line for each bit that has no place yet, for somebody to fill in.
func PinFile(c Chip, unplaced []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Pins of %s. A line without # puts a port on a pin; the others are placed by nextpnr.\n", c.Title)
	for _, p := range unplaced {
		fmt.Fprintf(&b, "# set_io %s PIN\n", p)
	}
	return b.String()
}

// PlaceProblem is the reason of nextpnr for giving up, from its messages.
func PlaceProblem(log string) string {
	var reasons []string
	for line := range strings.SplitSeq(log, "\n") {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "ERROR: "); ok {
			reasons = append(reasons, text)
		}
	}
	return strings.Join(reasons, " ")
}
