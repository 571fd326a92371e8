package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// hardwareTools are the programs that tests of Verilog compare with, and Debian's packages of them.
var hardwareTools = []struct{ program, debian string }{
	{"yosys", "yosys"},
	{"iverilog", "iverilog"},
	{"verilator", "verilator"},
	{"nextpnr-ice40", "nextpnr-ice40"},
	{"icepack", "fpga-icestorm"},
}

// hardware installs the programs that are missing when this user may install Debian's packages. Tests that need one
// that is not there are skipped, and the output says so.
func (p project) hardware(ctx context.Context, log io.Writer) (tally, error) {
	missing := func() (programs, packages []string) {
		for _, tool := range hardwareTools {
			if _, err := exec.LookPath(tool.program); err != nil {
				programs, packages = append(programs, tool.program), append(packages, tool.debian)
			}
		}
		return programs, packages
	}
	programs, packages := missing()
	if _, err := exec.LookPath("apt-get"); err == nil && os.Getuid() == 0 && len(programs) > 0 {
		install := slices.Concat([]string{"install", "-y", "--no-install-recommends"}, packages)
		for _, args := range [][]string{{"update"}, install} {
			if err := p.commandTo(ctx, log, ".", "apt-get", args...); err != nil {
				fmt.Fprintf(log, "%v\n", err) // the next line of the output says what is missing
				break
			}
		}
		programs, _ = missing()
	}
	if len(programs) > 0 {
		fmt.Fprintf(p.out, "hardware: SKIPPED are the tests that need %s; install what is missing to run them\n", strings.Join(programs, ", "))
	}
	return tally{}, nil
}
