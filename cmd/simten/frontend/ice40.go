package frontend

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"simten.dev/engine/yosys"
)

// Bitstream is the file for a chip with what nextpnr tells of it.
type Bitstream struct {
	Data   []byte
	Uses   []yosys.Use
	Clocks []yosys.ClockSpeed
}

// chipTools are the programs behind Yosys, with the packages that bring them.
var chipTools = [][2]string{{"nextpnr-ice40", "nextpnr-ice40"}, {"icepack", "fpga-icestorm"}}

// MakeBitstream has the installed Yosys, nextpnr-ice40 and icepack make the file of a circuit for a chip. Each of them
// is a child process with limits.
func MakeBitstream(ctx context.Context, chip yosys.Chip, verilog, top, pins string, l Limits) (*Bitstream, []yosys.Message, error) {
	program, err := Find()
	if err != nil {
		return nil, nil, err
	}
	paths := make([]string, len(chipTools))
	for i, tool := range chipTools {
		if paths[i], err = exec.LookPath(tool[0]); err != nil {
			return nil, nil, fmt.Errorf("there is no %s; install it (the package %s in most distributions)", tool[0],
				tool[1])
		}
	}
	folder, err := os.MkdirTemp("", "simten-bitstream-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	script, err := chip.Synthesis([]string{"top.v"}, top, "top.json")
	if err != nil {
		return nil, nil, err
	}
	for name, text := range map[string]string{"top.v": verilog, "script.ys": script, "top.pcf": pins} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			return nil, nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, l.Time)
	defer cancel()
	log, failed := childIn(ctx, l, folder, program, "-Q", "-T", "-s", "script.ys")
	messages := yosys.Messages(log)
	if failed != nil {
		return nil, messages, reason(ctx, failed, messages, l, log)
	}
	file := ""
	if pins != "" {
		file = "top.pcf"
	}
	log, failed = childIn(ctx, l, folder, paths[0], chip.Place("top.json", file, "top.asc", "report.json")...)
	if failed != nil {
		if why := yosys.PlaceProblem(log); why != "" && ctx.Err() == nil {
			return nil, messages, fmt.Errorf("nextpnr gave up: %s", why)
		}
		return nil, messages, reason(ctx, failed, nil, l, log)
	}
	if log, failed = childIn(ctx, l, folder, paths[1], "top.asc", "top.bin"); failed != nil {
		return nil, messages, reason(ctx, failed, nil, l, log)
	}
	b := &Bitstream{}
	report, err := os.ReadFile(filepath.Join(folder, "report.json"))
	if err == nil {
		b.Uses, b.Clocks, err = yosys.PlaceReport(report)
	}
	data, failed := os.ReadFile(filepath.Join(folder, "top.bin"))
	b.Data = data
	return b, messages, errors.Join(err, failed)
}

// childIn runs a program in a folder with limits and gives what it wrote.
func childIn(ctx context.Context, l Limits, folder, program string, args ...string) (string, error) {
	child := limited(ctx, l, program, args...)
	child.Dir = folder
	var log bytes.Buffer
	out := &bounded{buffer: &log}
	child.Stdout, child.Stderr = out, out
	err := child.Run()
	return log.String(), err
}
