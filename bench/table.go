package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// columns are the simulators in the order of the table.
var columns = []string{"browser", "node", "tab", "native", "interp", "verilator", "icarus", "digitaljs"}

// table writes the rows as Markdown: cycles per second with the ratio to Verilator, the time from the source to
// the first cycle, memory, and the ratio to the public Simten.
func table(rows []row) string {
	var b strings.Builder
	section := func(title string, cell func(r row, x result) string) {
		written := func(r row, c string) string {
			if x, ok := r.find(c); ok && !x.skipped {
				return cell(r, x)
			}
			return ""
		}
		used := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { // what no row has
			return !slices.ContainsFunc(rows, func(r row) bool { return written(r, c) != "" })
		})
		fmt.Fprintf(&b, "%s\n\n| circuit | %s |\n|---|%s\n", title, strings.Join(used, " | "), strings.Repeat("---|", len(used)))
		for _, r := range rows {
			fmt.Fprintf(&b, "| %s |", r.Name)
			for _, c := range used {
				fmt.Fprintf(&b, " %s |", cmp.Or(written(r, c), "–"))
			}
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	section("Cycles per second, and the ratio to Verilator:", func(r row, x result) string {
		if x.CyclesPerSecond == 0 {
			return ""
		}
		text := figure(x.CyclesPerSecond)
		if base, ok := r.find("verilator"); ok && x.Simulator != "verilator" {
			text += fmt.Sprintf(" (%s)", ratio(x.CyclesPerSecond/base.CyclesPerSecond))
		}
		return text
	})
	section("From the source to the end of the first cycle, in ms:", func(_ row, x result) string { return figure(x.FirstCycleMs) })
	section("Memory, in MiB:", func(_ row, x result) string {
		if x.MemoryMiB == 0 {
			return ""
		}
		return fmt.Sprintf("%.1f", x.MemoryMiB)
	})
	b.WriteString("Against the public Simten:\n\n| circuit | public, cycles/s | browser, cycles/s | times |\n|---|---|---|---|\n")
	for _, r := range rows {
		x, ok := r.find("browser")
		if !ok {
			x, ok = r.find("node")
		}
		if ok && r.Public > 0 {
			fmt.Fprintf(&b, "| %s: %s | %s | %s | %s |\n", r.Name, r.Text, figure(r.Public), figure(x.CyclesPerSecond), figure(x.CyclesPerSecond/r.Public))
		}
	}
	return b.String()
}

func (r row) find(simulator string) (result, bool) {
	for _, x := range r.Results {
		if x.Simulator == simulator {
			return x, true
		}
	}
	return result{}, false
}

// ratio shows two digits that count.
func ratio(v float64) string {
	if v >= 0.095 {
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.1g", v)
}

// figure shows a number with three digits that count, thousands grouped.
func figure(v float64) string {
	if v < 100 {
		return fmt.Sprintf("%.3g", v)
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	digits := fmt.Sprintf("%.0f", math.Round(v/unit)*unit)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
